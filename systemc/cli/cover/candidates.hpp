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

/// Phases of a run so long; `own_drain`: drain follows from the fabric.
[[nodiscard]] nlohmann::json phases_of(unsigned measure, bool own_drain);
inline constexpr unsigned kShortestMeasure = 8000;

/// Draws candidates. Knows keys that every system has, whole numbers of a topology that have a
/// default in its schema, and what a kind of switch says of its own keys.
class CandidateMaker {
 public:
  /// `tries`: groups of alternatives, SwitchPlug::tries. `own_drain`: phases.drain follows from the
  /// fabric.
  explicit CandidateMaker(const nlohmann::json& topology_schema,
                          nlohmann::json tries = nlohmann::json::array(), bool own_drain = false);
  [[nodiscard]] Candidate fresh(kernel::Stream& stream) const;
  /// Like `parent`, in one or two of its settings not.
  [[nodiscard]] Candidate changed(const Candidate& parent, kernel::Stream& stream) const;

 private:
  void draw(Candidate& candidate, unsigned key, kernel::Stream& stream) const;
  void draw_number(Candidate& candidate, unsigned number, kernel::Stream& stream) const;
  void draw_try(Candidate& candidate, unsigned group, kernel::Stream& stream) const;
  [[nodiscard]] unsigned keys() const;

  std::map<std::string, nlohmann::json> numbers_;  ///< topology.KEY, its schema
  nlohmann::json tries_;
  bool own_drain_;
};

}  // namespace selvage::cli
