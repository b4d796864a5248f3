// SPDX-License-Identifier: Apache-2.0
/// \file
/// What can be seen of a fabric: what goes over its links, and what it records.
#pragma once

#define SC_INCLUDE_DYNAMIC_PROCESSES
#include <functional>
#include <memory>
#include <utility>
#include <vector>

#include "beat_rule.hpp"
#include "fabric/fabric.hpp"
#include "fabric/link/tap.hpp"

namespace selvage::test {

using namespace fabric;

/// Sees what goes over one link.
class Ear final : public LinkTap {
 public:
  using Forward = std::function<void(const LinkPayload&, LinkPhase)>;
  using Backward = std::function<void(LinkPhase, unsigned)>;
  Ear(Forward forward, Backward backward)
      : on_forward_(std::move(forward)), on_backward_(std::move(backward)) {}

 private:
  void forward(LinkPayload& payload, LinkPhase phase, Cycle) override {
    on_forward_(payload, phase);
  }
  void backward(LinkPhase phase, unsigned vc, Cycle) override { on_backward_(phase, vc); }
  Forward on_forward_;
  Backward on_backward_;
};

class Witness final : Sink {
 public:
  Witness(Context& context, Fabric& fabric) : context_(context), fabric_(fabric) {
    context.record.add(*this);
    context.losses = &losses;
    listen();
  }
  void see(Saw what, std::uint64_t a, std::uint64_t b = 0, std::uint64_t c = 0,
           std::uint64_t d = 0) {
    seen.push_back({static_cast<std::uint64_t>(what), a, b, c, d});
  }

  std::vector<Seen> seen;
  std::deque<Loss> losses;  ///< as the fabric keeps them in mind, to be put in order among ranks
  std::vector<std::pair<SwitchPort, std::uint64_t>> messages;

 private:
  void listen() {
    const Topology& t = context_.topology;
    const auto sit = [&](LinkInitiatorSocket& from, PortIdx port, LinkTargetSocket& to, PortIdx far,
                         Ear::Forward forward, Ear::Backward backward) {
      ears_.push_back(std::make_unique<Ear>(std::move(forward), std::move(backward)));
      ears_.back()->sit(from, port, to, far);
    };
    for (SwitchIdx s = 0; s < t.switch_count(); ++s) {
      for (PortIdx p = 0; p < t.port_count(s); ++p) {
        const PortEnd end = t.peer(s, p);
        const auto sends = [this, s, p](const LinkPayload& payload, LinkPhase phase) {
          if (phase == LinkPhase::kMessage) {
            const std::uint64_t content = context_.messages.at(payload.slot).content.body;
            return messages.push_back({{s, p}, content});
          }
          if (phase == LinkPhase::kStall) return see(Saw::kHole, s, p);
          see(Saw::kHeader, s, p, context_.packets.at(payload.slot).id, payload.vc);
        };
        const auto says = [this](SwitchIdx sw, PortIdx port) {
          return [this, sw, port](LinkPhase phase, unsigned vc) {
            if (phase != LinkPhase::kXon && phase != LinkPhase::kXoff) return;
            see(Saw::kLevel, sw, port, vc, phase == LinkPhase::kXon ? 1 : 0);
          };
        };
        if (end.kind == PortEnd::Kind::kSwitch) {
          sit(fabric_.at(s).out(), p, fabric_.at(end.index).in(), end.port, sends,
              says(end.index, end.port));
        } else if (end.kind == PortEnd::Kind::kHost) {
          Host& host = fabric_.host(end.index);
          const HostIdx h = end.index;
          sit(fabric_.at(s).out(), p, host.in, 0, sends, [this, h](LinkPhase phase, unsigned vc) {
            see(Saw::kHostLevel, h, vc, phase == LinkPhase::kXon ? 1 : 0);
          });
          sit(
              host.out, 0, fabric_.at(s).in(), p,
              [this, h](const LinkPayload& payload, LinkPhase) {
                see(Saw::kHostHeader, h, context_.packets.at(payload.slot).id);
              },
              says(s, p));
        }
      }
    }
  }

  void on(const PacketLost& e) override {
    see(Saw::kLost, e.packet, static_cast<std::uint64_t>(e.reason), e.fault);
  }
  void on(const PacketEnded& e) override {
    see(Saw::kEnded, e.packet.id, e.end == "delivered" ? 1 : 0);
  }
  void on(const Decided& e) override {
    see(Saw::kDecided, e.sw, e.packet.id, e.requested,
        static_cast<std::uint64_t>(e.decision.outcome));
  }
  [[nodiscard]] bool follows_packets() const override { return true; }

  Context& context_;
  Fabric& fabric_;
  std::vector<std::unique_ptr<Ear>> ears_;
};

}  // namespace selvage::test
