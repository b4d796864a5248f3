// SPDX-License-Identifier: Apache-2.0
/// \file
/// A campaign from its file to its tables in one directory.
#pragma once

#include <atomic>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

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

struct Account {
  enum class Trouble : std::uint8_t { kNone, kUsage, kInternal };
  Trouble trouble = Trouble::kNone;
  std::string why;
  bool placed = false;  ///< `why` is whole lines that name their place
  Ending ending = Ending::kComplete;
  bool serving = false;  ///< another rank than the first: nothing to print
  nlohmann::ordered_json summary;
  std::string scenario_file;  ///< that the trials read
};

/// Asks for each level of each factor whether its input is right, unless a run is resumed; then
/// runs what is missing and, unless this is one shard, writes points.csv, trials.csv and
/// results.json. After a budget or an interrupt the tables hold what is there.
[[nodiscard]] Account carry_out(const Plan& plan, const Order& order);

/// "20m", "90", "1.5h", "30s" in seconds; negative if it is none.
[[nodiscard]] double seconds_of(const std::string& text);

}  // namespace selvage::campaign
