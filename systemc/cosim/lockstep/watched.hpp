// SPDX-License-Identifier: Apache-2.0
/// \file
/// What waves show of the control of a switch: rows of its own, its messages in words, and the
/// signals of an RTL model. Of a control that offers nothing they show nothing.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cosim/lockstep/scoreboard.hpp"
#include "golden/switch_control.hpp"

class VerilatedFstC;

namespace selvage::cosim {

/// A verilated model that runs for waves alone: a copy of the one that decides, given the same
/// inputs in the same cycles. Nothing it does reaches a result, so it may be clocked at any time.
class TracedModel {
 public:
  virtual ~TracedModel() = default;
  /// Declares everything the model traces. Before the file is opened.
  virtual void declare(VerilatedFstC& file) = 0;
  /// Executes unseen what is due before cycle `now`; the next edge is then the one of `now`.
  virtual void skip_to(Cycle now) = 0;
  /// First half of the next edge: the clock rises on the inputs of its cycle.
  virtual void rise() = 0;
  /// Second half: the clock falls, the inputs are idle again, the next edge is a cycle later.
  virtual void fall() = 0;
};

/// One row: a number of `bits` bits, or, with `words`, one of these texts.
struct WatchedRow {
  std::string name;  ///< letters, digits and '_'
  unsigned bits = 1;
  std::vector<std::string> words;
};

/// A control with something to show.
class Watched {
 public:
  virtual ~Watched() = default;
  [[nodiscard]] virtual std::vector<WatchedRow> rows() const = 0;
  /// Present values, one per row.
  virtual void values(std::vector<std::uint64_t>& out) const = 0;
  /// A fault message in a few characters.
  [[nodiscard]] virtual std::string describe(const ControlMessage& message) const = 0;
  /// Makes a traced copy of this control's model, before the first update or request. `scope` is
  /// its place in the hierarchy, levels separated by blanks. Null: there is no RTL. Lives as long
  /// as the control.
  virtual TracedModel* make_traced_model(const std::string& scope) = 0;
  /// The present routing state, the same under every engine; for the events of a run.
  [[nodiscard]] virtual std::vector<StateRow> state() const { return {}; }
};

}  // namespace selvage::cosim
