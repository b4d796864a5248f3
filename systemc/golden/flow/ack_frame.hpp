// SPDX-License-Identifier: Apache-2.0
/// \file
/// The frame that carries up to 48 ACKs: layout, FCS, which counts are good (FLOW-B-1..3).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "golden/flow/flow_types.hpp"

namespace selvage::golden {

inline constexpr unsigned kAckMax = 48;           ///< ACKs a frame
inline constexpr unsigned kAckFrameOverhead = 9;  ///< bytes
inline constexpr std::uint8_t kAckFrameType = 0xAC;
inline constexpr std::uint64_t kGoodMask = 0x94A4A5294940;  ///< bit n-1: n is good (FLOW-B-3)

[[nodiscard]] constexpr unsigned ack_payload_bytes(unsigned acks) {
  return (kAckBits * acks + 7) / 8;
}
/// Bytes of the frame, from 0xFB to 0xFD: padding is behind them.
[[nodiscard]] constexpr unsigned ack_frame_bytes(unsigned acks) {
  return kAckFrameOverhead + ack_payload_bytes(acks);
}
/// Blocks of 8 bytes that a frame of so many ACKs takes on the line (FLOW-B-1).
[[nodiscard]] constexpr unsigned ack_frame_blocks(unsigned acks) {
  return (ack_frame_bytes(acks) + 7) / 8;
}
inline constexpr unsigned kAckWordBytes = 32;
/// Words, so clocks, that it takes in packer and unpacker (FLOW-B-9).
[[nodiscard]] constexpr unsigned ack_frame_words(unsigned acks) {
  return (ack_frame_bytes(acks) + kAckWordBytes - 1) / kAckWordBytes;
}
/// The largest count for its number of blocks? Counts below `least` are not worth a frame: with
/// frames of at least 32 bytes 2 and 4 fall out (FLOW-B-3).
[[nodiscard]] constexpr bool fills_blocks(unsigned acks, unsigned least_blocks = 4) {
  return ack_frame_blocks(acks) >= least_blocks &&
         ack_frame_blocks(acks + 1) > ack_frame_blocks(acks);
}

/// IEEE CRC-32 as Ethernet's FCS.
[[nodiscard]] std::uint32_t crc32(const std::uint8_t* bytes, std::size_t count);

/// Byte 8q + k of a word is bits 8k to 8k + 7 of its q-th part.
using FrameData = std::array<std::uint64_t, kAckWordBytes / 8>;
/// One word of a frame as it passes in one clock.
struct FrameWord {
  bool valid = false;
  bool sof = false;
  bool eof = false;
  FrameData word{};
};

/// The words of a frame, into `words`; `acks` are `count` 25-bit words, 1..48 of them, `sequence`
/// counts modulo 1024.
void pack_ack_frame(const std::uint32_t* acks, unsigned count, unsigned sequence,
                    std::vector<FrameWord>& words);
[[nodiscard]] std::vector<FrameData> pack_ack_frame(const std::vector<std::uint32_t>& acks,
                                                    unsigned sequence);

struct AckFrame {
  unsigned sequence = 0;
  std::vector<std::uint32_t> acks;  ///< 25 bits each
};
/// The ACKs of a frame, nothing if it is not one, has more than `max` or its FCS is wrong.
[[nodiscard]] std::optional<AckFrame> unpack_ack_frame(const std::vector<FrameData>& words,
                                                       unsigned max = kAckMax);

}  // namespace selvage::golden
