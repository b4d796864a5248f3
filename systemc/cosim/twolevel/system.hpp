// SPDX-License-Identifier: Apache-2.0
/// \file
/// The k-ary fat tree with two-level tables as a system of the registry.
#pragma once

#include "cosim/system.hpp"

namespace selvage::cosim {

[[nodiscard]] SystemPlug twolevel_plug();

}  // namespace selvage::cosim
