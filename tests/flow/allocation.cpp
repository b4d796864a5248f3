// SPDX-License-Identifier: Apache-2.0
/// Outputs that several want, tables that are full, packets without a way, cycle by cycle.
#include <catch2/catch.hpp>

#include <algorithm>

#include "flow/blocks/forwarding.hpp"
#include "golden/mix.hpp"
#include "kernel/stream.hpp"
#include "lab.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

constexpr SwitchIdx kLast = 7;  ///< hosts 28 to 31 hang on its ports 0 to 3
constexpr PortIdx kUp = 4;      ///< the one way up of switch 0 in most of these

/// The port of the switch above `kUp` that leads to this leaf.
SwitchPort down_to(SwitchIdx leaf) {
  const SwitchIdx root = tree().ends[kUp].index;
  for (unsigned p = 0; p < tree().ports; ++p)
    if (tree().ends[root * tree().ports + p].index == leaf) return {root, static_cast<PortIdx>(p)};
  return {};
}
/// When the packet left its queue at the switch; kNever: it has not.
Cycle left_at(const Lab& lab, std::uint32_t slot, SwitchIdx sw) {
  for (const Hop& h : lab.hops)
    if (h.slot == slot && h.sw == sw) return h.at;
  return kNever;
}
void hold_last(Lab& lab, std::uint32_t grants) {
  for (PortIdx p = 0; p < 4; ++p) lab.net[kLast].allow(p, grants, lab.now);
}
void comes_to_rest(Lab& lab) {
  REQUIRE(lab.run_dry());
  CHECK(lab.net.packets_in_flight() == 0);
  CHECK(lab.net.counts().reorders == 0);
  CHECK(lab.net.audit_end(lab.last) == "");
}

/// What the redirect generator of a port has been told last.
struct Told final : flow::ForwardingBlocks {
  Told(std::unique_ptr<Blocks> own, unsigned* d) : ForwardingBlocks(std::move(own)), depth(d) {}
  void redirect(Cycle now, const flow::RedirectInput& in) override {
    *depth = in.depth;
    ForwardingBlocks::redirect(now, in);
  }
  unsigned* depth;
};

}  // namespace

TEST_CASE("FLOW-A-18: with no id free a port is no candidate for new flows, the others pass") {
  Lab lab(tree(), quiet({8, 2, 8}));  // four ids
  lab.controls[0]->dead = 0xe0;
  hold_last(lab, 0);
  for (HostIdx h = 0; h < 4; ++h) lab.send(h, 28 + h);
  lab.run_to(200);
  const auto fresh = lab.send(0, 16);
  const auto known = lab.send(1, 29);
  lab.run_to(230);
  lab.controls[0]->dead = 0xc0;
  const auto around = lab.send(2, 17);
  while (lab.now < 600) {
    lab.run_to(lab.now + 1);
    REQUIRE(lab.net[0].look(0).leaving != fresh);
    REQUIRE(lab.net[0].look(kUp).waiting != fresh);
  }
  CHECK(left_at(lab, known, 0) < 260);
  CHECK(left_at(lab, fresh, 0) == kNever);
  CHECK(lab.first_port[around] == kUp + 1);
  CHECK(lab.at[around] < 500);
  hold_last(lab, flow::kNoSlot);
  lab.run_to(1'000);
  CHECK(lab.at[fresh] < 1'000);
  comes_to_rest(lab);
}

TEST_CASE("FLOW-C-1: with a change of routes heads that wait ask again and take a new way") {
  Lab lab(tree(), quiet({8, 2, 8}));
  lab.controls[0]->dead = 0xe0;
  hold_last(lab, 0);
  for (HostIdx h = 0; h < 4; ++h) lab.send(h, 28 + h);
  lab.run_to(200);
  const auto fresh = lab.send(0, 16);  // finds no id at the only port
  lab.run_to(300);
  CHECK(left_at(lab, fresh, 0) == kNever);
  lab.controls[0]->dead = 0xd0;
  lab.net[0].routes_changed(lab.now);
  lab.run_to(330);
  CHECK(lab.first_port[fresh] == kUp + 1);
  hold_last(lab, flow::kNoSlot);
  comes_to_rest(lab);
}

TEST_CASE("FLOW-A-18: a grant that finds no id is given back at once, its input goes on") {
  unsigned depth = 0;
  Lab lab(tree(), quiet({8, 2, 8}),
          [&](SwitchIdx sw, PortIdx port, const flow::BlocksConfig& config) {
            std::unique_ptr<flow::Blocks> own = flow::golden_blocks(config);
            if (sw != 0 || port != kUp) return own;
            return std::unique_ptr<flow::Blocks>(std::make_unique<Told>(std::move(own), &depth));
          });
  lab.controls[0]->dead = 0xe0;
  hold_last(lab, 0);
  for (HostIdx h = 0; h < 3; ++h) lab.send(h, 28 + h);
  lab.run_to(1'000);
  const auto first = lab.send(3, 31, 64);  // its input has the turn, behind the three before
  const auto second = lab.send(0, 16, 64);
  const auto beside = lab.send(0, 1, 64);
  while (lab.now < 1'100) {
    lab.run_to(lab.now + 1);
    INFO("cycle " << lab.now - 1);
    REQUIRE(depth == lab.net[0].look(kUp).depth);
  }
  CHECK(left_at(lab, first, 0) == 1'025);
  CHECK(left_at(lab, second, 0) == kNever);
  CHECK(left_at(lab, beside, 0) == 1'026);  // granted in 1,024, with the answer of the MAP
  CHECK(lab.net[0].look(kUp).load == 0);
  hold_last(lab, flow::kNoSlot);
  comes_to_rest(lab);
}

TEST_CASE("FLOW-C-6: the redirect generator knows of a depth that grows in that cycle") {
  for (const unsigned seed : {1U, 2U, 3U}) {
    std::vector<unsigned> depth(tree().ends.size());
    Lab lab(tree(), quiet({8, 3, 8}),
            [&](SwitchIdx sw, PortIdx port, const flow::BlocksConfig& config) {
              return std::unique_ptr<flow::Blocks>(std::make_unique<Told>(
                  flow::golden_blocks(config), &depth[sw * tree().ports + port]));
            });
    kernel::Stream random(seed, "depth");
    unsigned deepest = 0;
    while (lab.now < 3'000) {
      for (HostIdx h = 0; h < 8; ++h)
        if (random.chance(0.02) && lab.net.terminal(h).can_inject())
          lab.send(h, static_cast<HostIdx>(16 + 5 * random.below(3)),
                   64 + static_cast<unsigned>(random.below(3'000)));
      lab.run_to(lab.now + 1);
      for (SwitchIdx sw = 0; sw < tree().switches; ++sw)
        for (PortIdx p = 0; p < tree().ports; ++p) {
          const PortEnd::Kind kind = tree().ends[sw * tree().ports + p].kind;
          if (kind != PortEnd::Kind::kSwitch) continue;
          deepest = std::max(deepest, depth[sw * tree().ports + p]);
          REQUIRE(depth[sw * tree().ports + p] >= lab.net[sw].look(p).depth);
        }
    }
    CHECK(deepest > 30);
    comes_to_rest(lab);
  }
}

TEST_CASE("outputs that want one input are asked first in turn", "[FL-ARB]") {
  for (const unsigned ports : {4U, 5U}) {
    for (HostIdx from = 0; from < ports; ++from) {
      flow::Wiring w;
      w.switches = 1;
      w.hosts = w.ports = ports;
      for (HostIdx h = 0; h < ports; ++h) w.ends.push_back({PortEnd::Kind::kHost, h, 0});
      Lab lab(w, quiet());
      for (PortIdx p = 0; p < ports; ++p) lab.net[0].allow(p, 0, 0);
      for (unsigned i = 0; i < 6; ++i)
        for (HostIdx to = 0; to < ports; ++to)
          if (to != from) lab.send(from, to, 512);
      lab.run_to(1'000);
      for (PortIdx p = 0; p < ports; ++p) lab.net[0].allow(p, flow::kNoSlot, lab.now);
      REQUIRE(lab.run_dry());
      // Every output has had one before any has had all of its six.
      std::vector<unsigned> got(ports, 0);
      for (const Hop& h : lab.hops) {
        if (++got[h.out] < 6) continue;
        CAPTURE(ports, from, got);
        for (HostIdx to = 0; to < ports; ++to) CHECK((to == from || got[to] > 0));
        break;
      }
    }
  }
}

TEST_CASE("a flow with packets under way keeps its virtual channel, whatever its control says",
          "[FLOW-A-15][FLOW-C-1]") {
  for (const bool under_way : {false, true}) {
    flow::Params p = quiet();
    p.vcs = 2;
    Lab lab(tree(), p);
    if (under_way) hold_last(lab, 0);
    lab.send(0, 31);
    lab.run_to(1'000);
    for (const auto& control : lab.controls) control->vcs = 2;  // to host 31: the second one
    const auto next = lab.send(0, 31);
    for (; left_at(lab, next, 0) == kNever; lab.run_to(lab.now + 1)) REQUIRE(lab.now < 2'000);
    CHECK(lab.net.cargo(next).vc == (under_way ? 0 : 1));
    hold_last(lab, flow::kNoSlot);
    comes_to_rest(lab);
  }
}

TEST_CASE("FAB-PROG: a head waits for its output until it is granted") {
  Lab lab(tree(), quiet());
  lab.controls[0]->dead = 0xe0;
  lab.net[0].allow(kUp, 0, 0);
  lab.send(0, 31);
  lab.run_to(100);
  const auto waits = [&] {
    PortMask m = 0;
    for (golden::FlowId id = 0; id < lab.params.sizes.rows(); ++id)
      m |= lab.net[0].waits_for(0, id);
    return m;
  };
  CHECK(waits() == PortMask{1} << kUp);
  lab.net[0].allow(kUp, flow::kNoSlot, lab.now);
  lab.run_to(103);
  CHECK(lab.net[0].look(0).leaving == 0);
  CHECK(waits() == 0);
  comes_to_rest(lab);
}

TEST_CASE("FLOW-D-2: a class whose largest rate is none gets nothing, the others go on") {
  flow::Params p = quiet();
  p.rates[2].max = 0;
  Lab lab(tree(), p);
  lab.send(0, 31, 1'024, 2);
  for (int i = 0; i < 3; ++i) lab.send(0, 31);
  lab.run_to(50'000);
  CHECK(lab.net.packets_in_flight() == 1);
  CHECK(lab.at[0] == kNever);
  CHECK(lab.at[3] < 400);
}

TEST_CASE("FLOW-C-1: a control that holds a packet is named") {
  Lab lab(tree(), quiet());
  lab.controls[1]->waits = true;
  lab.send(6, 31);
  lab.run_to(100);
  CHECK(lab.net.violation() ==
        "FLOW-C-1: cycle 17: at switch 1 port 2: a control holds a packet: order is kept here");
}

TEST_CASE("static hash: the candidate is that of the formula, for each pair and class",
          "[FLOW-NAIVE]") {
  flow::Params p = quiet();
  p.routing = flow::Routing::kStaticHash;
  Lab lab(tree(), p);
  std::array<unsigned, 4> by{};
  for (HostIdx from = 0; from < 8; ++from)
    for (HostIdx to = 16; to < 32; to += 3)
      for (std::uint8_t tc = 0; tc < 3; ++tc) {
        const auto slot = lab.send(from, to, 64, tc);
        lab.run_to(lab.now + 40);
        const SwitchIdx sw = from / 4;
        const std::uint64_t pair = (std::uint64_t{from} << 32 | to) * 8 + tc;
        const std::uint64_t h = mix64(pair + kMixStep * (sw + 1)) % 4;
        ++by[h];
        const auto hop = std::find_if(lab.hops.begin(), lab.hops.end(),
                                      [&](const Hop& x) { return x.slot == slot && x.sw == sw; });
        REQUIRE(hop != lab.hops.end());
        REQUIRE(hop->out == 4 + h);
      }
  for (const unsigned n : by) CHECK(n > 20);  // of 144
  comes_to_rest(lab);
}

TEST_CASE("FLOW-C-3: a flow whose port is no candidate any more blocks once, then takes another") {
  flow::Params p = quiet();
  p.log = true;
  Lab lab(tree(), p);
  hold_last(lab, 0);
  const auto first = lab.send(1, 31);
  lab.run_to(500);
  const PortIdx by = lab.first_port[first];
  lab.controls[0]->dead = PortMask{1} << by;
  const auto next = lab.send(1, 31);
  lab.run_to(1'000);
  CHECK(left_at(lab, next, 0) == kNever);
  CHECK(lab.net.counts().blocks == 1);
  std::vector<flow::FlowEvent> blocked;
  for (const flow::FlowEvent& e : lab.net.log())
    if (e.what == flow::FlowEvent::What::kBlocked) blocked.push_back(e);
  REQUIRE(blocked.size() == 1);
  CHECK(blocked[0].sw == 0);
  CHECK(blocked[0].port == 1);
  hold_last(lab, flow::kNoSlot);
  comes_to_rest(lab);
  CHECK(lab.first_port[next] != by);
  CHECK(lab.net.counts().blocks == 1);
  CHECK(lab.net.counts().divergences == 1);
}

TEST_CASE("FL-STEP, FL-READ: a packet that is dropped is read when nothing else of its input is") {
  unsigned held_up = 0, drops_first = 0;
  for (Cycle open = 500; open < 545; ++open) {
    const Cycle read = open % 2 == 0 ? 282 : 283;  // by 32 bytes a cycle
    CAPTURE(open);
    Lab lab(tree(), quiet());
    lab.controls[0]->dead = 0xe0;
    const SwitchPort out = down_to(kLast), none = down_to(6);
    lab.controls[none.sw]->dead = PortMask{1} << none.port;
    lab.net[out.sw].allow(out.port, 0, 0);
    const auto first = lab.send(0, 28, open % 2 == 0 ? 9'024 : 9'025);
    const auto second = lab.send(1, 29, 64);
    lab.run_to(480);
    lab.send(2, 24, 64);
    lab.run_to(open);
    lab.net[out.sw].allow(out.port, flow::kNoSlot, lab.now);
    comes_to_rest(lab);
    CHECK(lab.drops.size() == 1);
    const Cycle late = left_at(lab, first, out.sw) - (open + 6);  // 1: while the drop is not over
    CHECK(late <= 1);
    held_up += static_cast<unsigned>(late);
    // Behind a drop that had to wait, a grant takes six cycles.
    const Cycle more = left_at(lab, second, out.sw) - left_at(lab, first, out.sw) - read;
    CHECK((more == 0 || (more == 6 && late == 0)));
    drops_first += more == 0 ? 1 : 0;
  }
  CHECK(held_up == 1);
  CHECK(drops_first > 10);
  CHECK(drops_first < 40);
}

TEST_CASE("FLOW-MSG: a message takes a beat of a packet that is read into nothing, too") {
  Lab lab(tree(), quiet());
  lab.controls[0]->dead = 0xe0;
  const SwitchPort none = down_to(6);
  lab.controls[none.sw]->dead = PortMask{1} << none.port;
  lab.send(0, 24, 9'000);
  for (; lab.drops.empty(); lab.run_to(lab.now + 1)) REQUIRE(lab.now < 200);
  const flow::Input& in = lab.net[none.sw].input(static_cast<PortIdx>(tree().ends[kUp].port));
  const Cycle free = in.read_free;
  CHECK(free == in.last_tail);
  lab.net[0].message_leaves(kUp, lab.now - 1);
  CHECK(in.read_free == free + 1);
  comes_to_rest(lab);
}

TEST_CASE("FLOW-A-26: a packet behind a hole, without a way: what was lost is acknowledged too") {
  Lab lab(tree(), quiet());
  lab.controls[0]->dead = 0xe0;
  const SwitchPort none = down_to(6);
  lab.controls[none.sw]->dead = PortMask{1} << none.port;
  lab.net[0].lose_next(kUp, 1);
  lab.send(0, 24, 2'048);
  lab.send(0, 24, 1'024);
  lab.run_to(5'000);
  CHECK(lab.drops.size() == 2);
  CHECK(lab.net.counts().found_units == 8);
  CHECK(lab.net.channels() == 0);
  CHECK(lab.net.counts().markers == 0);
  comes_to_rest(lab);
}
