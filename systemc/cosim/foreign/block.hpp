// SPDX-License-Identifier: Apache-2.0
/// \file
/// A block of others in the switches of a system: it takes the decisions, golden gives it its
/// inputs.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "golden/types.hpp"

namespace selvage::cosim {

/// One block in one switch, clocked with the fabric; pins by their place among those of their
/// direction in the block's contract. Cycles never decrease from call to call.
class ForeignBlock {
 public:
  virtual ~ForeignBlock() = default;
  /// `count` bits, at most 64, of an input of the next question; what is not put is 0.
  virtual void put(unsigned pin, unsigned low, unsigned count, std::uint64_t value) = 0;
  /// Clocks the question before time begins, e.g. to load a table; its answer is forgotten.
  virtual void prepare() = 0;
  /// The question is on the pins in cycle `now`; in clocks without one they are 0.
  virtual void ask(Cycle now) = 0;
  /// Whether the oldest answer has come by cycle `now`; it is then what `get` reads, and is
  /// forgotten by the next call. If not, `why`.
  [[nodiscard]] virtual bool answer(Cycle now, std::string& why) = 0;
  /// What the module said when it stopped by itself ($error, $finish), once; empty: it did not.
  [[nodiscard]] virtual std::string failure() = 0;
  /// An output; empty where the block does not offer it.
  [[nodiscard]] virtual std::optional<std::uint64_t> get(unsigned pin) const = 0;
};

/// What stands in for a block of this tree.
struct ForeignDesign {
  std::string block;  ///< of whose contract
  std::string top;    ///< its module
  /// For a switch; null: it keeps its own.
  std::function<std::unique_ptr<ForeignBlock>(SwitchIdx)> make;
};

}  // namespace selvage::cosim
