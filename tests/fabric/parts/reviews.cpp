// SPDX-License-Identifier: Apache-2.0
// What is asked of a drop for want of a way, and of the hops of news at the end of a run: by
// docs/reference/fabric.md and timeline.md, without a run. Quick, for scripts/mutate_golden.
#include <catch2/catch.hpp>
#include <deque>
#include <memory>
#include <string>
#include <vector>

#include "fabric/faults/drop_review.hpp"
#include "fabric/faults/hop_check.hpp"
#include "forwarding_system.hpp"
#include "ring_system.hpp"

using namespace selvage;

namespace {

/// Judges nothing: it says what it is to say, and keeps which links it has been told of.
class Judge final : public DropJudge {
 public:
  struct Said {
    std::string ways = "next";
    std::vector<std::vector<SwitchPort>> told;  ///< dead, known, dead, known ...
  };
  explicit Judge(Said& said) : said_(said) {}
  void links(const std::vector<SwitchPort>& dead, const std::vector<SwitchPort>& known) override {
    said_.told.push_back(dead);
    said_.told.push_back(known);
  }
  DropClass judge(SwitchIdx /*sw*/, const RouteRequest& /*request*/) override {
    return DropClass::kTransient;
  }
  std::string ways(SwitchIdx /*sw*/, const RouteRequest& /*request*/) override {
    return said_.ways;
  }
  Cycle settle_bound(SwitchIdx sw, unsigned latency) override { return 10 * sw + latency; }
  std::string_view requirement() const override { return "RING-1"; }

 private:
  Said& said_;
};

/// A ring of four switches, links of 4 cycles, whose link behind switch 1 is dead, that behind
/// switch 2 known to be; packet 7 of host 0 for host 3 was refused.
struct Ring {
  Ring() {
    for (SwitchIdx s = 0; s < 4; ++s) {
      fabric::LinkState& link = context.book.links.emplace_back();
      link.ends = {{{s, 1}, {(s + 1) % 4, 2}}};
    }
    context.book.links[1].dead = true;
    context.book.links[2].known_dead[1] = true;
    packet.id = 7;
    packet.destination = 3;
  }
  /// At switch 2, by the answer to the question of this cycle.
  std::string refused(Cycle asked) {
    context.broken_check.clear();
    review.refused(packet, 2, request, asked);
    return context.broken_check;
  }

  Scenario scenario;
  tb::Ring ring{4};
  Scoreboard board;
  fabric::Context context{scenario, ring, board};
  Judge::Said said;
  fabric::DropReview review{context, std::make_unique<Judge>(said)};
  fabric::Packet packet;
  RouteRequest request;
};

/// A ring that keeps what its bound has been asked for.
class Asked final : public tb::ForwardingSystem {
 public:
  Asked() : ForwardingSystem(std::make_unique<tb::RingSystem>(4)) {}
  std::optional<HopBound> hop_bound(const std::vector<SwitchPort>& known,
                                    const std::vector<SwitchPort>& failing) const override {
    return HopBound{static_cast<unsigned>(10 * known.size() + failing.size()), false, "RING-2"};
  }
};

fabric::RunResult with_hops(std::deque<unsigned> hops, const HopBound& bound) {
  fabric::RunResult r;
  r.settled = true;
  r.hop_bound = bound;
  for (const unsigned h : hops) {
    fabric::FaultEvent& fault = r.faults.emplace_back();
    fault.name = "LK" + std::to_string(r.faults.size());
    fault.hops = h;
  }
  return r;
}

}  // namespace

TEST_CASE("FAB-DROP: a drop is broken unless there is no way, or what switches know is in flux",
          "[reviews]") {
  Ring r;
  auto& changes = r.context.book.link_changes;
  r.context.book.links[2].known_dead[1] = false;
  const std::string first =
      "RING-1: cycle 0: host: packet 7 from 0 to 3, asked for in cycle 50: expected next (settled "
      "relation), actual dropped; the last declaration was ";
  CHECK(r.refused(50) == first + "never, settled 24 cycles later");
  CHECK(r.packet.verdict == DropClass::kTransient);
  r.said.ways = "";
  CHECK(r.refused(50).empty());
  r.said.ways = "next";
  changes.last_declared = 30;  // 24 cycles are excused, and that of the declaration
  CHECK(r.refused(54).empty());
  CHECK(r.refused(55).find("was in cycle 30, settled 24 cycles later") != std::string::npos);
  changes.last_resent = 31;  // what has to be sent once more settles from then on
  CHECK(r.refused(55).empty());
  CHECK(!r.refused(56).empty());
  r.context.book.resends_pending = 1;
  CHECK(r.refused(56).empty());
  r.context.book.resends_pending = 0;
  changes.declared_in_order = false;
  CHECK(r.refused(56).empty());
}

TEST_CASE("FAB-DROP: the judge knows the links of each drop, and is told when they have changed",
          "[reviews]") {
  Ring r;
  const auto told = [&] {
    std::string text;
    for (const auto& links : r.said.told) {
      for (const SwitchPort& link : links) text += r.ring.link_name(link) + " ";
      text += "/ ";
    }
    r.said.told.clear();
    return text;
  };
  r.refused(50);
  CHECK(told() == "r1.1 / r2.1 / ");
  r.refused(50);
  CHECK(told().empty());
  r.context.book.links[3].dead = true;
  ++r.context.book.link_changes.count;
  r.refused(50);
  CHECK(told() == "r1.1 r3.1 / r2.1 / ");
}

TEST_CASE("FT-AUD-3: hops are held against the bound of the links that fail and never come back",
          "[reviews]") {
  const Asked system;
  fabric::FaultPlan plan;
  plan.preset = {{0, 1}};
  CHECK(!fabric::hop_bound_of(plan, system));
  plan.events.resize(2);
  CHECK(fabric::hop_bound_of(plan, system)->hops == 12);
  plan.events[1].repair.emplace();
  CHECK(!fabric::hop_bound_of(plan, system));
}

TEST_CASE("FT-AUD-3: at most so many hops, exactly so many where all is settled and known",
          "[reviews]") {
  const HopBound most{3, false, "RING-2"};
  const HopBound exact{3, true, "RING-2"};
  CHECK(fabric::broken_hop_bound(with_hops({0, 3, 2}, most)).empty());
  CHECK(fabric::broken_hop_bound(with_hops({3, 4}, most)) ==
        "RING-2: LK2: the last change of state came 4 hops after the detection, it may be at most "
        "3");
  CHECK(fabric::broken_hop_bound(with_hops({3, 3}, exact)).empty());
  fabric::RunResult r = with_hops({3, 2}, exact);
  CHECK(fabric::broken_hop_bound(r) ==
        "RING-2: LK2: the last change of state came 2 hops after the detection, it has to be "
        "exactly 3");
  r.lft_overflows = 1;
  CHECK(fabric::broken_hop_bound(r).empty());
  r.lft_overflows = 0;
  r.settled = false;
  CHECK(fabric::broken_hop_bound(r).empty());
  r = with_hops({4}, exact);
  r.lft_overflows = 1;  // not more than so many in any case
  CHECK(!fabric::broken_hop_bound(r).empty());
  r.hop_bound.reset();
  CHECK(fabric::broken_hop_bound(r).empty());
}
