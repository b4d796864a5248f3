// SPDX-License-Identifier: Apache-2.0
/// \file
/// Plays the fault messages of a whole tree to quiescence without any notion of time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "golden/fattree/messages.hpp"

namespace selvage::golden {

/// All switches of a tree and the messages under way between them. Link by link in order (FIFO), or
/// in an order chosen by the caller, so that order independence can be tested. Links die and are
/// repaired; each end notices at once, or, by cut, mend and detect, when the caller says so.
class SettledTree {
 public:
  SettledTree(const FatTree& tree, unsigned lft_capacity, Rule rule, MessageBugs bugs = {});
  ~SettledTree();
  SettledTree(SettledTree&&) noexcept;
  SettledTree& operator=(SettledTree&&) noexcept;

  /// Kills a link (named by either end) now; messages under way on it are lost. Both ends detect at
  /// once, the lower first. Killing a dead link changes nothing.
  void kill(SwitchPort link);
  /// Kills a set of links together, and only then lets every end detect.
  void kill_all(const std::vector<SwitchPort>& links);
  /// The same in the order of messages that loses most under Rule::kPaper: all lower ends detect
  /// and their messages settle, then the upper ends detect.
  void kill_all_lower_first(const std::vector<SwitchPort>& links);
  /// Repairs a link (named by either end) now. Both ends detect at once, the lower first. Repairing
  /// a healthy link changes nothing.
  void repair(SwitchPort link);
  /// The link dies: messages under way on it are lost. Nobody knows yet. False if it was dead.
  bool cut(SwitchPort link);
  /// The link carries messages again. Nobody knows yet. False if it was healthy.
  bool mend(SwitchPort link);
  /// This end notices what its link is now. A death that only one end notices may leave the other
  /// without what was lost (FT-REP-7).
  void detect(SwitchPort end);
  /// Delivers messages, oldest first, until none is left. Returns how many were delivered.
  std::uint64_t settle();
  /// Delivers messages until none is left, picking the next among the non-empty links by `choose`
  /// (given the number of non-empty links, returns which).
  template <class Choose>
  std::uint64_t settle_in_order(Choose choose) {
    std::uint64_t delivered = 0;
    sort_into_lanes();
    for (std::size_t n = waiting_lanes(); n > 0; n = waiting_lanes()) {
      deliver_from_lane(choose(n));
      ++delivered;
    }
    return delivered;
  }
  /// Delivers the messages under way now, oldest first, but none that they cause: one hop in the
  /// synchronous reading of FT-AUD-3. Returns how many there were and how many changed a switch.
  struct Round {
    std::uint64_t delivered = 0;
    std::uint64_t changes = 0;
  };
  Round deliver_round();
  /// All links alive, no fault known, nothing under way.
  void reset();
  /// From now on no switch passes a ULFM on that it has already passed on from the same side. The
  /// flood has no such rule, so in a big tree most of it is copies; the final state is the same,
  /// only the numbers of messages and of counted overflows shrink. For faults without repair.
  void skip_repeats();

  [[nodiscard]] const FatTree& tree() const { return *tree_; }
  /// The machine of a switch; every switch has one, created on first use.
  [[nodiscard]] const MessageMachine& machine(SwitchIdx sw);
  /// Lower ends of the dead links, in order of death.
  [[nodiscard]] const std::vector<SwitchPort>& dead() const { return dead_; }
  [[nodiscard]] std::uint64_t overflows() const;

 private:
  struct Impl;
  [[nodiscard]] std::vector<SwitchPort> cut_all(const std::vector<SwitchPort>& links);
  [[nodiscard]] SwitchPort far_end(SwitchPort end) const;
  [[nodiscard]] SwitchPort lower_end(SwitchPort link) const;
  void sort_into_lanes();
  [[nodiscard]] std::size_t waiting_lanes() const;
  void deliver_from_lane(std::size_t which);

  const FatTree* tree_;
  std::vector<SwitchPort> dead_;
  std::unique_ptr<Impl> impl_;
};

}  // namespace selvage::golden
