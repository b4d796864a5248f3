// SPDX-License-Identifier: Apache-2.0
/// \file
/// Configuration errors: collected, placed in the text they come from, and reported all at once.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace selvage::config {

/// A text that configuration was read from: a file, or the value of a command-line option.
struct Source {
  std::string name;       ///< "scenarios/x.yaml", or "--set traffic.load=2"
  std::string text;       ///< whole content
  bool has_lines = true;  ///< false for an option: errors then carry no line and column
};

/// Where something stands; line and column count from 1, 0 means "as a whole".
struct Spot {
  std::size_t source = 0;
  unsigned line = 0;
  unsigned column = 0;
};

inline constexpr std::size_t kMostReported = 50;

/// One error, fit for people.
struct Diagnostic {
  Spot spot;
  std::string path;  ///< dotted path of the value, e.g. "faults.links[0].link"; may be empty
  std::string what;
  std::string hint;  ///< "did you mean 'x'?" without the parentheses; may be empty
};

/// The errors of one configuration with the texts they point into.
class Diagnostics {
 public:
  std::size_t add_source(Source source);
  void error(Diagnostic diagnostic);

  [[nodiscard]] bool empty() const { return errors_.empty(); }
  [[nodiscard]] const std::vector<Diagnostic>& errors() const { return errors_; }
  [[nodiscard]] const Source& source(std::size_t i) const { return sources_[i]; }
  /// The first kMostReported errors by source and place: `file:line:col: error: path: what (hint)`,
  /// each followed by its line and a caret where there is one; then how many more there are.
  [[nodiscard]] std::string text() const;
  /// The first line of one error, without source line and caret.
  [[nodiscard]] std::string headline(const Diagnostic& diagnostic) const;

 private:
  std::vector<Source> sources_;
  std::vector<Diagnostic> errors_;
};

/// Where `text` is first not well-formed UTF-8; npos: nowhere.
[[nodiscard]] std::size_t find_bad_utf8(std::string_view text);

/// Whether source number `source` is text: UTF-8 without a zero byte. If not, says so at its place.
[[nodiscard]] bool is_text(std::size_t source, Diagnostics& diagnostics);

/// `value` for a message: control characters and what is not UTF-8 shown as \xNN, long text
/// shortened between two characters.
[[nodiscard]] std::string printable(std::string_view value, std::size_t limit = 60);
/// A path of a user for a message: likewise, with room for a long one.
[[nodiscard]] std::string printable_path(const std::string& path);

/// The candidate nearest to `word`: one that begins with it, one whose parts between underscores
/// hold its own, or by edit distance; empty when none is near enough to be what was meant.
[[nodiscard]] std::string nearest(std::string_view word,
                                  const std::vector<std::string>& candidates);
/// "did you mean 'x'?", or empty.
[[nodiscard]] std::string did_you_mean(std::string_view word,
                                       const std::vector<std::string>& candidates);
/// "a, b, c".
[[nodiscard]] std::string join(const std::vector<std::string>& words, std::string_view separator);

}  // namespace selvage::config
