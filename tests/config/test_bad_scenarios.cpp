// SPDX-License-Identifier: Apache-2.0
// Every class of bad scenario, with the exact place and words.
#include <catch2/catch.hpp>

#include "load.hpp"

using selvage::test::load;
using Errors = std::vector<std::string>;

namespace {

const std::string kTree = "topology: {kind: fattree, m: 4, n: 3}\n";  // line 1

/// The only error of kTree plus `rest`, whose lines count from 2.
std::string error_of(const std::string& rest, std::initializer_list<const char*> sets = {}) {
  const auto result = load(kTree + rest, sets);
  CHECK_FALSE(result.loaded);
  const Errors errors = result.errors();
  CAPTURE(errors);
  REQUIRE(errors.size() == 1);
  return errors.front();
}

}  // namespace

TEST_CASE("unknown keys point at the key and offer the near one", "[config][CFG-PLACE]") {
  CHECK(error_of("trafic: {load: 0.1}") ==
        "x.yaml:2:1: error: trafic: unknown key (did you mean 'traffic'?)");
  CHECK(error_of("traffic:\n  laod: 0.1") ==
        "x.yaml:3:3: error: traffic.laod: unknown key (did you mean 'load'?)");
  CHECK(error_of("bug: {skip_ltf: true}") ==
        "x.yaml:2:7: error: bug.skip_ltf: unknown key (did you mean 'skip_lft'?)");
  CHECK(
      error_of("link: {colour: red}") ==
      "x.yaml:2:8: error: link.colour: unknown key (known here: bytes_per_cycle, checker, latency, "
      "messages, overhead_bytes)");
  CHECK(error_of("faults: {links: [{link: 0/00/2, when: 5}]}") ==
        "x.yaml:2:33: error: faults.links[0].when: unknown key (known here: at, link, repaired)");
}

TEST_CASE("wrong types, choices and ranges", "[config][RUN-SCHEMA][CFG-PLACE]") {
  CHECK(error_of("seed: many") == "x.yaml:2:7: error: seed: must be a whole number, not 'many'");
  CHECK(error_of("seed: 1.5") == "x.yaml:2:7: error: seed: must be a whole number, not '1.5'");
  CHECK(error_of("traffic: {load: 1.5}") ==
        "x.yaml:2:17: error: traffic.load: must be from 0 to 1, not 1.5");
  CHECK(error_of("traffic: {load: -0.1}") ==
        "x.yaml:2:17: error: traffic.load: must be from 0 to 1, not -0.1");
  CHECK(
      error_of("traffic: {pattern: unifrom}") ==
      "x.yaml:2:20: error: traffic.pattern: 'unifrom' is not one of uniform, transpose, "
      "bit-complement, hot-spot, trace, permutation, incast, flows, application (did you mean 'uniform'?)");
  CHECK(
      error_of("engine: lock-step") ==
      "x.yaml:2:9: error: engine: 'lock-step' is not one of golden, rtl, lockstep, switch (did you mean "
      "'lockstep'?)");
  CHECK(error_of("audit: yes") == "x.yaml:2:8: error: audit: must be true or false, not 'yes'");
  CHECK(error_of("traffic:") == "x.yaml:2:1: error: traffic: must be a map, not nothing");
  CHECK(error_of("traffic: []") == "x.yaml:2:10: error: traffic: must be a map, not a list");
  CHECK(error_of("name: 12") ==
        "x.yaml:2:7: error: name: must be text, not '12' (in quotes it is text: \"12\")");
  CHECK_THAT(error_of("name: ../../etc"),
             Catch::StartsWith("x.yaml:2:7: error: name: '../../etc'"));
  CHECK(error_of("faults: {links: [5]}") ==
        "x.yaml:2:18: error: faults.links[0]: must be a map, not '5'");
}

TEST_CASE("a bad topology", "[config][FT-TOP-1]") {
  CHECK(load("seed: 1").errors() == Errors{"x.yaml:1:1: error: topology: is missing"});
  CHECK(load("topology: {m: 4}").errors() ==
        Errors{"x.yaml:1:1: error: topology.kind: is missing"});
  CHECK_THAT(load("topology: {kind: fat-tree, m: 4, n: 3}").errors().at(0),
             Catch::StartsWith("x.yaml:1:18: error: topology.kind: 'fat-tree' is not one of ") &&
                 Catch::EndsWith("(did you mean 'fattree'?)"));
  CHECK(load("topology: {kind: fattree, m: 4}").errors() ==
        Errors{"x.yaml:1:1: error: topology.n: is missing"});
  CHECK_THAT(load("topology: {kind: fattree, m: 400, n: 3}").errors().at(0),
             Catch::StartsWith("x.yaml:1:30: error: topology.m: "));
  const auto odd = load("topology: {kind: fattree, m: 5, n: 3}").errors();
  REQUIRE(odd.size() == 1);
  CHECK_THAT(odd[0], Catch::StartsWith("x.yaml:1:30: error: topology.m: "));
  const auto huge = load("topology: {kind: fattree, m: 64, n: 6}").errors();
  REQUIRE(huge.size() == 1);
  CHECK_THAT(huge[0], Catch::Contains("2147483648 hosts"));
}

TEST_CASE("a number beyond 64 bits where a factor is asked", "[config][SCR-FUZZ]") {
  const auto result = load("topology: {kind: fattree, m: 1.11111e+39, n: 3}\n");
  CHECK_FALSE(result.loaded);
  CHECK(result.errors() ==
        Errors{"x.yaml:1:30: error: topology.m: must be a whole number, not '1.11111e+39'"});
}

TEST_CASE("values that do not fit together", "[config][CFG-PLACE]") {
  CHECK_THAT(error_of("probe: {timeout: 8}"),
             Catch::StartsWith("x.yaml:2:18: error: probe.timeout: 8 cycles are over before"));
  CHECK_THAT(error_of("probe: {timeout: 9}"),  // FT-DET-1: the answer comes on the deadline
             Catch::Contains("probe.timeout: 9 cycles are over before") &&
                 Catch::Contains("2 x link.latency + 1, 9"));
  CHECK(load(kTree + "probe: {timeout: 10}").errors().empty());
  CHECK_THAT(error_of("probe: {period: 128}"),
             Catch::StartsWith("x.yaml:2:17: error: probe.period: 128 cycles are too short"));
  CHECK_THAT(error_of("switch: {buffer_packets: 1}"),
             Catch::StartsWith("x.yaml:2:26: error: switch.buffer_packets: 1 is too small") &&
                 Catch::Contains("at least 2 packets of 64 beats"));
  CHECK_THAT(error_of("limits: {watchdog: 70}"),
             Catch::StartsWith("x.yaml:2:20: error: limits.watchdog: 70"));
  CHECK_THAT(
      error_of("traffic: {pattern: hot-spot}"),
      Catch::StartsWith("x.yaml:2:20: error: traffic.pattern: ") && Catch::Contains("hot_hosts"));
  CHECK_THAT(
      error_of("traffic: {pattern: trace}"),
      Catch::StartsWith("x.yaml:2:20: error: traffic.pattern: ") && Catch::Contains("trace_file"));
  CHECK(error_of("faults: {random: {count: 1, from: 5, until: 5}}") ==
        "x.yaml:2:45: error: faults.random.until: no cycle in [from, until) = [5, 5)");
  CHECK(error_of("faults: {random: {count: 1, until: 900000}}") ==
        "x.yaml:2:36: error: faults.random.until: the run is over at cycle 122000 at the latest");
  CHECK(error_of("faults: {links: [{link: 0/00/2, at: 122000}]}") ==
        "x.yaml:2:37: error: faults.links[0].at: the run is over at cycle 122000 at the latest");
  CHECK(error_of("faults: {random: {count: 33}}") ==
        "x.yaml:2:26: error: faults.random.count: 33 random links are more than the 32 there are "
        "to choose from");
  CHECK_THAT(error_of("engine: golden\nbug: {skip_lft: true}"),
             Catch::StartsWith("x.yaml:3:17: error: bug.skip_lft: this bug lives in the RTL"));
}

TEST_CASE("hosts and links that do not exist", "[config][CFG-PLACE]") {
  CHECK_THAT(error_of("traffic: {pattern: hot-spot, hot_hosts: [900]}"),
             Catch::StartsWith("x.yaml:2:42: error: traffic.hot_hosts[0]: '900' is no host: "));
  CHECK(error_of("traffic: {pattern: hot-spot, hot_hosts: [000, '000']}") ==
        "x.yaml:2:47: error: traffic.hot_hosts[1]: host 000 stands twice");
  CHECK_THAT(error_of("faults: {links: [{link: 0/99/3}]}"),
             Catch::StartsWith("x.yaml:2:25: error: faults.links[0].link: '0/99/3' is no link that "
                               "may fail: "));
  CHECK_THAT(error_of("faults: {links: [{link: {l: 7, c: 00, k: 2}}]}"),
             Catch::Contains("'7/00/2' is no link that may fail"));
  CHECK(error_of("faults: {links: [{link: {l: 0, c: 00}}]}") ==
        "x.yaml:2:19: error: faults.links[0].link.k: is missing");
  CHECK(error_of("faults:\n  preset: [{link: 0/00/2}]\n  links: [{link: {l: 0, c: '00', k: 2}}]") ==
        "x.yaml:4:18: error: faults.links[0].link: the link LK<0,00>2 fails already in "
        "faults.preset[0].link");
}

TEST_CASE("repairs that do not fit the failures", "[config][CFG-FAULT]") {
  CHECK(error_of("faults: {links: [{link: 0/00/2, at: 50, repaired: 50}]}") ==
        "x.yaml:2:51: error: faults.links[0].repaired: must come after the link's death in cycle "
        "50");
  CHECK(error_of("faults: {links: [{link: 0/00/2, at: 50, repaired: 122000}]}") ==
        "x.yaml:2:51: error: faults.links[0].repaired: the run is over at cycle 122000 at the "
        "latest");
  CHECK(error_of("faults: {links: [{link: 0/00/2, at: 50, repaired: soon}]}") ==
        "x.yaml:2:51: error: faults.links[0].repaired: must be a whole number, not 'soon'");
  CHECK(error_of("faults:\n  links:\n    - {link: 0/00/2, at: 50, repaired: 90}\n"
                 "    - {link: 0/00/2, at: 90}") ==
        "x.yaml:5:26: error: faults.links[1].at: the link LK<0,00>2 is dead until cycle 90, by "
        "faults.links[0].link");
  CHECK(error_of("faults:\n  links:\n    - {link: 0/00/2, at: 50}\n"
                 "    - {link: 0/00/2, at: 90}") ==
        "x.yaml:5:14: error: faults.links[1].link: the link LK<0,00>2 fails already in "
        "faults.links[0].link");
  CHECK(error_of("faults:\n  preset: [{link: 0/00/2, repaired: 60}]\n"
                 "  links: [{link: 0/00/2, at: 50}]") ==
        "x.yaml:4:30: error: faults.links[0].at: the link LK<0,00>2 is dead until cycle 60, by "
        "faults.preset[0].link");
  CHECK(error_of("faults: {random: {count: 1, repair_after: {from: 9}}}") ==
        "x.yaml:2:29: error: faults.random.repair_after.until: is missing");
  CHECK(error_of("faults: {random: {count: 1, repair_after: {from: 9, until: 9}}}") ==
        "x.yaml:2:60: error: faults.random.repair_after.until: no cycle in [from, until) = "
        "[9, 9)");
  CHECK(error_of("faults: {random: {count: 1, repair_after: {from: 9, until: 100002}}}") ==
        "x.yaml:2:60: error: faults.random.repair_after.until: a repair could be due in cycle "
        "122000, but the run is over at cycle 122000 at the latest");
  CHECK_THAT(error_of("faults: {random: {repair_after: {from: 0, until: 5}}}"),
             Catch::StartsWith("x.yaml:2:40: error: faults.random.repair_after.from: must be"));
}

TEST_CASE("what a system objects to outside of its own keys is reported at its place",
          "[config][CFG-PLACE]") {
  CHECK_THAT(error_of("link: {latency: 127}\nprobe: {timeout: 300, period: 2000}\n"
                      "switch: {buffer_packets: 8}"),
             Catch::StartsWith("x.yaml:2:17: error: link.latency: must be from 1 to 126 cycles"));
}

TEST_CASE("all errors are reported together", "[config][RUN-TOLD]") {
  const auto errors = load(
                          "topology: {kind: fattree, m: 4, n: 3, rule: papr}\n"
                          "sed: 3\n"
                          "traffic: {load: 2, pattern: uniform}\n"
                          "probe: {timeout: 3}\n"
                          "seed: 1\n"
                          "seed: 2\n")
                          .errors();
  CHECK(errors.size() == 5);
  const auto result = load("topology: {kind: fattree, m: 4, n: 3}\nsed: 3\nclock_ns: 0\n");
  CHECK(result.diagnostics.text() ==
        "x.yaml:2:1: error: sed: unknown key (did you mean 'seed'?)\n"
        "  2 | sed: 3\n"
        "    | ^\n"
        "x.yaml:3:11: error: clock_ns: must be from 0.001 to 1000000, not 0\n"
        "  3 | clock_ns: 0\n"
        "    |           ^\n");
}

TEST_CASE("a wrong value is not blamed twice", "[config][CFG-PLACE]") {
  CHECK(error_of("link: {latency: wide}\nprobe: {timeout: 8}") ==
        "x.yaml:2:17: error: link.latency: must be a whole number, not 'wide'");
}

TEST_CASE("what a topology objects to says what was changed from the file", "[config][CFG-SET]") {
  CHECK(error_of("", {"topology.m=64", "topology.n=6"}) ==
        "x.yaml:1:11: error: topology: 64P6T has 2147483648 hosts, more than the 65536 one "
        "simulation takes (changed from the file: topology.m, topology.n)");
}

TEST_CASE("overrides are validated after merging", "[config][CFG-SET]") {
  CHECK(error_of("", {"traffic.load=2"}) ==
        "--set traffic.load=2: error: traffic.load: must be from 0 to 1, not 2");
  CHECK(error_of("", {"trafic.load=0.2"}) ==
        "--set trafic.load=0.2: error: trafic: unknown key (did you mean 'traffic'?)");
  CHECK(error_of("", {"traffic.lod=0.2"}) ==
        "--set traffic.lod=0.2: error: traffic.lod: unknown key (did you mean 'load'?)");
  CHECK(error_of("seed: 3", {"seed.low=1"}) ==
        "--set seed.low=1: error: seed.low: there is nothing of this name to change");
  CHECK(error_of("", {"faults.links[0].at=1"}) ==
        "--set faults.links[0].at=1: error: faults.links: must be a list, not a map");
  CHECK(error_of("", {"seed"}) == "--set seed: error: expected path.to.key=value");
  CHECK(error_of("", {"=1"}) == "--set =1: error: expected path.to.key=value");
  CHECK(error_of("", {"a..b=1"}) == "--set a..b=1: error: 'a..b' is no path of keys");
  CHECK_THAT(error_of("", {"seed=[1"}), Catch::Contains("bracket"));
  CHECK_THAT(error_of("", {"link.latency=20"}),
             Catch::StartsWith("x.yaml") || Catch::Contains("probe.timeout"));
}

TEST_CASE("files that are none", "[config][SCR-FUZZ]") {
  CHECK(load("").errors().at(0) ==
        "x.yaml:1:1: error: the file is empty; a scenario is a map of "
        "keys, at least `topology`");
  CHECK(load("- a\n").errors().at(0) == "x.yaml:1:1: error: a scenario is a map of keys");
  selvage::config::Diagnostics diagnostics;
  CHECK_FALSE(selvage::config::load_scenario({"/no/such/file.yaml", {}, {}}, diagnostics));
  CHECK(diagnostics.text() == "/no/such/file.yaml: error: no such file\n");
  selvage::config::Diagnostics directory;
  CHECK_FALSE(selvage::config::load_scenario({SELVAGE_SOURCE_DIR, {}, {}}, directory));
  CHECK_THAT(directory.text(), Catch::Contains("this is a directory"));
  selvage::config::Diagnostics near;
  const std::string file = std::string(SELVAGE_SOURCE_DIR) + "/scenarios/hello_falt.yaml";
  CHECK_FALSE(selvage::config::load_scenario({file, {}, {}}, near));
  CHECK_THAT(near.text(), Catch::Contains("hello_fault.yaml'?"));
}

TEST_CASE("a name whose parts stand in another one is offered that", "[config][CFG-PLACE]") {
  using selvage::config::did_you_mean;
  const std::vector<std::string> pins = {"msg_stop_i", "lookup_dst_i", "lookup_valid_i", "valid_o"};
  CHECK(did_you_mean("stop_i", pins) == "did you mean 'msg_stop_i'?");
  CHECK(did_you_mean("valid_i", pins) == "did you mean 'lookup_valid_i'?");
  CHECK(did_you_mean("dst_i", pins) == "did you mean 'lookup_dst_i'?");
  CHECK(did_you_mean("i_stop", pins).empty());
  CHECK(did_you_mean("clock_enable", pins).empty());
}
