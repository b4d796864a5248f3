// SPDX-License-Identifier: Apache-2.0
/// \file
/// The communication of well-known parallel programs.
#pragma once

#include <string_view>
#include <vector>

#include "config/application/application.hpp"

namespace selvage::config {

/// The most messages of one application.
inline constexpr std::uint64_t kMostMessages = 4'000'000;
/// The last cycle in which one may be due.
inline constexpr Cycle kLatest = 1'000'000'000'000;

/// What the keys of traffic.application say.
struct ApplicationKeys {
  std::string_view kind;
  std::uint64_t bytes = 0;
  std::uint64_t rounds = 1;
  Cycle compute = 0;
  std::vector<HostIdx> hosts;  ///< two or more, in their order
  std::vector<unsigned> grid;  ///< halo_exchange: their product is the number of hosts
};

/// How many messages `generate` would make; nothing beyond 2^63 is told apart.
[[nodiscard]] std::uint64_t messages_of(const ApplicationKeys& keys);
/// Of every kind but `file`; kMostMessages at most.
[[nodiscard]] Application generate(const ApplicationKeys& keys);
/// The squarest rectangle of so many hosts.
[[nodiscard]] std::vector<unsigned> squarest(std::size_t hosts);

}  // namespace selvage::config
