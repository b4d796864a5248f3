// SPDX-License-Identifier: Apache-2.0
#include "cosim/lockstep/runtime.hpp"

#include <verilated.h>
#include <cstdarg>
#include <cstdio>
#include <optional>
#include <stdexcept>

#include "cosim/lockstep/printf.hpp"
#include "kernel/stream.hpp"

#ifdef SELVAGE_COV
#include "cosim/lockstep/counts.hpp"
constexpr bool kCounts = true;
#else
constexpr bool kCounts = false;
#endif

namespace selvage::cosim {

namespace detail {
bool rtl_failed = false;
}

namespace {

/// Text printed since the last failure was taken; the assertion's message comes before its stop.
std::string& printed() {
  static std::string text;
  return text;
}

constexpr std::size_t kMostText = 4000;

struct Dirt {
  std::uint64_t generation = 0;
  std::optional<kernel::Stream> stream;
};
Dirt& dirt() {
  static Dirt d;
  return d;
}

}  // namespace

std::shared_ptr<VerilatedContext> shared_verilated_context() {
  static std::weak_ptr<VerilatedContext> alive;
  std::shared_ptr<VerilatedContext> context = alive.lock();
  if (!context) {
    context = std::make_shared<VerilatedContext>();
    alive = context;
  }
#ifdef SELVAGE_COV
  counts_are_written(context);
#endif
  if (dirt().stream) {
    context->randReset(2);
    context->randSeed(1 + static_cast<int>(dirt().stream->below(0x7ffffffe)));
  }
  return context;
}

void dirty_registers(std::uint64_t seed) {
  ++dirt().generation;
  dirt().stream.emplace(seed, "registers", 0);
}
// Where coverage is counted, a block takes the model of an earlier one whenever there is one, and
// none dies: a model has the counts of its points.
std::uint64_t dirty_generation() { return kCounts ? 1 : dirt().generation; }
std::uint64_t dirty_draw(std::uint64_t count) {
  if (kCounts) return count - 1;
  return dirt().stream ? dirt().stream->below(count) : 0;
}

std::string take_rtl_failure() {
  detail::rtl_failed = false;
  std::string text;
  text.swap(printed());
  while (!text.empty() && text.back() == '\n') text.pop_back();
  return text;
}

}  // namespace selvage::cosim

extern "C" int selvage_rtl_printf(const char* format, ...) {
  char line[1024];
  va_list arguments;
  va_start(arguments, format);
  const int length = std::vsnprintf(line, sizeof line, format, arguments);
  va_end(arguments);
  std::string& text = selvage::cosim::printed();
  if (text.size() < selvage::cosim::kMostText) text += line;
  return length;
}

/// $stop, $error, $fatal and failed assertions: noted, and the model runs on; whoever clocked it
/// reports the failure with its place.
void vl_stop(const char* filename, int line, const char*) {
  selvage::cosim::detail::rtl_failed = true;
  if (selvage::cosim::printed().empty()) {
    selvage_rtl_printf("stopped at %s:%d", filename != nullptr ? filename : "?", line);
  }
}

/// Only when the model itself is broken (for example it does not converge).
void vl_fatal(const char* filename, int line, const char*, const char* message) {
  throw std::runtime_error("RTL model: " + std::string(filename != nullptr ? filename : "?") + ":" +
                           std::to_string(line) + ": " + message);
}
