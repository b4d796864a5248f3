// SPDX-License-Identifier: Apache-2.0
/// Wrong input of `campaign`, `tolerance` and `run`: exit code 2, the place, nothing started
/// (CAM-INPUT).
#include <catch2/catch.hpp>

#include "support.hpp"

using namespace selvage::test;

namespace {

const std::string kScenario =
    "topology: {kind: fattree, m: 4, n: 2}\nphases: {warmup: 100, measure: 900}\nengine: golden\n";
const std::string kTree = "kind: tolerance\nbase: {topology: {kind: fattree, m: 4, n: 3}, ";

struct Wrong {
  std::string text;
  std::string place;
  std::string what;
};

}  // namespace

TEST_CASE("CAM-INPUT: wrong files are refused with their place before a trial starts",
          "[campaign]") {
  const std::string two = "scenario: s.yaml\nfactors:\n  - {path: traffic.load, values: [0.1]}\n";
  const Wrong wrong[] = {
      {"scenario: none.yaml\nfactors: [{path: traffic.load, values: [0.1]}]\n", "c.yaml:1:11",
       "none.yaml: no such file"},
      {"scenario: s.yaml\nfactors: [{path: traffic.laod, values: [0.1, 0.2]}]\n", "c.yaml:2:18",
       "did you mean 'load'"},
      {"scenario: s.yaml\nfactors: [{path: traffic.load, values: [0.1, 1.5]}]\n", "c.yaml:2:18",
       "traffic.load=1.5"},
      {"base: {topology: {kind: fattree, m: 4}}\nfactors: [{path: link.latency, values: [1]}]\n",
       "c.yaml: error: trial 0", "topology.n: is missing"},
      {kTree + "bogus: 1}\nfactors: [{path: faults, values: [1]}]\n", "c.yaml:2:", "base.bogus"},
      {kTree + "sets: all}\nfactors: [{path: fautls, values: [1]}]\n", "c.yaml:3:18",
       "did you mean 'faults'"},
      {kTree + "sets: all}\nfactors: [{path: faults, values: [1, 99]}]\n", "c.yaml:3:18",
       "--faults 99"},
      {two + "measures: [latency.meen]\n", "c.yaml:4:12", "did you mean 'mean'"},
      {two + "measures: [latency]\n", "c.yaml:4:12", "is no number"},
      {two + "measures: [status]\n", "c.yaml:4:12", "is no number"},
      {two + "measures: [a~b]\n", "c.yaml:4:12", "no result has"},
      {two + "measures: [faults.x.hops]\n", "c.yaml:4:12", "is a list"},
      {two + "measures: [wall.seconds]\n", "c.yaml:4:12", "wall time"},
      {two + "  - {path: link.latency, name: traffic.load, values: [2]}\n", "c.yaml:4:5",
       "another column"},
      {two + "  - {path: traffic.load, name: other, values: [0.2]}\n", "c.yaml:4:5",
       "is set by factor traffic.load too"},
      {two + "  - {path: seed, name: s, values: [1, 2]}\n", "c.yaml:4:12", "first_seed"},
      {two + "  - {path: link.latency, values: [1, 2, 1]}\n", "c.yaml:4:41", "stands twice"},
      {two + "  - name: c\n    cases: [{label: a, set: {seed: 1}}]\n", "c.yaml:5:", "first_seed"},
      {"scenario: s.yaml\nfactors:\n  - name: c\n    cases: [{label: a, set: {traffic.load: 0.1}},"
       " {label: a, set: {traffic.load: 0.2}}]\n", "c.yaml:4:", "'a' stands twice"},
      {two + "figures: [{name: f, x: traffic.load, y: latency.median}]\n", "c.yaml:4:",
       "is no measure"},
      {two + "figures: [{name: f, x: load, y: latency.mean}]\n", "c.yaml:4:", "is no factor"},
  };
  for (const Wrong& w : wrong) {
    INFO(w.text);
    const Campaign c(w.text);
    c.write("s.yaml", kScenario);
    const Ran ran = c.run("");
    INFO(ran.out << ran.err);
    CHECK(ran.code == 2);
    CHECK_THAT(ran.err, Catch::Contains(w.place) && Catch::Contains(w.what));
    CHECK_FALSE(std::filesystem::exists(c.scratch.path() / "o/journal.ndjson"));
  }
}

TEST_CASE("CAM-INPUT: more trials than a number holds are refused", "[campaign]") {
  std::string text = "scenario: s.yaml\nfactors:\n";
  for (unsigned i = 0; i < 64; ++i) {
    text += "  - {path: a.x" + std::to_string(i) + ", values: [1, 2]}\n";
  }
  const Campaign c(text);
  c.write("s.yaml", kScenario);
  const Ran ran = c.run("");
  CHECK(ran.code == 2);
  CHECK_THAT(ran.err, Catch::Contains("more than 10,000,000 trials"));
}

TEST_CASE("CAM-INPUT: what --set gets wrong is told of it, not of the file", "[campaign]") {
  const Campaign c("scenario: s.yaml\nfactors: [{path: traffic.load, values: [0.1]}]\nseeds: 3\n");
  c.write("s.yaml", kScenario);
  const auto refused = [&](const std::string& set, const std::string& what) {
    const Ran ran = c.run("--set '" + set + "'");
    INFO(set << ": " << ran.err);
    CHECK(ran.code == 2);
    CHECK_THAT(ran.err, Catch::Contains(what));
  };
  refused("seeds=0", "--set seeds=0: error: seeds: must be from 1 to 1000000, not 0");
  refused("factors=[]", "--set factors=[]: error: factors: must have 1 element at least, not 0");
  refused("a~x[0].y=1", "unknown key");
  refused("factors[0].x=1", "unknown key");
  refused("seeds", "expected path.to.key=value");
  c.write("c.yaml", "scenario: s.yaml\nfactors: [3]\n");
  refused("factors[0].x=1", "nothing of this name to change");
}

TEST_CASE("CAM-INPUT: a place that cannot be written is no internal error", "[campaign]") {
  const Campaign c(tolerance(kShort));
  c.write("file", "");
  const std::string go =
      "cd '" + c.scratch.str() + "' && '" SELVAGE_EXECUTABLE "' campaign c.yaml --out ";
  CHECK(run_shell(go + "/proc/none").code == 2);
  const Ran ran = run_shell(go + "file");
  CHECK(ran.code == 2);
  CHECK_THAT(ran.err, Catch::Contains("--out file"));
}

TEST_CASE("CAM-INPUT: a damaged or foreign journal is refused", "[campaign]") {
  const Campaign c(tolerance(kShort));
  REQUIRE(c.run("--quiet --set seeds=1").code == 0);
  const std::string good = c.file("journal.ndjson");
  for (const auto& [line, what] :
       {std::pair{R"({"trial":"x"})", "damaged"}, {R"({"trial":-1})", "damaged"},
        {R"({"trial":999,"exit":0,"status":"counted"})", "of trial 999"},
        {R"({"trial":4294967296})", "damaged"}, {R"({"trial":1,"exit":"0"})", "damaged"}}) {
    std::ofstream(c.scratch.path() / "o/journal.ndjson") << good << line << "\n";
    const Ran ran = c.run("--quiet --set seeds=1 --resume");
    INFO(line << ran.out);
    CHECK(ran.code == 2);
    CHECK_THAT(ran.err, Catch::Contains(what));
  }
}

TEST_CASE("CAM-INPUT: tolerance trials take short forms and flags", "[campaign]") {
  const Campaign c("kind: tolerance\nbase: {topology: \"fattree:4,3\", symmetry: true, sets: all}\n"
                   "factors: [{path: faults, values: [1, 2]}]\n");
  const Ran ran = c.run("--quiet");
  INFO(ran.out << ran.err);
  CHECK(ran.code == 0);
  const auto results = nlohmann::json::parse(c.file("results.json"));
  CHECK_THAT(results["example"].get<std::string>(), Catch::Contains(" --symmetry"));
  CHECK(results["points"][1]["values"]["intolerable"]["n"] == 496);
  CHECK(c.run("--quiet --fresh --set base.symmetry=false").code == 0);
}

TEST_CASE("CAM-INPUT: what a trial says may be any bytes of any length", "[campaign]") {
  std::string name = "a";
  for (unsigned i = 0; i < 100; ++i) name += "\xc3\xa9";
  const std::string folder = name + "/" + name;
  const Campaign c("scenario: " + folder + "/s.yaml\n"
                   "factors: [{path: traffic.load, values: [0.1, 0.2]}]\n");
  std::filesystem::create_directories(c.scratch.path() / folder);
  // No fault set of this size is tolerable: only the run finds out.
  c.write(folder + "/s.yaml", kScenario + "faults: {random: {count: 7, tolerable: true, "
                              "from: 200, until: 800}}\n");
  const Ran ran = c.run("");
  INFO(ran.out << ran.err);
  CHECK(ran.code == 1);
  CHECK_THAT(ran.out, Catch::Contains("no_result"));
  const auto results = nlohmann::json::parse(c.file("results.json"));
  CHECK(results["failed"].size() == 2);
}

TEST_CASE("CAM-INPUT: a stderr that cannot be written changes no exit code", "[campaign]") {
  CHECK(run_selvage("run nope.yaml 2>/dev/full").code == 2);
  CHECK(run_selvage("campaign nope.yaml 2>/dev/full").code == 2);
  CHECK(run_selvage("tolerance --topology nope 2>/dev/full").code == 2);
  CHECK(run_selvage("nope 2>/dev/full").code == 2);
}

TEST_CASE("CAM-INPUT: tolerance of a tree too big, and --check", "[campaign]") {
  CHECK(run_selvage("tolerance --topology fattree:64,4 --faults 1").code == 2);
  CHECK(run_selvage("tolerance --topology fattree:4,3 --faults 1 --check").out.empty());
  CHECK(run_selvage("tolerance --topology fattree:4,3 --faults 99 --check").code == 2);
  const Directory scratch;
  const std::string out = " --out '" + scratch.str() + "/o' ";
  CHECK(run_selvage("run scenarios/hello_fault.yaml --check" + out).code == 0);
  CHECK_FALSE(std::filesystem::exists(scratch.path() / "o"));
  CHECK(run_selvage("run scenarios/hello_fault.yaml --check --set traffic.load=7").code == 2);
}
