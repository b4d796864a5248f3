// SPDX-License-Identifier: Apache-2.0
/// \file
/// Colour and progress that behave: plain text unless a person is watching.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>

#include "config/text/output.hpp"
#include "kernel/words.hpp"

namespace selvage::cli {

enum class ColorMode { kAuto, kAlways, kNever };

/// Wraps text in terminal colours, or leaves it alone.
class Style {
 public:
  /// Auto: colour if `stream` is a terminal, NO_COLOR is unset and TERM is not "dumb".
  Style(ColorMode mode, std::FILE* stream);
  [[nodiscard]] std::string bold(std::string_view text) const { return wrap("1", text); }
  [[nodiscard]] std::string dim(std::string_view text) const { return wrap("2", text); }
  [[nodiscard]] std::string red(std::string_view text) const { return wrap("1;31", text); }
  [[nodiscard]] std::string green(std::string_view text) const { return wrap("1;32", text); }
  [[nodiscard]] std::string yellow(std::string_view text) const { return wrap("33", text); }

 private:
  [[nodiscard]] std::string wrap(std::string_view code, std::string_view text) const;
  bool on_;
};

/// `text` on stderr; a stderr that cannot be written changes no exit code.
void print_error(const std::string& text);

/// Takes away the line that a Progress may show, from whichever thread.
void clear_progress_line();

/// One line on a terminal's stderr that is overwritten in place; silent elsewhere.
class Progress {
 public:
  explicit Progress(bool wanted);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void show(std::uint64_t cycle, std::uint64_t last, std::uint64_t packets);
  /// "12,000 of 3,321,960 fault sets (0 %), 4 min left, 3 intolerable": nothing in the first
  /// second, then twice a second. `done` never falls. `failures`: what went wrong so far, or empty;
  /// `before`: done before this began.
  void work(std::string_view what, std::uint64_t done, std::uint64_t all,
            std::string_view failures = {}, std::uint64_t before = 0);

  /// Takes the line away, so that something else can be printed.
  void clear();

 private:
  void line(const std::string& text);
  bool on_;
  bool shown_ = false;
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point next_ = begin_ + std::chrono::seconds(1);
};

/// "12 s", "4 min", "2 h 5 min", "3 d 4 h".
[[nodiscard]] std::string duration(double seconds);

using config::shell_quoted;
using kernel::grouped;

}  // namespace selvage::cli
