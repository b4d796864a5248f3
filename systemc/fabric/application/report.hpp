// SPDX-License-Identifier: Apache-2.0
/// \file
/// What became of an application's messages.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "golden/types.hpp"

namespace selvage::fabric {

/// A message that will not arrive.
struct LostMessage {
  std::uint32_t number = 0;
  std::string name;  ///< as its file calls it; empty: it has none
  std::string from;
  std::string to;
  Cycle at = 0;
  std::string reason;  ///< of the packet that was lost
  std::string met;     ///< the link or switch that it met, or empty
};

struct ApplicationReport {
  std::string kind;
  std::uint64_t messages = 0;
  std::uint64_t bytes = 0;
  std::uint64_t packets = 0;    ///< that they are cut into
  std::uint64_t delivered = 0;  ///< messages
  std::uint64_t lost = 0;       ///< likewise
  std::uint64_t unsent = 0;     ///< of which no packet was offered
  std::uint64_t due = 0;        ///< that could have been sent on when the run ended
  std::optional<Cycle> complete;
  std::optional<LostMessage> first_lost;
};

}  // namespace selvage::fabric
