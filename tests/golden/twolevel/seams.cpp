// SPDX-License-Identifier: Apache-2.0
/// What the fabric sees of any topology and of any switch's control, where those say nothing of
/// their own (docs/architecture.md, the seams).
#include <catch2/catch.hpp>

#include <vector>

#include "golden/number.hpp"
#include "golden/switch_control.hpp"
#include "golden/twolevel/topology.hpp"

using namespace selvage;
using namespace selvage::golden;

namespace {

/// Sends every packet by port 3 and knows no faults.
class Steady final : public SwitchControl {
 public:
  void request(Cycle, const RouteRequest&) override {}
  RouteDecision collect(Cycle) override { return preview({}); }
  void finish(Cycle) override {}
  [[nodiscard]] RouteDecision preview(const RouteRequest&) const override {
    RouteDecision decision;
    decision.outcome = RouteDecision::Outcome::kForward;
    decision.port = 3;
    return decision;
  }
  [[nodiscard]] std::uint64_t overflows() const override { return 0; }
};

/// The same, as those see it who do not know which control it is.
[[gnu::noipa]] SwitchControl& seam(SwitchControl& control) { return control; }

}  // namespace

TEST_CASE("COS-ENGINE: two engines agree only if all of an answer is the same", "[twolevel]") {
  const RouteDecision one{RouteDecision::Outcome::kForward, 3, 1, 0b1010, 5};
  std::vector<RouteDecision> others(5, one);
  others[0].outcome = RouteDecision::Outcome::kWait;
  others[1].port = 1;
  others[2].vc = 0;
  others[3].candidates = 0b1000;
  others[4].header = 4;
  CHECK(one == RouteDecision{one});
  for (const RouteDecision& other : others) CHECK_FALSE(one == other);
}

TEST_CASE("COS-ENGINE: two engines agree only if all of a message is the same", "[twolevel]") {
  const ControlMessage one{1, 2, 3, 4, 5};
  std::vector<ControlMessage> others(5, one);
  others[0].kind = 6;
  others[1].level = 6;
  others[2].port = 6;
  others[3].seq = 6;
  others[4].body = 6;
  CHECK(one == ControlMessage{one});
  for (const ControlMessage& other : others) CHECK_FALSE(one == other);
  CHECK(ControlMessage{} == ControlMessage{0, 0, 0, 0, 0});
}

TEST_CASE("FAB-RC-1: an answer that names no port is a drop without candidates", "[twolevel]") {
  CHECK(RouteDecision{} == RouteDecision{RouteDecision::Outcome::kDrop, 0, 0, 0, 0});
}

TEST_CASE("FAB-RC-1: of a cut-through switch a packet brings no header, and all channels are free",
          "[twolevel]") {
  const RouteRequest request;
  CHECK(request.in_vc == 0);
  CHECK(request.header == 0);
  CHECK(request.free_channels == 0xffffffffffffffff);
}

TEST_CASE("FAB-DECL: a control without a fault plane asks for nothing and changes nothing",
          "[twolevel]") {
  Steady steady;
  SwitchControl& control = seam(steady);
  StepInput in;
  CHECK(in.stop == 0);
  in.arrivals.push_back({2, {}, {}});
  in.links.push_back({1, true, 7});
  in.stop = 0b100;
  StepOutput out;
  out.stop = 0b11;
  out.changed = out.active = true;
  out.sent.push_back({1, {}, {}});
  control.step(5, in, out);
  CHECK(out.sent.empty());
  CHECK(out.stop == 0);
  CHECK_FALSE((out.changed || out.active));
  for (unsigned step = 0; step < 3; ++step) control.prefetch(step);
  CHECK_FALSE(control.expected());
  CHECK(control.snapshot() == nullptr);
  CHECK(in.any());
  in.clear();
  CHECK_FALSE(in.any());
  CHECK(in.stop == 0);
}

TEST_CASE("F-NAME-1: a topology that reads no names of switches says so", "[twolevel]") {
  const AlFaresTopology net(4);
  std::string why;
  CHECK_FALSE(net.Topology::parse_switch("0", why));
  CHECK(why == "this topology reads no names of switches");
}

TEST_CASE("FAB-DECL: sets of ports: the lowest ones, none to all 64", "[twolevel]") {
  std::uint64_t all = 0;
  for (unsigned count = 0; count <= 64; ++count) {
    CHECK(low_bits(count) == all);
    all = all << 1 | 1;
  }
}
