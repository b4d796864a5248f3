// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which cycles and which switches the waves of a run show.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/options/options.hpp"
#include "config/scenario.hpp"
#include "cosim/system.hpp"
#include "fabric/run.hpp"

namespace selvage::cli {

/// What the command line asks for, understood.
struct WaveWish {
  std::optional<std::pair<Cycle, Cycle>> window;
  std::vector<SwitchIdx> switches;
};
/// "0/21,1/20", "<1,31>": switches by name, in this order; empty and `why` if there is no such
/// switch.
[[nodiscard]] std::optional<std::vector<SwitchIdx>> switches_named(const Topology& topology,
                                                                   const std::string& names,
                                                                   std::string& why);
/// False, with `why` (the option first), if an option makes no sense for this topology.
[[nodiscard]] bool understand(const WaveOptions& options, const Topology& topology, WaveWish& wish,
                              std::string& why);

/// How an earlier run of the same scenario ended, from its result.json.
struct Ending {
  std::optional<Cycle> mismatch;      ///< cycle of the first mismatch
  std::vector<std::string> switches;  ///< names of switches that had to do with it
  std::optional<Cycle> stopped;       ///< cycle from which on nothing moved, or of a failed check
  bool deadlocked = false;
};
[[nodiscard]] Ending ending_of(const nlohmann::json& result);

struct WavePlan {
  Cycle from = 0;
  Cycle until = 0;
  std::vector<SwitchIdx> switches;  ///< whose RTL is shown, most interesting first
  std::optional<SwitchPort> fault;  ///< the link failure in the middle of the story
  std::optional<Cycle> stuck;       ///< a deadlock: nothing moves from here on
  bool asked = false;               ///< the window is the one asked for
};

/// The wish, and for what it leaves open: around the failure of the earlier run, else around the
/// first fault, else the beginning. Never more than kMostCycles unless asked for.
[[nodiscard]] WavePlan plan_waves(const Scenario& scenario, const System& system,
                                  const WaveWish& wish, const Ending& ending,
                                  const fabric::EarlyEnd& early = {});
inline constexpr Cycle kMostCycles = 20000;

}  // namespace selvage::cli
