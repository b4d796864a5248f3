// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which operations of the ifct a step takes if its memories have two rows a step (FLOW-A-25).
#pragma once

#include <array>
#include <optional>
#include <set>

#include "golden/flow/flow_types.hpp"

namespace selvage::golden {

/// The row that each of DEQ, ENQ, ACK, CHK names; none: it does not ask.
using NamedByFour = std::array<std::optional<FlowId>, 4>;

/// Who is taken in a cycle; the others ask again in the next.
class RowTurns {
 public:
  static constexpr unsigned kRows = 2;  ///< rows of a step
  static constexpr unsigned kCheckWaits = 7;

  std::array<bool, 4> step(const NamedByFour& asks) {
    constexpr unsigned kCheck = 3;
    std::array<bool, 4> taken{};
    std::set<FlowId> rows;
    const auto ask = [&](unsigned op) {
      if (!asks[op]) return;
      if (rows.size() == kRows && rows.count(*asks[op]) == 0) return;
      rows.insert(*asks[op]);
      taken[op] = true;
    };
    if (check_waits_ == kCheckWaits) ask(kCheck);
    std::optional<unsigned> first;
    for (unsigned n = 0; n < 3; ++n) {
      const unsigned op = (first_ + n) % 3;
      ask(op);
      if (asks[op] && !taken[op] && !first) first = op;
    }
    if (check_waits_ != kCheckWaits) ask(kCheck);
    check_waits_ = asks[kCheck] && !taken[kCheck] ? check_waits_ + 1 : 0;
    if (first) first_ = *first;
    return taken;
  }

 private:
  unsigned first_ = 0;        ///< of DEQ, ENQ, ACK
  unsigned check_waits_ = 0;  ///< cycles
};

}  // namespace selvage::golden
