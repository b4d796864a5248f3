// SPDX-License-Identifier: Apache-2.0
// Functional coverage as a user sees it: verdict, result.json, selvage coverage, campaigns, cover.
#include <catch2/catch.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>

#include "run_selvage.hpp"

using Catch::Contains;
using Catch::StartsWith;
using nlohmann::json;
using selvage::test::Directory;
using selvage::test::read_file;
using selvage::test::run_selvage;
using selvage::test::run_shell;

namespace {

json coverage_of(const Directory& out) {
  return json::parse(read_file(out.path() / "result.json"))["coverage"];
}

bool never_met(const json& coverage, const std::string& name) {
  const json& never = coverage["never_met"];
  return std::find(never.begin(), never.end(), name) != never.end();
}

std::set<std::string> names_met(const json& coverage) {
  std::set<std::string> names;
  for (const auto& [name, count] : coverage["counts"].items()) names.insert(name);
  return names;
}

}  // namespace

TEST_CASE("COV-5 COV-1: the main job's own line flags what a mutant needs", "[cli][coverage]") {
  // A DLFM taken as an own dead link, or <= for < in FT-RS-2, shows only where a DLFM is held.
  const std::string needed = "route.dlfm_at_ancestor.leaf";
  const Directory main_job;
  const auto ran = run_selvage(
      "run scenarios/fattree_8p3t_link_faults.yaml --engine golden --timeline never --out " +
      main_job.str());
  CHECK(ran.code == 0);
  const json coverage = coverage_of(main_job);
  const auto never = coverage["never_met"].size();
  CHECK(coverage["situations"] == coverage["met"].get<std::size_t>() + never);
  CHECK_THAT(ran.out, Contains("; " + std::to_string(never) + " of " +
                               std::to_string(coverage["situations"].get<std::size_t>()) +
                               " situations never met (`"));
  CHECK(never_met(coverage, needed));
  CHECK_FALSE(never_met(coverage, "route.own_dead.leaf"));

  const Directory small;
  CHECK(run_selvage("run scenarios/dlfm_resend.yaml --out " + small.str()).code == 0);
  CHECK(coverage_of(small)["counts"][needed] > 0);
  CHECK(run_selvage("run scenarios/dlfm_resend.yaml --waves never --set bug.ps_without_level=true "
                    "--out " +
                    small.str())
            .code == 1);
}

TEST_CASE("COV-4: selvage coverage lists and adds up", "[cli][coverage]") {
  const Directory one;
  const Directory two;
  REQUIRE(run_selvage("run scenarios/hello_fault.yaml --out " + one.str()).code == 0);
  REQUIRE(run_selvage("run scenarios/fattree_8p3t_repair.yaml --out " + two.str()).code == 0);
  const json first = coverage_of(one);
  const json second = coverage_of(two);
  const auto text = run_selvage("coverage " + one.str());
  CHECK(text.code == 0);
  CHECK_THAT(text.out, Contains("never met") && Contains("op.RESYNC.from_above.leaf") &&
                           Contains("FT-REP-6") && Contains("situations met, in 1 run"));
  const json both = run_selvage("coverage --json " + one.str() + " " + two.str()).json();
  CHECK(both["runs"] == 2);
  std::set<std::string> met = names_met(first);
  met.merge(names_met(second));
  CHECK(both["met"] == met.size());
  for (const json& row : both["list"]) {
    const auto name = row["name"].get<std::string>();
    INFO(name);
    CHECK(row["count"].get<std::uint64_t>() == first["counts"].value(name, std::uint64_t{0}) +
                                                   second["counts"].value(name, std::uint64_t{0}));
    CHECK(row["requirements"].get<std::string>().find('-') != std::string::npos);
  }
  CHECK(both["left_out"].size() > 20);
  const auto csv = run_selvage("coverage --csv " + one.str());
  CHECK(std::count(csv.out.begin(), csv.out.end(), '\n') ==
        1 + static_cast<std::ptrdiff_t>(first["situations"].get<std::size_t>()));
}

TEST_CASE("COV-4: of a scenario coverage lists all that it could meet", "[cli][coverage]") {
  const Directory out;
  REQUIRE(run_selvage("run scenarios/hello_fault.yaml --out " + out.str()).code == 0);
  const json could = run_selvage("coverage --json scenarios/hello_fault.yaml").json();
  CHECK(could["runs"] == 0);
  CHECK(could["met"] == 0);
  CHECK(could["situations"] == coverage_of(out)["situations"]);
  const std::string text = run_selvage("coverage scenarios/hello_fault.yaml").out;
  CHECK_THAT(text, StartsWith("could be met\n") &&
                       Contains(could["situations"].dump() + " situations could be met"));
  CHECK_THAT(text, !Contains("never met"));
  std::ofstream(out.path() / "bad.yaml") << "topology: {kind: none}\n";
  const auto bad = run_selvage("coverage " + out.str() + "/bad.yaml");
  CHECK(bad.code == 2);
  CHECK_THAT(bad.err, Contains("bad.yaml:1"));
}

TEST_CASE("COV-4: what a killed command has left is no result", "[cli][coverage]") {
  const Directory out;
  REQUIRE(run_selvage("run scenarios/hello_fault.yaml --out " + out.str() + "/run").code == 0);
  std::filesystem::create_directory(out.path() / "run" / ".unfinished");
  std::ofstream(out.path() / "run" / ".unfinished" / "result.json") << "{";
  CHECK(run_selvage("coverage " + out.str()).code == 0);
  const auto report = run_selvage("report " + out.str());
  CHECK(report.code == 0);
  CHECK(report.err == "");
  const auto over = run_selvage("report " + out.str() + " --out " + out.str() + "/run/result.json");
  CHECK(over.code == 2);
  CHECK_THAT(over.err, Contains("lies there already, and is no page"));
  const auto view =
      run_selvage("view " + out.str() + "/run --out " + out.str() + "/run/result.json");
  CHECK(view.code == 2);
  CHECK(json::parse(read_file(out.path() / "run" / "result.json")).is_object());
}

TEST_CASE("COV-4: coverage refuses what is no result", "[cli][coverage]") {
  const Directory out;
  const auto none = run_selvage("coverage " + out.str());
  CHECK(none.code == 2);
  CHECK_THAT(none.err, Contains("no result.json, results.json or regress.json in it"));
  std::ofstream(out.path() / "result.json") << "{\"schema\": \"selvage.result/2\"}";
  const auto damaged = run_selvage("coverage " + out.str());
  CHECK(damaged.code == 2);
  CHECK_THAT(damaged.err, Contains("damaged"));
  CHECK(run_selvage("coverage").code == 2);
}

TEST_CASE("COV-1: every engine samples the same", "[cli][coverage]") {
  json first;
  for (const std::string engine : {"golden", "rtl", "lockstep", "switch"}) {
    const Directory out;
    CAPTURE(engine);
    REQUIRE(run_selvage("run scenarios/hello_fault.yaml --engine " + engine + " --out " + out.str())
                .code == 0);
    if (first.is_null()) first = coverage_of(out);
    CHECK(coverage_of(out) == first);
  }
}

TEST_CASE("COV-2: the phase is that of the links of the run", "[cli][coverage]") {
  const auto of = [](const std::string& links) {
    const Directory out;
    REQUIRE(run_selvage("run scenarios/hello_fault.yaml --engine golden --timeline never --set '"
                        "faults.links=" +
                        links + "' --out " + out.str())
                .code == 0);
    std::set<std::string> phases;
    for (const std::string& name : names_met(coverage_of(out))) {
      if (name.rfind("while.", 0) == 0) phases.insert(name.substr(6, name.find('.', 6) - 6));
    }
    return phases;
  };
  using Phases = std::set<std::string>;
  CHECK(of("[]").empty());
  CHECK(of("[{link: 0/21/3, at: 10000}]") == Phases{"fault"});
  CHECK(of("[{link: 0/21/3, at: 10000, repaired: 20000}]") == Phases{"fault", "repair"});
  CHECK(of("[{link: 0/21/3, at: 10000}, {link: 0/00/2, at: 10001}]") == Phases{"overlap"});
}

TEST_CASE("COV-3: a forbidden situation fails a golden run, with its place", "[cli][coverage]") {
  const Directory out;
  const auto ran = run_selvage(
      "run scenarios/dlfm_resend.yaml --engine golden --set bug.golden_ps_without_level=true "
      "--waves never --out " +
      out.str());
  CHECK(ran.code == 1);
  CHECK_THAT(ran.out,
             Contains("FT-MSG-7 FT-PS-2: state.DLFM_too_low at cycle") && Contains("switch <"));
  CHECK(coverage_of(out)["forbidden"] == "state.DLFM_too_low");
}

TEST_CASE("COV-4: trials of a campaign add up, whatever the number of processes",
          "[cli][coverage]") {
  const Directory folder;
  const auto file = folder.path() / "small.yaml";
  std::ofstream(file) << "base:\n"
                         "  topology: {kind: fattree, m: 4, n: 3}\n"
                         "  engine: golden\n"
                         "  phases: {warmup: 500, measure: 6000}\n"
                         "  traffic: {load: 0.2}\n"
                         "  faults: {random: {count: 3, from: 1000, until: 2000}}\n"
                         "factors:\n"
                         "  - {name: load, path: traffic.load, values: [0.1, 0.4]}\n"
                         "seeds: 3\n"
                         "measures: [packets.delivered]\n";
  std::string first;
  for (const std::string jobs : {"1", "3"}) {
    const std::string out = (folder.path() / jobs).string();
    const auto ran = run_selvage("campaign " + file.string() + " --jobs " + jobs + " --out " + out);
    INFO(ran.err << ran.out);
    REQUIRE(ran.code == 0);
    const std::string results = read_file(std::filesystem::path(out) / "results.json");
    if (first.empty()) first = results;
    CHECK(results == first);
  }
  const json campaign = json::parse(first)["coverage"];
  CHECK(campaign["trials"] == 6);
  CHECK(campaign["met"] == campaign["counts"].size());
  const json listed = run_selvage("coverage --json " + (folder.path() / "1").string()).json();
  CHECK(listed["runs"] == 6);
  CHECK(listed["met"] == campaign["met"]);
}

TEST_CASE("COV-6: cover finds a suite that meets what it says, the same for a seed",
          "[cli][coverage]") {
  const Directory one;
  const Directory two;
  const std::string search = "cover fattree:4,3 --rounds 2 --budget 100s --goal 100 --seed 3 ";
  CHECK(run_selvage(search + "--jobs 2 --out " + one.str()).code == 3);  // the goal is far
  CHECK(run_selvage(search + "--jobs 1 --out " + two.str()).code == 3);
  const std::string report = read_file(one.path() / "cover.json");
  CHECK(report == read_file(two.path() / "cover.json"));
  const json found = json::parse(report);
  REQUIRE(found["suite"].size() > 1);
  std::size_t adds = 0;
  std::string folders;
  for (const json& scenario : found["suite"]) {
    const std::string file = (one.path() / scenario["file"].get<std::string>()).string();
    const std::string out = file + ".out";
    REQUIRE(run_selvage("run " + file + " --engine golden --timeline never --out " + out).code ==
            0);
    folders += " " + out;
    adds += scenario["adds"].size();
  }
  CHECK(adds == found["met"]);
  const std::string suite = (one.path() / found["suite_file"].get<std::string>()).string();
  CHECK(run_selvage("regress " + suite + " --check").code == 0);
  const json tests = json::parse(read_file(suite))["tests"];
  CHECK(tests.size() == found["suite"].size());
  CHECK(tests[0]["scenario"] == "cover_01.yaml");
  CHECK(run_selvage("coverage --json" + folders).json()["met"] == found["met"]);
  CHECK(run_selvage("cover nothing:4 --rounds 1 --out " + two.str()).code == 2);
  CHECK(run_selvage("cover fattree:4,3 --goal 101 --out " + two.str()).code == 2);
}

TEST_CASE("COV-6: faults of the scenario that come later than a search runs are left out",
          "[cli][coverage]") {
  const Directory folder;
  const std::string base = folder.str() + "/late.yaml";
  std::ofstream(base) << "topology: {kind: fattree, m: 4, n: 2}\ntraffic: {load: 0.2}\n"
                         "phases: {measure: 1000000}\n"
                         "faults: {links: [{link: 0/1/2, at: 500000}], bit_errors: 0.0001}\n";
  const auto ran = run_selvage("cover " + base + " --rounds 1 --out " + folder.str() + "/out");
  CHECK((ran.code == 0 || ran.code == 3));
  CHECK_THAT(
      ran.err,
      Contains("cover: faults.links: left out, some come behind the end of the shortest run"));
  const json cover = json::parse(read_file(folder.path() / "out" / "cover.json"));
  CHECK(cover["tried"].get<int>() > 0);
  CHECK_THAT(read_file(folder.path() / "out" / "suite" / "cover_01.yaml"),
             Contains("\"bit_errors\": 0.0001"));
}

TEST_CASE("COV-6: cover replaces only what an earlier search left", "[cli][coverage]") {
  const Directory folder;
  const std::string out = (folder.path() / "o").string();
  const auto search = [&](const std::string& more) {
    return run_selvage("cover fattree:4,2 --rounds 1 --goal 100 --out " + out + " " + more);
  };
  SECTION("a suite of somebody else's stays") {
    std::filesystem::create_directories(out + "/suite");
    std::ofstream(out + "/suite/mine.yaml") << "mine";
    const auto ran = search("");
    CHECK(ran.code == 2);
    CHECK_THAT(ran.err, Contains("suite/mine.yaml is not of an earlier search"));
    CHECK(read_file(out + "/suite/mine.yaml") == "mine");
    CHECK_FALSE(std::filesystem::exists(out + "/cover.json"));
  }
  SECTION("one that ends before its first round leaves the earlier one") {
    CHECK(search("").code == 3);
    const std::string report = read_file(out + "/cover.json");
    const std::string first = read_file(out + "/suite/cover_01.yaml");
    CHECK(search("--budget 0.001s --seed 2").code == 5);
    CHECK(read_file(out + "/cover.json") == report);
    CHECK(read_file(out + "/suite/cover_01.yaml") == first);
    CHECK(search("--seed 2").code == 3);
    CHECK(json::parse(read_file(out + "/cover.json"))["seed"] == 2);
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(out)) {
      names.insert(entry.path().filename().string());
    }
    CHECK(names == std::set<std::string>{"cover.json", "suite"});
  }
}

TEST_CASE("COV-6: a scenario that fails is written down, with the command that runs it",
          "[cli][coverage]") {
  const Directory folder;
  const std::string out = (folder.path() / "o").string();
  const std::string base = (folder.path() / "base.yaml").string();
  std::ofstream(base) << "topology: {kind: fattree, m: 4, n: 3}\ntraffic: {load: 0.2}\n"
                         "faults: {links: [{link: 0/20/3, at: 700}]}\nphases: {measure: 4000}\n"
                         "bug: {golden_ps_without_level: true}\n";
  const auto ran =
      run_selvage("cover " + base + " --rounds 60 --budget 100s --goal 100 --out " + out);
  CAPTURE(ran.out, ran.err);
  REQUIRE(ran.code == 1);
  const std::string file = out + "/failed.yaml";
  CHECK_THAT(ran.out, Contains("run " + file));
  CHECK(json::parse(read_file(out + "/cover.json"))["failed"]["file"] == "failed.yaml");
  const auto again = run_selvage("run " + file + " --waves never --out " + out + "/again");
  CHECK(again.code == 1);
}

namespace {

/// Counts of all situations whose name begins so, and ends so.
std::uint64_t sum_of(const json& coverage, const std::string& begin, const std::string& end = "") {
  std::uint64_t sum = 0;
  for (const auto& [name, count] : coverage["counts"].items()) {
    const bool ends =
        name.size() >= end.size() && name.compare(name.size() - end.size(), end.size(), end) == 0;
    if (name.rfind(begin, 0) == 0 && ends) sum += count.get<std::uint64_t>();
  }
  return sum;
}

json coverage_by(const std::string& arguments) {
  const Directory out;
  const auto ran = run_selvage("run " + arguments + " --timeline never --out " + out.str());
  INFO(ran.out << ran.err);
  REQUIRE(ran.code == 0);
  json result = json::parse(read_file(out.path() / "result.json"));
  json coverage = result["coverage"];
  coverage["decisions"] = result["decisions"];
  return coverage;
}

}  // namespace

TEST_CASE("COV-3: tables without prefixes break a rule of the ways", "[cli][coverage][bug]") {
  const std::string engine = GENERATE("golden", "lockstep");
  const Directory out;
  const auto ran =
      run_selvage("run scenarios/twolevel_compare.yaml --set bug.no_prefixes=true --engine " +
                  engine + " --waves never --out " + out.str());
  CHECK(ran.code == 1);
  CHECK_THAT(ran.out + ran.err, Contains("F-PATH-1: path.back at cycle "));
}

TEST_CASE("COV-1: each decision has one place in every cross", "[cli][coverage]") {
  SECTION("fat tree on cut-through switches") {
    const json c = coverage_by(
        "scenarios/hello_fault.yaml --engine golden --set faults.links=[] --set "
        "phases.measure=5000");
    CHECK(sum_of(c, "data.buffer.empty") + sum_of(c, "data.buffer.behind_others") ==
          c["decisions"]);
    CHECK(sum_of(c, "route.all_candidates.") + sum_of(c, "route.turn.") +
              sum_of(c, "route.descend.") ==
          c["decisions"]);
    CHECK(sum_of(c, "route_while.quiet.") == sum_of(c, "route.all_candidates."));
  }
  SECTION("mesh") {
    const json c =
        coverage_by("scenarios/mesh_4x4x4_faults.yaml --engine golden --set phases.measure=5000");
    const auto granted = sum_of(c, "header_while.", ".granted");
    CHECK(granted > 1000);
    CHECK(sum_of(c, "tier.") == granted + sum_of(c, "header_while.", ".waits"));
    CHECK(sum_of(c, "sees.") == sum_of(c, "tier."));
    CHECK(sum_of(c, "sub.") == granted);
    CHECK(sum_of(c, "sees.down.") > 0);
    CHECK(sum_of(c, "label.") > 0);
  }
  SECTION("wormhole") {
    const json c = coverage_by("scenarios/mesh_repair.yaml --engine golden");
    CHECK(sum_of(c, "flit_answer.") + sum_of(c, "flit.answer.lost") == c["decisions"]);
    CHECK(sum_of(c, "flit_while.") == sum_of(c, "flit_answer."));
    CHECK(sum_of(c, "flit_way.") == sum_of(c, "flit_answer.takes."));
    CHECK(sum_of(c, "flit_while.repair.takes") > 0);
    CHECK(sum_of(c, "flit.repair.comes_back") > 0);
  }
  SECTION("two-level tables with faults") {
    const json c = coverage_by(
        "scenarios/twolevel_flows.yaml --engine golden --set phases.measure=5000 --set "
        "topology.flows.mode=none --set faults.random.count=3");
    CHECK(sum_of(c, "lookup.") == c["decisions"]);
    CHECK(sum_of(c, "up.") == sum_of(c, "lookup.", ".suffix"));
    CHECK(sum_of(c, "up_while.") == sum_of(c, "up."));
    CHECK(sum_of(c, "up.", ".next") + sum_of(c, "up.", ".wrap") > 0);
  }
  SECTION("flow channels") {
    const json c = coverage_by("scenarios/flow_incast.yaml --engine golden");
    CHECK(sum_of(c, "ack.") == sum_of(c, "row."));
    CHECK(sum_of(c, "deq.edge.goes") > 1000);
    CHECK(sum_of(c, "ep_ack.EP_") > 0);
  }
}
