// SPDX-License-Identifier: Apache-2.0
#include "certify/mesh_channels.hpp"

namespace selvage::certify {

using golden::MeshHeader;

Channel MeshChannels::channel_count() const {
  return relation_->mesh().switch_count() * golden::kDirections * relation_->vcs();
}

std::uint32_t MeshChannels::destination_count() const { return relation_->mesh().switch_count(); }

Channel MeshChannels::channel_of(SwitchIdx node, unsigned direction, unsigned vc) const {
  return (node * golden::kDirections + direction) * relation_->vcs() + vc;
}

void MeshChannels::append(SwitchIdx node, const MeshHeader& header, std::uint32_t dest,
                          std::vector<State>& out) const {
  std::vector<golden::MeshHop> hops;
  relation_->route(node, header, dest, hops);
  for (const golden::MeshHop& hop : hops) {
    out.push_back({channel_of(node, hop.dir, hop.next.vc), hop.next.proxy});
  }
}

void MeshChannels::starts(std::uint32_t dest, std::vector<State>& out) const {
  if (!relation_->alive(dest)) return;
  for (SwitchIdx node = 0; node < relation_->mesh().switch_count(); ++node) {
    if (node != dest && relation_->alive(node)) append(node, {}, dest, out);
  }
}

void MeshChannels::next(std::uint32_t dest, State state, std::vector<State>& out) const {
  const unsigned vc = state.channel % relation_->vcs();
  const unsigned direction = state.channel / relation_->vcs() % golden::kDirections;
  const SwitchIdx from = state.channel / (relation_->vcs() * golden::kDirections);
  MeshHeader header;
  header.in_port = static_cast<std::uint8_t>(golden::opposite(direction));
  header.vc = static_cast<std::uint8_t>(vc);
  header.proxy = static_cast<std::uint8_t>(state.aux);
  append(relation_->mesh().neighbour(from, direction), header, dest, out);
}

std::string MeshChannels::channel_name(Channel channel) const {
  const unsigned vcs = relation_->vcs();
  const auto port = static_cast<PortIdx>(channel / vcs % golden::kDirections);
  return relation_->mesh().port_name(channel / (vcs * golden::kDirections), port) + "c" +
         std::to_string(channel % vcs + 1);
}

std::string MeshChannels::destination_name(std::uint32_t dest) const {
  return relation_->mesh().switch_name(dest);
}

}  // namespace selvage::certify
