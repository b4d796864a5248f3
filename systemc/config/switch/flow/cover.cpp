// SPDX-License-Identifier: Apache-2.0
#include "config/switch/flow/cover.hpp"

#include <algorithm>

#include "flow/blocks/cover.hpp"
#include "flow/parts.hpp"

namespace selvage::config {

using nlohmann::json;

namespace {

/// Patterns that a host may send by, at most.
std::uint64_t most_patterns(const json& traffic, const Topology& topology) {
  const json shares = traffic.value("classes", json::array());
  auto classes = std::count_if(shares.begin(), shares.end(), [](const json& share) {
    return share.is_number() && share.get<double>() > 0;
  });
  classes = std::max<std::ptrdiff_t>(classes, 1);
  if (traffic.value("pattern", "flows") == "flows") classes = flow::kClasses;
  return std::uint64_t{topology.host_count()} * static_cast<std::uint64_t>(classes) * 2;
}

}  // namespace

cover::ModelPtr flow_cover_model(const json& merged, const Topology& topology) {
  const json own = merged.value("switch", json::object()).value("flow", json::object());
  flow::FlowShape shape;
  shape.congestion = own.value("congestion_aware", true);
  shape.frames = own.value("wire_frames", true);
  if (own.contains("egress_units") && own.contains("severe_units")) {
    shape.severe = own["egress_units"].get<unsigned>() >= own["severe_units"].get<unsigned>();
  }
  if (own.contains("flow_id_bits")) {
    const json traffic = merged.value("traffic", json::object());
    shape.full_edge = most_patterns(traffic, topology) > 1ULL
                                                             << own["flow_id_bits"].get<unsigned>();
  }
  return flow::FlowCover(shape).model();
}

}  // namespace selvage::config
