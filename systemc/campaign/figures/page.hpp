// SPDX-License-Identifier: Apache-2.0
/// \file
/// One HTML page of what is in a directory: no script, no font, nothing loaded from elsewhere.
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace selvage::campaign {

/// Outcome of each case in a JUnit file of CTest, by the case's own name: "run", "fail" or "skip".
/// Empty, and `why`, if it is no XML or has none.
[[nodiscard]] std::map<std::string, std::string> junit_cases(const std::string& xml,
                                                             std::string& why);

/// Why the file of a campaign ("selvage.campaign/1") or figure ("selvage.figure/1") cannot go on a
/// page: what is missing or wrong in it; empty if it can.
[[nodiscard]] std::string shape_complaint(const nlohmann::ordered_json& json);
/// The same of docs/evidence/verification/plan.json: names of test cases by requirement.
[[nodiscard]] std::string plan_complaint(const nlohmann::ordered_json& json);

/// Why a file cannot be shown as a picture: it is no XML, no SVG, or declares entities; empty if it
/// can. A page shows it as an image, in which browsers run no script and load nothing.
[[nodiscard]] std::string svg_complaint(const std::string& svg);

/// A file that is left out, and why.
struct LeftOut {
  std::string file;
  std::string why;
};

/// A file beside a result.
struct Link {
  std::string name;     ///< "view"
  std::string address;  ///< relative to the page, as address_of makes it
  std::string command;  ///< that opens it, from the report's directory; may be empty
};

/// Situations of all runs and campaigns together (COV-4).
struct PageCoverage {
  struct Situation {
    std::string name;
    std::string requirements;
    std::string text;
  };
  std::uint64_t runs = 0;  ///< that count situations, trials too
  std::size_t situations = 0;
  std::vector<Situation> never_met;
};

struct PageInput {
  std::string title;
  std::vector<nlohmann::ordered_json> runs;        ///< result.json, with "_folder"
  std::vector<nlohmann::ordered_json> campaigns;   ///< results.json, with "_folder" and "_wall"
  std::vector<nlohmann::ordered_json> suites;      ///< regress.json, with "_folder"
  std::vector<nlohmann::ordered_json> figures;     ///< *.verdict.json, with "_folder" and "_svg"
  std::map<std::string, std::vector<Link>> links;  ///< by folder
  PageCoverage coverage;
  std::vector<LeftOut> left_out;
  nlohmann::ordered_json plan;               ///< names of test cases by requirement; null: none
  std::map<std::string, std::string> tests;  ///< empty: none were given
  nlohmann::ordered_json build;
};
[[nodiscard]] std::string page(const PageInput& in);

/// A kind of failure: how often, and where it was seen first.
struct Failure {
  std::uint64_t times = 0;
  std::string seed;
  std::string folder;
  std::string replay;
};
/// What went wrong in runs and trials, by kind, each with a command that shows it again.
[[nodiscard]] std::map<std::string, Failure> failures_of(const PageInput& in);

/// How a run ended: "pass", "fail", or "open" if it was cut short.
[[nodiscard]] std::string outcome_of(const nlohmann::ordered_json& run);

/// "9 of 10 passed, 1 failed": the counts of a suite by verdict.
[[nodiscard]] std::string suite_counts(const nlohmann::ordered_json& counts);

/// The five lines that begin a report (REP-FRONT), for its template.
[[nodiscard]] nlohmann::ordered_json front_lines(const PageInput& in);

/// A field as text; empty if there is none.
[[nodiscard]] std::string field_text(const nlohmann::ordered_json& j, const char* key);
/// A command of a campaign, whose own file is `scenario.yaml`, as it is given from the folder of
/// the page.
[[nodiscard]] std::string from_page(std::string command, const std::string& folder);
/// Number for people: "1,234,567", "0.12346"; empty if it is none.
[[nodiscard]] std::string shown_number(const nlohmann::ordered_json& value);

/// A page up to its heading: policy, style, title. `</main></body></html>` ends it.
[[nodiscard]] std::string page_head(const std::string& title);
/// A mustache template with `values` in it: {{NAME}} is escaped, {{{NAME}}} is markup of ours.
[[nodiscard]] std::string filled(const char* page_template, const nlohmann::ordered_json& values);
/// `text` with every byte but letters, digits and those of `plain` as %XX.
[[nodiscard]] std::string percent_encoded(const std::string& text, const char* plain);
/// The address of a file by its path from the page: relative, whatever the path begins with.
[[nodiscard]] std::string address_of(const std::string& file);

}  // namespace selvage::campaign
