// SPDX-License-Identifier: Apache-2.0
#include "golden/fattree/cover/control_sampler.hpp"

#include <algorithm>

namespace selvage::golden {

namespace {

using Kind = FaultMessage::Kind;
using Operation = ControlState::Operation;

constexpr unsigned kUlfmRow = 0;
constexpr unsigned kUlrmRow = 1;
constexpr unsigned kDerfRow = 2;
constexpr unsigned kDerrRow = 3;

/// Rows of the phase cross.
enum PhaseKind : std::uint8_t {
  kDownPhase,
  kUpPhase,
  kAnnouncePhase,
  kUlfmPhase,
  kUlrmPhase,
  kDerfPhase,
  kDerrPhase,
  kDlfmPhase,
  kDlrmPhase,
  kSyncPhase,
  kResyncPhase
};

constexpr PortMask bit(PortIdx port) { return PortMask{1} << port; }
bool several(PortMask ports) { return (ports & (ports - 1)) != 0; }

/// The line of key c, if there is one.
std::optional<std::size_t> line_of(const LinkFaultTable& table, Digits c) {
  const auto& lines = table.entries();
  const auto at = std::find_if(lines.begin(), lines.end(),
                               [c](const LinkFaultEntry& line) { return line.c == c; });
  if (at == lines.end()) return std::nullopt;
  return static_cast<std::size_t>(at - lines.begin());
}

/// What a statement without a line finds.
TableCase case_of_miss(const LinkFaultTable& table, unsigned kind) {
  if (kind == kDerrRow) return TableCase::kMiss;
  if (table.entries().size() < table.capacity()) return TableCase::kNew;
  for (unsigned w = 0; w < table.entries().size(); ++w) {
    if (table.is_free(w)) return TableCase::kTaken;
  }
  return TableCase::kFull;
}

}  // namespace

ControlSampler::ControlSampler(const ControlCover& cover, cover::Counts& counts, SwitchIdx self,
                               const ControlPlane& plane)
    : cover_(&cover),
      counts_(&counts),
      plane_(&plane),
      self_(self),
      tier_(static_cast<unsigned>(tier_of(plane.rules().self().level, cover.levels()))) {}

bool ControlSampler::is_up(const ControlState& state) const {
  return plane_->rules().is_up(state.port);
}

void ControlSampler::before(const ControlState& state) {
  was_.unit = state.unit;
  was_.link_up = state.link_up;
  was_.in_waiting = state.in_waiting;
  was_.out_waiting = state.out_waiting;
  was_.out_full = state.out_full;
  was_.pending = state.faults.pending;
  was_.emptied = state.totals.emptied_in + state.totals.emptied_out;
  was_.next = state.next;
  if (state.unit == Unit::kPicked) look_at_operation(state);
}

void ControlSampler::look_at_operation(const ControlState& state) {
  was_.advertised = state.faults.dlfm_advertised;
  was_.resync_seen = state.faults.resync_seen;
  was_.statement = statement_of(state);
  if (!is_up(state)) return;
  const unsigned j = state.port - plane_->rules().tree().h();
  was_.up = state.faults.up[j];
  was_.dlfm = state.faults.dlfm[j];
  const auto& causes = state.faults.lft.causes();
  was_.derived = std::any_of(causes.begin(), causes.end(),
                             [j](const LinkFaultCause& c) { return (c.derived >> j & 1U) != 0; });
}

std::optional<ControlSampler::Statement> ControlSampler::statement_of(
    const ControlState& state) const {
  if (!plane_->is_statement(state)) return std::nullopt;
  const FaultMessage& m = state.message;
  const bool direct = m.kind == Kind::kUlfm || m.kind == Kind::kUlrm;
  const bool sets = m.kind == Kind::kUlfm || m.kind == Kind::kDerf;
  Statement s;
  s.kind = direct ? (sets ? kUlfmRow : kUlrmRow) : (sets ? kDerfRow : kDerrRow);
  s.j = state.port - plane_->rules().tree().h();
  const LinkFaultTable& table = state.faults.lft;
  const auto line = line_of(table, m.c);
  if (!line) {
    s.found = case_of_miss(table, s.kind);
    return s;
  }
  const LinkFaultCause& cause = table.causes()[*line];
  const std::uint32_t mask = std::uint32_t{1} << s.j;
  s.had_bits = table.entries()[*line].bits != 0;
  s.both_causes = (cause.direct & cause.derived & mask) != 0;
  const bool known = direct && (cause.known & mask) != 0;
  const std::uint8_t held = cause.seq[s.j];
  const auto ahead = static_cast<std::uint8_t>(m.seq - held);
  if (known && ahead == 0) {
    s.found = TableCase::kRepeat;
  } else if (known && ahead > 127) {
    s.found = TableCase::kOlder;
  } else {
    s.wraps = known && m.seq < held;
    const bool is_set = ((direct ? cause.direct : cause.derived) & mask) != 0;
    s.found = is_set == sets ? TableCase::kSame : sets ? TableCase::kSet : TableCase::kCleared;
  }
  return s;
}

void ControlSampler::after(const ControlState& state, const ControlInput& in) {
  if (was_.unit == Unit::kPicked && state.unit != Unit::kPicked) executed(state);
  if (was_.unit == Unit::kIdle && state.unit == Unit::kPicked) picked(state);
  queues(state, in);
}

void ControlSampler::meet_op(CoverOp op, unsigned phase_kind) {
  counts_->meet(cover_->op[static_cast<unsigned>(op)] + tier_, self_);
  counts_->meet(cover_->phase[phase_kind][static_cast<unsigned>(counts_->phase())], self_);
}

void ControlSampler::executed(const ControlState& state) {
  switch (state.operation) {
    case Operation::kLinkDown:
      meet_op(is_up(state) ? CoverOp::kLinkDownUp : CoverOp::kLinkDownDown, kDownPhase);
      executed_link_event(state);
      break;
    case Operation::kLinkUp:
      meet_op(is_up(state) ? CoverOp::kLinkUpUp : CoverOp::kLinkUpDown, kUpPhase);
      executed_link_event(state);
      break;
    case Operation::kAnnounce: {
      const bool dead = (state.faults.down_failed & bit(state.port)) != 0;
      meet_op(dead ? CoverOp::kAnnounceDead : CoverOp::kAnnounceAlive, kAnnouncePhase);
      break;
    }
    case Operation::kReceive: executed_message(state); break;
  }
  if (was_.statement) executed_statement(state);
  advertised(state);
  check(state);
}

void ControlSampler::executed_message(const ControlState& state) {
  const bool above = is_up(state);
  const bool own = state.message.level == plane_->rules().self().level;
  const auto flooded = [&](CoverOp from_above, CoverOp from_below, CoverOp recorded) {
    return own ? recorded : above ? from_above : from_below;
  };
  switch (state.message.kind) {
    case Kind::kUlfm:
      meet_op(flooded(CoverOp::kUlfmAbove, CoverOp::kUlfmBelow, CoverOp::kUlfmOwn), kUlfmPhase);
      break;
    case Kind::kUlrm:
      meet_op(flooded(CoverOp::kUlrmAbove, CoverOp::kUlrmBelow, CoverOp::kUlrmOwn), kUlrmPhase);
      break;
    case Kind::kDerf: meet_op(CoverOp::kDerf, kDerfPhase); break;
    case Kind::kDerr: meet_op(CoverOp::kDerr, kDerrPhase); break;
    case Kind::kDlfm:
      meet_op(CoverOp::kDlfm, kDlfmPhase);
      executed_dlfm(state);
      break;
    case Kind::kDlrm: meet_op(CoverOp::kDlrm, kDlrmPhase); break;
    case Kind::kSyncReq: {
      meet_op(CoverOp::kSyncReq, kSyncPhase);
      const bool level = state.faults.dlfm_advertised >= 0;
      const bool lines = state.effects.broadcasts.size() > (level ? 1U : 0U);
      meet(level ? (lines ? ControlCase::kSyncBoth : ControlCase::kSyncLevel)
                 : (lines ? ControlCase::kSyncLines : ControlCase::kSyncNothing));
      break;
    }
    case Kind::kResync: {
      meet_op(above ? CoverOp::kResyncAbove : CoverOp::kResyncBelow, kResyncPhase);
      const FaultMessage& m = state.message;
      const bool first = was_.resync_seen.remember({m.level, m.c, m.k, m.seq});
      meet(first ? ControlCase::kResyncFirst : ControlCase::kResyncAgain);
      break;
    }
  }
}

void ControlSampler::executed_statement(const ControlState& state) {
  const Statement& s = *was_.statement;
  const auto found = static_cast<unsigned>(s.found);
  counts_->meet(cover_->table[s.kind][found], self_);
  const auto phase = static_cast<unsigned>(counts_->phase());
  if (phase != 0) counts_->meet(cover_->table_while[s.kind][found][phase] + tier_, self_);
  if (s.wraps) meet(ControlCase::kSeqWraps);
  const LinkFaultTable& table = state.faults.lft;
  const auto line = line_of(table, state.message.c);
  if (!line) return;
  if (s.had_bits && table.is_free(static_cast<unsigned>(*line))) meet(ControlCase::kLineFreed);
  const LinkFaultCause& cause = table.causes()[*line];
  const bool both = (cause.direct & cause.derived) >> s.j & 1U;
  if (both && !s.both_causes) meet(ControlCase::kBothCauses);
  if (!both && s.both_causes) meet(ControlCase::kOneCauseLeft);
}

void ControlSampler::executed_dlfm(const ControlState& state) {
  if (was_.up.own) return meet(ControlCase::kDlfmIgnored);
  if (!was_.up.failed) return meet(ControlCase::kDlfmHealthy);
  meet(was_.up.level == state.message.level ? ControlCase::kDlfmSame : ControlCase::kDlfmReplaces);
}

void ControlSampler::executed_link_event(const ControlState& state) {
  if (!is_up(state)) return;
  const bool has_dlfm = was_.dlfm >= 0;
  if (state.operation == Operation::kLinkDown) {
    if (has_dlfm && !was_.up.own) meet(ControlCase::kDeadOverDlfm);
    return;
  }
  if (!was_.up.own) return;
  if (has_dlfm) meet(ControlCase::kBackDropsDlfm);
  if (was_.derived) meet(ControlCase::kBackDropsDerived);
}

/// What re-evaluation adds to the operation's own broadcasts.
void ControlSampler::advertised(const ControlState& state) {
  const auto& all = state.effects.broadcasts;
  if (state.operation == Operation::kAnnounce) return;
  if (state.operation == Operation::kReceive && state.message.kind == Kind::kSyncReq) return;
  const auto h = plane_->rules().tree().h();
  const auto every = static_cast<std::uint32_t>((std::uint64_t{1} << h) - 1U);
  for (std::size_t i = state.effects.own; i < all.size(); ++i) {
    const FaultMessage& m = all[i].message;
    const bool first_of_line = i == state.effects.own || all[i - 1].message.kind != m.kind ||
                               all[i - 1].message.c.from(plane_->rules().self().level) !=
                                   m.c.from(plane_->rules().self().level);
    if (m.kind == Kind::kDlrm) meet(ControlCase::kDlrmSent);
    if (m.kind == Kind::kDlfm) {
      meet(was_.advertised < 0 ? ControlCase::kDlfmFirst : ControlCase::kDlfmOther);
    }
    if (m.kind == Kind::kDerr && first_of_line) meet(ControlCase::kDerrSent);
    if (m.kind != Kind::kDerf || !first_of_line) continue;
    const auto& lines = state.faults.lft.entries();
    const unsigned level = plane_->rules().self().level;
    const auto line = std::find_if(lines.begin(), lines.end(), [&](const LinkFaultEntry& e) {
      return e.c.from(level) == m.c.from(level) && e.c.below(level - 1) == m.c.below(level - 1) &&
             h + e.c[level - 1] == m.k;
    });
    if (line == lines.end()) continue;
    meet(line->bits == every ? ControlCase::kDerfByBits : ControlCase::kDerfByState);
  }
}

void ControlSampler::picked(const ControlState& state) {
  const bool message = state.operation == Operation::kReceive;
  const PortMask up = plane_->rules().up_mask();
  if (!message) {
    const bool event = state.operation != Operation::kAnnounce;
    if (event && was_.in_waiting != 0) meet(ControlCase::kEventFirst);
    return;
  }
  const bool above = is_up(state);
  if (above && (was_.in_waiting & ~up) != 0) meet(ControlCase::kAboveFirst);
  if (several(was_.in_waiting & (above ? up : ~up))) meet(ControlCase::kTurns);
  if (was_.pending != 0) meet(ControlCase::kAnnouncementWaits);
}

void ControlSampler::queues(const ControlState& state, const ControlInput& in) {
  if (state.in_high != 0) meet(ControlCase::kStopAsked);
  if ((was_.out_waiting & in.stop) != 0) meet(ControlCase::kOutputStopped);
  if (state.out_full != 0) meet(ControlCase::kOutputFull);
  const auto& broadcasts = state.effects.broadcasts;
  if (was_.unit == Unit::kBroadcasting && was_.next == state.next &&
      state.next < broadcasts.size() && (broadcasts[state.next].ports & was_.out_full) != 0) {
    meet(ControlCase::kBroadcastWaits);
  }
  if (in.link_down == 0) return;
  if (state.totals.emptied_in + state.totals.emptied_out != was_.emptied) {
    meet(ControlCase::kDownEmpties);
  }
  PortMask waited = was_.link_up & in.link_down;
  const bool picked_up = was_.unit == Unit::kIdle && state.unit == Unit::kPicked &&
                         state.operation == Operation::kLinkUp;
  if (picked_up) waited &= ~bit(state.port);
  if (waited != 0) meet(ControlCase::kDownTakesUp);
}

void ControlSampler::check(const ControlState& state) {
  const unsigned level = plane_->rules().self().level;
  for (const UpPortState& ps : state.faults.up) {
    if (ps.failed && !ps.own && ps.level <= level) counts_->meet(cover_->dlfm_too_low, self_);
  }
  const auto& lines = state.faults.lft.entries();
  for (std::size_t w = 1; w < lines.size(); ++w) {
    const auto same = [&](const LinkFaultEntry& e) { return e.c == lines[w].c; };
    if (std::any_of(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(w), same)) {
      counts_->meet(cover_->two_lines, self_);
    }
  }
}

}  // namespace selvage::golden
