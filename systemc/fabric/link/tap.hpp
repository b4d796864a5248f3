// SPDX-License-Identifier: Apache-2.0
/// \file
/// Somebody who sits on one link: sees both directions of its calls and passes every one on.
#pragma once

#include <utility>

#include "fabric/link/sockets.hpp"

namespace selvage::fabric {

class LinkTap : public LinkForwardIf, public LinkBackwardIf {
 public:
  /// Takes its place between two ports that are bound.
  void sit(LinkInitiatorSocket& from, PortIdx port, LinkTargetSocket& to, PortIdx far) {
    forward_ = std::exchange(from.end(port), {this, far});
    backward_ = std::exchange(to.end(far), {this, port});
  }
  void transport_fw(PortIdx port, LinkPayload& payload, LinkPhase phase, Cycle delay) final {
    forward(payload, phase, delay);
    forward_.interface->transport_fw(port, payload, phase, delay);
  }
  void transport_bw(PortIdx port, LinkPhase phase, unsigned vc, Cycle delay) final {
    backward(phase, vc, delay);
    backward_.interface->transport_bw(port, phase, vc, delay);
  }

 protected:
  virtual void forward(LinkPayload& payload, LinkPhase phase, Cycle delay) = 0;
  virtual void backward(LinkPhase phase, unsigned vc, Cycle delay) = 0;

 private:
  LinkEnd<LinkForwardIf> forward_;
  LinkEnd<LinkBackwardIf> backward_;
};

}  // namespace selvage::fabric
