// SPDX-License-Identifier: Apache-2.0
/// \file
/// The contract of a block: parameters, pins, and what golden answers. Pins and parameters have the
/// names of the block's own module under rtl/, whose header explains them.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cosim/foreign/pins.hpp"
#include "dut/values.hpp"
#include "dut/width.hpp"
#include "kernel/stream.hpp"

namespace selvage::dut {

using cosim::pins::bits_for;
using Parameters = std::map<std::string, std::int64_t>;

/// A parameter that is chosen: `low` to `high`, a multiple of `step`.
struct Parameter {
  std::string name;
  std::int64_t low = 0;
  std::int64_t high = 0;
  std::int64_t step = 1;
  std::int64_t preset = 0;
  std::string meaning;
};

struct Pin {
  std::string name;
  bool input = false;
  Width width = 1;
  std::string meaning;
  std::string rule;          ///< outputs: the requirement that a wrong value breaks
  bool optional = false;     ///< outputs: visible state, compared where it is offered
  bool is_static = false;    ///< inputs: constant from one reset to the next
  bool is_time = false;      ///< inputs: counts clocks
  std::uint64_t values = 0;  ///< legal ones, from 0 on; 0: as many as the width allows
  bool is_held = false;      ///< inputs: a level, which stays as it is where nothing is asked
  /// Pins that a block may leave out, but only together: their inputs are then always 0.
  std::string group = {};
};

/// Golden's answer to one question. An output that is not `due` may be anything.
struct Answer {
  Values values;
  std::vector<bool> due;
};

/// The golden block from one reset to the next: a question a clock.
class Golden {
 public:
  virtual ~Golden() = default;
  /// The answer to the question of this clock, then its effect; `answer` comes with all outputs due
  /// and 0.
  virtual void ask(const Values& question, Answer& answer) = 0;
};

/// Where questions come from, from one reset to the next.
class Stimulus {
 public:
  virtual ~Stimulus() = default;
  /// The next question; `question` holds the one before, at first zeros.
  virtual void next(kernel::Stream& stream, Values& question) = 0;
};

struct Contract {
  std::string block;
  std::string summary;
  std::string source;        ///< where the rules come from, and the page that explains them
  std::string timing;        ///< the requirement that an answer at a wrong clock breaks
  unsigned latency = 0;      ///< of the block's own module
  bool stateful = false;     ///< an answer depends on earlier questions
  bool in_step = false;      ///< in a fabric it is judged, and waited for no longer than `latency`
  bool consecutive = false;  ///< of a stimulus no clock may be left out but at its end
  std::optional<unsigned> valid;  ///< output that signals an answer to what a fabric asks
  std::vector<Parameter> parameters;
  /// Adds what follows from the chosen ones; a text fit for people if they do not fit together.
  std::string (*derive)(Parameters& all) = nullptr;
  /// The same in SystemVerilog, for a module of others: name and expression, in an order in which
  /// each stands on those before it.
  std::vector<std::pair<std::string, std::string>> follows;
  std::vector<Pin> (*pins)(const Parameters& all) = nullptr;
  std::unique_ptr<Golden> (*golden)(const Parameters& all) = nullptr;
  std::unique_ptr<Stimulus> (*stimulus)(const Parameters& all) = nullptr;
  /// Whether a block may be asked this: what a smaller failing example must keep to. Null: any.
  bool (*legal)(const Parameters& all, const Values& question) = nullptr;
  /// Module of tb/formal that says the same to a solver, in the clock of the question; beside it
  /// lies BLOCK_legal, which says what may be asked. Empty: none.
  std::string specification;
};

/// The contracts by name.
[[nodiscard]] const std::vector<Contract>& contracts();
/// Null if there is none.
[[nodiscard]] const Contract* find_contract(const std::string& block);
/// The chosen parameters' presets.
[[nodiscard]] Parameters presets(const Contract& contract);
/// Takes "NAME=NUMBER" over into the chosen parameters; a text fit for people if that cannot be.
[[nodiscard]] std::string choose(const Contract& contract, const std::string& set,
                                 Parameters& chosen);
/// The contract as text: parameters, pins with their widths as `parameters` make them, meanings.
[[nodiscard]] std::string describe(const Contract& contract, const Parameters& parameters);

}  // namespace selvage::dut
