// SPDX-License-Identifier: Apache-2.0
/// \file
/// Scenarios that `selvage cover` tries: faults and their times, repairs, loads, packets, links.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "kernel/stream.hpp"

namespace selvage::cli {

/// Settings by path, on top of a base scenario.
using Candidate = std::map<std::string, nlohmann::json>;

/// Draws candidates. Knows keys that every system has, and whole numbers of a topology that have a
/// default in its schema.
class CandidateMaker {
 public:
  explicit CandidateMaker(const nlohmann::json& topology_schema);
  [[nodiscard]] Candidate fresh(kernel::Stream& stream) const;
  /// Like `parent`, in one or two of its settings not.
  [[nodiscard]] Candidate changed(const Candidate& parent, kernel::Stream& stream) const;

 private:
  void draw(Candidate& candidate, unsigned key, kernel::Stream& stream) const;
  [[nodiscard]] unsigned keys() const;

  std::map<std::string, nlohmann::json> numbers_;  ///< topology.KEY, its schema
};

}  // namespace selvage::cli
