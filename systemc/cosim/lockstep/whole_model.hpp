// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the verilated models of whole switches share: clocks, reset, the events of links, and words
/// of 64 bits at the pins of a port. Included only by `*verilated.hpp`.
#pragma once

#include <type_traits>
#include <utility>

#include <verilated_fst_c.h>

#include "cosim/lockstep/bits.hpp"
#include "cosim/lockstep/own_model.hpp"
#include "cosim/lockstep/verilated_model.hpp"
#include "golden/types.hpp"

namespace selvage::cosim {

/// A model with clocks of its own for headers and control (`hdr_clk_i`, `ctl_clk_i`), behind the
/// block interface `Seam`.
template <class Model, class Seam>
class WholeModel : public Seam {
 public:
  void link_event(PortIdx port, bool up) override {
    if (up) pulse(io_.link_up_i, port);
    else pulse(io_.link_down_i, port);
  }
  void link_begins(PortIdx port) override { pulse(io_.link_init_i, port); }
  void wipe() override { pulse(io_.wipe_i, 0); }

  void edge(Cycle /*cycle*/) override {
    WholeModel::rise();
    clock_all(false);
    clocks_fall(io_, model_);
    let_go();
  }
  /// What leaves a clock out sees no edge of it.
  void rise() override {
    if constexpr (kSettlesFirst) model_.eval();
    clocks(true, !io_.hdr_idle_o, !io_.ctl_idle_o || control_);
    model_.eval();
  }
  void fall() override {
    clock_all(false);
    model_.eval();
    let_go();
  }
  void declare(VerilatedFstC& file) override { model_.declare(file); }
  [[nodiscard]] bool idle() const override { return io_.idle_o && !once_; }

 protected:
  using Root = std::remove_reference_t<decltype(*std::declval<Model&>().rootp)>;

  explicit WholeModel(const char* name) : model_(name), io_(model_.io()) {}

  /// The pins of data that hold for one edge, as they are without anything to say.
  virtual void clear_data_pins() = 0;

  void clock_all(bool high) { clocks(high, high, high); }
  /// Two clocks of reset, with the pins as they are.
  void reset() {
    io_.rst_ni = 0;
    clock_all(false);
    model_.eval();
    for (unsigned i = 0; i < 2; ++i) {
      clock_all(true);
      model_.eval();
      clock_all(false);
      model_.eval();
    }
    io_.rst_ni = 1;
  }

  template <class Port, class Value>
  static void set(Port& port, Value value) {
    port = static_cast<Port>(value);
  }
  /// Pins that hold for one edge.
  template <class Port>
  void pulse(Port& port, unsigned at, unsigned width = 1, std::uint64_t value = 1) {
    set_bits(port, at, width, value);
    once_ = true;
  }
  /// Pins have changed that `ctl_clk_i` takes at the next edge, whatever `ctl_idle_o` says.
  void take_control() { once_ = control_ = true; }
  void clear_pins() {
    clear_data_pins();
    io_.link_down_i = 0;
    io_.link_up_i = 0;
    io_.link_init_i = 0;
    io_.wipe_i = 0;
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

 private:
  void clocks(bool all, bool headers, bool control) {
    io_.clk_i = all;
    io_.hdr_clk_i = headers;
    io_.ctl_clk_i = control;
  }
  void let_go() {
    if (!once_) return;
    once_ = false;
    control_ = false;
    clear_pins();
  }

 protected:
  OwnModel<Model> model_;
  Root& io_;

 private:
  bool once_ = false;     ///< pins that hold for one edge are set
  bool control_ = false;  ///< of them some that ctl_clk_i takes, which ctl_idle_o does not say
};

}  // namespace selvage::cosim
