// SPDX-License-Identifier: Apache-2.0
/// \file
/// `selvage certify`: can a routing relation deadlock?
#pragma once

#include "cli/options/options.hpp"

namespace selvage::cli {

int certify_command(const Options& options);

}  // namespace selvage::cli
