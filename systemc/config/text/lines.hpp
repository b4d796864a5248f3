// SPDX-License-Identifier: Apache-2.0
/// \file
/// Files of lines of words, with comments from `#` on, and errors that name their place.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "config/text/diagnostics.hpp"

namespace selvage::config {

struct Word {
  std::string_view text;
  unsigned column = 0;  ///< from 1 on
};

/// What stands between blanks before the first `#`.
[[nodiscard]] std::vector<Word> words_of(std::string_view line);

/// Reads a file line by line, until 20 errors are found.
class LineReader {
 public:
  /// `source`: number of the file's text in `diagnostics`.
  LineReader(std::size_t source, Diagnostics& diagnostics)
      : source_(source), diagnostics_(diagnostics) {}
  virtual ~LineReader() = default;
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  void read_lines(std::string_view text);

 protected:
  virtual void read_line(std::string_view line) = 0;
  void error(unsigned column, std::string what);
  void error(const Word& word, std::string what) { error(word.column, std::move(what)); }
  /// One in a line read before.
  void error_in(unsigned line, std::string what);
  /// One that belongs to no line.
  void error_of_file(std::string what);
  [[nodiscard]] bool flawless() const { return errors_ == 0; }
  [[nodiscard]] unsigned line() const { return line_; }

 private:
  std::size_t source_;
  Diagnostics& diagnostics_;
  unsigned line_ = 0;
  unsigned errors_ = 0;
};

}  // namespace selvage::config
