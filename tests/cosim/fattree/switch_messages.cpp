// SPDX-License-Identifier: Apache-2.0
// A whole switch in RTL that numbers fault messages, at its pins, beside the page written down a
// second time (docs/reference/switch-rtl.md, FS-AGAIN).
#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <deque>
#include <memory>
#include <random>
#include <string>
#include <utility>

#include "cosim/lockstep/runtime.hpp"
#include "cosim/plugs.hpp"

using namespace selvage;

namespace {

constexpr std::uint32_t kNumbers = cosim::kMessageNumbers;
constexpr unsigned kCopies = kNumbers / 2;

/// A switch of a 4P3T whose links are declared dead and up over and over, so that it sends.
struct Bench {
  std::unique_ptr<System> system = find_plug("fattree")->make(
      {{"kind", "fattree"}, {"m", 4}, {"n", 3}}, {Engine::kSwitch, {}, 4});
  std::unique_ptr<cosim::SwitchBlock> block;
  std::mt19937_64 random{17};
  Cycle now = 0;

  Bench() {
    cosim::SwitchBlockOptions options;
    options.self = system->topology().switch_count() - 5;  // of level 1: links up and down
    options.capacity = 64;
    options.xon_most = 32;
    options.numbered = true;
    options.name = "bench";
    std::string why;
    block = system->make_switch(options, why);
    REQUIRE(block != nullptr);
  }
  void edge() {
    block->edge(now++);
    if (const auto failed = cosim::failed_assertion()) FAIL(failed->actual);
  }
  [[nodiscard]] bool chance(unsigned percent) { return random() % 100 < percent; }
};

/// What leaves by a port, by the page.
struct Sender {
  std::deque<ControlMessage> copies;  ///< the last ones
  std::uint32_t number = 0;           ///< of the next new one
  std::uint32_t next = 0;             ///< of the next to leave once more, if any has to
  bool behind = false;
  bool stop = false;

  [[nodiscard]] std::uint32_t back(std::uint32_t n) const { return (number - n) % kNumbers; }
  void asked(std::uint32_t from) {
    next = from;
    behind = back(from) != 0;
  }
  /// Something left: a new one, or the next that is to leave once more.
  void left(std::uint32_t n, const ControlMessage& m) {
    if (behind) {
      REQUIRE(n == next);
      REQUIRE(copies[copies.size() - back(n)] == m);
      next = (next + 1) % kNumbers;
      behind = back(next) != 0;
      return;
    }
    REQUIRE(n == number);
    number = (number + 1) % kNumbers;
    copies.push_back(m);
    if (copies.size() > kCopies) copies.pop_front();
  }
};

/// What comes at a port, by the page.
struct Receiver {
  std::uint32_t expected = 0;
  bool requested = false;
  /// Whether RESEND is said of a message of this number.
  bool comes(std::uint32_t n, bool bad) {
    const std::uint32_t ahead = (n - expected) % kNumbers;
    if (!bad && ahead == 0) {
      expected = (expected + 1) % kNumbers;
      requested = false;
      return false;
    }
    const bool missing = ahead != 0 && ahead < kNumbers / 2 && !requested;
    if (!bad && !missing) return false;
    requested = true;
    return true;
  }
};

}  // namespace

TEST_CASE("FS-AGAIN: any copy may be asked for at any time, the oldest of 64 too", "[switch]") {
  Bench bench;
  std::array<Sender, 4> ports;
  unsigned again = 0;
  unsigned oldest = 0;
  unsigned newest = 0;  // asked for in the edge in which it leaves, or the one behind
  PortMask shown = 0;   // ports that sent at the edge before
  PortMask down = 0;
  PortMask given_up = 0;  // declared dead at the edge before
  for (unsigned i = 0; i < 60000; ++i) {
    const PortMask given_up_now = std::exchange(given_up, 0);
    const auto p = static_cast<PortIdx>(bench.random() % 4);
    Sender& sender = ports[p];
    if (i % 40 == 0) {
      down ^= PortMask{1} << p;
      bench.block->link_event(p, (down >> p & 1U) == 0);
      given_up = down & PortMask{1} << p;
    }
    if (bench.chance(1)) {
      sender.stop = !sender.stop;
      bench.block->far_stop(p, sender.stop);
    }
    // A message that leaves at this edge is one more to go back.
    const bool sent = (shown >> p & 1U) != 0;
    const bool asks = !sender.behind && bench.chance(sent ? 40 : 2);
    const std::size_t most = std::min<std::size_t>(sender.copies.size(), kCopies - 1);
    const auto want =
        static_cast<std::uint32_t>(sent ? std::min<std::size_t>(most, bench.random() % 3)
                                   : bench.chance(20) ? most
                                                      : bench.random() % (most + 1));
    const std::uint32_t from = (sender.number + kNumbers - want) % kNumbers;
    if (asks) bench.block->far_resend(p, from);
    bench.edge();
    shown = bench.block->shown().messages;
    for (unsigned q = 0; q < 4; ++q) {
      if ((shown >> q & 1U) == 0) continue;
      CAPTURE(i, q);
      const auto port = static_cast<PortIdx>(q);
      again += ports[q].behind ? 1 : 0;
      ports[q].left(bench.block->sent_number(port), bench.block->sent_message(port));
    }
    if (asks) {
      sender.asked(from);
      oldest += sender.back(from) == kCopies ? 1 : 0;
      newest += sender.back(from) == 1 ? 1 : 0;
    }
    for (unsigned q = 0; q < 4; ++q) {
      if ((given_up_now >> q & 1U) != 0) ports[q].behind = false;
    }
  }
  CHECK(again > 2000);
  CHECK(oldest > 2);
  CHECK(newest > 100);
}

namespace {

ControlMessage some_message() {
  Bench other;
  other.block->link_event(0, false);
  for (unsigned i = 0; i < 50; ++i) {
    other.edge();
    if (const PortMask m = other.block->shown().messages; m != 0)
      return other.block->sent_message(static_cast<PortIdx>(__builtin_ctzll(m)));
  }
  FAIL("it sends nothing");
  return {};
}

/// RESENDs that a switch says, from reset on, all as the page has them.
unsigned says(const ControlMessage& message, std::uint64_t seed, unsigned edges) {
  Bench bench;
  bench.random.seed(seed);
  std::array<Receiver, 4> ports;
  std::array<bool, 4> due{};  // RESEND, behind the next edge but one
  std::array<std::uint32_t, 4> number{};
  unsigned said = 0;
  for (unsigned i = 0; i < edges; ++i) {
    std::array<bool, 4> next_due{};
    std::array<std::uint32_t, 4> next_number{};
    for (unsigned q = 0; q < 4; ++q) {
      if (!bench.chance(30) || (bench.block->shown().stop >> q & 1U) != 0) continue;
      const auto p = static_cast<PortIdx>(q);
      const bool bad = bench.chance(10);
      const auto offset =
          static_cast<std::uint32_t>(bench.chance(70) ? 0 : bench.random() % kNumbers);
      const std::uint32_t n = (ports[q].expected + offset) % kNumbers;
      bench.block->message(p, message);
      bench.block->message_mark(p, n, bad);
      next_number[q] = ports[q].expected;
      next_due[q] = ports[q].comes(n, bad);
    }
    bench.edge();
    for (unsigned q = 0; q < 4; ++q) {
      CAPTURE(i, q);
      REQUIRE((bench.block->shown().resend >> q & 1U) == (due[q] ? 1U : 0U));
      if (!due[q]) continue;
      ++said;
      REQUIRE(bench.block->resend_number(static_cast<PortIdx>(q)) == number[q]);
    }
    due = next_due;
    number = next_number;
  }
  return said;
}

}  // namespace

TEST_CASE("FS-AGAIN: numbers in and out of turn, damaged or not, and RESEND for each", "[switch]") {
  const ControlMessage message = some_message();
  unsigned said = says(message, 17, 20000);
  for (std::uint64_t seed = 1; seed <= 12; ++seed) said += says(message, seed, 40);
  CHECK(said > 500);
}
