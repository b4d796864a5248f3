// SPDX-License-Identifier: Apache-2.0
#include "golden/flow/ack_frame.hpp"

#include <array>
#include <cassert>

namespace selvage::golden {
namespace {

constexpr std::uint8_t kStart = 0xFB;
constexpr std::uint8_t kTerminate = 0xFD;
constexpr std::uint8_t kIdle = 0x07;
constexpr unsigned kPayload = 4;  ///< first payload byte

std::array<std::uint32_t, 256> crc_table() {
  std::array<std::uint32_t, 256> table{};
  for (std::uint32_t n = 0; n < 256; ++n) {
    std::uint32_t c = n;
    for (int k = 0; k < 8; ++k) c = (c & 1) != 0 ? 0xEDB88320U ^ c >> 1 : c >> 1;
    table[n] = c;
  }
  return table;
}

}  // namespace

std::uint32_t crc32(const std::uint8_t* bytes, std::size_t count) {
  static const std::array<std::uint32_t, 256> table = crc_table();
  std::uint32_t c = ~std::uint32_t{0};
  for (std::size_t i = 0; i < count; ++i) c = table[(c ^ bytes[i]) & 0xff] ^ c >> 8;
  return ~c;
}

std::vector<std::uint64_t> pack_ack_frame(const std::vector<std::uint32_t>& acks,
                                          unsigned sequence) {
  const auto n = static_cast<unsigned>(acks.size());
  assert(n >= 1 && n <= kAckMax);
  std::array<std::uint8_t, 8 * ack_frame_blocks(kAckMax)> bytes;
  bytes.fill(kIdle);
  const unsigned header = (sequence & 0x3ff) << 6 | n;
  bytes[0] = kStart;
  bytes[1] = kAckFrameType;
  bytes[2] = static_cast<std::uint8_t>(header);
  bytes[3] = static_cast<std::uint8_t>(header >> 8);
  const unsigned end = kPayload + ack_payload_bytes(n);
  for (unsigned b = kPayload; b < end; ++b) bytes[b] = 0;
  for (unsigned bit = 0; bit < kAckBits * n; ++bit)
    if ((acks[bit / kAckBits] >> bit % kAckBits & 1) != 0)
      bytes[kPayload + bit / 8] |= static_cast<std::uint8_t>(1U << bit % 8);
  const std::uint32_t fcs = crc32(&bytes[1], end - 1);
  for (unsigned b = 0; b < 4; ++b) bytes[end + b] = static_cast<std::uint8_t>(fcs >> 8 * b);
  bytes[end + 4] = kTerminate;
  std::vector<std::uint64_t> blocks(ack_frame_blocks(n));
  for (unsigned b = 0; b < 8 * blocks.size(); ++b)
    blocks[b / 8] |= std::uint64_t{bytes[b]} << 8 * (b % 8);
  return blocks;
}

std::optional<AckFrame> unpack_ack_frame(const std::vector<std::uint64_t>& blocks, unsigned max) {
  std::vector<std::uint8_t> bytes(8 * blocks.size());
  for (std::size_t b = 0; b < bytes.size(); ++b)
    bytes[b] = static_cast<std::uint8_t>(blocks[b / 8] >> 8 * (b % 8));
  if (bytes.size() < 8 || bytes[0] != kStart || bytes[1] != kAckFrameType) return std::nullopt;
  const unsigned header = bytes[2] | unsigned{bytes[3]} << 8;
  const unsigned n = header & 63;
  if (n < 1 || n > max || blocks.size() != ack_frame_blocks(n)) return std::nullopt;
  const unsigned end = kPayload + ack_payload_bytes(n);
  const std::uint32_t fcs = crc32(&bytes[1], end - 1);
  for (unsigned b = 0; b < 4; ++b)
    if (bytes[end + b] != (fcs >> 8 * b & 0xff)) return std::nullopt;
  if (bytes[end + 4] != kTerminate) return std::nullopt;
  AckFrame frame{header >> 6, std::vector<std::uint32_t>(n)};
  for (unsigned bit = 0; bit < kAckBits * n; ++bit)
    frame.acks[bit / kAckBits] |= (bytes[kPayload + bit / 8] >> bit % 8 & 1U) << bit % kAckBits;
  return frame;
}

}  // namespace selvage::golden
