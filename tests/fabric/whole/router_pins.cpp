// SPDX-License-Identifier: Apache-2.0
// A router in RTL at its pins: what is left in one that dies (WR-DIE), every bit of a flit (WR-TX).
#include <algorithm>
#include <catch2/catch.hpp>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "cosim/lockstep/runtime.hpp"
#include "cosim/plugs.hpp"

using namespace selvage;

namespace {

constexpr unsigned kPorts = 7;
constexpr unsigned kVcs = 2;
constexpr PortIdx kHost = 6;
constexpr SwitchIdx kSelf = 13;  // in the middle of 27

/// What a router shows in an edge.
struct Shows {
  std::uint64_t credits = 0, answered = 0, taken = 0, data = 0;
  PortMask flits = 0, messages = 0, clear = 0;
  unsigned answer = 0;
  bool operator==(const Shows& o) const {
    return credits == o.credits && answered == o.answered && taken == o.taken && data == o.data &&
           flits == o.flits && messages == o.messages && clear == o.clear && answer == o.answer;
  }
};

/// A router, what comes to it, and far ends that give each credit back in the next cycle.
struct Bench {
  std::unique_ptr<System> system;
  std::unique_ptr<cosim::RouterBlock> block;
  std::vector<unsigned> credits;  ///< of those who send to it, by channel
  std::vector<unsigned> left;     ///< flits to come of a worm, by channel
  std::vector<unsigned> back;     ///< credits that come to it in the next edge
  Cycle now = 0;

  explicit Bench(bool separable, bool slow, const std::vector<std::string>& bugs = {})
      : system(find_plug("mesh")->make({{"kind", "mesh"}, {"k", 3}}, {Engine::kSwitch, bugs, 1})),
        credits(kPorts * kVcs, 4),
        left(kPorts * kVcs) {
    cosim::RouterBlockOptions options;
    options.self = kSelf;
    options.name = "bench";
    options.depth.assign(kPorts * kVcs, 4);
    options.full = options.depth;
    if (!slow) options.full[12] = options.full[13] = 0;
    options.separable = separable;
    std::string why;
    block = system->make_router(options, why);
    REQUIRE(block != nullptr);
    hosts_credits = slow;
  }
  /// One edge, with what is drawn from `draw` for it.
  Shows edge(std::mt19937& draw) {
    give_back();
    for (PortIdx port = 0; port < kPorts; ++port) come(port, draw);
    block->edge(now++);
    return shown();
  }
  /// The edge in which the node dies: all its links do, and the host begins anew. The credits that
  /// it still owes come in that edge, or in the next one.
  void dies(bool late = false) {
    for (PortIdx port = 0; port < kHost; ++port) block->link_alive(port, false);
    block->wipe();
    const auto lost = [](unsigned channel) { return channel / kVcs != kHost; };
    back.erase(std::remove_if(back.begin(), back.end(), lost), back.end());
    if (!late) give_back();
    credits.assign(kPorts * kVcs, 4);
    left.assign(kPorts * kVcs, 0);
  }
  void give_back() {
    for (const unsigned channel : back) block->credit(channel);
    back.clear();
  }
  void links_back() {
    for (PortIdx port = 0; port < kHost; ++port) {
      block->link_alive(port, true);
      block->link_begins(port);
    }
  }

 private:
  bool hosts_credits = false;

  /// A worm of the host goes anywhere, one of a neighbour to the host.
  void come(PortIdx port, std::mt19937& draw) {
    const unsigned at = port * kVcs + draw() % kVcs;
    const auto other = static_cast<unsigned>(draw());
    if (credits[at] == 0 || other % 4 == 0) return;
    cosim::Flit flit;
    flit.vc = at % kVcs;
    flit.head = left[at] == 0;
    if (flit.head) left[at] = 1 + other / 4 % 6;
    const auto to = port == kHost ? static_cast<HostIdx>(other / 64 % 27) : HostIdx{kSelf};
    flit.tail = --left[at] == 0;
    flit.data = flit.head ? block->head({other, 0, to, 0, false}) : std::uint64_t{other} << 32;
    block->flit(port, flit);
    --credits[at];
  }
  Shows shown() {
    const cosim::RouterShown s = block->shown();
    Shows all{s.credits, s.answered, s.taken, 0, s.flits, s.messages, s.clear, s.answer};
    for (PortIdx port = 0; port < kPorts; ++port) {
      if ((s.flits >> port & 1U) == 0) continue;
      const cosim::Flit flit = block->sent(port);
      all.data = all.data * 31 + flit.data + flit.tail;
      if (port != kHost || hosts_credits) back.push_back(port * kVcs + flit.vc);
    }
    for (unsigned c = 0; c < kPorts * kVcs; ++c) credits[c] += s.credits >> c & 1U;
    return all;
  }
};

}  // namespace

TEST_CASE("WR-DIE: a router that dies under load is like a new one when its links are back",
          "[switch]") {
  const bool separable = GENERATE(false, true);
  const bool slow = GENERATE(false, true);
  CAPTURE(separable, slow);
  unsigned held = 0;
  for (Cycle death = 0; death < 60; ++death) {
    CAPTURE(death);
    Bench died(separable, slow);
    Bench fresh(separable, slow);
    std::mt19937 draw(static_cast<unsigned>(death));
    while (died.now < death) died.edge(draw);
    for (unsigned c = 0; c < kPorts * kVcs; ++c) held += died.block->held(c);
    died.dies(death % 2 == 0);
    died.block->edge(died.now++);
    const cosim::RouterShown s = died.block->shown();
    CHECK((s.flits | s.credits | s.answered | s.malformed | s.messages) == 0);
    CHECK(s.clear == (1U << kPorts) - 1);
    CHECK_FALSE(died.block->idle());
    died.give_back();
    for (unsigned i = 0; i < 2; ++i) died.block->edge(died.now++);
    CHECK(died.block->idle());
    for (unsigned c = 0; c < kPorts * kVcs; ++c) CHECK(died.block->held(c) == 0);
    died.links_back();
    fresh.now = died.now;
    std::mt19937 again(7);
    std::mt19937 same(7);
    for (unsigned i = 0; i < 120; ++i) {
      CAPTURE(i);
      REQUIRE(died.edge(again) == fresh.edge(same));
    }
    CHECK(cosim::take_rtl_failure().empty());
  }
  CHECK(held > 300);
}

TEST_CASE("WR-TX: what leaves is what came, every bit of it, from every channel to every port",
          "[switch]") {
  constexpr unsigned kUsers = 32;  // bits of a head that are nobody's
  constexpr unsigned kFlits = 4;   // as many as a channel has places
  std::mt19937_64 random(1);
  PortMask left_by = 0;
  for (unsigned channel = 0; channel < kPorts * kVcs; ++channel) {
    const auto port = static_cast<PortIdx>(channel / kVcs);
    for (HostIdx to = 0; to < 27; ++to) {
      if (port != kHost && to != kSelf) continue;
      CAPTURE(channel, to);
      Bench bench(false, true);
      std::vector<std::uint64_t> came;
      std::vector<std::uint64_t> left;
      for (unsigned edge = 0; edge < 24; ++edge) {
        if (edge < kFlits) {
          const bool head = edge == 0;
          const auto tag = static_cast<std::uint32_t>(random());
          came.push_back(head ? bench.block->head({tag, 0, to, 0, false}) : random());
          bench.block->flit(port, {channel % kVcs, head, edge + 1 == kFlits, false, came.back()});
        }
        bench.block->edge(bench.now++);
        const PortMask flits = bench.block->shown().flits;
        for (PortIdx out = 0; out < kPorts; ++out) {
          if ((flits >> out & 1U) != 0) left.push_back(bench.block->sent(out).data);
        }
        left_by |= flits;
      }
      REQUIRE(left.size() == kFlits);
      for (std::size_t i = 0; i < left.size(); ++i) {
        const unsigned ours = i == 0 ? 64 - kUsers : 0;
        CHECK(left[i] >> ours == came[i] >> ours);
      }
    }
  }
  CHECK(left_by == (1U << kPorts) - 1);
  CHECK(cosim::take_rtl_failure().empty());
}

TEST_CASE("WR-DIE: what comes in the edge of a death, and a declaration of it", "[switch]") {
  Bench bench(false, false);
  bench.block->flit(kHost, {0, true, true, false, bench.block->head({1, 0, kSelf, 0, false})});
  bench.dies();
  bench.block->link_event(0, false);
  bench.block->edge(bench.now++);
  CHECK(bench.block->shown().answered == 0);
  for (unsigned i = 0; i < 6; ++i) {
    bench.block->edge(bench.now++);
    CHECK((bench.block->shown().flits | bench.block->shown().answered) == 0);
  }
  // The link lives again, but its channels do not exist before it is declared up.
  bench.links_back();
  bench.block->flit(kHost, {0, true, true, false, bench.block->head({1, 0, kSelf + 1, 0, false})});
  unsigned answer = 0;
  for (unsigned i = 0; i < 6; ++i) {
    bench.block->edge(bench.now++);
    if (bench.block->shown().answered != 0) answer = bench.block->shown().answer;
    CHECK((bench.block->shown().taken & 3U) == 0);
  }
  CHECK(answer != 0);
  CHECK(cosim::take_rtl_failure().empty());
}

TEST_CASE("WR-DIE: inputs that keep what they hold are seen at the pins", "[switch][bug]") {
  unsigned seen = 0;
  for (Cycle death = 10; death < 40; ++death) {
    Bench bench(false, false, {"router_death_kept"});
    std::mt19937 draw(static_cast<unsigned>(death));
    while (bench.now < death) bench.edge(draw);
    bench.dies();
    bench.block->edge(bench.now++);
    const cosim::RouterShown s = bench.block->shown();
    bench.block->edge(bench.now++);
    seen += (s.flits | s.credits) != 0 || !bench.block->idle() ? 1 : 0;
  }
  CHECK(seen > 20);
  (void)cosim::take_rtl_failure();
}
