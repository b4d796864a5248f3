// SPDX-License-Identifier: Apache-2.0
/// \file
/// The k-ary mesh of three dimensions, or of two when its depth is 1 (MESH-TOP-1).
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "golden/drawing.hpp"
#include "golden/topology.hpp"

namespace selvage::golden {

/// Directions x+, x-, y+, y-, z+, z- are 0..5, as are the ports that face them; 6 is the host's.
inline constexpr unsigned kDirections = 6;
inline constexpr PortIdx kMeshHostPort = 6;

[[nodiscard]] constexpr unsigned opposite(unsigned direction) { return direction ^ 1U; }
[[nodiscard]] constexpr unsigned dimension_of(unsigned direction) { return direction / 2; }
/// The direction of dimension `dim` in which `sign` (not 0) points.
[[nodiscard]] constexpr unsigned direction_of(unsigned dim, int sign) {
  return 2 * dim + (sign < 0 ? 1U : 0U);
}
/// "x+" .. "z-".
[[nodiscard]] std::string_view direction_name(unsigned direction);

/// No direction: a message that goes for its destination itself, not for a neighbour of it.
inline constexpr std::uint8_t kNoProxy = kDirections;

/// Coordinates x, y, z, or offsets between two nodes.
struct MeshPoint {
  std::array<int, 3> at{};
  [[nodiscard]] int operator[](unsigned dim) const { return at[dim]; }
  /// The point one step away in `direction`.
  [[nodiscard]] MeshPoint beside(unsigned direction) const {
    MeshPoint p = *this;
    p.at[dimension_of(direction)] += (direction & 1U) != 0 ? -1 : 1;
    return p;
  }
  friend MeshPoint operator-(const MeshPoint& a, const MeshPoint& b) {
    return {{a.at[0] - b.at[0], a.at[1] - b.at[1], a.at[2] - b.at[2]}};
  }
  friend bool operator==(const MeshPoint& a, const MeshPoint& b) { return a.at == b.at; }
};

/// Geometry of a mesh. One host a node, both with number x + k (y + k z). Fallible links are
/// numbered by their end of lower coordinates, then by dimension.
class Mesh final : public Topology, public Drawn {
 public:
  /// k by k by `depth` nodes, `vcs` data virtual channels a link. Throws std::invalid_argument with
  /// a text fit for people unless k is 2..16, depth is 1 or k, and vcs is 1..3 (MESH-TOP-1).
  Mesh(unsigned k, unsigned depth, unsigned vcs = 2);

  [[nodiscard]] unsigned k() const { return k_; }
  [[nodiscard]] unsigned depth() const { return depth_; }
  [[nodiscard]] MeshPoint point_of(SwitchIdx node) const { return points_[node]; }
  [[nodiscard]] SwitchIdx node_at(const MeshPoint& p) const;
  [[nodiscard]] bool has(SwitchIdx node, unsigned direction) const {
    return ((present_[node] >> direction) & 1U) != 0;
  }
  /// Bit d: there is a node in direction d.
  [[nodiscard]] std::uint8_t present(SwitchIdx node) const { return present_[node]; }
  /// The node in direction d, which must exist.
  [[nodiscard]] SwitchIdx neighbour(SwitchIdx node, unsigned direction) const {
    const SwitchIdx step = strides_[dimension_of(direction)];
    return (direction & 1U) != 0 ? node - step : node + step;
  }

  // Topology
  [[nodiscard]] std::string_view kind() const override { return "mesh"; }
  /// "8x8x8", "8x8".
  [[nodiscard]] std::string label() const override;
  [[nodiscard]] std::uint32_t switch_count() const override { return k_ * k_ * depth_; }
  [[nodiscard]] std::uint32_t host_count() const override { return switch_count(); }
  [[nodiscard]] unsigned port_count(SwitchIdx) const override { return kDirections + 1; }
  [[nodiscard]] unsigned data_vc_count() const override { return vcs_; }
  [[nodiscard]] PortEnd peer(SwitchIdx sw, PortIdx port) const override;
  [[nodiscard]] SwitchPort attachment(HostIdx host) const override { return {host, kMeshHostPort}; }
  [[nodiscard]] std::uint32_t fallible_link_count() const override;
  [[nodiscard]] SwitchPort fallible_link(std::uint32_t index) const override {
    return links_[index];
  }
  [[nodiscard]] unsigned level(SwitchIdx) const override { return 0; }
  /// "(1,0,2)"; two coordinates in a mesh of depth 1.
  [[nodiscard]] std::string switch_name(SwitchIdx sw) const override;
  /// "1.0.2".
  [[nodiscard]] std::string host_name(HostIdx host) const override;
  /// "(1,0,2)x+", "(1,0,2)host".
  [[nodiscard]] std::string port_name(SwitchIdx sw, PortIdx port) const override;
  /// "LK(1,0,2)x+" by the end of lower coordinates; a node link is "NODE 1.0.2".
  [[nodiscard]] std::string link_name(SwitchPort end) const override;
  /// "1.0.2", "1,0,2" or "(1,0,2)".
  [[nodiscard]] std::optional<HostIdx> parse_host(std::string_view text,
                                                  std::string& why) const override;
  /// As parse_host.
  [[nodiscard]] std::optional<SwitchIdx> parse_switch(std::string_view text,
                                                      std::string& why) const override {
    return parse_host(text, why);
  }
  /// Node and direction, "1.0.2/x+"; either end names the link.
  [[nodiscard]] std::optional<SwitchPort> parse_link(std::string_view text,
                                                     std::string& why) const override;
  // Drawn: a plane of nodes with the same z
  [[nodiscard]] std::string_view arrangement() const override { return "planes"; }
  [[nodiscard]] std::string_view group_word() const override { return "z ="; }
  [[nodiscard]] DrawnPlace place(SwitchIdx sw) const override {
    const auto at = [&p = points_[sw]](unsigned d) { return static_cast<std::uint32_t>(p[d]); };
    DrawnPlace place{at(2), at(1), at(0)};
    if (depth_ > 1) place.space = {at(0), at(1), at(2)};
    return place;
  }
  /// The text parse_link reads back, from either end of an inter-switch link.
  [[nodiscard]] std::string link_path(SwitchPort end) const;

 private:
  [[nodiscard]] SwitchPort lower_end(SwitchPort end) const;
  [[nodiscard]] std::string coordinates(SwitchIdx node, char separator) const;

  unsigned k_;
  unsigned depth_;
  unsigned vcs_;
  std::array<SwitchIdx, 3> strides_;
  std::vector<MeshPoint> points_;
  std::vector<std::uint8_t> present_;
  std::vector<SwitchPort> links_;
};

}  // namespace selvage::golden
