// SPDX-License-Identifier: Apache-2.0
#include "frame_support.hpp"

#include <stdexcept>

namespace selvage::test {

std::uint32_t with_parity(std::uint32_t ack) {
  return ack | static_cast<std::uint32_t>(__builtin_parity(ack)) << 25;
}

std::uint32_t some_ack(unsigned i) { return (0x9E3779B9U * (i + 1)) >> 7; }

std::uint32_t crc32(const std::uint8_t* bytes, std::size_t count) {
  std::uint32_t crc = ~0U;
  for (std::size_t i = 0; i < count; ++i) {
    crc ^= bytes[i];
    for (int bit = 0; bit < 8; ++bit) crc = crc >> 1 ^ ((crc & 1U) != 0 ? 0xEDB88320U : 0U);
  }
  return ~crc;
}

std::vector<std::uint8_t> frame_bytes(unsigned seq, const std::vector<std::uint32_t>& acks) {
  const unsigned header = seq << 6 | static_cast<unsigned>(acks.size());
  std::vector<std::uint8_t> bytes{0xFB, 0xAC, static_cast<std::uint8_t>(header),
                                  static_cast<std::uint8_t>(header >> 8)};
  bytes.resize(4 + (25 * acks.size() + 7) / 8);
  for (std::size_t i = 0; i < 25 * acks.size(); ++i) {
    const unsigned bit = acks[i / 25] >> (i % 25) & 1U;
    bytes[4 + i / 8] = static_cast<std::uint8_t>(bytes[4 + i / 8] | bit << (i % 8));
  }
  const std::uint32_t fcs = crc32(bytes.data() + 1, bytes.size() - 1);
  for (unsigned i = 0; i < 4; ++i) bytes.push_back(static_cast<std::uint8_t>(fcs >> (8 * i)));
  bytes.push_back(0xFD);
  while (bytes.size() % 32 != 0) bytes.push_back(0x07);
  return bytes;
}

std::vector<AckWord> frame_words(const std::vector<std::uint8_t>& bytes) {
  std::vector<AckWord> words(bytes.size() / 32);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    words[i / 32].word[i % 32 / 8] |= std::uint64_t{bytes[i]} << (8 * (i % 8));
  }
  for (AckWord& word : words) word.valid = true;
  words.front().sof = true;
  words.back().eof = true;
  return words;
}

namespace {

/// Counts the cycles for the block.
class Timed final : public cosim::AckAggregatorBlock {
 public:
  explicit Timed(std::unique_ptr<cosim::AckAggregatorBlock> block) : block_(std::move(block)) {}
  void reset() override {
    now_ = 0;
    block_->reset();
  }
  void edge(const cosim::AckAggregatorIn& in) override {
    cosim::AckAggregatorIn at = in;
    at.now = now_++;
    block_->edge(at);
  }
  [[nodiscard]] cosim::AckAggregatorOut outputs() const override { return block_->outputs(); }
  [[nodiscard]] cosim::AckAggregatorState state() const override { return block_->state(); }

 private:
  std::unique_ptr<cosim::AckAggregatorBlock> block_;
  std::uint64_t now_ = 0;
};

}  // namespace

std::unique_ptr<cosim::AckAggregatorBlock> aggregator(unsigned max, unsigned depth,
                                                      const cosim::AckAggregatorOptions& options) {
  for (const auto& build : cosim::ack_aggregator_builds()) {
    if (build.max == max && build.depth == depth)
      return std::make_unique<Timed>(build.make(options));
  }
  throw std::runtime_error("no such build");
}

std::unique_ptr<cosim::AckUnpackerBlock> unpacker(unsigned max, unsigned bufs, std::uint32_t bugs) {
  for (const auto& build : cosim::ack_unpacker_builds()) {
    if (build.max == max && build.bufs == bufs) return build.make({bugs});
  }
  throw std::runtime_error("no such build");
}

}  // namespace selvage::test
