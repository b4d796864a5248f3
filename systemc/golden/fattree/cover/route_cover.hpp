// SPDX-License-Identifier: Apache-2.0
/// \file
/// Functional coverage of route selection in a fat tree: which rule (FT-RS-1 to FT-RS-5) decided,
/// and on what (docs/reference/coverage.md).
#pragma once

#include <array>

#include "golden/fattree/cover/tiers.hpp"
#include "golden/fattree/route.hpp"

namespace selvage::golden {

/// What takes an up port out of V, or just does not.
enum class RouteReason : std::uint8_t {
  kOwnDead,
  kDlfmBelow,  ///< DLFM<L> with L < l_anc: out of V
  kDlfmAt,     ///< L = l_anc: stays in V
  kDlfmAbove,
  kDirect,
  kDerived,
  kOtherLine,  ///< a line with bits that the lookup does not match
  kCount
};
/// What became of V.
enum class RouteChoice : std::uint8_t { kFull, kPreferred, kNext, kWrap, kNone, kCount };
inline constexpr unsigned kRouteReasons = static_cast<unsigned>(RouteReason::kCount);
inline constexpr unsigned kRouteChoices = static_cast<unsigned>(RouteChoice::kCount);

/// The cover model of a tree's route selection, and the numbers of its situations.
class RouteCover {
 public:
  explicit RouteCover(unsigned levels);
  [[nodiscard]] const cover::ModelPtr& model() const { return model_; }
  [[nodiscard]] unsigned levels() const { return levels_; }

  // The first of a situation's tiers.
  std::size_t turn = 0;
  std::size_t descend = 0;
  std::array<std::size_t, kRouteReasons> reason{};
  std::array<std::size_t, kRouteChoices> choice{};
  std::size_t one_left = 0;
  std::size_t both = 0;
  std::array<std::array<std::size_t, cover::kPhases>, kRouteChoices> phase{};
  std::size_t same_cycle = 0;
  std::size_t cycle_before = 0;
  std::size_t dead_in_v = 0;

 private:
  unsigned levels_;
  cover::ModelPtr model_;
};

/// Samples the decisions of one switch.
class RouteSampler {
 public:
  RouteSampler(const RouteCover& cover, cover::Counts& counts, SwitchIdx self, unsigned level);
  /// A request of cycle `now` was answered on `state`.
  void decided(Cycle now, const SwitchState& state, const FatTreeRequest& request,
               const FatTreeGrant& grant);
  /// Writes of the end of `now` have changed the state.
  void changed(Cycle now);

 private:
  void went_up(const SwitchState& state, const FatTreeRequest& request, const FatTreeGrant& grant);
  void meet_at_tier(std::size_t situation) { counts_->meet(situation + tier_, self_); }

  const RouteCover* cover_;
  cover::Counts* counts_;
  SwitchIdx self_;
  unsigned level_;
  unsigned tier_;
  Cycle asked_ = kNever;
  Cycle changed_ = kNever;
};

}  // namespace selvage::golden
