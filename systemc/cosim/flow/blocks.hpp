// SPDX-License-Identifier: Apache-2.0
/// \file
/// The verilated flow blocks of one switch port behind flow::Blocks: alone, or in lockstep with the
/// golden models, every output and every row a step has touched; some of them golden models alone.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cosim/engine.hpp"
#include "cosim/lockstep/scoreboard.hpp"
#include "flow/blocks/blocks.hpp"

namespace selvage::cosim {

/// Straps bug_i of the blocks.
struct FlowBugs {
  unsigned efct = 0;
  unsigned ifct = 0;
  unsigned ofct = 0;
  unsigned redirect = 0;
  unsigned aggregator = 0;
  unsigned ep = 0;
  unsigned unpacker = 0;
  unsigned walker = 0;
  unsigned port = 0;
  unsigned choice = 0;
};

/// Where the blocks stand, for mismatches.
struct FlowPlace {
  std::string switch_name;
  std::string port;
};

/// The blocks of a port that have an engine each, by the names of their modules: of one with a host
/// (`edge`), or with a switch behind it.
[[nodiscard]] const std::vector<std::string>& flow_block_names(bool edge);
/// The name of a whole port as one verilated model, which stands for all of them if it has an
/// engine of its own, lockstep.
inline constexpr const char* kFlowPort = "flow_port";
/// All that may have an engine: the blocks of both kinds of port, the port as a whole, and
/// least_loaded, one a switch.
[[nodiscard]] const std::vector<std::string_view>& flow_engine_names();
/// A port of the fabric is one model.
[[nodiscard]] bool whole_port(const Engines& engines);

/// Why no verilated build has these parameters, of the blocks whose engine is not golden; empty if
/// one has.
[[nodiscard]] std::string flow_build_problem(const flow::BlocksConfig& config,
                                             const Engines& engines = Engine::kLockstep);

/// The verilated tables of these sizes, for people, e.g. "flow channels P=8 ID=6 POS=8".
[[nodiscard]] std::string flow_build_label(const golden::FlowSizes& sizes);

/// Each block with its engine; flow_build_problem(config, engines) is empty. The verilated ones are
/// clocked only as long as time without inputs changes them.
[[nodiscard]] std::unique_ptr<flow::Blocks> rtl_flow_blocks(const Engines& engines,
                                                            const flow::BlocksConfig& config,
                                                            const FlowPlace& place,
                                                            Scoreboard& scoreboard,
                                                            const FlowBugs& bugs = {});

}  // namespace selvage::cosim
