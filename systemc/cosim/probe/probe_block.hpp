// SPDX-License-Identifier: Apache-2.0
/// \file
/// The RTL prober of one port (`link_probe`), clocked edge by edge. No verilated header.
#pragma once

#include <cstdint>
#include <memory>

#include "golden/probe/link_probe.hpp"

namespace selvage::cosim {

/// What a prober does in one cycle.
struct ProbeOutput {
  bool send = false;          ///< a probe leaves
  bool declare_down = false;  ///< the port is declared dead (FT-DET-1)
  bool declare_up = false;    ///< the port is declared up again (FT-DET-3)
};

[[nodiscard]] constexpr bool operator==(const ProbeOutput& a, const ProbeOutput& b) {
  return a.send == b.send && a.declare_down == b.declare_down && a.declare_up == b.declare_up;
}

/// Bits of strap bug_i of link_probe.
enum ProbeBug : std::uint32_t {
  kProbeOneRetryLess = 1U << 0,
  kProbeUpWithoutAnswer = 1U << 1,
  kProbeTimeoutPlusOne = 1U << 2,
  kProbeAnswerAtDeadline = 1U << 3,
  kProbePeriodFromDeath = 1U << 4,
};

/// Between its events the RTL needs no clock; one edge a call.
class ProbeBlock {
 public:
  virtual ~ProbeBlock() = default;
  /// The clock edge that begins cycle `now`, at which an answer arrives or not. Cycles ascend by
  /// less than 2^47 from due() or the last edge, whichever is later (the RTL's time wraps).
  virtual ProbeOutput edge(Cycle now, bool answered) = 0;
  [[nodiscard]] virtual bool dead() const = 0;
  [[nodiscard]] virtual Cycle due() const = 0;
  /// It shows something, and needs the next clock to take it back.
  [[nodiscard]] virtual bool busy() const = 0;
};

/// `timing` has at most 255 retries and less than 2^47 cycles of period.
[[nodiscard]] std::unique_ptr<ProbeBlock> make_probe_block(const golden::ProbeTiming& timing,
                                                           Cycle first_probe,
                                                           std::uint32_t bugs = 0);

}  // namespace selvage::cosim
