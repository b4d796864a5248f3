// SPDX-License-Identifier: Apache-2.0
/// \file
/// Flow channels: packets move whole, in order where that is asked for
/// (docs/reference/flow-fabric.md).
#pragma once

#include <string_view>

#include "flow/parts.hpp"

namespace selvage {

struct FlowConfig {
  static constexpr std::string_view kName = "flow";
  /// The link, the route latency and the source queue are those of the scenario.
  flow::Params params = flow::standard_params(golden::kSmallFlowSizes);
  Cycle audit_period = 10'000;  ///< cycles between two audits of all tables; 0: at the end only
};

struct Scenario;
/// What its receivers are to switches that count in units of so many bytes.
[[nodiscard]] flow::SlowHosts slow_hosts(const Scenario& scenario, unsigned unit_bytes);

}  // namespace selvage
