// SPDX-License-Identifier: Apache-2.0
/// \file
/// Settled decisions and statuses of a mesh against the reference (MESH-AUD-1, MESH-AUD-2).
#pragma once

#include <vector>

#include "cosim/mesh/node.hpp"
#include "cosim/system.hpp"

namespace selvage::cosim {

/// Holds the statuses of every node against the reference fixpoint, and the candidates of every
/// decision that some message can ask for against the relation: what the relation can deliver is
/// never dropped, and nobody goes where it does not allow. In a mesh of more than 512 nodes 64
/// destinations are looked at, spread evenly.
[[nodiscard]] AuditReport audit_mesh(const MeshConfig& config, const std::vector<SwitchPort>& dead,
                                     const ControlOf& control_of);

/// Ordered pairs of different nodes between which `relation` knows no way; all destinations.
[[nodiscard]] std::uint64_t unreachable_pairs(const golden::MeshRelation& relation);

}  // namespace selvage::cosim
