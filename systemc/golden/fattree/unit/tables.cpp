// SPDX-License-Identifier: Apache-2.0
#include "golden/fattree/unit/tables.hpp"

#include <algorithm>

namespace selvage::golden {

namespace {

constexpr PortMask bit(unsigned port) { return PortMask{1} << port; }

}  // namespace

UnitTables::UnitTables(const UnitSizes& sizes, unsigned lines, Rule rule)
    : s_(sizes), rule_(rule), state_(sizes.h, lines) {}

Digits UnitTables::name(std::uint64_t key) const {
  Digits digits;
  for (unsigned i = 0; i + 1 < s_.n; ++i) {
    digits.set(i, static_cast<unsigned>(key >> (i * s_.dw) & ((1U << s_.dw) - 1)));
  }
  return digits;
}

std::vector<UpPortState> UnitTables::up_ports(const UnitIn& in) const {
  return in.up == 0 ? std::vector<UpPortState>{} : state_.up;
}

bool UnitTables::condition(const UnitIn& in, unsigned line) const {
  const Digits own = name(in.coord);
  const LinkFaultEntry& entry = state_.lft.entries()[line];
  unsigned a = 0;
  for (unsigned i = in.level; i + 1 < s_.n; ++i) {
    if (own[i] != entry.c[i]) a = i + 1;
  }
  const auto all = static_cast<std::uint32_t>(bit(s_.h) - 1);
  return cut_off(entry.bits, up_failures(up_ports(in), rule_)[a], all, rule_);
}

/// What is marked and chosen, of the lines as they are before this clock's end.
void UnitTables::scan(const UnitIn& in, const UnitOut& out) {
  const auto lines = static_cast<unsigned>(state_.lft.entries().size());
  if (chosen_ && out.advertised) {
    state_.lft.set_advertised(*chosen_, !state_.lft.causes()[*chosen_].advertised);
  }
  if (out.requests.check || out.visit) marked_ = 0;
  for (unsigned w = 0; w < lines && (out.requests.check || out.visit); ++w) {
    const bool advertised = state_.lft.causes()[w].advertised;
    // Under the printed rule nothing is taken back.
    const bool differs = advertised ? rule_ != Rule::kPaper && !condition(in, w) : condition(in, w);
    if (out.visit ? advertised : differs) marked_ |= bit(w);
  }
  if (!out.next) return;
  chosen_.reset();
  if (marked_ != 0) chosen_ = static_cast<unsigned>(__builtin_ctzll(marked_));
  marked_ &= marked_ - 1;
}

void UnitTables::answer(const UnitRequests& requests, UnitIn& in) {
  in.own = in.dead = in.want = in.scan_cond = false;
  in.seq = in.want_level = 0;
  in.scan_key = 0;
  in.scan_more = marked_ != 0;
  in.announce = state_.pending;
  if (requests.executes) {
    in.own = requests.is_up && state_.up[requests.index].own;
    in.dead = !requests.is_up && (state_.down_failed & bit(requests.port)) != 0;
    in.seq = state_.seq[requests.port];
  }
  if (requests.check) {
    const auto up = up_ports(in);
    in.want =
        !up.empty() && std::all_of(up.begin(), up.end(), [](const auto& u) { return u.failed; });
    for (const UpPortState& port : up) {
      if (in.want) in.want_level = std::max<unsigned>(in.want_level, port.level);
    }
  }
  if (!chosen_) return;
  in.scan_cond = !state_.lft.causes()[*chosen_].advertised;
  for (unsigned i = 0; i + 1 < s_.n; ++i) {
    in.scan_key |= std::uint64_t{state_.lft.entries()[*chosen_].c[i]} << (i * s_.dw);
  }
}

void UnitTables::write(const UnitOut& out) {
  if (out.forget) (void)state_.lft.drop_derived(out.requests.index);
  if (!out.statement && !out.derf && !out.derr) return;
  const UnitMessage& m = out.requests.message;
  bool taken = false;
  const auto line = out.derr ? state_.lft.find(name(m.key)) : state_.lft.take(name(m.key), taken);
  if (!line) return;
  if (out.statement) {
    (void)state_.lft.state_direct(*line, m.port, static_cast<std::uint8_t>(m.seq),
                                  m.kind == UnitMessage::kUlfm);
  } else {
    (void)state_.lft.set_derived(*line, m.port, out.derf);
  }
}

void UnitTables::link(const UnitOut& out) {
  const unsigned port = out.requests.port;
  if (out.requests.is_up) {
    UpPortState& up = state_.up[out.requests.index];
    const auto own = static_cast<std::uint8_t>(out.requests.message.level);
    if (out.link_up && up.own) up = {};
    if (!up.own && out.dlfm) up = {true, false, own};
    if (!up.own && out.dlrm) up = {};
    return;
  }
  const bool dead = (state_.down_failed & bit(port)) != 0;
  if ((out.link_down && !dead) || (out.link_up && dead)) {
    state_.down_failed ^= bit(port);
    state_.ever |= bit(port);
    ++state_.seq[port];
    state_.pending |= out.link_up ? state_.ever : bit(port);
  }
}

void UnitTables::take(const UnitIn& in, const UnitOut& out) {
  scan(in, out);
  write(out);
  if (out.requests.is_up && out.link_down && !state_.up[out.requests.index].own) {
    state_.up[out.requests.index] = {true, true, static_cast<std::uint8_t>(in.level)};
  }
  if (out.link_down || out.link_up || out.dlfm || out.dlrm) link(out);
  if (out.resync) state_.pending |= state_.ever;
  state_.pending &= ~out.announced;
}

}  // namespace selvage::golden
