// SPDX-License-Identifier: Apache-2.0
/// \file
/// Code of a plug-in runs: who is told of when it crashes or does not come back.
#pragma once

#include <string>

#include "golden/types.hpp"

namespace selvage::cosim {

namespace detail {
struct PluginPlace {
  const char* file;
  const char* where;
  Cycle cycle;
};
/// Whose code runs; `file` null: nobody's. One at a time in the process.
extern volatile PluginPlace plugin_place;
extern volatile std::uint64_t plugin_calls;
void catch_plugin_crashes();
}  // namespace detail

/// As long as it lives, code of a plug-in runs. A signal that ends a process (SIGSEGV, SIGBUS,
/// SIGFPE, SIGILL, SIGABRT) then names file, switch and cycle and ends it with exit code 1; so does
/// a call that has not come back after half a minute. No destructor is run: what an older run has
/// left stays as it is.
class PluginCall {
 public:
  /// Both texts outlive it.
  PluginCall(const std::string& file, const char* where, Cycle cycle) {
    detail::catch_plugin_crashes();
    detail::plugin_calls = detail::plugin_calls + 1;
    detail::plugin_place.where = where;
    detail::plugin_place.cycle = cycle;
    detail::plugin_place.file = file.c_str();
  }
  ~PluginCall() { detail::plugin_place.file = nullptr; }
  PluginCall(const PluginCall&) = delete;
  PluginCall& operator=(const PluginCall&) = delete;
};

}  // namespace selvage::cosim
