// SPDX-License-Identifier: Apache-2.0
/// What the unpacker takes, refuses and ignores.
#include <catch2/catch.hpp>

#include <tuple>

#include "control/random.hpp"
#include "cosim/lockstep/runtime.hpp"
#include "frame_support.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

std::vector<AckWord> frame(unsigned n) {
  std::vector<std::uint32_t> acks;
  for (unsigned i = 0; i < n; ++i) acks.push_back(some_ack(i));
  return frame_words(frame_bytes(7, acks));
}

/// A frame of n ACKs with byte `at` changed.
std::vector<AckWord> broken(unsigned n, unsigned at) {
  std::vector<AckWord> words = frame(n);
  words[at / 32].word[at % 32 / 8] ^= std::uint64_t{1} << (8 * (at % 8));
  return words;
}

struct Sink {
  std::unique_ptr<cosim::AckUnpackerBlock> block = unpacker(48, 2);
  unsigned oks = 0;
  unsigned bads = 0;
  unsigned acks = 0;

  void edge(const AckWord& word = {}) {
    block->edge(word);
    const auto out = block->outputs();
    oks += out.frame_ok;
    bads += out.frame_bad;
    acks += out.ack_valid;
  }
  void feed(const std::vector<AckWord>& words) {
    for (const AckWord& word : words) edge(word);
  }
  /// Up to the verdict.
  void judge(const std::vector<AckWord>& words) {
    feed(words);
    edge();
  }
  void drain() {
    for (int i = 0; i < 120; ++i) edge();
  }
};

}  // namespace

TEST_CASE("FLOW-B-2: a long frame and a short one, in either buffer", "[flow]") {
  Sink sink;
  for (const unsigned n : {31U, 31U, 1U, 1U, 31U, 31U, 1U, 31U, 31U, 1U}) {
    sink.acks = 0;
    sink.judge(frame(n));
    sink.drain();
    CAPTURE(n);
    CHECK(sink.acks == n);
  }
  CHECK(sink.oks == 10);
  CHECK(sink.bads == 0);
}

TEST_CASE("A good frame: verdict and ACKs from t+2, one a cycle", "[flow][FLOW-A-2][FLOW-B-1]") {
  const auto block = unpacker(48, 2);
  for (const AckWord& word : frame(5)) block->edge(word);  // eof in cycle t
  CHECK_FALSE(block->outputs().frame_ok);
  CHECK(block->state().used == 0);
  CHECK_FALSE(block->outputs().ack_valid);
  for (unsigned i = 0; i < 5; ++i) {
    block->edge({});
    CHECK(block->outputs().frame_ok == (i == 0));
    CHECK(block->state().used == (i < 4 ? 1 : 0));
    CHECK(block->outputs().ack_valid);
    CHECK(block->outputs().ack == with_parity(some_ack(i)));
  }
  CHECK(block->state().used == 0);
  block->edge({});
  CHECK_FALSE(block->outputs().ack_valid);
  CHECK(block->outputs().ack == 0);
}

TEST_CASE("One wrong bit anywhere but in the padding spoils a frame", "[flow][FLOW-B-1]") {
  const unsigned n = GENERATE(1U, 2U, 9U, 48U);
  const unsigned length = 9 + (25 * n + 7) / 8;
  Sink sink;
  for (unsigned at = 0; at < frame(n).size() * 32; ++at) {
    const unsigned bads = sink.bads;
    sink.judge(broken(n, at));
    INFO("byte " << at << " of " << length);
    CHECK((sink.bads == bads) == (at >= length));
    sink.drain();
  }
  CHECK(sink.bads == length);
  CHECK(sink.block->state().bad == length);
  CHECK(sink.acks == n * (frame(n).size() * 32 - length));
}

TEST_CASE("Frames cut short, too long, or run into by another are bad", "[flow][FLOW-B-1]") {
  Sink sink;
  auto words = frame(30);
  words.erase(words.begin() + 2);
  sink.judge(words);
  CHECK(sink.bads == 1);
  words = frame(30);
  words.insert(words.begin() + 1, words[1]);
  words[1].sof = false;
  sink.judge(words);
  CHECK(sink.bads == 2);
  words = frame(30);
  words.resize(2);
  sink.feed(words);  // no eof: run into by a good one
  sink.judge(frame(3));
  CHECK(sink.bads == 3);
  CHECK(sink.oks == 1);
  sink.drain();
  CHECK(sink.acks == 3);
  words = frame(9);
  words[0].eof = true;
  words.resize(1);
  sink.judge(words);
  CHECK(sink.bads == 4);
  // 6 words: bad with the sixth, the rest is outside a frame
  words.assign(8, AckWord{{}, true, false, false});
  words[0] = frame(48)[0];
  words.back().eof = true;
  for (unsigned i = 0; i < 6; ++i) sink.edge(words[i]);
  CHECK(sink.bads == 4);
  sink.edge(words[6]);
  CHECK(sink.bads == 5);
  sink.edge(words[7]);
  CHECK(sink.bads == 5);
  // sof = eof inside a frame: both are bad
  sink.edge(frame(9)[0]);
  words = frame(9);
  words[0].eof = true;
  words.resize(1);
  sink.judge(words);
  CHECK(sink.bads == 6);
  CHECK(sink.block->state().bad == 7);
  CHECK(sink.block->state().good == 1);
  CHECK_FALSE(cosim::rtl_failure_pending());
}

TEST_CASE("Gaps in a frame, and words outside one, do not count", "[flow][FLOW-B-1]") {
  Sink sink;
  sink.edge({{0xFB}, true, false, true});
  for (const AckWord& word : frame(9)) {
    sink.edge({{~word.word[0], 1, 2, 3}, false, true, true});
    sink.edge(word);
  }
  sink.drain();
  CHECK(sink.oks == 1);
  CHECK(sink.bads == 0);
  CHECK(sink.acks == 9);
}

TEST_CASE("A frame that finds all buffers full is ignored up to its eof", "[flow][FLOW-B-8]") {
  Sink sink;
  sink.feed(frame(48));
  sink.feed(frame(48));
  CHECK(sink.block->state().used == 1);  // and one that is being judged
  sink.feed(frame(9));
  CHECK(sink.block->state().used == 2);
  CHECK(sink.block->state().over == 1);
  CHECK(sink.bads == 0);
  sink.drain();
  CHECK(sink.acks == 96);
  CHECK(sink.oks == 2);
  CHECK_FALSE(cosim::rtl_failure_pending());
}

TEST_CASE("Every deliberate fault of the unpacker shows", "[flow][bug][COS-BUG]") {
  const unsigned bug = GENERATE(range(0U, 6U));
  const auto good = unpacker(48, 2);
  const auto faulty = unpacker(48, 2, 1U << bug);
  tb::Random random(bug);
  bool differ = false;
  const auto seen = [](const cosim::AckUnpackerBlock& block) {
    const auto o = block.outputs();
    const auto s = block.state();
    return std::make_tuple(o.ack_valid, o.ack, o.frame_ok, o.frame_bad, s.used, s.bad, s.over);
  };
  for (unsigned round = 0; round < 500 && !differ; ++round) {
    const unsigned n = 1 + random.below(48);
    const unsigned end = 8 + (25 * n + 7) / 8;
    auto words = random.percent(30) ? broken(n, random.below(end + 1)) : frame(n);
    if (random.percent(30)) words[random.below(words.size())].sof = true;
    if (random.percent(30))
      words[end / 32].word[end % 32 / 8] ^= std::uint64_t{0xFF} << 8 * (end % 8);
    for (const AckWord& word : words) {
      good->edge(word);
      faulty->edge(word);
      differ = differ || seen(*good) != seen(*faulty);
    }
  }
  CHECK(differ);
  static_cast<void>(cosim::take_rtl_failure());
}
