// SPDX-License-Identifier: Apache-2.0
/// What a port looks like from outside where tables tell it, too; and how a network begins.
#include "scene.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

flow::Wiring one_switch() {
  flow::Wiring w;
  w.switches = 1;
  w.hosts = w.ports = 4;
  for (HostIdx h = 0; h < 4; ++h) w.ends.push_back({kHost, h, 0});
  return w;
}

}  // namespace

TEST_CASE("FLOW-A-19: the channels of a port are the rows of its input table that are not free",
          "[audit]") {
  AuditScene s;
  s.play();
  unsigned all = 0;
  for (const auto kind : {kHost, kSwitch}) {
    for (const PortNumber p : s.ports(kind)) {
      CAPTURE(p);
      unsigned rows = 0;
      for (FlowId id = 0; id < 16; ++id)
        rows += s.row({p, id}).state != golden::FlowState::kFree ? 1 : 0;
      CHECK(s.router(p).look(static_cast<PortIdx>(p % kPorts)).channels == rows);
      all += rows;
    }
  }
  CHECK(all == s.lab.net.channels());
  CHECK(all > 4);
  CHECK(s.lab.net[0].look(2).channels == 0);  // a port that leads nowhere
  CHECK(s.lab.net[0].look(2).table == flow::TableState::kNone);
}

TEST_CASE(
    "FL-ARB: inputs of a class are in turn, from the first on, and the look shows whose it is",
    "[audit]") {
  AuditScene s;
  s.allow(0);
  s.lab.controls[0]->dead = 1;  // its packets come over the other switch above
  const std::uint32_t one = s.lab.send(0, 7), zero = s.lab.send(2, 7), three = s.lab.send(6, 7);
  s.lab.run_to(500);
  const auto waiting = [&] { return s.lab.net[3].look(4).waiting; };
  CHECK(waiting() == zero);
  std::uint8_t& turn = s.out(3 * kPorts + 4).lanes[0].next_input;
  const std::uint32_t heads[] = {zero, one, three, three, zero};
  for (turn = 0; turn < kPorts; ++turn) CHECK(waiting() == heads[turn]);
  turn = 0;
  s.allow(flow::kNoSlot);
  REQUIRE(s.lab.run_dry());
  std::vector<std::uint32_t> left;
  for (const Hop& h : s.lab.hops)
    if (h.sw == 3) left.push_back(h.slot);
  CHECK(left == std::vector{zero, one, three});
  CHECK(waiting() == flow::kNoSlot);
}

TEST_CASE("FL-RATE: tokens of a guaranteed rate begin with none in cycle 0", "[audit]") {
  flow::Params p = quiet();
  p.rates[5].min = 0.5;
  // 1,025 bytes are 82 cycles of it: in cycle 82 they are paid for, and nothing is left.
  for (const Cycle second : {82, 83}) {
    CAPTURE(second);
    Lab lab(one_switch(), p);
    lab.net[0].allow(3, 0, 0);
    const std::uint32_t first = lab.send(0, 3, 1016, 5);
    lab.run_to(60);
    lab.net[0].allow(3, 1, 60);
    lab.run_to(61);
    const std::uint32_t guaranteed = lab.send(1, 3, 1016, 5), fair = lab.send(2, 3, 1016, 0);
    static_cast<void>(guaranteed);
    lab.run_to(second);
    lab.net[0].allow(3, 1, second);
    lab.run_to(200);
    REQUIRE(lab.hops.size() == 2);
    CHECK(lab.hops[0].slot == first);
    CHECK(lab.hops[1].slot == (second == 82 ? fair : guaranteed));
  }
}

TEST_CASE("FLOW-A-9: a link that is dead before the first cycle is clear a flight after that",
          "[audit]") {
  AuditScene s;
  s.lab.net[0].start_dead(0);
  const flow::Params& p = s.lab.params;
  const Cycle flight = p.link_latency + std::max(p.stages.ack_rx, p.stages.rx_fabric);
  CHECK_FALSE(s.lab.net[0].link_clear(0, flight));
  CHECK(s.lab.net[0].link_clear(0, flight + 1));
}

TEST_CASE("a network counts from nothing on, the packets of each flow as well", "[audit]") {
  AuditScene s;
  const flow::Counts& c = s.lab.net.counts();
  for (const std::uint64_t count :
       {c.injected,      c.delivered, c.delivered_bytes, c.dropped,
        c.lost,          c.hops,      c.requests,        c.redirects,
        c.divergences,   c.blocks,    c.holes,           c.reports,
        c.new_holes,     c.joined,    c.lost_units,      c.found_units,
        c.markers,       c.losses,    c.stray,           c.efct_full,
        c.efct_window,   c.reorders,  c.late_unordered,  c.acks,
        c.ack_frames,    c.ack_bytes, c.ack_thrown,      c.ack_wait,
        c.ack_wait_most, c.lookups,   c.single,          c.single_cycles,
        c.xoffs,         c.pauses,    c.credits,         c.joins,
        c.opened,        c.closed,    c.live_cycles,     std::uint64_t{c.pool_high}})
    CHECK(count == 0);
  CHECK(c.ack_sizes == decltype(c.ack_sizes){});
  CHECK(c.level_ups == decltype(c.level_ups){});
  for (unsigned i = 0; i < 3; ++i) s.lab.send(0, 7);
  s.lab.send(0, 6);
  CHECK(s.lab.net.flow(0).sent == 3);
  CHECK(s.lab.net.flow(1).sent == 1);
  CHECK(c.injected == 4);
}

TEST_CASE("FLOW-D-2, FLOW-RECV-1: unless told, classes have the whole link and hosts are quick",
          "[audit]") {
  const flow::Params p;
  for (const flow::ClassRate& rate : p.rates) {
    CHECK(rate.min == 0);
    CHECK(rate.max == 1);
    CHECK(rate.weight == 1);
  }
  CHECK(p.slow.rate == 1);
  CHECK_FALSE(p.slow.any());
  CHECK(p.vcs == 1);
  // As a scenario has it that says nothing of them.
  CHECK(p.source_packets == 64);
  CHECK(p.seed == 1);
  CHECK(p.slow.every == 1'000);
  CHECK(p.slow.longest == 64);
  CHECK(p.slow.least_beats == 1);
}

TEST_CASE("FLOW-D-2: classes begin even, and who is served is later by bytes over weight",
          "[audit]") {
  flow::Params p = quiet();
  p.rates[4].weight = 3;
  Lab lab(one_switch(), p);
  const flow::Output& out = lab.net[0].output(3);
  const auto times = [&] {
    std::vector<double> t{out.virtual_time};
    for (const flow::Bucket& b : out.buckets) t.push_back(b.served);
    return t;
  };
  CHECK(times() == std::vector<double>(9, 0));
  lab.send(1, 3, 373, 4);
  lab.run_to(100);
  CHECK(times() == std::vector<double>{0, 0, 0, 0, 0, 382.0 / 3, 0, 0, 0});
  lab.send(2, 3, 91, 4);  // the clock is where it stood
  lab.run_to(200);
  CHECK(times() == std::vector<double>{382.0 / 3, 0, 0, 0, 0, 382.0 / 3 + 100.0 / 3, 0, 0, 0});
}
