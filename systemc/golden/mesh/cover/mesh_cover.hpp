// SPDX-License-Identifier: Apache-2.0
/// \file
/// Functional coverage of a mesh node: decisions by plane, tier and sub-network, labels and epochs
/// (docs/reference/coverage.md).
#pragma once

#include <array>

#include "golden/cover/coverage.hpp"
#include "golden/mesh/epoch.hpp"
#include "golden/mesh/labels.hpp"
#include "golden/mesh/planar_route.hpp"

namespace selvage::golden {

/// What a node sees of faults while it decides; the first that holds.
enum class MeshPattern : std::uint8_t {
  kClean,  ///< nothing
  kLine,   ///< a fault somewhere on a straight line, no more
  kUnsafeNeighbour,
  kDown,        ///< a dead link or a faulty neighbour
  kUnsafeHere,  ///< this node is unsafe in a plane
  kCount
};
inline constexpr unsigned kMeshPatterns = static_cast<unsigned>(MeshPattern::kCount);
inline constexpr unsigned kMeshTiers = 3;
inline constexpr unsigned kMeshOutcomes = 4;  ///< granted, waits, dropped, at its host

/// Situations of their own, in the order of their rows.
enum class MeshCase : std::uint8_t {
  kSecondPlane,
  kReserveKept,
  kReserveTaken,
  kSearch,
  kTieTwoWay,
  kTieOneWay,
  kProxyNone,
  kProxyCarried,
  kProxyGivenUp,
  kLinkDown,
  kLinkUp,
  kStatusXy,
  kStatusYz,
  kStatusZx,
  kLineRises,
  kEpochByUp,
  kEpochByMessage,
  kOlderIgnored,
  kSameEpoch,
  kSeveralReceived,
  kMessageWaits,
  kCount
};
inline constexpr unsigned kMeshCases = static_cast<unsigned>(MeshCase::kCount);

/// The cover model of the nodes of a mesh, and the numbers of its situations.
class MeshCover {
 public:
  /// What of the mesh and of its rule makes situations impossible.
  struct Shape {
    bool flat = false;  ///< one layer of nodes
    bool reserve = true;
    bool proxy = false;
  };
  explicit MeshCover(const Shape& shape);
  [[nodiscard]] const cover::ModelPtr& model() const { return model_; }

  /// [plane][tier - 1][safe]
  std::array<std::array<std::array<std::size_t, 2>, kMeshTiers>, 2> tier{};
  /// [pattern][tier - 1]
  std::array<std::array<std::size_t, kMeshTiers>, kMeshPatterns> pattern{};
  /// [sub-network granted][from the host, kept, risen, fallen]
  std::array<std::array<std::size_t, 4>, kSubNetworks> sub{};
  /// [sub-network granted][tier - 1][pattern]
  std::array<std::array<std::array<std::size_t, kMeshPatterns>, kMeshTiers>, kSubNetworks> goes{};
  /// [outcome][phase]
  std::array<std::array<std::size_t, cover::kPhases>, kMeshOutcomes> outcome{};
  std::array<std::size_t, kMeshCases> single{};

 private:
  void add_decisions(cover::Model& model);
  void add_ways(cover::Model& model);
  void leave_out(cover::Model& model, const Shape& shape);

  cover::ModelPtr model_;
};

/// Samples one node.
class MeshSampler {
 public:
  /// `present`: directions with a neighbour.
  MeshSampler(const MeshCover& cover, cover::Counts& counts, SwitchIdx self, std::uint8_t present)
      : cover_(&cover), counts_(&counts), self_(self), present_(present) {}
  void decided(const PlanarScheme& scheme, const PlanarRequest& request, const PlanarAnswer& answer,
               const PlanarReason& reason);
  /// Declarations and messages of a cycle, before and after the epoch block took them.
  void received(std::uint8_t down, std::uint8_t up, const EpochState& before,
                const EpochInput& input, const EpochState& after);
  /// A clock of the labels.
  void clocked(const LabelState& before, const LabelState& after);
  /// A message could not leave: the far end has asked for a stop.
  void held_back() { meet(MeshCase::kMessageWaits); }

 private:
  void meet(MeshCase which) { counts_->meet(cover_->single[static_cast<unsigned>(which)], self_); }
  void meet_outcome(unsigned outcome);

  const MeshCover* cover_;
  cover::Counts* counts_;
  SwitchIdx self_;
  std::uint8_t present_;
};

}  // namespace selvage::golden
