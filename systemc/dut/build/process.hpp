// SPDX-License-Identifier: Apache-2.0
/// \file
/// Tools run as processes: arguments as they are, no shell.
#pragma once

#include <atomic>
#include <string>
#include <vector>

namespace selvage::dut {

struct Ended {
  int code = -1;       ///< exit code; 127: not found; -1: killed by a signal
  bool late = false;   ///< killed because its time was over, or nobody wants it any more
  std::string output;  ///< stdout and stderr, at most 1 MiB
};

struct Limits {
  double seconds = 0;     ///< the tool is killed then, and with this process; 0: never
  std::string stdout_to;  ///< file for what it writes to stdout; empty: `output`, with the rest
  const std::atomic<bool>* stop = nullptr;  ///< it is killed, too, when that is true
};

/// Runs `words` in `folder` and waits for the end.
[[nodiscard]] Ended run_tool(const std::vector<std::string>& words, const std::string& folder,
                             const Limits& limits = {});
/// The first line that it prints; empty if it fails.
[[nodiscard]] std::string first_line(const std::vector<std::string>& words);
/// Runs all of them, two at a time, and gives the first that failed, or the last.
[[nodiscard]] Ended run_tools(const std::vector<std::vector<std::string>>& commands,
                              const std::string& folder);

}  // namespace selvage::dut
