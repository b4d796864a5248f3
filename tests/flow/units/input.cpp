// SPDX-License-Identifier: Apache-2.0
/// What an input does with a row between its steps: packets without a way, markers of ports to be
/// left, credits that expire, holes that have come along, links that die under a tail.
#include <catch2/catch.hpp>

#include <algorithm>

#include "../lab.hpp"
#include "flow/blocks/forwarding.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

using End = PortEnd::Kind;

/// Three links from switch 0 to 1, one on to switch 2; hosts 0 and 1 at the ends, at ports 3.
flow::Wiring line() {
  flow::Wiring w;
  w.switches = 3;
  w.hosts = 2;
  w.ports = 4;
  for (PortIdx p = 0; p < 3; ++p) w.ends.push_back({End::kSwitch, 1, p});
  w.ends.push_back({End::kHost, 0, 0});
  for (PortIdx p = 0; p < 3; ++p) w.ends.push_back({End::kSwitch, 0, p});
  w.ends.push_back({End::kSwitch, 2, 0});
  w.ends.push_back({End::kSwitch, 1, 3});
  w.ends.resize(11);
  w.ends.push_back({End::kHost, 1, 0});
  return w;
}

/// Every packet that leaves a port draws a REDIRECT, or none does.
struct Draws final : flow::ForwardingBlocks {
  Draws(std::unique_ptr<flow::Blocks> own, bool draws)
      : ForwardingBlocks(std::move(own)), always(draws) {}
  void redirect(Cycle now, const flow::RedirectInput& in) override {
    if (in.load) loads.push_back(in);
    ForwardingBlocks::redirect(now, in);
  }
  flow::RedirectOutput redirect_answer(Cycle now) override {
    ForwardingBlocks::redirect_answer(now);
    const flow::RedirectInput in = loads.front();
    loads.erase(loads.begin());
    return {always, in.port, in.id, in.delta};
  }
  bool always;
  std::vector<flow::RedirectInput> loads;
};

/// An input table whose first CREDIT is its last: what a DEQ sends upstream is lost.
struct Mute final : flow::ForwardingBlocks {
  using ForwardingBlocks::ForwardingBlocks;
  golden::IfctOutput ifct_answer(Cycle now) override {
    golden::IfctOutput out = ForwardingBlocks::ifct_answer(now);
    out.deq.up.valid = false;
    return out;
  }
};

/// Only the packets of this switch draw a REDIRECT, all of them.
Lab::Maker drawn_at(SwitchIdx here) {
  return [here](SwitchIdx sw, PortIdx, const flow::BlocksConfig& config) {
    return std::make_unique<Draws>(flow::golden_blocks(config), sw == here);
  };
}

flow::Params telling(bool block = true) {
  flow::Params p = lab_params();
  p.report_hops = true;
  p.block = block;
  return p;
}

/// A link of `lab` dies `later` cycles after its first header: how many packets it tears.
std::size_t torn(SwitchPort link, Cycle later) {
  Lab lab(line(), quiet());
  Cycle began = kNever;
  lab.header = [&](std::uint32_t slot, SwitchPort out) {
    if (slot == 1 && out.sw == link.sw && out.port == link.port) began = lab.now;
  };
  lab.send(1, 0, 16);  // that with number 0 is another one
  lab.send(0, 1, 1'024);
  while (lab.now < 300 && (began == kNever || lab.now < began + later)) lab.run_to(lab.now + 1);
  lab.cut(link);
  return lab.torn_slots.size();
}

/// Host 0 sends a packet by port 0, then one more, which is asked to leave it by what `drawn` has
/// drawn. Ways of both: the lowest one at first, all of them behind the first choice.
struct Asked {
  Asked(bool block, SwitchIdx drawn) : lab(line(), telling(block), drawn_at(drawn)) {
    lab.net[2].allow(3, 0, 0);
    lab.controls[0]->dead = 6;  // a choice among one: the pointer stays at port 0
    lab.send(0, 1, 16);
    lab.run_to(200);
    CHECK(lab.first_port[0] == 0);
    if (!block) lab.controls[0]->dead = 0;
    lab.send(0, 1, 16);
    lab.run_to(300);
    if (block) CHECK(lab.first_port[1] == 0xff);
    lab.controls[0]->dead = 0;
    lab.net[0].routes_changed(lab.now);
    lab.net[2].allow(3, flow::kNoSlot, lab.now);
    REQUIRE(lab.run_dry());
  }
  Lab lab;
};

}  // namespace

TEST_CASE("FLOW-C-5: what has no way is not taken out of a queue before what is leaving has left") {
  for (Cycle gap = 0; gap < 20; ++gap) {
    for (const bool first : {false, true}) {
      CAPTURE(gap, first);
      flow::Params p = quiet();
      p.ifct.inj_limit = 1;  // one packet is always admitted
      Lab lab(line(), p);
      lab.controls[0] = std::make_unique<Multipath>(std::vector<PortMask>{PortMask{1} << 3, 7, 0});
      lab.wiring.hosts = 3;
      lab.send(0, first ? 1 : 2, 16, 1);
      lab.run_to(gap);
      lab.send(0, first ? 2 : 1, 16, 2);
      REQUIRE(lab.run_dry());
      CHECK(lab.net.violation() == "");
      CHECK(lab.drops.size() == 1);
      CHECK(lab.net.counts().delivered == 1);
    }
  }
}

TEST_CASE("FLOW-D-4: a flow whose credit has expired goes on, though nobody sends it an ACK") {
  flow::Params p = quiet();
  p.ifct.fc_hi = 4;
  p.ifct.fc_lo = 1;
  p.ifct.headroom = 8;
  p.ifct.expire_t = 4'000;
  Lab lab(line(), p, [](SwitchIdx sw, PortIdx, const flow::BlocksConfig& config) {
    std::unique_ptr<flow::Blocks> own = flow::golden_blocks(config);
    if (sw == 0) return own;
    return std::unique_ptr<flow::Blocks>(std::make_unique<Mute>(std::move(own)));
  });
  lab.net[2].allow(3, 0, 0);
  for (int i = 0; i < 12; ++i) lab.send(0, 1, 1'024);
  lab.run_to(1'500);
  lab.net[2].allow(3, flow::kNoSlot, lab.now);
  lab.run_to(3'500);
  const std::uint64_t before = lab.net.counts().delivered;
  CHECK(before > 2);
  REQUIRE(before < 12);  // out of credit, and all that it sent has been acknowledged
  CHECK(lab.net.packets_in_flight() == 12 - before);
  REQUIRE(lab.run_dry(200'000));
  CHECK(lab.net.counts().delivered == 12);
  CHECK(lab.net.audit_end(lab.last) == "");
}

TEST_CASE("FLOW-C-3, control: without BLOCK a head with a way of its own goes with the next one") {
  Lab lab(line(), telling(false), drawn_at(flow::kNoRow));
  lab.net[2].allow(3, 0, 0);
  const auto first = lab.send(0, 1, 16);
  lab.run_to(100);
  REQUIRE(lab.first_port[first] == 0);
  lab.controls[0]->dead = 1;
  lab.net[0].routes_changed(lab.now);
  const auto head = lab.send(0, 1, 16);
  lab.run_to(300);
  CHECK(lab.first_port[head] == 0xff);  // it follows port 0, which is no candidate any more
  const auto next = lab.send(0, 1, 16);
  lab.run_to(400);
  CHECK((lab.first_port[head] == 1 || lab.first_port[head] == 2));
  CHECK(lab.first_port[next] != 0xff);
  CHECK_FALSE(lab.net[0].row(3, 0).loose);  // it has moved
  lab.net[2].allow(3, flow::kNoSlot, lab.now);
  REQUIRE(lab.run_dry());
}

TEST_CASE("FLOW-C-6: a REDIRECT of the switch's own output keeps a flow from no port") {
  for (const bool block : {true, false}) {
    CAPTURE(block);
    const Asked asked(block, 0);
    CHECK(asked.lab.first_port[1] == 0);
    CHECK(asked.lab.net.counts().blocks == (block ? 1 : 0));
  }
}

TEST_CASE("FLOW-C-6: the port that a REDIRECT from beyond has come by is shunned by that flow") {
  for (const bool block : {true, false}) {
    CAPTURE(block);
    Asked asked(block, 1);
    Lab& lab = asked.lab;
    CHECK(lab.first_port[1] == 1);
    CHECK(lab.net.counts().blocks == (block ? 1 : 0));
    lab.controls[0]->dead = 4;
    const auto later = lab.send(0, 1, 16);  // a flow anew, in the same row: port 0 is in turn
    REQUIRE(lab.run_dry());
    CHECK(lab.first_port[later] == 0);
  }
}

TEST_CASE("FLOW-C-6, control: without BLOCK a channel that is released takes nothing along") {
  Lab lab(line(), telling(false), drawn_at(0));
  lab.send(0, 1, 16);
  lab.run_to(40);
  CHECK(lab.net[0].row(3, 0).loose);
  lab.run_to(1'000);
  lab.net[2].allow(3, 0, lab.now);
  lab.send(0, 1, 16);
  lab.run_to(lab.now + 15);
  CHECK(lab.net[0].blocks(3).ifct_row(lab.now, 0).ordered);
}

TEST_CASE("FLOW-A-26: a hole that has come along is not found a second time") {
  Lab lab(line(), quiet());
  lab.header = [&](std::uint32_t slot, SwitchPort out) {
    if (out.sw == 0 && slot == 1) lab.net[0].lose_next(out.port, 1);
    if (out.sw == 1 && slot == 0) lab.net[1].lose_next(out.port, 1);
  };
  for (const unsigned units : {1U, 2U, 3U, 1U}) lab.send(0, 1, 256 * units);
  lab.run_to(2'000);
  const flow::Counts& c = lab.net.counts();
  CHECK(c.delivered == 2);
  CHECK(c.lost == 2);
  CHECK(c.holes == 2);
  CHECK(c.new_holes == 2);
  CHECK(c.joined == 1);
  CHECK(c.found_units == 5);
  REQUIRE(lab.run_dry());
  CHECK(lab.net.audit_end(lab.last) == "");
}

TEST_CASE("FAB-LINK: on every link of its way a packet is torn up to its last beat") {
  const flow::Params p = lab_params();
  const Cycle header = p.link_latency + p.stages.rx_fabric;
  const Cycle tail = p.link_latency + 41;  // 1,033 bytes are 42 beats
  for (const SwitchPort link : {SwitchPort{0, 0}, SwitchPort{1, 3}})
    for (const Cycle later : {header, header + 1, tail - 1, tail, tail + 1, tail + 2}) {
      CAPTURE(link.sw, later);
      CHECK(torn(link, later) == (later > header && later <= tail ? 1 : 0));
    }
}
