// SPDX-License-Identifier: Apache-2.0
/// \file
/// A block of others in the switches of a system: it takes the decisions, golden gives it its
/// inputs.
#pragma once

#include <any>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cosim/lockstep/difference.hpp"
#include "golden/topology.hpp"

namespace selvage::cosim {

/// A question, and what is wrong with its answer: it is not in time, an output is not one-hot or
/// not golden's, or the module has stopped by itself.
struct ForeignReply {
  std::any question;
  std::optional<Difference> difference;
};

/// One block in one switch, clocked with the fabric; pins by their place among those of their
/// direction in the block's contract. Cycles never decrease from call to call.
///
/// A cycle is one clock of the block, which comes when a later cycle is spoken of: what is put in
/// several calls of one cycle is on the pins together. What is not put is 0, but pins that the
/// contract calls static or held keep their value.
class ForeignBlock {
 public:
  virtual ~ForeignBlock() = default;
  /// `count` bits, at most 64, of an input, for the next call of `prepare`, `drive` or `ask`.
  virtual void put(unsigned pin, unsigned low, unsigned count, std::uint64_t value) = 0;
  /// Clocks what was put before time begins, e.g. to load a table; its answer is forgotten.
  virtual void prepare() = 0;
  /// What was put is on the pins in cycle `now`; nobody waits for an answer. `dated`: the cycle of
  /// the fabric, where the block has a clock of its own.
  virtual void drive(Cycle now, Cycle dated) = 0;
  void drive(Cycle now) { drive(now, now); }
  /// The same, and the answer is awaited; once a cycle. `question` comes back with it.
  virtual void ask(Cycle now, Cycle dated, std::any question) = 0;
  /// The oldest question, if by cycle `now` its answer has come or is due; else null.
  [[nodiscard]] virtual const std::any* due(Cycle now) const = 0;
  /// The oldest question, which must exist, and its answer by cycle `now`, or when it is due if
  /// that is later: `get` then reads it. The answer of a block of a port or in step is held against
  /// the contract's golden, which has been asked the same.
  [[nodiscard]] virtual ForeignReply take(Cycle now) = 0;
  /// Samples the outputs in cycle `now`: what is on them before its clock and with what was put so
  /// far, is what `get` reads.
  virtual void sample(Cycle now) = 0;
  /// What was asked so far has no effect any more: a wave may begin here.
  virtual void settled() = 0;
  /// Once all questions are taken: an assertion that has failed, or an answer without a question.
  [[nodiscard]] virtual std::optional<Difference> finish() = 0;
  /// The last questions and their answers, a line each, oldest first.
  [[nodiscard]] virtual std::vector<std::string> recent() const = 0;
  /// An output; empty where the block does not offer it.
  [[nodiscard]] virtual std::optional<std::uint64_t> get(unsigned pin) const = 0;
  /// `count` bits, at most 64, of an output that every block offers.
  [[nodiscard]] virtual std::uint64_t get(unsigned pin, unsigned low, unsigned count) const = 0;
};

/// What stands in for a block of this tree.
struct ForeignDesign {
  std::string block;  ///< of whose contract
  std::string top;    ///< its module
  /// For a switch; null: it keeps its own.
  std::function<std::unique_ptr<ForeignBlock>(SwitchIdx)> make;
  /// The same for a block of which each port has one; its answers are judged.
  std::function<std::unique_ptr<ForeignBlock>(SwitchPort)> make_at;
};

}  // namespace selvage::cosim
