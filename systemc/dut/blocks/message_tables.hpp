// SPDX-License-Identifier: Apache-2.0
/// \file
/// What stands around a fault message unit under test: neighbours, and the tables of its switch.
#pragma once

#include <vector>

#include "dut/blocks/message_unit.hpp"
#include "golden/fattree/rules.hpp"
#include "kernel/stream.hpp"

namespace selvage::dut {

class MessageSurroundings {
 public:
  explicit MessageSurroundings(const UnitSizes& sizes);
  /// A switch somewhere in the tree.
  void begin(kernel::Stream& stream, UnitIn& in);
  /// What comes over the links in the next clock.
  void events(kernel::Stream& stream, const MessageUnit& unit, UnitIn& in);
  /// What the tables say in it.
  void answer(const UnitAsks& asks, UnitIn& in);
  /// What they are told at its end.
  void take(const UnitIn& in, const UnitOut& out);

 private:
  [[nodiscard]] UnitMessage message(kernel::Stream& stream, const UnitIn& in, unsigned port) const;
  [[nodiscard]] golden::Digits name(std::uint64_t key) const;
  [[nodiscard]] std::vector<golden::UpPortState> up_ports(const UnitIn& in) const;
  [[nodiscard]] std::optional<unsigned> untold(const UnitIn& in) const;
  [[nodiscard]] bool condition(const UnitIn& in, unsigned line) const;
  void write(const UnitOut& out);
  void link(const UnitOut& out);

  UnitSizes s_;
  double rate_ = 0.1;
  golden::SwitchState state_;
  std::uint64_t visited_ = 0;
  std::optional<unsigned> line_;  ///< that a scan of this clock found
};

}  // namespace selvage::dut
