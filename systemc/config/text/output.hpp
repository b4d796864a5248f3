// SPDX-License-Identifier: Apache-2.0
/// \file
/// What commands leave behind: whole files, and text that other programs read back as it is.
#pragma once

#include <string>
#include <string_view>

namespace selvage::config {

/// Writes `text` to `path` by way of a new temporary file, on disk before it takes the name:
/// complete or not at all, and nothing else left; no link that lies at either name is followed. On
/// failure false and `why`.
[[nodiscard]] bool write_atomically(const std::string& path, const std::string& text,
                                    std::string& why);
/// The same; on failure throws std::runtime_error.
void write_file(const std::string& path, const std::string& text);

/// `word` as a POSIX shell reads it back unchanged.
[[nodiscard]] std::string shell_quoted(std::string_view word);

/// `text` inside elements and quoted attributes of HTML and of XML, e.g. SVG, on one line. What
/// cannot stand there, e.g. bytes that are no UTF-8, becomes U+FFFD.
[[nodiscard]] std::string markup_text(std::string_view text);

/// `text` as a string of gnuplot that stands in a picture of its terminal svg (noenhanced) as it
/// is: nothing in it is special.
[[nodiscard]] std::string gnuplot_quoted(std::string_view text);

}  // namespace selvage::config
