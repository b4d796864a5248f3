// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a kind of switch tells of a run beside what all kinds have.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace selvage::fabric {

/// A row of the table at the end of a run.
struct PathRow {
  std::string label;
  std::string text;
  bool warn = false;
};

struct PathReport {
  nlohmann::ordered_json
      block;  ///< of result.json, under SwitchPlug::result_key; null: it has none
  std::vector<PathRow> rows;
  /// Why the run is not over although no packet is in the fabric; empty: it is.
  std::string left;
};

}  // namespace selvage::fabric
