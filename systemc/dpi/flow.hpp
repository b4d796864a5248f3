// SPDX-License-Identifier: Apache-2.0
/// \file
/// Widths and fields that the flow tables of the DPI have in common.
#pragma once

#include "dpi/handles.hpp"
#include "golden/flow/flow_types.hpp"
#include "golden/flow/tables/stamps.hpp"

namespace selvage::dpi {

/// A time among the options, in cycles: what the longest tick can count.
constexpr long long kLongest = static_cast<long long>(golden::kMostTicks) << golden::kMostTickBits;

[[nodiscard]] inline golden::FlowSizes sizes_of(Options& options) {
  golden::FlowSizes sizes;
  options.take("ports", sizes.ports, 1, kMaxPorts);
  options.take("flow_id_w", sizes.flow_id_w, 1, 11);
  options.take("pos_w", sizes.pos_w, 7, 11);
  return sizes;
}
[[nodiscard]] inline golden::FlowId flow_id(const char* name, int id,
                                            const golden::FlowSizes& sizes) {
  in_range(name, id, 0, sizes.rows() - 1LL);
  return static_cast<golden::FlowId>(id);
}
[[nodiscard]] inline golden::Position position(const char* name, int pos,
                                               const golden::FlowSizes& sizes) {
  in_range(name, pos, 0, sizes.mask());
  return static_cast<golden::Position>(pos);
}
[[nodiscard]] inline unsigned length(int len, int least = 1) {
  in_range("len", len, least, 63);
  return static_cast<unsigned>(len);
}
[[nodiscard]] inline std::uint8_t port_of(const char* name, int port,
                                          const golden::FlowSizes& sizes) {
  in_range(name, port, 0, sizes.ports - 1LL);
  return static_cast<std::uint8_t>(port);
}
[[nodiscard]] inline golden::AckType ack_type(const char* name, int type) {
  in_range(name, type, 0, 7);
  return static_cast<golden::AckType>(type);
}

}  // namespace selvage::dpi
