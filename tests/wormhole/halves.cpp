// SPDX-License-Identifier: Apache-2.0
/// One network in two halves, each of which simulates its own nodes: the cycles of one
/// (FAB-RANK-2).
#include <catch2/catch.hpp>
#include <map>
#include <memory>
#include <vector>

#include "lab.hpp"

using namespace selvage;
using selvage::test::Lab;
using selvage::test::line_params;
using wormhole::Params;
using wormhole::Release;

namespace {

/// The nodes of a line on one side of a border.
class Half final : public wormhole::Client {
 public:
  Half(const tb::Grid& grid, const Params& p, const std::vector<bool>& here)
      : here_(here), net(p, grid.wiring(), *this) {
    for (std::uint32_t n = 0; n < grid.nodes(); ++n) {
      controls_.push_back(std::make_unique<tb::GridControl>(grid, n, p.vcs));
    }
    net.share(here);
  }
  SwitchControl& control(SwitchIdx n) override { return *controls_[n]; }
  /// A header that crosses the border is carried on where its node is simulated.
  void header_leaves(std::uint32_t slot, SwitchIdx node, PortIdx out, unsigned vc) override {
    const auto from = static_cast<wormhole::Channel>(out * net.vcs() + vc);
    const wormhole::FarEnd far = net[node].far_end(from);
    if (!far.router || here_[far.node]) return net.carry(slot, node, out, vc);
    other->net.take_over(slot, net.hand_over(slot));
    other->net.carry(slot, node, out, vc);
  }
  void header_leaves_host(std::uint32_t slot, HostIdx host, unsigned vc) override {
    net.carry_from(slot, host, vc);
  }
  void delivered(std::uint32_t slot, HostIdx, Cycle at) override { arrived[slot] = at; }
  void dropped(std::uint32_t, SwitchIdx, wormhole::DropCause, PortIdx, Cycle) override {}

  void bring(Cycle now) {
    for (const wormhole::Wires::Sent& sent : to_come[now]) net.bring(now, sent);
    to_come.erase(now);
  }
  void cycle(Cycle now, unsigned latency) {
    net.cycle(now);
    net.take_sent(
        [&](const wormhole::Wires::Sent& sent) { other->to_come[now + latency].push_back(sent); });
  }

 private:
  std::vector<bool> here_;
  std::vector<std::unique_ptr<SwitchControl>> controls_;

 public:
  Half* other = nullptr;
  wormhole::Routers net;
  std::map<std::uint32_t, Cycle> arrived;
  std::map<Cycle, std::vector<wormhole::Wires::Sent>> to_come;
};

}  // namespace

TEST_CASE("FAB-RANK-2 wormhole: a network in two halves moves in the cycles of one", "[WH-DET]") {
  const unsigned latency = GENERATE(1U, 3U);
  const SwitchIdx border = GENERATE(1U, 2U, 66U);
  const HostIdx first = border < 2 ? 0 : border - 2;
  const tb::Grid grid{{first + 6}};
  const Params p = line_params(2, 3, latency, Release::kTailLeftBuffer);
  std::vector<bool> low(grid.nodes());
  for (SwitchIdx n = 0; n < border; ++n) low[n] = true;
  std::vector<bool> high = low;
  high.flip();
  Half below(grid, p, low);
  Half above(grid, p, high);
  below.other = &above;
  above.other = &below;
  Lab whole(grid, p);
  std::uint32_t sent = 0;
  while (whole.now < 3000 && (whole.now < 600 || whole.net.packets_in_flight() > 0)) {
    const Cycle now = whole.now;
    for (HostIdx host = first; host < first + 6 && now < 600; ++host) {
      if (!whole.net.sender(host).can_inject()) continue;
      const HostIdx to = first + (sent * 5 + 3) % 6;
      Half& half = host < border ? below : above;
      half.net.sender(host).inject(sent, {sent, host, to, 1 + sent % 9, 0}, now);
      REQUIRE(whole.send(host, to, 1 + sent % 9) == sent);
      ++sent;
    }
    for (Half* half : {&below, &above}) half->bring(now);
    for (Half* half : {&below, &above}) half->cycle(now, latency);
    whole.cycle();
    REQUIRE(below.net.audit().empty());
    REQUIRE(above.net.audit().empty());
    REQUIRE(below.net.packets_in_flight() + above.net.packets_in_flight() ==
            whole.net.packets_in_flight());
  }
  std::map<std::uint32_t, Cycle> arrived = below.arrived;
  arrived.insert(above.arrived.begin(), above.arrived.end());
  CHECK(sent > 200);
  CHECK(arrived.size() == sent);
  CHECK(arrived == whole.arrived);
  CHECK(below.net.counts().left == above.net.counts().come);
  CHECK(above.net.counts().left == below.net.counts().come);
  CHECK(below.net.counts().left > 100);
  CHECK(above.net.counts().left > 100);
}
