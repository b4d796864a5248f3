// SPDX-License-Identifier: Apache-2.0
/// \file
/// The tables of a fat tree's switch as its fault message unit sees them at its pins, clock by
/// clock (docs/reference/control-plane.md, Operations).
#pragma once

#include <optional>
#include <vector>

#include "golden/fattree/rules.hpp"
#include "golden/fattree/unit/message_unit.hpp"

namespace selvage::golden {

class UnitTables {
 public:
  /// `lines` of the fault table.
  UnitTables(const UnitSizes& sizes, unsigned lines, Rule rule);
  /// The tables' answer to the unit's request in the next clock.
  void answer(const UnitRequests& requests, UnitIn& in);
  /// What they are given at its end.
  void take(const UnitIn& in, const UnitOut& out);

 private:
  [[nodiscard]] Digits name(std::uint64_t key) const;
  [[nodiscard]] std::vector<UpPortState> up_ports(const UnitIn& in) const;
  void scan(const UnitIn& in, const UnitOut& out);
  [[nodiscard]] bool condition(const UnitIn& in, unsigned line) const;
  void write(const UnitOut& out);
  void link(const UnitOut& out);

  UnitSizes s_;
  Rule rule_;
  SwitchState state_;
  std::uint64_t marked_ = 0;
  std::optional<unsigned> chosen_;
};

}  // namespace selvage::golden
