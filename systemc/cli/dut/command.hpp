// SPDX-License-Identifier: Apache-2.0
/// \file
/// `selvage dut`: a block of others against golden.
#pragma once

#include "cli/options/options.hpp"

namespace selvage::cli {

int dut_command(const Options& options);

}  // namespace selvage::cli
