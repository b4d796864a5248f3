// SPDX-License-Identifier: Apache-2.0
/// \file
/// The runs of a suite as trials, and what they leave.
#pragma once

#include <ctime>
#include <optional>
#include <string>
#include <vector>

#include "campaign/session.hpp"
#include "regress/suite.hpp"
#include "regress/verdict.hpp"

namespace selvage::regress {

inline constexpr const char* kResultsName = "regress.json";
inline constexpr const char* kJunitName = "junit.xml";
inline constexpr const char* kPageName = "regress.html";
inline constexpr const char* kHistoryName = "history.ndjson";
inline constexpr const char* kOrderName = "order.json";

/// What is asked for beside the suite itself; `--resume` reads it back.
struct Selection {
  std::uint64_t base = 0;         ///< of random seeds
  std::vector<std::string> only;  ///< ids of runs; empty: all
  std::string today;              ///< "2026-12-31", by which known failures are judged
};

/// SOURCE_DATE_EPOCH where that is set, else the time.
[[nodiscard]] std::time_t now();
/// By a format of strftime.
[[nodiscard]] std::string in_utc(std::time_t time, const char* format);

/// What an earlier run in `out` was asked for; empty if there is none. False, and `why`, if it is
/// damaged.
[[nodiscard]] bool earlier_selection(const std::string& out, std::optional<Selection>& selection,
                                     std::string& why);
/// Base and ids of the runs that failed last in `out`; the same.
[[nodiscard]] bool failed_last(const std::string& out, std::optional<Selection>& selection,
                               std::string& why);

class SuiteWork final : public campaign::Work {
 public:
  SuiteWork(const Suite& suite, Selection selection);

  [[nodiscard]] const std::vector<Run>& runs() const { return runs_; }
  /// Whether a record ends a suite that stops at the first failure.
  [[nodiscard]] bool last(const campaign::Record& record) const;
  /// Takes it that no run behind the first failure counts.
  void stop_at_failure() { fail_fast_ = true; }

  [[nodiscard]] std::uint32_t count() const override;
  [[nodiscard]] std::vector<std::string> arguments(std::uint32_t trial,
                                                   const std::string& directory) const override;
  [[nodiscard]] std::vector<std::string> judge(campaign::Record& record,
                                               const nlohmann::ordered_json& result,
                                               unsigned times) const override;
  [[nodiscard]] std::string refusals(const campaign::Order& order) const override;
  [[nodiscard]] std::string fingerprint(const std::string& build) const override;
  [[nodiscard]] std::vector<std::string> tables() const override { return {"trials"}; }
  void prepare(const campaign::Order& order) override;
  [[nodiscard]] nlohmann::ordered_json summary(const campaign::Records& records,
                                               const campaign::Finish& finish) const override;
  [[nodiscard]] std::string conclude(const campaign::Records& records, const campaign::Order& order,
                                     const campaign::Finish& finish,
                                     nlohmann::ordered_json& summary) override;

 private:
  /// Without those behind the first failure, if it ends the suite.
  [[nodiscard]] campaign::Records counted(const campaign::Records& records) const;

  const Suite& suite_;
  Selection selection_;
  std::vector<Run> runs_;
  bool fail_fast_ = false;
};

}  // namespace selvage::regress
