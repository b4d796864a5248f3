// SPDX-License-Identifier: Apache-2.0
// Stands in for the Verilator runtime and the flow tables where nothing is verilated.
#include "cosim/flow/tables/make.hpp"
#include "cosim/lockstep/runtime.hpp"

namespace selvage::cosim {

namespace detail {
bool rtl_failed = false;
}

std::string take_rtl_failure() { return {}; }

const FlowTableMakers kFlowTables_small{};
const FlowTableMakers kFlowTables_large{};

}  // namespace selvage::cosim
