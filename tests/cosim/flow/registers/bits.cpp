// SPDX-License-Identifier: Apache-2.0
/// Every bit of every setting, and counters behind thousands of events, read out of a port with its
/// blocks; timers of any length, which act in them.
#include <array>
#include <catch2/catch.hpp>
#include <iterator>

#include "golden/flow/flow_port_regs.hpp"
#include "port_pair.hpp"

using namespace selvage;
using namespace selvage::test;
namespace at = flow_port_regs;

namespace {

constexpr std::uint32_t kAllGroups = 31;
constexpr std::size_t kSettings = std::size(at::kResetWords);

/// Accesses by hand, to a port with nothing to do.
class Quiet {
 public:
  /// The answer's data, nothing if it is an error.
  std::optional<std::uint32_t> access(cosim::RegisterAccess a) {
    step(a);
    while (!pair.registers().out().answered) step({});
    if (pair.registers().out().error) return std::nullopt;
    return pair.registers().out().data;
  }
  bool write(std::uint32_t where, std::uint32_t data) {
    return access(write_of(where, data)).has_value();
  }
  /// Writes, reads, commits and reads again; takes back what is refused. Was it taken?
  bool change(std::uint32_t where, std::uint32_t data) {
    if (!write(where, data)) return false;
    access(read_of(where));
    const bool taken = write(at::kCommitAt, kAllGroups);
    if (!taken) write(at::kRevertAt, kAllGroups);
    access(read_of(where));
    return taken;
  }
  void step(const cosim::RegisterAccess& a, PortStimulus in = {}) {
    in.ifct.now = ++now_;
    pair.step(a, in);
  }
  FlowPortPair pair{false};

 private:
  Cycle now_ = 0;
};

/// Cycles from an ACK that waits alone to its frame, whose wire is idle or not.
unsigned waits(Quiet& port, bool idle) {
  PortStimulus in;
  in.aggregator.idle = idle;
  in.aggregator.push = true;
  in.aggregator.ack = golden::with_parity(5);
  port.step({}, in);
  in.aggregator.push = false;
  unsigned cycles = 0;
  for (; !port.pair.aggregator().state().req && cycles < 2'000; ++cycles) port.step({}, in);
  in.aggregator.grant = true;
  port.step({}, in);
  in.aggregator.grant = false;
  for (unsigned i = 0; i < 20; ++i) port.step({}, in);  // the frame leaves
  return cycles;
}

/// Cycles from a credit of a row that is used up to the look by which it is void: the row may send.
unsigned lasts(Quiet& port, unsigned most) {
  constexpr unsigned kRow = 3, kSent = 2, kLeft = 3;
  PortStimulus in;
  in.ifct.enq_valid = true;
  in.ifct.enq = {kRow, port.pair.ifct().row(kRow).next, kSent + kLeft, false, true};
  port.step({}, in);
  in = {};
  in.ifct.deq_valid = true;
  in.ifct.deq = {kRow, kSent, 0, true, 0, 0, 1, false};
  port.step({}, in);
  in = {};
  in.ifct.ack_valid = true;
  in.ifct.ack = {kRow, golden::AckType::kCredit, kSent, 0, 0};
  port.step({}, in);
  in = {};
  in.ifct.chk_valid = in.ifct.deq_valid = true;
  in.ifct.chk = kRow;
  in.ifct.deq = {kRow, kLeft, 0, true, 0, 0, 1, true};
  unsigned cycles = 0;
  do port.step({}, in);  // a look goes behind what asks in its cycle
  while (!port.pair.answer().deq.go() && ++cycles <= most);
  in = {};
  in.ifct.deq_valid = in.ifct.ack_valid = true;
  in.ifct.deq = {kRow, kLeft, 0, true, 0, 0, 1, false};
  in.ifct.ack = {kRow, golden::AckType::kNormal, kSent + kLeft, 0, 0};
  port.step({}, in);
  return cycles;
}

}  // namespace

TEST_CASE(
    "REG-1, REG-4: every bit of a setting is written, committed and read, alone and beside others",
    "[registers]") {
  Quiet port;
  tb::Random random(5);
  std::array<std::uint32_t, kSettings> ones{}, zeros{};  // bits that were taken so
  for (unsigned round = 0; round < 8; ++round) {
    CAPTURE(round);
    for (std::size_t s = 0; s < kSettings; ++s) {
      const auto [where, reset] = at::kResetWords[s];
      // Others at their ends: what is in order with one of them is not with another.
      for (const auto& [other, word] : at::kResetWords)
        if (random.percent(30)) port.change(other, random.percent(50) ? 1 : word * 2 + 1);
      for (unsigned bit = 0; bit < 33; ++bit) {
        const auto one = static_cast<std::uint32_t>(std::uint64_t{1} << bit);
        const std::uint32_t width = reset | (reset - 1);
        for (const std::uint32_t value : {one, one - 1, width & ~one, one | (random.below(256))}) {
          if (!port.change(where, value)) continue;
          ones[s] |= value;
          zeros[s] |= ~value;
        }
      }
      REQUIRE(port.pair.difference() == "");
    }
  }
  unsigned bits = 0;
  for (std::size_t s = 0; s < kSettings; ++s) {
    CAPTURE(at::kResetWords[s][0]);
    CHECK(ones[s] != 0);
    CHECK((ones[s] & ~zeros[s] & ~1U) == 0);  // a mask of draws is odd
    bits += static_cast<unsigned>(__builtin_popcount(ones[s]));
  }
  CHECK(bits > 400);
}

TEST_CASE("REG-1, REG-4: depths of an egress go up to a sum of 16,382, of whichever bits",
          "[registers]") {
  Quiet port;
  for (const std::uint32_t mask : {1U, 127U, 2'047U}) {
    REQUIRE(port.change(at::kEpCongestedAt, 1));
    REQUIRE(port.change(at::kEpDrawAt, mask));
    for (unsigned bit = 0; bit < 14; ++bit) {
      CAPTURE(mask, bit);
      const std::uint32_t sum = 16'383 - (1U << bit);
      if (sum > mask) CHECK(port.change(at::kEpCongestedAt, sum - mask));
    }
    CHECK_FALSE(port.change(at::kEpCongestedAt, 16'383 - mask));
  }
  CHECK(port.pair.difference() == "");
}

TEST_CASE("REG-5: timers of an aggregator are as long as they were written, with any of their bits",
          "[registers]") {
  Quiet port;
  tb::Random random(6);
  // Of one ACK a frame is good, or not: T1 for an idle wire, T2 for a good size, T3 for any.
  REQUIRE(port.write(at::kAggT3At, 1'023));
  for (unsigned timer = 0; timer < 3; ++timer) {
    REQUIRE(port.write(at::kAggGood0At, timer == 2 ? 0 : 1));
    for (unsigned bit = 2; bit < 10; ++bit) {
      const unsigned time = 1U << bit | random.below(1U << bit);
      if (time + 2 > 1'023) continue;
      CAPTURE(timer, time);
      REQUIRE(port.write(at::kAggT1At, timer == 0 ? time : 1));
      REQUIRE(port.write(at::kAggT2At, timer == 1 ? time : timer == 0 ? time + 1 : 2));
      REQUIRE(port.write(at::kAggT3At, timer == 2 ? time : 1'023));
      REQUIRE(port.write(at::kCommitAt, at::kAggregatorGroup));
      CHECK(waits(port, timer == 0) == time + 1);
    }
  }
  CHECK(port.pair.difference() == "");
}

TEST_CASE("REG-5: timers of a credit are as long as they were written, with any of their bits",
          "[registers]") {
  Quiet port;
  tb::Random random(7);
  REQUIRE(port.write(at::kRefreshAt, 1));
  for (unsigned bit = 1; bit < 15; ++bit) {
    const unsigned time = 1U << bit | random.below(1U << bit);
    CAPTURE(time);
    REQUIRE(port.write(at::kExpireAt, time));
    REQUIRE(port.write(at::kCommitAt, at::kTimesGroup));
    CHECK(lasts(port, 2 * time) == time);
    CHECK(port.pair.difference() == "");
  }
}

TEST_CASE("REG-6: counters behind hundreds of thousands of events, whole", "[registers]") {
  FlowPortPair pair(false);
  constexpr unsigned kEvents = 310'000;  // bit 18 of a counter
  Cycle now = 0;
  const auto step = [&](const cosim::RegisterAccess& access) {
    PortStimulus in;
    in.ifct.now = ++now;
    in.aggregator.push = true;
    in.aggregator.ack =
        golden::with_parity(static_cast<std::uint32_t>(now)) ^ (now % 8 != 0 ? 1U : 0U);
    in.aggregator.grant = true;
    in.redirect.load = true;
    in.redirect.port = 1;
    pair.step(access, in);
  };
  const auto access = [&](const cosim::RegisterAccess& a) {
    step(a);
    while (!pair.registers().out().answered) step({});
    REQUIRE_FALSE(pair.registers().out().error);
    return pair.registers().out().data;
  };
  const auto counter = [&](at::Counter c) {
    return access(read_of(at::kCounterAt + 4 * static_cast<std::uint32_t>(c)));
  };
  for (unsigned i = 0; i < kEvents; ++i) step({});
  for (unsigned round = 0; round < 4; ++round) {
    access(write_of(at::kSnapshotAt, 1));
    for (unsigned c = 0; c < at::kCounterCount; ++c) counter(static_cast<at::Counter>(c));
  }
  CHECK(counter(at::Counter::kAcksBad) > 262'144);
  CHECK(counter(at::Counter::kLoads) > 262'144);
  CHECK(pair.difference() == "");
}
