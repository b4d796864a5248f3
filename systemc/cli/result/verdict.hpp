// SPDX-License-Identifier: Apache-2.0
/// \file
/// The verdict of a run, for people.
#pragma once

#include <string>

#include "cli/result/result_json.hpp"
#include "cli/terminal.hpp"

namespace selvage::cli {

/// The table, about 25 lines; `result_path` is named in it. With `brief` only what comes after the
/// table.
[[nodiscard]] std::string verdict(const FinishedRun& run, const std::string& result_path,
                                  const Style& style, bool brief);
/// A mismatch reported in full.
[[nodiscard]] std::string mismatch_report(const Mismatch& mismatch, const Style& style);

}  // namespace selvage::cli
