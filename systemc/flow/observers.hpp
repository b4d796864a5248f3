// SPDX-License-Identifier: Apache-2.0
/// \file
/// Several observers of one network.
#pragma once

#include <algorithm>
#include <vector>

#include "flow/observer.hpp"

namespace selvage::flow {

/// Tells each of them, in the order in which they came.
class Observers final : public Observer {
 public:
  void add(Observer& observer) { all_.push_back(&observer); }
  void remove(Observer& observer) {
    all_.erase(std::remove(all_.begin(), all_.end(), &observer), all_.end());
  }
  /// Who is to be told: nobody (null), the only one, or this.
  [[nodiscard]] Observer* told() {
    if (all_.size() > 1) return this;
    return all_.empty() ? nullptr : all_.front();
  }

  void arrives(SwitchPort in, const Cargo& packet) override {
    for (Observer* o : all_) o->arrives(in, packet);
  }
  void requested(SwitchPort in, std::uint32_t slot) override {
    for (Observer* o : all_) o->requested(in, slot);
  }
  void decided(SwitchIdx sw, std::uint32_t slot, const RouteDecision& decision) override {
    for (Observer* o : all_) o->decided(sw, slot, decision);
  }
  void stepped(SwitchPort in, golden::FlowId id, const golden::IfctRow& row) override {
    for (Observer* o : all_) o->stepped(in, id, row);
  }
  void acked(SwitchPort in, const golden::AckRequest& ack) override {
    for (Observer* o : all_) o->acked(in, ack);
  }
  void came_back(SwitchPort out, const golden::Ack& ack, const golden::BackMessage& back) override {
    for (Observer* o : all_) o->came_back(out, ack, back);
  }
  void redirected(SwitchPort out, const RedirectOutput& redirect) override {
    for (Observer* o : all_) o->redirected(out, redirect);
  }
  void sent(SwitchPort out, const Cargo& packet, Cycle until) override {
    for (Observer* o : all_) o->sent(out, packet, until);
  }
  void sent_marker(SwitchPort out, golden::FlowId id, Cycle until) override {
    for (Observer* o : all_) o->sent_marker(out, id, until);
  }
  void sent_acks(SwitchPort out, unsigned count, Cycle until) override {
    for (Observer* o : all_) o->sent_acks(out, count, until);
  }
  void stretched(SwitchPort out, Cycle until) override {
    for (Observer* o : all_) o->stretched(out, until);
  }
  void lost(SwitchPort out, const Cargo& packet) override {
    for (Observer* o : all_) o->lost(out, packet);
  }
  void marked(SwitchPort in, golden::FlowId id) override {
    for (Observer* o : all_) o->marked(in, id);
  }
  void queued(SwitchPort in, golden::FlowId id, std::uint32_t slot) override {
    for (Observer* o : all_) o->queued(in, id, slot);
  }
  void asks(SwitchPort in, golden::FlowId id, PortIdx out, const Cargo& packet) override {
    for (Observer* o : all_) o->asks(in, id, out, packet);
  }
  void granted(SwitchPort in, golden::FlowId id, PortIdx out) override {
    for (Observer* o : all_) o->granted(in, id, out);
  }
  void aborted(SwitchPort in) override {
    for (Observer* o : all_) o->aborted(in);
  }
  void leaves(SwitchPort in, golden::FlowId id, std::uint32_t slot) override {
    for (Observer* o : all_) o->leaves(in, id, slot);
  }
  void into_fifo(SwitchPort out, std::uint32_t slot) override {
    for (Observer* o : all_) o->into_fifo(out, slot);
  }
  void pushed(SwitchPort out, const golden::Ack& ack) override {
    for (Observer* o : all_) o->pushed(out, ack);
  }
  void sent_away(SwitchPort out) override {
    for (Observer* o : all_) o->sent_away(out);
  }

 private:
  std::vector<Observer*> all_;
};

}  // namespace selvage::flow
