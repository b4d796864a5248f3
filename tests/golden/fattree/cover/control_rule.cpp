// SPDX-License-Identifier: Apache-2.0
#include "control_rule.hpp"

#include <algorithm>

namespace selvage::golden::test {

namespace {

using Kind = FaultMessage::Kind;
using Operation = ControlState::Operation;
using Unit = ControlState::Unit;

std::size_t find_line(const LinkFaultTable& table, Digits key) {
  std::size_t at = 0;
  while (at < table.entries().size() && table.entries()[at].c != key) ++at;
  return at;
}

/// A bit's two causes in one line; both 0 where there is no such line.
struct Causes {
  bool direct = false;
  bool derived = false;
  Causes(const LinkFaultTable& table, Digits key, unsigned j) {
    const std::size_t at = find_line(table, key);
    if (at == table.entries().size()) return;
    direct = (table.causes()[at].direct >> j & 1U) == 1;
    derived = (table.causes()[at].derived >> j & 1U) == 1;
  }
  [[nodiscard]] bool both() const { return direct && derived; }
};

}  // namespace

void ControlRule::step(const ControlState& was, const ControlInput& in, const ControlState& is,
                       cover::Phase phase, Met& met) {
  const Step s{was, in, is, met};
  queues(s);
  if (was.unit == Unit::kIdle && is.unit == Unit::kPicked) picks(s);
  if (is.totals.operations == was.totals.operations) return;
  static const char* const kTiers[] = {"leaf", "middle", "root"};
  const unsigned tier = self_.level == 0 ? 0 : tree_->is_root(self_.level) ? 2 : 1;
  const std::string name = operation(s);
  s.meet("op." + name + "." + kTiers[tier]);
  std::string kind = name.substr(0, name.find('.'));
  if (kind == "link_down") kind = "LINK_DOWN";
  if (kind == "link_up") kind = "LINK_UP";
  if (kind == "announce") kind = "announcement";
  s.meet(std::string("while.") + cover::to_string(phase) + "." + kind);
  statement(s, cover::to_string(phase));
  link_state(s);
  answers(s);
  advertises(s);
}

std::string ControlRule::operation(const Step& s) const {
  const bool up = leads_up(s.is.port);
  switch (s.is.operation) {
    case Operation::kLinkDown: return up ? "link_down.up_port" : "link_down.down_port";
    case Operation::kLinkUp: return up ? "link_up.up_port" : "link_up.down_port";
    case Operation::kAnnounce:
      return (s.was.faults.down_failed >> s.is.port & 1U) == 1 ? "announce.dead" : "announce.alive";
    case Operation::kReceive: break;
  }
  std::string kind(to_string(s.is.message.kind));
  if (kind == "ULFM" || kind == "ULRM") {
    if (s.is.message.level == self_.level) return kind + ".own_level";
    return kind + (up ? ".from_above" : ".from_below");
  }
  if (kind == "RESYNC") return kind + (up ? ".from_above" : ".from_below");
  return kind;
}

/// What a statement of the own level finds in the table, and what it makes of it.
void ControlRule::statement(const Step& s, const std::string& phase) const {
  if (s.is.operation != Operation::kReceive) return;
  const FaultMessage& m = s.is.message;
  const bool direct = m.kind == Kind::kUlfm || m.kind == Kind::kUlrm;
  const bool derived = m.kind == Kind::kDerf || m.kind == Kind::kDerr;
  if (!derived && !(direct && m.level == self_.level)) return;
  const std::string kind(to_string(m.kind));
  const auto finds = [&](const char* what) {
    s.meet("table." + kind + "." + what);
    if (phase == "quiet") return;  // which is forbidden, and counted as while.quiet
    s.meet("table_while." + phase + "." + kind + "." + what +
           (self_.level == 0 ? ".leaf" : ".middle"));
  };
  const LinkFaultTable& table = s.was.faults.lft;
  const std::size_t size = table.entries().size();
  const std::size_t line = find_line(table, m.c);
  if (line == size) {
    bool free = false;
    for (unsigned w = 0; w < size; ++w) {
      free |= table.entries()[w].bits == 0 && !table.causes()[w].advertised;
    }
    if (m.kind == Kind::kDerr) finds("no_line");
    else if (size < table.capacity()) finds("new_line");
    else finds(free ? "takes_free_line" : "table_full");
    return;
  }
  const unsigned j = m.k - tree_->h();
  const LinkFaultCause& cause = table.causes()[line];
  const bool known = direct && (cause.known >> j & 1U) == 1;
  const unsigned ahead = (256U + m.seq - cause.seq[j]) % 256U;
  if (known && ahead == 0) return finds("repeated");
  if (known && ahead >= 128) return finds("older");
  if (known && m.seq < cause.seq[j]) s.meet("table.number_wraps");
  const Causes before(s.was.faults.lft, m.c, j);
  const Causes after(s.is.faults.lft, m.c, j);
  if (before.direct == after.direct && before.derived == after.derived) {
    finds("changes_nothing");
  } else {
    finds(m.kind == Kind::kUlfm || m.kind == Kind::kDerf ? "merges" : "clears");
  }
  if (!before.both() && after.both()) s.meet("table.both_causes");
  if (before.both() && !after.both()) s.meet("table.one_cause_left");
  lines(s, line);
}

void ControlRule::lines(const Step& s, std::size_t line) const {
  const bool had = s.was.faults.lft.entries()[line].bits != 0;
  const bool has = s.is.faults.lft.entries()[line].bits != 0;
  if (had && !has && !s.is.faults.lft.causes()[line].advertised) s.meet("table.line_freed");
}

/// What DLFMs and own links find at an up port.
void ControlRule::link_state(const Step& s) const {
  if (!leads_up(s.is.port)) return;
  const unsigned j = s.is.port - tree_->h();
  const UpPortState& port = s.was.faults.up[j];
  const bool told = s.was.faults.dlfm[j] != -1;
  if (s.is.operation == Operation::kLinkDown && told && !port.own) s.meet("state.dead_after_DLFM");
  if (s.is.operation == Operation::kLinkUp && port.own) {
    if (told) s.meet("state.back_after_DLFM");
    for (const LinkFaultCause& cause : s.was.faults.lft.causes()) {
      if ((cause.derived >> j & 1U) == 0) continue;
      s.meet("state.back_drops_derived");
      break;
    }
  }
  if (s.is.operation != Operation::kReceive || s.is.message.kind != Kind::kDlfm) return;
  if (port.own) s.meet("state.DLFM.ignored");
  else if (!told) s.meet("state.DLFM.of_healthy_port");
  else if (s.was.faults.dlfm[j] == static_cast<int>(s.is.message.level)) s.meet("state.DLFM.same");
  else s.meet("state.DLFM.replaces");
}

void ControlRule::answers(const Step& s) {
  if (s.is.operation != Operation::kReceive) return;
  const FaultMessage& m = s.is.message;
  if (m.kind == Kind::kSyncReq) {
    const auto& causes = s.was.faults.lft.causes();
    const bool lines = std::any_of(causes.begin(), causes.end(),
                                   [](const LinkFaultCause& c) { return c.advertised; });
    const bool level = s.was.faults.dlfm_advertised != -1;
    if (lines && level) s.meet("sync.both");
    if (lines && !level) s.meet("sync.lines");
    if (!lines && level) s.meet("sync.level");
    if (!lines && !level) s.meet("sync.nothing");
  }
  if (m.kind == Kind::kResync) {
    if (std::find(resyncs_.begin(), resyncs_.end(), m) != resyncs_.end()) {
      s.meet("resync.again");
    } else {
      s.meet("resync.first");
      resyncs_.push_back(m);
      if (resyncs_.size() > 4) resyncs_.pop_front();
    }
  }
}

/// What the children are told from now on, or no more.
void ControlRule::advertises(const Step& s) const {
  const LinkFaultTable& before = s.was.faults.lft;
  const LinkFaultTable& after = s.is.faults.lft;
  for (std::size_t w = 0; w < after.entries().size(); ++w) {
    const bool told = w < before.entries().size() && before.causes()[w].advertised;
    if (told && !after.causes()[w].advertised) s.meet("advertise.DERR");
    if (told || !after.causes()[w].advertised) continue;
    bool all = true;
    for (unsigned j = 0; j < tree_->h(); ++j) all &= (after.entries()[w].bits >> j & 1U) == 1;
    s.meet(all ? "advertise.DERF.all_bits" : "advertise.DERF.bits_and_states");
  }
  const int was = s.was.faults.dlfm_advertised;
  const int is = s.is.faults.dlfm_advertised;
  if (was != -1 && is == -1) s.meet("advertise.DLRM");
  if (was == -1 && is != -1) s.meet("advertise.DLFM.first");
  if (was != -1 && is != -1 && was != is) s.meet("advertise.DLFM.other_level");
}

void ControlRule::picks(const Step& s) const {
  unsigned above = 0;
  unsigned below = 0;
  for (unsigned p = 0; p < tree_->m(); ++p) {
    if (!s.was.in[p].empty()) ++(leads_up(p) ? above : below);
  }
  switch (s.is.operation) {
    case Operation::kLinkDown:
    case Operation::kLinkUp:
      if (above + below > 0) s.meet("queue.event_first");
      break;
    case Operation::kReceive:
      if (leads_up(s.is.port) && below > 0) s.meet("queue.above_first");
      if ((leads_up(s.is.port) ? above : below) > 1) s.meet("queue.turns");
      if (s.was.faults.pending != 0) s.meet("queue.announcement_waits");
      break;
    case Operation::kAnnounce: break;
  }
}

void ControlRule::queues(const Step& s) const {
  const ControlTiming& t = plane_->timing();
  bool asks = false, full = false, stopped = false, no_room = false, taken = false;
  const auto& waiting = s.was.effects.broadcasts;
  const bool stands = s.was.unit == Unit::kBroadcasting && s.is.unit == Unit::kBroadcasting &&
                      s.was.next == s.is.next && s.was.next < waiting.size();
  const bool picks_up = s.was.unit == Unit::kIdle && s.is.unit == Unit::kPicked &&
                        s.is.operation == Operation::kLinkUp;
  for (unsigned p = 0; p < tree_->m(); ++p) {
    const auto has = [p](PortMask ports) { return (ports >> p & 1U) == 1; };
    asks |= s.is.in[p].size() > t.input_depth - 2 * t.latency - 2;
    full |= s.is.out[p].size() == t.output_depth;
    stopped |= has(s.in.stop) && !s.was.out[p].empty();
    no_room |= stands && has(waiting[s.was.next].ports) && s.was.out[p].size() == t.output_depth;
    taken |= has(s.was.link_up) && has(s.in.link_down) && !(picks_up && s.is.port == p);
  }
  if (asks) s.meet("queue.stop_asked");
  if (full) s.meet("queue.output_full");
  if (stopped) s.meet("queue.output_stopped");
  if (no_room) s.meet("queue.broadcast_waits");
  if (taken) s.meet("queue.link_down_takes_link_up");
  const auto emptied = [](const ControlState& c) {
    return c.totals.emptied_in + c.totals.emptied_out;
  };
  if (s.in.link_down != 0 && emptied(s.is) > emptied(s.was)) s.meet("queue.link_down_empties");
}

}  // namespace selvage::golden::test
