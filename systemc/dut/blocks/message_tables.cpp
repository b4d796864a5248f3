// SPDX-License-Identifier: Apache-2.0
#include "dut/blocks/message_tables.hpp"

#include <algorithm>

namespace selvage::dut {

namespace {

constexpr unsigned kLines = 6;  ///< few, so that they run out
constexpr PortMask bit(unsigned port) { return PortMask{1} << port; }

}  // namespace

MessageSurroundings::MessageSurroundings(const UnitSizes& sizes)
    : s_(sizes), state_(sizes.h, kLines) {}

void MessageSurroundings::begin(kernel::Stream& stream, UnitIn& in) {
  const PortMask lower = bit(s_.h) - 1;
  in.level = static_cast<unsigned>(stream.below(s_.n));
  const bool root = in.level + 1 == s_.n;
  in.up = root ? 0 : lower << s_.h;
  in.down = in.level == 0 ? 0 : root ? lower | lower << s_.h : lower;
  for (unsigned i = 0; i + 1 < s_.n; ++i) {
    in.coord |= stream.below(s_.h) << (i * s_.dw);
  }
  in.xoff = 2 + static_cast<unsigned>(stream.below(s_.qi - 5));
  in.data.resize(s_.m);
}

golden::Digits MessageSurroundings::name(std::uint64_t key) const {
  golden::Digits digits;
  for (unsigned i = 0; i + 1 < s_.n; ++i) {
    digits.set(i, static_cast<unsigned>(key >> (i * s_.dw) & ((1U << s_.dw) - 1)));
  }
  return digits;
}

/// One that may come by this port; few names, so that lines are met again.
UnitMessage MessageSurroundings::message(kernel::Stream& stream, const UnitIn& in,
                                         unsigned port) const {
  const bool from_above = (in.up & bit(port)) != 0;
  UnitMessage m;
  const auto below = [&stream](unsigned most) { return static_cast<unsigned>(stream.below(most)); };
  constexpr unsigned kFromBelow[] = {UnitMessage::kSyncReq, UnitMessage::kUlfm, UnitMessage::kUlrm,
                                     UnitMessage::kResync};
  m.kind = from_above ? 1 + below(7) : kFromBelow[below(4)];
  if (m.kind == UnitMessage::kSyncReq || m.kind == UnitMessage::kDlrm) return m;
  m.level = below(s_.n);
  if (m.kind == UnitMessage::kDlfm) return m;
  const bool derived = m.kind == UnitMessage::kDerf || m.kind == UnitMessage::kDerr;
  if (derived || (from_above && stream.chance(0.6))) m.level = in.level;
  // From below nothing comes that is about the own level.
  if (!from_above && m.level == in.level) m.level = in.level == 0 ? 1 : in.level - 1;
  for (unsigned i = 0; i + 1 < s_.n; ++i) m.key |= std::uint64_t{below(2)} << (i * s_.dw);
  const bool own_level = m.level == in.level && m.kind != UnitMessage::kResync;
  m.port = own_level ? port - s_.h : below(s_.h);
  if (!derived) m.seq = below(stream.chance(0.7) ? 6 : 256);
  return m;
}

void MessageSurroundings::events(kernel::Stream& stream, const MessageUnit& unit, UnitIn& in) {
  constexpr double kRates[] = {0.0, 0.02, 0.1, 0.5};
  if (stream.chance(0.02)) rate_ = kRates[stream.below(4)];
  in.link_down = in.link_up = in.valid = 0;
  for (unsigned p = 0; p < s_.m; ++p) {
    in.data[p] = 0;
    if (stream.chance(0.05)) in.stop ^= bit(p);
    if (stream.chance(0.01)) (stream.chance(0.5) ? in.link_down : in.link_up) |= bit(p);
    if (((in.up | in.down) & bit(p)) == 0 || !stream.chance(rate_)) continue;
    if (unit.waiting(p) + 1 >= s_.qi) continue;
    in.valid |= bit(p);
    in.data[p] = message(stream, in, p).bits(s_);
  }
}

std::vector<golden::UpPortState> MessageSurroundings::up_ports(const UnitIn& in) const {
  return in.up == 0 ? std::vector<golden::UpPortState>{} : state_.up;
}

bool MessageSurroundings::condition(const UnitIn& in, unsigned line) const {
  const golden::Digits own = name(in.coord);
  const golden::LinkFaultEntry& entry = state_.lft.entries()[line];
  unsigned a = 0;
  for (unsigned i = in.level; i + 1 < s_.n; ++i) {
    if (own[i] != entry.c[i]) a = i + 1;
  }
  const auto all = static_cast<std::uint32_t>(bit(s_.h) - 1);
  return golden::cut_off(entry.bits, a, golden::up_failures(up_ports(in)), all,
                         golden::Rule::kCorrected);
}

std::optional<unsigned> MessageSurroundings::untold(const UnitIn& in) const {
  for (unsigned w = 0; w < state_.lft.entries().size(); ++w) {
    if (condition(in, w) != state_.lft.causes()[w].told) return w;
  }
  return std::nullopt;
}

void MessageSurroundings::answer(const UnitAsks& asks, UnitIn& in) {
  in.own = in.dead = in.want = in.scan_any = in.scan_cond = false;
  in.seq = in.want_level = 0;
  in.scan_key = 0;
  in.announce = state_.pending;
  if (asks.executes) {
    in.own = asks.is_up && state_.up[asks.index].own;
    in.dead = !asks.is_up && (state_.down_failed & bit(asks.port)) != 0;
    in.seq = state_.seq[asks.port];
  }
  line_.reset();
  if (asks.check) {
    const auto up = up_ports(in);
    in.want =
        !up.empty() && std::all_of(up.begin(), up.end(), [](const auto& u) { return u.failed; });
    for (const golden::UpPortState& port : up) {
      if (in.want) in.want_level = std::max<unsigned>(in.want_level, port.level);
    }
    line_ = untold(in);
  } else if (asks.visit) {
    for (unsigned w = 0; w < state_.lft.causes().size() && !line_; ++w) {
      if (state_.lft.causes()[w].told && (visited_ >> w & 1U) == 0) line_ = w;
    }
  }
  if (!line_) return;
  in.scan_any = true;
  in.scan_cond = asks.visit || condition(in, *line_);
  for (unsigned i = 0; i + 1 < s_.n; ++i) {
    in.scan_key |= std::uint64_t{state_.lft.entries()[*line_].c[i]} << (i * s_.dw);
  }
}

void MessageSurroundings::write(const UnitOut& out) {
  if (out.forget) (void)state_.lft.drop_derived(out.asks.index);
  if (!out.statement && !out.derf && !out.derr) return;
  const UnitMessage& m = out.asks.message;
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

void MessageSurroundings::link(const UnitOut& out) {
  const unsigned port = out.asks.port;
  if (out.asks.is_up) {
    golden::UpPortState& up = state_.up[out.asks.index];
    const auto own = static_cast<std::uint8_t>(out.asks.message.level);
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

void MessageSurroundings::take(const UnitIn& in, const UnitOut& out) {
  if (line_ && out.told) state_.lft.set_told(*line_, in.scan_cond);
  if (line_ && out.visited) visited_ |= bit(*line_);
  if (out.visit_start) visited_ = 0;
  write(out);
  if (out.asks.is_up && out.link_down && !state_.up[out.asks.index].own) {
    state_.up[out.asks.index] = {true, true, static_cast<std::uint8_t>(in.level)};
  }
  if (out.link_down || out.link_up || out.dlfm || out.dlrm) link(out);
  if (out.resync) state_.pending |= state_.ever;
  state_.pending &= ~out.announced;
}

}  // namespace selvage::dut
