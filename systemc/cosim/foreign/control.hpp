// SPDX-License-Identifier: Apache-2.0
/// \file
/// A switch whose decisions a foreign block takes.
#pragma once

#include <any>
#include <memory>
#include <optional>
#include <utility>

#include "cosim/foreign/agent.hpp"
#include "cosim/foreign/wrapped.hpp"

namespace selvage::cosim {

/// `own` with its decisions taken by a block. All else is that of `own`, which goes on deciding and
/// comparing as its engine does. Expected: what golden answers, in the words of the block.
template <class Expected>
class ForeignControl : public WrappedControl {
 public:
  ForeignControl(std::unique_ptr<SwitchControl> own, ForeignAgent agent)
      : WrappedControl(std::move(own)), agent_(std::move(agent)) {}

  void request(Cycle now, const RouteRequest& request) override {
    catch_up(now);
    ask(now, put(now, request, block()), request);
    WrappedControl::request(now, request);
  }
  [[nodiscard]] RouteDecision collect(Cycle now) override {
    catch_up(now);
    (void)WrappedControl::collect(now);
    while (!asked(block().due(kNever)).request) receive(now);
    return receive(now);
  }
  void finish(Cycle now) override {
    catch_up(now);
    while (agent_.pending()) receive(now);
    WrappedControl::finish(now);
    agent_.finish(now);
  }

 protected:
  /// Puts the question on the pins; golden's answer.
  virtual Expected put(Cycle now, const RouteRequest& request, ForeignBlock& block) = 0;
  /// Reads the answer to a request, compares it and makes a decision of it.
  virtual RouteDecision take(Cycle now, const RouteRequest& request, const Expected& expected,
                             const ForeignBlock& block) = 0;
  /// Drives and asks the block what is pending of cycles before `now`, beside requests.
  virtual void catch_up(Cycle /*now*/) {}
  /// Reads an answer that is not to a request, and compares it.
  virtual void compare(Cycle /*now*/, const Expected& /*expected*/, const ForeignBlock&) {}
  /// Cycle, switch, packet, and what happened there before.
  virtual Mismatch place(Cycle now, std::optional<PacketId> packet) const {
    Mismatch m = agent_.place(now);
    m.packet = packet;
    return m;
  }
  [[nodiscard]] ForeignAgent& agent() { return agent_; }
  [[nodiscard]] ForeignBlock& block() { return agent_.block(); }

  void ask(Cycle now, Expected expected, std::optional<RouteRequest> request = std::nullopt) {
    block().ask(now, now, Asked{request, std::move(expected)});
  }
  /// Answers that are due and that no request waits for.
  void receive_due(Cycle now) {
    for (const std::any* oldest = block().due(now); oldest != nullptr && !asked(oldest).request;
         oldest = block().due(now)) {
      receive(now);
    }
  }

 private:
  struct Asked {
    std::optional<RouteRequest> request;
    Expected expected;
  };
  [[nodiscard]] static const Asked& asked(const std::any* question) {
    return std::any_cast<const Asked&>(*question);
  }

  /// The oldest answer.
  RouteDecision receive(Cycle now) {
    const ForeignReply reply = agent_.take(now);
    const auto& [request, expected] = asked(&reply.question);
    if (reply.difference) {
      agent_.fail(place(now, request ? std::optional(request->packet) : std::nullopt),
                  *reply.difference);
    } else if (request) {
      return take(now, *request, expected, block());
    } else {
      compare(now, expected, block());
    }
    return {};
  }

  ForeignAgent agent_;
};

}  // namespace selvage::cosim
