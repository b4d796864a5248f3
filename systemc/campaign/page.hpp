// SPDX-License-Identifier: Apache-2.0
/// \file
/// One HTML page of what is in a directory: no script, no font, nothing loaded from elsewhere.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace selvage::campaign {

/// A row of "Requirement to test" of docs/verification.md.
struct PlanRow {
  std::string requirements;         ///< "MESH-CTL-1, MESH-CTL-2"
  std::vector<std::string> cases;   ///< test cases quoted
  std::vector<std::string> files;   ///< and files named
};
[[nodiscard]] std::vector<PlanRow> verification_plan(const std::string& markdown);

/// Outcome of each case in a JUnit file of CTest, by the case's own name: "run", "fail" or "skip".
[[nodiscard]] std::map<std::string, std::string> junit_cases(const std::string& xml);

struct PageInput {
  std::string title;
  std::vector<nlohmann::ordered_json> runs;       ///< result.json, each with "_path"
  std::vector<nlohmann::ordered_json> campaigns;  ///< results.json, with "_path" and "_wall"
  std::vector<nlohmann::ordered_json> figures;    ///< *.verdict.json, with "_path" and "_svg"
  std::vector<PlanRow> plan;
  std::map<std::string, std::string> tests;       ///< empty: none were given
  nlohmann::ordered_json build;
};
[[nodiscard]] std::string page(const PageInput& in);

}  // namespace selvage::campaign
