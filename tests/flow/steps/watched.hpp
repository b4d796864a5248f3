// SPDX-License-Identifier: Apache-2.0
/// \file
/// Blocks of a port that write down what they are given in a cycle and what they answer.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "flow/blocks/forwarding.hpp"

namespace selvage::test {

/// Of one port in one cycle.
struct Calls {
  std::optional<golden::EfctInput> efct;
  std::optional<golden::EfctOutput> efct_answer;
  std::optional<golden::IfctInput> ifct;
  std::optional<golden::IfctOutput> ifct_answer;
  std::optional<golden::OfctInput> ofct;
  std::optional<golden::OfctOutput> ofct_answer;
  std::optional<flow::RedirectInput> redirect;
  std::optional<flow::RedirectOutput> drawn;
  std::optional<golden::AggregatorInput> aggregator;
  std::optional<golden::AckType> type;
  std::optional<bool> unpacked;
  std::optional<flow::WalkerRow> walker;
  std::optional<Cycle> down;          ///< the drain time
  bool up = false, finished = false;  ///< the walker is told that the link is back, all is over
  std::optional<std::pair<Cycle, golden::FlowId>> in_walk, out_walk;
  std::optional<Cycle> in_next, out_next;  ///< the walk is asked again
  std::string twice;                       ///< what has been called a second time
};

class Watched final : public flow::ForwardingBlocks {
 public:
  Watched(std::unique_ptr<Blocks> own, Calls& calls)
      : ForwardingBlocks(std::move(own)), calls_(calls) {}

  void efct(Cycle now, const golden::EfctInput& in) override {
    keep(calls_.efct, in, "efct");
    ForwardingBlocks::efct(now, in);
  }
  golden::EfctOutput efct_answer(Cycle now) override {
    return keep(calls_.efct_answer, ForwardingBlocks::efct_answer(now), "efct_answer");
  }
  void ifct(const golden::IfctInput& in) override {
    keep(calls_.ifct, in, "ifct");
    ForwardingBlocks::ifct(in);
  }
  golden::IfctOutput ifct_answer(Cycle now) override {
    return keep(calls_.ifct_answer, ForwardingBlocks::ifct_answer(now), "ifct_answer");
  }
  void ofct(const golden::OfctInput& in) override {
    keep(calls_.ofct, in, "ofct");
    ForwardingBlocks::ofct(in);
  }
  golden::OfctOutput ofct_answer(Cycle now) override {
    return keep(calls_.ofct_answer, ForwardingBlocks::ofct_answer(now), "ofct_answer");
  }
  void redirect(Cycle now, const flow::RedirectInput& in) override {
    keep(calls_.redirect, in, "redirect");
    ForwardingBlocks::redirect(now, in);
  }
  flow::RedirectOutput redirect_answer(Cycle now) override {
    return keep(calls_.drawn, ForwardingBlocks::redirect_answer(now), "redirect_answer");
  }
  golden::AckType ack_type(Cycle now, unsigned depth, unsigned level) override {
    return keep(calls_.type, ForwardingBlocks::ack_type(now, depth, level), "ack_type");
  }
  void aggregator_step(Cycle now, const golden::AggregatorInput& in) override {
    keep(calls_.aggregator, in, "aggregator_step");
    ForwardingBlocks::aggregator_step(now, in);
  }
  bool unpack(Cycle now, const std::vector<golden::FrameWord>& words,
              std::vector<std::uint32_t>& acks) override {
    return keep(calls_.unpacked, ForwardingBlocks::unpack(now, words, acks), "unpack");
  }
  void walker_down(Cycle now, Cycle drain) override {
    keep(calls_.down, drain, "walker_down");
    ForwardingBlocks::walker_down(now, drain);
  }
  flow::WalkerRow walker(Cycle now) override {
    return keep(calls_.walker, ForwardingBlocks::walker(now), "walker");
  }
  void walker_up(Cycle now) override {
    calls_.up = true;
    ForwardingBlocks::walker_up(now);
  }
  void finish(Cycle now) override {
    calls_.finished = true;
    ForwardingBlocks::finish(now);
  }
  std::pair<Cycle, golden::FlowId> ifct_walk(Cycle now, Cycle from) override {
    const auto found = ForwardingBlocks::ifct_walk(now, from);
    if (from == now) return keep(calls_.in_walk, found, "ifct_walk");
    return {keep(calls_.in_next, found.first, "ifct_walk"), found.second};
  }
  std::pair<Cycle, golden::FlowId> ofct_walk(Cycle now, Cycle from) override {
    const auto found = ForwardingBlocks::ofct_walk(now, from);
    if (from == now) return keep(calls_.out_walk, found, "ofct_walk");
    return {keep(calls_.out_next, found.first, "ofct_walk"), found.second};
  }

 private:
  template <class T>
  const T& keep(std::optional<T>& where, const T& what, const char* name) {
    if (where.has_value()) calls_.twice = name;
    where = what;
    return *where;
  }

  Calls& calls_;
};

}  // namespace selvage::test
