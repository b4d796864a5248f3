// SPDX-License-Identifier: Apache-2.0
/// \file
/// How packets move through a switch.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace selvage {

/// `kCutThrough`: whole packets, XON/XOFF (docs/fabric.md). `kWormhole`: flit by flit, credits
/// (docs/wormhole.md). `kFlow`: whole packets in flow channels (docs/flow-fabric.md).
enum class SwitchKind : std::uint8_t { kCutThrough, kWormhole, kFlow };

[[nodiscard]] constexpr std::string_view to_string(SwitchKind k) {
  switch (k) {
    case SwitchKind::kCutThrough: return "cut_through";
    case SwitchKind::kWormhole: return "wormhole";
    case SwitchKind::kFlow: return "flow";
  }
  return "?";
}

/// Such switches, for people.
[[nodiscard]] constexpr std::string_view switches_of(SwitchKind k) {
  switch (k) {
    case SwitchKind::kCutThrough: return "cut-through switches";
    case SwitchKind::kWormhole: return "wormhole switches";
    case SwitchKind::kFlow: return "flow-channel switches";
  }
  return "?";
}

[[nodiscard]] constexpr std::optional<SwitchKind> parse_switch_kind(std::string_view text) {
  for (const SwitchKind k : {SwitchKind::kCutThrough, SwitchKind::kWormhole, SwitchKind::kFlow}) {
    if (text == to_string(k)) return k;
  }
  return std::nullopt;
}

}  // namespace selvage
