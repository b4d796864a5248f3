// SPDX-License-Identifier: Apache-2.0
#include "golden/mesh/mesh.hpp"

#include <stdexcept>

namespace selvage::golden {

namespace {

void check_parameters(unsigned k, unsigned depth, unsigned vcs) {
  std::string why;
  const auto complain = [&why](const std::string& text) {
    why += (why.empty() ? "" : "; ") + text;
  };
  if (k < 2 || k > 16) complain("k is " + std::to_string(k) + " but must be from 2 to 16");
  if (depth != 1 && depth != k) {
    complain("depth is " + std::to_string(depth) + " but must be 1 (two dimensions) or k");
  }
  if (vcs < 1 || vcs > 3) {
    complain(std::to_string(vcs) + " virtual channels but there must be 1 to 3");
  }
  if (!why.empty()) throw std::invalid_argument("mesh: " + why);
}

}  // namespace

Mesh::Mesh(unsigned k, unsigned depth, unsigned vcs)
    : k_(k), depth_(depth), vcs_(vcs), strides_{1, k, k * k} {
  check_parameters(k, depth, vcs);  // MESH-TOP-1
  const std::array<int, 3> size{static_cast<int>(k), static_cast<int>(k), static_cast<int>(depth)};
  for (SwitchIdx node = 0; node < switch_count(); ++node) {
    const MeshPoint p{{static_cast<int>(node % k), static_cast<int>(node / k % k),
                       static_cast<int>(node / (k * k))}};
    std::uint8_t present = 0;
    for (unsigned dim = 0; dim < 3; ++dim) {
      if (p[dim] + 1 < size[dim]) {
        present |= static_cast<std::uint8_t>(1U << (2 * dim));
        links_.push_back({node, static_cast<PortIdx>(2 * dim)});
      }
      if (p[dim] > 0) present |= static_cast<std::uint8_t>(2U << (2 * dim));
    }
    points_.push_back(p);
    present_.push_back(present);
  }
}

SwitchIdx Mesh::node_at(const MeshPoint& p) const {
  return static_cast<SwitchIdx>(p[0]) + strides_[1] * static_cast<SwitchIdx>(p[1]) +
         strides_[2] * static_cast<SwitchIdx>(p[2]);
}

std::string Mesh::label() const {
  const std::string k = std::to_string(k_);
  return k + "x" + k + (depth_ == 1 ? "" : "x" + k);
}

PortEnd Mesh::peer(SwitchIdx sw, PortIdx port) const {
  if (port == kMeshHostPort) return {PortEnd::Kind::kHost, sw, 0};
  if (port > kMeshHostPort || !has(sw, port)) return {};
  return {PortEnd::Kind::kSwitch, neighbour(sw, port), static_cast<PortIdx>(opposite(port))};
}

std::uint32_t Mesh::fallible_link_count() const {
  return static_cast<std::uint32_t>(links_.size());
}

SwitchPort Mesh::lower_end(SwitchPort end) const {
  if ((end.port & 1U) == 0) return end;
  return {neighbour(end.sw, end.port), static_cast<PortIdx>(opposite(end.port))};
}

}  // namespace selvage::golden
