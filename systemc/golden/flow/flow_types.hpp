// SPDX-License-Identifier: Apache-2.0
/// \file
/// Names shared by the flow-channel blocks (docs/reference/flow-blocks.md, "Common rules").
#pragma once

#include <array>
#include <cstdint>

#include "golden/types.hpp"

namespace selvage::golden {

/// Row of a flow table: the flow id of one link direction.
using FlowId = std::uint16_t;
/// A count of units of 256 bytes along a flow, modulo 2^POS_W; also the difference of two.
using Position = std::uint32_t;

/// Widths a build fixes.
struct FlowSizes {
  unsigned ports = 8;
  unsigned flow_id_w = 6;
  unsigned pos_w = 8;
  [[nodiscard]] unsigned rows() const { return 1U << flow_id_w; }
  [[nodiscard]] Position mask() const { return (Position{1} << pos_w) - 1; }
  /// `a` reduced to a position; wrap(a - b) is the extent from b to a (FLOW-A-4).
  [[nodiscard]] Position wrap(Position a) const { return a & mask(); }
};
inline constexpr FlowSizes kSmallFlowSizes{8, 6, 8};
inline constexpr FlowSizes kLargeFlowSizes{64, 11, 11};

/// The content of an ACK (FLOW-A-3).
enum class AckType : std::uint8_t {
  kNormal,
  kEpNew,
  kEpCont,
  kEpSevere,
  kRedirect,
  kLoss,
  kCredit,
  kCreditOff
};
inline constexpr std::array<const char*, 8> kAckTypeNames{
    "NORMAL", "EP_NEW", "EP_CONT", "EP_SEVERE", "REDIRECT", "LOSS", "CREDIT", "CREDIT_OFF"};
/// Does an ACK of this type advance ack_flow?
[[nodiscard]] constexpr bool moves(AckType type) { return type <= AckType::kEpSevere; }

/// One ACK of a link, 25 bits on the wire (FLOW-A-2).
struct Ack {
  FlowId id = 0;
  AckType type = AckType::kNormal;
  Position pos = 0;
};
inline constexpr unsigned kAckBits = 25;

[[nodiscard]] constexpr std::uint32_t encode(const Ack& ack) {
  return (ack.id & 0x7ffU) | (ack.pos & 0x7ffU) << 11 | static_cast<std::uint32_t>(ack.type) << 22;
}
[[nodiscard]] constexpr Ack decode_ack(std::uint32_t word) {
  return {static_cast<FlowId>(word & 0x7ffU), static_cast<AckType>(word >> 22 & 7U),
          word >> 11 & 0x7ffU};
}
/// The crossbar's word: 25 bits and, as bit 25, their XOR.
[[nodiscard]] constexpr std::uint32_t with_parity(std::uint32_t word) {
  std::uint32_t x = word & 0x1ffffffU;
  const std::uint32_t ack = x;
  for (unsigned s = 16; s > 0; s /= 2) x ^= x >> s;
  return ack | (x & 1U) << kAckBits;
}
[[nodiscard]] constexpr bool parity_ok(std::uint32_t word) {
  return with_parity(word) == (word & 0x3ffffffU);
}

/// A message a table sends upstream, already in the upstream link's positions.
struct UpMessage {
  bool valid = false;
  AckType type = AckType::kNormal;
  FlowId id = 0;
  Position pos = 0;
};

}  // namespace selvage::golden
