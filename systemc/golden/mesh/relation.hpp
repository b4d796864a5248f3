// SPDX-License-Identifier: Apache-2.0
/// \file
/// One small interface for every routing relation of the mesh, and the relations themselves.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "golden/mesh/labels.hpp"
#include "golden/mesh/planar_route.hpp"

namespace selvage::golden {

/// What a message carries from node to node, and how it came.
struct MeshHeader {
  std::uint8_t in_port = kMeshHostPort;  ///< direction d for a message that travelled opposite(d)
  std::uint8_t vc = 0;                   ///< of the channel it came by
  std::uint8_t proxy = kNoProxy;         ///< it heads for the neighbour of its destination there
};

/// One legal output, and the header as it arrives at the other end.
struct MeshHop {
  std::uint8_t dir;
  MeshHeader next;
};

enum class MeshOutcome : std::uint8_t { kArrived, kRoutes, kLost };

/// A routing relation for one set of faults.
class MeshRelation {
 public:
  virtual ~MeshRelation() = default;
  [[nodiscard]] virtual const Mesh& mesh() const = 0;
  /// Virtual channels a link.
  [[nodiscard]] virtual unsigned vcs() const = 0;
  /// Whether a node takes part, as source or destination.
  [[nodiscard]] virtual bool alive(SwitchIdx node) const = 0;
  /// The neighbour of `dest` that a message from `source` is to go for first, kNoProxy if none.
  [[nodiscard]] virtual std::uint8_t proxy(SwitchIdx, SwitchIdx) const { return kNoProxy; }
  /// The legal outputs of a message at `node`, in order of preference; empty unless kRoutes.
  virtual MeshOutcome route(SwitchIdx node, const MeshHeader& header, SwitchIdx dest,
                            std::vector<MeshHop>& hops) const = 0;
};

/// What the relations have in common: faults and the statuses they read.
class FaultyMeshRelation : public MeshRelation {
 public:
  FaultyMeshRelation(MeshFaults faults, std::vector<std::uint8_t> statuses, unsigned vcs)
      : faults_(std::move(faults)), statuses_(std::move(statuses)), vcs_(vcs) {}
  [[nodiscard]] const Mesh& mesh() const override { return faults_.mesh(); }
  [[nodiscard]] unsigned vcs() const override { return vcs_; }
  [[nodiscard]] bool alive(SwitchIdx node) const override { return !faults_.faulty(node); }
  [[nodiscard]] const MeshFaults& faults() const { return faults_; }
  /// Statuses 0..3 of a node.
  [[nodiscard]] std::uint8_t statuses(SwitchIdx node) const { return statuses_[node]; }

 private:
  MeshFaults faults_;
  std::vector<std::uint8_t> statuses_;
  unsigned vcs_;
};

/// planar_route at every node: iPAR with planar MCC, or PAR with planar blocks (MESH-ORD-1..6, 8,
/// 9).
class OrderedRelation final : public FaultyMeshRelation {
 public:
  struct Options {
    bool reserve = true;
    bool fallback = true;
    bool proxy = false;  ///< an unsafe destination is approached by a safe neighbour
  };
  OrderedRelation(const PlanarScheme& scheme, MeshFaults faults, std::vector<std::uint8_t> statuses,
                  Options options);
  MeshOutcome route(SwitchIdx node, const MeshHeader& header, SwitchIdx dest,
                    std::vector<MeshHop>& hops) const override;
  /// Chosen by the statuses and faults of this relation; kNoProxy without Options::proxy.
  [[nodiscard]] std::uint8_t proxy(SwitchIdx source, SwitchIdx dest) const override;
  /// What the block of `node` is asked about this message, all channels free.
  [[nodiscard]] PlanarRequest request(SwitchIdx node, const MeshHeader& header,
                                      SwitchIdx dest) const;

 private:
  const PlanarScheme& scheme_;
  Options options_;
  std::vector<std::uint8_t> down_;
  std::vector<std::uint8_t> lines_;
};

/// Figures 3 to 5 without faults (MESH-TXT-1..3), and readings of Figure 7 that differ in where a
/// message with only y left goes.
class TextRelation final : public FaultyMeshRelation {
 public:
  enum class Planes : std::uint8_t {
    kText,       ///< x left: xy; otherwise yz
    kLatched,    ///< Figure 7, but never back from yz to xy
    kMemoryless  ///< Figure 7 as printed: a function of node and destination
  };
  struct Options {
    Planes planes = Planes::kText;
    bool zero_is_plus = false;  ///< without offset in the one-way dimension always "+", not either
  };
  TextRelation(const PlanarScheme& scheme, const Mesh& mesh, Options options);
  MeshOutcome route(SwitchIdx node, const MeshHeader& header, SwitchIdx dest,
                    std::vector<MeshHop>& hops) const override;

 private:
  const PlanarScheme& scheme_;
  Options options_;
};

/// x, then y, then z, on VC c1; lost where the next node is not healthy (MESH-DOR-1).
class DimensionOrderRelation final : public FaultyMeshRelation {
 public:
  explicit DimensionOrderRelation(const MeshFaults& faults);
  MeshOutcome route(SwitchIdx node, const MeshHeader& header, SwitchIdx dest,
                    std::vector<MeshHop>& hops) const override;
};

/// Follows the first output of each node. How many hops until arrival; -1 if lost, -2 if there
/// are more than `limit`.
[[nodiscard]] int walk(const MeshRelation& relation, SwitchIdx source, SwitchIdx dest,
                       unsigned limit);

}  // namespace selvage::golden
