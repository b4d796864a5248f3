// SPDX-License-Identifier: Apache-2.0
/// \file
/// The specifications that a solver reads: the files of tb/formal, part of the executable.
#pragma once

#include <string>

#include "dut/manifest/manifest.hpp"

namespace selvage::dut {

/// SystemVerilog of the contract's specification and of what may be asked.
[[nodiscard]] const std::string& specification_text(const Contract& contract);

/// The specification as if it were somebody's block, at the sizes of `manifest`: what golden is
/// held against when the solver has found a difference. Its source is kept in the cache.
[[nodiscard]] Manifest specification_manifest(const Manifest& manifest);

/// The blocks that have one, "a, b, c".
[[nodiscard]] std::string specified_blocks();

}  // namespace selvage::dut
