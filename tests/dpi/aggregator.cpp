// SPDX-License-Identifier: Apache-2.0
/// The ACK aggregator.
#include <algorithm>
#include <array>

#include "golden/flow/ack_aggregator.hpp"
#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using selvage::dpi::test::below;
using selvage::dpi::test::Handle;
using selvage::dpi::test::refused;

namespace {

struct Shown {
  int ready = 0, req = 0, len = 0, fire = 0, fire_len = 0, valid = 0, sof = 0, eof = 0, busy = 0;
  std::array<unsigned long long, 4> word{};
  int result = 0;
};

Shown step(int handle, long long now, int push, int ack, int idle, int grant) {
  Shown s;
  s.result = selvage_acks_step(handle, now, push, ack, idle, grant, &s.ready, &s.req, &s.len,
                               &s.fire, &s.fire_len, &s.valid, &s.sof, &s.eof, &s.word[0],
                               &s.word[1], &s.word[2], &s.word[3], &s.busy);
  return s;
}

}  // namespace

TEST_CASE("DPI-FLOW: an ACK's word is its fields and their parity", "[dpi]") {
  CHECK(selvage_ack_word(0, 0, 0) == 0);
  CHECK(selvage_ack_word(1, 0, 0) == (1 | 1 << 25));
  CHECK(selvage_ack_word(3, 5, 1) == (3 | 1 << 11 | 5 << 22 | 1 << 25));
}

TEST_CASE("DPI-FLOW: one ACK asks when T1 is over and leaves in a frame of one word", "[dpi]") {
  const Handle acks(selvage_acks_open("t1=3 t2=6 t3=9"));
  CHECK(step(acks, 0, 1, selvage_ack_word(7, 0, 5), 1, 0).ready == 1);
  for (int now = 1; now <= 4; ++now) CHECK(step(acks, now, 0, 0, 1, 0).req == 0);
  const Shown asks = step(acks, 5, 0, 0, 1, 1);  // granted at once
  CHECK(asks.req == 1);
  CHECK(asks.len == 1);
  const Shown fired = step(acks, 6, 0, 0, 1, 0);
  CHECK(fired.fire == 1);
  CHECK(fired.fire_len == 1);
  for (int now = 7; now < 9; ++now) CHECK(step(acks, now, 0, 0, 1, 0).valid == 0);
  CHECK(refused(step(acks, 10, 0, 0, 1, 0).result, "no cycle may be left out"));
  CHECK(step(acks, 9, 0, 0, 1, 0).valid == 0);
  const Shown first = step(acks, 10, 0, 0, 1, 0);  // grant + 5
  CHECK(first.sof == 1);
  CHECK(first.eof == 1);
  CHECK(first.word[0] == 0x000028070001acfbULL);  // 0xFB, type 0xAC, 1 ACK, number 0; id 7, pos 5
  CHECK(first.word[1] >> 32 == 0x070707fdU);      // behind the FCS 0xFD, then padding
  CHECK(first.word[3] == 0x0707070707070707ULL);
}

TEST_CASE("DPI-ERR: no frame is granted before the one before has left the packer", "[dpi]") {
  const Handle acks(selvage_acks_open("depth=96 t1=3 t2=6 t3=9"));
  long long now = 0;
  for (; now < 96; ++now) REQUIRE(step(acks, now, 1, selvage_ack_word(1, 0, 1), 0, 0).result == 0);
  CHECK(step(acks, now, 0, 0, 0, 1).req == 1);  // 48 ACKs leave: 159 bytes, 5 words
  for (int later = 1; later < 5; ++later) {
    const Shown s = step(acks, now + later, 0, 0, 0, 1);
    if (s.result < 0) CHECK(step(acks, now + later, 0, 0, 0, 0).req == 1);
    CHECK(refused(s.result, "still in the packer") == (later > 1));  // it asks from the second on
  }
  CHECK(step(acks, now + 5, 0, 0, 0, 1).len == 48);
  CHECK(step(acks, now + 6, 0, 0, 0, 0).fire == 1);
}

TEST_CASE("DPI-ERR: no cycle is left out in which ACKs that wait may ask", "[dpi]") {
  const Handle acks(selvage_acks_open("t1=3 t2=6 t3=9"));
  REQUIRE(step(acks, 1000, 1, selvage_ack_word(7, 0, 5), 1, 0).result == 0);  // nothing waited
  CHECK(refused(step(acks, 1005, 0, 0, 1, 0).result, "may have asked: no cycle may be left out"));
  CHECK(refused(step(acks, 9999, 0, 0, 0, 0).result, "may have asked: no cycle may be left out"));
  CHECK(step(acks, 1004, 0, 0, 1, 0).req == 0);  // the first in which it may ask
  CHECK(step(acks, 2000, 0, 0, 1, 1).req == 1);  // asking is nothing that a cycle changes
}

TEST_CASE("DPI-FLOW: aggregators behind handles show what the golden one shows", "[dpi]") {
  const Handle handle(selvage_acks_open("max=20 depth=60 t1=3 t2=6 t3=9 good=181"));
  AckAggregator golden({20, 60, 3, 6, 9, 181});
  std::mt19937 random(48);
  int frames = 0;
  int refusals = 0;
  for (long long now = 0; now < 20'000; ++now) {
    const int push = below(random, 3) == 0;
    const int ack = selvage_ack_word(below(random, 2048), below(random, 8), below(random, 2048)) ^
                    static_cast<int>(below(random, 50) == 0);  // now and then wrong parity
    const int idle = below(random, 4) != 0;
    int grant = now / 200 % 2 == 1 && below(random, 4) == 0;  // what has waited goes back to back
    Shown s = step(handle, now, push, ack, idle, grant);
    if (s.result < 0) {  // the arbiter's duty: not while a frame is in the packer
      CHECK(refused(s.result, "still in the packer"));
      ++refusals;
      grant = 0;
      s = step(handle, now, push, ack, idle, grant);
    }
    const AggregatorOutput g = golden.step({push != 0, static_cast<std::uint32_t>(ack), idle != 0,
                                            grant != 0, static_cast<Cycle>(now)});
    REQUIRE(s.result == 0);
    REQUIRE(s.ready == g.ready);
    REQUIRE(s.req == g.req);
    REQUIRE(s.len == static_cast<int>(g.len));
    REQUIRE(s.fire == g.fire);
    REQUIRE(s.fire_len == static_cast<int>(g.fire_len));
    REQUIRE(s.valid == g.word.valid);
    REQUIRE(s.sof == g.word.sof);
    REQUIRE(s.eof == g.word.eof);
    REQUIRE(std::equal(s.word.begin(), s.word.end(), g.word.word.begin()));
    REQUIRE(s.busy == g.busy);
    frames += s.eof;
  }
  CHECK(frames > 500);
  CHECK(refusals > 0);
}
