// SPDX-License-Identifier: Apache-2.0
/// \file
/// The output directory of one search: what an earlier one left stands until this one has
/// something.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "cli/result/output_folder.hpp"

namespace selvage::cli {

inline constexpr const char* kCoverReport = "cover.json";
inline constexpr const char* kSuite = "suite";
inline constexpr const char* kSuiteFile = "suite/suite.yaml";  ///< for `selvage regress`
inline constexpr const char* kFailed = "failed.yaml";

/// Holds an output directory for one search. Nothing in it changes before `keep`, and of what is
/// there only what cover.json lists.
class CoverFolder {
 public:
  /// Makes `directory` if it is not there, and locks it. False and `why` if another search is at
  /// it, nothing can be written there, or what would be replaced is not of an earlier search.
  [[nodiscard]] bool open(const std::filesystem::path& directory, std::string& why);
  /// Where the search works, and writes what becomes suite/ and failed.yaml.
  [[nodiscard]] std::filesystem::path draft() const { return place_.drafts(); }
  /// The drafts, a suite among them, take the place of what the earlier search left; `report`
  /// becomes cover.json. False and `why` if that cannot be done.
  [[nodiscard]] bool keep(const nlohmann::ordered_json& report, std::string& why);

 private:
  /// What stands where something would be written, and is not of the earlier search; empty: none.
  [[nodiscard]] std::string stranger() const;

  OutputFolder place_;
  nlohmann::ordered_json earlier_;  ///< cover.json of the earlier search; null if there was none
};

}  // namespace selvage::cli
