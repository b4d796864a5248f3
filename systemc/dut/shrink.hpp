// SPDX-License-Identifier: Apache-2.0
/// \file
/// A failing stimulus made small.
#pragma once

#include <functional>
#include <vector>

#include "dut/bench.hpp"

namespace selvage::dut {

/// Takes steps, unless they are `consecutive`, and then values away as long as `fails` says that
/// the rest still fails, and every question is `legal`. Tries a bounded number of times; `steps`
/// fails at the end if it did at the beginning.
void shrink(std::vector<Step>& steps, const std::vector<Pin>& inputs,
            const std::function<bool(const std::vector<Step>&)>& fails,
            const std::function<bool(const Values&)>& legal, bool consecutive);

}  // namespace selvage::dut
