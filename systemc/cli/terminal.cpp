// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

namespace selvage::cli {
namespace {

bool wants_color(ColorMode mode, std::FILE* stream) {
  if (mode != ColorMode::kAuto) return mode == ColorMode::kAlways;
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  return isatty(fileno(stream)) != 0 && (no_color == nullptr || *no_color == '\0') &&
         (term == nullptr || std::string_view(term) != "dumb");
}

}  // namespace

Style::Style(ColorMode mode, std::FILE* stream) : on_(wants_color(mode, stream)) {}

std::string Style::wrap(std::string_view code, std::string_view text) const {
  return on_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

void tell(const std::string& text) { std::fputs(text.c_str(), stderr); }

Progress::Progress(bool wanted) : on_(wanted && isatty(fileno(stderr)) != 0) {}

Progress::~Progress() {
  if (shown_) std::fputs("\r\x1b[K", stderr);
}

void Progress::show(std::uint64_t cycle, std::uint64_t last, std::uint64_t packets) {
  if (!on_) return;
  shown_ = true;
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  const double rate = seconds > 0 ? static_cast<double>(cycle) / seconds : 0;
  const double share = last > 0 ? static_cast<double>(cycle) / static_cast<double>(last) : 1;
  std::string rest;
  if (rate > 0 && cycle < last) {
    rest = fmt::format(", {:.0f} s left", static_cast<double>(last - cycle) / rate);
  }
  fmt::print(stderr, "\r\x1b[Kcycle {} ({:.0f} %), {} packets, {} cycles/s{}", grouped(cycle),
             100 * std::min(share, 1.0), grouped(packets),
             grouped(static_cast<std::uint64_t>(rate)), rest);
  std::fflush(stderr);
}

std::string grouped(std::uint64_t number) {
  std::string out = std::to_string(number);
  for (std::size_t i = out.size(); i > 3; i -= 3) out.insert(i - 3, ",");
  return out;
}

}  // namespace selvage::cli
