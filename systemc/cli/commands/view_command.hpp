// SPDX-License-Identifier: Apache-2.0
/// \file
/// `selvage view`: the page in which a person watches a run, from its events.
#pragma once

#include "cli/options/options.hpp"

namespace selvage::cli {

int view_command(const Options& options);

}  // namespace selvage::cli
