// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which brain takes the decisions.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace selvage {

/// `kGolden`: C++ model alone. `kRtl`: the verilated blocks decide, nothing is compared.
/// `kLockstep`: the verilated blocks decide and every output is compared with the golden model.
enum class Engine : std::uint8_t { kGolden, kRtl, kLockstep };

[[nodiscard]] constexpr std::string_view to_string(Engine e) {
  switch (e) {
    case Engine::kGolden: return "golden";
    case Engine::kRtl: return "rtl";
    case Engine::kLockstep: return "lockstep";
  }
  return "?";
}

[[nodiscard]] constexpr std::optional<Engine> parse_engine(std::string_view text) {
  for (Engine e : {Engine::kGolden, Engine::kRtl, Engine::kLockstep}) {
    if (text == to_string(e)) return e;
  }
  return std::nullopt;
}

}  // namespace selvage
