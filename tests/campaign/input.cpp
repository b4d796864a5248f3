// SPDX-License-Identifier: Apache-2.0
/// Wrong input of `campaign`, `tolerance` and `run`: exit code 2, the place, nothing started
/// (CAM-INPUT).
#include <fmt/format.h>

#include <algorithm>
#include <catch2/catch.hpp>

#include "campaign/plan.hpp"

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
       " {label: a, set: {traffic.load: 0.2}}]\n",
       "c.yaml:4:", "'a' stands twice"},
      {two + "figures: [{name: f, x: traffic.load, y: latency.median}]\n",
       "c.yaml:4:", "is no measure"},
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

TEST_CASE("CAM-INPUT: what --set gets wrong is reported at --set, not at the file", "[campaign]") {
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
  const auto lines = std::count(good.begin(), good.end(), '\n');
  for (const auto& [line, what] :
       {std::pair{R"("trial":"x")", "trial: must be"},
        {R"("trial":-1)", "trial: must be"},
        {R"("trial":999)", "of trial 999"},
        {R"("trial":4294967296)", "trial: must be"},
        {R"("exit":"0")", "exit: must be"},
        {R"("exit":99999999999)", "exit: must be"},
        {R"("seconds":"x")", "seconds: must be"},
        {R"("failed":1)", "failed: must be"},
        {R"("values":[])", "values: must be"},
        {R"("values":{"exact":3})", "values.exact: must be"},
        {R"("values":{"sets":"y"})", "values.sets: must be"},
        {R"("values":{"intolerable":{"sets":"x"}})", "values.intolerable.sets: must be"},
        {R"("values":{"intolerable":{}})", "values.intolerable.sets: is missing"},
        {R"("extra":1)", "extra"},
        {R"("values":{"a":[[[)", "not JSON"}}) {
    auto record = nlohmann::json::parse(good.substr(
        good.find('\n') + 1, good.find('\n', good.find('\n') + 1) - good.find('\n') - 1));
    const auto part = nlohmann::json::parse("{" + std::string(line) + "}", nullptr, false);
    if (part.is_object()) record.update(part);
    const std::string bad = part.is_object() ? record.dump() : "{" + std::string(line);
    std::ofstream(c.scratch.path() / "o/journal.ndjson") << good << bad << "\n";
    const Ran ran = c.run("--quiet --set seeds=1 --resume");
    INFO(line << ran.out);
    CHECK(ran.code == 2);
    CHECK_THAT(ran.err, Catch::Contains(what));
    CHECK_THAT(ran.err, Catch::Contains(fmt::format("o/journal.ndjson:{}: ", lines + 1)));
  }
}

TEST_CASE("CAM-INPUT: a claim that could not be judged is refused before its trials run",
          "[campaign]") {
  const std::string head = kTree +
                           "lft_entries: any, sets: 50}\nseeds: 2\n"
                           "factors: [{path: faults, values: [3, 4, 5]}]\nquick: {factors: "
                           "[{path: faults, values: [3]}]}\nfigures:\n"
                           "  - {name: g, x: faults, y: intolerable, claims: [\n    ";
  const std::pair<std::string, std::string> wrong[] = {
      {"check: rises", "needs 'series'"},
      {"check: above, series: \"\"", "needs 'than'"},
      {"check: value, series: \"\", value: 1", "needs 'x'"},
      {"check: value, series: \"\", x: 4", "needs 'value'"},
      {"check: order, series: \"\"", "a list of two curves"},
      {"check: rises, series: [a, b]", "one curve"},
      {"check: rises, series: a", "there is no curve 'a'"},
      {"check: above, series: \"\", than: b", "there is no curve 'b'"},
      {"check: value, series: \"\", x: 7, value: 1", "there is no point at 7"},
      {"check: flat, series: \"\", from: 5", "there is one point only, at 5"},
      {"check: zero, series: \"\", from: 6", "there is no point in its range"},
      {"check: holds_until, series: \"\", x: 5", "there is no point beyond 5"}};
  for (const auto& [claim, what] : wrong) {
    const Campaign c(head + "{id: A, says: s, " + claim + "}]}\n");
    const Ran ran = c.run("");
    INFO(claim << ": " << ran.err);
    CHECK(ran.code == 2);
    CHECK_THAT(ran.err,
               Catch::Contains("c.yaml:8:5: error: figures[0].claims[0]: cannot be judged: ") &&
                   Catch::Contains(what));
    CHECK_FALSE(std::filesystem::exists(c.scratch.path() / "o/journal.ndjson"));
  }
  // With --quick a point may be missing, but not a part of the claim.
  const Campaign thin(head + "{id: A, says: s, check: rises, series: \"\"}]}\n");
  CHECK(thin.run("--quick --quiet").code == 0);
  const Ran drawn = run_shell("cd '" + thin.scratch.str() +
                              "' && '" SELVAGE_EXECUTABLE "' figure c.yaml --quick --out f");
  INFO(drawn.out << drawn.err);
  CHECK(drawn.code == 0);
  CHECK_THAT(drawn.out, Catch::Contains("A not judged") &&
                            Catch::Contains("there is one point only, at 3") &&
                            !Catch::Contains("reproduced"));
  const auto verdict = nlohmann::json::parse(read_file(thin.scratch.path() / "f/c/g.verdict.json"));
  CHECK(verdict["claims"][0]["reproduced"].is_null());
  CHECK(verdict["claims"][0]["not_judged"] == "there is one point only, at 3");
  const Campaign part(head + "{id: A, says: s, check: rises}]}\n");
  CHECK(part.run("--quick --quiet").code == 2);
  // One trial at a point has no interval to be beyond.
  const Campaign alone(
      "scenario: s.yaml\nfactors: [{path: traffic.load, name: l, values: [0.1, 0.2]}]\n"
      "figures: [{name: g, x: l, y: latency.mean, claims: [{id: A, says: s, "
      "check: rises, series: \"\"}]}]\n");
  alone.write("s.yaml", kScenario);
  CHECK_THAT(alone.run("").err, Catch::Contains("one trial at a point"));
}

TEST_CASE("CAM-INPUT: the claims of every figure that is here can be judged", "[campaign]") {
  for (const auto& entry :
       std::filesystem::directory_iterator(SELVAGE_SOURCE_DIR "/scenarios/figures")) {
    selvage::config::Diagnostics diagnostics;
    CHECK(selvage::campaign::load_plan(entry.path().string(), false, {}, diagnostics));
    CHECK(selvage::campaign::load_plan(entry.path().string(), true, {}, diagnostics));
    INFO(diagnostics.text());
    CHECK(diagnostics.empty());
  }
}

TEST_CASE("CAM-INPUT: a result.json that is damaged or foreign is refused, whoever reads it",
          "[campaign]") {
  const Directory scratch;
  const std::string file = scratch.str() + "/result.json";
  REQUIRE(run_selvage("run scenarios/hello_fault.yaml --quiet --waves never --out '" +
                      scratch.str() + "'")
              .code == 0);
  const auto good = nlohmann::json::parse(read_file(file));
  std::string deep;
  for (unsigned i = 0; i < 200'000; ++i) deep += "[";
  std::vector<std::pair<std::string, std::string>> wrong{
      {good.dump().substr(0, 500), "not JSON: parse error at line 1, column"},
      {"{\"schema\":\"selvage.result/2\",\"arguments\":" + deep, "nested deeper than 64 levels"},
      {"{\"schema\":\"selvage.result/1\"}",
       "of format \"selvage.result/1\", and selvage.result/2 is what is read here"},
      {"[]", "not a result.json"},
      {"", "not JSON"},
      {"null", "not a result.json"}};
  const auto with = [&](const char* key, const nlohmann::json& value) {
    auto other = good;
    other[key] = value;
    wrong.emplace_back(other.dump(), std::string("damaged: ") + key);
  };
  for (const auto& [key, value] : good.items()) {
    if (key == "schema") continue;
    auto without = good;
    without.erase(key);
    wrong.emplace_back(without.dump(), "damaged: " + key + ": is missing");
  }
  with("status", 3);
  with("arguments", {1, 2});
  with("build", "none");
  with("waves", "none");
  with("wait_cycle", {{{"a", 1}}});
  with("config", nullptr);
  for (const auto& [text, what] : wrong) {
    std::ofstream(file) << text;
    for (const char* command : {"replay", "waves"}) {
      const Ran ran = run_selvage(std::string(command) + " '" + file + "'");
      INFO(command << text.substr(0, 60) << ran.err);
      CHECK(ran.code == 2);
      CHECK_THAT(ran.err, Catch::Contains(file + ": error: ") && Catch::Contains(what));
    }
  }
  const Ran batch = run_selvage("route --batch -", "{\"src\":" + deep + "\n");
  CHECK(batch.code == 2);
  CHECK_THAT(batch.out + batch.err, Catch::Contains("nested deeper"));
}

TEST_CASE("CAM-INPUT: tolerance trials take short forms and flags", "[campaign]") {
  const Campaign c(
      "kind: tolerance\nbase: {topology: \"fattree:4,3\", symmetry: true, sets: all}\n"
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
  const Campaign c("scenario: " + folder +
                   "/s.yaml\n"
                   "factors: [{path: traffic.load, values: [0.1, 0.2]}]\n");
  std::filesystem::create_directories(c.scratch.path() / folder);
  // No fault set of this size is tolerable: only the run finds out.
  c.write(folder + "/s.yaml", kScenario +
                                  "faults: {random: {count: 7, tolerable: true, "
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
