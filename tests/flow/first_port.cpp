// SPDX-License-Identifier: Apache-2.0
/// Switches whose port 0 is one of several ways: what counts ports from the lowest on.
#include <catch2/catch.hpp>

#include <algorithm>

#include "flow/blocks/forwarding.hpp"
#include "golden/mix.hpp"
#include "lab.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

/// Two switches with three links, at ports 0 to 2, and a host each.
flow::Wiring pair() {
  flow::Wiring w;
  w.switches = w.hosts = 2;
  w.ports = 4;
  for (SwitchIdx s = 0; s < 2; ++s) {
    for (PortIdx p = 0; p < 3; ++p) w.ends.push_back({PortEnd::Kind::kSwitch, 1 - s, p});
    w.ends.push_back({PortEnd::Kind::kHost, s, 0});
  }
  return w;
}

/// The DEQ of a head that has been granted is refused.
struct Fickle final : flow::ForwardingBlocks {
  using ForwardingBlocks::ForwardingBlocks;
  void ifct(const golden::IfctInput& in) override {
    takes.push_back(in.deq_valid && !in.deq.peek);
    ForwardingBlocks::ifct(in);
  }
  golden::IfctOutput ifct_answer(Cycle now) override {
    golden::IfctOutput out = ForwardingBlocks::ifct_answer(now);
    if (takes.front()) out.deq.why = golden::DeqWhy::kState;
    takes.erase(takes.begin());
    return out;
  }
  std::vector<bool> takes;
};

}  // namespace

TEST_CASE("static hash: the candidates are counted from the lowest port on, none is no way",
          "[FL-CHOOSE][FLOW-NAIVE]") {
  flow::Params p = quiet();
  p.routing = flow::Routing::kStaticHash;
  Lab lab(pair(), p);
  std::array<unsigned, 3> by{};
  for (std::uint8_t tc = 0; tc < 8; ++tc)
    for (HostIdx from = 0; from < 2; ++from) {
      const auto slot = lab.send(from, 1U - from, 64, tc);
      lab.run_to(lab.now + 40);
      const std::uint64_t flow = (std::uint64_t{from} << 32 | (1U - from)) * 8 + tc;
      const std::uint64_t h = mix64(flow + kMixStep * (from + 1)) % 3;
      const auto hop = std::find_if(lab.hops.begin(), lab.hops.end(),
                                    [&](const Hop& x) { return x.slot == slot; });
      REQUIRE(hop != lab.hops.end());
      CHECK(hop->out == h);
      ++by[h];
    }
  for (const unsigned n : by) CHECK(n > 0);
  lab.controls[0]->dead = 7;
  lab.send(0, 1);
  REQUIRE(lab.run_dry());
  REQUIRE(lab.drops.size() == 1);
  CHECK(lab.drops[0].second == flow::DropCause::kNoRoute);
  CHECK(lab.net.audit_end(lab.last) == "");
}

TEST_CASE("FLOW-C-2: of idle ports the first is taken, whatever a flow was asked to leave") {
  for (const bool shun : {true, false}) {
    flow::Params p = quiet();
    p.shun_left = shun;
    Lab lab(pair(), p);
    const auto slot = lab.send(0, 1);
    REQUIRE(lab.run_dry());
    CHECK(lab.first_port[slot] == 0);
  }
}

TEST_CASE("FLOW-C-1: an input table that takes back what it granted is named") {
  Lab lab(pair(), quiet(), [](SwitchIdx sw, PortIdx port, const flow::BlocksConfig& config) {
    std::unique_ptr<flow::Blocks> own = flow::golden_blocks(config);
    if (sw != 0 || port != 3) return own;
    return std::unique_ptr<flow::Blocks>(std::make_unique<Fickle>(std::move(own)));
  });
  lab.send(0, 1);
  lab.run_to(100);
  CHECK(lab.net.violation() ==
        "FLOW-C-1: cycle 25: at switch 0 port 3: an input table takes back what it granted");
}
