// SPDX-License-Identifier: Apache-2.0
// The script of a page, without a browser: tests/view/*.js under node.
#include <catch2/catch.hpp>
#include <set>

#include "support.hpp"

using namespace selvage::test;

namespace {

/// A run of a scenario and what `script` says of its page and of more arguments.
void check_page(const std::string& script, const std::string& scenario,
                const std::string& more = "") {
  const Directory out;
  const Ran run =
      run_selvage("run " + scenario + " --engine golden --waves never --quiet --out " + out.str());
  CAPTURE(run.err);
  REQUIRE(run.code <= 1);
  std::string arguments = out.str() + "/view.html";
  if (more == "result") arguments += " " + out.str() + "/result.json";
  const Directory other;
  if (more == "another") {
    REQUIRE(
        run_selvage("run " + std::string(kSmall) + " --waves never --quiet --out " + other.str())
            .code == 0);
    arguments += " " + other.str() + "/view.html";
  }
  const Ran said = run_shell("node tests/view/" + script + " " + arguments);
  CAPTURE(script, scenario, said.out, said.err);
  CHECK(said.code == 0);
  CHECK(said.out.rfind("good: ", 0) == 0);
}

}  // namespace

TEST_CASE("VIEW-PAGE-6: what has three dimensions turns as a cube") {
  if (!node_is_there()) return;
  const std::string k = GENERATE("3", "8");
  check_page("cube.js",
             "scenarios/mesh_link_faults.yaml --set phases.measure=3000 --set traffic.load=0.02 "
             "--set topology.k=" +
                 k,
             "another");
}

TEST_CASE("VIEW-PAGE-7: the strip of time zooms, moves, and says so in the address") {
  if (!node_is_there()) return;
  check_page("time.js", kSmall);
  check_page("time.js", "scenarios/repair_storm.yaml --set phases.measure=30000");
}

TEST_CASE(
    "VIEW-PAGE-8: the picture is zoomed and moved inside its stage, and goes where one asks") {
  if (!node_is_there()) return;
  check_page("camera.js", kSmall);
}

TEST_CASE("VIEW-EV-7, VIEW-PAGE-10: an outage has a beginning and an end, and a sign of its own") {
  if (!node_is_there()) return;
  check_page("outage.js",
             "scenarios/link_flaps.yaml --set phases.measure=6000 --set faults.random.until=7000");
}

TEST_CASE("VIEW-EV-5, VIEW-PAGE-11: links that are dead from the start are drawn and said to be") {
  const std::string dead =
      "scenarios/hello_fault.yaml --set phases.measure=9000 "
      "--set 'faults.nodes=[0/00]' --set 'faults.preset=[{link: 0/11/2}]' "
      "--set faults.links.0.at=4000 --set traffic.load=0.4";
  const WatchedRun run = watched(dead);
  std::set<std::string> names;
  for (const auto& link : run.links) {
    if (link["dead"]) names.insert(link["name"]);
  }
  CHECK(names == std::set<std::string>{"LK<0,00>2", "LK<0,00>3", "LK<0,11>2"});
  if (node_is_there()) check_page("dead.js", dead);
}

TEST_CASE("VIEW-CARD: the cards of the failures count every lost packet") {
  if (!node_is_there()) return;
  const std::string scenario = GENERATE(
      "hello_fault.yaml --set phases.measure=8000 --set faults.links.0.at=4000 "
      "--set traffic.load=0.5 --set faults.random.nodes=2 --set faults.random.from=1000 "
      "--set faults.random.until=6000 --seed 5",
      "mesh_repair.yaml --set phases.measure=6000 --set traffic.load=0.2 "
      "--set faults.random.until=6000",
      "link_flaps.yaml --set phases.measure=6000 --set faults.random.until=7000",
      "link_errors.yaml --set phases.measure=4000 --set faults.random.until=4500 "
      "--set traffic.load=0.02");
  check_page("cards.js", "scenarios/" + scenario, "result");
}
