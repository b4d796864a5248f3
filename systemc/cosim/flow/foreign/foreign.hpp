// SPDX-License-Identifier: Apache-2.0
/// \file
/// A foreign block in the ports of flow-channel switches.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "cosim/flow/blocks.hpp"
#include "cosim/foreign/block.hpp"
#include "flow/parts.hpp"

namespace selvage::cosim {

/// A block of these switches that may be foreign.
struct ForeignFlow {
  bool edge = false;                          ///< of ports with a host, or of those with a switch
  std::map<std::string, std::int64_t> sizes;  ///< the chosen parameters of its contract
  std::string why_not;                        ///< these switches do not ask it; empty: they do
};
/// Empty if a switch of this kind has no such block.
[[nodiscard]] std::optional<ForeignFlow> foreign_flow(const std::string& block,
                                                      const flow::Params& params);

/// `own` with the foreign block beside its own in port `at`: it is asked what golden's is asked,
/// clocked only as long as something changes, and each of its answers is judged before anybody acts
/// on it; after a difference those of `own` are taken. `own` itself where the design has none for
/// this port.
[[nodiscard]] std::unique_ptr<flow::Blocks> with_foreign_flow_block(
    std::unique_ptr<flow::Blocks> own, const flow::BlocksConfig& config,
    const ForeignDesign& design, SwitchPort at, const FlowPlace& place, Scoreboard& scoreboard);

}  // namespace selvage::cosim
