// SPDX-License-Identifier: Apache-2.0
/// \file
/// Traces in the format of netrace (APP-NETRACE).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "config/application/application.hpp"
#include "config/application/trace_part.hpp"
#include "config/text/diagnostics.hpp"

namespace selvage::config {

struct NetraceKeys {
  std::vector<HostIdx> hosts;  ///< by node of the trace
  TracePart part;              ///< of the region, if there is one
  std::optional<unsigned> region;
  bool dependencies = true;
  Cycle compute = 0;
};

/// The packets of the file at `path` as messages. `source`: the number under which `diagnostics`
/// knows its name; the first error is reported.
[[nodiscard]] Application read_netrace(const std::string& path, const NetraceKeys& keys,
                                       std::size_t source, Diagnostics& diagnostics);

}  // namespace selvage::config
