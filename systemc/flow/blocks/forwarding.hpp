// SPDX-License-Identifier: Apache-2.0
/// \file
/// Blocks of a port that leave everything to others, for those that replace some of them.
#pragma once

#include <memory>
#include <utility>
#include <vector>

#include "flow/blocks/blocks.hpp"

namespace selvage::flow {

class ForwardingBlocks : public Blocks {
 public:
  /// Null: every call is overridden.
  explicit ForwardingBlocks(std::unique_ptr<Blocks> own) : own_(std::move(own)) {}

  void efct(Cycle now, const golden::EfctInput& in) override { own_->efct(now, in); }
  golden::EfctOutput efct_answer(Cycle now) override { return own_->efct_answer(now); }
  void ifct(const golden::IfctInput& in) override { own_->ifct(in); }
  golden::IfctOutput ifct_answer(Cycle now) override { return own_->ifct_answer(now); }
  void ofct(const golden::OfctInput& in) override { own_->ofct(in); }
  golden::OfctOutput ofct_answer(Cycle now) override { return own_->ofct_answer(now); }
  void redirect(Cycle now, const RedirectInput& in) override { own_->redirect(now, in); }
  RedirectOutput redirect_answer(Cycle now) override { return own_->redirect_answer(now); }

  golden::AckType ack_type(Cycle now, unsigned depth, unsigned level) override {
    return own_->ack_type(now, depth, level);
  }

  AggregatorView aggregator(Cycle now) override { return own_->aggregator(now); }
  void aggregator_step(Cycle now, const golden::AggregatorInput& in) override {
    own_->aggregator_step(now, in);
  }
  Cycle aggregator_next(Cycle now) override { return own_->aggregator_next(now); }
  void frame(Cycle now, std::vector<golden::FrameWord>& words) override { own_->frame(now, words); }
  bool unpack(Cycle now, const std::vector<golden::FrameWord>& words,
              std::vector<std::uint32_t>& acks) override {
    return own_->unpack(now, words, acks);
  }

  void walker_down(Cycle now, Cycle drain) override { own_->walker_down(now, drain); }
  WalkerRow walker(Cycle now) override { return own_->walker(now); }
  void walker_up(Cycle now) override { own_->walker_up(now); }

  std::pair<Cycle, golden::FlowId> ifct_walk(Cycle now, Cycle from) override {
    return own_->ifct_walk(now, from);
  }
  std::pair<Cycle, golden::FlowId> ofct_walk(Cycle now, Cycle from) override {
    return own_->ofct_walk(now, from);
  }

  bool ofct_full(Cycle now) override { return own_->ofct_full(now); }
  EfctView efct_row(Cycle now, golden::FlowId id) override { return own_->efct_row(now, id); }
  const golden::IfctRow& ifct_row(Cycle now, golden::FlowId id) override {
    return own_->ifct_row(now, id);
  }
  OfctView ofct_row(Cycle now, golden::FlowId id) override { return own_->ofct_row(now, id); }

  void finish(Cycle now) override { own_->finish(now); }

 private:
  std::unique_ptr<Blocks> own_;
};

}  // namespace selvage::flow
