// SPDX-License-Identifier: Apache-2.0
// What the settings of a scenario make of its situations, and of a search.
#include <catch2/catch.hpp>

#include <fstream>
#include <map>
#include <set>

#include "run_selvage.hpp"

using Catch::Contains;
using nlohmann::json;
using selvage::test::Directory;
using selvage::test::read_file;
using selvage::test::run_selvage;

TEST_CASE("COV-3: what a configuration makes impossible is left out with its reason",
          "[cli][coverage]") {
  const auto left_out = [](const std::string& run) {
    const Directory out;
    REQUIRE(
        run_selvage("run " + run + " --engine golden --timeline never --no-view --out " + out.str())
            .code == 0);
    const json result = json::parse(read_file(out.path() / "result.json"));
    const json listed = run_selvage("coverage --json " + out.str()).json();
    // What the run counts among its situations is what the command lists by its configuration.
    CHECK(listed["situations"] == result["coverage"]["situations"]);
    std::map<std::string, std::string> why;
    for (const json& one : listed["left_out"]) why[one["name"]] = one["why"];
    return why;
  };
  const std::string mesh = "scenarios/mesh_repair.yaml --set phases.measure=3000 ";
  auto serial = left_out(mesh);
  CHECK(serial["flit_way.host_to_host.same_vc"] ==
        "a switch has one host, and a host does not send to itself");
  CHECK(serial["flit.separable.choice_lost"] == "switch.allocator is not separable");
  CHECK(serial["flit.credit.last_of_host"] == "traffic.receivers makes no host slow");
  auto other = left_out(mesh + "--set switch.allocator=separable --set traffic.receivers.rate=0.9");
  CHECK(other.count("flit.separable.choice_lost") == 0);
  CHECK(other.count("flit.credit.last_of_host") == 0);
  CHECK(other["flit.crossbar.turn_wraps"] ==
        "with switch.allocator separable no output looks at all inputs");
  auto tree = left_out("scenarios/hello_fault.yaml --set switch.kind=wormhole");
  CHECK(tree["flit_way.link_to_link.other_vc"] == "a link has one data virtual channel");
  CHECK(tree.count("flit_way.host_to_host.same_vc") == 0);
  const std::string flow = "scenarios/flow_slow_hosts.yaml ";
  auto channels = left_out(flow);
  CHECK(channels["ep_ack.EP_SEVERE"] == "switch.flow.egress_units is less than severe_units");
  CHECK(channels["efct.full"] ==
        "an ingress edge has a row for each host, class and kind of order");
  auto small = left_out(flow +
                        "--set switch.flow.congested_units=8 --set switch.flow.severe_units=16 "
                        "--set switch.flow.flow_id_bits=4");
  CHECK(small.count("ep_ack.EP_SEVERE") == 0);
  CHECK(small.count("efct.full") == 0);
}

TEST_CASE("COV-6: a key with which order is not sure is left out of a search", "[cli][coverage]") {
  const Directory folder;
  const std::string out = (folder.path() / "o").string();
  const std::string base = (folder.path() / "base.yaml").string();
  std::ofstream(base) << "topology: {kind: fattree, m: 4, n: 2}\n"
                         "switch: {kind: flow, flow: {timers: {drain: 50}}}\n"
                         "traffic: {load: 0.8}\n";
  const auto ran = run_selvage("cover " + base + " --rounds 1 --goal 100 --out " + out);
  CHECK_THAT(ran.err, Contains("switch.flow.timers.drain is below the bound of this fabric"));
  CHECK(ran.code == 3);
  const json scenario = json::parse([&] {
    const std::string text = read_file(out + "/suite/cover_01.yaml");
    return text.substr(text.find('\n'));
  }());
  CHECK_FALSE(scenario["switch"]["flow"]["timers"].contains("drain"));
}

TEST_CASE("COV-6: a suite file that the earlier search did not write stays", "[cli][coverage]") {
  const Directory folder;
  const std::string out = (folder.path() / "o").string();
  const std::string search = "cover fattree:4,2 --rounds 1 --goal 100 --out " + out;
  CHECK(run_selvage(search).code == 3);
  json report = json::parse(read_file(out + "/cover.json"));
  report["suite_file"] = nullptr;
  std::ofstream(out + "/cover.json") << report;
  std::ofstream(out + "/suite/suite.yaml") << "mine";
  const auto ran = run_selvage(search + " --seed 2");
  CHECK(ran.code == 2);
  CHECK_THAT(ran.err, Contains("suite/suite.yaml is not of an earlier search"));
  CHECK(read_file(out + "/suite/suite.yaml") == "mine");
}

TEST_CASE("COV-6: a topology that is typed wrong is told by its key, not by a line",
          "[cli][coverage]") {
  const Directory folder;
  const auto ran = run_selvage("cover fattree:3,4 --out " + folder.str() + "/o");
  CHECK(ran.code == 2);
  CHECK_THAT(ran.err, Contains("cover fattree:3,4: error: topology.m: must be even, not 3") &&
                          !Contains("base.yaml"));
}

TEST_CASE("COV-6: cover varies keys of the switches that meet what the base cannot",
          "[cli][coverage]") {
  const Directory folder;
  const auto ran = run_selvage("cover wormhole:mesh:2 --rounds 3 --goal 100 --out " + folder.str());
  CHECK(ran.code == 3);
  const json report = json::parse(read_file(folder.path() / "cover.json"));
  std::set<std::string> met;
  for (const json& one : report["suite"]) {
    for (const json& name : one["adds"]) met.insert(name.get<std::string>());
  }
  CHECK(met.count("flit.separable.choice_lost") == 1);
  CHECK(met.count("flit.credit.last_of_host") == 1);
}

TEST_CASE("COV-4: a suite's list of situations never met needs every one of them", "[cli]") {
  const Directory folder;
  const std::string suite = (folder.path() / "s.yaml").string();
  const auto regress = [&](const std::string& list) {
    std::ofstream(suite) << "tests: [{scenario: " SELVAGE_SOURCE_DIR
                            "/scenarios/hello_fault.yaml, engines: [golden], twice: never}]\n"
                         << list;
    return run_selvage("regress " + suite + " --out " + (folder.path() / "o").string());
  };
  CHECK(regress("").code == 0);
  const auto bare = regress("never_met: []\n");
  CHECK(bare.code == 1);
  CHECK_THAT(bare.out, Contains("never met route.dlfm_at_ancestor.leaf: no reason for it") &&
                           Contains("situations never met, for no reason"));
  CHECK_THAT(read_file(folder.path() / "o/junit.xml"),
             Contains("failures=\"1\"") && Contains("message=\"never met, for no reason\">"));
  const json never = json::parse(read_file(folder.path() / "o/regress.json"))["coverage"];
  const json merged = run_selvage("coverage --json " + (folder.path() / "o").string()).json();
  CHECK(merged["runs"] == 1);
  CHECK(merged["met"] == never["met"]);
  CHECK(merged["situations"] == never["situations"]);
  CHECK(never["without_reason"] == never["never_met"]);
  const std::string all = "never_met: [{reason: one link, situations: " + never["never_met"].dump();
  CHECK(regress(all + "}]\n").code == 0);
  CHECK_THAT(read_file(folder.path() / "o/regress.html"),
             Contains("<code>route.dlfm_at_ancestor.leaf</code></td><td>one link</td>"));
  const auto twice = regress("never_met: [{reason: r, situations: [a, a]}]\n");
  CHECK(twice.code == 2);
  CHECK_THAT(twice.err, Contains("stands twice"));
  const auto misspelt =
      regress("never_met: [{reason: r, situations: [route.dlfm_at_ancestor.leave]}]\n");
  CHECK(misspelt.code == 2);
  CHECK_THAT(misspelt.err, Contains("s.yaml:2:") && Contains("'route.dlfm_at_ancestor.leave'") &&
                               Contains("route.dlfm_at_ancestor.leaf"));
  const json could = run_selvage("coverage --json " + suite).json();
  CHECK(could["situations"] == never["situations"]);
  CHECK(could["met"] == 0);
}
