// SPDX-License-Identifier: Apache-2.0
/// \file
/// A topology as files of other programs (docs/reference/topologies.md).
#pragma once

#include <set>
#include <string>
#include <utility>

#include "golden/topology.hpp"

namespace selvage::cli {

/// Canonical ends of links that are dead.
using DeadLinks = std::set<std::pair<SwitchIdx, PortIdx>>;

/// Graphviz: dead links red and dashed, switches of a level on one line.
[[nodiscard]] std::string dot_text(const Topology& topology, const DeadLinks& dead);
/// Nodes with kind, name and level, links with name, ports and whether they are dead.
[[nodiscard]] std::string graphml_text(const Topology& topology, const DeadLinks& dead);
/// As ibnetdiscover prints a network: ports from 1 on, dead links left out.
[[nodiscard]] std::string ibnetdiscover_text(const Topology& topology, const DeadLinks& dead);

}  // namespace selvage::cli
