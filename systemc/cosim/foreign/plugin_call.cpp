// SPDX-License-Identifier: Apache-2.0
#include "cosim/foreign/plugin_call.hpp"

#include <sys/time.h>
#include <unistd.h>
#include <csignal>
#include <cstdlib>
#include <cstring>

namespace selvage::cosim::detail {

volatile PluginPlace plugin_place{nullptr, nullptr, 0};
volatile std::uint64_t plugin_calls = 0;

namespace {

constexpr int kLooks = 30;  ///< seconds that one call may take
constexpr int kExitFail = 1;
constexpr std::size_t kStack = 1U << 16;
constexpr int kCaught[] = {SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

struct sigaction before[NSIG];
std::uint64_t seen = 0;
int looks = 0;

// Only what may be called in the handler of a signal.
void say(const char* text) {
  const ssize_t ignored = write(STDERR_FILENO, text, std::strlen(text));
  (void)ignored;
}
void say(Cycle number) {
  char digits[24];
  char* at = digits + sizeof digits - 1;
  *at = '\0';
  do *--at = static_cast<char>('0' + number % 10);
  while ((number /= 10) != 0);
  say(at);
}
[[noreturn]] void end(const char* what) {
  const PluginPlace place{plugin_place.file, plugin_place.where, plugin_place.cycle};
  say(place.file);
  say(": error: the plug-in ");
  say(what);
  if (place.where[0] != '\0') {
    say(" in switch ");
    say(place.where);
    say(", edge of cycle ");
    say(place.cycle);
  }
  say("\n");
  _exit(kExitFail);
}
const char* name_of(int number) {
  switch (number) {
    case SIGSEGV: return "crashes (SIGSEGV)";
    case SIGBUS: return "crashes (SIGBUS)";
    case SIGFPE: return "crashes (SIGFPE)";
    case SIGILL: return "crashes (SIGILL)";
    default: return "crashes (SIGABRT)";
  }
}

void crashed(int number) {
  if (plugin_place.file != nullptr) end(name_of(number));
  sigaction(number, &before[number], nullptr);  // not the plug-in's: as if nobody had asked
  raise(number);
}

void look(int) {
  const bool same = plugin_place.file != nullptr && plugin_calls == seen;
  seen = plugin_calls;
  looks = same ? looks + 1 : 0;
  if (looks >= kLooks) end("does not come back (30 s)");
}

}  // namespace

void catch_plugin_crashes() {
  static const bool once = [] {
    static char stack[kStack];  // of a handler whose thread has none left
    stack_t other{};
    other.ss_sp = stack;
    other.ss_size = sizeof stack;
    sigaltstack(&other, nullptr);
    struct sigaction action {};
    sigemptyset(&action.sa_mask);
    action.sa_handler = crashed;
    action.sa_flags = SA_ONSTACK;
    for (const int number : kCaught) sigaction(number, &action, &before[number]);
    action.sa_handler = look;
    action.sa_flags = SA_ONSTACK | SA_RESTART;
    sigaction(SIGALRM, &action, nullptr);
    const itimerval each{{1, 0}, {1, 0}};
    setitimer(ITIMER_REAL, &each, nullptr);
    return true;
  }();
  (void)once;
}

}  // namespace selvage::cosim::detail
