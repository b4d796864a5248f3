// SPDX-License-Identifier: Apache-2.0
#include "fabric/wormhole/waves.hpp"

#include <fmt/format.h>

namespace selvage::fabric {

namespace {

constexpr unsigned kHeadCharacters = 32;
constexpr unsigned kWaitCharacters = 40;

}  // namespace

void WormholeRows::declare(SwitchIdx sw, const std::string& scope, bool chosen) {
  if (!chosen) return;
  const Topology& t = context_.topology;
  for (unsigned port = 0; port < t.port_count(sw); ++port) {
    if (t.peer(sw, static_cast<PortIdx>(port)).kind == PortEnd::Kind::kNone) continue;
    for (unsigned vc = 0; vc < routers_.vcs(); ++vc) {
      file_.scope(fmt::format("{} port_{} channel_{}", scope, port, vc));
      Input& input = inputs_.emplace_back();
      input.sw = sw;
      input.channel = static_cast<wormhole::Channel>(port * routers_.vcs() + vc);
      input.head = file_.text("head", kHeadCharacters);
      input.flits = file_.number("flits", 16);
      input.waits_for = file_.text("waits_for", kWaitCharacters);
    }
  }
}

void WormholeRows::draw(Cycle /*cycle*/) {
  for (Input& input : inputs_) {
    const wormhole::Router& router = routers_[input.sw];
    file_.set(input.flits, router.held(input.channel));
    draw_head(input, router);
    draw_waiting(input, router);
  }
}

void WormholeRows::draw_head(Input& input, const wormhole::Router& router) {
  if (router.held(input.channel) == 0) {
    if (input.packet) file_.set_text(input.head, "");
    input.packet.reset();
    return;
  }
  const Packet& packet = context_.packets.at(router.head_slot(input.channel));
  if (input.packet == packet.id) return;
  input.packet = packet.id;
  const Topology& t = context_.topology;
  file_.set_text(input.head, fmt::format("#{} {}>{}", packet.id, t.host_name(packet.source),
                                         t.host_name(packet.destination)));
}

/// "credit of (0,0)x+ vc0", "channel (0,0)x+ vc1, 2 more".
void WormholeRows::draw_waiting(Input& input, const wormhole::Router& router) {
  using For = wormhole::Waiting::For;
  const wormhole::Waiting waiting = router.waits_for(input.channel);
  if (waiting.what == input.waiting.what && waiting.channels == input.waiting.channels) return;
  input.waiting = waiting;
  if (waiting.what == For::kNothing || waiting.channels == 0) {
    file_.set_text(input.waits_for, waiting.what == For::kNothing ? "" : "no channel");
    return;
  }
  const auto first = static_cast<unsigned>(__builtin_ctzll(waiting.channels));
  const int more = __builtin_popcountll(waiting.channels) - 1;
  file_.set_text(
      input.waits_for,
      fmt::format(
          "{}{} vc{}{}", waiting.what == For::kCredit ? "credit of " : "channel ",
          context_.topology.port_name(input.sw, static_cast<PortIdx>(first / routers_.vcs())),
          first % routers_.vcs(), more > 0 ? fmt::format(", {} more", more) : ""));
}

}  // namespace selvage::fabric
