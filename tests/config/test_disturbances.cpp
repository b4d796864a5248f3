// SPDX-License-Identifier: Apache-2.0
// Slow receivers, bit errors and flaps: what is read, and what does not fit.
#include <catch2/catch.hpp>

#include "load.hpp"

using selvage::StallKind;
using selvage::test::load;

namespace {

const std::string kTree = "topology: {kind: fattree, m: 4, n: 3}\n";

void check_error(const std::string& text, const std::string& headline) {
  const auto errors = load(text).errors();
  INFO(text);
  REQUIRE(errors.size() == 1);
  CHECK_THAT(errors[0], Catch::Contains(headline));
}

}  // namespace

TEST_CASE("FAB-RECV-1: slow receivers are read, by default nobody is slow", "[config]") {
  const auto plain = load(kTree);
  REQUIRE(plain.loaded);
  CHECK(!plain.loaded->scenario.traffic.receivers.in_use());
  const auto slow = load(kTree +
                         "traffic: {receivers: {rate: 0.5, stalls: random, every: 70, longest: 9, "
                         "hosts: [\"110\", 001]}}\n");
  for (const auto& e : slow.errors()) WARN(e);
  REQUIRE(slow.loaded);
  const auto& r = slow.loaded->scenario.traffic.receivers;
  CHECK(r.in_use());
  CHECK(r.rate == 0.5);
  CHECK(r.stalls == StallKind::kRandom);
  CHECK(r.every == 70);
  CHECK(r.longest == 9);
  CHECK(r.hosts == std::vector<selvage::HostIdx>{1, 6});
}

TEST_CASE("SW-BAD, COS-SWITCH-2: malformed packets are for switches of --switch alone",
          "[config]") {
  CHECK(load(kTree + "traffic: {malformed: {share: 0}}\n").loaded);
  const std::string why = "a model knows well-formed packets only";
  check_error(kTree + "traffic: {malformed: {share: 0.1}}\n", "traffic.malformed: " + why);
  check_error(kTree + "engine: switch\ntraffic: {malformed: {share: 0.1}}\n", why);
  check_error(kTree + "traffic: {malformed: {hosts: [\"000\"]}}\n",
              "traffic.malformed.hosts: nothing is malformed: this needs a share above 0");
  check_error(kTree + "traffic: {malformed: {hosts: [\"999\"]}}\n",
              "traffic.malformed.hosts[0]: '999' is no host");
  check_error(kTree + "traffic: {malformed: {share: 2}}\n", "traffic.malformed.share: must be");
}

TEST_CASE("FAB-RECV-1: slow receivers that mean nothing are errors, with their place", "[config]") {
  CHECK(load("topology: {kind: mesh, k: 3}\ntraffic: {receivers: {rate: 0.5}}\n").loaded);
  check_error(
      "topology: {kind: mesh, k: 3}\ntraffic: {receivers: {rate: 0.5, stalls: xon}}\n",
      "x.yaml:2:42: error: traffic.receivers.stalls: hosts of wormhole switches send no XON");
  CHECK(load(kTree + "switch: {kind: flow}\ntraffic: {receivers: {stalls: xon}}\n").loaded);
  check_error(kTree + "traffic: {receivers: {hosts: [\"000\"]}}\n",
              "traffic.receivers.hosts: nothing makes these hosts slow");
  check_error(kTree + "traffic: {receivers: {rate: 0.5, hosts: [\"000\", \"000\"]}}\n",
              "traffic.receivers.hosts[1]: host 000 stands twice");
  check_error(kTree + "traffic: {receivers: {rate: 0.5, hosts: [\"999\"]}}\n",
              "traffic.receivers.hosts[0]: '999' is no host");
  check_error(kTree + "traffic: {receivers: {rate: 0}}\n", "traffic.receivers.rate: must be from");
  check_error(kTree + "traffic: {receivers: {stalls: always}}\n",
              "traffic.receivers.stalls: 'always' is not one of none, random, header, xon");
}

TEST_CASE("FAB-FLAP-1: bit errors and flaps are read", "[config]") {
  const auto l = load(kTree +
                      "faults:\n"
                      "  bit_errors: 1.0e-6\n"
                      "  flaps: [{link: 0/21/3, at: 100, cycles: 5}, {link: {l: 1, c: 20, k: 2}}]\n"
                      "  random: {flaps: 3, flap_cycles: {from: 2, until: 4}}\n");
  for (const auto& e : l.errors()) WARN(e);
  REQUIRE(l.loaded);
  const auto& f = l.loaded->scenario.faults;
  CHECK(f.lossy());
  CHECK(f.bit_errors == 1e-6);
  REQUIRE(f.flaps.size() == 2);
  CHECK(f.flaps[0].at == 100);
  CHECK(f.flaps[0].cycles == 5);
  CHECK(f.flaps[1].cycles == 1);
  CHECK(f.random.flaps == 3);
  CHECK(f.random.flap_cycles.from == 2);
  CHECK(f.random.flap_cycles.until == 4);
  CHECK(!load(kTree).loaded->scenario.faults.lossy());
}

TEST_CASE("FAB-FLAP-3: flaps that could be declared, or meet another failure, are errors",
          "[config]") {
  const auto flaps = [](const std::string& list) {
    return kTree + "faults: {flaps: [" + list + "]}\n";
  };
  CHECK(load(flaps("{link: 0/21/3, at: 5, cycles: 88}")).loaded);
  check_error(flaps("{link: 0/21/3, at: 5, cycles: 89}"),
              "faults.flaps[0].cycles: an outage of 89 cycles may be declared as a death: at most "
              "probe.retries x probe.timeout - 2 x link.latency, 88");
  check_error(flaps("{link: 0/99/3}"), "faults.flaps[0].link: '0/99/3' is no link");
  check_error(flaps("{link: 0/21/3, at: 1000000}"), "faults.flaps[0].at: the run is over");
  check_error(flaps("{link: 0/21/3, at: 5, cycles: 8}, {link: 0/21/3, at: 100}"),
              "faults.flaps[1].at: less than a round of probes, 104 cycles, lies between");
  CHECK(load(flaps("{link: 0/21/3, at: 5, cycles: 8}, {link: 0/21/3, at: 117}")).loaded);
  CHECK(load(flaps("{link: 0/21/3, at: 5, cycles: 8}, {link: 0/20/3, at: 6}")).loaded);
  check_error(kTree + "faults: {flaps: [{link: 0/21/3}], links: [{link: 0/21/3, at: 900}]}\n",
              "faults.flaps[0].link: the link LK<0,21>3 fails otherwise too");
  check_error(kTree + "faults: {flaps: [{link: 0/21/3}], failing_nodes: [{node: 0/21, at: 900}]}\n",
              "faults.flaps[0].link: the link LK<0,21>3 fails otherwise too");
  check_error(kTree + "faults: {random: {flaps: 1, flap_cycles: {from: 3, until: 3}}}\n",
              "faults.random.flap_cycles.until: no number in [from, until) = [3, 3)");
  check_error(kTree + "faults: {random: {flaps: 1, flap_cycles: {from: 3, until: 90}}}\n",
              "faults.random.flap_cycles.until: an outage of 89 cycles may be declared");
  check_error("topology: {kind: mesh, k: 3}\nfaults: {random: {flaps: 1}}\n",
              "faults.random.flaps: wormhole switches do not get over an outage");
  check_error(kTree + "switch: {kind: flow}\nfaults: {flaps: [{link: 0/21/3}]}\n",
              "faults.flaps: flow-channel switches do not get over an outage");
}
