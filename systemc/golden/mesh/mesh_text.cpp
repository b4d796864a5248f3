// SPDX-License-Identifier: Apache-2.0
/// \file
/// How people write the names of a mesh, and how they are read back.
#include <algorithm>

#include "golden/mesh/mesh.hpp"
#include "golden/number.hpp"

namespace selvage::golden {

namespace {

constexpr std::array<std::string_view, kDirections> kNames{"x+", "x-", "y+", "y-", "z+", "z-"};
constexpr std::string_view kLetters = "xyz";

std::string quoted(std::string_view text) { return "\"" + std::string(text) + "\""; }

}  // namespace

std::string_view direction_name(unsigned direction) {
  return direction < kDirections ? kNames[direction] : "no direction";
}

std::string Mesh::coordinates(SwitchIdx node, char separator) const {
  const MeshPoint p = point_of(node);
  std::string text = std::to_string(p[0]) + separator + std::to_string(p[1]);
  if (depth_ > 1) text += separator + std::to_string(p[2]);
  return text;
}

std::string Mesh::switch_name(SwitchIdx sw) const { return "(" + coordinates(sw, ',') + ")"; }

std::string Mesh::host_name(HostIdx host) const { return coordinates(host, '.'); }

std::string Mesh::port_name(SwitchIdx sw, PortIdx port) const {
  return switch_name(sw) + (port == kMeshHostPort ? "host" : std::string(direction_name(port)));
}

std::string Mesh::link_name(SwitchPort end) const {
  if (end.port == kMeshHostPort) return "NODE " + host_name(end.sw);
  const SwitchPort lower = lower_end(end);
  return "LK" + port_name(lower.sw, lower.port);
}

std::string Mesh::link_path(SwitchPort end) const {
  const SwitchPort lower = lower_end(end);
  return host_name(lower.sw) + "/" + std::string(direction_name(lower.port));
}

std::optional<HostIdx> Mesh::parse_host(std::string_view text, std::string& why) const {
  std::string_view inner = text;
  if (inner.size() >= 2 && inner.front() == '(' && inner.back() == ')') {
    inner = inner.substr(1, inner.size() - 2);
  }
  const unsigned wanted = depth_ > 1 ? 3 : 2;
  MeshPoint p;
  unsigned count = 0;
  for (bool more = true; more; ++count) {
    const auto at = inner.find_first_of(".,");
    more = at != std::string_view::npos;
    const std::string_view part = inner.substr(0, at);
    if (more) inner.remove_prefix(at + 1);
    if (count >= wanted) continue;
    const std::string name = std::string(1, kLetters[count]) + " of " + quoted(text) + " is ";
    const auto value = parse_number(part);
    if (!value) {
      why = name + quoted(part) + ", which is not a number";
      return std::nullopt;
    }
    const unsigned size = count == 2 ? depth_ : k_;
    if (*value >= size) {
      why = name + std::to_string(*value) + " but at most " + std::to_string(size - 1) +
            " is possible";
      return std::nullopt;
    }
    p.at[count] = static_cast<int>(*value);
  }
  if (count != wanted) {
    why = quoted(text) + " has " + std::to_string(count) +
          (count == 1 ? " coordinate" : " coordinates") + " but needs " + std::to_string(wanted);
    return std::nullopt;
  }
  return node_at(p);
}

std::optional<SwitchPort> Mesh::parse_link(std::string_view text, std::string& why) const {
  const auto slash = text.find('/');
  const std::string_view direction = slash == std::string_view::npos ? "" : text.substr(slash + 1);
  const auto* found = std::find(kNames.begin(), kNames.end(), direction);
  if (found == kNames.end()) {
    why = quoted(text) + " is not of the form node/direction, for example " +
          link_path(links_.front());
    return std::nullopt;
  }
  const auto node = parse_host(text.substr(0, slash), why);
  if (!node) return std::nullopt;
  const auto d = static_cast<PortIdx>(found - kNames.begin());
  if (!has(*node, d)) {
    why = "there is no link " + quoted(direction) + " at " + switch_name(*node) +
          ", which is at the border";
    return std::nullopt;
  }
  return lower_end({*node, d});
}

}  // namespace selvage::golden
