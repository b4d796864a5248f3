// SPDX-License-Identifier: Apache-2.0
/// \file
/// Fault models of the mesh: planar MCC, MCC of three dimensions, planar blocks (MESH-LAB-1..4).
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "golden/mesh/mesh.hpp"

namespace selvage::golden {

/// Faulty nodes and dead links of a mesh.
class MeshFaults {
 public:
  explicit MeshFaults(const Mesh& mesh)
      : mesh_(&mesh), faulty_(mesh.switch_count(), 0), dead_links_(mesh.switch_count(), 0) {}
  void fail_node(SwitchIdx node) { faulty_[node] = 1; }
  /// `link` by either end, an inter-switch link.
  void fail_link(SwitchPort link);
  [[nodiscard]] const Mesh& mesh() const { return *mesh_; }
  [[nodiscard]] bool faulty(SwitchIdx node) const { return faulty_[node] != 0; }
  /// Bit d: the link in direction d is dead.
  [[nodiscard]] std::uint8_t dead_links(SwitchIdx node) const { return dead_links_[node]; }
  /// Bit d: in direction d there is no node, or a faulty one, or the link is dead.
  [[nodiscard]] std::uint8_t down(SwitchIdx node) const;
  [[nodiscard]] bool healthy(SwitchIdx node, unsigned direction) const {
    return ((down(node) >> direction) & 1U) == 0;
  }

 private:
  const Mesh* mesh_;
  std::vector<std::uint8_t> faulty_;
  std::vector<std::uint8_t> dead_links_;
};

/// Statuses of the planar MCC model: bit 2 * plane + mixed, planes xy, yz, zx; mixed 0 for
/// quadrants
/// ++ and --, 1 for +- and -+.
inline constexpr unsigned kPlanarStatuses = 6;
[[nodiscard]] constexpr unsigned planar_status(unsigned plane, bool mixed) {
  return 2 * plane + (mixed ? 1U : 0U);
}

/// One node's label block (`mcc_label` of docs/reference/mesh-blocks.md).
struct LabelState {
  bool faulty = false;
  std::uint8_t unsafe = 0;
  std::uint8_t line = 0;  ///< bit d: something is dead or faulty straight on in direction d
  bool changed = false;
  /// Faulty or unsafe, by status.
  [[nodiscard]] std::uint8_t bad() const { return faulty ? std::uint8_t{0x3f} : unsafe; }
  /// The line bits as neighbours and routing see them.
  [[nodiscard]] std::uint8_t lines() const { return faulty ? std::uint8_t{0x3f} : line; }
};
struct LabelInput {
  bool restart = false;
  bool faulty = false;
  std::uint8_t present = 0;
  std::uint8_t link_dead = 0;
  std::array<std::uint8_t, kDirections> nb_bad{};
  std::array<std::uint8_t, kDirections>
      nb_line{};  ///< their line bits; bit d of the one in d counts
};
/// One clock edge (MESH-LAB-1, MESH-LAB-2, MESH-LAB-6).
[[nodiscard]] LabelState label_step(const LabelState& state, const LabelInput& input);
/// The same of planar blocks, in which both statuses of a plane are one (MESH-LAB-4).
[[nodiscard]] LabelState block_step(const LabelState& state, const LabelInput& input);

/// The statuses of all nodes by synchronous exchange between neighbours: what the hardware does.
struct PlanarLabels {
  std::vector<std::uint8_t> unsafe;  ///< six bits a node; 0 for a faulty node
  std::vector<std::uint8_t> lines;   ///< six bits a node; all of a faulty node
  unsigned rounds = 0;               ///< clocks in which some status changed
};
[[nodiscard]] PlanarLabels exchange_labels(const MeshFaults& faults);

/// The same by another way, for reference: nodes from which no shortest way leads on, and nodes
/// that none leads to, each as its own fixpoint; a status is their union (MESH-LAB-2).
[[nodiscard]] std::vector<std::uint8_t> reference_labels(const MeshFaults& faults);

/// MCC of three dimensions: bit i is diagonal i of x+y+z+, x+y+z-, x+y-z+, x+y-z- and their
/// opposites (MESH-LAB-3).
[[nodiscard]] std::vector<std::uint8_t> spatial_mcc(const MeshFaults& faults);

/// Planar blocks: bit p is plane xy, yz, zx (MESH-LAB-4).
[[nodiscard]] std::vector<std::uint8_t> planar_blocks(const MeshFaults& faults);

/// The line bits of all nodes, each line followed to the border (MESH-LAB-6); all of a faulty node.
[[nodiscard]] std::vector<std::uint8_t> reference_lines(const MeshFaults& faults);

/// What routing reads of a node: statuses 0..3 (planes xy and yz).
[[nodiscard]] std::vector<std::uint8_t> route_statuses_mcc(const MeshFaults& faults);
/// The same of planar blocks, where both quadrants of a plane have one status.
[[nodiscard]] std::vector<std::uint8_t> route_statuses_block(const MeshFaults& faults);

}  // namespace selvage::golden
