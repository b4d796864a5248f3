// SPDX-License-Identifier: Apache-2.0
#include "cosim/fattree/compare.hpp"

#include "cosim/fattree/text.hpp"

namespace selvage::cosim {

namespace {

/// Leftmost is the highest up port, as the paper prints f and V.
std::string bit_string(std::uint64_t bits, unsigned width) {
  std::string text;
  for (unsigned i = width; i-- > 0;) text += (bits >> i & 1U) != 0 ? '1' : '0';
  return text;
}

std::string digit_string(golden::Digits d, unsigned count) {
  bool wide = false;
  for (unsigned i = 0; i < count; ++i) wide = wide || d[i] > 9;
  std::string text;
  for (unsigned i = count; i-- > 0;) {
    text += std::to_string(d[i]);
    if (wide && i > 0) text += '.';
  }
  return text;
}

std::string_view requirement_of_v(const golden::FatTree& tree, const DecisionContext& context,
                                  std::uint32_t differing) {
  const std::uint32_t table = context.state->lft.lookup(context.level, context.destination);
  const unsigned l_anc = golden::ancestor_level(context.source, context.destination);
  for (unsigned j = 0; j < tree.h(); ++j) {
    if ((differing >> j & 1U) == 0) continue;
    const golden::UpPortState& ps = context.state->up[j];
    if ((table >> j & 1U) != 0 && !(ps.failed && ps.level < l_anc)) return "FT-RS-3";
    if (ps.failed) return "FT-RS-2";
  }
  return "FT-RS-3";  // a healthy port is missing: only a line can have taken it out
}

std::string entry(golden::Digits c, unsigned digits, std::uint32_t bits, unsigned h) {
  return "LFE<" + digit_string(c, digits) + ", " + bit_string(bits, h) + ">";
}

/// A level, or none (-1).
std::string level_text(int level) { return level < 0 ? "none" : std::to_string(level); }

std::string port_state(bool failed, bool own, int dlfm) {
  if (!failed && !own) return "not failed";
  return (own ? "own link dead, DLFM " : "DLFM ") + level_text(dlfm);
}

std::string yes_no(bool b) { return b ? "yes" : "no"; }

/// The rule by which a message is sent.
std::string_view requirement_of(const golden::FaultMessage& m, bool up) {
  using Kind = golden::FaultMessage::Kind;
  switch (m.kind) {
    case Kind::kUlfm: return up ? "FT-MSG-3" : "FT-MSG-2";
    case Kind::kUlrm: return "FT-REP-3";
    case Kind::kDerf: return "FT-MSG-6";
    case Kind::kDlfm: return "FT-MSG-7";
    case Kind::kDerr:
    case Kind::kDlrm: return "FT-REP-2";
    case Kind::kSyncReq: return "FT-REP-5";
    case Kind::kResync: return "FT-REP-6";
  }
  return "FT-CYC-3";
}

}  // namespace

std::string describe(const golden::FatTree& tree, const golden::FatTreeGrant& grant) {
  if (!grant.up) return "down port " + std::to_string(grant.port);
  if (grant.drop) return "drop";
  return "up port " + std::to_string(grant.port) + ", V=" + bit_string(grant.v, tree.h());
}

Difference explain_grant(const golden::FatTree& tree, const DecisionContext& context,
                         const golden::FatTreeGrant& expected, const golden::FatTreeGrant& actual) {
  const auto way = [](bool up) { return std::string(up ? "up" : "down"); };
  const auto yes = [](bool b) { return std::string(b ? "drop" : "no drop"); };
  if (expected.up != actual.up) {
    return {"FT-RS-1", "direction", way(expected.up), way(actual.up), expected.port};
  }
  if (expected.v != actual.v) {
    return {requirement_of_v(tree, context, expected.v ^ actual.v),
            "V",
            bit_string(expected.v, tree.h()),
            bit_string(actual.v, tree.h()),
            {}};
  }
  if (expected.drop != actual.drop) {
    return {"FT-RS-5", "drop", yes(expected.drop), yes(actual.drop), {}};
  }
  return {expected.up ? "FT-RS-4" : "FT-RS-1", "port", std::to_string(expected.port),
          std::to_string(actual.port), expected.port};
}

bool same_messages(const std::vector<golden::PortMessage>& a,
                   const std::vector<golden::PortMessage>& b) {
  if (a.size() != b.size()) return false;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].port != b[i].port || !(a[i].message == b[i].message)) return false;
  }
  return true;
}

void replace_sent(const std::vector<golden::PortMessage>& sent, StepOutput& out) {
  std::vector<PortedMessage> causes;
  causes.swap(out.sent);
  for (const golden::PortMessage& m : sent) {
    Cause cause;
    for (const PortedMessage& expected : causes) {
      if (expected.port == m.port) cause = expected.cause;
    }
    out.sent.push_back({m.port, golden::encode(m.message), cause});
  }
}

std::optional<Difference> compare_sent(const golden::FatTree& tree,
                                       const std::vector<golden::PortMessage>& expected,
                                       const std::vector<golden::PortMessage>& actual) {
  if (same_messages(expected, actual)) return std::nullopt;
  std::size_t i = 0;
  while (i < expected.size() && i < actual.size() && expected[i].port == actual[i].port &&
         expected[i].message == actual[i].message) {
    ++i;
  }
  // The first that differs, by port: perhaps one of them sends nothing there.
  const bool late =
      i == expected.size() || (i < actual.size() && actual[i].port < expected[i].port);
  const bool early =
      i == actual.size() || (i < expected.size() && expected[i].port < actual[i].port);
  const golden::PortMessage& first = late ? actual[i] : expected[i];
  const bool up = first.port >= tree.h();
  return Difference{requirement_of(first.message, up), "message sent",
                    late ? "none" : describe(tree, expected[i].message),
                    early ? "none" : describe(tree, actual[i].message), first.port};
}

std::optional<Difference> compare_table(const golden::FatTree& tree,
                                        const golden::ControlState& expected,
                                        const ControlVisible& actual,
                                        std::uint64_t actual_overflows) {
  const golden::LinkFaultTable& table = expected.faults.lft;
  const auto& entries = table.entries();
  // Golden executes an operation whole: what it has sent is final in both once all is sent.
  const bool final = expected.unit != golden::ControlState::Unit::kBroadcasting;
  const unsigned h = tree.h();
  const unsigned digits = tree.n() - 1;
  for (unsigned w = 0; w < actual.lines.size(); ++w) {
    const bool valid = (actual.valid >> w & 1U) != 0;
    const bool present = w < entries.size();
    if (!valid && !present) {
      if (w >= entries.size() && actual.valid >> w == 0) break;
      continue;
    }
    const ControlVisible::Line& line = actual.lines[w];
    const std::string name = "line " + std::to_string(w);
    const std::uint32_t bits = line.direct | line.derived;
    if (!valid || !present || !(line.c == entries[w].c) || bits != entries[w].bits) {
      return Difference{w >= table.capacity() ? "FT-LFT-2" : "FT-LFT-1",
                        name,
                        present ? entry(entries[w].c, digits, entries[w].bits, h) : "free",
                        valid ? entry(line.c, digits, bits, h) : "free",
                        {}};
    }
    const golden::LinkFaultCause& cause = table.causes()[w];
    const auto differ = [&](std::string_view id, const char* what, std::uint32_t a,
                            std::uint32_t b) {
      return Difference{id, what + (" of " + name), bit_string(a, h), bit_string(b, h), {}};
    };
    if (cause.direct != line.direct)
      return differ("FT-REP-1", "direct bits", cause.direct, line.direct);
    if (cause.derived != line.derived) {
      return differ("FT-REP-1", "derived bits", cause.derived, line.derived);
    }
    if (cause.known != line.known) return differ("FT-REP-3", "known bits", cause.known, line.known);
    if (final && cause.advertised != line.advertised) {
      return Difference{
          "FT-REP-2", "advertised " + name, yes_no(cause.advertised), yes_no(line.advertised), {}};
    }
    for (unsigned j = 0; j < h; ++j) {
      if ((cause.known >> j & 1U) == 0 || cause.seq[j] == line.seq[j]) continue;
      return Difference{"FT-REP-3",
                        "number " + std::to_string(j) + " of " + name,
                        std::to_string(cause.seq[j]),
                        std::to_string(line.seq[j]),
                        {}};
    }
  }
  if (table.overflows() != actual_overflows) {
    return Difference{"FT-LFT-2",
                      "overflows",
                      std::to_string(table.overflows()),
                      std::to_string(actual_overflows),
                      {}};
  }
  return std::nullopt;
}

std::optional<Difference> compare_links(const golden::FatTree& tree,
                                        const golden::ControlState& expected,
                                        const ControlVisible& actual) {
  using State = golden::ControlState;
  const golden::SwitchState& s = expected.faults;
  const unsigned h = tree.h();
  for (unsigned j = 0; j < h; ++j) {
    const bool own = (actual.own >> j & 1U) != 0;
    const bool dlfm = (actual.dlfm >> j & 1U) != 0;
    const golden::UpPortState& ps = s.up[j];
    // A DLFM from before the own link died shows in PS no more, but is remembered.
    if (own == ps.own && (own || dlfm) == ps.failed && dlfm == (s.dlfm[j] >= 0) &&
        (!dlfm || int{actual.dl[j]} == int{s.dlfm[j]})) {
      continue;
    }
    return Difference{
        ps.own || own ? "FT-PS-1" : "FT-PS-2", "PS", port_state(ps.failed, ps.own, s.dlfm[j]),
        port_state(own || dlfm, own, dlfm ? int(actual.dl[j]) : -1), static_cast<PortIdx>(h + j)};
  }
  const auto flags = [](std::string_view id, const char* what, PortMask a,
                        PortMask b) -> std::optional<Difference> {
    if (a == b) return std::nullopt;
    const auto k = static_cast<unsigned>(__builtin_ctzll(a ^ b));
    return Difference{id, what, std::to_string(a >> k & 1U), std::to_string(b >> k & 1U),
                      static_cast<PortIdx>(k)};
  };
  if (auto d = flags("FT-PS-3", "f", s.down_failed, actual.dead)) return d;
  if (auto d = flags("FT-REP-6", "ever dead", s.ever, actual.ever)) return d;
  for (unsigned k = 0; k < actual.seq.size(); ++k) {
    if (s.seq[k] == actual.seq[k]) continue;
    return Difference{"FT-REP-3", "number", std::to_string(s.seq[k]), std::to_string(actual.seq[k]),
                      static_cast<PortIdx>(k)};
  }
  if (expected.unit != State::Unit::kBroadcasting && s.dlfm_advertised != actual.dlfm_advertised) {
    return Difference{"FT-MSG-7",
                      "DLFM advertised",
                      level_text(s.dlfm_advertised),
                      level_text(actual.dlfm_advertised),
                      {}};
  }
  // An announcement that is under way is pending no more in the RTL.
  const bool announcing =
      expected.unit == State::Unit::kPicked && expected.operation == State::Operation::kAnnounce;
  const PortMask pending = announcing ? s.pending & ~(PortMask{1} << expected.port) : s.pending;
  if (auto d = flags("FT-CYC-4", "pending announcement", pending, actual.announce)) return d;
  if (auto d = flags("FT-CYC-7", "LINK_DOWN that waits", expected.link_down, actual.link_down)) {
    return d;
  }
  return flags("FT-CYC-7", "LINK_UP that waits", expected.link_up, actual.link_up);
}

}  // namespace selvage::cosim
