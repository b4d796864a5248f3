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

/// Whether a model has a member.
#define SELVAGE_MODEL_HAS(name, member) \
  template <class Root, class = void>   \
  inline constexpr bool name = false;   \
  template <class Root>                 \
  inline constexpr bool name<Root, std::void_t<decltype(std::declval<Root&>().member)>> = true;
SELVAGE_MODEL_HAS(kControlClock, ctl_clk_i)
SELVAGE_MODEL_HAS(kNotesClock, __Vtrigrprev__TOP__clk_i)
SELVAGE_MODEL_HAS(kNotesHeaderClock, __Vtrigrprev__TOP__hdr_clk_i)
SELVAGE_MODEL_HAS(kNotesControlClock, __Vtrigrprev__TOP__ctl_clk_i)
#undef SELVAGE_MODEL_HAS

/// Clocks that have been set low fall. No block has logic on that edge: all it does is that the
/// model has seen it, which Verilator notes in a variable a clock. A version that calls these
/// otherwise evaluates.
template <class Root, class Model>
void clocks_fall(Root& io, Model& model) {
  if constexpr (kNotesClock<Root>) {
    io.__Vtrigrprev__TOP__clk_i = 0;
    if constexpr (kNotesHeaderClock<Root>) io.__Vtrigrprev__TOP__hdr_clk_i = 0;
    if constexpr (kNotesControlClock<Root>) io.__Vtrigrprev__TOP__ctl_clk_i = 0;
  } else {
    model.eval();
  }
}

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
    control_clock(false);
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
    control_clock(false);
    clocks_fall(io_, model_);
  }
  void rise() {
    io_.clk_i = 1;
    control_clock(control_runs_);
    model_.eval();
  }
  void fall() {
    io_.clk_i = 0;
    control_clock(false);
    model_.eval();
  }
  /// An edge of the control's clock alone.
  void clock_control() {
    control_clock(true);
    model_.eval();
    control_clock(false);
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
  /// Of models that have one.
  void control_clock([[maybe_unused]] bool high) {
    if constexpr (kControlClock<Root>) io_.ctl_clk_i = high;
  }

  OwnModel<Model> model_;

 protected:
  Root& io_;
  bool control_runs_ = true;  ///< its clock, if it has one, is not left out
};

}  // namespace selvage::cosim
