// SPDX-License-Identifier: Apache-2.0
/// The two-level lookup.
#include "golden/twolevel/al_fares.hpp"
#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using selvage::dpi::test::Handle;

namespace {

struct Answer {
  int hit = 0, row = 0, drop = 0, port = 0;
  unsigned next = 0;
};

unsigned ip(const char* text) { return static_cast<unsigned>(selvage_tl_address(text)); }

Answer ask(int handle, unsigned address) {
  Answer a;
  REQUIRE(selvage_tl_lookup(handle, address, &a.hit, &a.row, &a.drop, &a.port, &a.next) == 0);
  return a;
}

}  // namespace

TEST_CASE("DPI-TL: the published example's first switch", "[dpi]") {
  const Handle edge(selvage_tl_open(4, "10.0.1.1"));
  CHECK(ip("10.2.0.3") == 0x0a020003U);
  CHECK(ask(edge, ip("10.2.0.3")).port == 2);
  CHECK(ask(edge, ip("10.2.0.3")).next == ip("10.0.2.1"));
  CHECK(ask(edge, ip("10.2.0.2")).port == 3);
  CHECK(ask(edge, ip("10.0.1.3")).port == 1);  // its own host
  CHECK(ask(edge, ip("10.2.0.9")).drop == 1);  // no suffix takes it
  CHECK(ask(edge, ip("10.2.0.9")).hit == 1);   // 0/0 does
}

TEST_CASE("DPI-TL: every switch of 6 ports has the golden rows and answers", "[dpi]") {
  const AlFares net(6);
  for (SwitchIdx sw = 0; sw < net.tree().switch_count(); ++sw) {
    const auto rows = rows_of(net.table_of(sw), net.k());
    const Handle handle(selvage_tl_open(6, to_string(net.switch_address(sw)).c_str()));
    REQUIRE(selvage_tl_rows(handle) == static_cast<int>(rows.size()));
    for (std::size_t r = 0; r < rows.size(); ++r) {
      int valid = 0, drop = 0, port = 0;
      unsigned key = 0, mask = 0, next = 0;
      REQUIRE(selvage_tl_row(handle, static_cast<int>(r), &valid, &key, &mask, &drop, &port,
                             &next) == 0);
      REQUIRE(valid == rows[r].valid);
      REQUIRE(key == rows[r].key);
      REQUIRE(mask == rows[r].mask);
      REQUIRE(drop == rows[r].result.drop);
      REQUIRE(port == rows[r].result.port);
      REQUIRE(next == rows[r].result.next.value);
    }
    for (HostIdx host = 0; host < net.tree().host_count(); ++host) {
      const Ipv4 to = net.host_address(host);
      const Answer a = ask(handle, to.value);
      const TernaryAnswer expected = look_up(rows, to);
      REQUIRE(a.hit == expected.hit);
      REQUIRE(a.row == static_cast<int>(expected.row));
      REQUIRE(NextHop{a.drop != 0, static_cast<PortIdx>(a.port), Ipv4{a.next}} ==
              expected.next_hop);
    }
  }
}

TEST_CASE("DPI-TL: of rows that a bench writes the lowest that matches answers", "[dpi]") {
  const Handle table(selvage_tl_open(4, "10.0.1.1"));
  for (int row = 0; row < 5; ++row) REQUIRE(selvage_tl_write(table, row, 0, 0, 0, 0, 0, 0) == 0);
  CHECK(ask(table, ip("1.2.3.4")).hit == 0);
  CHECK(ask(table, ip("1.2.3.4")).drop == 1);
  REQUIRE(selvage_tl_write(table, 3, 1, ip("1.0.0.0"), 0xff000000U, 0, 2, ip("9.9.9.9")) == 0);
  REQUIRE(selvage_tl_write(table, 1, 1, ip("1.2.0.0"), 0xffff0000U, 0, 3, 0) == 0);
  CHECK(ask(table, ip("1.2.3.4")).row == 1);
  CHECK(ask(table, ip("1.3.3.4")).row == 3);
  CHECK(ask(table, ip("1.3.3.4")).next == ip("9.9.9.9"));
  REQUIRE(selvage_tl_write(table, 0, 1, ip("1.2.3.4"), ~0U, 1, 0, 0) == 0);
  CHECK(ask(table, ip("1.2.3.4")).drop == 1);
}
