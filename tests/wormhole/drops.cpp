// SPDX-License-Identifier: Apache-2.0
/// Packets that find no way, decisions that nobody may take, links and nodes dead from the start.
#include <catch2/catch.hpp>
#include <stdexcept>

#include "lab.hpp"

using namespace selvage;
using selvage::test::Lab;
using wormhole::DropCause;
using wormhole::Params;
using Outcome = RouteDecision::Outcome;

namespace {

/// A line's control that gives `bad` to packets with destination `victim`.
class Sabotage final : public SwitchControl {
 public:
  Sabotage(std::unique_ptr<SwitchControl> inner, HostIdx victim, RouteDecision bad)
      : inner_(std::move(inner)), victim_(victim), bad_(bad) {}
  void request(Cycle, const RouteRequest& r) override { answers_.push_back(preview(r)); }
  RouteDecision collect(Cycle) override {
    const RouteDecision d = answers_.front();
    answers_.erase(answers_.begin());
    return d;
  }
  void finish(Cycle) override {}
  RouteDecision preview(const RouteRequest& r) const override {
    return r.destination == victim_ ? bad_ : inner_->preview(r);
  }
  std::uint64_t overflows() const override { return 0; }

 private:
  std::unique_ptr<SwitchControl> inner_;
  HostIdx victim_;
  RouteDecision bad_;
  std::vector<RouteDecision> answers_;
};

RouteDecision forward(PortIdx port, std::uint8_t vc) {
  RouteDecision d;
  d.outcome = Outcome::kForward;
  d.port = port;
  d.vc = vc;
  d.candidates = PortMask{1} << port;
  return d;
}

/// Node 2 of a line of four gives `bad` to packets for host 3.
std::unique_ptr<Lab> line(const tb::Grid& grid, const Params& p, RouteDecision bad) {
  return std::make_unique<Lab>(grid.wiring(), p, [&grid, p, bad](std::uint32_t n) {
    std::unique_ptr<SwitchControl> c = std::make_unique<tb::GridControl>(grid, n, p.vcs);
    if (n == 2) c = std::make_unique<Sabotage>(std::move(c), 3, bad);
    return c;
  });
}

}  // namespace

TEST_CASE("wormhole: an undeliverable packet is drained with its credits", "[WH-DROP][WH-CRED-1]") {
  const std::uint32_t flits = GENERATE(1U, 3U, 100U);
  const unsigned d = GENERATE(1U, 3U);
  const tb::Grid grid{{4}};
  Params p;
  p.vcs = 1;
  p.node_buffer = 8;
  p.link_latency = d;
  const auto lab = line(grid, p, RouteDecision{});
  const std::uint32_t lost = lab->send(0, 3, flits);
  while (!lab->net.sender(0).can_inject()) lab->cycle();
  const std::uint32_t next = lab->send(0, 2, flits);
  while (lab->net.packets_in_flight() > 0) {
    lab->cycle();
    REQUIRE(lab->net.audit().empty());
    REQUIRE(lab->now < 10000);
  }
  REQUIRE(lab->run_dry());
  REQUIRE(lab->drops.count(lost) == 1);
  CHECK(lab->drops.at(lost).node == 2);
  CHECK(lab->drops.at(lost).cause == DropCause::kNoRoute);
  CHECK(lab->arrived.count(next) == 1);
  CHECK(lab->net.counts().drained == flits);
  CHECK(lab->net.counts().injected == lab->net.counts().ejected + flits);
}

TEST_CASE("wormhole: packets drained side by side take turns at their port", "[WH-DROP][WH-SA-1]") {
  const tb::Grid grid{{4}};
  Params p;
  p.injection_channels = 2;
  const auto lab = line(grid, p, RouteDecision{});
  lab->send(0, 3, 50);
  lab->send(0, 3, 60);
  while (lab->net.packets_in_flight() > 0) {
    lab->cycle();
    const std::string wrong = lab->net.audit();
    INFO(wrong << " after cycle " << lab->now - 1);
    REQUIRE(wrong.empty());
    REQUIRE(lab->now < 1000);
  }
  CHECK(lab->drops.size() == 2);
  CHECK(lab->net.counts().drained == 110);
}

TEST_CASE("wormhole: a decision for a channel that does not exist drops, and says so",
          "[WH-DROP]") {
  const tb::Grid grid{{3, 2}};
  const Params p;
  // Node 2 is the right end: its port 0 leads nowhere; port 9 and VC 2 do not exist.
  const RouteDecision bad = GENERATE(forward(0, 0), forward(9, 0), forward(1, 2));
  const auto lab = line(grid, p, bad);
  const std::uint32_t slot = lab->send(2, 3, 5);
  REQUIRE(lab->run_dry());
  REQUIRE(lab->drops.count(slot) == 1);
  CHECK(lab->drops.at(slot).cause == DropCause::kBadChannel);
}

TEST_CASE("wormhole: what is dead from the start carries nothing", "[WH-DEAD]") {
  const tb::Grid grid{{4}};
  wormhole::Wiring w = grid.wiring();
  const unsigned ports = w.ports;
  w.ends[1 * ports + 0] = {};  // the link 1 - 2
  w.ends[2 * ports + 1] = {};
  w.ends[2 * ports + 0] = {};  // node 3
  for (unsigned q = 0; q < ports; ++q) w.ends[3 * ports + q] = {};
  const Params p;
  Lab lab(w, p, [&](std::uint32_t n) { return std::make_unique<tb::GridControl>(grid, n, p.vcs); });
  CHECK(!lab.net.sender(3).can_inject());
  CHECK_THROWS_AS(lab.send(3, 0, 1), std::logic_error);
  const std::uint32_t cut = lab.send(0, 2, 9);
  // This control knows nothing of the dead link: answered that none of its channels is free it
  // waits.
  REQUIRE(lab.run_dry());
  REQUIRE(lab.drops.count(cut) == 1);
  CHECK(lab.drops.at(cut).node == 1);
  CHECK(lab.drops.at(cut).cause == DropCause::kBadChannel);
  CHECK(lab.net.audit().empty());
  CHECK(lab.net.counts().hops == 9);
  CHECK(lab.net.counts().ejected == 0);
}

TEST_CASE("wormhole: misuse is refused", "[WH-LAT]") {
  Lab lab({{2}}, Params{});
  lab.send(0, 1, 4);
  CHECK_THROWS_AS(lab.send(0, 1, 4), std::logic_error);  // one injection channel
  lab.run(20);
  lab.now = 10;
  CHECK_THROWS_AS(lab.send(0, 1, 4), std::logic_error);  // into the past
  CHECK_THROWS_AS(lab.net.cycle(5), std::logic_error);
}
