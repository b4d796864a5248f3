// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a block over one verilated model needs: model, context, clock and reset. Included only by
/// the generated file of each build.
#pragma once

#include <type_traits>
#include <utility>

#include <verilated.h>

#include "cosim/lockstep/own_model.hpp"

namespace selvage::cosim {

/// Lets clk_i fall. No block has logic on that edge: all it does is that the model has seen it,
/// which Verilator notes in one variable. A version that calls it otherwise evaluates.
template <class Root, class = void>
struct FallingEdge {
  template <class Model>
  static void pass(Root& /*io*/, Model& model) {
    model.eval();
  }
};
template <class Root>
struct FallingEdge<Root, std::void_t<decltype(std::declval<Root&>().__Vtrigrprev__TOP__clk_i)>> {
  template <class Model>
  static void pass(Root& io, Model& /*model*/) {
    io.__Vtrigrprev__TOP__clk_i = 0;
  }
};

/// A clock of a control, `ctl_clk_i`, of a model that has one.
template <class Root, class = void>
struct ControlClock {
  static void set(Root& /*io*/, bool /*high*/) {}
  static void pass(Root& /*io*/) {}
};
template <class Root>
struct ControlClock<Root, std::void_t<decltype(std::declval<Root&>().ctl_clk_i)>> {
  static void set(Root& io, bool high) { io.ctl_clk_i = high; }
  /// As FallingEdge; a model whose version calls it otherwise does not compile.
  static void pass(Root& io) { io.__Vtrigrprev__TOP__ctl_clk_i = 0; }
};

/// The same for the clocks of a whole switch.
template <class Root, class = void>
struct FallingEdges {
  template <class Model>
  static void pass(Root& /*io*/, Model& model) {
    model.eval();
  }
};
template <class Root>
struct FallingEdges<Root,
                    std::void_t<decltype(std::declval<Root&>().__Vtrigrprev__TOP__clk_i),
                                decltype(std::declval<Root&>().__Vtrigrprev__TOP__hdr_clk_i),
                                decltype(std::declval<Root&>().__Vtrigrprev__TOP__ctl_clk_i)>> {
  template <class Model>
  static void pass(Root& io, Model& /*model*/) {
    io.__Vtrigrprev__TOP__clk_i = 0;
    io.__Vtrigrprev__TOP__hdr_clk_i = 0;
    io.__Vtrigrprev__TOP__ctl_clk_i = 0;
  }
};

/// Whether a build is made for waves alone (ShownBlock).
template <class Model>
inline constexpr bool kShown = false;

/// Properties at the pins see what follows from inputs without a clock only if it has been worked
/// out when the clock rises.
#ifdef SELVAGE_SVA
inline constexpr bool kSettlesFirst = true;
#else
inline constexpr bool kSettlesFirst = false;
#endif

/// Base of a block over `Model`, which has clk_i, rst_ni and bug_i.
template <class Model>
class VerilatedModel {
 protected:
  using Root = std::remove_reference_t<decltype(*std::declval<Model&>().rootp)>;

  VerilatedModel(const char* name, std::uint32_t bugs) : model_(name), io_(model_.io()) {
    set(io_.bug_i, bugs);
    io_.rst_ni = 0;
    io_.clk_i = 0;
    ControlClock<Root>::set(io_, false);
  }
  ~VerilatedModel() = default;
  VerilatedModel(const VerilatedModel&) = delete;
  VerilatedModel& operator=(const VerilatedModel&) = delete;

  /// Two clocks of reset, then cycle 0.
  void run_reset() {
    control_runs_ = true;
    io_.rst_ni = 0;
    model_.eval();
    clock();
    clock();
    io_.rst_ni = 1;
    model_.eval();
  }
  /// Outputs that follow from inputs without a clock.
  void settle() { model_.eval(); }
  void clock() {
    if constexpr (kShown<Model> || kSettlesFirst) fall();
    rise();
    if constexpr (kShown<Model>) return;
    io_.clk_i = 0;
    ControlClock<Root>::set(io_, false);
    ControlClock<Root>::pass(io_);
    FallingEdge<Root>::pass(io_, model_);
  }
  void rise() {
    io_.clk_i = 1;
    ControlClock<Root>::set(io_, control_runs_);
    model_.eval();
  }
  void fall() {
    io_.clk_i = 0;
    ControlClock<Root>::set(io_, false);
    model_.eval();
  }
  /// An edge of the control's clock alone.
  void clock_control() {
    ControlClock<Root>::set(io_, true);
    model_.eval();
    ControlClock<Root>::set(io_, false);
    model_.eval();
  }
  /// Only for builds that trace.
  void declare(VerilatedFstC& file) { model_.declare(file); }
  void declare_shown(VerilatedFstC& file) {
    if constexpr (kShown<Model>) model_.declare(file);
  }
  template <class Port, class Value>
  static void set(Port& port, Value value) {
    port = static_cast<Port>(value);
  }

 private:
  OwnModel<Model> model_;

 protected:
  Root& io_;
  bool control_runs_ = true;  ///< its clock, if it has one, is not left out
};

}  // namespace selvage::cosim
