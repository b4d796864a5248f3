// SPDX-License-Identifier: Apache-2.0
// What waves show of a mesh node.
#include "cosim/mesh/rtl.hpp"

namespace selvage::cosim {

namespace {

const std::vector<std::string> kWays{"none", "host", "drop", "channel", "wait"};
const std::vector<std::string> kDirectionWords{"x+", "x-", "y+", "y-", "z+", "z-"};
/// As in a header: 0 none, d + 1 direction d.
const std::vector<std::string> kProxyWords{"none", "x+", "x-", "y+", "y-", "z+", "z-"};
constexpr std::array<const char*, golden::kPlanarStatuses> kStatusRows{
    "unsafe_xy_same",  "unsafe_xy_mixed", "unsafe_yz_same",
    "unsafe_yz_mixed", "unsafe_zx_same",  "unsafe_zx_mixed"};

std::uint64_t way_of(const golden::PlanarAnswer& a) {
  return a.eject ? 1 : a.drop ? 2 : a.grant ? 3 : 4;
}

}  // namespace

std::vector<WatchedRow> label_rows() {
  std::vector<WatchedRow> rows;
  for (const char* name : kStatusRows) rows.push_back({name, 1, {}});
  rows.push_back({"neighbours_down", golden::kDirections, {}});
  rows.push_back({"line_bits", golden::kDirections, {}});
  rows.push_back({"epoch", 32, {}});
  return rows;
}

void label_values(const MeshNode& node, std::vector<std::uint64_t>& out) {
  for (unsigned q = 0; q < golden::kPlanarStatuses; ++q) {
    out.push_back((node.label().unsafe >> q) & 1U);
  }
  out.push_back(node.input().link_dead);
  out.push_back(node.label().line);
  out.push_back(node.epoch().epoch);
}

std::vector<StateRow> label_state(const MeshNode& node) {
  std::vector<std::uint64_t> values;
  label_values(node, values);
  std::vector<StateRow> state;
  const std::vector<WatchedRow> rows = label_rows();
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::string value;
    if (rows[i].bits == golden::kDirections) {
      for (unsigned d = 0; d < golden::kDirections; ++d) {
        if (((values[i] >> d) & 1U) == 0) continue;
        value += (value.empty() ? "" : " ") + std::string(golden::direction_name(d));
      }
      if (value.empty()) value = "none";
    } else {
      value = std::to_string(values[i]);
    }
    state.push_back({rows[i].name, value});
  }
  return state;
}

std::string label_text(const ControlMessage& message) {
  const auto six = [&message](unsigned lowest) {
    std::string bits;
    for (unsigned i = 6; i-- > 0;) bits += ((message.body >> (lowest + i)) & 1U) != 0 ? '1' : '0';
    return bits;
  };
  const std::uint64_t epoch = message.body >> MeshNode::kEpochShift;
  return "STATUS " + six(0) + " lines " + six(MeshNode::kLineShift) +
         (epoch == 0 ? "" : " of epoch " + std::to_string(epoch));
}

std::vector<WatchedRow> RtlMeshControl::rows() const {
  std::vector<WatchedRow> rows = label_rows();
  if (config_->route != Engine::kLockstep) return rows;
  const std::array<std::string, 2> who{"golden_", "rtl_"};
  for (const std::string& w : who) rows.push_back({w + "way", 0, kWays});
  for (const std::string& w : who) rows.push_back({w + "direction", 0, kDirectionWords});
  for (const std::string& w : who) rows.push_back({w + "vc", 1, {}});
  for (const std::string& w : who) rows.push_back({w + "sub_network", 2, {}});
  for (const std::string& w : who) rows.push_back({w + "proxy", 0, kProxyWords});
  for (const std::string& w : who) rows.push_back({w + "legal_V", 12, {}});
  return rows;
}

void RtlMeshControl::values(std::vector<std::uint64_t>& out) const {
  label_values(node_, out);
  if (config_->route != Engine::kLockstep) return;
  const std::array<golden::PlanarAnswer, 2> both{last_expected_, last_actual_};
  for (const auto& a : both) out.push_back(decided_ ? way_of(a) : 0);
  for (const auto& a : both) out.push_back(a.grant ? a.dir : 0U);
  for (const auto& a : both) out.push_back(a.vc);
  for (const auto& a : both) out.push_back(a.sub);
  for (const auto& a : both) out.push_back(to_header(a.proxy));
  for (const auto& a : both) out.push_back(a.legal);
}

TracedModel* RtlMeshControl::make_traced_model(const std::string& scope) {
  traced_ = std::make_unique<TracedMesh>(
      scope, MeshBugStraps{config_->epoch_bugs, config_->label_bugs, config_->route_bugs});
  return traced_.get();
}

}  // namespace selvage::cosim
