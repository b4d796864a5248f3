// SPDX-License-Identifier: Apache-2.0
#include "config/text/lines.hpp"

#include <algorithm>
#include <utility>

namespace selvage::config {
namespace {

constexpr unsigned kMostErrors = 20;

}  // namespace

std::vector<Word> words_of(std::string_view line) {
  line = line.substr(0, line.find('#'));
  std::vector<Word> words;
  std::size_t i = 0;
  while (i < line.size()) {
    const std::size_t from = line.find_first_not_of(" \t\r", i);
    if (from == std::string_view::npos) break;
    i = std::min(line.find_first_of(" \t\r", from), line.size());
    words.push_back({line.substr(from, i - from), static_cast<unsigned>(from + 1)});
  }
  return words;
}

void LineReader::read_lines(std::string_view text) {
  while (!text.empty() && errors_ < kMostErrors) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    ++line_;
    read_line(line);
  }
}

void LineReader::error(unsigned column, std::string what) {
  ++errors_;
  diagnostics_.error({{source_, line_, column}, "", std::move(what), ""});
}

void LineReader::error_in(unsigned line, std::string what) {
  if (++errors_ <= kMostErrors) diagnostics_.error({{source_, line, 1}, "", std::move(what), ""});
}

void LineReader::error_of_file(std::string what) {
  ++errors_;
  diagnostics_.error({{source_, 0, 0}, "", std::move(what), ""});
}

}  // namespace selvage::config
