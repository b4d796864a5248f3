// SPDX-License-Identifier: Apache-2.0
/// \file
/// One switch's message machine without any notion of time.
#pragma once

#include <vector>

#include "golden/fattree/rules.hpp"

namespace selvage::golden {

/// A coded message to send by a port.
struct OutMessage {
  PortIdx port = 0;
  ControlMessage message;
};

/// What one step did: the first write offered to the tables and whether any routing state changed.
struct StepResult {
  TableWrite write;
  bool changed = false;
};

/// The rules of one switch and its state. Any order of arrivals can be played, one call at a time;
/// each ends with every consequence drawn, pending announcements included (lowest port first).
/// Messages to send are appended to `out`, broadcast by broadcast. Messages never go to hosts.
class MessageMachine {
 public:
  MessageMachine(const FatTree& tree, SwitchIdx self, unsigned lft_capacity, Rule rule,
                 MessageBugs bugs = {})
      : rules_(tree, self, rule, bugs), state_(rules_.power_on(lft_capacity)) {}

  /// Own detection: the link at switch port `port` is dead (FT-DET-2). A second call for the same
  /// port changes nothing.
  StepResult link_down(PortIdx port, std::vector<OutMessage>& out);
  /// Own detection: the link at switch port `port` is back (FT-REP-5, FT-REP-6).
  StepResult link_up(PortIdx port, std::vector<OutMessage>& out);
  /// A message has come by switch port `port`.
  StepResult receive(PortIdx port, const FaultMessage& message, std::vector<OutMessage>& out);
  /// Back to power-on: no fault known.
  void reset() { state_ = rules_.power_on(state_.lft.capacity()); }

  [[nodiscard]] const SwitchState& state() const { return state_; }
  [[nodiscard]] const SwitchRules& rules() const { return rules_; }
  [[nodiscard]] const SwitchName& self() const { return rules_.self(); }
  [[nodiscard]] const FatTree& tree() const { return rules_.tree(); }

 private:
  StepResult finish(std::vector<OutMessage>& out);

  SwitchRules rules_;
  SwitchState state_;
  Effects effects_;
};

}  // namespace selvage::golden
