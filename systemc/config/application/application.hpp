// SPDX-License-Identifier: Apache-2.0
/// \file
/// The messages of an application, and which of them wait for others
/// (docs/reference/applications.md).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "golden/types.hpp"

namespace selvage {

/// Sent from one host to another when all that it waits for has happened.
struct AppMessage {
  HostIdx source = 0;
  HostIdx destination = 0;
  std::uint64_t bytes = 0;
  Cycle at = 0;                  ///< not offered before this cycle
  Cycle work = 0;                ///< cycles between what it waits for and its offer
  std::uint32_t waits_from = 0;  ///< its first place in Application::waits
  std::uint32_t waits = 0;       ///< how many it waits for
  std::string name;              ///< as its file calls it; empty: it has none
};

struct Application {
  std::string kind;  ///< traffic.application.kind
  std::vector<AppMessage> messages;
  /// Numbers of messages, each less than that of the message that waits for it.
  std::vector<std::uint32_t> waits;

  /// Adds a message that waits for `after`.
  void add(AppMessage message, const std::vector<std::uint32_t>& after) {
    message.waits_from = static_cast<std::uint32_t>(waits.size());
    message.waits = static_cast<std::uint32_t>(after.size());
    waits.insert(waits.end(), after.begin(), after.end());
    messages.push_back(std::move(message));
  }
};

}  // namespace selvage
