// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include <set>

#include "golden/twolevel/al_fares.hpp"

using namespace selvage;
using namespace selvage::golden;
using Catch::Contains;

TEST_CASE("F-ADR-1: dotted addresses are written and read", "[twolevel]") {
  std::string why;
  CHECK(to_string(Ipv4::of(10, 2, 0, 3)) == "10.2.0.3");
  CHECK(Ipv4::of(10, 2, 0, 3).value == 0x0a020003);
  CHECK(Ipv4{} == Ipv4::of(0, 0, 0, 0));
  CHECK(Ipv4::of(10, 2, 0, 3) < Ipv4::of(10, 2, 1, 0));
  CHECK_FALSE(Ipv4::of(10, 2, 0, 3) < Ipv4::of(10, 2, 0, 3));
  CHECK(parse_ipv4("10.255.0.3", why) == Ipv4::of(10, 255, 0, 3));
  for (const char* bad : {"10.2.0", "10.2.0.3.4", "10.2.0.256", "10.2..3", "10.2.0.x", ""}) {
    CHECK_FALSE(parse_ipv4(bad, why));
    CHECK_THAT(why, Contains("is no address"));
  }
}

TEST_CASE("F-ADR-1: every host and switch has one address, and it is read back", "[twolevel]") {
  const unsigned k = GENERATE(4U, 6U, 8U, 64U);
  const AlFares net(k);
  std::set<Ipv4> all;
  std::string why;
  REQUIRE(net.host_at(net.host_address(0), why = "of an earlier failure") == HostIdx{0});
  CHECK(why.empty());
  for (HostIdx h = 0; h < net.tree().host_count(); ++h) {
    const Ipv4 a = net.host_address(h);
    REQUIRE(all.insert(a).second);
    REQUIRE(net.host_at(a, why) == h);
    REQUIRE_FALSE(net.switch_at(a, why));
  }
  for (SwitchIdx s = 0; s < net.tree().switch_count(); ++s) {
    const Ipv4 a = net.switch_address(s);
    REQUIRE(all.insert(a).second);
    REQUIRE(net.switch_at(a, why) == s);
    REQUIRE_FALSE(net.host_at(a, why));
  }
  CHECK(net.tree().host_count() == k * k * k / 4);
  CHECK(net.tree().switch_count() == 5 * k * k / 4);
}

TEST_CASE("F-ADR-1: what is no host or switch is refused", "[twolevel]") {
  const AlFares net(4);
  std::string why;
  for (const Ipv4 a : {Ipv4::of(11, 0, 0, 2), Ipv4::of(10, 4, 0, 2), Ipv4::of(10, 0, 2, 2),
                       Ipv4::of(10, 0, 0, 4), Ipv4::of(10, 0, 0, 1)}) {
    CHECK_FALSE(net.host_at(a, why));
    CHECK_THAT(why, Contains("hosts are 10.0.0.2 to 10.3.1.3"));
  }
  for (const Ipv4 a : {Ipv4::of(10, 0, 4, 1), Ipv4::of(10, 4, 0, 1), Ipv4::of(10, 4, 3, 1),
                       Ipv4::of(10, 5, 1, 1), Ipv4::of(10, 0, 0, 2), Ipv4::of(9, 0, 0, 1)}) {
    CHECK_FALSE(net.switch_at(a, why));
    CHECK_THAT(why, Contains("is no switch"));
  }
}

TEST_CASE("F-ADR-1: a pod has the switches 0 to k-1", "[twolevel]") {
  for (const unsigned k : {4U, 6U, 8U}) {
    const AlFares net(k);
    std::string why;
    for (unsigned pod = 0; pod < k; ++pod)
      for (unsigned z = 0; z < 2 * k; ++z)
        CHECK(net.switch_at(Ipv4::of(10, pod, z, 1), why).has_value() == (z < k));
  }
}

TEST_CASE("F-LIM-1: how far the addresses go", "[twolevel]") {
  CHECK(addressing_error(254).empty());
  CHECK_THAT(addressing_error(256), Contains("10.k.j.i"));
  CHECK(addressing_error(256, false).empty());
  CHECK_THAT(addressing_error(258, false), Contains("at most 256"));
  CHECK_THAT(addressing_error(5), Contains("even"));
  CHECK_THAT(addressing_error(2), Contains("even number from 4 on"));
  CHECK_THROWS_WITH(AlFares(66), Contains("at most 64"));
  CHECK_THROWS_WITH(AlFares(7), Contains("even"));
  // The counts that these limits stand for, and the 24-bit count that ignores the scheme.
  CHECK(256ULL * 256 * 256 / 4 == 4194304);
  CHECK(254ULL * 254 * 254 / 4 == 4096766);
  const auto all_24_bits = [](std::uint64_t k) { return k * k * k / 4 + 5 * k * k / 4; };
  CHECK(all_24_bits(404) <= (1U << 24) - 2);
  CHECK(all_24_bits(406) > (1U << 24) - 2);
}

TEST_CASE("F-ISO-1: port for port the k-port 3-tree, block wiring", "[twolevel]") {
  const unsigned k = GENERATE(4U, 6U, 8U, 10U);
  const unsigned h = k / 2;
  const AlFares net(k);
  const auto at = [&](Ipv4 a) {
    std::string why;
    return net.switch_at(a, why).value();
  };
  unsigned links = 0;
  const auto connected = [&](Ipv4 lower, unsigned up, Ipv4 upper, unsigned down) {
    const PortEnd far = net.tree().peer(at(lower), static_cast<PortIdx>(up));
    REQUIRE(far.kind == PortEnd::Kind::kSwitch);
    REQUIRE(to_string(net.switch_address(far.index)) == to_string(upper));
    REQUIRE(far.port == down);
    ++links;
  };
  for (unsigned x = 0; x < k; ++x) {
    for (unsigned z = h; z < k; ++z) {
      for (unsigned s = 0; s < h; ++s) {
        connected(Ipv4::of(10, x, s, 1), z, Ipv4::of(10, x, z, 1), s);
      }
      for (unsigned p = h; p < k; ++p) {
        connected(Ipv4::of(10, x, z, 1), p, Ipv4::of(10, k, z - h + 1, p - h + 1), x);
      }
    }
    for (unsigned s = 0; s < h; ++s) {
      for (unsigned id = 2; id < h + 2; ++id) {
        const PortEnd host =
            net.tree().peer(at(Ipv4::of(10, x, s, 1)), static_cast<PortIdx>(id - 2));
        REQUIRE(host.kind == PortEnd::Kind::kHost);
        REQUIRE(net.host_address(host.index) == Ipv4::of(10, x, s, id));
      }
    }
  }
  CHECK(links == net.tree().inter_switch_links());
}
