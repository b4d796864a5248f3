// SPDX-License-Identifier: Apache-2.0
/// \file
/// `selvage dut prove`: a block of others against its specification, for all inputs.
#pragma once

#include "cli/options/options.hpp"

namespace selvage::cli {

[[nodiscard]] int prove_action(const Options& options);

}  // namespace selvage::cli
