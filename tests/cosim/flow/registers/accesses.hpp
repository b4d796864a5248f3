// SPDX-License-Identifier: Apache-2.0
/// \file
/// Random accesses to the registers of a port: settings at and around their bounds, commits,
/// reverts, snapshots, addresses of nothing; one after the other.
#pragma once

#include <deque>

#include "control/random.hpp"
#include "cosim/flow/port/block.hpp"

namespace selvage::test {

class Accesses {
 public:
  /// `calm`: settings stay near those of a working switch.
  Accesses(std::uint64_t seed, bool calm) : random_(seed), calm_(calm) {}
  /// Before anything random.
  void first(std::initializer_list<cosim::RegisterAccess> accesses) { queue_ = accesses; }
  /// The access of this cycle; taken if `ready`.
  cosim::RegisterAccess next(bool ready);

 private:
  void refill();
  std::uint32_t value(std::uint32_t at);
  std::uint32_t pick(std::initializer_list<std::uint32_t> values) {
    return values.begin()[random_.below(static_cast<unsigned>(values.size()))];
  }
  tb::Random random_;
  bool calm_;
  std::deque<cosim::RegisterAccess> queue_;
  unsigned pause_ = 0;
};

[[nodiscard]] inline cosim::RegisterAccess write_of(std::uint32_t at, std::uint32_t data) {
  return {true, true, at, data, 15};
}
[[nodiscard]] inline cosim::RegisterAccess read_of(std::uint32_t at) {
  return {true, false, at, 0, 0};
}

}  // namespace selvage::test
