// SPDX-License-Identifier: Apache-2.0
/// \file
/// Coverage of the RTL, in builds that count it (SELVAGE_COV): a file for each process in the
/// folder that the environment variable SELVAGE_COVERAGE names, read by scripts/coverage.
#pragma once

#include <memory>

class VerilatedContext;

namespace selvage::cosim {

/// The counts of the models of `context` are written when the process ends, also by _exit. To be
/// said again for each new model, or what holds the older models is gone by then.
void counts_are_written(std::shared_ptr<VerilatedContext> context);

}  // namespace selvage::cosim
