// SPDX-License-Identifier: Apache-2.0
#include "certify/fattree_channels.hpp"

namespace selvage::certify {

using golden::Digits;
using golden::FatTreeGrant;

FatTreeChannels::FatTreeChannels(golden::SettledTree& settled) : tree_(&settled.tree()) {
  for (SwitchIdx sw = 0; sw < tree_->switch_count(); ++sw) {
    states_.push_back(&settled.machine(sw).state());
  }
}

Channel FatTreeChannels::channel_count() const { return tree_->switch_count() * tree_->m(); }

void FatTreeChannels::append(SwitchIdx sw, bool from_up, unsigned turn, std::uint32_t dest,
                             std::vector<State>& out) const {
  const Digits to = tree_->address_of(dest);
  const Digits from = to.with(turn, to[turn] ^ 1U);  // any source with this ancestor level
  const unsigned level = tree_->level(sw);
  const FatTreeGrant grant = golden::route_select(level, *states_[sw], {from, to, from_up});
  if (grant.drop) return;
  if (grant.up) {
    for (unsigned j = 0; j < tree_->h(); ++j) {
      if (((grant.v >> j) & 1U) != 0) out.push_back({sw * tree_->m() + tree_->h() + j, turn});
    }
  } else if (level > 0) {
    out.push_back({sw * tree_->m() + grant.port, turn});
  }
}

void FatTreeChannels::starts(std::uint32_t dest, std::vector<State>& out) const {
  const Digits to = tree_->address_of(dest);
  for (HostIdx source = 0; source < tree_->host_count(); ++source) {
    const unsigned turn = golden::ancestor_level(tree_->address_of(source), to);
    if (turn > 0) append(tree_->attachment(source).sw, false, turn, dest, out);
  }
}

void FatTreeChannels::next(std::uint32_t dest, State state, std::vector<State>& out) const {
  const SwitchIdx from = state.channel / tree_->m();
  const PortEnd far = tree_->peer(from, static_cast<PortIdx>(state.channel % tree_->m()));
  const bool from_up = tree_->level(far.index) < tree_->level(from);
  append(far.index, from_up, state.aux, dest, out);
}

std::string FatTreeChannels::channel_name(Channel channel) const {
  return tree_->port_name(channel / tree_->m(), static_cast<PortIdx>(channel % tree_->m()));
}

std::string FatTreeChannels::destination_name(std::uint32_t dest) const {
  return tree_->host_name(dest);
}

}  // namespace selvage::certify
