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
  std::string out;             ///< directory; made if it is not there
  std::string executable;      ///< of selvage, absolute
  std::string program;         ///< as the user called it
  nlohmann::ordered_json build;
  bool resume = false;
  bool fresh = false;          ///< throw away what an earlier run left
  std::string shard;           ///< "2/5", or empty
  RunSettings run;
};

struct Account {
  enum class Trouble : std::uint8_t { kNone, kUsage, kInternal };
  Trouble trouble = Trouble::kNone;
  std::string why;
  Ending ending = Ending::kComplete;
  bool serving = false;        ///< another rank than the first: nothing to tell
  nlohmann::ordered_json summary;
};

/// Runs what is missing and, unless this is one shard, writes points.csv, trials.csv and
/// results.json. After a budget or an interrupt the tables hold what is there.
[[nodiscard]] Account carry_out(const Plan& plan, const Order& order);

/// "20m", "90", "1.5h", "30s" in seconds; negative if it is none.
[[nodiscard]] double seconds_of(const std::string& text);

}  // namespace selvage::campaign
