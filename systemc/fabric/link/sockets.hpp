// SPDX-License-Identifier: Apache-2.0
/// \file
/// The sockets of the link protocol: one a module and direction, whatever its number of ports.
#pragma once

#include <tlm>
#include <vector>

#include "fabric/link/protocol.hpp"
#include "kernel/ahead.hpp"

namespace selvage::fabric {

/// Reports a call on a port that is bound to nobody, as an SC_ERROR.
void open_port();

/// The other end of one port: whom to call, and under which number of his.
template <class Interface>
struct LinkEnd {
  Interface* interface = nullptr;  ///< null: the port is left open, calls are errors
  PortIdx port = 0;
};

class LinkTargetSocket;

/// Sends on the ports of a module. Binding needs the ports of both sides; two modules may be joined
/// by several links.
class LinkInitiatorSocket final
    : public tlm::tlm_base_initiator_socket<0, LinkForwardIf, LinkBackwardIf, 0,
                                            sc_core::SC_ZERO_OR_MORE_BOUND> {
 public:
  /// `backward` gets the flow control of all `ports` ports.
  LinkInitiatorSocket(const char* name, LinkBackwardIf& backward, unsigned ports)
      : tlm_base_initiator_socket(name), ends_(ports) {
    tlm_base_initiator_socket::bind(backward);
  }
  /// Joins `port` to port `far` of `to`, both ways. A port that is not there, or bound already, is
  /// an SC_ERROR.
  void bind(PortIdx port, LinkTargetSocket& to, PortIdx far);

  void header(PortIdx port, LinkPayload& payload, Cycle delay) {
    call(port, payload, LinkPhase::kHeader, delay);
  }
  void message(PortIdx port, LinkPayload& payload, Cycle delay) {
    call(port, payload, LinkPhase::kMessage, delay);
  }
  void stall(PortIdx port, LinkPayload& packet, Cycle delay) {
    call(port, packet, LinkPhase::kStall, delay);
  }
  /// Where `port` leads; a checker may stand in between.
  [[nodiscard]] LinkEnd<LinkForwardIf>& end(PortIdx port) { return ends_[port]; }
  [[nodiscard]] const LinkEnd<LinkForwardIf>& end(PortIdx port) const { return ends_[port]; }
  /// The place of the table of ends: see kernel::with_look_ahead.
  void prefetch() const { kernel::prefetch(ends_); }
  [[nodiscard]] unsigned ports() const { return static_cast<unsigned>(ends_.size()); }

 private:
  // Without ports: not for modules.
  using tlm_base_initiator_socket::bind;
  using tlm_base_initiator_socket::operator();

  void call(PortIdx port, LinkPayload& payload, LinkPhase phase, Cycle delay) {
    const LinkEnd<LinkForwardIf>& end = ends_[port];
    if (end.interface == nullptr) return open_port();
    end.interface->transport_fw(end.port, payload, phase, delay);
  }

  std::vector<LinkEnd<LinkForwardIf>> ends_;    ///< by port
  std::vector<const LinkTargetSocket*> bound_;  ///< each once, however many links lead there
};

/// Receives on the ports of a module, and sends flow control back.
class LinkTargetSocket final
    : public tlm::tlm_base_target_socket<0, LinkForwardIf, LinkBackwardIf, 0,
                                         sc_core::SC_ZERO_OR_MORE_BOUND> {
 public:
  /// `forward` gets what comes over all `ports` ports.
  LinkTargetSocket(const char* name, LinkForwardIf& forward, unsigned ports)
      : tlm_base_target_socket(name), ends_(ports) {
    tlm_base_target_socket::bind(forward);
  }
  void flow_control(PortIdx port, LinkPhase phase, unsigned vc, Cycle delay) {
    const LinkEnd<LinkBackwardIf>& end = ends_[port];
    if (end.interface == nullptr) return open_port();
    end.interface->transport_bw(end.port, phase, vc, delay);
  }
  [[nodiscard]] LinkEnd<LinkBackwardIf>& end(PortIdx port) { return ends_[port]; }
  [[nodiscard]] unsigned ports() const { return static_cast<unsigned>(ends_.size()); }

 private:
  using tlm_base_target_socket::bind;
  using tlm_base_target_socket::operator();

  std::vector<LinkEnd<LinkBackwardIf>> ends_;  ///< by port
};

/// Takes everything and answers nothing: for ports that a test or a platform leaves open.
class LinkTargetStub final : public LinkForwardIf {
 public:
  explicit LinkTargetStub(const char* name, unsigned ports = 1) : in(name, *this, ports) {}
  void transport_fw(PortIdx, LinkPayload&, LinkPhase, Cycle) override { ++received; }
  LinkTargetSocket in;
  std::uint64_t received = 0;
};

/// Sends nothing and ignores all flow control.
class LinkInitiatorStub final : public LinkBackwardIf {
 public:
  explicit LinkInitiatorStub(const char* name, unsigned ports = 1) : out(name, *this, ports) {}
  void transport_bw(PortIdx, LinkPhase, unsigned, Cycle) override {}
  LinkInitiatorSocket out;
};

}  // namespace selvage::fabric
