// SPDX-License-Identifier: Apache-2.0
/// \file
/// What one switch does with link events and messages (Hu et al. 2010, section 5.2, with the
/// corrections E1 and E5 and with repair; "Operations" of docs/reference/control-plane.md), one
/// operation at a time.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "golden/fattree/fault_message.hpp"
#include "golden/fattree/state.hpp"
#include "golden/fattree/tree.hpp"

namespace selvage::golden {

/// Which reading of case 3 decides: `kCorrected` (E1, the default) or the printed `kPaper`.
enum class Rule : std::uint8_t { kCorrected, kPaper };

/// Deliberate defects of the message rules, to show that the checks bite (`bug.*`).
struct MessageBugs {
  bool case3_as_printed = false;  ///< case 3 by the printed rule although corrected is asked for
  bool dlfm_once = false;         ///< DLFM never re-sent when its level changes
  bool ulfm_not_up = false;       ///< what floods from below goes down only, not up (FT-MSG-3)
  bool case1_children_only =
      false;              ///< a dead down port is advertised through down ports only (FT-MSG-1)
  bool dlfm_min = false;  ///< DLFM carries the lowest level instead of the highest
  bool ps_without_level = false;  ///< a DLFM is taken as if the own link were dead
  bool level_not_strict = false;  ///< case 3 takes PS.l <= A for PS.l < A
  bool n1 = false;  ///< repair: clears direct bits and the own PS only; derived and DLFM stay
  bool n2 = false;  ///< repair: one bit for direct and derived; no SYNCREQ, no RESYNC
  bool n3 = false;  ///< repair: no SYNCREQ, no RESYNC
};

/// What one operation did: writes offered to the tables, then broadcasts in this order.
struct Effects {
  std::vector<TableWrite> writes;
  std::vector<Broadcast> broadcasts;
  std::size_t own = 0;  ///< so many of the broadcasts are the operation's, the rest re-evaluation's
  bool changed = false;  ///< any field of the state but `pending` and `resync_seen` changed
  void clear() {
    writes.clear();
    broadcasts.clear();
    own = 0;
    changed = false;
  }
};

/// What the failed up ports of a switch mean for the lines of its table: [A] those that do not
/// count for a line with the nearest common ancestors at level A.
using UpFailures = std::array<std::uint32_t, 8>;
/// FT-MSG-6: failed with PS.l < A (with `not_strict` <=); by the printed rule failed if A exceeds
/// PS.l of every failed one.
[[nodiscard]] UpFailures up_failures(const std::vector<UpPortState>& up, Rule rule,
                                     bool not_strict = false);
/// Whether a switch whose line has `bits` cannot be reached by any of the up ports `all`, of which
/// those in `below` do not count: FT-MSG-5, FT-MSG-6.
[[nodiscard]] bool cut_off(std::uint32_t bits, std::uint32_t below, std::uint32_t all, Rule rule);

/// The rules of one switch: operations on its state. Each is executed whole, its writes, then its
/// broadcasts, then the re-evaluation's, appended to `out`. "All ports" of a rule means all ports
/// that lead to switches, dead ones included: what is sent on a dead link is lost there.
class SwitchRules {
 public:
  SwitchRules(const FatTree& tree, SwitchIdx self, Rule rule, MessageBugs bugs = {});

  /// Nothing known of any fault.
  [[nodiscard]] SwitchState power_on(unsigned lft_capacity) const {
    return {tree_->h(), lft_capacity};
  }
  /// Own detection: the link at `port` is dead (FT-DET-2; a down port's announcement is pending).
  void link_down(SwitchState& state, PortIdx port, Effects& out) const;
  /// Own detection: the link at `port` is back (FT-REP-5, FT-REP-6).
  void link_up(SwitchState& state, PortIdx port, Effects& out) const;
  /// The pending announcement of down port `port` (FT-MSG-1, FT-REP-3).
  void announce(SwitchState& state, PortIdx port, Effects& out) const;
  /// A message has come by `port` (FT-MSG-2..8, FT-REP-1..6).
  void receive(SwitchState& state, PortIdx port, const FaultMessage& message, Effects& out) const;

  [[nodiscard]] const FatTree& tree() const { return *tree_; }
  [[nodiscard]] const SwitchName& self() const { return self_; }
  [[nodiscard]] Rule rule() const { return rule_; }
  [[nodiscard]] bool is_up(PortIdx port) const { return port >= tree_->down_ports(self_.level); }
  [[nodiscard]] PortMask down_mask() const { return down_; }  ///< down ports that lead to switches
  [[nodiscard]] PortMask up_mask() const { return up_; }

 private:
  [[nodiscard]] FaultMessage about(FaultMessage::Kind kind, const SwitchState& state,
                                   PortIdx k) const;
  void forward(PortIdx port, const FaultMessage& message, Effects& out) const;
  void direct(SwitchState& state, unsigned j, const FaultMessage& message, Effects& out) const;
  void derived(SwitchState& state, unsigned j, const FaultMessage& message, Effects& out) const;
  void dlfm(SwitchState& state, unsigned j, const FaultMessage& message, Effects& out) const;
  void sync(const SwitchState& state, PortIdx port, Effects& out) const;
  void resync(SwitchState& state, PortIdx port, const FaultMessage& message, Effects& out) const;
  void reevaluate(SwitchState& state, Effects& out) const;
  void advertise(FaultMessage::Kind kind, Digits c, PortMask ports, Effects& out) const;
  [[nodiscard]] int reach(const SwitchState& state) const;

  const FatTree* tree_;
  SwitchName self_;
  Rule rule_;
  MessageBugs bugs_;
  PortMask down_ = 0;
  PortMask up_ = 0;
};

}  // namespace selvage::golden
