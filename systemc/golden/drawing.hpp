// SPDX-License-Identifier: Apache-2.0
/// \file
/// How a topology is drawn: where its switches stand.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "golden/types.hpp"

namespace selvage {

/// Where one switch stands among the others.
struct DrawnPlace {
  static constexpr std::uint32_t kNoGroup = ~0U;
  std::uint32_t group = kNoGroup;  ///< switches that belong together, numbered from 0
  std::uint32_t row = 0;           ///< from the bottom of its group
  std::uint32_t column = 0;        ///< in its row, of the whole fabric or of its group
  /// Where it stands in a topology of three dimensions, which is drawn as a body too.
  std::optional<std::array<std::uint32_t, 3>> space = {};
};

/// A topology that says how it is drawn; of another one the levels are drawn.
class Drawn {
 public:
  virtual ~Drawn() = default;
  /// "levels": rows are levels of the whole fabric, groups stand side by side in them; "planes":
  /// each group is a grid of its own.
  [[nodiscard]] virtual std::string_view arrangement() const = 0;
  /// What a group is called, e.g. "pod".
  [[nodiscard]] virtual std::string_view group_word() const = 0;
  [[nodiscard]] virtual DrawnPlace place(SwitchIdx sw) const = 0;
};

}  // namespace selvage
