// SPDX-License-Identifier: Apache-2.0
#include "cli/terminal.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace selvage::cli {
namespace {

bool use_color(ColorMode mode, std::FILE* stream) {
  if (mode != ColorMode::kAuto) return mode == ColorMode::kAlways;
  const char* no_color = std::getenv("NO_COLOR");
  const char* term = std::getenv("TERM");
  return isatty(fileno(stream)) != 0 && (no_color == nullptr || *no_color == '\0') &&
         (term == nullptr || std::string_view(term) != "dumb");
}

}  // namespace

Style::Style(ColorMode mode, std::FILE* stream) : on_(use_color(mode, stream)) {}

std::string Style::wrap(std::string_view code, std::string_view text) const {
  return on_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

void print_error(const std::string& text) { std::fputs(text.c_str(), stderr); }

void clear_progress_line() {
  if (isatty(fileno(stderr)) != 0) std::fputs("\r\x1b[K", stderr);
}

Progress::Progress(bool wanted) : on_(wanted && isatty(fileno(stderr)) != 0) {}

Progress::~Progress() { clear(); }

void Progress::clear() {
  if (shown_) std::fputs("\r\x1b[K", stderr);
  shown_ = false;
}

void Progress::show(std::uint64_t cycle, std::uint64_t last, std::uint64_t packets) {
  if (!on_) return;
  const double seconds =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
  const double rate = seconds > 0 ? static_cast<double>(cycle) / seconds : 0;
  const double share = last > 0 ? static_cast<double>(cycle) / static_cast<double>(last) : 1;
  std::string rest;
  if (rate > 0 && cycle < last) {
    rest = ", " + duration(static_cast<double>(last - cycle) / rate) + " left";
  }
  line(fmt::format("cycle {} ({:.0f} %), {} packets, {} cycles/s{}", grouped(cycle),
                   100 * std::min(share, 1.0), grouped(packets),
                   grouped(static_cast<std::uint64_t>(rate)), rest));
}

void Progress::work(std::string_view what, std::uint64_t done, std::uint64_t all,
                    std::string_view failures, std::uint64_t before) {
  if (!on_ || done == before) return;
  const auto now = std::chrono::steady_clock::now();
  if (now < next_) return;
  next_ = now + std::chrono::milliseconds(500);
  const double share = static_cast<double>(done) / static_cast<double>(all);
  const double seconds = std::chrono::duration<double>(now - begin_).count();
  const double left =
      seconds * static_cast<double>(all - done) / static_cast<double>(done - before);
  line(fmt::format("{} of {} {} ({:.0f} %), {} left{}{}", grouped(done), grouped(all), what,
                   std::floor(100 * share), duration(left), failures.empty() ? "" : ", ",
                   failures));
}

void Progress::line(const std::string& text) {
  shown_ = true;
  std::fputs(("\r\x1b[K" + text).c_str(), stderr);
  std::fflush(stderr);
}

std::string duration(double seconds) {
  const auto s = static_cast<std::uint64_t>(std::clamp(std::ceil(seconds), 0.0, 1e15));
  const std::uint64_t minutes = (s + 59) / 60;
  const std::uint64_t hours = minutes / 60;
  if (s < 120) return fmt::format("{} s", s);
  if (minutes < 120) return fmt::format("{} min", minutes);
  if (hours < 48) return fmt::format("{} h {} min", hours, minutes % 60);
  return fmt::format("{} d {} h", hours / 24, hours % 24);
}

}  // namespace selvage::cli
