// SPDX-License-Identifier: Apache-2.0
/// \file
/// The RTL of a whole switch of a 4-port 3-tree, control plane and probers
/// (`fattree_control_probed`), pin by pin: for trees of RTL wired port to port. No verilated
/// header.
#pragma once

#include <array>
#include <cstdint>
#include <memory>

#include "cosim/fattree/control/control_block.hpp"
#include "golden/number.hpp"
#include "golden/probe/link_probe.hpp"

namespace selvage::cosim {

/// The one build, with the parameters of systemc/cosim/CMakeLists.txt. Its timeout is the least for
/// links of kMostLatency; its time has 12 bits, so it wraps.
struct ProbedBuild {
  static constexpr unsigned kM = 4;
  static constexpr unsigned kN = 3;
  static constexpr unsigned kLines = 32;
  static constexpr unsigned kMostLatency = 4;
  /// Over links of the given latency.
  static constexpr golden::ProbeTiming timing(unsigned latency) {
    return {64, 10, 2, golden::probe_round_trip(latency)};
  }
};

/// What is at the pins of all ports in one cycle, by bit; message bits as on the wires.
struct ProbedPins {
  PortMask probe = 0;
  PortMask answer = 0;
  PortMask stop = 0;
  PortMask valid = 0;
  std::array<std::uint64_t, ProbedBuild::kM> message{};  ///< of valid ports
};

/// Of what `edge` is given it takes the request alone; everything else is on the wires. `rise`
/// clocks all.
class ProbedBlock : public ControlBlock {
 public:
  /// What is at the input pins at the next edge, probes left out, and the cycle it begins.
  virtual void wires(const ProbedPins& in, Cycle next) = 0;
  /// Outputs of the present cycle, answers left out.
  [[nodiscard]] virtual ProbedPins outputs() const = 0;
  /// Answers of the present cycle to probes that arrive in it.
  [[nodiscard]] virtual PortMask answers(PortMask probes) = 0;
  /// Links declared dead.
  [[nodiscard]] virtual PortMask dead() const = 0;
  /// Edges of clk_i left out so far.
  [[nodiscard]] virtual std::uint64_t left_out() const = 0;
};

struct ProbedOptions {
  ControlBlockOptions control;                       ///< of a 4-port 3-tree
  std::array<Cycle, ProbedBuild::kM> first_probe{};  ///< by port
  std::uint32_t probe_bugs = 0;                      ///< ProbeBug bits
  PortMask ports = low_bits(ProbedBuild::kM);        ///< that are in use
  /// clk_i is left out whenever the RTL says that it may be.
  bool gated = false;
};

/// Out of reset; the first edge begins the first cycle.
[[nodiscard]] std::unique_ptr<ProbedBlock> make_probed_block(const ProbedOptions& options);

}  // namespace selvage::cosim
