// SPDX-License-Identifier: Apache-2.0
/// \file
/// What `selvage dut test` and `dut prove` report and leave alike.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/options/options.hpp"
#include "cli/result/run_folder.hpp"
#include "cli/terminal.hpp"
#include "dut/bench.hpp"

namespace selvage::cli {

/// The first lines of what Verilator warns of.
void print_warnings(const std::string& warnings);
/// The manifest; empty after its errors were reported.
[[nodiscard]] std::optional<dut::Manifest> manifest_of(const Options& o,
                                                       config::Diagnostics& diagnostics);
/// A line for each clock; pins that are 0 are left out.
[[nodiscard]] std::string stimulus_text(const dut::Bench& bench,
                                        const std::vector<dut::Step>& steps);
/// " (M=8, N=3)"
[[nodiscard]] std::string sizes_text(const dut::Manifest& m);

/// `--out`, or out/NAME.
[[nodiscard]] std::string dut_folder(const Options& o);
/// False after a complaint.
[[nodiscard]] bool open_folder(const std::string& out, RunFolder& folder);

/// What every result.json begins with; `hash` is null.
[[nodiscard]] nlohmann::ordered_json dut_result(const dut::Manifest& m, const char* status);
[[nodiscard]] nlohmann::ordered_json stimulus_json(const dut::Bench& bench,
                                                   const std::vector<dut::Step>& steps);
/// Null if there is none.
[[nodiscard]] nlohmann::ordered_json difference_json(const dut::Bench& bench,
                                                     const dut::Outcome& outcome);
/// The verdict of a difference, its stimulus, and where its wave is.
void print_failure(const dut::Manifest& manifest, const dut::Bench& bench,
                   const dut::Outcome& outcome, const std::string& out, const Style& style);
/// Watches the module; of one that loops without end `report` names it before the process ends with
/// exit code 1 and `folder` is left in order.
using Stuck = std::function<void(const dut::Position&)>;
[[nodiscard]] std::unique_ptr<dut::Watchdog> watch(const dut::Manifest& manifest, RunFolder& folder,
                                                   Stuck report);
/// Leaves result and, of a difference, its wave. False after a complaint.
[[nodiscard]] bool leave(const dut::Built& built, dut::Bench& bench, const dut::Outcome& outcome,
                         const nlohmann::ordered_json& result, RunFolder& folder);

}  // namespace selvage::cli
