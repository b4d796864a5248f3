// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <algorithm>

#include "kernel/stream.hpp"
#include "lab.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

struct Incast {
  double goodput = 0;  ///< share of what the link can carry of 1-KiB packets
  double jain = 0;
  std::uint64_t most_units = 0;
  std::uint64_t limit = 0;  ///< sum of MFE when that was so
  flow::Counts counts;
};

Incast incast(unsigned senders, const std::function<void(flow::Params&)>& change = {},
              bool ordered = true) {
  flow::Params p = lab_params();
  p.source_packets = 4;
  p.stale_t = 1'000'000;  // a saturated fabric holds a packet longer than the lab's times
  if (change) change(p);
  Lab lab(flow::wiring_of(golden::FatTree(8, 2)), p);
  Incast r;
  std::uint64_t at_start = 0;
  std::vector<std::uint64_t> from_start;
  constexpr Cycle kWarm = 60'000, kEnd = 260'000;
  while (lab.now < kEnd) {
    for (HostIdx h = 0; h < senders; ++h)
      while (lab.net.terminal(h).can_inject()) lab.send(h, 31, 1024, 0, ordered);
    lab.run_to(lab.now + 100);
    if (lab.now == kWarm) {
      at_start = lab.got_bytes[31];
      static_cast<void>(lab.net.take_fabric_high());
      from_start = lab.got_from;
    }
    if (lab.now % 20'000 == 0) REQUIRE(lab.net.audit(lab.now - 1) == "");
  }
  r.limit = lab.net.limit_at_high();
  r.most_units = lab.net.take_fabric_high();
  r.goodput = static_cast<double>(lab.got_bytes[31] - at_start) / 1024 * 42 / (kEnd - kWarm);
  double sum = 0, squares = 0;
  for (HostIdx h = 0; h < senders; ++h) {
    const auto x = static_cast<double>(lab.got_from[h] - from_start[h]);
    sum += x;
    squares += x * x;
  }
  r.jain = sum * sum / (senders * squares);
  REQUIRE(lab.run_dry());
  CHECK(lab.net.audit_end(lab.last) == "");
  r.counts = lab.net.counts();
  CHECK(r.counts.dropped == 0);
  CHECK(r.counts.reorders == 0);
  return r;
}

}  // namespace

TEST_CASE("E-1: incast: FLOW-C-8 gives the whole link, fairly, and keeps the fabric empty") {
  for (const unsigned senders : {4U, 8U, 16U, 28U}) {
    const Incast r = incast(senders);
    INFO(senders << " senders: goodput " << r.goodput << " Jain " << r.jain << " units "
                 << r.most_units << " of " << r.limit);
    CHECK(r.goodput > 0.95);
    CHECK(r.jain > 0.95);
    CHECK(r.most_units <= r.limit + 4);  // the packet on the last wire is acknowledged
    CHECK(r.counts.level_ups[1] + r.counts.level_ups[7] > 0);
    const Incast naive = incast(senders, [](flow::Params& p) { p.congestion_aware = false; });
    INFO("naive: goodput " << naive.goodput << " units " << naive.most_units);
    CHECK(naive.goodput > 0.95);
    CHECK(naive.most_units > 2 * r.most_units);
    CHECK(naive.counts.level_ups == std::array<std::uint64_t, 8>{});
  }
}

TEST_CASE(
    "FLOW-A-3, FLOW-A-6: what an incast loses with the ACK made at the write, and without the draw") {
  const Incast right = incast(16);
  const Incast early = incast(16, [](flow::Params& p) { p.ack_at_write = true; });
  INFO("at the write: goodput " << early.goodput << ", right " << right.goodput);
  CHECK(early.goodput < right.goodput - 0.05);
  const Incast all = incast(16, [](flow::Params& p) { p.ep.draw = false; });
  INFO("without the draw: goodput " << all.goodput << " Jain " << all.jain << ", right "
                                    << right.jain);
  CHECK((all.goodput < right.goodput - 0.02 || all.jain < right.jain - 0.02));
}

TEST_CASE("E-6: FLOW-C-8: an unordered tree collapses onto one branch under congestion") {
  flow::Params p = lab_params();
  p.source_packets = 4;
  Lab lab(flow::wiring_of(golden::FatTree(8, 2)), p);
  // Most branches that a flow has at the same time, after the first half of a window.
  const auto window = [&](unsigned senders, Cycle length) {
    std::uint64_t most = 0;
    const Cycle start = lab.now;
    while (lab.now < start + length) {
      for (HostIdx h = 0; h < senders; ++h)
        while (lab.net.terminal(h).can_inject()) lab.send(h, 31, 1024, 0, false);
      lab.run_to(lab.now + 20);
      REQUIRE(lab.net.violation() == "");  // ingress extents stay exact
      if (lab.now > start + length / 2) most = std::max(most, lab.net.branches(lab.now - 1).most);
    }
    REQUIRE(lab.net.audit(lab.now - 1) == "");
    return most;
  };
  CHECK(window(1, 10'000) > 1);
  CHECK(window(12, 60'000) == 1);
  REQUIRE(lab.run_dry());
  CHECK(lab.net.audit_end(lab.last) == "");
}

TEST_CASE("FLOW-A-14: a full edge table stalls packets and drops none") {
  Lab lab(flow::wiring_of(golden::FatTree(8, 2)), lab_params({8, 3, 10}));
  for (unsigned i = 0; i < 60; ++i) lab.send(0, 1 + i % 31, 256, static_cast<std::uint8_t>(i % 2));
  REQUIRE(lab.run_dry());
  CHECK(lab.net.audit_end(lab.last) == "");
  CHECK(lab.net.counts().efct_full > 0);
  CHECK(lab.net.counts().delivered == 60);
  CHECK(lab.net.counts().dropped == 0);
}

TEST_CASE("FLOW-B-1, FLOW-B-7: without aggregation every ACK costs a frame of its own") {
  const auto bits = [](const std::function<void(flow::Params&)>& change) {
    const Incast r = incast(16, change);
    return 8.0 * static_cast<double>(r.counts.ack_bytes) / static_cast<double>(r.counts.acks);
  };
  const auto all = [](flow::Params& p) {
    p.congestion_aware = false;
    p.ifct.mfe.fill(500);
  };
  const double three = bits(all);
  const double none = bits([&](flow::Params& p) {
    all(p);
    p.aggregator.max = 1;
  });
  CHECK(none == 128.0);
  CHECK(three <= none);
}

TEST_CASE(
    "FLOW-C-6: a flow that a REDIRECT from beyond has moved takes another port, though the old one is idle") {
  // At switch 0 the flow 3 -> 28 goes by port 4, which nobody else uses and which leads to a root
  // whose way down two other leaves overload. Port 5 is half used, and its way is free.
  flow::Params p = lab_params();
  p.source_packets = 8;
  p.report_hops = true;
  p.congestion_aware = false;
  p.redirect.rw = 8;
  p.redirect.kd = 4;
  p.redirect.kg = 0;
  p.log = true;
  const unsigned shift = GENERATE(range(0U, 8U));
  CAPTURE(shift);
  Lab lab(flow::wiring_of(golden::FatTree(8, 2)), p);
  lab.watched = 3;
  lab.controls[1]->dead = lab.controls[2]->dead = 0xe0;
  lab.controls[0]->dead = 0xd0;
  const auto run = [&](Cycle end, bool moved) {
    for (; lab.now < end; lab.run_to(lab.now + 1)) {
      for (const auto& [from, to] : {std::pair<HostIdx, HostIdx>{4, 29}, {8, 30}, {9, 31}})
        if (lab.net.terminal(from).can_inject()) lab.send(from, to);
      if (lab.now % 84 == 0) lab.send(0, 24);
      if (moved && lab.now % 105 == 13 * shift) lab.send(3, 28);
      REQUIRE(lab.net.violation() == "");
    }
  };
  run(5'000, false);
  lab.controls[0]->dead = 0xe0;
  run(5'500, true);
  CHECK(lab.up_ports == 0x10);
  lab.controls[0]->dead = 0xc0;
  run(20'000, true);
  lab.up_ports = 0;
  run(40'000, true);
  CHECK(lab.up_ports == 0x20);
  unsigned moves = 0;
  for (const flow::FlowEvent& e : lab.net.log())
    moves += e.what == flow::FlowEvent::What::kBlocked && lab.net.flow(e.flow).source == 3 ? 1 : 0;
  CHECK(moves > 0);
  REQUIRE(lab.run_dry());
  CHECK(lab.net.audit_end(lab.last) == "");
}

TEST_CASE(
    "FLOW-C-6: without the queues behind heads a port tells its redirect generator of FIFO and heads alone") {
  const auto deepest = [](bool count_queues) {
    flow::Params p = lab_params();
    p.count_queues = count_queues;
    p.redirects = false;
    Lab lab(flow::wiring_of(golden::FatTree(8, 2)), p);
    for (SwitchIdx leaf = 0; leaf < 4; ++leaf) lab.controls[leaf]->dead = 0xe0;  // one root for all
    unsigned most = 0;
    while (lab.now < 4'000) {
      for (HostIdx h = 0; h < 4; ++h)
        if (lab.net.terminal(h).can_inject()) lab.send(h, 16 + h);
      lab.run_to(lab.now + 10);
      const flow::PortLook look = lab.net[0].look(4);
      most = std::max(most, look.depth);
      if (!count_queues) REQUIRE(look.depth == look.load);
    }
    return most;
  };
  const unsigned whole = deepest(true), fifo = deepest(false);
  CAPTURE(whole, fifo);
  CHECK(fifo <= 64 + 4 * 4);
  CHECK(whole > 2 * fifo);
}
