// SPDX-License-Identifier: Apache-2.0
/// The k-ary fat tree as a topology.
#include <catch2/catch.hpp>

#include <set>

#include "golden/twolevel/topology.hpp"

using namespace selvage;
using namespace selvage::golden;

TEST_CASE("F-NAME-1: every name is read back", "[twolevel]") {
  const unsigned k = GENERATE(4U, 6U, 16U);
  const AlFaresTopology net(k);
  std::string why;
  std::set<std::string> names;
  for (HostIdx host = 0; host < net.host_count(); ++host) {
    REQUIRE(net.parse_host(net.host_name(host), why) == host);
  }
  for (std::uint32_t i = 0; i < net.fallible_link_count(); ++i) {
    const SwitchPort end = net.fallible_link(i);
    const PortEnd far = net.peer(end.sw, end.port);
    REQUIRE(net.level(far.index) == net.level(end.sw) + 1);
    REQUIRE(net.link_name(end) == net.link_name({far.index, far.port}));
    names.insert(net.link_name(end));
    for (const std::string& text :
         {net.port_name(end.sw, end.port), net.port_name(far.index, far.port)}) {
      const auto read = net.parse_link(text, why);
      REQUIRE(read);
      REQUIRE(read->sw == end.sw);
      REQUIRE(read->port == end.port);
    }
  }
  CHECK(names.size() == net.fallible_link_count());
  CHECK(names.size() == k * k * k / 2);
}

TEST_CASE("F-NAME-1: what is no host or link is reported", "[twolevel]") {
  const AlFaresTopology net(4);
  CHECK(net.kind() == "twolevel");
  CHECK(net.label() == "4-ary fat tree");
  const auto host_error = [&](const char* text) {
    std::string why;
    CHECK_FALSE(net.parse_host(text, why));
    return why;
  };
  CHECK_FALSE(host_error("10.0.1.1").empty());
  CHECK_FALSE(host_error("10.4.1.2").empty());
  CHECK_FALSE(host_error("100").empty());
  const auto link_error = [&](const char* text) {
    std::string why;
    CHECK_FALSE(net.parse_link(text, why));
    return why;
  };
  CHECK(link_error("10.0.1.1").find("switch/port") != std::string::npos);
  CHECK(link_error("").find("for example " + net.link_name(net.fallible_link(0))) !=
        std::string::npos);
  CHECK(link_error("10.0.1.2/2").find("no switch") != std::string::npos);
  CHECK(link_error("10.0.1.1/4").find("0 to 3") != std::string::npos);
  CHECK(link_error("10.0.1.1/").find("no port") != std::string::npos);
  CHECK(link_error("10.0.1.1/2x").find("no port") != std::string::npos);
  CHECK(link_error("10.0.1.1/0").find("leads to a host") != std::string::npos);
}
