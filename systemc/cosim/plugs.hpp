// SPDX-License-Identifier: Apache-2.0
/// \file
/// The systems that a build knows: its own, and those added from outside.
#pragma once

#include "cosim/system.hpp"

namespace selvage {

/// One more system, before anything is asked of them: schemas are put together at first use. Throws
/// std::invalid_argument if its kind is empty, stands already, or has no schema or maker.
void add_plug(SystemPlug plug);
/// All systems in the order of presentation: this build's, then those added.
[[nodiscard]] const std::vector<SystemPlug>& system_plugs();
/// The plug of a kind, or null.
[[nodiscard]] const SystemPlug* find_plug(std::string_view kind);

}  // namespace selvage
