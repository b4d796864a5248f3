// SPDX-License-Identifier: Apache-2.0
/// The control planes of whole trees, cycle by cycle: same results as without time, nothing lost,
/// no deadlock (FT-CYC-2, FT-CYC-8, FT-REP-7).
#include <catch2/catch.hpp>

#include <algorithm>

#include "golden/fattree/control_fabric.hpp"
#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using namespace selvage::golden::test;

namespace {

StateOf states(const ControlFabric& fabric) {
  return [&fabric](SwitchIdx sw) -> const SwitchState& { return fabric.state(sw).faults; };
}

ControlFabricConfig config(unsigned latency, unsigned lines = 256) {
  ControlFabricConfig c;
  c.lft_capacity = lines;
  c.timing.latency = latency;
  return c;
}

ControlState::Totals totals(const ControlFabric& fabric) {
  ControlState::Totals sum;
  for (SwitchIdx sw = 0; sw < fabric.tree().switch_count(); ++sw) {
    const ControlState::Totals& t = fabric.state(sw).totals;
    sum.arrived += t.arrived;
    sum.received += t.received;
    sum.entered += t.entered;
    sum.sent += t.sent;
    sum.emptied_in += t.emptied_in;
    sum.emptied_out += t.emptied_out;
  }
  return sum;
}

struct Peaks {
  unsigned in = 0;
  unsigned out = 0;
};
Peaks peaks(const ControlFabric& fabric) {
  Peaks most;
  for (SwitchIdx sw = 0; sw < fabric.tree().switch_count(); ++sw) {
    for (const MessageFifo& f : fabric.state(sw).in) most.in = std::max(most.in, f.peak());
    for (const MessageFifo& f : fabric.state(sw).out) most.out = std::max(most.out, f.peak());
  }
  return most;
}

/// At rest: every message is accounted for.
void check_conserved(const ControlFabric& fabric, std::uint64_t planted = 0) {
  const ControlState::Totals t = totals(fabric);
  CHECK(t.entered + planted == t.sent + t.emptied_out);
  CHECK(t.sent == t.arrived + fabric.lost());
  CHECK(t.arrived == t.received + t.emptied_in);
}

}  // namespace

TEST_CASE("FT-CYC-5: a fault next to the roots is known after 10 + d cycles", "[golden][cycle]") {
  const unsigned latency = GENERATE(1U, 4U, 6U);
  const auto [m, n] = GENERATE(std::pair{4U, 3U}, std::pair{8U, 3U}, std::pair{4U, 2U});
  const FatTree tree(m, n);
  for (std::uint32_t i = 0; i < tree.fallible_link_count(); ++i) {
    const SwitchPort link = tree.fallible_link(i);
    if (tree.level(link.sw) + 2 != n) continue;
    ControlFabric fabric(tree, config(latency));
    fabric.kill(10, link, 0, 0);
    REQUIRE(fabric.settle(1000));
    // 1 picked, 3 announcement picked, 5 entered, 6 sent, 6+d arrived, 7+d picked, 10+d written.
    REQUIRE(fabric.last_change() == 10 + 10 + latency);
  }
}

TEST_CASE("FT-AUD-3: a single fault takes as many messages as without time", "[golden][cycle]") {
  const auto [m, n, sent] =
      GENERATE(std::tuple{4U, 3U, 21U}, std::tuple{8U, 3U, 147U}, std::tuple{4U, 5U, 409U});
  const FatTree tree(m, n);
  ControlFabric fabric(tree, config(1));
  fabric.kill(0, tree.fallible_link(0), 3, 5);
  REQUIRE(fabric.settle(10000));
  CHECK(totals(fabric).arrived == sent);
  CHECK(fabric.lost() == 0);
  CHECK(audit(tree, fabric.dead(), states(fabric)).exact());
}

TEST_CASE("FT-CYC-8: one event after the other ends as without time", "[golden][cycle]") {
  const unsigned latency = GENERATE(1U, 4U);
  const auto [m, n, rounds] =
      GENERATE(std::tuple{4U, 3U, 100U}, std::tuple{8U, 3U, 8U}, std::tuple{4U, 4U, 20U});
  const FatTree tree(m, n);
  INFO(tree.label() << " latency " << latency);
  std::mt19937 random(41);
  SettledTree settled(tree, 256, Rule::kCorrected);
  for (unsigned round = 0; round < rounds; ++round) {
    ControlFabric fabric(tree, config(latency));
    settled.reset();
    std::vector<LinkChange> history;
    for (unsigned i = 0; i < 16; ++i) {
      const LinkChange event = random_event(tree, settled.dead(), random);
      history.push_back(event);
      if (event.repair) {
        settled.repair(event.link);
        fabric.repair(fabric.now(), event.link, below(random, 40), below(random, 40));
      } else {
        settled.kill(event.link);
        fabric.kill(fabric.now(), event.link, below(random, 40), below(random, 40));
      }
      settled.settle();
      REQUIRE(fabric.settle(fabric.now() + 10000));
    }
    INFO(text(tree, history));
    REQUIRE(knowledge(tree, states(fabric)) == knowledge(settled));
    REQUIRE(fabric.dead().size() == settled.dead().size());
    check_conserved(fabric);
  }
}

TEST_CASE("FT-REP-7: histories that overlap cycle by cycle end in the masks of ground truth",
          "[golden][cycle][repair]") {
  const unsigned latency = GENERATE(1U, 4U);
  const auto [m, n, rounds, events, gap, delay] =
      GENERATE(std::tuple{4U, 3U, 1000U, 24U, 40U, 8U}, std::tuple{4U, 3U, 1000U, 40U, 2U, 0U},
               std::tuple{8U, 3U, 60U, 20U, 20U, 5U}, std::tuple{8U, 3U, 20U, 60U, 1U, 2U},
               std::tuple{4U, 4U, 100U, 24U, 30U, 10U}, std::tuple{4U, 4U, 60U, 60U, 1U, 1U});
  const FatTree tree(m, n);
  INFO(tree.label() << " latency " << latency << " gap " << gap << " delay " << delay);
  std::mt19937 random(42);
  for (unsigned round = 0; round < rounds; ++round) {
    ControlFabric fabric(tree, config(latency));
    std::vector<Cycle> noticed(tree.fallible_link_count(), 0);
    std::vector<LinkChange> history;
    Links dead;
    Cycle at = 0;
    for (unsigned i = 0; i < events; ++i) {
      const LinkChange event = random_event(tree, dead, random);
      const Cycle lower = below(random, delay + 1);
      const Cycle upper = below(random, delay + 1);
      Cycle& known = noticed[event.link.sw * tree.h() + event.link.port - tree.h()];
      history.push_back(event);
      if (event.repair) {
        at = std::max(at, known);
        fabric.repair(at, event.link, lower, upper);
        dead.erase(std::find_if(dead.begin(), dead.end(), [&](const SwitchPort& d) {
          return d.sw == event.link.sw && d.port == event.link.port;
        }));
      } else {
        fabric.kill(at, event.link, lower, upper);
        known = at + std::max(lower, upper) + 1;
        dead.push_back(event.link);
      }
      at += below(random, gap + 1);
    }
    INFO(text(tree, history));
    REQUIRE(fabric.settle(at + 100000));
    REQUIRE(audit(tree, fabric.dead(), states(fabric)).exact());
    REQUIRE(peaks(fabric).in <= 16);
    REQUIRE(peaks(fabric).out <= 8);
    check_conserved(fabric);
  }
}

TEST_CASE("FT-CYC-8: all queues full of floods run dry and nothing is lost", "[golden][cycle]") {
  const unsigned latency = GENERATE(1U, 4U);
  const auto [m, n] = GENERATE(std::pair{4U, 3U}, std::pair{8U, 3U}, std::pair{4U, 4U});
  const FatTree tree(m, n);
  INFO(tree.label() << " latency " << latency);
  ControlFabric fabric(tree, config(latency));
  // Every down port was dead once: each new RESYNC makes a switch announce all of them.
  for (std::uint32_t i = 0; i < tree.fallible_link_count(); ++i) {
    fabric.kill(0, tree.fallible_link(i), 0, 0);
    fabric.repair(1, tree.fallible_link(i), 0, 0);
  }
  REQUIRE(fabric.settle(1000000));
  const ControlState::Totals before = totals(fabric);
  const std::uint64_t lost = fabric.lost();
  std::mt19937 random(43);
  std::uint64_t planted_out = 0;
  std::uint64_t planted_in = 0;
  for (SwitchIdx sw = 0; sw < tree.switch_count(); ++sw) {
    ControlState& s = fabric.touch(sw);
    const SwitchRules& rules = fabric.plane(sw).rules();
    const auto flood = [&](unsigned i) {
      return FaultMessage{FaultMessage::Kind::kResync, 0, tree.name_of(below(random, 16)).c,
                          tree.h(), static_cast<std::uint8_t>(i * 2 + below(random, 40))};
    };
    for (unsigned p = 0; p < tree.m(); ++p) {
      if ((((rules.down_mask() | rules.up_mask()) >> p) & 1U) == 0) continue;
      for (; s.out[p].size() < 8; ++planted_out) s.out[p].push(flood(s.out[p].size()));
      const unsigned room = fabric.plane(sw).timing().xoff();
      for (; s.in[p].size() < room; ++planted_in) s.in[p].push(flood(s.in[p].size()));
      s.out_waiting |= PortMask{1} << p;
      s.out_full |= PortMask{1} << p;
      s.in_waiting |= PortMask{1} << p;
    }
  }
  REQUIRE(fabric.settle(fabric.now() + 10000000));
  const ControlState::Totals after = totals(fabric);
  CHECK(fabric.lost() == lost);
  CHECK(after.sent - before.sent == after.entered - before.entered + planted_out);
  CHECK(after.arrived - before.arrived == after.sent - before.sent);
  CHECK(after.received - before.received == after.arrived - before.arrived + planted_in);
  CHECK(peaks(fabric).in > fabric.plane(0).timing().xoff());  // XOFF was needed
  CHECK(peaks(fabric).in <= 16);
  CHECK(peaks(fabric).out == 8);
  CHECK(audit(tree, fabric.dead(), states(fabric)).exact());
}

TEST_CASE("FT-CYC-8: every link dies and comes back at once", "[golden][cycle][repair]") {
  const unsigned latency = GENERATE(1U, 4U);
  const auto [m, n] = GENERATE(std::pair{4U, 3U}, std::pair{8U, 3U}, std::pair{4U, 4U});
  const FatTree tree(m, n);
  INFO(tree.label() << " latency " << latency);
  ControlFabric fabric(tree, config(latency, 1024));
  for (unsigned round = 0; round < 3; ++round) {
    const Cycle at = fabric.now() + 50 * round;
    for (std::uint32_t i = 0; i < tree.fallible_link_count(); ++i) {
      fabric.kill(at + i % 7, tree.fallible_link(i), i % 3, i % 5);
      fabric.repair(at + 12 + i % 11, tree.fallible_link(i), i % 4, i % 3);
    }
    fabric.run(at + 60);
  }
  REQUIRE(fabric.settle(10000000));
  CHECK(audit(tree, fabric.dead(), states(fabric)).exact());
  check_conserved(fabric);
}

namespace {

/// When each end of a link is told of it, and how many steps of planes there were.
struct Told final : ControlObserver {
  struct Event {
    Cycle at;
    SwitchIdx sw;
    PortMask down, up;
    friend bool operator==(const Event& a, const Event& b) {
      return a.at == b.at && a.sw == b.sw && a.down == b.down && a.up == b.up;
    }
  };
  void before(SwitchIdx sw, Cycle now, const ControlState&, const ControlInput& in) override {
    ++steps;
    if ((in.link_down | in.link_up) != 0) events.push_back({now, sw, in.link_down, in.link_up});
  }
  void after(SwitchIdx, const ControlState&, const ControlOutput&) override {}
  std::vector<Event> events;
  std::uint64_t steps = 0;
};

/// A link between level 1 and a root of a 4P3T, by both ends.
struct LinkOf4P3T {
  FatTree tree{4, 3};
  SwitchPort low = links(tree, {"1/21/3"})[0];
  SwitchPort high{tree.peer(low.sw, low.port).index, tree.peer(low.sw, low.port).port};
  [[nodiscard]] PortMask low_bit() const { return PortMask{1} << low.port; }
  [[nodiscard]] PortMask high_bit() const { return PortMask{1} << high.port; }
};

}  // namespace

TEST_CASE("FT-DET-2: each end of a link is told in its own cycle", "[golden][cycle]") {
  const LinkOf4P3T link;
  ControlFabric fabric(link.tree, config(1));
  Told told;
  fabric.observe(&told);
  fabric.kill(20, link.high, 3, 7);
  fabric.kill(40, link.low, 1, 1);  // it is dead
  fabric.repair(200, link.high, 5, 2);
  fabric.repair(300, link.low, 1, 1);  // it is back
  fabric.kill(500, link.low, 1, 1);
  fabric.repair(700, link.low, 1, 30);
  fabric.kill(710, link.low, 2, 1);  // before its upper end knows that it is back
  REQUIRE(fabric.settle(1000));
  const PortMask low = link.low_bit();
  const PortMask high = link.high_bit();
  CHECK(told.events == std::vector<Told::Event>{{23, link.low.sw, low, 0},
                                                {27, link.high.sw, high, 0},
                                                {202, link.high.sw, 0, high},
                                                {205, link.low.sw, 0, low},
                                                {501, link.low.sw, low, 0},
                                                {501, link.high.sw, high, 0},
                                                {701, link.low.sw, 0, low},
                                                {711, link.high.sw, high, 0},
                                                {712, link.low.sw, low, 0}});
  CHECK(fabric.dead().size() == 1);
  CHECK(told.steps == fabric.plane_cycles());
  fabric.observe(nullptr);
  fabric.repair(fabric.now(), link.low, 0, 0);
  REQUIRE(fabric.settle(2000));
  CHECK(told.events.size() == 9);
}

TEST_CASE("FT-DET-2: one end alone may take a healthy link for dead, which carries on",
          "[golden][cycle]") {
  const LinkOf4P3T link;
  ControlFabric fabric(link.tree, config(1));
  Told told;
  fabric.observe(&told);
  fabric.mistake(link.high, 0, 200);
  REQUIRE(fabric.settle(1000));
  CHECK(told.events == std::vector<Told::Event>{{0, link.high.sw, link.high_bit(), 0},
                                                {200, link.high.sw, 0, link.high_bit()}});
  CHECK(fabric.dead().empty());
  CHECK(fabric.lost() == 0);
  // It has said by every port that it is back, this one too.
  CHECK(fabric.state(link.low.sw).in[link.low.port].peak() > 0);
  check_conserved(fabric);
}

TEST_CASE("FT-REP-7: what cannot be is refused", "[golden][cycle]") {
  const LinkOf4P3T link;
  ControlFabric fabric(link.tree, config(1));
  fabric.run(10);
  CHECK(fabric.now() == 10);
  const auto says = [](const std::string& said, const char* what) {
    return said.find(what) != std::string::npos;
  };
  CHECK(says(aborts([&] { fabric.kill(9, link.low, 0, 0); }), "kill in the past"));
  CHECK(says(aborts([&] { fabric.repair(9, link.low, 0, 0); }), "repair in the past"));
  CHECK(says(aborts([&] { fabric.mistake(link.low, 9, 20); }), "false alarm in the past"));
  CHECK(says(aborts([&] { fabric.mistake(link.low, 10, 10); }), "false alarm in the past"));
  CHECK(aborts([&] { fabric.mistake(link.low, 10, 11); }).empty());
  fabric.kill(10, link.low, 1, 50);
  fabric.repair(40, link.low, 1, 1);
  CHECK(says(aborts([&] { fabric.settle(100); }), "before both ends have noticed its death"));
}

TEST_CASE("FT-CYC-8: time ends where nothing is left to do, or at the limit", "[golden][cycle]") {
  const LinkOf4P3T link;
  const unsigned latency = GENERATE(1U, 4U);
  ControlFabric fabric(link.tree, config(latency));
  ControlFabric steps(link.tree, config(latency));
  for (ControlFabric* one : {&fabric, &steps}) {
    one->kill(10, link.low, 3, 90);
    one->repair(101, link.low, 0, 4);
    one->repair(300, link.low, 0, 0);  // it is back already
  }
  CHECK_FALSE(fabric.settle(12));
  CHECK(fabric.now() == 12);
  CHECK_FALSE(fabric.settle(103));
  CHECK(fabric.now() == 103);
  REQUIRE(fabric.settle(1000));
  CHECK(fabric.now() == 301);
  while (steps.now() <= 105 || !steps.quiet()) steps.step();
  ControlFabric again(link.tree, config(latency));
  again.kill(10, link.low, 3, 90);
  again.repair(101, link.low, 0, 4);
  REQUIRE(again.settle(400));
  CHECK(again.now() == steps.now());
  CHECK(again.under_way() == 0);
}

TEST_CASE("FT-CYC-2, FT-CYC-7: a stop is seen d cycles later, not over a dead link",
          "[golden][cycle]") {
  const unsigned latency = GENERATE(1U, 4U, 6U);
  const bool upwards = GENERATE(false, true);
  const unsigned before = GENERATE(1U, 2U, 7U);
  CAPTURE(latency, upwards, before);
  const LinkOf4P3T link;
  ControlFabric fabric(link.tree, config(latency));
  const SwitchPort asks = upwards ? link.high : link.low;
  const SwitchPort sees = upwards ? link.low : link.high;
  constexpr Cycle kKilled = 100;
  constexpr Cycle kRepaired = 450;
  fabric.kill(kKilled, link.low, 300, 300);
  fabric.repair(kRepaired, link.low, 200, 200);
  std::mt19937 random(5);
  std::vector<bool> asked(800), seen(800);
  for (Cycle t = 0; t < asked.size(); ++t) {
    ControlState& s = fabric.touch(asks.sw);
    // So full that it asks, in the middle of all that happens to the link, and empty between.
    const bool fills = t == 2 || t == kKilled - before || t == kKilled + 60 || t == kRepaired - 2 ||
                       t == kRepaired + 60;
    for (unsigned i = 0; fills && s.in[asks.port].size() < 15; ++i) {
      s.in[asks.port].push({FaultMessage::Kind::kResync, 0, Digits{below(random, 1000)}, 2,
                            static_cast<std::uint8_t>(i)});
      s.in_waiting |= PortMask{1} << asks.port;
      s.in_high |= PortMask{1} << asks.port;
    }
    (void)fabric.touch(sees.sw);
    fabric.step();
    asked[t] = (fabric.last_output(asks.sw).stop >> asks.port & 1U) != 0;
    seen[t] = (fabric.last_input(sees.sw).stop >> sees.port & 1U) != 0;
    const bool alive = t <= kKilled || t >= kRepaired + latency;
    INFO("cycle " << t);
    REQUIRE(seen[t] == (alive && t > latency && asked[t - latency - 1]));
  }
  CHECK(std::count(asked.begin() + kKilled + 60, asked.begin() + kKilled + 90, true) > 0);
  CHECK(asked[kRepaired - 1]);
  CHECK(asked[kKilled - before]);
  REQUIRE(fabric.settle(100000));
  CHECK(fabric.under_way() == 0);
}
