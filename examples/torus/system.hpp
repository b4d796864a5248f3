// SPDX-License-Identifier: Apache-2.0
/// \file
/// The torus as a system: dimension order with a dateline on two virtual channels.
#pragma once

#include "cosim/system.hpp"

namespace torus {

/// `topology: {kind: torus, k: 4, dateline: true}`. Without the dateline it deadlocks.
[[nodiscard]] selvage::SystemPlug plug();

}  // namespace torus
