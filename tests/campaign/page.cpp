// SPDX-License-Identifier: Apache-2.0
/// The report page (REP-PAGE).
#include <catch2/catch.hpp>

#include "campaign/page.hpp"

using namespace selvage::campaign;
using nlohmann::ordered_json;

TEST_CASE("REP-PAGE: rows of the verification plan, and results of CTest", "[campaign]") {
  const auto rows = verification_plan(
      "# Verification\n| no | row |\n## Requirement to test\n\n"
      "| requirement | shown by |\n|---|---|\n"
      "| A-1, A-2 | `tests/a.cpp`: \"one\", \"two\"<br>`tb/b.svh` |\n## Bugs\n| B | \"x\" |\n");
  REQUIRE(rows.size() == 1);
  CHECK(rows[0].requirements == "A-1, A-2");
  CHECK(rows[0].cases == std::vector<std::string>{"one", "two"});
  CHECK(rows[0].files.size() == 2);
  const auto cases = junit_cases("<testsuite><testcase name=\"a:X-1: one &lt;b&gt;\" "
                                 "status=\"run\"/><testcase name=\"b: two\" status=\"fail\">"
                                 "<failure/></testcase></testsuite>");
  CHECK(cases.at("X-1: one <b>") == "run");
  CHECK(cases.at("two") == "fail");
}

TEST_CASE("REP-PAGE: one file, nothing loaded, every text escaped, failures with commands",
          "[campaign]") {
  PageInput in;
  in.title = "A & <B>";
  in.build = {{"git", "abc"}};
  in.plan = {{"A-1", {"one"}, {}}, {"A-2", {"two"}, {}}, {"A-3", {"three"}, {}}};
  in.tests = {{"one", "run"}, {"two", "fail"}};
  in.campaigns.push_back(ordered_json::parse(R"({"name":"c","title":"<t>","done":2,"trials":2,
    "seeds":1,"first_seed":1,"example":"selvage run x","failed":[{"trial":1,"kind":"mismatch port",
    "replay":"selvage run 'a<b'"}],"points":[{"levels":{"load":"0.1"},"values":{"y":{"n":3,
    "mean":1.5,"low":1,"high":2}}}]})"));
  in.figures.push_back(ordered_json::parse(R"({"name":"f","title":"t","source":"s","setup":"u",
    "_svg":"<?xml?><svg id=\"a\"><use href=\"#a\"/></svg>","claims":[{"id":"F-1","says":"it rises",
    "measured":"it does","reproduced":true,"note":""}]})"));
  CHECK_THAT(page(in), !Catch::Contains("Beyond the papers"));
  in.figures.push_back(ordered_json::parse(R"({"name":"g","title":"own","source":"","setup":"v",
    "_svg":"<svg id='a'></svg>","claims":[]})"));
  const std::string html = page(in);
  const auto own = html.find("<h2 id=\"beyond\">Beyond the papers</h2>");
  REQUIRE(own != std::string::npos);
  CHECK(html.find("g: own") > own);
  CHECK(html.find("f: t") < own);
  CHECK_THAT(html, Catch::Contains("A &amp; &lt;B&gt;"));
  CHECK_THAT(html, Catch::Contains("selvage run 'a&lt;b'"));
  CHECK_THAT(html, Catch::Contains("<svg id=\"f0-a\"><use href=\"#f0-a\"/></svg>"));
  CHECK_THAT(html, !Catch::Contains("<?xml"));
  CHECK_THAT(html, Catch::Contains("1 of 1 reproduced"));
  CHECK_THAT(html, Catch::Contains("1 failed"));
  CHECK_THAT(html, Catch::Contains("without result"));
  for (const char* outside : {"http://", "https://", "<script", "<link", "@import", "src="}) {
    CHECK_THAT(html, !Catch::Contains(outside));
  }
}
