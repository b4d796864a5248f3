// SPDX-License-Identifier: Apache-2.0
/// \file
/// A block that stands in ports of a kind of switch and may be foreign.
#pragma once

#include <cstdint>
#include <map>
#include <string>

namespace selvage::cosim {

struct PortBlock {
  bool with_host = false;                     ///< in ports with a host; else with a switch behind
  std::map<std::string, std::int64_t> sizes;  ///< the chosen parameters of its contract
  std::string why_not;                        ///< nothing asks it; empty: it is asked
  /// Parameters that may be chosen, from these values on.
  std::map<std::string, std::int64_t> least = {};
};

}  // namespace selvage::cosim
