// SPDX-License-Identifier: Apache-2.0
/// \file
/// What commands leave behind: whole files, and words that a shell reads back.
#pragma once

#include <string>
#include <string_view>

namespace selvage::config {

/// Writes `text` to `path` by way of a temporary file, on disk before it takes the name: complete
/// or not at all, and nothing else left. On failure false and `why`.
[[nodiscard]] bool write_atomically(const std::string& path, const std::string& text,
                                    std::string& why);

/// `word` as a POSIX shell reads it back unchanged.
[[nodiscard]] std::string shell_quoted(std::string_view word);

}  // namespace selvage::config
