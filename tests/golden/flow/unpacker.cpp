// SPDX-License-Identifier: Apache-2.0
/// Unpacking, cycle by cycle: FCS first, then one ACK a clock (FLOW-B-1).
#include <catch2/catch.hpp>

#include "golden/flow/ack_unpacker.hpp"

using namespace selvage;
using namespace selvage::golden;

namespace {

std::vector<FrameWord> frame(unsigned n, std::uint32_t first, unsigned sequence = 0) {
  std::vector<std::uint32_t> acks(n);
  for (unsigned i = 0; i < n; ++i) acks[i] = first + i;
  std::vector<FrameWord> words;
  pack_ack_frame(acks.data(), n, sequence, words);
  return words;
}
void append(std::vector<FrameWord>& to, const std::vector<FrameWord>& words) {
  to.insert(to.end(), words.begin(), words.end());
}

/// The outputs of each cycle, some cycles after the last word included.
std::vector<UnpackerOutput> run(AckUnpacker& u, const std::vector<FrameWord>& in,
                                std::size_t after = 120) {
  std::vector<UnpackerOutput> out;
  for (const FrameWord& word : in) out.push_back(u.step(word));
  for (std::size_t i = 0; i < after; ++i) out.push_back(u.step({}));
  return out;
}
std::vector<std::uint32_t> acks_of(const std::vector<UnpackerOutput>& shown) {
  std::vector<std::uint32_t> acks;
  for (const UnpackerOutput& s : shown) {
    if (!s.ack_valid) continue;
    REQUIRE(parity_ok(s.ack));
    acks.push_back(s.ack & 0x1ffffff);
  }
  return acks;
}

}  // namespace

TEST_CASE("FLOW-B-1: eof in cycle t: verdict and ACKs from t+2 on, one a cycle", "[flow]") {
  AckUnpacker u;
  const auto words = frame(30, 100);  // 4 words: eof in cycle 3
  const auto out = run(u, words);
  for (std::size_t c = 0; c < out.size(); ++c) {
    REQUIRE(out[c].frame_ok == (c == 5));
    REQUIRE(out[c].ack_valid == (c >= 5 && c < 35));
    if (out[c].ack_valid) REQUIRE((out[c].ack & 0x1ffffff) == 100 + c - 5);
  }
  REQUIRE(u.quiet());
}

TEST_CASE("FLOW-B-1: two frames back to back leave without a gap", "[flow]") {
  AckUnpacker u;
  auto words = frame(7, 0);
  append(words, frame(2, 7, 1));
  const auto acks = acks_of(run(u, words));
  REQUIRE(acks == std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6, 7, 8});
  REQUIRE(u.good() == 2);
  REQUIRE(u.bad() == 0);
}

TEST_CASE("FLOW-B-1: a third whole frame finds no buffer", "[flow]") {
  AckUnpacker u;
  auto words = frame(48, 0);
  append(words, frame(7, 100));
  append(words, frame(7, 200));
  const auto acks = acks_of(run(u, words));
  REQUIRE(acks.size() == 55);
  REQUIRE(u.over() == 1);
  REQUIRE(u.good() == 2);
}

TEST_CASE("FLOW-B-1: a frame being judged counts as held, whatever it turns out to be", "[flow]") {
  AckUnpacker u(1);
  auto words = frame(2, 0);
  SECTION("good") {}
  SECTION("bad") { words[0].word[1] ^= 1; }
  const bool good = words[0].word == frame(2, 0)[0].word;
  append(words, frame(2, 50));  // its sof follows the eof at once
  const auto acks = acks_of(run(u, words));
  REQUIRE(acks.size() == (good ? 2 : 0));
  REQUIRE(u.over() == 1);
  REQUIRE(acks_of(run(u, frame(2, 60))) == std::vector<std::uint32_t>{60, 61});
}

TEST_CASE("FLOW-B-1: broken, cut, too long and stray words", "[flow]") {
  AckUnpacker u;
  auto words = frame(30, 0);
  SECTION("a wrong bit: nothing of the frame comes out") {
    words[1].word[0] ^= 1;
    const auto out = run(u, words);
    REQUIRE(out[5].frame_bad);
    REQUIRE(acks_of(out).empty());
  }
  SECTION("a new start inside") {
    words.resize(2);
    append(words, frame(2, 50));
    const auto out = run(u, words);
    REQUIRE(out[4].frame_bad);
    REQUIRE(acks_of(out) == std::vector<std::uint32_t>{50, 51});
  }
  SECTION("longer than any frame") {
    words[3].eof = false;
    while (words.size() < 25) words.push_back({true, false, words.size() == 24, {}});
    append(words, frame(2, 50));
    const auto out = run(u, words);
    REQUIRE(out[7].frame_bad);  // the word too many came in cycle 5
    REQUIRE(u.bad() == 1);
    REQUIRE(acks_of(out).size() == 2);
  }
  SECTION("no start") {
    words[0].sof = false;
    REQUIRE(acks_of(run(u, words)).empty());
    REQUIRE(u.bad() == 0);
  }
  SECTION("pauses inside a frame do not matter") {
    std::vector<FrameWord> slow;
    for (const FrameWord& w : words) {
      slow.push_back(w);
      slow.push_back({});
    }
    REQUIRE(acks_of(run(u, slow)).size() == 30);
  }
}

TEST_CASE("FLOW-B-1: words between frames are none of either, and have to be looked at", "[flow]") {
  AckUnpacker u;
  auto words = frame(5, 0);
  FrameWord stray = words.front();
  stray.sof = stray.eof = false;
  for (unsigned i = 0; i < 9; ++i) words.push_back(stray);
  append(words, frame(2, 5, 1));
  REQUIRE(acks_of(run(u, words)) == std::vector<std::uint32_t>{0, 1, 2, 3, 4, 5, 6});
  REQUIRE(u.good() == 2);
  REQUIRE(u.bad() == 0);
  REQUIRE(u.quiet());
  (void)u.step(frame(1, 0).front());  // its verdict is due
  REQUIRE_FALSE(u.quiet());
}
