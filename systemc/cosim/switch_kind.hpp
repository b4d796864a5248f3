// SPDX-License-Identifier: Apache-2.0
/// \file
/// How packets move through a switch.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace selvage {

/// `kCutThrough`: whole packets, XON/XOFF (docs/fabric.md). `kWormhole`: flit by flit, credits
/// (docs/wormhole.md).
enum class SwitchKind : std::uint8_t { kCutThrough, kWormhole };

[[nodiscard]] constexpr std::string_view to_string(SwitchKind k) {
  return k == SwitchKind::kCutThrough ? "cut_through" : "wormhole";
}

[[nodiscard]] constexpr std::optional<SwitchKind> parse_switch_kind(std::string_view text) {
  for (const SwitchKind k : {SwitchKind::kCutThrough, SwitchKind::kWormhole}) {
    if (text == to_string(k)) return k;
  }
  return std::nullopt;
}

}  // namespace selvage
