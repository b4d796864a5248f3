// SPDX-License-Identifier: Apache-2.0
// The receive buffer of a host that takes packets slowly, alone (FAB-RECV-1..3, FLOW-RECV-1).
#include <algorithm>
#include <catch2/catch.hpp>
#include <deque>
#include <vector>

#include "slow_receiver.hpp"

using namespace selvage;
using selvage::test::SlowReceiver;

TEST_CASE("FAB-RECV-3: the stalls of a host do not depend on what comes to it") {
  fabric::ReceiverRules rules;
  rules.capacity = 4;
  rules.xoff_free = 2;
  rules.stalls = StallKind::kRandom;
  rules.every = 20;
  rules.longest = 10;
  // One beat packets of every cycle, or of every third, are taken in the cycles without a stall.
  const auto taken = [&rules](Cycle gap) {
    fabric::Receiver receiver(rules, kernel::Stream(9, "stalls", 3));
    std::vector<Cycle> cycles;
    std::uint32_t slot = 0;
    for (Cycle now = 0; now < 3000; ++now) {
      fabric::Receiver::Output out;
      if (now % gap == 0 && receiver.held() < 2) receiver.accept(now, slot++, 1, out);
      REQUIRE(!out.overflow);
      receiver.step(now, out);
      if (out.taken) cycles.push_back(now);
      CHECK(receiver.due() > now);
    }
    return cycles;
  };
  const std::vector<Cycle> all = taken(1);
  CHECK(all.size() > 1500);
  CHECK(all.size() < 2700);
  for (const Cycle cycle : taken(3)) CHECK(std::binary_search(all.begin(), all.end(), cycle));
}

TEST_CASE("FAB-RECV-1: a receiver looked at when it asks does what one does beat by beat") {
  const auto seed = static_cast<std::uint64_t>(GENERATE(range(1, 41)));
  kernel::Stream draws(seed, "receiver");
  fabric::ReceiverRules rules;
  std::vector<std::uint32_t> lengths;
  while (lengths.size() < 1 + 2 * (seed % 2)) {
    lengths.push_back(static_cast<std::uint32_t>(1 + draws.below(20)));
  }
  const std::uint64_t longest = *std::max_element(lengths.begin(), lengths.end());
  const std::uint64_t packets = 2 + draws.below(4);
  rules.capacity = packets * longest;
  rules.xoff_free = longest * (1 + draws.below(packets - 1)) + draws.below(longest);
  rules.rate = std::array{1000000U, 500000U, 333333U, 750001U, 90000U}[draws.below(5)];
  rules.stalls = std::array{StallKind::kNone, StallKind::kRandom, StallKind::kHeader,
                            StallKind::kXon}[seed / 2 % 4];
  rules.every = 1 + draws.below(60);
  rules.longest = 1 + draws.below(50);
  fabric::Receiver receiver(rules, kernel::Stream(seed, "stalls"));
  SlowReceiver slow(rules, lengths, kernel::Stream(seed, "stalls"));
  Cycle due = kNever, wire_free = 0;
  std::uint32_t sent = 0, taken = 0;
  for (Cycle now = 0; now < 15000; ++now) {
    std::optional<std::uint32_t> header;
    const std::uint32_t beats = lengths[sent % lengths.size()];
    if (now >= wire_free && slow.free() >= beats && draws.chance(0.2)) {
      header = sent++;
      wire_free = now + beats;
    }
    const auto expected = slow.cycle(now, header);
    fabric::Receiver::Output out;
    if (header) receiver.accept(now, *header, beats, out);
    if (header || due == now) {
      receiver.step(now, out);
      due = receiver.due();
      REQUIRE(due > now);
    }
    CAPTURE(now, sent, lengths, rules.rate);
    REQUIRE(!out.overflow);
    REQUIRE(out.taken == expected.taken);
    REQUIRE(out.xoff == expected.xoff);
    REQUIRE(out.xon == expected.xon);
    taken += out.taken ? 1 : 0;
  }
  CHECK(taken > 20);
}

TEST_CASE(
    "FAB-RECV-2, FLOW-RECV-1: XOFF with less free than asked, XON with as much, no packet too many") {
  fabric::ReceiverRules rules;
  rules.capacity = 10;
  rules.xoff_free = 4;
  fabric::Receiver receiver(rules, kernel::Stream(1, "stalls"));
  CHECK(receiver.empty());
  CHECK(receiver.due() == kNever);
  fabric::Receiver::Output out;
  receiver.accept(5, 1, 6, out);  // four are free
  CHECK_FALSE(out.xoff);
  CHECK(receiver.held() == 5);  // the first is taken in this cycle
  receiver.step(5, out);
  CHECK(receiver.due() == 10);  // the last of them
  receiver.accept(5, 2, 2, out);
  CHECK(out.xoff);  // three are free
  CHECK_FALSE(out.xon);
  receiver.step(5, out);
  CHECK(receiver.held() == 7);
  CHECK(receiver.due() == 6);
  out = {};
  receiver.accept(5, 3, 4, out);  // one more than there is room for
  CHECK(out.overflow);
  CHECK(receiver.held() == 7);
  receiver.step(6, out);
  CHECK(out.xon);
  CHECK(receiver.held() == 6);
  out = {};
  receiver.accept(6, 3, 4, out);  // to the last place
  CHECK_FALSE(out.overflow);
  CHECK(out.xoff);
  CHECK(receiver.held() == 10);
  CHECK_FALSE(receiver.empty());
}

TEST_CASE("FAB-RECV-1, FAB-RECV-3: cycles in which it held a packet and took nothing are counted") {
  fabric::ReceiverRules rules;
  rules.capacity = 20;
  rules.xoff_free = 5;
  rules.stalls = StallKind::kHeader;
  rules.longest = 7;
  fabric::Receiver receiver(rules, kernel::Stream(1, "stalls"));
  fabric::Receiver::Output out;
  receiver.accept(10, 4, 3, out);
  receiver.step(10, out);
  CHECK(receiver.held() == 3);
  CHECK(receiver.due() == 10 + 7 + 2);
  receiver.step(19, out);
  CHECK(out.taken == 4U);
  CHECK(receiver.stalled() == 7);
  receiver.accept(40, 5, 1, out);  // an empty one waits for nothing
  receiver.step(40, out);
  CHECK(receiver.stalled() == 7);
  CHECK(receiver.due() == 47);
  receiver.step(47, out);
  CHECK(receiver.stalled() == 14);
  CHECK(receiver.empty());
}

TEST_CASE(
    "FAB-RECV-1, FLOW-RECV-1: the next packet begins ceil(L / r) cycles behind the first beat") {
  fabric::ReceiverRules rules;
  rules.rate = 999'999;
  fabric::Receiver receiver(rules, kernel::Stream(1, "stalls"));
  fabric::Receiver::Output out;
  receiver.accept(10, 1, 1, out);
  receiver.step(10, out);
  CHECK(out.taken == 1U);
  receiver.accept(11, 2, 1, out);
  receiver.step(11, out);
  CHECK(receiver.due() == 12);  // 1 / 0.999999 is more than one cycle
  rules.rate = 1;
  fabric::Receiver slowest(rules, kernel::Stream(1, "stalls"));
  slowest.accept(10, 1, 2, out);
  slowest.step(10, out);
  CHECK(slowest.held() == 1);  // the first beat is taken at once
  CHECK(slowest.due() == 1'000'010);
}

TEST_CASE("FAB-RECV-2, FLOW-RECV-1: the stall of an XON begins in the cycle behind it") {
  fabric::ReceiverRules rules;
  rules.capacity = 10;
  rules.xoff_free = 4;
  rules.stalls = StallKind::kXon;
  rules.longest = 7;
  fabric::Receiver receiver(rules, kernel::Stream(1, "stalls"));
  fabric::Receiver::Output out;
  receiver.accept(5, 1, 3, out);  // it was empty: a stall up to cycle 11
  receiver.accept(5, 2, 5, out);
  CHECK(out.xoff);
  receiver.step(5, out);
  CHECK(receiver.due() == 13);  // six are held
  receiver.step(13, out);
  CHECK(out.xon);
  CHECK(receiver.due() == 21);  // the third beat waits for the end of the stall
}
