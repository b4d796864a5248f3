// SPDX-License-Identifier: Apache-2.0
/// \file
/// `selvage run --dut`: a foreign block in the switches of a run.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "config/loader.hpp"
#include "dut/instance.hpp"

namespace selvage::cli {

inline constexpr const char* kDutWave = "dut.fst";
inline constexpr const char* kDutView = "dut.gtkw";

/// Compiles the block of "MANIFEST" or "MANIFEST@SWITCH,..." for the sizes of a scenario and puts
/// it into its switches; one of the data path has to be given to the run. Null after complaints.
[[nodiscard]] std::unique_ptr<dut::Instances> instantiate_dut(const std::string& spec,
                                                              const config::LoadedScenario& loaded);
/// What stands in a run that a module loops without end in, as one line.
[[nodiscard]] std::string stuck_line(const dut::Instances& instances, const dut::Position& position,
                                     const Topology& topology);
/// Whether it is a block of the switches' control.
[[nodiscard]] bool decides(const dut::Instances& instances, const System& system);

/// What result.json says of it.
[[nodiscard]] nlohmann::ordered_json dut_json(const dut::Instances& instances,
                                              const Topology& topology);

/// The same in a line, for the verdict; and the command that shows its waves.
[[nodiscard]] std::string dut_text(const nlohmann::ordered_json& dut, const System& system,
                                   unsigned route_latency);
[[nodiscard]] std::string dut_waves_text(const std::string& result_path);

/// GTKWave's list of the signals of a foreign block, from some clocks before `clock` after reset
/// on.
[[nodiscard]] std::string dut_view(const dut::Built& built, const std::string& wave,
                                   std::uint64_t clock);

/// The last questions of the switch of the first mismatch, again, with a wave and its view in
/// `folder`. False if there is nothing to show, or, with `why`, if it cannot be written.
[[nodiscard]] bool dut_wave(const dut::Instances& instances, const Topology& topology,
                            const Scoreboard& scoreboard, const std::string& folder,
                            std::string& why);

}  // namespace selvage::cli
