// SPDX-License-Identifier: Apache-2.0
/// \file
/// The prober of one port under each engine (FT-DET-1, FT-DET-3; "Probes" of
/// docs/reference/control-plane.md).
#pragma once

#include <cstdint>
#include <memory>
#include <string>

#include "cosim/engine.hpp"
#include "cosim/lockstep/scoreboard.hpp"
#include "cosim/probe/probe_block.hpp"

namespace selvage::cosim {

/// Stepped only in cycles in which something happens: those of due() and those in which an answer
/// arrives. A round that is answered leaves nothing but the next periodic probe, so a prober may be
/// made as late as before the first round that is not, with that round's cycle as `first_probe`.
class ProbeControl {
 public:
  virtual ~ProbeControl() = default;
  /// Cycle `now`, later than that of the last step and not after due(). What is driven happens in
  /// this cycle. An answer that arrives in `now` is at the RTL's pin at the edge that begins it.
  virtual ProbeOutput step(Cycle now, bool answered) = 0;
  /// The next cycle in which something happens if no answer arrives.
  [[nodiscard]] virtual Cycle due() const = 0;
};

/// The prober of the port called `name` (switch and port, for reports); its first probe is sent in
/// cycle `first_probe`. In lockstep every step is compared: what is driven, whether the link is
/// declared dead, and due(). A difference goes to the scoreboard, block `link_probe`. `rtl_bugs`:
/// ProbeBug bits. The scoreboard outlives the prober.
[[nodiscard]] std::unique_ptr<ProbeControl> make_probe_control(
    Engine engine, const golden::ProbeTiming& timing, Cycle first_probe, const std::string& name,
    Scoreboard& scoreboard, std::uint32_t rtl_bugs = 0);

}  // namespace selvage::cosim
