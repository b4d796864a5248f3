// SPDX-License-Identifier: Apache-2.0
#include "config/switch/flow/cover.hpp"

#include <algorithm>

#include "flow/blocks/cover.hpp"
#include "flow/parts.hpp"

namespace selvage::config {

using nlohmann::json;

namespace {

/// Of packets, at most.
std::uint64_t most_classes(const json& traffic) {
  if (traffic.value("pattern", "flows") == "flows") return flow::kClasses;
  const json shares = traffic.value("classes", json::array());
  const auto classes = std::count_if(shares.begin(), shares.end(), [](const json& share) {
    return share.is_number() && share.get<double>() > 0;
  });
  return std::max<std::uint64_t>(static_cast<std::uint64_t>(classes), 1);
}

/// Patterns that a host may send by, at most.
std::uint64_t most_patterns(const json& traffic, const Topology& topology) {
  return topology.host_count() * most_classes(traffic) * 2;
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
  const json traffic = merged.value("traffic", json::object());
  if (traffic.contains("classes")) shape.classes = most_classes(traffic) > 1;
  if (traffic.contains("ordered") && traffic.value("pattern", "flows") != "flows") {
    shape.unordered = traffic["ordered"].get<double>() < 1;
  }
  shape.loss = own.value("loss", 1.0) > 0;
  shape.messages = merged.value("link", json::object()).value("messages", "beat") == "beat";
  if (own.contains("flow_id_bits")) {
    shape.full_edge = most_patterns(traffic, topology) > 1ULL
                                                             << own["flow_id_bits"].get<unsigned>();
  }
  return flow::FlowCover(shape).model();
}

}  // namespace selvage::config
