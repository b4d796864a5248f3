// SPDX-License-Identifier: Apache-2.0
#include "cosim/flow/tables/block.hpp"

#include "cosim/flow/tables/make.hpp"

namespace selvage::cosim {

namespace {
const FlowTableMakers& of(FlowSize size) {
  return size == FlowSize::kSmall ? kFlowTables_small : kFlowTables_large;
}
constexpr const char* kName = "flow";
}  // namespace

std::unique_ptr<CamAllocBlock> make_cam_alloc(FlowSize size, unsigned bugs) {
  return of(size).cam_alloc(bugs);
}
std::unique_ptr<EfctBlock> make_efct(FlowSize size, unsigned bugs) {
  return of(size).efct(bugs, kName);
}
std::unique_ptr<IfctBlock> make_ifct(FlowSize size, bool edge, const IfctStatic& st,
                                     unsigned bugs) {
  return of(size).ifct(edge, st, bugs, kName);
}
std::unique_ptr<OfctBlock> make_ofct(FlowSize size, const OfctStatic& st, unsigned bugs) {
  return of(size).ofct(st, bugs, kName);
}
std::unique_ptr<WalkerBlock> make_walker(FlowSize size, unsigned bugs) {
  return of(size).walker(bugs, kName);
}

}  // namespace selvage::cosim
