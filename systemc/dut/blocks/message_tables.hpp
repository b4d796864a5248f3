// SPDX-License-Identifier: Apache-2.0
/// \file
/// What stands around a fault message unit under test: neighbours, and the tables of its switch.
#pragma once

#include <vector>

#include "golden/fattree/unit/tables.hpp"
#include "kernel/stream.hpp"

namespace selvage::dut {

using golden::MessageUnit;
using golden::UnitIn;
using golden::UnitMessage;
using golden::UnitOut;
using golden::UnitRequests;
using golden::UnitSizes;

class MessageSurroundings {
 public:
  explicit MessageSurroundings(const UnitSizes& sizes);
  /// A switch somewhere in the tree.
  void begin(kernel::Stream& stream, UnitIn& in);
  /// What comes over the links in the next clock.
  void events(kernel::Stream& stream, const MessageUnit& unit, UnitIn& in);
  /// What the tables say in it.
  void answer(const UnitRequests& requests, UnitIn& in) { tables_.answer(requests, in); }
  /// What they are given at its end.
  void take(const UnitIn& in, const UnitOut& out) { tables_.take(in, out); }

 private:
  [[nodiscard]] UnitMessage message(kernel::Stream& stream, const UnitIn& in, unsigned port) const;

  UnitSizes s_;
  double rate_ = 0.1;
  golden::UnitTables tables_;
};

}  // namespace selvage::dut
