// SPDX-License-Identifier: Apache-2.0
#include "golden/twolevel/flow_plane.hpp"

#include <algorithm>

namespace selvage::golden {

FlowPlane::FlowPlane(const AlFares& net, const FlowOptions& options)
    : net_(&net), options_(options), scheduler_(net), next_pass_(options.period) {
  const FatTree& tree = net.tree();
  for (SwitchIdx sw = 0; tree.level(sw) < 2; ++sw) {
    FlowOptions here = options;
    here.scheduler = options.scheduler && tree.level(sw) == 0;  // edge switches report
    switches_.emplace_back(here, tree.h(), tree.h());
  }
}

FlowClassifier::Way FlowPlane::request(Cycle now, SwitchIdx sw, FlowKey flow, PacketId packet,
                                       PortIdx preferred) {
  advance(now);
  return switches_[sw].request(now, flow, packet, preferred, flows_[flow.number()].acknowledged);
}

void FlowPlane::leaving(Cycle now, FlowKey key, PacketId packet) {
  Flow& flow = flows_[key.number()];
  if (flow.left && packet < *flow.left) ++totals_.overtaken;
  flow.left = std::max(packet, flow.left.value_or(packet));
  Message message;
  message.kind = Message::Kind::kAcknowledge;
  message.flow = key;
  message.packet = packet;
  send(now, message);
}

void FlowPlane::send(Cycle now, Message message) {
  message.due = now + options_.latency;
  message.order = sent_++;
  messages_.push(message);
}

/// Everything due by `now`, in the order of time; a pass before messages of the same cycle.
void FlowPlane::advance(Cycle now) {
  for (;;) {
    const Cycle message = messages_.empty() ? kNever : messages_.top().due;
    if (std::min(message, next_pass_) > now) return;
    if (next_pass_ <= message) {
      pass(next_pass_);
      next_pass_ += options_.period;
    } else {
      const Message due = messages_.top();
      messages_.pop();
      receive(due);
    }
  }
}

void FlowPlane::pass(Cycle now) {
  const FatTree& tree = net_->tree();
  for (SwitchIdx sw = 0; sw < switches_.size(); ++sw) {
    const FlowClassifier::Changes changes = switches_[sw].pass(now);
    if (tree.level(sw) != 0) continue;
    Message message;
    message.kind = Message::Kind::kEnded;
    for (const FlowKey& flow : changes.ended) {
      message.flow = flow;
      send(now, message);
    }
    message.kind = Message::Kind::kReport;
    for (const FlowKey& flow : changes.large) {
      message.flow = flow;
      send(now, message);
    }
  }
}

void FlowPlane::receive(const Message& message) {
  using Kind = Message::Kind;
  switch (message.kind) {
    case Kind::kAcknowledge: {
      Flow& flow = flows_[message.flow.number()];
      flow.acknowledged = std::max(message.packet, flow.acknowledged.value_or(message.packet));
      return;
    }
    case Kind::kEnded: scheduler_.release(message.flow); return;
    case Kind::kReport: {
      Message answer;
      answer.flow = message.flow;
      const auto place = scheduler_.reserve(message.flow);
      if (!place) {
        ++totals_.refused;
        answer.kind = Kind::kRefuse;
        send(message.due, answer);
        return;
      }
      ++totals_.placed;
      answer.kind = Kind::kAssign;
      answer.to = place->edge;
      send(message.due, answer);
      if (!place->aggregation) return;
      answer.to = *place->aggregation;
      send(message.due, answer);
      return;
    }
    case Kind::kAssign:
      switches_[message.to.sw].assign(message.due, message.flow, message.to.port);
      return;
    case Kind::kRefuse:
      switches_[net_->tree().attachment(message.flow.source).sw].refuse(message.flow);
      return;
  }
}

FlowPlane::Totals FlowPlane::totals() const {
  Totals all = totals_;
  for (const FlowClassifier& sw : switches_) {
    all.moves.moved += sw.counts().moved;
    all.moves.held += sw.counts().held;
    all.moves.overdue += sw.counts().overdue;
  }
  return all;
}

}  // namespace selvage::golden
