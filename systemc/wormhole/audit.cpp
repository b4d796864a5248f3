// SPDX-License-Identifier: Apache-2.0
/// The invariants of a wormhole network, checked from outside its bookkeeping.
#include <cstdio>

#include "wormhole/routers.hpp"

namespace selvage::wormhole {

namespace {

std::string at_channel(const char* what, std::uint32_t node, unsigned channel) {
  char text[96];
  std::snprintf(text, sizeof text, "node %u channel %u: %s", node, channel, what);
  return text;
}

}  // namespace

std::string Routers::audit() const {
  if (std::string why = audit_wires(); !why.empty()) return why;
  for (std::uint32_t n = 0; n < shared_.nodes; ++n) {
    const Router& r = routers_[n];
    if (shared_.is_elsewhere(n)) continue;
    if (std::string why = r.audit(); !why.empty()) return why;
  }
  for (const Sender& s : senders_) {
    if (std::string why = s.audit(); !why.empty()) return why;
  }
  return {};
}

std::string Routers::audit_wires() const {
  const std::vector<ChannelMask>& all = shared_.wires.all_flits();
  const auto entities = static_cast<std::uint32_t>(shared_.nodes + senders_.size());
  // A ring slot shows what was read and sent in one cycle: one flit a port, and one credit.
  for (std::size_t x = 0; x < all.size(); ++x) {
    for (unsigned c = 0; c < shared_.channels; c += shared_.params.vcs) {
      const ChannelMask flits = (all[x] >> c) & shared_.vc_mask;
      const ChannelMask credits = (shared_.wires.all_credits()[x] >> c) & shared_.vc_mask;
      if ((flits & (flits - 1)) != 0 || (credits & (credits - 1)) != 0) {
        return at_channel("two flits at one port", static_cast<std::uint32_t>(x % entities), c);
      }
    }
  }
  std::uint64_t flits = 0;                        // in buffers and on links
  for (std::size_t x = 0; x < all.size(); ++x) {  // those to hosts have been counted as ejected
    if (x % entities < shared_.nodes) flits += static_cast<unsigned>(__builtin_popcountll(all[x]));
  }
  for (const In& in : shared_.in) flits += in.count;
  const Counts& c = shared_.counts;
  if (c.injected + c.aborts + c.come != c.ejected + c.drained + c.lost + c.left + flits) {
    return "flits are lost or made";
  }
  return {};
}

std::string Router::audit() const {
  for (unsigned c = 0; c < shared_.channels; ++c) {
    for (const auto part : {&Router::audit_heads, &Router::audit_output, &Router::audit_link}) {
      if (const char* what = (this->*part)(c); what != nullptr) return at_channel(what, self_, c);
    }
  }
  return {};
}

const char* Router::audit_heads(unsigned c) const {
  const In& in = inputs()[c];
  const ChannelMask one = bit(c);
  if (in.count > in.depth) return "the buffer overflows";
  if ((fronted_ & one) == 0 && in.count > 0) return "flits without a head";
  const unsigned states =
      ((need_ & one) != 0) + ((waiting_ & one) != 0) + ((held_ & one) != 0) + ((drain_ & one) != 0);
  if (states > 1 || (states == 1 && (fronted_ & one) == 0)) return "the head is in two states";
  const bool holds = (held_ & one) != 0;
  if (holds != (in.target != kNoChannel) || (holds && outputs()[in.target].owner != c)) {
    return "holder and channel disagree";
  }
  return nullptr;
}

const char* Router::audit_output(unsigned c) const {
  const ChannelMask one = bit(c);
  const Out& out = outputs()[c];
  const Port& port = ports()[shared_.port_of[c]];
  const bool exists = (exists_ & one) != 0;
  const bool died = port.kind == PortEnd::Kind::kNone && out.full > 0;
  const bool mended = (rare().mended & one) != 0;  // back, and the node has not been notified yet
  if ((mended && (died || exists)) ||
      (!died && !mended && exists != (port.kind != PortEnd::Kind::kNone))) {
    return "a channel that leads nowhere";
  }
  const unsigned held = ((free_ & one) != 0) + ((closing_ & one) != 0) + (out.owner != kNoChannel);
  // One that is known to be dead keeps its holder until the tail is gone.
  const bool may_be_held = exists || (died && out.owner != kNoChannel);
  if (held != (may_be_held ? 1U : 0U)) return "free, held or closing";
  const bool filled = out.owner != kNoChannel && inputs()[out.owner].count > 0;
  const bool endless = port.kind == PortEnd::Kind::kHost && out.full == 0;
  const bool credit = endless || died || out.credits > 0;
  if (filled != ((filled_ & one) != 0)) return "filled is wrong";
  if (credit != ((credit_ & one) != 0)) return "credit is wrong";
  return nullptr;
}

const char* Router::audit_link(unsigned c) const {
  const Out& out = outputs()[c];
  const Port& port = ports()[shared_.port_of[c]];
  const unsigned far = c + static_cast<unsigned>(port.delta);
  if (port.kind == PortEnd::Kind::kSwitch && shared_.is_elsewhere(port.entity)) return nullptr;
  if (port.kind == PortEnd::Kind::kSwitch) {
    const unsigned sum = out.credits + (*shared_.routers)[port.entity].inputs()[far].count +
                         shared_.wires.flits_under_way(port.entity, far) +
                         shared_.wires.credits_under_way(self_, c);
    if (sum != out.full) return "credits are lost or made";
    if (((free_ >> c) & 1U) != 0 && shared_.params.release == Release::kTailLeftBuffer &&
        out.credits != out.full) {
      return "free before all credits are home";
    }
  } else if (port.kind == PortEnd::Kind::kHost && out.full > 0) {
    const unsigned sum = out.credits + (*shared_.sinks)[port.entity - shared_.nodes].held(far) +
                         shared_.wires.flits_under_way(port.entity, far) +
                         shared_.wires.credits_under_way(self_, c);
    if (sum != out.full) return "credits of a slow host are lost or made";
  } else if (port.kind == PortEnd::Kind::kNone && out.full > 0) {
    if (shared_.wires.flits_under_way(port.entity, far) +
            shared_.wires.credits_under_way(self_, c) !=
        0) {
      return "something is on a dead link";
    }
  } else if (port.kind == PortEnd::Kind::kNone &&
             (inputs()[c].count > 0 || ((fronted_ >> c) & 1U) != 0)) {
    return "a flit came by a port that leads nowhere";
  }
  return nullptr;
}

std::string Sender::audit() const {
  if (!wired_) return {};
  for (unsigned v = 0; v < shared_.params.injection_channels; ++v) {
    const auto c = static_cast<Channel>(base_ + v);
    const unsigned sum = lanes_[v].credits + (*shared_.routers)[node_].held(c) +
                         shared_.wires.flits_under_way(node_, c) +
                         shared_.wires.credits_under_way(entity(), v);
    if (sum != shared_.params.injection_flits) {
      return at_channel("credits of the host are lost or made", node_, c);
    }
  }
  return {};
}

}  // namespace selvage::wormhole
