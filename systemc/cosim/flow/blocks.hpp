// SPDX-License-Identifier: Apache-2.0
/// \file
/// The verilated flow blocks of one switch port behind flow::Blocks: alone, or in lockstep with the
/// golden models, every output and every row a step has touched.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cosim/engine.hpp"
#include "cosim/lockstep/scoreboard.hpp"
#include "flow/blocks.hpp"

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
};

/// Those of a port that may have an engine of their own.
[[nodiscard]] inline std::vector<std::string_view> flow_blocks() { return {}; }

/// Where the blocks stand, for mismatches.
struct FlowPlace {
  std::string switch_name;
  std::string port;
};

/// Why no verilated build has these parameters; empty if one has.
[[nodiscard]] std::string flow_build_problem(const flow::BlocksConfig& config);

/// The verilated tables of these sizes, for people, e.g. "flow channels P=8 ID=6 POS=8".
[[nodiscard]] std::string flow_build_label(const golden::FlowSizes& sizes);

/// `engine` is kRtl or kLockstep; flow_build_problem(config) is empty. The blocks are clocked only
/// as long as time without inputs changes them.
[[nodiscard]] std::unique_ptr<flow::Blocks> rtl_flow_blocks(Engine engine,
                                                            const flow::BlocksConfig& config,
                                                            FlowPlace place, Scoreboard& scoreboard,
                                                            const FlowBugs& bugs = {});

}  // namespace selvage::cosim
