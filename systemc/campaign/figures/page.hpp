// SPDX-License-Identifier: Apache-2.0
/// \file
/// One HTML page of what is in a directory: no script, no font, nothing loaded from elsewhere.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace selvage::campaign {

/// A row of "Requirement to test" of a page of docs/evidence/verification.
struct PlanRow {
  std::string requirements;        ///< "MESH-CTL-1, MESH-CTL-2"
  std::vector<std::string> cases;  ///< test cases quoted
  std::vector<std::string> files;  ///< and files named
};
/// Of one page, or of several one after the other.
[[nodiscard]] std::vector<PlanRow> verification_plan(const std::string& markdown);

/// Outcome of each case in a JUnit file of CTest, by the case's own name: "run", "fail" or "skip".
/// Empty, and `why`, if it is no XML or has none.
[[nodiscard]] std::map<std::string, std::string> junit_cases(const std::string& xml,
                                                             std::string& why);

/// Why the file of a campaign ("selvage.campaign/1") or figure ("selvage.figure/1") cannot go on a
/// page: what is missing or wrong in it; empty if it can.
[[nodiscard]] std::string shape_complaint(const nlohmann::ordered_json& json);

/// Why a file cannot be shown as a picture: it is no XML, no SVG, or declares entities; empty if it
/// can. A page shows it as an image, in which browsers run no script and load nothing.
[[nodiscard]] std::string svg_complaint(const std::string& svg);

/// A file that is left out, and why.
struct LeftOut {
  std::string file;
  std::string why;
};

struct PageInput {
  std::string title;
  std::vector<nlohmann::ordered_json> runs;       ///< result.json, with "_folder"
  std::vector<nlohmann::ordered_json> campaigns;  ///< results.json, with "_folder" and "_wall"
  std::vector<nlohmann::ordered_json> figures;    ///< *.verdict.json, with "_svg"
  std::vector<LeftOut> left_out;
  std::vector<PlanRow> plan;
  std::map<std::string, std::string> tests;  ///< empty: none were given
  nlohmann::ordered_json build;
};
[[nodiscard]] std::string page(const PageInput& in);

/// A page up to its heading: policy, style, title. `</main></body></html>` ends it.
[[nodiscard]] std::string page_head(const std::string& title);

}  // namespace selvage::campaign
