// SPDX-License-Identifier: Apache-2.0
/// \file
/// Work from its file to its tables in one directory.
#pragma once

#include <atomic>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "campaign/plan.hpp"
#include "campaign/runner.hpp"

namespace selvage::campaign {

struct Order {
  std::string out;         ///< directory; made if it is not there
  std::string executable;  ///< of selvage, absolute
  nlohmann::ordered_json build;
  bool resume = false;
  bool fresh = false;  ///< throw away what an earlier run left, of a shard its own journal
  std::string shard;   ///< "2/5", or empty
  RunSettings run;
};

/// How the trials came to their end.
struct Finish {
  Ending ending = Ending::kComplete;
  nlohmann::ordered_json build;
  std::string fingerprint;
  bool whole = true;  ///< not one shard alone
};

/// Trials, and what belongs to them before and after.
class Work : public Trials {
 public:
  /// What is wrong with the input, whole lines with their places; empty: nothing.
  [[nodiscard]] virtual std::string refusals(const Order& order) const = 0;
  /// Hash of all that the trials are made from.
  [[nodiscard]] virtual std::string fingerprint(const std::string& build) const = 0;
  /// Files and folders of `out` that --fresh takes away.
  [[nodiscard]] virtual std::vector<std::string> tables() const = 0;
  /// Writes what the trials read.
  virtual void prepare(const Order& order) = 0;
  [[nodiscard]] virtual nlohmann::ordered_json summary(const Records& records,
                                                       const Finish& finish) const = 0;
  /// After the trials: writes the tables, which may add to `summary`. Why there are none, if what
  /// was read has changed; else empty.
  [[nodiscard]] virtual std::string conclude(const Records& records, const Order& order,
                                             const Finish& finish,
                                             nlohmann::ordered_json& summary) = 0;
};

struct Account {
  enum class Trouble : std::uint8_t { kNone, kUsage, kInternal };
  Trouble trouble = Trouble::kNone;
  std::string why;
  bool placed = false;  ///< `why` is whole lines that name their place
  Ending ending = Ending::kComplete;
  bool serving = false;  ///< another rank than the first: nothing to print
  nlohmann::ordered_json summary;
  std::string scenario_file;  ///< of a campaign: that the trials read
};

/// Asks whether the input is right, unless a run is resumed; then runs what is missing and writes
/// the tables. After a budget or an interrupt they hold what is there.
[[nodiscard]] Account carry_out(Work& work, const Order& order);
/// Of a campaign: points.csv, trials.csv and results.json, unless this is one shard.
[[nodiscard]] Account carry_out(const Plan& plan, const Order& order);

/// "20m", "90", "1.5h", "30s" in seconds; negative if it is none.
[[nodiscard]] double seconds_of(const std::string& text);

}  // namespace selvage::campaign
