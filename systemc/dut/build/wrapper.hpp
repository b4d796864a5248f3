// SPDX-License-Identifier: Apache-2.0
/// \file
/// The text between a foreign module and Selvage: a module with the contract's pins around it, and
/// the C interface of the compiled model.
#pragma once

#include <string>
#include <vector>

#include "dut/manifest/ports.hpp"

namespace selvage::dut {

/// A pin of the wrapper, in the contract's order; `width` is what their pins make of it.
struct Wire {
  std::string name;
  std::size_t pin = 0;  ///< index among the contract's pins of this direction
  unsigned width = 0;
  unsigned golden_width = 0;
  bool one_hot = false;
};

struct Wiring {
  std::vector<Wire> inputs;
  std::vector<Wire> outputs;                              ///< what the block offers
  std::vector<std::pair<std::string, unsigned>> signals;  ///< of their module, for waves
  std::vector<std::pair<std::string, unsigned>>
      ties;                 ///< their constant inputs; the values are Model's
  bool has_ask = false;     ///< one more input, 1 bit: there is a question
  bool has_answer = false;  ///< one more output, 1 bit: there is an answer
};

[[nodiscard]] Wiring wire(const Manifest& manifest, const Ports& ports);
/// Module `selvage_dut` (SystemVerilog). Besides the pins it has `golden_` outputs, for waves.
[[nodiscard]] std::string wrapper_text(const Manifest& manifest, const Ports& ports,
                                       const Wiring& wiring);
/// The functions that Model looks up (C++), over the Verilated `Vdut`.
[[nodiscard]] std::string shim_text(const Wiring& wiring);

}  // namespace selvage::dut
