// SPDX-License-Identifier: Apache-2.0
/// \file
/// The coverage of one run or of many, with what each situation is (COV-4).
#pragma once

#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "golden/cover/coverage.hpp"

namespace selvage::cli {

/// All situations of the system and the kind of switch of a scenario, by its merged keys.
[[nodiscard]] std::vector<cover::Situation> situations_of(const nlohmann::json& config);

class MergedCoverage {
 public:
  struct Row {
    cover::Situation situation;
    std::uint64_t count = 0;
    std::uint64_t runs = 0;  ///< that met it; of a campaign: trials
  };
  /// A result.json, or the results.json of a campaign. False and `why` if it has no coverage.
  bool add(const nlohmann::json& result, std::string& why);
  /// What a merged scenario could meet, met by no run.
  void describe(const nlohmann::json& config);
  /// In the order of the models; what no model of this build has comes last.
  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }
  /// Situations that cannot or must not be met, of all systems that were added.
  [[nodiscard]] const std::vector<cover::Situation>& left_out() const { return left_out_; }
  [[nodiscard]] std::uint64_t runs() const { return runs_; }
  [[nodiscard]] std::size_t met() const;
  /// Rows met and rows there are, by requirement.
  [[nodiscard]] std::map<std::string, std::pair<std::size_t, std::size_t>> by_requirement() const;

 private:
  Row& row(const std::string& name);

  std::vector<Row> rows_;
  std::vector<cover::Situation> left_out_;
  std::map<std::string, std::size_t> place_;
  std::map<std::string, cover::Situation> known_;
  std::set<std::string> described_;  ///< systems, as text
  std::uint64_t runs_ = 0;
};

}  // namespace selvage::cli
