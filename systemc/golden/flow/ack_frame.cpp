// SPDX-License-Identifier: Apache-2.0
#include "golden/flow/ack_frame.hpp"

#include <algorithm>
#include <array>
#include <cassert>

namespace selvage::golden {
namespace {

constexpr std::uint8_t kStart = 0xFB;
constexpr std::uint8_t kTerminate = 0xFD;
constexpr std::uint8_t kIdle = 0x07;
constexpr unsigned kPayload = 4;  ///< first payload byte
constexpr std::uint32_t kAckMask = (1U << kAckBits) - 1;

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

void pack_ack_frame(const std::uint32_t* acks, unsigned n, unsigned sequence,
                    std::vector<FrameWord>& words) {
  assert(n >= 1 && n <= kAckMax);
  std::array<std::uint8_t, 8 * ack_frame_blocks(kAckMax)> bytes;
  const unsigned header = (sequence & 0x3ff) << 6 | n;
  bytes[0] = kStart;
  bytes[1] = kAckFrameType;
  bytes[2] = static_cast<std::uint8_t>(header);
  bytes[3] = static_cast<std::uint8_t>(header >> 8);
  const unsigned end = kPayload + ack_payload_bytes(n);
  std::uint64_t bits = 0;  // not yet written
  unsigned count = 0;
  for (unsigned b = kPayload, i = 0; b < end; ++b) {
    if (count < 8 && i < n) {
      bits |= std::uint64_t{acks[i++] & kAckMask} << count;
      count += kAckBits;
    }
    bytes[b] = static_cast<std::uint8_t>(bits);
    bits >>= 8;
    count -= std::min(count, 8U);
  }
  const std::uint32_t fcs = crc32(&bytes[1], end - 1);
  for (unsigned b = 0; b < 4; ++b) bytes[end + b] = static_cast<std::uint8_t>(fcs >> 8 * b);
  bytes[end + 4] = kTerminate;
  const unsigned blocks = ack_frame_blocks(n);
  for (unsigned b = end + 5; b < 8 * blocks; ++b) bytes[b] = kIdle;
  words.resize(blocks);
  for (unsigned w = 0; w < blocks; ++w) {
    std::uint64_t word = 0;
    for (unsigned b = 0; b < 8; ++b) word |= std::uint64_t{bytes[8 * w + b]} << 8 * b;
    words[w] = {true, w == 0, w + 1 == blocks, word};
  }
}

std::vector<std::uint64_t> pack_ack_frame(const std::vector<std::uint32_t>& acks,
                                          unsigned sequence) {
  std::vector<FrameWord> words;
  pack_ack_frame(acks.data(), static_cast<unsigned>(acks.size()), sequence, words);
  std::vector<std::uint64_t> blocks;
  for (const FrameWord& w : words) blocks.push_back(w.word);
  return blocks;
}

std::optional<AckFrame> unpack_ack_frame(const std::vector<std::uint64_t>& blocks, unsigned max) {
  std::array<std::uint8_t, 8 * ack_frame_blocks(kAckMax)> bytes;
  if (blocks.empty() || 8 * blocks.size() > bytes.size()) return std::nullopt;
  for (std::size_t w = 0; w < blocks.size(); ++w)
    for (unsigned b = 0; b < 8; ++b)
      bytes[8 * w + b] = static_cast<std::uint8_t>(blocks[w] >> 8 * b);
  if (bytes[0] != kStart || bytes[1] != kAckFrameType) return std::nullopt;
  const unsigned header = bytes[2] | unsigned{bytes[3]} << 8;
  const unsigned n = header & 63;
  if (n < 1 || n > max || blocks.size() != ack_frame_blocks(n)) return std::nullopt;
  const unsigned end = kPayload + ack_payload_bytes(n);
  const std::uint32_t fcs = crc32(&bytes[1], end - 1);
  for (unsigned b = 0; b < 4; ++b)
    if (bytes[end + b] != (fcs >> 8 * b & 0xff)) return std::nullopt;
  if (bytes[end + 4] != kTerminate) return std::nullopt;
  AckFrame frame{header >> 6, std::vector<std::uint32_t>(n)};
  std::uint64_t bits = 0;  // read and not yet used
  unsigned count = 0;
  for (unsigned b = kPayload, i = 0; b < end; ++b) {
    bits |= std::uint64_t{bytes[b]} << count;
    count += 8;
    if (count < kAckBits || i == n) continue;
    frame.acks[i++] = static_cast<std::uint32_t>(bits & kAckMask);
    bits >>= kAckBits;
    count -= kAckBits;
  }
  return frame;
}

}  // namespace selvage::golden
