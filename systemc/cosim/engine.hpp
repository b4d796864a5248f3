// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which model takes the decisions, block by block.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace selvage {

/// `kGolden`: C++ model alone. `kRtl`: the verilated blocks decide, nothing is compared.
/// `kLockstep`: the verilated blocks decide and every output is compared with the golden model.
/// `kSwitch`: every switch whole in RTL beside the golden model, compared in every cycle; for a
/// fabric, not for a block.
enum class Engine : std::uint8_t { kGolden, kRtl, kLockstep, kSwitch };

[[nodiscard]] constexpr std::string_view to_string(Engine e) {
  switch (e) {
    case Engine::kGolden: return "golden";
    case Engine::kRtl: return "rtl";
    case Engine::kLockstep: return "lockstep";
    case Engine::kSwitch: return "switch";
  }
  return "?";
}

[[nodiscard]] constexpr std::optional<Engine> parse_engine(std::string_view text) {
  for (Engine e : {Engine::kGolden, Engine::kRtl, Engine::kLockstep, Engine::kSwitch}) {
    if (text == to_string(e)) return e;
  }
  return std::nullopt;
}

/// One engine for all blocks, and others for some of them by name.
class Engines {
 public:
  using Own = std::map<std::string, Engine, std::less<>>;

  // NOLINTNEXTLINE(google-explicit-constructor)
  Engines(Engine all = Engine::kLockstep, Own own = {}) : all_(all), own_(std::move(own)) {}
  void set(std::string_view block, Engine engine) {
    own_.insert_or_assign(std::string(block), engine);
  }

  /// Beside whole switches in RTL the blocks are golden.
  [[nodiscard]] Engine of(std::string_view block) const {
    const auto own = own_.find(block);
    if (own != own_.end()) return own->second;
    return whole_switches() ? Engine::kGolden : all_;
  }
  [[nodiscard]] bool rtl(std::string_view block) const { return of(block) != Engine::kGolden; }
  /// That of the blocks without one of their own.
  [[nodiscard]] Engine preset() const { return all_; }
  [[nodiscard]] bool whole_switches() const { return all_ == Engine::kSwitch; }
  /// Those of their own, by block.
  [[nodiscard]] const Own& own() const { return own_; }
  /// Whether a block may have this engine.
  [[nodiscard]] bool any(Engine engine) const {
    return all_ == engine ||
           std::any_of(own_.begin(), own_.end(), [&](const auto& o) { return o.second == engine; });
  }
  /// Whether all have this one.
  [[nodiscard]] bool only(Engine engine) const {
    return all_ == engine &&
           std::all_of(own_.begin(), own_.end(), [&](const auto& o) { return o.second == engine; });
  }
  friend bool operator==(const Engines& a, const Engines& b) {
    return a.all_ == b.all_ && a.own_ == b.own_;
  }

 private:
  Engine all_;
  Own own_;
};

/// "lockstep", "lockstep, route_select golden".
[[nodiscard]] inline std::string to_string(const Engines& engines) {
  std::string text(to_string(engines.preset()));
  for (const auto& [block, engine] : engines.own()) {
    text += ", " + block + " " + std::string(to_string(engine));
  }
  return text;
}

}  // namespace selvage
