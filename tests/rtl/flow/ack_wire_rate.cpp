// SPDX-License-Identifier: Apache-2.0
/// Frames at the wire's rate: one of F bytes in ceil(F / 32) clocks, whatever its last word holds,
/// and the next right behind it (FLOW-B-9).
#include <catch2/catch.hpp>

#include <algorithm>
#include <set>

#include "cosim/lockstep/runtime.hpp"
#include "frame_support.hpp"

using namespace selvage;
using namespace selvage::test;
using cosim::AckAggregatorIn;

namespace {

unsigned bytes_of(unsigned n) { return 9 + (25 * n + 7) / 8; }
unsigned clocks_of(unsigned n) { return (bytes_of(n) + 31) / 32; }

std::vector<std::uint32_t> acks(unsigned first, unsigned count) {
  std::vector<std::uint32_t> list;
  for (unsigned i = 0; i < count; ++i) list.push_back(some_ack(first + i));
  return list;
}

/// What comes out of the unpacker, clock by clock.
struct Sink {
  std::unique_ptr<cosim::AckUnpackerBlock> block = unpacker(48, 19);
  unsigned cycle = 0;
  std::vector<unsigned> oks;
  std::vector<unsigned> bads;
  std::vector<std::uint32_t> acks;

  void edge(const AckWord& word = {}) {
    block->edge(word);
    ++cycle;
    const auto out = block->outputs();
    if (out.frame_ok) oks.push_back(cycle);
    if (out.frame_bad) bads.push_back(cycle);
    if (out.ack_valid) acks.push_back(out.ack);
  }
  void feed(const std::vector<AckWord>& words) {
    for (const AckWord& word : words) edge(word);
  }
  void drain() {
    for (unsigned i = 0; i < 3; ++i) edge();
    while (block->outputs().ack_valid) edge();
  }
};

}  // namespace

TEST_CASE("FLOW-B-9: the packer sends frames of every size at the wire's rate, word behind word",
          "[flow][FLOW-B-9]") {
  std::set<unsigned> rests;  // bytes in the last word
  for (unsigned n = 1; n <= 48; ++n) {
    cosim::AckAggregatorOptions options;
    options.max = n;
    const auto block = aggregator(48, 512, options);
    const unsigned frames = std::min(20U, 512 / n);
    AckAggregatorIn in;
    for (unsigned i = 0; i < frames * n; ++i) {
      in.push = true;
      in.ack = with_parity(some_ack(i));
      block->edge(in);
    }
    in.push = false;
    std::vector<AckWord> expected;
    for (unsigned f = 0; f < frames; ++f) {
      for (const AckWord& word : frame_words(frame_bytes(f, acks(f * n, n))))
        expected.push_back(word);
    }
    REQUIRE(expected.size() == frames * clocks_of(n));
    const unsigned apart = std::max(clocks_of(n), 2U);  // a request shows two clocks after a fire
    unsigned began = 0, wire_free = 0, wrong = 0, came = 0;
    for (unsigned cycle = 0; cycle < frames * apart + 10; ++cycle) {
      in.grant = block->outputs().req && cycle >= wire_free;
      if (in.grant) wire_free = cycle + clocks_of(n);
      block->edge(in);
      const AckWord word = block->outputs().word;
      if (!word.valid) continue;
      if (came == 0) began = cycle;
      const unsigned due = came / clocks_of(n) * apart + came % clocks_of(n);
      const AckWord& right = expected[std::min<std::size_t>(came, expected.size() - 1)];
      wrong += cycle - began != due || word.word != right.word || word.sof != right.sof ||
               word.eof != right.eof;
      ++came;
    }
    INFO("frames of " << n);
    CHECK(wrong == 0);
    CHECK(came == expected.size());
    rests.insert(bytes_of(n) % 32);
  }
  CHECK(rests.size() == 32);  // every one
  CHECK_FALSE(cosim::rtl_failure_pending());
}

TEST_CASE("FLOW-B-9: the unpacker takes frames of every size at the wire's rate, word behind word",
          "[flow][FLOW-B-9]") {
  for (unsigned n = 1; n <= 48; ++n) {
    Sink sink;
    constexpr unsigned kFrames = 15;
    std::vector<std::uint32_t> sent;
    for (unsigned f = 0; f < kFrames; ++f) {
      const std::vector<std::uint32_t> some = acks(100 * n + f * n, n);
      for (const std::uint32_t ack : some) sent.push_back(with_parity(ack));
      sink.feed(frame_words(frame_bytes(f, some)));
    }
    sink.drain();
    INFO("frames of " << n);
    REQUIRE(sink.oks.size() == kFrames);
    for (unsigned f = 0; f < kFrames; ++f) CHECK(sink.oks[f] == (f + 1) * clocks_of(n) + 1);
    CHECK(sink.acks == sent);
    CHECK(sink.bads.empty());
    CHECK(sink.block->state().over == 0);
  }
  CHECK_FALSE(cosim::rtl_failure_pending());
}

TEST_CASE("FLOW-B-9: sizes mixed word behind word, from one word to five", "[flow][FLOW-B-9]") {
  Sink sink;
  std::vector<std::uint32_t> sent;
  unsigned good = 0;
  for (unsigned round = 0; round < 3000; ++round) {
    const unsigned n = 1 + (round * 29 + round / 7 * 5) % (round % 3 == 0 ? 48 : 9);
    if (sink.block->state().used > 15) sink.drain();
    const std::vector<std::uint32_t> some = acks(round, n);
    std::vector<AckWord> words = frame_words(frame_bytes(round % 1024, some));
    if (round % 5 == 4) {
      words[0].word[0] ^= std::uint64_t{1} << 22;  // of its number: the FCS is wrong
    } else {
      for (const std::uint32_t ack : some) sent.push_back(with_parity(ack));
      ++good;
    }
    sink.feed(words);
  }
  sink.drain();
  CHECK(sink.oks.size() == good);
  CHECK(sink.bads.size() == 3000 - good);
  CHECK(sink.acks == sent);
  CHECK(sink.block->state().over == 0);
  CHECK_FALSE(cosim::rtl_failure_pending());
}

TEST_CASE("FLOW-B-9: one wrong byte anywhere spoils a frame of any size, and not the next",
          "[flow][FLOW-B-9]") {
  Sink sink;
  unsigned frames = 0, wrong = 0;
  for (unsigned n = 1; n <= 48; ++n) {
    const std::vector<AckWord> right = frame_words(frame_bytes(5, acks(n, n)));
    for (unsigned at = 0; at < bytes_of(n); ++at) {
      std::vector<AckWord> words = right;
      words[at / 32].word[at % 32 / 8] ^= std::uint64_t{1 + (n * 37 + at * 11) % 255}
                                          << (8 * (at % 8));
      sink.acks.clear();
      sink.feed(words);
      sink.feed(right);
      sink.drain();
      ++frames;
      wrong += sink.bads.size() != frames || sink.oks.size() != frames || sink.acks.size() != n;
    }
  }
  CHECK(wrong == 0);
  CHECK(frames > 4000);
  CHECK_FALSE(cosim::rtl_failure_pending());
}
