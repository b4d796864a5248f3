// SPDX-License-Identifier: Apache-2.0
/// \file
/// The first thing in which the RTL differs from the golden model, and how it is reported.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "cosim/lockstep/runtime.hpp"
#include "cosim/lockstep/scoreboard.hpp"

namespace selvage::cosim {

struct Difference {
  std::string_view requirement;                ///< id of docs/reference/requirements.md
  std::string what;                            ///< which output
  std::string expected;                        ///< golden
  std::string actual;                          ///< RTL
  std::optional<PortIdx> port = std::nullopt;  ///< switch port concerned, where there is one
};

/// Reports `difference` of `block` to the scoreboard; `place` says when, where and after what.
inline void fail(Scoreboard& scoreboard, BlockCount& block, Mismatch place,
                 const Difference& difference) {
  place.block = block.kind;
  place.requirement = difference.requirement;
  place.what = difference.what;
  place.expected = difference.expected;
  place.actual = difference.actual;
  scoreboard.fail(block, std::move(place));
}

/// Where failed assertions are counted: they name their module themselves.
[[nodiscard]] inline BlockCount& assertions(Scoreboard& scoreboard) {
  return scoreboard.block("rtl_assertion");
}
[[nodiscard]] inline Difference assertion_failed(std::string text) {
  return {"COS-ASSERT", "RTL assertion", "holds", std::move(text)};
}
/// The RTL assertions that have failed since they were last asked for (COS-ASSERT).
[[nodiscard]] inline std::optional<Difference> failed_assertion() {
  if (!rtl_failure_pending()) return std::nullopt;
  return assertion_failed(take_rtl_failure());
}

}  // namespace selvage::cosim
