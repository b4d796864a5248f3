// SPDX-License-Identifier: Apache-2.0
/// \file
/// result.json: everything a run has to say, by stable names.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "config/scenario.hpp"
#include "config/text/output.hpp"
#include "cosim/lockstep/scoreboard.hpp"
#include "cosim/system.hpp"
#include "fabric/run.hpp"

namespace selvage::cli {

/// A finished run with all that describes it.
struct FinishedRun {
  const Scenario& scenario;
  const System& system;
  const Scoreboard& scoreboard;
  const fabric::RunResult& result;
  std::string reproduce;                   ///< the command that repeats this run
  bool timeline = false;                   ///< the two files below are written beside result.json
  std::vector<std::string> arguments;      ///< the same, word by word, without the program
  nlohmann::ordered_json waves;            ///< null: none
  std::string program = {};                ///< as it was called, quoted for a shell
  nlohmann::ordered_json dut = nullptr;    ///< the foreign block (`--dut`); null: none
  nlohmann::ordered_json whole = nullptr;  ///< the switch of `--switch`; null: none
  bool view = false;                       ///< view.html stands beside result.json
};

inline constexpr const char* kTimelineSvg = "timeline.svg";
inline constexpr const char* kTimelineTrace = "timeline.trace.json";

/// The contract's exit code of an outcome.
[[nodiscard]] int exit_code(fabric::Outcome outcome);
/// The outcome as a field value: "delivered_all".
[[nodiscard]] std::string status_name(fabric::Outcome outcome);

/// The verilated builds in use, of controls and of flow channels; empty for the golden engine.
[[nodiscard]] std::string rtl_build(const FinishedRun& run);

/// Everything but `wall`, which comes last, is a pure function of configuration and build.
[[nodiscard]] nlohmann::ordered_json result_json(const FinishedRun& run);
[[nodiscard]] nlohmann::ordered_json mismatch_json(const Mismatch& mismatch);

using config::write_atomically;

}  // namespace selvage::cli
