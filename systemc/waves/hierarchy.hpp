// SPDX-License-Identifier: Apache-2.0
/// \file
/// What an FST file really contains.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace selvage::waves {

[[nodiscard]] inline bool starts(const std::string& text, const std::string& lead) {
  return text.rfind(lead, 0) == 0;
}

/// One signal of the file.
struct Signal {
  std::string scope;  ///< levels separated by '.', e.g. "fabric.sw_0_21.rtl"
  std::string name;   ///< without the range, e.g. "key_q[3]"
  std::string shown;  ///< as GTKWave names it, e.g. "key_q[3][5:0]"
  unsigned bits = 1;
  bool enumerated = false;
  bool alias = false;         ///< another name of a signal listed before
  bool text = false;          ///< bytes of ASCII
  std::uint64_t changes = 0;  ///< after the first value
  bool zero = true;           ///< no value has a bit set
  std::uint64_t last_ps = 0;  ///< when it took its last value
  [[nodiscard]] std::string path() const { return scope.empty() ? shown : scope + '.' + shown; }
};

struct Hierarchy {
  std::vector<Signal> signals;  ///< in the order of the file
  std::uint64_t begin_ps = 0;
  std::uint64_t end_ps = 0;
};

/// Empty, with `why`, if the file cannot be read.
[[nodiscard]] std::optional<Hierarchy> read_hierarchy(const std::string& path, std::string& why);

}  // namespace selvage::waves
