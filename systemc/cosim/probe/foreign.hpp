// SPDX-License-Identifier: Apache-2.0
/// \file
/// A foreign `link_probe` at a port.
#pragma once

#include <memory>
#include <optional>
#include <string>

#include "cosim/foreign/block.hpp"
#include "cosim/foreign/port_block.hpp"
#include "cosim/probe/probe_control.hpp"

namespace selvage::cosim {

/// Empty if this is another block. `probes`: links die or come back while the scenario runs.
[[nodiscard]] std::optional<PortBlock> foreign_prober(const std::string& block,
                                                      const golden::ProbeTiming& timing,
                                                      bool probes);

/// `own` with its verdicts those of the foreign block, which is clocked in every cycle from
/// `first_probe` on and judged in each. `own` itself where the design has none for this port.
[[nodiscard]] std::unique_ptr<ProbeControl> with_foreign_probe(
    std::unique_ptr<ProbeControl> own, const ForeignDesign& design, SwitchPort at,
    const Topology& topology, const golden::ProbeTiming& timing, Cycle first_probe,
    Scoreboard& scoreboard);

}  // namespace selvage::cosim
