// SPDX-License-Identifier: Apache-2.0
/// The invariants of a wormhole network, checked from outside its bookkeeping.
#include <cstdio>

#include "wormhole/net.hpp"

namespace selvage::wormhole {

namespace {

std::string at_channel(const char* what, std::uint32_t node, unsigned channel) {
  char text[96];
  std::snprintf(text, sizeof text, "node %u channel %u: %s", node, channel, what);
  return text;
}

}  // namespace

std::string Net::audit() const {
  const auto on_the_way = [&](const std::vector<ChannelMask>& ring, std::uint32_t entity,
                              unsigned channel) {
    unsigned many = 0;
    for (unsigned k = 0; k < wheel_; ++k) {
      many += ((ring[std::size_t{k} * entities_ + entity] >> channel) & 1U) != 0 ? 1 : 0;
    }
    return many;
  };
  // A ring slot shows what was read and sent in one cycle: one flit a port, and one credit.
  for (std::size_t x = 0; x < flits_.size(); ++x) {
    for (unsigned c = 0; c < channels_; c += params_.vcs) {
      const ChannelMask flits = (flits_[x] >> c) & vc_mask_;
      const ChannelMask credits = (credits_[x] >> c) & vc_mask_;
      if ((flits & (flits - 1)) != 0 || (credits & (credits - 1)) != 0) {
        return at_channel("two flits at one port", static_cast<std::uint32_t>(x % entities_), c);
      }
    }
  }
  std::uint64_t flits = 0;  // in buffers and on links
  for (const ChannelMask m : flits_) flits += static_cast<unsigned>(__builtin_popcountll(m));
  for (const In& in : in_) flits += in.count;
  if (counts_.injected + counts_.aborts !=
      counts_.ejected + counts_.drained + counts_.lost + flits) {
    return "flits are lost or made";
  }
  for (std::uint32_t n = 0; n < node_count_; ++n) {
    const Node& s = nodes_[n];
    for (unsigned c = 0; c < channels_; ++c) {
      const ChannelMask one = ChannelMask{1} << c;
      const In& in = in_[at(n, c)];
      const Out& out = out_[at(n, c)];
      const Port& port = port_[std::size_t{n} * ports_ + port_of_[c]];
      if (in.count > in.depth) return at_channel("the buffer overflows", n, c);
      if ((s.fronted & one) == 0 && in.count > 0) return at_channel("flits without a head", n, c);
      const unsigned states = ((s.need & one) != 0) + ((s.waiting & one) != 0) +
                              ((s.held & one) != 0) + ((s.drain & one) != 0);
      if (states > 1 || (states == 1 && (s.fronted & one) == 0)) {
        return at_channel("the head is in two states", n, c);
      }
      if (((s.held & one) != 0) != (in.target != kNoChannel) ||
          ((s.held & one) != 0 && out_[at(n, in.target)].owner != c)) {
        return at_channel("holder and channel disagree", n, c);
      }
      const bool exists = (s.exists & one) != 0;
      const bool died = port.kind == PortEnd::Kind::kNone && out.full > 0;
      const bool mended = (mended_[n] & one) != 0;  // back, and the node has still to hear of it
      if ((mended && (died || exists)) ||
          (!died && !mended && exists != (port.kind != PortEnd::Kind::kNone))) {
        return at_channel("a channel that leads nowhere", n, c);
      }
      const unsigned held =
          ((s.free & one) != 0) + ((s.closing & one) != 0) + (out.owner != kNoChannel);
      // One that is known to be dead keeps its holder until the tail is gone.
      const bool may_be_held = exists || (died && out.owner != kNoChannel);
      if (held != (may_be_held ? 1U : 0U)) return at_channel("free, held or closing", n, c);
      const bool filled = out.owner != kNoChannel && in_[at(n, out.owner)].count > 0;
      const bool credit = port.kind == PortEnd::Kind::kHost || died || out.credits > 0;
      if (filled != ((s.filled & one) != 0)) return at_channel("filled is wrong", n, c);
      if (credit != ((s.credit & one) != 0)) return at_channel("credit is wrong", n, c);
      if (port.kind == PortEnd::Kind::kSwitch) {
        const unsigned far = c + port.delta;
        const unsigned sum = out.credits + in_[at(port.entity, far)].count +
                             on_the_way(flits_, port.entity, far) + on_the_way(credits_, n, c);
        if (sum != out.full) return at_channel("credits are lost or made", n, c);
        if ((s.free & one) != 0 && release() == Release::kTailLeftBuffer &&
            out.credits != out.full) {
          return at_channel("free before all credits are home", n, c);
        }
      } else if (died) {
        if (on_the_way(flits_, port.entity, c + port.delta) + on_the_way(credits_, n, c) != 0) {
          return at_channel("something is on a dead link", n, c);
        }
      } else if (port.kind == PortEnd::Kind::kNone && (in.count > 0 || s.fronted & one)) {
        return at_channel("a flit came by a port that leads nowhere", n, c);
      }
    }
  }
  for (std::uint32_t h = 0; h < host_count_; ++h) {
    if (!hosts_[h].wired) continue;
    for (unsigned v = 0; v < params_.injection_channels; ++v) {
      const unsigned c = hosts_[h].base + v;
      const unsigned sum = senders_[std::size_t{h} * params_.injection_channels + v].credits +
                           in_[at(hosts_[h].node, c)].count +
                           on_the_way(flits_, hosts_[h].node, c) +
                           on_the_way(credits_, node_count_ + h, v);
      if (sum != params_.injection_flits) {
        return at_channel("credits of the host are lost or made", hosts_[h].node, c);
      }
    }
  }
  return {};
}

}  // namespace selvage::wormhole
