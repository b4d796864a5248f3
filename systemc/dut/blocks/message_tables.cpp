// SPDX-License-Identifier: Apache-2.0
#include "dut/blocks/message_tables.hpp"

namespace selvage::dut {

namespace {

constexpr unsigned kLines = 6;  ///< few, so that they run out
constexpr PortMask bit(unsigned port) { return PortMask{1} << port; }

}  // namespace

MessageSurroundings::MessageSurroundings(const UnitSizes& sizes)
    : s_(sizes), tables_(sizes, kLines, golden::Rule::kCorrected) {}

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

}  // namespace selvage::dut
