// SPDX-License-Identifier: Apache-2.0
/// \file
/// The fault-tolerant m-port n-tree as a system of the registry.
#pragma once

#include "cosim/system.hpp"

namespace selvage::cosim {

[[nodiscard]] SystemPlug fattree_plug();

}  // namespace selvage::cosim
