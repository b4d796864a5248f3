// SPDX-License-Identifier: Apache-2.0
/// What ports are built with: ticks, seeds, room in pools, what lies ahead of a link.
#include <catch2/catch.hpp>

#include "flow/parts.hpp"
#include "golden/flow/flow_types.hpp"

using namespace selvage;

namespace {

using End = PortEnd::Kind;

/// Switches of three levels: a root with two hosts, two below it, one below both, one beside that.
class Shape final : public Topology {
 public:
  std::string_view kind() const override { return "shape"; }
  std::string label() const override { return "shape"; }
  std::uint32_t switch_count() const override { return 5; }
  std::uint32_t host_count() const override { return 3; }
  unsigned port_count(SwitchIdx sw) const override {
    return static_cast<unsigned>(ends_.at(sw).size());
  }
  unsigned data_vc_count() const override { return 1; }
  PortEnd peer(SwitchIdx sw, PortIdx port) const override { return ends_.at(sw).at(port); }
  SwitchPort attachment(HostIdx host) const override {
    return host == 1 ? SwitchPort{4, 1} : SwitchPort{0, static_cast<PortIdx>(2 + host / 2)};
  }
  std::uint32_t fallible_link_count() const override { return 0; }
  SwitchPort fallible_link(std::uint32_t) const override { return {}; }
  unsigned level(SwitchIdx sw) const override { return levels_.at(sw); }
  std::string switch_name(SwitchIdx) const override { return {}; }
  std::string host_name(HostIdx) const override { return {}; }
  std::string port_name(SwitchIdx, PortIdx) const override { return {}; }
  std::string link_name(SwitchPort) const override { return {}; }
  std::optional<HostIdx> parse_host(std::string_view, std::string&) const override { return {}; }
  std::optional<SwitchPort> parse_link(std::string_view, std::string&) const override { return {}; }

 private:
  std::vector<unsigned> levels_{3, 2, 2, 1, 1};
  std::vector<std::vector<PortEnd>> ends_{
      {{End::kSwitch, 1, 0}, {End::kSwitch, 2, 0}, {End::kHost, 0, 0}, {End::kHost, 2, 0}},
      {{End::kSwitch, 0, 0}, {End::kSwitch, 3, 0}},
      {{End::kSwitch, 0, 1}, {End::kSwitch, 3, 1}},
      {{End::kSwitch, 1, 1}, {End::kSwitch, 2, 1}, {End::kSwitch, 4, 0}},
      {{End::kSwitch, 3, 2}, {End::kHost, 1, 0}}};
};

/// The shortest tick in which a time has a stamp.
void is_least(unsigned tick, Cycle time) {
  CHECK(golden::ticks_of(time, tick) <= golden::kMostTicks);
  if (tick != 0) CHECK(golden::ticks_of(time, tick - 1) > golden::kMostTicks);
}

}  // namespace

TEST_CASE("FLOW-A-32: the tables of a port count in the shortest ticks that hold their times") {
  flow::Params p;
  for (const Cycle time : {Cycle{40'000}, Cycle{1'000'000}, Cycle{9'000'000}}) {
    CAPTURE(time);
    p.ifct.hold_t = time;
    p.stale_t = 3 * time;
    const flow::BlocksConfig c = flow::blocks_config(p, false, 0);
    is_least(c.ofct.tick, 3 * time);
    CHECK(c.ifct.tick == c.ofct.tick);
    CHECK(c.ifct.tick == flow::table_tick(p));
  }
}

TEST_CASE("FLOW-C-6: random numbers of ports begin apart, and never with 0") {
  flow::Params p;
  p.redirect.d0 = 7;
  p.redirect.rw = 8;
  const auto seeds = [&](std::uint32_t seed, std::uint32_t port) {
    p.redirect.seed = p.ep.seed = seed;
    const flow::BlocksConfig c = flow::blocks_config(p, false, port);
    CHECK(c.redirect.d0 == 7);
    return std::pair<unsigned, unsigned>{c.redirect.seed, c.ep.seed};
  };
  CHECK(seeds(0, 0) == std::pair{1U, 1U});
  CHECK(seeds(1, 0) == std::pair{2U, 2U});
  CHECK(seeds(1, 1) == std::pair{39U, 39U});
  CHECK(seeds(1, 7) == std::pair{6U, 261U});  // of 255, of 4,095
  CHECK(seeds(1, 111) == std::pair{29U, 14U});
  CHECK(seeds(254, 0).first == 255);
  CHECK(seeds(255, 0).first == 1);
  CHECK(seeds(4'094, 0).second == 4'095);
  CHECK(seeds(4'095, 0).second == 1);
}

TEST_CASE("FLOW-D-4: a pool keeps room for the sender's FIFO, two packets and what is under way") {
  flow::Params p;
  p.link_latency = 4;  // 17 cycles with the stages
  p.fifo_units = 64;
  p.bytes_per_cycle = 25;
  p.unit_bytes = 256;
  CHECK(flow::pool_headroom(p) == 64 + 126 + 2 + 17);
  p.fifo_units = 40;
  CHECK(flow::pool_headroom(p) == 63 + 126 + 2 + 17);
  p.bytes_per_cycle = 256;
  CHECK(flow::pool_headroom(p) == 63 + 126 + 17 + 17);
  p.bytes_per_cycle = 241;  // a byte more than 16 units
  CHECK(flow::pool_headroom(p) == 63 + 126 + 17 + 17);
  p.link_latency = 10;
  p.bytes_per_cycle = 25;
  CHECK(flow::pool_headroom(p) == 63 + 126 + 3 + 29);
}

TEST_CASE("FLOW-A-30: what may lie ahead of a link, by the levels of its ends") {
  const flow::Wiring w = flow::wiring_of(Shape());
  CHECK(w.switches == 5);
  CHECK(w.hosts == 3);
  REQUIRE(w.ports == 4);
  // Down to the leaves; up to the root and down; beside, through all others.
  const std::vector<unsigned> ahead{2, 2, 0, 0, 3, 1, 0, 0, 3, 1, 0, 0, 4, 4, 4, 0, 4, 0, 0, 0};
  CHECK(w.ahead == ahead);
  CHECK(w.ends[2].kind == End::kHost);
  CHECK(w.ends[7].kind == End::kNone);
  CHECK(w.ends[14].index == 4);
}
