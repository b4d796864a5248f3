// SPDX-License-Identifier: Apache-2.0
/// \file
/// Plays the fault messages of a whole tree to quiescence without any notion of time.
#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "golden/fattree/messages.hpp"

namespace selvage::golden {

/// All switches of a tree and the messages under way between them. Link by link in order (FIFO), or
/// in an order chosen by the caller, so that order independence can be tested.
class SettledTree {
 public:
  SettledTree(const FatTree& tree, unsigned lft_capacity, Rule rule, MessageBugs bugs = {});
  ~SettledTree();

  /// Kills a link now; messages under way on it are lost. Both ends detect at once.
  void kill(SwitchPort link);
  /// Kills a set of links together, and only then lets every end detect.
  void kill_all(const std::vector<SwitchPort>& links);
  /// Delivers messages, oldest first, until none is left. Returns how many were delivered.
  std::uint64_t settle();
  /// Delivers messages until none is left, picking the next among the non-empty links by `choose`
  /// (given the number of non-empty links, returns which).
  template <class Choose>
  std::uint64_t settle_in_order(Choose choose);

  [[nodiscard]] const FatTree& tree() const { return *tree_; }
  /// The machine of a switch; every switch has one, created on first use.
  [[nodiscard]] const MessageMachine& machine(SwitchIdx sw);
  [[nodiscard]] const std::vector<SwitchPort>& dead() const { return dead_; }
  [[nodiscard]] std::uint64_t overflows() const;

 private:
  struct Impl;
  const FatTree* tree_;
  std::vector<SwitchPort> dead_;
  std::unique_ptr<Impl> impl_;
};

}  // namespace selvage::golden
