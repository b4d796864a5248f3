// SPDX-License-Identifier: Apache-2.0
/// \file
/// The blocks that have a contract, a file each.
#pragma once

#include "dut/contract.hpp"

namespace selvage::dut {

[[nodiscard]] Contract ack_aggregator();
[[nodiscard]] Contract ep_ack_type();
[[nodiscard]] Contract fault_table();
[[nodiscard]] Contract flow_cam_alloc();
[[nodiscard]] Contract link_probe();
[[nodiscard]] Contract mcc_label();
[[nodiscard]] Contract planar_route();
[[nodiscard]] Contract redirect_gen();
[[nodiscard]] Contract route_select();
[[nodiscard]] Contract twolevel_route();

}  // namespace selvage::dut
