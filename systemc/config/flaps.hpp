// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which outages of links no prober declares (FAB-FLAP-3).
#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "config/scenario.hpp"

namespace selvage::config {

/// What is wrong with an outage.
struct FlapProblem {
  const char* key;  ///< of the outage, the one to blame
  std::string why;
};

/// Of number `i` of `faults.flaps`, held against those before it and against all named failures.
[[nodiscard]] std::optional<FlapProblem> flap_problem(const Scenario& scenario,
                                                      const Topology& topology, std::size_t i);
/// Of the lengths of `faults.random.flap_cycles`.
[[nodiscard]] std::optional<FlapProblem> random_flap_problem(const Scenario& scenario);
/// Whether a round of probes can meet both, so that an end may declare the link dead.
[[nodiscard]] bool too_near(const Scenario& scenario, const LinkFlap& a, const LinkFlap& b);

}  // namespace selvage::config
