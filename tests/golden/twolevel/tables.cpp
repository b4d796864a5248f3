// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <algorithm>
#include <random>
#include <set>

#include "golden/twolevel/al_fares.hpp"

using namespace selvage;
using namespace selvage::golden;

namespace {

HostIdx host(const AlFares& net, Ipv4 address) {
  std::string why;
  return net.host_at(address, why).value();
}
SwitchIdx switch_of(const AlFares& net, Ipv4 address) {
  std::string why;
  return net.switch_at(address, why).value();
}

/// "10.0.1.1 0>2" for every switch of the way.
std::vector<std::string> way(const AlFares& net, Ipv4 from, Ipv4 to) {
  std::vector<std::string> text;
  for (const TwoLevelHop& hop : net.trace(host(net, from), host(net, to))) {
    text.push_back(to_string(net.switch_address(hop.sw)) + " " + std::to_string(hop.in) + ">" +
                   std::to_string(hop.out));
  }
  return text;
}

}  // namespace

TEST_CASE("F-TAB-1: 10.0.1.2 to 10.2.0.3 goes by core 10.4.1.2", "[twolevel]") {
  CHECK(way(AlFares(4), Ipv4::of(10, 0, 1, 2), Ipv4::of(10, 2, 0, 3)) ==
        std::vector<std::string>{"10.0.1.1 0>2", "10.0.2.1 1>3", "10.4.1.2 0>2", "10.2.2.1 3>0",
                                 "10.2.0.1 2>1"});
}

TEST_CASE("F-TAB-1: 10.0.1.2 to 10.2.0.2 goes by core 10.4.2.2", "[twolevel]") {
  CHECK(way(AlFares(4), Ipv4::of(10, 0, 1, 2), Ipv4::of(10, 2, 0, 2)) ==
        std::vector<std::string>{"10.0.1.1 0>3", "10.0.3.1 1>3", "10.4.2.2 0>2", "10.2.3.1 3>0",
                                 "10.2.0.1 3>0"});
}

TEST_CASE("F-PATH-1: every pair arrives after at most five switches", "[twolevel]") {
  const unsigned k = GENERATE(4U, 6U, 8U);
  const AlFares net(k);
  const FatTree& tree = net.tree();
  for (HostIdx a = 0; a < tree.host_count(); ++a) {
    for (HostIdx b = 0; b < tree.host_count(); ++b) {
      if (a == b) continue;
      const auto hops = net.trace(a, b);
      REQUIRE((hops.size() == 1 || hops.size() == 3 || hops.size() == 5));
      const PortEnd end = tree.peer(hops.back().sw, hops.back().out);
      REQUIRE(end.kind == PortEnd::Kind::kHost);
      REQUIRE(end.index == b);
    }
  }
}

TEST_CASE("F-PATH-1: from one edge switch only k/2 of the cores are ever used", "[twolevel]") {
  const AlFares net(8);
  std::set<SwitchIdx> cores;
  for (HostIdx b = net.tree().host_count() / 2; b < net.tree().host_count(); ++b) {
    cores.insert(net.trace(0, b)[2].sw);
  }
  CHECK(cores.size() == 4);
}

TEST_CASE("F-TAB-1: the modulus as printed in the notes sends down", "[twolevel]") {
  std::set<std::pair<unsigned, unsigned>> wrong;
  const unsigned k = 4;
  for (unsigned z = 0; z < k; ++z) {
    for (unsigned id = 2; id <= 3; ++id) {
      if ((id - 2 + z) % (k / 2 + k / 2) < k / 2) wrong.insert({z, id});
    }
  }
  CHECK(wrong == std::set<std::pair<unsigned, unsigned>>{{0, 2}, {0, 3}, {1, 2}, {3, 3}});
  const AlFares net(k);
  for (SwitchIdx sw = 0; sw < net.tree().switch_count(); ++sw) {
    for (const SuffixEntry& s : net.table_of(sw).suffixes) CHECK(s.port >= k / 2);
  }
}

TEST_CASE("F-TAB-1: the tables of every pod switch are those of Algorithm 1", "[twolevel]") {
  for (const unsigned k : {4U, 6U, 8U, 10U}) {
    const AlFares net(k);
    const unsigned h = k / 2;
    for (unsigned pod = 0; pod < k; ++pod) {
      for (unsigned z = 0; z < k; ++z) {
        const TwoLevelTable table = net.table_of(switch_of(net, Ipv4::of(10, pod, z, 1)));
        CAPTURE(k, pod, z);
        REQUIRE(table.prefixes.size() == h);
        for (unsigned i = 0; i < h; ++i) {
          const bool edge = z < h;
          CHECK(table.prefixes[i].key ==
                (edge ? Ipv4::of(10, pod, z, i + 2) : Ipv4::of(10, pod, i, 0)));
          CHECK(table.prefixes[i].length == (edge ? 32 : 24));
          CHECK(table.prefixes[i].port == i);
        }
        REQUIRE(table.suffixes.size() == h);
        for (unsigned id = 2; id < h + 2; ++id) {
          CHECK(table.suffixes[id - 2].id == id);
          CHECK(table.suffixes[id - 2].port == (id - 2 + z) % h + h);
        }
      }
    }
  }
}

TEST_CASE("F-TAB-2: a core has a prefix for every pod, the last one included", "[twolevel]") {
  const AlFares net(6);
  const TwoLevelTable table = net.table_of(switch_of(net, Ipv4::of(10, 6, 3, 1)));
  REQUIRE(table.prefixes.size() == 6);
  CHECK(table.suffixes.empty());
  CHECK(to_string(table.prefixes[5].key) == "10.5.0.0");
  CHECK(table.prefixes[5].length == 16);
  CHECK(table.prefixes[5].port == 5);
  CHECK(to_string(table.prefixes[5].next) == "10.5.5.1");
}

TEST_CASE("F-TAB-1, F-TAB-2: at most one prefix of a table takes an address", "[twolevel]") {
  for (const unsigned k : {4U, 6U, 8U, 16U}) {
    const AlFares net(k);
    for (SwitchIdx sw = 0; sw < 5 * k * k / 4; ++sw) {
      const TwoLevelTable table = net.table_of(sw);
      for (std::size_t i = 0; i < table.prefixes.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
          const PrefixEntry& a = table.prefixes[i];
          const PrefixEntry& b = table.prefixes[j];
          const unsigned both = 32 - std::min(a.length, b.length);
          CHECK((std::uint64_t{a.key.value} >> both) != (std::uint64_t{b.key.value} >> both));
        }
      }
    }
  }
}

TEST_CASE("F-TAB-3: a terminating prefix beats a suffix", "[twolevel]") {
  const AlFares net(4);
  const auto rows = rows_of(net.table_of(switch_of(net, Ipv4::of(10, 2, 2, 1))), 4);
  const Ipv4 address = Ipv4::of(10, 2, 0, 3);
  unsigned matching = 0;
  for (const TernaryRow& row : rows) {
    matching += row.valid && ((address.value ^ row.key) & row.mask) == 0 ? 1U : 0U;
  }
  CHECK(matching == 3);  // prefix, suffix, 0/0
  const TernaryAnswer answer = look_up(rows, address);
  CHECK(answer.row == 0);
  CHECK(answer.next_hop.port == 0);
  CHECK(to_string(answer.next_hop.next) == "10.2.0.1");
}

TEST_CASE("F-TAB-3: the rows say what the two-level table says", "[twolevel]") {
  const unsigned k = GENERATE(4U, 6U, 10U);
  const AlFares net(k);
  for (SwitchIdx sw = 0; sw < net.tree().switch_count(); ++sw) {
    const TwoLevelTable table = net.table_of(sw);
    const auto rows = rows_of(table, k);
    REQUIRE(rows.size() == k + 1);
    const bool core = net.tree().level(sw) == 2;
    REQUIRE(rows[k].valid == !core);
    for (unsigned x = 0; x <= k; ++x) {
      for (unsigned s = 0; s < k; ++s) {
        for (unsigned id = 0; id <= k; ++id) {
          const Ipv4 a = Ipv4::of(10, x, s, id);
          const TernaryAnswer answer = look_up(rows, a);
          REQUIRE(answer.next_hop == look_up(table, a));
          REQUIRE((answer.hit || core));
        }
      }
    }
    const TernaryAnswer outside = look_up(rows, Ipv4::of(192, 168, 0, 200));
    REQUIRE(outside.next_hop.drop);
    REQUIRE(outside.hit == !core);
  }
}

TEST_CASE("F-TAB-3: a prefix of any length takes the addresses that begin so", "[twolevel]") {
  std::mt19937 random(5);
  for (unsigned length = 0; length <= 32; ++length) {
    TwoLevelTable table;
    const Ipv4 key{static_cast<std::uint32_t>(random())};
    table.prefixes.push_back({key, length, 3, {}});
    const auto rows = rows_of(table, 4);
    for (unsigned bit = 0; bit < 32; ++bit) {  // from the front
      Ipv4 address = key;
      address.value ^= 1U << (31 - bit);
      CAPTURE(length, bit);
      CHECK(look_up(table, address).drop == (bit < length));
      CHECK(look_up(rows, address).hit == (bit >= length));
    }
    CHECK(look_up(table, key).port == 3);
    // F-SYS-1: rows behind the last one are there, and invalid.
    REQUIRE(rows.size() == 5);
    CHECK(std::count_if(rows.begin(), rows.end(), [](const auto& row) { return row.valid; }) == 1);
  }
}

TEST_CASE("F-TAB-1, F-TAB-3: what is not given is 0, and a drop names nothing", "[twolevel]") {
  CHECK(PrefixEntry{}.length == 0);
  CHECK(PrefixEntry{}.port == 0);
  CHECK(SuffixEntry{}.id == 0);
  CHECK(SuffixEntry{}.port == 0);
  const NextHop none = look_up(TwoLevelTable{}, Ipv4::of(10, 0, 0, 2));
  CHECK(none.drop);
  CHECK(none.port == 0);
  CHECK(none.next.value == 0);
  const TernaryAnswer miss = look_up(std::vector<TernaryRow>(3), Ipv4::of(10, 0, 0, 2));
  CHECK_FALSE(miss.hit);
  CHECK(miss.row == 0);
  CHECK(miss.next_hop == none);
  const TernaryRow row;
  CHECK_FALSE(row.valid);
  CHECK(row.key == 0);
  CHECK(row.mask == 0);
}
