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
  std::array<std::uint8_t, kAckWordBytes * ack_frame_words(kAckMax)> bytes;
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
  const unsigned count_words = ack_frame_words(n);
  for (unsigned b = end + 5; b < kAckWordBytes * count_words; ++b) bytes[b] = kIdle;
  words.resize(count_words);
  for (unsigned w = 0; w < count_words; ++w) {
    words[w] = {true, w == 0, w + 1 == count_words, {}};
    for (unsigned b = 0; b < kAckWordBytes; ++b)
      words[w].word[b / 8] |= std::uint64_t{bytes[kAckWordBytes * w + b]} << 8 * (b % 8);
  }
}

std::vector<FrameData> pack_ack_frame(const std::vector<std::uint32_t>& acks, unsigned sequence) {
  std::vector<FrameWord> words;
  pack_ack_frame(acks.data(), static_cast<unsigned>(acks.size()), sequence, words);
  std::vector<FrameData> data;
  for (const FrameWord& w : words) data.push_back(w.word);
  return data;
}

std::optional<AckFrame> unpack_ack_frame(const std::vector<FrameData>& words, unsigned max) {
  std::array<std::uint8_t, kAckWordBytes * ack_frame_words(kAckMax)> bytes;
  if (words.empty() || kAckWordBytes * words.size() > bytes.size()) return std::nullopt;
  for (std::size_t w = 0; w < words.size(); ++w)
    for (unsigned b = 0; b < kAckWordBytes; ++b)
      bytes[kAckWordBytes * w + b] = static_cast<std::uint8_t>(words[w][b / 8] >> 8 * (b % 8));
  if (bytes[0] != kStart || bytes[1] != kAckFrameType) return std::nullopt;
  const unsigned header = bytes[2] | unsigned{bytes[3]} << 8;
  const unsigned n = header & 63;
  if (n < 1 || n > max || words.size() != ack_frame_words(n)) return std::nullopt;
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
