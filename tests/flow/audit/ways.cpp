// SPDX-License-Identifier: Apache-2.0
/// What is left at the end, and the ways and branches of flows as a network tells of them.
#include "scene.hpp"

using namespace selvage;
using namespace selvage::test;

TEST_CASE("FAB-CONS: packets that are left are counted", "[audit]") {
  AuditScene one;
  one.lab.send(0, 7);
  one.lab.run_to(100);
  CHECK(one.found_at_end() == "FAB-CONS: 1 packets are left");
  AuditScene many;
  many.start();
  many.lab.run_to(200);
  CHECK(many.found_at_end() ==
        "FAB-CONS: " + std::to_string(many.lab.net.packets_in_flight()) + " packets are left");
}

TEST_CASE("FLOW-A-19, FAB-CONS: what a port has left at the end is named", "[audit]") {
  AuditScene s;
  s.play();
  REQUIRE(s.lab.run_dry());
  s.at_end = true;
  REQUIRE(s.found_at_end() == "");
  for (const auto kind : {kHost, kSwitch}) {
    for (const PortNumber p : s.ports(kind)) {
      flow::Output& out = s.out(p);
      CHECK(s.counted(s.in(p).live) == "FLOW-A-19: a channel is left" + place({p, 0}));
      CHECK(s.counted(out.live) == "FLOW-A-19: an id is left" + place({p, 0}));
      const std::string fifo = "FAB-CONS: an output FIFO is not empty" + place({p, 0});
      CHECK(s.counted(out.reserved) == fifo);
      CHECK(s.counted(out.ahead) == fifo);
      out.ahead = 1;
      CHECK(s.counted(out.reserved) == fifo);
      out.ahead = 0;
      // Rows of a link that died may be open: its far end closes them no more.
      out.cut = true;
      CHECK(s.counted(out.live).empty());
      CHECK(s.found_at_end() == "");
      out.cut = false;
    }
  }
  // NOLINTNEXTLINE(cppcoreguidelines-pro-type-const-cast)
  auto& counts = const_cast<flow::Counts&>(s.lab.net.counts());
  CHECK(s.counted(counts.opened) == "FLOW-A-19: channels opened and closed differ");
  CHECK(s.counted(counts.closed) == "FLOW-A-19: channels opened and closed differ");
}

TEST_CASE("FLOW-A-19: an edge row that is left at the end is named, unless an ACK is on its way",
          "[audit]") {
  AuditScene s;
  s.play();
  REQUIRE(s.lab.run_dry());
  s.at_end = true;
  for (const At at : s.rows(kHost)) {
    flow::Input& in = s.in(at.port);
    const auto left = [&] { return s.key_shows(at, [](auto& v) { v.valid = true; }); };
    CHECK(left() == "FLOW-A-19: an edge row is left" + place(at));
    in.efct_acks.push_back({at.id, 0});
    CHECK(left().empty());
    in.efct_acks.clear();
    in.efct_steps.push_back({0, true});
    CHECK(left().empty());
    in.efct_steps.clear();
  }
}

namespace {

struct Flow {
  HostIdx from, to;
  std::uint8_t tc;
  bool ordered;
  unsigned packets;
};

/// Its way as the packets that have left say, and all their units at its end.
void way_is_known(AuditScene& s, const Flow& f, std::uint32_t first) {
  CAPTURE(f.from, f.to, unsigned{f.tc});
  const auto path = s.lab.net.path(f.from, f.to, f.tc, f.ordered, s.lab.now - 1);
  REQUIRE(path.size() == 3);
  PortNumber in = f.from / 2 * kPorts + 3 + f.from % 2;
  for (std::size_t i = 0; i < 3; ++i) {
    CAPTURE(i);
    const flow::HopView& h = path[i];
    CHECK(h.sw * kPorts + h.in == in);
    const flow::Row& row = s.in(in).rows[h.id];
    const flow::FlowStat& of = s.lab.net.flow(row.flow);
    CHECK((of.source == f.from && of.destination == f.to && of.tc == f.tc));
    CHECK(row.outstanding == f.packets);
    CHECK(h.flow_extent == (i < 2 ? f.packets : 0));
    CHECK(h.queue == (i < 2 ? 0 : f.packets));
    CHECK(h.in_flight == 0);
    for (const Hop& hop : s.lab.hops)
      if (hop.slot == first && hop.sw == h.sw) in = s.far(hop.sw * kPorts + hop.out);
  }
}

}  // namespace

TEST_CASE("FLOW-A-7: a network knows the way of each of its flows, hop by hop", "[audit]") {
  AuditScene s;
  const Flow flows[] = {{0, 7, 0, true, 2}, {0, 6, 0, true, 3}, {0, 7, 1, true, 4},
                        {1, 7, 0, true, 5}, {1, 7, 2, true, 6}, {2, 6, 0, true, 7},
                        {3, 7, 0, true, 8}, {1, 6, 0, true, 9}, {2, 5, 0, true, 10}};
  // The second time positions are not 0.
  for (unsigned round = 0; round < 2; ++round) {
    s.allow(0);
    std::vector<std::uint32_t> first;
    for (const Flow& f : flows) {
      first.push_back(static_cast<std::uint32_t>(s.lab.packets.size()));
      for (unsigned i = 0; i < f.packets; ++i) s.lab.send(f.from, f.to, 200, f.tc, f.ordered);
    }
    s.lab.run_to(s.lab.now + 3'000);
    REQUIRE(s.found() == "");
    for (std::size_t i = 0; i < first.size(); ++i) way_is_known(s, flows[i], first[i]);
    const Cycle at = s.lab.now - 1;
    CHECK(s.lab.net.path(0, 7, 3, true, at).empty());
    CHECK(s.lab.net.path(0, 7, 0, false, at).empty());
    CHECK(s.lab.net.path(5, 7, 0, true, at).empty());
    s.allow(flow::kNoSlot);
    REQUIRE(s.lab.run_dry());
    for (const Flow& f : flows)
      CHECK(s.lab.net.path(f.from, f.to, f.tc, f.ordered, s.lab.now - 1).empty());
  }
}

TEST_CASE("FLOW-A-7: a packet on a link is neither here nor there", "[audit]") {
  AuditScene s;
  s.lab.send(0, 7, 4096);
  std::array<unsigned, 3> cycles{};
  while (s.lab.net.packets_in_flight() != 0) {
    REQUIRE(s.lab.now < 2'000);
    s.lab.run_to(s.lab.now + 1);
    const auto path = s.lab.net.path(0, 7, 0, true, s.lab.now - 1);
    unsigned links = 0;
    for (std::size_t i = 0; i < path.size(); ++i) {
      if (path[i].in_flight == 0) continue;
      ++links;
      ++cycles.at(i);
      CHECK(path[i].in_flight == 16);
      CHECK(path[i + 1].queue == 0);
    }
    CHECK(links <= 1);
  }
  CHECK(cycles[0] > 4);
  CHECK(cycles[1] > 4);
  CHECK(cycles[2] == 0);
}

// In a circle it has one hop more than there are switches.
TEST_CASE("FLOW-A-7: a way ends where no row leads on, and in a circle", "[audit]") {
  AuditScene s;
  s.allow(0);
  s.lab.send(0, 7);
  s.lab.run_to(1'000);
  const auto path = [&] { return s.lab.net.path(0, 7, 0, true, s.lab.now - 1); };
  REQUIRE(path().size() == 3);
  s.views.ofct = [](At, flow::OfctView& v) { v.valid = false; };
  CHECK(path().size() == 1);
  At last;
  s.views.ifct = [&](At at, golden::IfctRow& v) {
    last = at;
    v.fport = 0;
  };
  s.views.ofct = [&](At at, flow::OfctView& v) {
    v.valid = at.id == 1;
    v.port = static_cast<std::uint8_t>(last.port % kPorts);
    v.id = last.id;
  };
  const auto round = path();
  REQUIRE(round.size() == s.lab.wiring.switches + 1);
  for (std::size_t i = 0; i < round.size(); ++i) {
    CHECK(round[i].sw == (i == 0 ? 0 : i % 2 == 1 ? 4 : 2));
    CHECK(round[i].id == (i == 0 ? 0 : 1));
  }
}

TEST_CASE("FLOW-C-4: branches are those at the first switch of a flow", "[audit]") {
  AuditScene s;
  const auto are = [&](std::uint64_t rows, std::uint64_t branches, std::uint64_t most) {
    const flow::Branches b = s.lab.net.branches(s.lab.now - 1);
    CHECK(b.rows == rows);
    CHECK(b.branches == branches);
    CHECK(b.most == most);
  };
  s.lab.run_to(1);
  are(0, 0, 0);
  s.allow(0);
  s.lab.send(4, 5);  // at one switch
  for (unsigned i = 0; i < 4; ++i) s.lab.send(0, 7, 256);
  s.lab.run_to(600);
  are(1, 1, 1);
  for (unsigned i = 0; i < 12; ++i) s.lab.send(2, 5, 1024, 0, false);
  for (unsigned i = 0; i < 12; ++i) s.lab.send(1, 5, 1024, 0, false);
  s.lab.run_to(1'500);
  are(3, 5, 2);
  CHECK(s.found() == "");

  // Where ports of hosts come first.
  Lab lab(tree(), quiet());
  lab.net[7].allow(3, 0, 0);
  for (std::uint8_t tc = 0; tc < 3; ++tc) lab.send(0, 31, 256, tc);
  lab.run_to(600);
  CHECK(lab.net.branches(lab.now - 1).rows == 3);
}
