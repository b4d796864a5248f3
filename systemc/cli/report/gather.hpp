// SPDX-License-Identifier: Apache-2.0
/// \file
/// What lies in a directory, for the page of `selvage report`.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "campaign/figures/page.hpp"

namespace selvage::cli {

/// Longest file that a report reads.
inline constexpr std::size_t kMostReportBytes = std::size_t{64} << 20U;

/// Text of a file; empty if it is none, such as a FIFO that nobody writes.
[[nodiscard]] std::string file_text(const std::filesystem::path& path);

/// Takes the runs, campaigns, suites and figures among `files`, all below `directory`, with their
/// coverage, and links from the page `out` to what lies beside them. What cannot be read is named
/// in `in.left_out` and on stderr.
void gather(const std::vector<std::filesystem::path>& files, const std::filesystem::path& directory,
            const std::filesystem::path& out, campaign::PageInput& in);

}  // namespace selvage::cli
