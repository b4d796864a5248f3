// SPDX-License-Identifier: Apache-2.0
/// \file
/// The blocks that have a contract, a file each.
#pragma once

#include <memory>
#include <type_traits>

#include "dut/contract.hpp"

namespace selvage::dut {

/// What a Contract makes of its parameters: a T, which takes them or nothing.
template <class Base, class T>
[[nodiscard]] std::unique_ptr<Base> made([[maybe_unused]] const Parameters& p) {
  if constexpr (std::is_constructible_v<T, const Parameters&>) return std::make_unique<T>(p);
  else return std::make_unique<T>();
}

[[nodiscard]] Contract ack_aggregator();
[[nodiscard]] Contract ep_ack_type();
[[nodiscard]] Contract fault_message_unit();
[[nodiscard]] Contract fault_table();
[[nodiscard]] Contract flow_cam_alloc();
[[nodiscard]] Contract link_probe();
[[nodiscard]] Contract mcc_label();
[[nodiscard]] Contract planar_route();
[[nodiscard]] Contract redirect_gen();
[[nodiscard]] Contract route_select();
[[nodiscard]] Contract twolevel_route();

}  // namespace selvage::dut
