// SPDX-License-Identifier: Apache-2.0
#include "golden/fattree/messages.hpp"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

namespace selvage::golden {

namespace {

constexpr PortIdx kNoPort = 255;

/// An invariant of the rules does not hold: a bug of the model or of its caller.
void require(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "fat-tree message machine: %s\n", what);
  std::abort();
}

/// A = 1 + max{i >= l : s_i != c_i} of two switches of level l that differ.
unsigned common_ancestor_level(Digits s, Digits c) {
  unsigned i = 6;
  while (i > 0 && s[i - 1] == c[i - 1]) --i;
  return i;
}

}  // namespace

ControlMessage encode(const FaultMessage& message) {
  ControlMessage coded;
  coded.kind = static_cast<std::uint8_t>(message.kind);
  coded.level = static_cast<std::uint8_t>(message.level);
  coded.port = static_cast<std::uint8_t>(message.k);
  coded.body = message.c.packed;
  return coded;
}

FaultMessage decode(const ControlMessage& message) {
  const auto kind = static_cast<FaultMessage::Kind>(message.kind);
  require(kind == FaultMessage::Kind::kUlfm || kind == FaultMessage::Kind::kDlfm,
          "decode of a message that is neither ULFM nor DLFM");
  return {kind, message.level, Digits{message.body}, message.port};
}

MessageMachine::MessageMachine(const FatTree& tree, SwitchIdx self, unsigned lft_capacity,
                               Rule rule, MessageBugs bugs)
    : tree_(&tree),
      self_(tree.name_of(self)),
      state_(tree.h(), lft_capacity),
      rule_(bugs.case3_as_printed ? Rule::kPaper : rule),
      bugs_(bugs) {}

void MessageMachine::reset() {
  std::fill(state_.up.begin(), state_.up.end(), UpPortState{});
  state_.down_failed = 0;
  state_.lft.clear();
  derived_sent_.clear();
  dlfm_sent_ = -1;
}

StepResult MessageMachine::link_down(PortIdx port, std::vector<OutMessage>& out) {
  const unsigned l = self_.level;
  require(port < tree_->m(), "link_down of a port that does not exist");
  StepResult result;
  if (port >= tree_->down_ports(l)) {  // FT-PS-1
    const unsigned j = port - tree_->h();
    if (state_.up[j].own) return result;
    state_.up[j] = {true, true, static_cast<std::uint8_t>(l)};
    result.write.kind = TableWrite::Kind::kUpPortDead;
    result.write.port = static_cast<std::uint8_t>(j);
    result.changed = true;
    reevaluate(out);
    return result;
  }
  require(l > 0, "link_down of a node link (FT-TOP-4)");
  const PortMask flag = PortMask{1} << port;
  if ((state_.down_failed & flag) != 0) return result;
  state_.down_failed |= flag;  // FT-PS-3
  result.write.kind = TableWrite::Kind::kDownPortDead;
  result.write.port = port;
  result.changed = true;
  // Case 1, FT-MSG-1: the dead link by its lower end.
  FaultMessage ulfm;
  ulfm.level = l - 1;
  ulfm.c = self_.c.with(l - 1, port);
  ulfm.k = tree_->h() + self_.c[l - 1];
  send_down(ulfm, port, out);
  send_up(ulfm, out);
  return result;
}

StepResult MessageMachine::receive(PortIdx port, const FaultMessage& message,
                                   std::vector<OutMessage>& out) {
  require(port < tree_->m(), "message by a port that does not exist");
  const bool from_above = port >= tree_->down_ports(self_.level);
  StepResult result;
  if (message.kind == FaultMessage::Kind::kDlfm) {  // FT-PS-2
    require(from_above, "DLFM from below");
    result = assign(port - tree_->h(), message.level);
    if (result.changed) reevaluate(out);
  } else if (message.level == self_.level) {  // FT-MSG-4
    require(from_above, "ULFM of the own level from below");
    result = record(message, port);
    if (result.changed) reevaluate(out);
  } else if (from_above) {  // FT-MSG-2
    send_down(message, kNoPort, out);
  } else {  // FT-MSG-3
    send_down(message, port, out);
    send_up(message, out);
  }
  return result;
}

StepResult MessageMachine::record(const FaultMessage& ulfm, PortIdx port) {
  const unsigned l = self_.level;
  require(ulfm.c != self_.c && ulfm.c.below(l) == self_.c.below(l),
          "recorded ULFM is not of a switch that differs from level l upward only");
  require(ulfm.k == port, "bit k of an entry is written through another port than k");
  const unsigned j = ulfm.k - tree_->h();
  StepResult result;
  result.write.kind = TableWrite::Kind::kLftInsert;
  result.write.port = static_cast<std::uint8_t>(j);
  result.write.c = ulfm.c;
  const auto inserted = state_.lft.insert(ulfm.c, j);  // FT-LFT-1, FT-LFT-2
  result.changed = inserted == LinkFaultTable::Insert::kMerged ||
                   inserted == LinkFaultTable::Insert::kAllocated;
  return result;
}

StepResult MessageMachine::assign(unsigned j, unsigned level) {
  StepResult result;
  result.write.kind = TableWrite::Kind::kUpPortDlfm;
  result.write.port = static_cast<std::uint8_t>(j);
  result.write.level = static_cast<std::uint8_t>(level);
  if (state_.up[j].own) return result;
  const UpPortState told{true, false, static_cast<std::uint8_t>(level)};
  result.changed = !(state_.up[j] == told);
  state_.up[j] = told;
  return result;
}

void MessageMachine::reevaluate(std::vector<OutMessage>& out) {
  if (self_.level == 0) return;  // no switch below
  // Cases 2 and 3, FT-MSG-5 and FT-MSG-6.
  const auto& entries = state_.lft.entries();
  derived_sent_.resize(entries.size(), false);
  for (std::size_t line = 0; line < entries.size(); ++line) {
    if (derived_sent_[line] || !case_2_or_3_holds(entries[line])) continue;
    derived_sent_[line] = true;
    send_derived(entries[line], out);
  }
  // FT-MSG-7, FT-MSG-8.
  const int reach = highest_reach();
  if (reach == dlfm_sent_ || (bugs_.dlfm_once && dlfm_sent_ >= 0)) return;
  dlfm_sent_ = reach;
  FaultMessage dlfm;
  dlfm.kind = FaultMessage::Kind::kDlfm;
  dlfm.level = static_cast<unsigned>(reach);
  send_down(dlfm, kNoPort, out);
}

bool MessageMachine::case_2_or_3_holds(const LinkFaultEntry& entry) const {
  const int a = static_cast<int>(common_ancestor_level(self_.c, entry.c));
  int max_level = -1;  // of the failed up ports that count
  for (unsigned j = 0; j < tree_->h(); ++j) {
    const UpPortState& ps = state_.up[j];
    const bool bit = ((entry.bits >> j) & 1U) != 0;
    if (!bit && !ps.failed) return false;
    // E1: a port whose bit is 1 does not count; as printed, every failed port does.
    const bool counts = ps.failed && (!bit || rule_ == Rule::kPaper);
    if (counts) max_level = std::max(max_level, static_cast<int>(ps.level));
  }
  const bool case_2 = entry.bits == (std::uint64_t{1} << tree_->h()) - 1U;
  return case_2 || a > max_level;
}

/// max PS.l when all up ports are failed, else -1.
int MessageMachine::highest_reach() const {
  int reach = -1;
  for (const UpPortState& ps : state_.up) {
    if (!ps.failed) return -1;
    reach = std::max(reach, static_cast<int>(ps.level));
  }
  return reach;
}

/// The entry's switch cannot be reached from here: tell the children, as ULFMs of their level.
void MessageMachine::send_derived(const LinkFaultEntry& entry, std::vector<OutMessage>& out) const {
  const unsigned below = self_.level - 1;
  for (unsigned k = 0; k < tree_->h(); ++k) {
    FaultMessage ulfm;
    ulfm.level = below;
    ulfm.c = entry.c.with(below, k);
    ulfm.k = tree_->h() + entry.c[below];
    send_down(ulfm, kNoPort, out);
  }
}

/// By all down ports towards switches, but one.
void MessageMachine::send_down(const FaultMessage& message, PortIdx except,
                               std::vector<OutMessage>& out) const {
  if (self_.level == 0) return;
  for (unsigned k = 0; k < tree_->down_ports(self_.level); ++k) {
    if (k != except) out.push_back({static_cast<PortIdx>(k), encode(message)});
  }
}

void MessageMachine::send_up(const FaultMessage& message, std::vector<OutMessage>& out) const {
  for (unsigned k = tree_->down_ports(self_.level); k < tree_->m(); ++k) {
    out.push_back({static_cast<PortIdx>(k), encode(message)});
  }
}

}  // namespace selvage::golden
