// SPDX-License-Identifier: Apache-2.0
/// What a suite may say, and the files it leaves (REGR-SUITE, REGR-PAGE).
#include <algorithm>
#include <pugixml.hpp>

#include "config/validate.hpp"
#include "support.hpp"

using namespace selvage;
using namespace selvage::test;

namespace {

std::string errors_of(const std::string& text) {
  const Fake fake(text);
  config::Diagnostics diagnostics;
  const auto suite = regress::load_suite(fake.path("s.yaml").string(), diagnostics);
  CHECK(suite.has_value() == diagnostics.empty());
  std::string all = diagnostics.text();
  const std::string place = fake.path("").string();
  for (std::size_t at = 0; (at = all.find(place, at)) != std::string::npos;) {
    all.erase(at, place.size());
  }
  return all;
}

}  // namespace

TEST_CASE("REGR-SUITE: every engine with every seed, each bug once more, in the order of the file",
          "[regress]") {
  const Fake fake(
      "defaults: {engines: [golden, lockstep], set: {a.b: 1}}\n"
      "tests: [{scenario: good, seeds: [5, 3], bugs: [x], set: {c: [2]}}, {name: own, scenario: "
      "good, engines: [rtl], twice: all, seeds: 2}]\n");
  config::Diagnostics diagnostics;
  const auto suite = regress::load_suite(fake.path("s.yaml").string(), diagnostics);
  REQUIRE(suite);
  const auto runs = regress::runs_of(*suite, 0);
  std::string ids;
  for (const regress::Run& run : runs) ids += run.id(*suite) + " ";
  CHECK(ids ==
        "good/golden/5 good/golden/5/again good/golden/5/bug.x good/golden/3 good/golden/3/bug.x "
        "good/lockstep/5 good/lockstep/5/bug.x good/lockstep/3 good/lockstep/3/bug.x "
        "own/rtl/1 own/rtl/1/again own/rtl/2 own/rtl/2/again ");
  CHECK(runs[1].first == 0U);
  const std::vector<std::string> words{"run",      fake.path("good").string(),
                                       "--set",    "a.b=1",
                                       "--set",    "c=[2]",
                                       "--set",    "bug.x=true",
                                       "--seed",   "5",
                                       "--engine", "golden"};
  CHECK(runs[2].arguments(*suite) == words);
}

TEST_CASE("REGR-SUITE: wrong suites are refused with line and key, all at once", "[regress]") {
  const std::string all = errors_of(
      "tests:\n- scenario: none\n- {scenario: good, seeds: [1, 1]}\n- scenario: good\n"
      "  set: {engine: rtl, bug.a: true}\n- {name: n, scenario: good, bugs: [a, a]}\n"
      "known:\n- {test: godo, until: 2026-02-30, reason: r}\n");
  for (const char* part :
       {"s.yaml:2:13: error: tests[0].scenario: none: ",
        "s.yaml:3:27: error: tests[1].seeds: a seed",
        "s.yaml:4:13: error: tests[2].scenario: there is another test 'good'",
        "s.yaml:5:17: error: tests[2].set.engine: has a key of its own: engines",
        "tests[2].set.bug.a: a bug that is to be caught stands in bugs",
        "s.yaml:6:39: error: tests[3].bugs[1]: stands twice",
        "s.yaml:8:10: error: known[0].test: there is no test 'godo' (did you mean 'good'?)",
        "'2026-02-30' is no day"}) {
    CHECK_THAT(all, Catch::Contains(part));
  }
  CHECK_THAT(errors_of("tests: [{scenario: good, seds: 3}]\n"),
             Catch::Contains("tests[0].seds: unknown key (did you mean 'seeds'?)"));
  CHECK_THAT(errors_of("tests: [{scenario: good, engines: [fast]}]\n"),
             Catch::Contains("tests[0].engines[0]"));
  CHECK_THAT(errors_of("tests: [{scenario: good, seeds: {randm: 3}}]\n"), Catch::Contains("seeds"));
  CHECK_THAT(errors_of("tests: [{scenario: good, seeds: 0}]\n"), Catch::Contains("seeds"));
  CHECK_THAT(errors_of("- 3\n"), Catch::Contains("a suite is a map"));
  CHECK_FALSE(errors_of("tests: [{scenario: good, seeds: 100000, engines: [golden, rtl, lockstep, "
                        "switch], bugs: [a]}]\n")
                  .empty());
  CHECK(errors_of("tests: [{scenario: good}]\n").empty());
  CHECK(regress::is_day("2024-02-29"));
  for (const char* day : {"2026-02-29", "2026-13-01", "2026-1-1", "tomorrow", "0000-01-01"}) {
    CHECK_FALSE(regress::is_day(day));
  }
}

TEST_CASE("REGR-PAGE: JSON by its schema, JUnit, a page with every text escaped, a trend",
          "[regress]") {
  const std::string evil = "<script>alert(1)</script> & \\\"'";
  const Fake fake("title: \"" + evil +
                  "\"\ntests: [{scenario: bad, twice: never}, {name: evil, scenario: evil, twice: "
                  "never}, {scenario: cut, twice: never}, {scenario: awake, bugs: [b], twice: "
                  "never}, {scenario: crash, twice: never}]\n");
  fake.write("evil", "ends 1 check_failed '</td><script>x</script>&'\n");
  fake.write("good", "");
  CHECK(fake.run() == 1);
  fake.write("awake", read_file(fake.path("awake")) + "# <i>\n");
  std::ofstream(fake.path("o/history.ndjson"), std::ios::app) << "{damaged\n";
  CHECK(fake.run() == 1);
  const auto results = fake.results();
  CHECK(config::validate(regress::results_schema(), results).empty());
  CHECK(results["counts"] == nlohmann::json({{"runs", 6},
                                             {"pass", 2},
                                             {"fail", 2},
                                             {"known", 0},
                                             {"error", 1},
                                             {"undecided", 1},
                                             {"not_run", 0}}));
  pugi::xml_document xml;
  REQUIRE(xml.load_string(fake.file("junit.xml").c_str()));
  const auto suite = xml.child("testsuites").child("testsuite");
  CHECK(suite.attribute("tests").as_int() == 6);
  CHECK(suite.attribute("failures").as_int() == 2);
  CHECK(suite.attribute("errors").as_int() == 1);
  CHECK(suite.attribute("skipped").as_int() == 1);
  const auto failed = suite.find_child_by_attribute("testcase", "name", "evil").child("failure");
  CHECK_THAT(failed.child_value(), Catch::Contains("</td><script>x</script>&"));
  const std::string html = fake.file("regress.html");
  for (const char* outside : {"http://", "https://", "<script", "<link", "@import", "{{"}) {
    CHECK_THAT(html, !Catch::Contains(outside));
  }
  CHECK_THAT(html, Catch::Contains("Content-Security-Policy") &&
                       Catch::Contains("&lt;script&gt;alert(1)&lt;/script&gt; &amp; &quot;&#39;"));
  CHECK_THAT(html, Catch::Contains("1 damaged lines"));
  std::size_t bars = 0;
  for (std::size_t at = 0; (at = html.find("<rect class=\"open\"", at)) != std::string::npos;
       ++at) {
    ++bars;
  }
  CHECK(bars == 2);
  CHECK_THAT(html, !Catch::Contains("situations met"));
}

TEST_CASE("REGR-PAGE: situations that runs met are those of all of them together", "[regress]") {
  const Fake fake(
      "tests: [{scenario: a, twice: never}, {scenario: b, twice: never}, {scenario: "
      "good, twice: never}]\n");
  const std::string end =
      R"(ends 0 delivered_all '' ',"config":{"topology":{},"switch":{"kind":"k"}},"coverage":)";
  fake.write("a", end + R"({"counts":{"x":2},"never_met":["y","z"]}')");
  fake.write("b", end + R"({"counts":{"y":1},"never_met":["x","z"]}')");
  CHECK(fake.run() == 0);
  CHECK(fake.results()["coverage"] ==
        nlohmann::json({{"trials", 2},
                        {"situations", 3},
                        {"met", 2},
                        {"counts", {{"x", 2}, {"y", 1}}},
                        {"never_met", {"z"}},
                        {"trials_of", {{"x", 1}, {"y", 1}}},
                        {"systems", {{{"topology", nlohmann::json::object()}}}},
                        {"without_reason", nlohmann::json::array()},
                        {"reasons", nlohmann::json::object()}}));
  CHECK_THAT(fake.file("regress.html"), Catch::Contains("2 of 3 situations met"));
}

TEST_CASE("REGR-PAGE: what fails a suite for situations alone stands among its failures",
          "[regress]") {
  const Fake fake(
      "tests: [{scenario: a, twice: never}]\n"
      "never_met: [{reason: rare, situations: [table.number_wraps]}]\n");
  const std::string head =
      R"(ends 0 delivered_all '' ',"config":{"topology":{},"switch":{"kind":"k"}},"coverage":)";
  fake.write("a", head + R"({"counts":{"x":2},"never_met":["table.number_wraps"]}')");
  CHECK(fake.run() == 0);
  const std::string good = fake.file("regress.html");
  CHECK_THAT(good, Catch::Contains(">none<") && !Catch::Contains("never met</span>"));
  CHECK_THAT(good, !Catch::Contains("<rect class=\"fail\""));
  fake.write("a", head + R"({"counts":{"x":2},"never_met":["table.number_wraps","z"]}')");
  CHECK(fake.run() == 1);
  const std::string html = fake.file("regress.html");
  CHECK_THAT(html, Catch::Contains("for no reason that the suite gives: <code>z</code></p>"));
  CHECK_THAT(html, !Catch::Contains(">none<"));
  CHECK_THAT(html, Catch::Contains("1 of 1 passed; situations never met"));
  CHECK_THAT(html, Catch::Contains("<rect class=\"fail\""));
}

TEST_CASE("REGR-PAGE: a history of any size only grows, and one that is none is left alone",
          "[regress]") {
  const Fake fake("tests: [{scenario: good, twice: never}]\n");
  CHECK(fake.run() == 0);
  const std::string line = fake.file("history.ndjson");
  std::string old;
  while (old.size() < (std::size_t{17} << 20U)) old += line;
  old += "{cut off";
  fake.write("o/history.ndjson", old);
  CHECK(fake.run() == 0);
  const std::string now = fake.file("history.ndjson");
  CHECK((now.substr(0, old.size()) == old));
  CHECK(std::count(now.begin() + static_cast<std::ptrdiff_t>(old.size()), now.end(), '\n') == 2);
  std::filesystem::remove(fake.path("o/history.ndjson"));
  std::filesystem::create_directory(fake.path("o/history.ndjson"));
  const std::string before = fake.file("regress.json");
  const auto ran =
      run_selvage("regress " + fake.path("s.yaml").string() + " --out " + fake.path("o").string());
  CHECK(ran.code == 2);
  CHECK_THAT(ran.err, Catch::Contains("history.ndjson: "));
  CHECK(fake.file("regress.json") == before);
  CHECK(std::filesystem::is_directory(fake.path("o/history.ndjson")));
}
