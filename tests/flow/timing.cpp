// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "flow/bounds/loop.hpp"
#include "kernel/stream.hpp"
#include "lab.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

const flow::Wiring& small_tree() {
  static const flow::Wiring w = flow::wiring_of(golden::FatTree(8, 2));
  return w;
}
const flow::Wiring& tall_tree() {
  static const flow::Wiring w = flow::wiring_of(golden::FatTree(4, 3));
  return w;
}

Cycle alone(const flow::Wiring& w, HostIdx to, unsigned bytes, unsigned d) {
  flow::Params p = lab_params();
  p.link_latency = d;
  Lab lab(w, p);
  const auto slot = lab.send(0, to, bytes);
  CHECK(lab.run_dry());
  CHECK(lab.net.audit_end(lab.last) == "");
  return lab.at[slot];
}

}  // namespace

TEST_CASE("zero-load latency: 26 cycles at the edge, 20 in the fabric, 16 at the egress edge",
          "[FL-LEAD][FLOW-LAT]") {
  for (const unsigned bytes : {1U, 64U, 1024U, 9216U})
    for (const unsigned d : {1U, 4U, 30U}) {
      const Cycle beats = (bytes + 9 + 24) / 25;
      CHECK(alone(small_tree(), 1, bytes, d) == beats - 1 + 2 * d + 22);
      CHECK(alone(small_tree(), 31, bytes, d) == beats - 1 + 4 * d + 26 + 20 + 16);
      CHECK(alone(tall_tree(), 15, bytes, d) == beats - 1 + 6 * d + 26 + 3 * 20 + 16);
    }
}

TEST_CASE("one flow alone fills the line with packets of 1 KiB", "[FL-TX][FLOW-LAT]") {
  flow::Params p = lab_params();
  p.redirects = false;  // a FIFO that fills from empty would draw one now and then
  Lab lab(small_tree(), p);
  std::uint32_t last = 0;
  for (unsigned i = 0; i < 60; ++i) last = lab.send(0, 31);
  REQUIRE(lab.run_dry());
  CHECK(lab.at[last] == 59 * 42 + 119);
  CHECK(lab.net.audit_end(lab.last) == "");
}

TEST_CASE("a header is told behind each link between switches, deframed and parsed, if asked for",
          "[FL-RX]") {
  for (const bool told : {false, true}) {
    flow::Params p = lab_params();
    p.report_hops = told;
    Lab lab(small_tree(), p);
    std::vector<Cycle> began;
    lab.header = [&](std::uint32_t, SwitchPort) { began.push_back(lab.now); };
    const auto slot = lab.send(0, 31);
    while (lab.at[slot] == kNever) lab.run_to(lab.now + 1);
    REQUIRE(lab.arrivals.size() == (told ? 2 : 0));
    if (!told) continue;
    CHECK(lab.arrivals[0].at == began[0] + 4 + 3);
    CHECK(lab.arrivals[1].at == began[1] + 4 + 3);
    CHECK(lab.arrivals[1].sw == 7);
    CHECK(lab.arrivals[1].out == lab.first_port[slot]);  // the same root, from the other side
    CHECK(lab.arrivals[0].slot == slot);
  }
}

TEST_CASE("an edge reads no other packet before the tail of the one that comes is there",
          "[FL-ARB][FL-READ]") {
  flow::Wiring w;
  w.switches = 1;
  w.hosts = w.ports = 3;
  for (HostIdx h = 0; h < 3; ++h) w.ends.push_back({PortEnd::Kind::kHost, h, 0});
  flow::Params p = quiet();
  Lab lab(w, p);
  lab.net[0].allow(2, 0, 0);
  const auto waits = lab.send(0, 2, 64);
  lab.run_to(100);
  lab.send(0, 1, 9'216);  // 369 beats, read in 288 cycles
  lab.run_to(420);
  lab.net[0].allow(2, flow::kNoSlot, lab.now);
  REQUIRE(lab.run_dry());
  REQUIRE(lab.hops.size() == 2);
  CHECK(lab.hops[0].at == 100 + 4 + 7 + 10);
  CHECK(lab.hops[1].slot == waits);
  CHECK(lab.hops[1].at == 100 + 4 + 7 + 368);
  CHECK(lab.net.audit_end(lab.last) == "");
}

TEST_CASE("FLOW-A-7: the published extents 1, 9 and 13 in a running network") {
  flow::Params p = lab_params();
  p.link_latency = 300;  // what is on a link stays in sight
  p.pool_units = 2'000;
  const flow::Wiring w = flow::wiring_of(golden::FatTree(4, 2));
  Lab lab(w, p);
  const PortEnd spines[] = {w.ends[2], w.ends[3]};
  // Hosts 0 and 7; the last switch is the one that host 7 hangs on.
  SwitchIdx last = 0;
  PortIdx egress = 0;
  for (std::size_t i = 0; i < w.ends.size(); ++i)
    if (w.ends[i].kind == PortEnd::Kind::kHost && w.ends[i].index == 7) {
      last = static_cast<SwitchIdx>(i / w.ports);
      egress = static_cast<PortIdx>(i % w.ports);
    }
  const auto allow = [&](unsigned first, unsigned second, unsigned third) {
    lab.net[last].allow(egress, third, lab.now);
    for (PortIdx up = 2; up < 4; ++up) lab.net[0].allow(up, first, lab.now);
    for (const PortEnd& s : spines)
      for (unsigned q = 0; q < w.ports; ++q) {
        const PortEnd& e = w.ends[s.index * w.ports + q];
        if (e.kind == PortEnd::Kind::kSwitch && e.index == last)
          lab.net[s.index].allow(static_cast<PortIdx>(q), second, lab.now);
      }
  };
  allow(12, 7, 0);
  for (int i = 0; i < 13; ++i) lab.send(0, 7, 200);
  lab.run_to(5'000);  // 7 at the last switch, 5 at the second, 1 at the first
  allow(1, 2, 0);
  lab.run_to(5'100);
  allow(0, 0, 1);
  bool seen = false;
  for (Cycle t = 5'100; t < 5'150 && !seen; ++t) {
    lab.run_to(t + 1);
    const auto h = lab.net.path(0, 7, 0, true, t);
    REQUIRE(h.size() == 3);
    seen = h[2].flow_extent == 1;
    if (!seen) continue;
    CHECK(h[2].queue == 6);
    CHECK(h[1].in_flight == 2);
    CHECK(h[1].flow_extent == 9);
    CHECK(h[1].queue == 3);
    CHECK(h[0].in_flight == 1);
    CHECK(h[0].flow_extent == 13);
    CHECK(lab.net.audit(t) == "");
  }
  CHECK(seen);
  allow(~0U, ~0U, ~0U);
  REQUIRE(lab.run_dry());
  CHECK(lab.net.audit_end(lab.last) == "");
}

TEST_CASE("FLOW-A-5, FLOW-A-7..9: every law holds in every few cycles of a busy run, it drains") {
  std::uint64_t late = 0;
  for (const unsigned rows : {3U, 6U}) {
    Lab lab(tall_tree(), lab_params({8, rows, 8}));
    kernel::Stream random(rows, "busy");
    for (int i = 0; i < 300; ++i) {
      for (int k = 0; k < 8; ++k) {
        const auto from = static_cast<HostIdx>(random.below(16));
        const auto to = static_cast<HostIdx>(random.below(16));
        if (from == to || !lab.net.terminal(from).can_inject()) continue;
        const auto tc = static_cast<std::uint8_t>(random.below(3));
        lab.send(from, to, 1 + static_cast<unsigned>(random.below(3000)), tc, tc != 2);
      }
      REQUIRE(lab.run_audited(lab.now + 60, 13) == "");
    }
    REQUIRE(lab.run_dry());
    CHECK(lab.net.audit_end(lab.last) == "");
    CHECK(lab.net.counts().reorders == 0);
    late += lab.net.counts().late_unordered;
    CHECK(lab.net.counts().delivered == lab.net.counts().injected);
    for (const auto& c : lab.controls) CHECK_FALSE(c->twice);
  }
  CHECK(late > 0);
}

TEST_CASE("the same run twice is the same run", "[FAB-DET]") {
  const auto run = [] {
    flow::Params p = lab_params();
    p.loss = 0.001;
    Lab lab(tall_tree(), p);
    kernel::Stream random(5, "twice");
    for (int i = 0; i < 1500; ++i)
      lab.send(static_cast<HostIdx>(random.below(16)), static_cast<HostIdx>(random.below(16)),
               2000);
    lab.run_dry();
    return std::pair{lab.at, lab.last};
  };
  CHECK(run() == run());
}

TEST_CASE("FLOW-C-12: the round trip is that of a packet alone") {
  for (const unsigned levels : {2U, 3U, 4U}) {
    for (const unsigned latency : {1U, 4U, 100U}) {
      flow::Params p = lab_params();
      p.link_latency = latency;
      p.pool_units = 1'000;
      const flow::Wiring w = flow::wiring_of(golden::FatTree(4, levels));
      Lab lab(w, p);
      lab.send(0, w.hosts - 1, 64);
      REQUIRE(lab.run_dry());
      CAPTURE(levels, latency);
      REQUIRE(lab.net.counts().single == 1);
      CHECK(flow::round_trip(p, w) == lab.net.counts().single_cycles);
    }
  }
}
