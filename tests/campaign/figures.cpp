// SPDX-License-Identifier: Apache-2.0
/// Figures of campaigns that are not whole, and reports of files that are not (CAM-FIG, REP-PAGE).
#include <sys/stat.h>

#include <catch2/catch.hpp>

#include "support.hpp"

using namespace selvage::test;

namespace {

const std::string kFigure = R"(
kind: tolerance
base: {topology: {kind: fattree, m: 8, n: 3}, lft_entries: any, sets: 100000}
factors:
  - {path: faults, values: [3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20]}
quick: {base.sets: 100}
figures:
  - name: g
    title: Some <title>
    x: faults
    y: intolerable
    claims:
      - {id: A, says: it rises, check: rises, series: ""}
)";

struct FigureRun {
  explicit FigureRun(const std::string& text) {
    std::ofstream(scratch.path() / "fig.yaml") << text;
  }
  [[nodiscard]] std::string command(const std::string& arguments) const {
    return "cd '" + scratch.str() +
           "' && exec '" SELVAGE_EXECUTABLE "' figure fig.yaml --out figs " + arguments;
  }
  Ran run(const std::string& arguments) const {
    return run_shell("sh -c \"" + command(arguments) + "\"");
  }
  [[nodiscard]] std::filesystem::path folder() const { return scratch.path() / "figs/fig"; }
  [[nodiscard]] std::string verdict() const { return read_file(folder() / "g.verdict.json"); }
  Directory scratch;
};

}  // namespace

TEST_CASE("CAM-FIG: only a whole campaign is judged, and what is there stays", "[campaign]") {
  const FigureRun figure(kFigure);
  const Ran spent = figure.run("--budget 0.3s");
  INFO(spent.out << spent.err);
  CHECK(spent.code == 3);
  CHECK_THAT(spent.out, !Catch::Contains("claimed") && Catch::Contains("--resume goes on"));
  CHECK(figure.verdict().empty());
  const Ran whole = figure.run("--quick");
  INFO(whole.out << whole.err);
  REQUIRE(whole.code == 0);
  const auto verdict = nlohmann::json::parse(figure.verdict());
  CHECK(verdict["quick"] == true);
  CHECK(verdict["trials"] == 18);
  CHECK(verdict["done"] == 18);
  const std::string before = figure.verdict() + read_file(figure.folder() / "g.csv");
  CHECK(figure.run("--budget 0.3s").code == 3);
  Background running(figure.command(""));
  REQUIRE(wait_for([&] {
    return read_file(figure.folder() / "journal.ndjson").find("trial\":1") != std::string::npos;
  }));
  running.send_to_group(SIGINT);
  CHECK(running.wait() == 130);
  CHECK(figure.verdict() + read_file(figure.folder() / "g.csv") == before);
}

TEST_CASE("CAM-FIG: a figure all of whose trials fail, one without a figure, and --json",
          "[campaign]") {
  const FigureRun failing(R"(
base:
  topology: {kind: fattree, m: 4, n: 3}
  traffic: {load: 0.3}
  phases: {warmup: 100, measure: 3000}
  faults: {preset: [{link: 0/21/3}]}
  bug: {skip_lft: true}
factors: [{path: traffic.load, name: load, values: [0.3, 0.4]}]
seeds: 2
figures: [{name: g, x: load, y: latency.mean, claims: [{id: A, says: s, check: rises, series: ""}]}]
)");
  const Ran ran = failing.run("");
  INFO(ran.out << ran.err);
  CHECK(ran.code == 1);
  CHECK_THAT(ran.out, Catch::Contains("4 failed"));
  CHECK(failing.verdict().empty());

  const FigureRun none(
      "kind: tolerance\nbase: {topology: \"fattree:4,3\"}\n"
      "factors: [{path: faults, values: [1]}]\n");
  const Ran no_figure = none.run("");
  CHECK(no_figure.code == 2);
  CHECK_THAT(no_figure.err, Catch::Contains("no figure"));

  const FigureRun good(kFigure);
  const Ran json = good.run("--quick --json");
  CHECK(json.code == 0);
  CHECK(json.json()["figures"][0]["claims"][0]["id"] == "A");
  const Ran report = run_selvage("report --json '" + good.scratch.str() + "'");
  CHECK(report.json()["figures"] == 1);
  CHECK(report.json()["left_out"].empty());
}

TEST_CASE("CAM-STEADY: a trial whose halves differ is run again, longer, and says so",
          "[campaign]") {
  // From an empty network: the first half accepts less.
  const FigureRun figure(R"(
base:
  topology: {kind: mesh, k: 4}
  engine: golden
  traffic: {load: 0.3, packet_beats: 8}
  phases: {warmup: 0, measure: 60, drain: 2000}
measures: [load.first_half, load.second_half, config.phases.warmup, config.phases.measure]
steady: {first: load.first_half, second: load.second_half, within: 0.1, longer: 4}
factors:
  - {path: traffic.load, name: load, values: [0.05, 0.3]}
quick: {steady.longer: 1, steady.within: 0.001}
figures:
  - {name: g, x: load, y: load.second_half}
)");
  REQUIRE(figure.run("").code == 0);
  CHECK(nlohmann::json::parse(figure.verdict())["unsteady"].empty());
  const auto trials = [&] {
    const auto all = nlohmann::json::parse(read_file(figure.folder() / "results.json"));
    std::vector<std::array<double, 4>> values;
    for (const auto& p : all["points"]) {
      const auto mean = [&](const char* name) { return p["values"][name]["mean"].get<double>(); };
      values.push_back({mean("load.first_half"), mean("load.second_half"),
                        mean("config.phases.warmup"), mean("config.phases.measure")});
    }
    return values;
  };
  bool longer = false;
  for (const auto& [first, second, warmup, measure] : trials()) {
    CAPTURE(first, second, warmup, measure);
    CHECK(std::abs(second - first) <= 0.1 * first);
    CHECK(warmup + 60 == measure);  // 0 and 60, 60 and 120, 180 and 240, ...
    longer = longer || measure > 60;
  }
  CHECK(longer);
  // No more often than is allowed: what then differs is named.
  REQUIRE(figure.run("--quick").code == 0);
  CHECK(nlohmann::json::parse(figure.verdict())["unsteady"].size() == 2);
  for (const auto& trial : trials()) CHECK(trial[3] == 120);
}

TEST_CASE("CAM-FIG: docs/evidence/reproduction.md takes no quick or partial figures",
          "[campaign]") {
  const FigureRun figure(kFigure);
  REQUIRE(figure.run("--quick").code == 0);
  const std::string before = read_file(SELVAGE_SOURCE_DIR "/docs/evidence/reproduction.md");
  const Ran ran = run_shell("scripts/reproduction '" + figure.scratch.str() + "'");
  CHECK(ran.code == 2);
  CHECK_THAT(ran.err, Catch::Contains("g.verdict.json"));
  CHECK(read_file(SELVAGE_SOURCE_DIR "/docs/evidence/reproduction.md") == before);
}

TEST_CASE("REP-PAGE: what cannot be read is left out aloud", "[campaign]") {
  const FigureRun figure(kFigure);
  REQUIRE(figure.run("--quick").code == 0);
  const auto verdict = nlohmann::json::parse(figure.verdict());
  const std::string svg = read_file(figure.folder() / "g.svg");
  const auto report = [&](const std::string& name, const std::string& text) {
    const auto path = figure.folder() / name;
    const std::string old = read_file(path);
    std::ofstream(path) << text;
    const Ran ran = run_selvage("report '" + figure.scratch.str() + "'");
    INFO(name << ": " << text.substr(0, 80) << "\n" << ran.out << ran.err);
    CHECK(ran.code == 2);
    CHECK_THAT(ran.err, Catch::Contains("fig"));
    const std::string page = read_file(figure.scratch.path() / "report.html");
    CHECK_THAT(page, Catch::Contains("Left out"));
    if (old.empty()) std::filesystem::remove(path);
    else std::ofstream(path) << old;
    return page;
  };
  REQUIRE(run_selvage("report '" + figure.scratch.str() + "'").code == 0);
  report("result.json", "{\"schema\":\"selvage.result/2\",\"sta");
  report("result.json", R"({"schema":"selvage.result/2"})");
  report("results.json", R"({"schema":"selvage.campaign/1","name":"c","points":[{}]})");
  auto odd = nlohmann::json::parse(read_file(figure.folder() / "results.json"));
  odd["points"][0]["levels"]["faults"] = nlohmann::json::array();
  report("results.json", odd.dump());
  report("g.verdict.json", R"({"schema":"selvage.figure/1","name":"g"})");
  // What stands in a picture stays in it: an image runs nothing and loads nothing.
  for (const char* inside : {"<script>alert(1)</script>", "<g onload=\"alert(1)\"/>",
                             "<g style=\"fill:u&#114;l(http://elsewhere/x)\"/>",
                             "<image href='http://elsewhere/x.png'/>"}) {
    std::string with = svg;
    with.insert(with.rfind("</svg>"), inside);
    std::ofstream(figure.folder() / "g.svg") << with;
    CHECK(run_selvage("report '" + figure.scratch.str() + "'").code == 0);
    const std::string page = read_file(figure.scratch.path() / "report.html");
    CHECK_THAT(page, !Catch::Contains("<svg") && !Catch::Contains("u&#114;l(") &&
                         !Catch::Contains("<script") && Catch::Contains("data:image/svg+xml,"));
  }
  // Nobody writes these.
  for (const char* name : {"g.svg", "journal.x.ndjson"}) {
    const auto path = figure.folder() / name;
    std::filesystem::remove(path);
    REQUIRE(mkfifo(path.c_str(), 0600) == 0);
    const Ran ran =
        run_shell("timeout 60 '" SELVAGE_EXECUTABLE "' report '" + figure.scratch.str() + "'");
    CAPTURE(name, ran.err);
    CHECK(ran.code == (name[0] == 'g' ? 2 : 0));
    std::filesystem::remove(path);
    std::ofstream(figure.folder() / "g.svg") << svg;
  }
  for (const std::string& bad : {svg + "<script>alert(1)</script>", svg.substr(0, svg.size() / 2),
                                 std::string("<!DOCTYPE svg [<!ENTITY a 'b'>]><svg/>")}) {
    CHECK_THAT(report("g.svg", bad), !Catch::Contains("data:image"));
    auto smuggled = verdict;
    smuggled["_svg"] = "<script>alert(1)</script>";
    std::ofstream(figure.folder() / "g.svg") << bad;
    CHECK_THAT(report("g.verdict.json", smuggled.dump()), !Catch::Contains("alert"));
    std::ofstream(figure.folder() / "g.svg") << svg;
  }
  std::string deep;
  for (unsigned i = 0; i < 200'000; ++i) deep += "[";
  for (const char* name : {"result.json", "results.json", "x.verdict.json"}) {
    report(name, "{\"schema\":\"selvage.campaign/1\",\"points\":" + deep);
  }
  std::ofstream(figure.scratch.path() / "../selvage_outside.svg") << svg;
  auto outside = verdict;
  outside["svg"] = "../../../selvage_outside.svg";
  CHECK_THAT(report("g.verdict.json", outside.dump()), !Catch::Contains("data:image"));
  std::filesystem::remove(figure.scratch.path() / "../selvage_outside.svg");
  outside["svg"] = "../../../../etc/passwd";
  CHECK_THAT(report("g.verdict.json", outside.dump()), !Catch::Contains("root:"));
}

TEST_CASE("REP-PAGE: the plan of the working directory is shown, a damaged one is named",
          "[campaign]") {
  const Directory scratch;
  std::ofstream(scratch.path() / "f.svg") << "<svg/>";
  std::ofstream(scratch.path() / "f.verdict.json")
      << R"({"schema":"selvage.figure/1","name":"f","title":"t","source":"","setup":"","svg":"f.svg","claims":[]})";
  const std::string file = "docs/evidence/verification/plan.json";
  std::filesystem::create_directories((scratch.path() / file).parent_path());
  const auto report = [&] {
    return run_shell("cd '" + scratch.str() + "' && '" SELVAGE_EXECUTABLE "' report .");
  };
  const auto page = [&] { return read_file(scratch.path() / "report.html"); };
  CHECK(report().code == 0);
  CHECK_THAT(page(), !Catch::Contains("id=\"plan\""));
  std::ofstream(scratch.path() / file) << R"({"A-1": ["one <1>", "two"], "A-2": []})";
  CHECK(report().code == 0);
  CHECK_THAT(page(), Catch::Contains("id=\"plan\"") && Catch::Contains("one &lt;1&gt;") &&
                         Catch::Contains("2 rows;"));
  for (const char* bad : {"", "{", "[1]", R"({"A-1": "one"})", R"({"A-1": [], "A-1": []})"}) {
    std::ofstream(scratch.path() / file) << bad;
    const Ran ran = report();
    INFO(bad << "\n" << ran.err);
    CHECK(ran.code == 2);
    CHECK_THAT(ran.err, Catch::Contains(file + ": "));
    CHECK_THAT(page(), Catch::Contains("Left out") && !Catch::Contains("id=\"plan\""));
  }
}

TEST_CASE("REP-PAGE: a failed trial counts once, a replay not again, and rows tell seed and folder",
          "[campaign]") {
  const Directory scratch;
  const auto go = [&](const std::string& words) {
    return run_shell("cd '" + scratch.str() + "' && '" SELVAGE_EXECUTABLE "' " + words);
  };
  std::ofstream(scratch.path() / "c.yaml") << R"(
base:
  topology: {kind: fattree, m: 4, n: 3}
  traffic: {load: 0.3}
  phases: {warmup: 100, measure: 3000}
  faults: {preset: [{link: 0/21/3}]}
  bug: {skip_lft: true}
factors: [{path: traffic.load, name: load, values: [0.3, 0.4]}]
first_seed: 5
)";
  REQUIRE(go("campaign c.yaml --out all/c").code == 1);
  REQUIRE(std::filesystem::exists(scratch.path() / "all/c/trials/000001/result.json"));
  const std::string scenario = SELVAGE_SOURCE_DIR "/scenarios/hello_fault.yaml";
  REQUIRE(go("run " + scenario + " --seed 9 --quiet --out all/r --waves never").code == 0);
  REQUIRE(go("replay all/r/result.json --waves never --quiet").code == 0);
  const Ran ran = go("report all --json");
  INFO(ran.out << ran.err);
  CHECK(ran.code == 0);
  CHECK(ran.json()["runs"] == 1);
  CHECK(ran.json()["campaigns"] == 1);
  const std::string page = read_file(scratch.path() / "all/report.html");
  CHECK_THAT(page, Catch::Contains("1 of 1 run passed") &&
                       Catch::Contains("2 campaign trials failed, of 1 kind"));
  CHECK_THAT(page,
             Catch::Contains(
                 "<td class=\"n\">2</td><td class=\"n\">5</td><td class=\"folder\"><code>c/trials/"
                 "000000</code>"));
  CHECK_THAT(page,
             Catch::Contains("<td class=\"n\">9</td><td class=\"folder\"><code>r</code></td>"));
}

namespace {

std::vector<std::string> addresses_in(const std::string& html) {
  std::vector<std::string> found;
  for (std::size_t at = 0; (at = html.find("href=\"", at)) != std::string::npos;) {
    at += 6;
    found.push_back(html.substr(at, html.find('"', at) - at));
  }
  return found;
}

/// The file of an address, relative to `folder`.
std::filesystem::path opened(const std::filesystem::path& folder, const std::string& address) {
  std::string name;
  const std::string path = address.substr(0, address.find('#'));
  for (std::size_t i = 0; i < path.size(); ++i) {
    const bool escaped = path[i] == '%';
    name += escaped ? static_cast<char>(std::stoi(path.substr(i + 1, 2), nullptr, 16)) : path[i];
    if (escaped) i += 2;
  }
  return folder / name;
}

}  // namespace

TEST_CASE("REP-ROWS, REP-FRONT: links lead to what lies there, from wherever the page lies",
          "[campaign]") {
  const Directory scratch;
  const auto go = [&](const std::string& words) {
    return run_shell("cd '" + scratch.str() + "' && '" SELVAGE_EXECUTABLE "' " + words);
  };
  const std::string scenario = SELVAGE_SOURCE_DIR "/scenarios/hello_fault.yaml";
  // Folders whose names mean something to a browser.
  const std::string bad = "all/javascript:alert(1)";
  REQUIRE(go("run " + scenario + " --seed 9 --quiet --out 'all/r #1' --waves never").code == 0);
  REQUIRE(go("run " + scenario + " --set bug.skip_lft=true --quiet --out '" + bad + "'").code == 1);
  std::ofstream(scratch.path() / "s.yaml")
      << "tests:\n  - {scenario: " << scenario << ", engines: [golden], twice: never}\n"
      << "  - {name: no, scenario: " << scenario
      << ", engines: [golden], expect: deadlocked, twice: never}\n";
  REQUIRE(go("regress s.yaml --quiet --out all/suite").code == 1);
  const Ran ran = go("report all");
  INFO(ran.out << ran.err);
  REQUIRE(ran.code == 0);
  CHECK_THAT(ran.out, Catch::Contains("2 runs, 0 campaigns, 1 suite, 0 figures"));
  CHECK_THAT(ran.out, Catch::Contains("1 of 2 runs passed, 1 of 2 runs of suites passed"));
  const std::string page = read_file(scratch.path() / "all/report.html");
  std::set<std::string> names;
  for (const std::string& address : addresses_in(page)) {
    if (address[0] == '#') continue;
    INFO(address);
    CHECK(address.rfind("./", 0) == 0);
    CHECK(address.find(':') == std::string::npos);
    const auto file = opened(scratch.path() / "all", address);
    CHECK(std::filesystem::is_regular_file(file));
    names.insert(file.filename().string());
  }
  CHECK(names == std::set<std::string>{"view.html", "timeline.svg", "waves.fst", "result.json",
                                       "regress.html", "regress.json", "junit.xml"});
  // The page of the mismatch opens at it.
  const auto mismatch = nlohmann::json::parse(read_file(scratch.path() / bad / "result.json"));
  CHECK_THAT(page,
             Catch::Contains("/view.html#t=" + mismatch["mismatch"]["cycle"].dump() + "&amp;"));
  // What neither met stands in the list, and what one of them met does not.
  const auto good = nlohmann::json::parse(read_file(scratch.path() / "all/r #1/result.json"));
  std::size_t never = 0;
  for (const auto& name : good["coverage"]["never_met"]) {
    const bool met = mismatch["coverage"]["counts"].contains(name.get<std::string>());
    const std::string cell = "<td class=\"id\">" + name.get<std::string>() + "</td>";
    INFO(cell);
    CHECK((page.find(cell) == std::string::npos) == met);
    never += met ? 0 : 1;
  }
  CHECK_THAT(ran.out, Catch::Contains(std::to_string(never) + " of " +
                                      good["coverage"]["situations"].dump() + " situations"));
  // Elsewhere, and again: the same files, the same bytes.
  REQUIRE(go("report all --out other/page.html").code == 2);  // no such folder
  std::filesystem::create_directory(scratch.path() / "other");
  REQUIRE(go("report all --out other/page.html").code == 0);
  const std::string elsewhere = read_file(scratch.path() / "other/page.html");
  for (const std::string& address : addresses_in(elsewhere)) {
    INFO(address);
    if (address[0] != '#') {
      CHECK(std::filesystem::is_regular_file(opened(scratch.path() / "other", address)));
    }
  }
  REQUIRE(go("report all").code == 0);
  CHECK(read_file(scratch.path() / "all/report.html") == page);
}
