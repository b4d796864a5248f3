// SPDX-License-Identifier: Apache-2.0
#include "wormhole/sink.hpp"

#include <algorithm>
#include <cassert>

namespace selvage::wormhole {
namespace {

constexpr std::int64_t kMillion = 1000000;

}  // namespace

Sink::Sink(Shared& shared, HostIdx self, unsigned depth)
    : shared_(shared),
      self_(self),
      depth_(depth),
      lanes_(shared.params.vcs),
      service_(shared.params.slow.stalls == kernel::StallKind::kRandom, shared.params.slow.every,
               shared.params.slow.longest,
               kernel::Stream(shared.params.slow.seed, "stalls", self)) {}

void Sink::wire(SwitchIdx node, Channel base) {
  node_ = node;
  base_ = base;
}

void Sink::accept(unsigned vc) {
  Lane& lane = lanes_[vc];
  assert(lane.held < depth_);
  if (cut_until_ != 0 && shared_.now > cut_until_) {
    for (Lane& each : lanes_) each.open = false;
    cut_until_ = 0;
  }
  if (!lane.open && shared_.params.slow.stalls == kernel::StallKind::kHeader)
    service_.stall(shared_.now);
  ++lane.come;
  ++lane.held;
  ++held_;
  ++shared_.in_sinks;
  lane.open = !tail_comes_;
  if (tail_comes_) lane.tails.push_back({tail_slot_, lane.come});
  tail_comes_ = false;
  shared_.counts.sink_fullest = std::max(shared_.counts.sink_fullest, lane.held);
}

void Sink::step() {
  const Cycle idle = service_.advance(shared_.now).service;
  const auto rate = static_cast<std::int64_t>(shared_.params.slow.rate);
  budget_ = std::min<std::int64_t>(0, budget_ + static_cast<std::int64_t>(idle) * rate);
  ChannelMask& arriving = shared_.wires.flits_here(entity());
  for (ChannelMask m = arriving; m != 0; m &= m - 1) accept(lowest(m));
  arriving = 0;
  const auto [service, stalled] = service_.advance(shared_.now + 1);
  budget_ += static_cast<std::int64_t>(service) * rate;
  if (held_ == 0) return;
  shared_.counts.sink_stalled += stalled;
  if (service != 0 && budget_ > 0) take();
  if (held_ != 0) shared_.wires.look_next(entity());
}

void Sink::take() {
  const unsigned vcs = shared_.params.vcs;
  do {
    last_ = (last_ + 1) % vcs;
  } while (lanes_[last_].held == 0);
  Lane& lane = lanes_[last_];
  budget_ -= kMillion;
  --lane.held;
  --held_;
  --shared_.in_sinks;
  shared_.last_progress = shared_.now;
  shared_.wires.send_credit(node_, bit(base_ + last_));
  if (shared_.params.report_flits) shared_.client.credit_leaves_host(node_, base_ + last_);
  if (lane.tails.empty() || lane.tails.front().flit != lane.come - lane.held) return;
  const std::uint32_t slot = lane.tails.front().slot;
  lane.tails.pop_front();
  shared_.end_at_host(slot, self_);
}

}  // namespace selvage::wormhole
