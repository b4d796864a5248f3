// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the verilated models of whole switches share: their clocks, reset, and words of 64 bits at
/// the pins of a port. Included only by `*verilated.hpp`.
#pragma once

#include <type_traits>
#include <utility>

#include <verilated.h>

#include "cosim/lockstep/own_model.hpp"
#include "cosim/lockstep/verilated_model.hpp"
#include "golden/types.hpp"

namespace selvage::cosim {

/// A model with clocks of its own for headers and control (`hdr_clk_i`, `ctl_clk_i`).
template <class Model>
class WholeModel {
 protected:
  using Root = std::remove_reference_t<decltype(*std::declval<Model&>().rootp)>;

  explicit WholeModel(const char* name) : model_(name), io_(model_.io()) {}

  void clocks(bool all, bool headers, bool control) {
    io_.clk_i = all;
    io_.hdr_clk_i = headers;
    io_.ctl_clk_i = control;
  }
  /// Two clocks of reset, with the pins as they are.
  void reset() {
    io_.rst_ni = 0;
    clocks(false, false, false);
    model_.eval();
    for (unsigned i = 0; i < 2; ++i) {
      clocks(true, true, true);
      model_.eval();
      clocks(false, false, false);
      model_.eval();
    }
    io_.rst_ni = 1;
  }
  /// The other half of a clock, as far as anything hangs on it.
  void fall_quickly() {
    clocks(false, false, false);
    FallingEdges<Root>::pass(io_, model_);
  }

  template <class Port, class Value>
  static void set(Port& port, Value value) {
    port = static_cast<Port>(value);
  }
  /// The data of a port: two words of 32 bits, the lower first.
  template <class Pins>
  static void put_data(Pins& pins, PortIdx port, std::uint64_t data) {
    pins[2U * port] = static_cast<EData>(data);
    pins[2U * port + 1] = static_cast<EData>(data >> 32);
  }
  template <class Pins>
  [[nodiscard]] static std::uint64_t data_of(const Pins& pins, PortIdx port) {
    return pins[2U * port] | std::uint64_t{pins[2U * port + 1]} << 32;
  }

  OwnModel<Model> model_;
  Root& io_;
};

}  // namespace selvage::cosim
