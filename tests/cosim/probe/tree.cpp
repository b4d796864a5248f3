// SPDX-License-Identifier: Apache-2.0
/// 4P3T of fattree_control_probed, wired port to port: switches find out by themselves which links
/// die and come back, in the very cycles of the closed forms, and do the same as the golden control
/// planes that are notified.
#include <catch2/catch.hpp>

#include "wired_tree.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

using Build = cosim::ProbedBuild;

constexpr Cycle kPeriod = Build::timing(1).period;
/// More than the time from a change of a link to the last message about it, when nothing else
/// happens.
constexpr Cycle kSettled = 1000;

struct Storm {
  unsigned events = 0;
  unsigned gap = 0;  ///< at most so many cycles between two
};

/// Random deaths and repairs. Returns when both ends of every link know its last change.
Cycle schedule(WiredTree& wired, const Storm& storm, std::mt19937& random) {
  const golden::FatTree& tree = wired.fabric().tree();
  struct Link {
    bool dead = false;
    Cycle known = 0;  ///< at both ends
  };
  std::vector<Link> links(tree.fallible_link_count());
  Cycle at = wired.now();
  Cycle known = at;
  for (unsigned i = 0; i < storm.events; ++i) {
    const auto chosen = static_cast<std::uint32_t>(random() % links.size());
    Link& link = links[chosen];
    const Cycle when = std::max(at, link.known + 1);
    link.known = link.dead ? wired.repair(when, tree.fallible_link(chosen))
                           : wired.kill(when, tree.fallible_link(chosen));
    link.dead = !link.dead;
    known = std::max(known, link.known);
    at += random() % (storm.gap + 1);
  }
  return known;
}

/// To the end of all that was planned, and every way asked for.
void settle(WiredTree& wired, Cycle known) {
  wired.run(known + kSettled);
  REQUIRE(wired.difference() == "");
  REQUIRE(wired.fabric().quiet());
  wired.ask_all();
  REQUIRE(wired.difference() == "");
}

/// The first difference in a storm, and every way asked for after it.
std::string first_difference(const WiredOptions& options, const Storm& storm) {
  std::mt19937 random(4);
  WiredTree wired(options);
  wired.run(schedule(wired, storm, random) + kSettled);
  if (wired.difference().empty()) wired.ask_all();
  return wired.difference();
}

}  // namespace

TEST_CASE("FT-DET-1: 4P3T wired: healthy links are never declared dead", "[probe][control]") {
  for (unsigned latency = 1; latency <= Build::kMostLatency; ++latency) {
    WiredTree wired({latency, latency, kPeriod});
    wired.run(2 * 4096);  // the RTL's time wraps
    INFO("latency " << latency);
    CHECK(wired.difference() == "");
    CHECK(wired.totals().down == 0);
    CHECK(wired.totals().messages == 0);
    CHECK(wired.totals().answers > 10000);
    CHECK(wired.totals().left_out > 10000);
  }
}

TEST_CASE("FT-DET-1: ports that are in use and lead to switches answer a probe, no others",
          "[probe][control]") {
  const golden::FatTree tree(Build::kM, Build::kN);
  cosim::ProbedOptions options;
  options.control.tree = &tree;
  options.control.lft_entries = Build::kLines;
  for (unsigned level = 0; level < Build::kN; ++level) {
    options.control.self = tree.index_of({level, {}});
    const PortMask hosts = level == 0 ? low_bits(tree.h()) : 0;
    for (options.ports = 0; options.ports < PortMask{1} << Build::kM; ++options.ports) {
      CAPTURE(level, options.ports);
      CHECK(cosim::make_probed_block(options)->answers(low_bits(Build::kM)) ==
            (options.ports & ~hosts));
    }
  }
}

TEST_CASE("FT-DET-1: 4P3T wired: a timeout of 2d + 2 is enough, an answer a cycle later is not",
          "[probe][control]") {
  WiredOptions options{Build::kMostLatency, 3, kPeriod};
  REQUIRE(Build::timing(options.latency).timeout == 2 * options.latency + 2);
  WiredTree wired(options);
  wired.run(1000);
  CHECK(wired.difference() == "");
  CHECK(wired.totals().down == 0);
  options.answer_delay = 1;  // every answer comes on its deadline
  WiredTree late(options);
  late.run(1000);
  // RTL and golden probers agree, so it is the closed form that the false alarm contradicts.
  CHECK_THAT(late.difference(), Catch::Matchers::Contains("FT-DET-1 detection: closed form 0,"));
  CHECK(late.now() <= 2 * kPeriod);
}

TEST_CASE("FT-DET-4: 4P3T wired: every link dies, is repaired, dies again", "[probe][control]") {
  const golden::FatTree tree(Build::kM, Build::kN);
  std::mt19937 random(2);
  for (std::uint32_t link = 0; link < tree.fallible_link_count(); ++link) {
    WiredTree wired({1 + link % Build::kMostLatency, link, kPeriod});
    const Cycle failed = 100 + random() % kPeriod;
    const Cycle dead = wired.kill(failed, tree.fallible_link(link));
    const Cycle repaired = dead + 1 + random() % (2 * kPeriod);
    const Cycle alive = wired.repair(repaired, tree.fallible_link(link));
    const Cycle again = wired.kill(alive + 1, tree.fallible_link(link));
    INFO("link " << link);
    settle(wired, again);
    REQUIRE(wired.totals().down == 4);
    REQUIRE(wired.totals().up == 2);
    REQUIRE(wired.totals().messages > 0);
  }
}

TEST_CASE("FT-DET-1, FT-DET-3: 4P3T wired: lost answers raise an alarm only at the limit",
          "[probe][control]") {
  std::mt19937 random(6);
  for (unsigned round = 0; round < 16; ++round) {
    const unsigned lost = 1 + round / 4;  // at one end of each link
    WiredTree wired({1 + round % Build::kMostLatency, round, kPeriod});
    const golden::FatTree& tree = wired.fabric().tree();
    Cycle known = 0;
    for (std::uint32_t link = 0; link < tree.fallible_link_count(); ++link) {
      SwitchPort end = tree.fallible_link(link);
      if (random() % 2 == 0) {
        const PortEnd far = tree.peer(end.sw, end.port);
        end = {far.index, far.port};
      }
      known = std::max(known, wired.lose(100 + random() % (4 * kPeriod), end, lost));
    }
    INFO("round " << round << ", " << lost << " answers lost");
    settle(wired, known);
    const bool alarm = lost > wired.timing().retries;
    REQUIRE(wired.totals().down == (alarm ? tree.fallible_link_count() : 0));
    REQUIRE(wired.totals().up == wired.totals().down);
    REQUIRE((wired.totals().messages > 0) == alarm);
  }
}

TEST_CASE("FT-DET-4: 4P3T wired: storms, control planes and probers in lockstep",
          "[probe][control]") {
  std::mt19937 random(3);
  WiredTree::Totals sum;
  for (unsigned round = 0; round < 12; ++round) {
    WiredTree wired({1 + round % Build::kMostLatency, round, kPeriod});
    INFO("round " << round);
    settle(wired, schedule(wired, {200, round % 3 == 0 ? 2U : 40U}, random));
    sum.messages += wired.totals().messages;
    sum.answers += wired.totals().answers;
    sum.left_out += wired.totals().left_out;
    sum.down += wired.totals().down;
    sum.up += wired.totals().up;
  }
  CHECK(sum.messages > 50000);
  CHECK(sum.answers > 100000);
  CHECK(sum.left_out > 10000);
  CHECK(sum.down + sum.up == 12 * 200 * 2);
}

TEST_CASE("FT-DET-4: 4P3T wired: most links die and come back at once, messages are stopped",
          "[probe][control]") {
  std::mt19937 random(5);
  std::uint64_t stopped = 0;
  for (unsigned round = 0; round < 8; ++round) {
    WiredTree wired({1 + round % Build::kMostLatency, round, 1});  // all probe in the same cycles
    const std::uint32_t links = wired.fabric().tree().fallible_link_count();
    Cycle at = 10;
    for (int i = 0; i < 6; ++i) {
      Cycle known = at;
      std::vector<std::uint32_t> chosen;
      for (std::uint32_t link = 0; link < links; ++link) {
        if (random() % 8 != 0) chosen.push_back(link);
      }
      for (const std::uint32_t link : chosen) {
        known = std::max(known, wired.kill(at, wired.fabric().tree().fallible_link(link)));
      }
      at = known + 1;
      for (const std::uint32_t link : chosen) {
        known = std::max(known, wired.repair(at, wired.fabric().tree().fallible_link(link)));
      }
      at = known + 1;
    }
    INFO("round " << round);
    settle(wired, at);
    stopped += wired.totals().stopped;
  }
  CHECK(stopped > 0);
}

TEST_CASE("Deliberate faults of the prober show in a wired tree",
          "[probe][control][bug][FT-DET-1][FT-DET-3]") {
  for (unsigned bug = 0; bug < 5; ++bug) {
    WiredOptions options{1, 4, kPeriod};
    options.probe_bugs = 1U << bug;
    if (options.probe_bugs == cosim::kProbeAnswerAtDeadline) {
      CHECK(first_difference(options, {40, 40}) == "");  // no answer comes so late, but for
      options.latency = Build::kMostLatency;
      options.answer_delay = 1;
    }
    INFO("bug " << bug);
    CHECK_THAT(first_difference(options, {40, 40}),
               Catch::Matchers::Contains("FT-DET-1 probes sent") ||
                   Catch::Matchers::Contains("FT-DET-1 links declared dead"));
  }
}

TEST_CASE("Deliberate faults of the control plane show in a wired tree",
          "[probe][control][bug][FT-MSG-1][FT-REP-1][FT-RS-6]") {
  struct Fault {
    std::uint32_t bug;
    const char* symptom;
  };
  // The others need more levels or more up ports: tests/cosim/fattree/control/bugs.cpp.
  const Fault faults[] = {{cosim::kSkipLft, "route request"},
                          {cosim::kPreferredFromSource, "route request"},
                          {cosim::kCase1ChildrenOnly, "FT-MSG-3 message sent: golden ULFM"},
                          {cosim::kRepairClearsBoth, "FT-LFT-1 line"},
                          {cosim::kNoSyncReq, "message sent"},
                          {cosim::kNoResync, "pending announcement"},
                          {cosim::kAnswerLate, "route request"},
                          {cosim::kAnswerLost, "route request"}};
  for (const Fault& fault : faults) {
    std::string found;
    for (std::uint32_t seed = 0; seed < 4 && found.empty(); ++seed) {
      WiredOptions options{2, seed, kPeriod};
      options.bugs = fault.bug;
      found = first_difference(options, {100, 30});
    }
    INFO("bug_i " << fault.bug);
    CHECK_THAT(found, Catch::Matchers::Contains(fault.symptom));
  }
}
