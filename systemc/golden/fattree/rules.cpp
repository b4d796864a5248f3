// SPDX-License-Identifier: Apache-2.0
#include "golden/fattree/rules.hpp"

#include <algorithm>

namespace selvage::golden {

namespace {

using Kind = FaultMessage::Kind;
using Write = TableWrite::Kind;

constexpr PortMask bit(PortIdx port) { return PortMask{1} << port; }

/// A = 1 + max{i >= l : s_i != c_i} of two switches of level l that differ.
unsigned common_ancestor_level(Digits s, Digits c) {
  unsigned i = 6;
  while (i > 0 && s[i - 1] == c[i - 1]) --i;
  return i;
}

TableWrite port_write(Write kind, unsigned port, unsigned level = 0) {
  TableWrite write;
  write.kind = kind;
  write.port = static_cast<std::uint8_t>(port);
  write.level = static_cast<std::uint8_t>(level);
  return write;
}

TableWrite lft_write(const FaultMessage& message, unsigned j) {
  const bool set = message.kind == Kind::kUlfm || message.kind == Kind::kDerf;
  TableWrite write = port_write(set ? Write::kLftInsert : Write::kLftClear, j);
  write.c = message.c;
  write.derived = message.kind == Kind::kDerf || message.kind == Kind::kDerr;
  write.seq = message.seq;
  return write;
}

}  // namespace

UpFailures up_failures(const std::vector<UpPortState>& up, Rule rule, bool not_strict) {
  UpFailures below{};
  std::uint32_t failed = 0;
  unsigned highest = 0;
  for (unsigned j = 0; j < up.size(); ++j) {
    const UpPortState& ps = up[j];
    if (!ps.failed) continue;
    failed |= std::uint32_t{1} << j;
    highest = std::max<unsigned>(highest, ps.level);
    for (unsigned a = not_strict ? ps.level : ps.level + 1U; a < below.size(); ++a) {
      below[a] |= std::uint32_t{1} << j;
    }
  }
  if (rule == Rule::kCorrected) return below;
  for (unsigned a = 0; a < below.size(); ++a) below[a] = a > highest ? failed : 0;
  return below;
}

bool cut_off(std::uint32_t bits, std::uint32_t below, std::uint32_t all, Rule rule) {
  // E1: a port whose bit is 1 does not count. The printed rule asks for no such bit.
  return (bits != 0 || rule == Rule::kPaper) && (bits | below) == all;
}

SwitchRules::SwitchRules(const FatTree& tree, SwitchIdx self, Rule rule, MessageBugs bugs)
    : tree_(&tree),
      self_(tree.name_of(self)),
      rule_(bugs.case3_as_printed ? Rule::kPaper : rule),
      bugs_(bugs) {
  for (unsigned p = 0; p < tree.m(); ++p) {
    const auto port = static_cast<PortIdx>(p);
    if (is_up(port)) {
      up_ |= bit(port);
    } else if (self_.level > 0) {
      down_ |= bit(port);
    }
  }
}

/// A statement about the link at down port k, named by its lower end.
FaultMessage SwitchRules::about(Kind kind, const SwitchState& state, PortIdx k) const {
  const unsigned below = self_.level - 1;
  return {kind, below, self_.c.with(below, k), tree_->h() + self_.c[below], state.seq[k]};
}

void SwitchRules::link_down(SwitchState& state, PortIdx port, Effects& out) const {
  require(port < tree_->m(), "LINK_DOWN of a port that does not exist");
  if (is_up(port)) {  // FT-PS-1
    const unsigned j = port - tree_->h();
    if (state.up[j].own) return;
    state.up[j] = {true, true, static_cast<std::uint8_t>(self_.level)};
    out.writes.push_back(port_write(Write::kUpPortDead, j));
    out.changed = true;
    reevaluate(state, out);
    return;
  }
  require(self_.level > 0, "LINK_DOWN of a node link (FT-TOP-4)");
  if ((state.down_failed & bit(port)) != 0) return;
  state.down_failed |= bit(port);  // FT-PS-3
  state.ever |= bit(port);
  ++state.seq[port];
  state.pending |= bit(port);
  out.writes.push_back(port_write(Write::kDownPortDead, port));
  out.changed = true;
}

void SwitchRules::link_up(SwitchState& state, PortIdx port, Effects& out) const {
  require(port < tree_->m(), "LINK_UP of a port that does not exist");
  const bool silent = bugs_.n1 || bugs_.n2 || bugs_.n3;
  if (is_up(port)) {  // FT-REP-5
    const unsigned j = port - tree_->h();
    if (!state.up[j].own) return;
    out.changed = true;
    if (bugs_.n1) {
      const auto held = static_cast<std::uint8_t>(state.dlfm[j]);
      state.up[j] = state.dlfm[j] < 0 ? UpPortState{} : UpPortState{true, false, held};
    } else {
      state.up[j] = {};
      state.dlfm[j] = -1;
      if (!bugs_.n2) state.lft.drop_derived(j);
    }
    out.writes.push_back(port_write(Write::kUpPortAlive, j));
    out.writes.push_back(port_write(Write::kLftDropDerived, j));
    if (!silent) out.broadcasts.push_back({{Kind::kSyncReq, 0, {}, 0, 0}, bit(port)});
    reevaluate(state, out);
    return;
  }
  require(self_.level > 0, "LINK_UP of a node link (FT-TOP-4)");
  if ((state.down_failed & bit(port)) == 0) return;
  state.down_failed &= ~bit(port);
  ++state.seq[port];
  state.pending |= silent ? bit(port) : state.ever;
  out.writes.push_back(port_write(Write::kDownPortAlive, port));
  out.changed = true;
  if (!silent) out.broadcasts.push_back({about(Kind::kResync, state, port), down_ | up_});
}

void SwitchRules::announce(SwitchState& state, PortIdx port, Effects& out) const {
  state.pending &= ~bit(port);
  const bool dead = (state.down_failed & bit(port)) != 0;
  const PortMask ports = (bugs_.case1_children_only ? down_ : down_ | up_) & ~bit(port);
  out.broadcasts.push_back({about(dead ? Kind::kUlfm : Kind::kUlrm, state, port), ports});
}

void SwitchRules::receive(SwitchState& state, PortIdx port, const FaultMessage& message,
                          Effects& out) const {
  require(((down_ | up_) & bit(port)) != 0, "message by a port that leads to no switch");
  const bool from_above = is_up(port);
  const unsigned j = port - tree_->h();
  switch (message.kind) {
    case Kind::kSyncReq:
      require(!from_above, "SYNCREQ from above");
      sync(state, port, out);
      return;
    case Kind::kResync: resync(state, port, message, out); return;
    case Kind::kUlfm:
    case Kind::kUlrm:
      if (message.level != self_.level) {
        forward(port, message, out);  // FT-MSG-2, FT-MSG-3
        return;
      }
      require(from_above, "ULFM of the own level from below");
      direct(state, j, message, out);  // FT-MSG-4
      break;
    case Kind::kDerf:
    case Kind::kDerr:
      require(from_above && message.level == self_.level, "derived statement not for this switch");
      derived(state, j, message, out);
      break;
    case Kind::kDlfm:
    case Kind::kDlrm:
      require(from_above, "DLFM from below");
      dlfm(state, j, message, out);
      break;
  }
  if (out.changed) reevaluate(state, out);
}

void SwitchRules::forward(PortIdx port, const FaultMessage& message, Effects& out) const {
  PortMask ports = down_;
  if (!is_up(port)) ports = (bugs_.ulfm_not_up ? down_ : down_ | up_) & ~bit(port);
  if (ports != 0) out.broadcasts.push_back({message, ports});
}

void SwitchRules::direct(SwitchState& state, unsigned j, const FaultMessage& message,
                         Effects& out) const {
  const unsigned l = self_.level;
  require(message.c != self_.c && message.c.below(l) == self_.c.below(l),
          "recorded statement is not of a switch that differs from level l upward only");
  require(message.k == j + tree_->h(), "bit k of an entry is written through another port than k");
  const bool dead = message.kind == Kind::kUlfm;
  out.writes.push_back(lft_write(message, j));
  const auto line = state.lft.take(message.c, out.changed);  // FT-LFT-1, FT-REP-4
  if (!line) {
    if (dead) state.lft.count_overflow();  // FT-LFT-2
    return;
  }
  out.changed |= state.lft.state_direct(*line, j, message.seq, dead);  // FT-REP-3
}

void SwitchRules::derived(SwitchState& state, unsigned j, const FaultMessage& message,
                          Effects& out) const {
  require(message.c != self_.c && message.k == j + tree_->h(), "derived statement by another port");
  const bool unusable = message.kind == Kind::kDerf;
  out.writes.push_back(lft_write(message, j));
  const auto line = unusable ? state.lft.take(message.c, out.changed) : state.lft.find(message.c);
  if (!line) {
    if (unusable) state.lft.count_overflow();
    return;
  }
  if (bugs_.n2) {  // one bit, of whoever comes last
    out.changed |= state.lft.set_direct(*line, j, unusable);
    return;
  }
  out.changed |= state.lft.set_derived(*line, j, unusable);
}

void SwitchRules::dlfm(SwitchState& state, unsigned j, const FaultMessage& message,
                       Effects& out) const {
  const bool holds = message.kind == Kind::kDlfm;
  const auto level =
      static_cast<std::uint8_t>(bugs_.ps_without_level ? self_.level : message.level);
  out.writes.push_back(port_write(holds ? Write::kUpPortDlfm : Write::kUpPortDlrm, j, level));
  if (state.up[j].own) return;                                                           // FT-PS-1
  const UpPortState received = holds ? UpPortState{true, false, level} : UpPortState{};  // FT-PS-2
  out.changed = !(state.up[j] == received);
  state.up[j] = received;
  state.dlfm[j] = static_cast<std::int8_t>(holds ? level : -1);
}

/// FT-REP-5: what a child whose link is back has missed.
void SwitchRules::sync(const SwitchState& state, PortIdx port, Effects& out) const {
  const auto& entries = state.lft.entries();
  for (std::size_t w = 0; w < entries.size(); ++w) {
    if (state.lft.causes()[w].advertised) advertise(Kind::kDerf, entries[w].c, bit(port), out);
  }
  if (state.dlfm_advertised < 0) return;
  out.broadcasts.push_back(
      {{Kind::kDlfm, static_cast<unsigned>(state.dlfm_advertised), {}, 0, 0}, bit(port)});
}

/// FT-REP-6.
void SwitchRules::resync(SwitchState& state, PortIdx port, const FaultMessage& message,
                         Effects& out) const {
  forward(port, message, out);
  if (state.resync_seen.remember({message.level, message.c, message.k, message.seq})) {
    state.pending |= state.ever;
  }
}

/// Brings what was advertised to the children in line with the state.
void SwitchRules::reevaluate(SwitchState& state, Effects& out) const {
  if (self_.level == 0) return;  // no switch below
  out.own = out.broadcasts.size();
  // FT-MSG-7, FT-MSG-8, FT-REP-2.
  const int want = reach(state);
  const bool kept =
      (bugs_.dlfm_once && state.dlfm_advertised >= 0 && want >= 0) || (bugs_.n1 && want < 0);
  if (want != state.dlfm_advertised && !kept) {
    state.dlfm_advertised = static_cast<std::int8_t>(want);
    const FaultMessage level{Kind::kDlfm, static_cast<unsigned>(want), {}, 0, 0};
    const FaultMessage none{Kind::kDlrm, 0, {}, 0, 0};
    out.broadcasts.push_back({want >= 0 ? level : none, down_});
  }
  // FT-MSG-5, FT-MSG-6, FT-REP-2.
  const UpFailures below = up_failures(state.up, rule_, bugs_.level_not_strict);
  const auto all = static_cast<std::uint32_t>((std::uint64_t{1} << tree_->h()) - 1U);
  const auto& entries = state.lft.entries();
  for (unsigned w = 0; w < entries.size(); ++w) {
    const unsigned a = common_ancestor_level(self_.c, entries[w].c);
    const bool cond = cut_off(entries[w].bits, below[a], all, rule_);
    const bool advertised = state.lft.causes()[w].advertised;
    if (cond == advertised || (advertised && (rule_ == Rule::kPaper || bugs_.n1))) continue;
    advertise(cond ? Kind::kDerf : Kind::kDerr, entries[w].c, down_, out);
    state.lft.set_advertised(w, cond);
  }
}

/// The entry's switch can (not) be reached from here: statements of the children's level.
void SwitchRules::advertise(Kind kind, Digits c, PortMask ports, Effects& out) const {
  const unsigned below = self_.level - 1;
  for (unsigned kk = 0; kk < tree_->h(); ++kk) {
    out.broadcasts.push_back({{kind, below, c.with(below, kk), tree_->h() + c[below], 0}, ports});
  }
}

/// max PS.l when all up ports are failed, else -1.
int SwitchRules::reach(const SwitchState& state) const {
  int reach = -1;
  for (const UpPortState& ps : state.up) {
    if (!ps.failed) return -1;
    const int level = ps.level;
    reach = reach < 0 ? level : bugs_.dlfm_min ? std::min(reach, level) : std::max(reach, level);
  }
  return reach;
}

}  // namespace selvage::golden
