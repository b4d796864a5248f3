// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the generated file of each size offers. No verilated header.
#pragma once

#include <memory>

#include "cosim/flow/tables/block.hpp"

namespace selvage::cosim {

/// Factories of one size; `name` is that of the model.
struct FlowTableMakers {
  std::unique_ptr<CamAllocBlock> (*cam_alloc)(unsigned bugs);
  std::unique_ptr<EfctBlock> (*efct)(unsigned bugs, const char* name);
  std::unique_ptr<IfctBlock> (*ifct)(bool edge, const IfctStatic& st, unsigned bugs,
                                     const char* name);
  std::unique_ptr<OfctBlock> (*ofct)(const OfctStatic& st, unsigned bugs, const char* name);
  std::unique_ptr<WalkerBlock> (*walker)(unsigned bugs, const char* name);
};
/// An ifct of an edge.
std::unique_ptr<IfctBlock> make_ifct_edge_small(const IfctStatic& st, unsigned bugs,
                                                const char* name);
std::unique_ptr<IfctBlock> make_ifct_edge_small_shown(const IfctStatic& st, unsigned bugs,
                                                      const char* name);
std::unique_ptr<IfctBlock> make_ifct_edge_large(const IfctStatic& st, unsigned bugs,
                                                const char* name);

extern const FlowTableMakers kFlowTables_small;
/// For waves.
extern const FlowTableMakers kFlowTables_small_shown;
extern const FlowTableMakers kFlowTables_large;

}  // namespace selvage::cosim
