// SPDX-License-Identifier: Apache-2.0
/// \file
/// A first project for a block: what `selvage dut new` writes.
#pragma once

#include <string>

#include "dut/contract.hpp"

namespace selvage::dut {

/// Writes dut.yaml, BLOCK.sv and README.md into `folder`, made if it is not there. False and `why`
/// if one of them lies there already or cannot be written; then nothing is changed.
[[nodiscard]] bool write_skeleton(const Contract& contract, const std::string& folder,
                                  std::string& why);

}  // namespace selvage::dut
