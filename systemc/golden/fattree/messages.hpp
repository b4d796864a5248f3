// SPDX-License-Identifier: Apache-2.0
/// \file
/// Link-fault messages and what one switch does with them (Hu et al. 2010, section 5.2, with the
/// corrections E1 and E5), one message at a time.
#pragma once

#include <cstdint>
#include <vector>

#include "golden/fattree/state.hpp"
#include "golden/fattree/tree.hpp"
#include "golden/switch_control.hpp"

namespace selvage::golden {

/// Which reading of case 3 decides: `kCorrected` (E1, the default) or the printed `kPaper`.
enum class Rule : std::uint8_t { kCorrected, kPaper };

/// Deliberate defects of the message rules, to show that the checks bite (`bug.*`).
struct MessageBugs {
  bool case3_as_printed = false;  ///< case 3 by the printed rule although `corrected` is asked for
  bool dlfm_once = false;         ///< DLFM never re-sent when its level drops
};

/// ULFM<l,c,k> or DLFM<l>.
struct FaultMessage {
  enum class Kind : std::uint8_t { kUlfm = 1, kDlfm = 2 };
  Kind kind = Kind::kUlfm;
  unsigned level = 0;
  Digits c;        ///< ULFM only
  unsigned k = 0;  ///< ULFM only: up port number m/2..m-1
  friend bool operator==(const FaultMessage& a, const FaultMessage& b) {
    return a.kind == b.kind && a.level == b.level && a.c == b.c && a.k == b.k;
  }
};

[[nodiscard]] ControlMessage encode(const FaultMessage& message);
/// Inverse of encode. The message must come from encode (programming error otherwise).
[[nodiscard]] FaultMessage decode(const ControlMessage& message);

/// What one step did. `write` is the write offered to the tables: also one that they then ignore
/// (an entry's bit that is already 1, an overflow, a DLFM for an own dead port). `changed` tells
/// whether any field of SwitchState changed. Messages to send are appended to the vector the caller
/// passed.
struct StepResult {
  TableWrite write;
  bool changed = false;
};

/// The message machine of one switch: state plus the rules of section 5.2. Pure C++; any order of
/// arrivals can be played, one call at a time, each finishing with every consequence re-evaluated
/// (cases 2 and 3 after each LFT or PS change, DLFM after each PS change). Case 2/3 messages go out
/// once per LFT line. "All ports" of a rule means all inter-switch ports, dead ones included: what
/// is sent on a dead link is lost there. Messages never go to hosts.
class MessageMachine {
 public:
  MessageMachine(const FatTree& tree, SwitchIdx self, unsigned lft_capacity, Rule rule,
                 MessageBugs bugs = {});

  /// Own detection: the link at switch port `port` is dead (FT-DET-2; raises FT-MSG-1 for a down
  /// port). A second call for the same port changes nothing.
  StepResult link_down(PortIdx port, std::vector<OutMessage>& out);
  /// A message has come by switch port `port` (FT-MSG-2..8).
  StepResult receive(PortIdx port, const FaultMessage& message, std::vector<OutMessage>& out);
  /// Back to power-on: no fault known.
  void reset();

  [[nodiscard]] const SwitchState& state() const { return state_; }
  [[nodiscard]] const SwitchName& self() const { return self_; }
  [[nodiscard]] const FatTree& tree() const { return *tree_; }

 private:
  StepResult record(const FaultMessage& ulfm, PortIdx port);
  StepResult assign(unsigned j, unsigned level);
  void reevaluate(std::vector<OutMessage>& out);
  [[nodiscard]] bool case_2_or_3_holds(const LinkFaultEntry& entry) const;
  [[nodiscard]] int highest_reach() const;
  void send_derived(const LinkFaultEntry& entry, std::vector<OutMessage>& out) const;
  void send_down(const FaultMessage& message, PortIdx except, std::vector<OutMessage>& out) const;
  void send_up(const FaultMessage& message, std::vector<OutMessage>& out) const;

  const FatTree* tree_;
  SwitchName self_;
  SwitchState state_;
  Rule rule_;
  MessageBugs bugs_;
  std::vector<bool> derived_sent_;  ///< per LFT line: its case 2/3 ULFMs have gone out
  int dlfm_sent_ = -1;              ///< level of the last DLFM told to the children, -1 for none
};

}  // namespace selvage::golden
