// SPDX-License-Identifier: Apache-2.0
/// The report page (REP-*).
#include <catch2/catch.hpp>
#include <cmath>
#include <set>
#include <sstream>

#include "campaign/figures/page.hpp"
#include "campaign/figures/plot.hpp"

using namespace selvage::campaign;
using nlohmann::ordered_json;

namespace {

/// A result.json as far as a page reads it.
ordered_json run_of(const std::string& folder, int exit_code, const std::string& status) {
  return {{"_folder", folder},
          {"exit_code", exit_code},
          {"status", status},
          {"detail", ""},
          {"scenario", {{"name", "s <1>"}, {"file", "s.yaml"}}},
          {"reproduce", "selvage run s.yaml"},
          {"seed", 20101234},
          {"engine", "lockstep"},
          {"topology", {{"label", "8P3T"}}},
          {"packets", {{"delivered", 485253}}},
          {"latency", {{"mean", 1234.56}}},
          {"compared", {{"total", 2288024}, {"mismatches", exit_code == 1 ? 1 : 0}}},
          {"coverage", {{"met", 63}, {"situations", 191}}},
          {"mismatch", nullptr},
          {"wall", {{"cycles_per_second", 1234567.8}, {"packet_hops_per_second", 9.87654321}}}};
}

/// A campaign of `levels` x 2 points with intervals.
ordered_json campaign_of(unsigned levels) {
  ordered_json c = ordered_json::parse(R"({"name":"c","title":"t","done":9,"trials":12,"seeds":3,
    "first_seed":5,"example":"x","_folder":"c","_wall":1.5,"failed":[],"points":[]})");
  for (unsigned i = 0; i < levels; ++i) {
    for (const char* rule : {"a<b", "paper"}) {
      c["points"].push_back(
          {{"levels", {{"rule", rule}, {"load", std::to_string(10 * i)}}},
           {"values",
            {{"latency.mean",
              {{"n", 3}, {"mean", 2.0 + i}, {"low", 1.0 + i}, {"high", 4.0 + i}}}}}});
    }
  }
  return c;
}

std::vector<std::string> between(const std::string& text, const std::string& open,
                                 const std::string& close) {
  std::vector<std::string> found;
  for (std::size_t at = 0; (at = text.find(open, at)) != std::string::npos;) {
    at += open.size();
    const std::size_t end = text.find(close, at);
    REQUIRE(end != std::string::npos);
    found.push_back(text.substr(at, end - at));
  }
  return found;
}

/// Relative luminance of "#rrggbb" (WCAG 2).
double luminance(const std::string& colour) {
  double sum = 0;
  const double weights[] = {0.2126, 0.7152, 0.0722};
  for (std::size_t i = 0; i < 3; ++i) {
    const double v = std::stoi(colour.substr(1 + 2 * i, 2), nullptr, 16) / 255.0;
    sum += weights[i] * (v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4));
  }
  return sum;
}

double contrast(const std::string& a, const std::string& b) {
  const double x = luminance(a);
  const double y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

}  // namespace

TEST_CASE("REP-FRONT: five lines say what is green, red, open, never met and compared",
          "[campaign]") {
  PageInput in;
  in.runs = {run_of("a", 0, "delivered_all"), run_of("b", 1, "mismatch"),
             run_of("c", 3, "budget_spent")};
  in.campaigns.push_back(campaign_of(3));
  in.campaigns[0]["failed"].push_back({{"trial", 1}, {"kind", "deadlocked"}, {"replay", "r"}});
  in.tests = {{"one", "run"}, {"two", "fail"}, {"three", "disabled"}};
  in.left_out = {{"f", "why"}};
  in.coverage = {12, 1191, {{"route.x", "A-1", "An <x>."}, {"route.y", "A-2", "A y."}}};
  const ordered_json lines = front_lines(in);
  REQUIRE(lines.size() == 5);
  const auto says = [&](std::size_t i) { return lines[i]["says"].get<std::string>(); };
  CHECK(says(0) == "1 of 3 runs passed, 8 of 12 campaign trials passed, 1 of 3 test cases passed");
  CHECK(says(1) == "1 run failed, 1 campaign trial failed, of 2 kinds, 1 test case failed");
  CHECK(says(2) ==
        "1 run cut short, 3 campaign trials still to be made, 1 test case not run, "
        "1 file left out");
  CHECK(says(3) == "2 of 1,191 situations, in 12 runs together");
  CHECK(says(4) == "6,864,072 comparisons of RTL with the golden model, 1 mismatch");
  CHECK(lines[1]["class"] == "bad");
  CHECK(lines[4]["class"] == "bad");
  const std::string html = page(in);
  CHECK(between(html, "<dt ", "</dt>").size() == 5);
  // Each link of the five leads to a place on the page, and the list names what was never met.
  for (const std::string& id : between(html, "href=\"#", "\"")) {
    INFO(id);
    CHECK_THAT(html, Catch::Contains("id=\"" + id + "\""));
  }
  CHECK_THAT(html, Catch::Contains("<a href=\"#never-met\">the list</a>"));
  CHECK_THAT(html,
             Catch::Contains("<td class=\"id\">route.x</td><td>A-1</td><td>An &lt;x&gt;.</td>"));
  // Nothing there is said too, without a colour and without a promise.
  const ordered_json none = front_lines(PageInput());
  for (const auto& line : none) CHECK(line["class"] == "dim");
  CHECK(none[0]["says"] == "nothing has passed");
  CHECK(none[1]["says"] == "nothing has failed");
  CHECK(none[3]["says"] == "not known: no run here counts situations");
}

TEST_CASE("REP-FRONT: runs of suites count as the suite judged them", "[campaign]") {
  PageInput in;
  in.suites.push_back(ordered_json::parse(R"({"_folder":"s","name":"n","seed":null,"status":"fail",
    "reproduce":"selvage regress n","counts":{"runs":20,"pass":11,"fail":2,"known":3,"error":1,
    "undecided":1,"not_run":2}})"));
  const ordered_json lines = front_lines(in);
  CHECK(lines[0]["says"] == "11 of 20 runs of suites passed");
  CHECK(lines[1]["says"] == "3 runs of suites failed");
  CHECK(lines[2]["says"] == "3 runs of suites known to fail, 3 runs of suites not finished");
  CHECK_THAT(page(in), Catch::Contains("11 of 20 passed, 2 failed, 3 known failures, 1 refused or "
                                       "crashed, 1 cut short, 2 not run"));
}

TEST_CASE("REP-ROWS: a row tells seed and folder, links to what lies there, and groups digits",
          "[campaign]") {
  PageInput in;
  in.runs = {run_of("a b", 1, "mismatch")};
  in.links["a b"] = {{"view", address_of("a b/view.html") + "#t=1&sw=0.1", ""},
                     {"waves", address_of("a b/waves.fst"), "selvage waves 'a b/result.json'"}};
  const std::string html = page(in);
  CHECK_THAT(
      html,
      Catch::Contains(
          "<td class=\"n\">20101234</td><td class=\"folder\">"
          "<code>a b</code></td><td class=\"links\"><a href=\"./a%20b/view.html#t=1&amp;sw=0.1\">"
          "view</a> <a href=\"./a%20b/waves.fst\">waves</a> </td>"));
  CHECK_THAT(html, Catch::Contains("<code>selvage waves &#39;a b/result.json&#39;</code>"));
  for (const char* number : {"63 of 191", "2,288,024", "485,253", "1,235", "1,234,568", "9.8765"}) {
    CHECK_THAT(html, Catch::Contains(std::string(">") + number + "</td>"));
  }
  // Whatever a folder is called, its address is below the page, and of no other scheme.
  CHECK(address_of("javascript:alert(1)/x") == "./javascript%3Aalert%281%29/x");
  CHECK(address_of("//host/x") == ".///host/x");
  CHECK(address_of("a?b#c%41\"\xff") == "./a%3Fb%23c%2541%22%FF");
  // Commands of a campaign are given from where the page lies.
  CHECK(from_page("selvage run scenario.yaml --seed 1", "a b") ==
        "selvage run 'a b/scenario.yaml' --seed 1");
  CHECK(from_page("selvage run scenario.yaml --seed 1", ".") ==
        "selvage run scenario.yaml --seed 1");
  CHECK(shown_number(-1234567) == "-1,234,567");
  CHECK(shown_number(-1234.5) == "-1,235");
  CHECK(shown_number(1e300) == "1e+300");
  CHECK(shown_number("7").empty());
}

TEST_CASE("REP-PLOT: a campaign is drawn over the factor with most numbers, with its intervals",
          "[campaign]") {
  PageInput in;
  in.campaigns.push_back(campaign_of(4));
  const ordered_json plots = plots_of(in.campaigns[0]);
  REQUIRE(plots["plots"].size() == 1);
  const ordered_json& plot = plots["plots"][0];
  CHECK(plot["axis"] == "load");
  CHECK(plot["lines"].size() == 2);
  CHECK(plot["lines"][0]["marks"].size() == 4);
  CHECK(plot["lines"][0]["marks"][1]["says"] == "rule a<b, load 10: 3 (2 to 5)");
  CHECK(plots["keys"][1]["label"] == "rule paper");
  // Of four points at 0, 10, 20, 30 the steps are alike, and higher values lie higher.
  std::vector<double> x, y;
  std::istringstream curve(plot["lines"][0]["curve"].get<std::string>().substr(1));
  for (std::string pair; std::getline(curve, pair, 'L');) {
    x.push_back(std::stod(pair));
    y.push_back(std::stod(pair.substr(pair.find(' '))));
  }
  REQUIRE(x.size() == 4);
  for (std::size_t i = 1; i < 4; ++i) {
    CHECK(x[i] - x[i - 1] == Approx(x[1] - x[0]).margin(0.2));
    CHECK(y[i] < y[i - 1]);
  }
  const std::string html = page(in);
  CHECK_THAT(html, Catch::Contains("<title>rule a&lt;b, load 10: 3 (2 to 5)</title>"));
  CHECK_THAT(html, Catch::Contains("aria-label=\"latency.mean over load\""));
  CHECK_THAT(html, Catch::Contains("<td class=\"\">5 to 7</td>"));  // seeds of a point
  // A campaign with a figure of its own is not drawn twice; one point is no curve.
  in.figures.push_back(ordered_json::parse(
      R"({"_folder":"c","name":"f","title":"t","source":"","setup":"","claims":[]})"));
  CHECK_THAT(page(in),
             !Catch::Contains("class=\"plot\"") && Catch::Contains("Drawn in its figure."));
  CHECK_FALSE(plots_of(campaign_of(0))["has_plots"].get<bool>());
}

TEST_CASE("REP-PLOT: what is not drawn is said, and wild numbers draw nothing", "[campaign]") {
  ordered_json c = campaign_of(2);
  for (unsigned i = 0; i < 12; ++i) {
    for (auto& point : c["points"]) {
      point["values"]["m" + std::to_string(i)] = point["values"]["latency.mean"];
    }
  }
  ordered_json more = ordered_json::array();
  for (unsigned i = 0; i < 10; ++i) {
    for (ordered_json point : c["points"]) {
      point["levels"]["third"] = "w" + std::to_string(i);
      more.push_back(point);
    }
  }
  c["points"] = more;
  const ordered_json plots = plots_of(c);
  CHECK(plots["plots"].size() == kMostPlots);
  CHECK(plots["plots"][0]["lines"].size() == kMostCurves);
  CHECK_THAT(plots["note"].dump(), Catch::Contains("more curves, 7 more measures; all"));
  for (auto& point : c["points"]) {
    for (const char* part : {"mean", "low", "high"}) point["values"]["m1"][part] = 4;
  }
  CHECK_THAT(plots_of(c)["note"].dump(),
             Catch::Contains("6 more measures, 1 measure of one value"));
  // A page is drawn of whatever numbers there are, and names no "nan" or "inf".
  for (const double value : {0.0, 1e308, -1e308, 5e-324, 1e18 + 4096}) {
    ordered_json wild = campaign_of(3);
    wild["points"][0]["values"]["latency.mean"]["mean"] = value;
    wild["points"][1]["levels"]["load"] = "1e308";
    wild["points"][3]["values"]["latency.mean"]["low"] = nullptr;
    const std::string text = plots_of(wild).dump();
    CHECK_THAT(text, !Catch::Contains("nan") && !Catch::Contains("inf"));
  }
}

TEST_CASE("REP-LOOK: every colour can be read on its ground, light and dark", "[campaign]") {
  const std::string head = page_head("t");
  const auto roots = between(head, ":root{", "}");
  REQUIRE(roots.size() == 2);
  CHECK_THAT(head, Catch::Contains("@media(prefers-color-scheme:dark){:root{"));
  CHECK_THAT(roots[0], Catch::Contains("color-scheme:light dark"));
  std::vector<std::set<std::string>> names;
  for (const std::string& root : roots) {
    std::map<std::string, std::string> colours;
    for (const std::string& entry : between(root + ";", "--", ";")) {
      colours[entry.substr(0, entry.find(':'))] = entry.substr(entry.find(':') + 1);
    }
    names.emplace_back();
    for (const auto& [name, colour] : colours) {
      names.back().insert(name);
      if (name == "paper" || name == "shade" || name == "edge") continue;
      for (const char* ground : {"paper", "shade"}) {
        INFO(name << " " << colour << " on " << ground);
        CHECK(contrast(colour, colours.at(ground)) >= 4.5);
      }
    }
  }
  CHECK(names[0] == names[1]);
  CHECK(names[0].size() == 17);
  // A verdict is a word and a sign too.
  PageInput in;
  in.runs = {run_of("a", 1, "mismatch")};
  CHECK_THAT(page(in), Catch::Contains("\u2717</span> red") &&
                           Catch::Contains("<span class=\"bad\">mismatch</span>"));
}

TEST_CASE("REP-PAGE: the shape of the verification plan, and results of CTest", "[campaign]") {
  CHECK(plan_complaint(ordered_json::parse(R"({"A-1": ["one", "two"], "A-2": []})")).empty());
  for (const char* bad : {"1", R"(["A-1"])", R"({"A-1": "one"})", R"({"A-1": [1]})"}) {
    INFO(bad);
    CHECK_FALSE(plan_complaint(ordered_json::parse(bad)).empty());
  }
  std::string why;
  const auto cases = junit_cases(
      "<testsuite><testcase name=\"a:X-1: one &lt;b&gt;\" "
      "status=\"run\"/><testcase name=\"b: two\" status=\"fail\">"
      "<failure/></testcase></testsuite>",
      why);
  CHECK(cases.at("X-1: one <b>") == "run");
  CHECK(cases.at("two") == "fail");
  CHECK(junit_cases("<testsuite>\n<testcase name=\"a\">\n", why).empty());
  CHECK_THAT(why, Catch::Contains("line ") && Catch::Contains("not XML"));
  CHECK(junit_cases("<html/>", why).empty());
  CHECK(why == "no test cases in it");
  std::string deep;
  for (unsigned i = 0; i < 200'000; ++i) deep += "<a>";
  CHECK(junit_cases(deep, why).empty());
  for (unsigned i = 0; i < 200'000; ++i) deep += "</a>";
  CHECK(junit_cases(deep, why).empty());
  CHECK(svg_complaint("<svg>" + deep + "</svg>").empty());
}

TEST_CASE("REP-PAGE: what is no whole picture is not shown", "[campaign]") {
  CHECK(svg_complaint("<?xml version='1.0'?><!DOCTYPE svg PUBLIC 'a' 'b'><svg/>\n").empty());
  for (const char* bad :
       {"", "<svg>", "<svg></g></svg>", "<html/>", "<svg/><script/>", "<svg/><svg/>", "<svg a=b/>",
        "<!DOCTYPE svg [<!ENTITY a 'b'>]><svg/>", "<svg", "x"}) {
    INFO(bad);
    CHECK_FALSE(svg_complaint(bad).empty());
  }
}

TEST_CASE("REP-PAGE: one file, nothing loaded, every text escaped, failures with commands",
          "[campaign]") {
  PageInput in;
  in.title = "A & <B>";
  in.build = {{"git", "abc"}};
  in.plan = ordered_json::parse(R"({"A-1": ["one"], "A-2": ["two"], "A-3": ["three"]})");
  in.tests = {{"one", "run"}, {"two", "fail"}};
  in.campaigns.push_back(ordered_json::parse(R"({"name":"c","title":"<t>","done":2,"trials":2,
    "seeds":1,"first_seed":7,"example":"selvage run x","_folder":"o/c","failed":[{"trial":1,"kind":"mismatch port",
    "replay":"selvage run 'a<b'"}],"points":[{"levels":{"load":"0.1"},"values":{"y":{"n":3,
    "mean":1.5,"low":1,"high":2}}}]})"));
  in.figures.push_back(ordered_json::parse(R"({"name":"f","title":"t","source":"s","setup":"u",
    "_svg":"<?xml?><svg id=\"a\"><use href=\"#a\"/></svg>","claims":[{"id":"F-1","says":"it rises",
    "measured":"it does","reproduced":true,"note":""},{"id":"F-2","says":"it falls",
    "measured":"","reproduced":null,"not_judged":"there is one point only, at 1","note":""}]})"));
  CHECK_THAT(page(in), !Catch::Contains("Beyond the papers"));
  in.figures.push_back(ordered_json::parse(R"({"name":"g","title":"own","source":"","setup":"v",
    "_svg":"<svg id='a'></svg>","claims":[]})"));
  const std::string html = page(in);
  const auto own = html.find("<h2 id=\"beyond\">Beyond the papers</h2>");
  REQUIRE(own != std::string::npos);
  CHECK(html.find("g: own") > own);
  CHECK(html.find("f: t") < own);
  CHECK_THAT(html, Catch::Contains("A &amp; &lt;B&gt;"));
  CHECK_THAT(html, Catch::Contains("selvage run &#39;a&lt;b&#39;"));
  // A picture is an image of its own, in which nothing runs.
  CHECK_THAT(html, Catch::Contains("src=\"data:image/svg+xml,%3C%3Fxml%3F%3E%3Csvg%20id=%22a%22"));
  CHECK_THAT(html, !Catch::Contains("<svg id") && !Catch::Contains("<?xml"));
  CHECK_THAT(html, Catch::Contains("http-equiv=\"Content-Security-Policy\" "
                                   "content=\"default-src 'none'; img-src data:"));
  CHECK_THAT(html, Catch::Contains("1 of 2 claims reproduced"));
  CHECK_THAT(html, Catch::Contains("1 claim not judged"));
  CHECK_THAT(html, Catch::Contains("there is one point only, at 1"));
  // Where a failure was: seed and folder.
  CHECK_THAT(
      html,
      Catch::Contains("<td class=\"n\">7</td><td class=\"folder\"><code>o/c/trials/000001</code>"));
  CHECK_THAT(html, Catch::Contains("<td>7</td><td class=\"folder\"><code>o/c</code></td>"));
  CHECK_THAT(html, Catch::Contains("1 failed"));
  CHECK_THAT(html, Catch::Contains("without result"));
  for (const char* outside : {"http://", "https://", "<script", "<link", "@import"}) {
    CHECK_THAT(html, !Catch::Contains(outside));
  }
  CHECK_THAT(html, Catch::Contains("all cases passed in 1 of them"));
  in.tests.clear();
  CHECK_THAT(page(in), Catch::Contains("no results of tests were given") &&
                           !Catch::Contains("all cases passed"));
}
