// SPDX-License-Identifier: Apache-2.0
/// The fat-tree switch: decisions, tables and messages.
#include <deque>
#include <memory>
#include <vector>

#include "golden/fattree/route.hpp"
#include "golden/fattree/settle.hpp"
#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using selvage::dpi::test::Handle;

namespace {

struct Message {
  int port = 0, kind = 0, level = 0, k = 0, seq = 0;
  long long c = 0;
};

Message sent(int handle, int i) {
  Message m;
  REQUIRE(selvage_ft_sent(handle, i, &m.port, &m.kind, &m.level, &m.c, &m.k, &m.seq) == 0);
  return m;
}

/// "up port V" of a packet between hosts by name, or "drop".
std::string way(int handle, const char* from, const char* to, bool from_up = false) {
  int up = 0;
  int drop = 0;
  int port = 0;
  unsigned v = 0;
  REQUIRE(selvage_ft_route(handle, selvage_ft_host(handle, from), selvage_ft_host(handle, to),
                           from_up, &up, &drop, &port, &v) == 0);
  if (drop != 0) return "drop";
  return (up != 0 ? "up " : "down ") + std::to_string(port) + " " + std::to_string(v);
}

/// All switches of a tree as handles, wired: what SettledTree does, through the C interface.
struct WiredTree {
  struct Flight {
    SwitchPort from;
    Message message;
  };

  explicit WiredTree(const FatTree& of, int lines) : tree(of), dead(of.switch_count()) {
    for (SwitchIdx sw = 0; sw < tree.switch_count(); ++sw) {
      switches.push_back(std::make_unique<Handle>(
          selvage_ft_open(static_cast<int>(tree.m()), static_cast<int>(tree.n()),
                          tree.switch_name(sw).c_str(), lines)));
    }
  }
  void take(SwitchIdx sw, int count) {
    REQUIRE(count >= 0);
    for (int i = 0; i < count; ++i) {
      const Message m = sent(*switches[sw], i);
      const auto port = static_cast<PortIdx>(m.port);
      if ((dead[sw] >> port & 1U) == 0) under_way.push_back({{sw, port}, m});
    }
  }
  void change(SwitchPort lower, bool alive) {
    const PortEnd far = tree.peer(lower.sw, lower.port);
    const SwitchPort upper{far.index, far.port};
    for (const SwitchPort end : {lower, upper}) dead[end.sw] ^= PortMask{1} << end.port;
    for (const SwitchPort end : {lower, upper}) {
      take(end.sw, selvage_ft_link(*switches[end.sw], end.port, alive));
    }
    while (!under_way.empty()) {
      const Flight f = under_way.front();
      under_way.pop_front();
      const PortEnd to = tree.peer(f.from.sw, f.from.port);
      const Message& m = f.message;
      take(to.index,
           selvage_ft_receive(*switches[to.index], to.port, m.kind, m.level, m.c, m.k, m.seq));
    }
  }

  const FatTree& tree;
  std::vector<std::unique_ptr<Handle>> switches;
  std::vector<PortMask> dead;
  std::deque<Flight> under_way;
};

/// Whether the switch behind the handle knows exactly what the golden machine knows.
void compare_state(int handle, const FatTree& tree, const MessageMachine& machine) {
  const SwitchState& s = machine.state();
  REQUIRE(selvage_ft_rows(handle) == static_cast<int>(s.lft.entries().size()));
  REQUIRE(selvage_ft_overflows(handle) == static_cast<int>(s.lft.overflows()));
  for (std::size_t w = 0; w < s.lft.entries().size(); ++w) {
    long long c = 0;
    unsigned direct = 0;
    unsigned derived = 0;
    int advertised = 0;
    REQUIRE(selvage_ft_row(handle, static_cast<int>(w), &c, &direct, &derived, &advertised) == 0);
    REQUIRE(c == static_cast<long long>(s.lft.entries()[w].c.packed));
    REQUIRE(direct == s.lft.causes()[w].direct);
    REQUIRE(derived == s.lft.causes()[w].derived);
    REQUIRE(advertised == s.lft.causes()[w].advertised);
  }
  const unsigned first_up = tree.down_ports(machine.self().level);
  for (unsigned p = 0; p < tree.m(); ++p) {
    int failed = 0;
    int own = 0;
    int level = 0;
    REQUIRE(selvage_ft_port(handle, static_cast<int>(p), &failed, &own, &level) == 0);
    if (p < first_up) {
      REQUIRE(failed == static_cast<int>(s.down_failed >> p & 1U));
    } else {
      const UpPortState& ps = s.up[p - tree.h()];
      REQUIRE(failed == ps.failed);
      REQUIRE(own == ps.own);
      REQUIRE(level == (ps.failed ? ps.level : -1));
    }
  }
}

std::uint64_t compare_decisions(int handle, const FatTree& tree, const MessageMachine& machine,
                                std::mt19937& random) {
  for (int i = 0; i < 20; ++i) {
    const HostIdx a = static_cast<HostIdx>(random() % tree.host_count());
    const HostIdx b = static_cast<HostIdx>(random() % tree.host_count());
    const FatTreeRequest request{tree.address_of(a), tree.address_of(b), random() % 4 == 0};
    const FatTreeGrant grant = route_select(machine.self().level, machine.state(), request);
    int up = 0;
    int drop = 0;
    int port = 0;
    unsigned v = 0;
    REQUIRE(selvage_ft_address(handle, a) == static_cast<long long>(request.source.packed));
    REQUIRE(selvage_ft_route(handle, static_cast<long long>(request.source.packed),
                             static_cast<long long>(request.destination.packed), request.from_up,
                             &up, &drop, &port, &v) == 0);
    REQUIRE(FatTreeGrant{up != 0, drop != 0, static_cast<std::uint8_t>(port), v} == grant);
  }
  return 20;
}

}  // namespace

TEST_CASE("DPI-FT: a leaf of 4P3T decides as worked out by hand", "[dpi]") {
  const Handle leaf(selvage_ft_open(4, 3, "<0,21>", 4));
  CHECK(way(leaf, "210", "211") == "down 1 0");  // same switch
  CHECK(way(leaf, "210", "100") == "up 2 3");    // port 2 + p_0
  CHECK(way(leaf, "210", "101") == "up 3 3");
  CHECK(way(leaf, "100", "211", true) == "down 1 0");
  CHECK(selvage_ft_link(leaf, 3, 0) == 0);  // a leaf has no children to tell
  CHECK(way(leaf, "210", "101") == "up 2 1");
  CHECK(selvage_ft_link(leaf, 2, 0) == 0);
  CHECK(way(leaf, "210", "101") == "drop");
  CHECK(selvage_ft_link(leaf, 3, 1) == 1);  // asks its parent what it has missed
  CHECK(sent(leaf, 0).kind == 0);
  CHECK(sent(leaf, 0).port == 3);
  CHECK(way(leaf, "210", "101") == "up 3 2");
}

TEST_CASE("DPI-FT: a dead down port is advertised through every other port", "[dpi]") {
  const Handle middle(selvage_ft_open(4, 3, "1/21", 8));
  REQUIRE(selvage_ft_link(middle, 1, 0) == 3);  // the other end of LK<0,21>3
  const int ports[] = {0, 2, 3};
  for (int i = 0; i < 3; ++i) {
    const Message m = sent(middle, i);
    CHECK(m.port == ports[i]);
    CHECK(m.kind == 1);  // ULFM
    CHECK(m.level == 0);
    CHECK(m.c == 2 * 64 + 1);
    CHECK(m.k == 3);
    CHECK(m.seq == 1);
  }
  CHECK(selvage_ft_link(middle, 1, 0) == 0);  // known already
}

TEST_CASE("DPI-FT: tables written by the bench decide as those that messages fill", "[dpi]") {
  const Handle notified(selvage_ft_open(4, 3, "0/21", 4));
  const Handle written(selvage_ft_open(4, 3, "0/21", 4));
  const long long c = 1 * 64 + 0;                              // leaf <0,10>
  CHECK(selvage_ft_receive(notified, 3, 1, 0, c, 3, 7) == 0);  // ULFM: its up port 3 is dead
  CHECK(selvage_ft_set_row(written, c, 2) == 0);
  CHECK(way(notified, "210", "101") == "up 2 1");
  CHECK(way(written, "210", "101") == "up 2 1");
  CHECK(way(written, "210", "111") == "up 3 3");               // another leaf
  CHECK(selvage_ft_receive(notified, 2, 5, 1, 0, 0, 0) == 0);  // DLFM<1> by port 2
  CHECK(selvage_ft_set_port(written, 2, 1) == 0);
  CHECK(way(notified, "210", "101") == "drop");
  CHECK(way(written, "210", "101") == "drop");
  CHECK(way(written, "210", "200") == "up 2 3");  // no higher than level 1
  CHECK(selvage_ft_set_port(written, 2, -1) == 0);
  CHECK(selvage_ft_set_row(written, c, 0) == 0);
  CHECK(way(written, "210", "101") == "up 3 3");
}

TEST_CASE("DPI-FT: whole trees of handles end as the golden message machines do", "[dpi]") {
  const auto [m, n, lines] =
      GENERATE(table<unsigned, unsigned, int>({{4, 3, 32}, {4, 3, 2}, {6, 2, 8}, {4, 4, 32}}));
  const FatTree tree(m, n);
  WiredTree wired(tree, lines);
  SettledTree settled(tree, static_cast<unsigned>(lines), Rule::kCorrected);
  std::mt19937 random(2010);
  std::vector<bool> dead(tree.fallible_link_count());
  std::uint64_t decisions = 0;
  for (int step = 0; step < 30; ++step) {
    const auto i = static_cast<std::uint32_t>(random() % dead.size());
    const SwitchPort link = tree.fallible_link(i);
    wired.change(link, dead[i]);
    dead[i] ? settled.repair(link) : settled.kill(link);
    settled.settle();
    dead[i] = !dead[i];
    for (SwitchIdx sw = 0; sw < tree.switch_count(); ++sw) {
      compare_state(*wired.switches[sw], tree, settled.machine(sw));
      decisions += compare_decisions(*wired.switches[sw], tree, settled.machine(sw), random);
    }
  }
  CHECK(decisions == 30U * 20U * tree.switch_count());
}
