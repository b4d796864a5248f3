// SPDX-License-Identifier: Apache-2.0
/// What a network of flow-channel switches says of itself: drain times, channels, what it holds.
#include <catch2/catch.hpp>

#include "../lab.hpp"
#include "flow/blocks/forwarding.hpp"
#include "flow/bounds/bounds.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

struct Counted final : flow::ForwardingBlocks {
  Counted(std::unique_ptr<flow::Blocks> own, unsigned& count)
      : ForwardingBlocks(std::move(own)), finished(count) {}
  void finish(Cycle now) override {
    ++finished;
    ForwardingBlocks::finish(now);
  }
  unsigned& finished;
};

}  // namespace

TEST_CASE("FLOW-A-29, FLOW-A-30: a network knows its longest drain time, and whether it is short") {
  flow::Params p = lab_params();
  flow::Wiring w = flow::wiring_of(golden::FatTree(4, 2));
  for (const unsigned ahead : {0U, 2U}) {
    CAPTURE(ahead);
    w.ahead.assign(ahead == 0 ? 0 : w.ends.size(), ahead);
    const Cycle bound = flow::drain_bound(p, w, ahead);
    REQUIRE(bound % (1 + ahead) == 0);
    for (const int more : {-1, 0, 1}) {
      CAPTURE(more);
      p.drain_t = bound / (1 + ahead) + static_cast<Cycle>(more);
      const Lab lab(w, p);
      CHECK(lab.net.longest_drain() == *p.drain_t * (1 + ahead));
      CHECK(lab.net.longest_bound() == bound);
      CHECK(lab.net.short_drain() == (more < 0));
    }
  }
}

TEST_CASE("FLOW-A-30: without links between switches nothing drains") {
  flow::Wiring w;
  w.switches = 1;
  w.hosts = w.ports = 2;
  w.ends = {{PortEnd::Kind::kHost, 0, 0}, {PortEnd::Kind::kHost, 1, 0}};
  const Lab lab(w, lab_params());
  CHECK(lab.net.longest_drain() == 0);
  CHECK(lab.net.longest_bound() == 0);
}

TEST_CASE("FLOW-A-29: a link that dies closes its channels a drain time after it has told of it") {
  flow::Params p = lab_params();
  p.drain_t = 2'000;
  Lab lab(tree(), p);
  lab.net[7].allow(3, 0, 0);
  lab.controls[0]->dead = 0xe0;
  lab.send(0, 31);
  lab.run_to(300);
  lab.cut({0, 4});
  lab.net[0].port_dead(4, lab.now);
  lab.run_to(4'200);  // twice that, since it leads over one link more
  CHECK(lab.net[0].look(4).table == flow::TableState::kDraining);
  lab.run_to(5'000);
  CHECK(lab.net[0].look(4).table == flow::TableState::kClosed);
}

TEST_CASE("a network counts its channels cycle by cycle, and what it holds") {
  unsigned finished = 0;
  Lab lab(tree(), quiet(), [&](SwitchIdx, PortIdx, const flow::BlocksConfig& config) {
    return std::make_unique<Counted>(flow::golden_blocks(config), finished);
  });
  CHECK(lab.net.mean_live(0) == 0);
  CHECK(lab.net.occupancy() == 0);
  CHECK(lab.net.fabric_high() == 0);
  CHECK(lab.net.limit_at_high() == 0);
  CHECK(lab.net.last_progress() == 0);
  lab.net[7].allow(3, 0, 0);
  lab.send(0, 31, 1'024);
  lab.run_to(1);
  CHECK(lab.net.mean_live(1) == 0);
  lab.run_to(200);
  CHECK(lab.net.live() == 1);
  CHECK(lab.net.occupancy() == 4);
  const std::uint64_t cycles = lab.net.live_cycles(200);
  CHECK(cycles > 170);  // since its packet has come to the table
  CHECK(cycles < 195);
  CHECK(lab.net.live_cycles(300) == cycles + 100);
  CHECK(lab.net.mean_live(200) == static_cast<double>(cycles) / 200);
  CHECK(lab.net.mean_live(1) == static_cast<double>(lab.net.live_cycles(1)));
  lab.net[7].allow(3, flow::kNoSlot, lab.now);
  REQUIRE(lab.run_dry());
  CHECK(lab.net.occupancy() == 0);
  CHECK(finished == 0);
  lab.net.finish(lab.now);
  CHECK(finished == std::size(lab.wiring.ends));
}
