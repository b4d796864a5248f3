// SPDX-License-Identifier: Apache-2.0
/// Frames that the aggregator sends: every byte, every length, and what comes out of the unpacker.
#include <catch2/catch.hpp>

#include <algorithm>
#include <string>

#include "cosim/lockstep/runtime.hpp"
#include "frame_support.hpp"

using namespace selvage;
using namespace selvage::test;
using cosim::AckAggregatorIn;

namespace {

/// Pushes `count` ACKs from number `first` on, one a cycle, nothing granted.
void push(cosim::AckAggregatorBlock& block, unsigned first, unsigned count) {
  for (unsigned i = 0; i < count; ++i) {
    AckAggregatorIn in;
    in.push = true;
    in.ack = with_parity(some_ack(first + i));
    block.edge(in);
  }
}

std::vector<std::uint32_t> acks(unsigned first, unsigned count) {
  std::vector<std::uint32_t> list;
  for (unsigned i = 0; i < count; ++i) list.push_back(some_ack(first + i));
  return list;
}

}  // namespace

TEST_CASE("The reference CRC is that of the contract", "[flow][FLOW-B-1]") {
  const std::string text = "123456789";
  CHECK(crc32(reinterpret_cast<const std::uint8_t*>(text.data()), text.size()) == 0xCBF43926U);
}

TEST_CASE("A frame of every length is right to the last bit and on time", "[flow][FLOW-B-1]") {
  const auto block = aggregator(48, 512);
  unsigned sent = 0;
  for (unsigned n = 1; n <= 48; ++n) {
    push(*block, sent, n);
    AckAggregatorIn in;
    while (!block->outputs().req) block->edge(in);
    REQUIRE(block->outputs().len == n);
    in.grant = true;
    block->edge(in);  // cycle t
    in.grant = false;
    CHECK(block->outputs().fire);
    CHECK(block->outputs().fire_len == n);
    CHECK_FALSE(block->outputs().word.valid);
    block->edge(in);
    CHECK_FALSE(block->outputs().fire);
    for (int k = 0; k < 3; ++k) {
      CHECK(block->outputs().busy);
      CHECK_FALSE(block->outputs().word.valid);
      block->edge(in);
    }
    const std::vector<AckWord> expected = frame_words(frame_bytes(n - 1, acks(sent, n)));
    CHECK(expected.size() == (9 + (25 * n + 7) / 8 + 31) / 32);
    for (const AckWord& word : expected) {  // cycles t+5 ..
      const AckWord got = block->outputs().word;
      INFO("n = " << n);
      CHECK(got.valid);
      CHECK(got.word == word.word);
      CHECK(got.sof == word.sof);
      CHECK(got.eof == word.eof);
      block->edge(in);
    }
    CHECK_FALSE(block->outputs().word.valid);
    CHECK(block->outputs().word.word == AckWord{}.word);
    CHECK_FALSE(block->outputs().busy);
    sent += n;
  }
  CHECK_FALSE(cosim::rtl_failure_pending());
}

TEST_CASE("All ACKs come out of the unpacker in order, frame after frame", "[flow][FLOW-B-1]") {
  // a full queue, drained as fast as the unpacker can give ACKs away, while more are pushed
  const unsigned max = GENERATE(4U, 6U, 48U);
  const unsigned depth = max == 4 ? 12 : max == 6 ? 18 : 512;
  const auto block = aggregator(max, depth);
  const auto sink = unpacker(max == 4 ? 6 : max, 2);
  unsigned pushed = 0;
  unsigned received = 0;
  unsigned busy = 0;
  for (unsigned cycle = 0; cycle < 6000; ++cycle) {
    const auto out = block->outputs();
    AckAggregatorIn in;
    in.push = out.ready && cycle % 97 < 60 && pushed < 2000;
    in.ack = with_parity(some_ack(pushed));
    in.grant = out.req && busy == 0 && cycle > 700;
    if (in.push) ++pushed;
    const auto back = sink->outputs();
    if (back.ack_valid) {
      REQUIRE(back.ack == with_parity(some_ack(received)));
      ++received;
    }
    REQUIRE_FALSE(back.frame_bad);
    sink->edge(out.word);
    if (in.grant) busy = std::max((9 + (25 * out.len + 7) / 8 + 31) / 32, out.len);
    if (busy > 0) --busy;
    block->edge(in);
  }
  CHECK(pushed == 2000);
  CHECK(received == pushed);
  CHECK(sink->state().over == 0);
  CHECK(sink->state().good == block->state().seq);
  CHECK_FALSE(cosim::rtl_failure_pending());
}

TEST_CASE("The sequence number of a frame wraps at 1,024", "[flow][FLOW-B-1]") {
  const auto block = aggregator(4, 6);
  for (unsigned i = 0; i < 1030; ++i) {
    push(*block, i, 4);
    AckAggregatorIn in;
    while (!block->outputs().req) block->edge(in);
    in.grant = true;
    block->edge(in);
    in.grant = false;
    for (int k = 0; k < 4; ++k) block->edge(in);
    const std::uint64_t word = block->outputs().word.word[0];
    REQUIRE((word >> 22 & 0x3FFU) == i % 1024);
    REQUIRE(block->state().seq == (i + 1) % 1024);
    for (int k = 0; k < 3; ++k) block->edge(in);
  }
}
