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

FlowClassifier::Way FlowPlane::ask(Cycle now, SwitchIdx sw, FlowKey flow, PacketId packet,
                                   PortIdx preferred) {
  advance(now);
  return switches_[sw].ask(now, flow, packet, preferred, flows_[flow.number()].acknowledged);
}

void FlowPlane::leaving(Cycle now, FlowKey key, PacketId packet) {
  Flow& flow = flows_[key.number()];
  if (flow.left && packet < *flow.left) ++totals_.overtaken;
  flow.left = std::max(packet, flow.left.value_or(packet));
  Word word;
  word.kind = Word::Kind::kAcknowledge;
  word.flow = key;
  word.packet = packet;
  say(now, word);
}

void FlowPlane::say(Cycle now, Word word) {
  word.due = now + options_.latency;
  word.order = said_++;
  words_.push(word);
}

/// Everything due by `now`, in the order of time; a pass before words of the same cycle.
void FlowPlane::advance(Cycle now) {
  for (;;) {
    const Cycle word = words_.empty() ? kNever : words_.top().due;
    if (std::min(word, next_pass_) > now) return;
    if (next_pass_ <= word) {
      pass(next_pass_);
      next_pass_ += options_.period;
    } else {
      const Word due = words_.top();
      words_.pop();
      hear(due);
    }
  }
}

void FlowPlane::pass(Cycle now) {
  const FatTree& tree = net_->tree();
  for (SwitchIdx sw = 0; sw < switches_.size(); ++sw) {
    const FlowClassifier::News news = switches_[sw].pass(now);
    if (tree.level(sw) != 0) continue;
    Word word;
    word.kind = Word::Kind::kEnded;
    for (const FlowKey& flow : news.ended) {
      word.flow = flow;
      say(now, word);
    }
    word.kind = Word::Kind::kReport;
    for (const FlowKey& flow : news.large) {
      word.flow = flow;
      say(now, word);
    }
  }
}

void FlowPlane::hear(const Word& word) {
  using Kind = Word::Kind;
  switch (word.kind) {
    case Kind::kAcknowledge: {
      Flow& flow = flows_[word.flow.number()];
      flow.acknowledged = std::max(word.packet, flow.acknowledged.value_or(word.packet));
      return;
    }
    case Kind::kEnded: scheduler_.release(word.flow); return;
    case Kind::kReport: {
      Word answer;
      answer.flow = word.flow;
      const auto place = scheduler_.reserve(word.flow);
      if (!place) {
        ++totals_.refused;
        answer.kind = Kind::kRefuse;
        say(word.due, answer);
        return;
      }
      ++totals_.placed;
      answer.kind = Kind::kAssign;
      answer.to = place->edge;
      say(word.due, answer);
      if (!place->aggregation) return;
      answer.to = *place->aggregation;
      say(word.due, answer);
      return;
    }
    case Kind::kAssign: switches_[word.to.sw].assign(word.due, word.flow, word.to.port); return;
    case Kind::kRefuse:
      switches_[net_->tree().attachment(word.flow.source).sw].refuse(word.flow);
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
