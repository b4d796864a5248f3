// SPDX-License-Identifier: Apache-2.0
/// \file
/// Insides of a switch: its sockets and its input buffers.
#pragma once

#include <algorithm>

#include "fabric/switch.hpp"
#include "fabric/wire.hpp"

namespace selvage::fabric {

/// Receiving side of a port: turns transport calls into events at the cycle of arrival.
struct Switch::InSocket final : tlm::tlm_fw_transport_if<> {
  InSocket(const char* name, Context& context_, SwitchIdx sw_, PortIdx port_)
      : context(context_), sw(sw_), port(port_), socket(name) {
    socket.bind(*this);
  }
  Context& context;
  SwitchIdx sw;
  PortIdx port;
  tlm::tlm_target_socket<> socket;

  tlm::tlm_sync_enum nb_transport_fw(tlm::tlm_generic_payload& payload, tlm::tlm_phase&,
                                     sc_core::sc_time& delay) override {
    const Cargo& cargo = cargo_of(payload);
    const EventKind kind = cargo.kind == Cargo::Kind::kPacket ? EventKind::kHeaderArrives
                                                               : EventKind::kMessageArrives;
    context.wheel.schedule(context.now() + CycleTime::cycles(delay),
                           make_event(kind, sw, port, cargo.vc, cargo.slot));
    return tlm::TLM_ACCEPTED;
  }
  void b_transport(tlm::tlm_generic_payload&, sc_core::sc_time&) override {
    SC_REPORT_FATAL("selvage/switch", "only non-blocking transport is used between modules");
  }
  bool get_direct_mem_ptr(tlm::tlm_generic_payload&, tlm::tlm_dmi&) override { return false; }
  unsigned transport_dbg(tlm::tlm_generic_payload&) override { return 0; }
};

/// Sending side of a port: hears XON and XOFF.
struct Switch::OutSocket final : tlm::tlm_bw_transport_if<> {
  OutSocket(const char* name, Context& context_, SwitchIdx sw_, PortIdx port_)
      : context(context_), sw(sw_), port(port_), socket(name) {
    socket.bind(*this);
  }
  Context& context;
  SwitchIdx sw;
  PortIdx port;
  tlm::tlm_initiator_socket<> socket;

  tlm::tlm_sync_enum nb_transport_bw(tlm::tlm_generic_payload& payload, tlm::tlm_phase& phase,
                                     sc_core::sc_time& delay) override {
    const Cycle at = context.now() + CycleTime::cycles(delay);
    if (phase == PHASE_STOP || phase == PHASE_GO) {
      const StopFlag flag = phase == PHASE_STOP ? StopFlag::kStop : StopFlag::kGo;
      context.wheel.schedule(at, make_event(EventKind::kStopFlag, sw, port, 0,
                                            static_cast<std::uint64_t>(flag)));
      return tlm::TLM_ACCEPTED;
    }
    context.wheel.schedule(at, make_event(EventKind::kFlowControl, sw, port, cargo_of(payload).vc,
                                          phase == PHASE_XON ? 1U : 0U));
    return tlm::TLM_ACCEPTED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
};

/// State of the receiving side of a port: the packet that came last, for what is on the wire when
/// the link dies.
struct Switch::Input {
  tlm::tlm_bw_transport_if<>* upstream = nullptr;  ///< what the socket is bound to
  LinkState* link = nullptr;
  PacketId last_packet = 0;
  Cycle last_header = 0;
  std::uint32_t last_slot = kNoSlot;
};

/// State of the sending side of a port.
struct Switch::Output {
  tlm::tlm_fw_transport_if<>* downstream = nullptr;  ///< what the socket is bound to
  LinkState* link = nullptr;
  Cycle granted = kNever;       ///< first beat of the packet under way, or of the last one
  Cycle busy_until = 0;         ///< its last beat leaves in the cycle before this one
  Cycle granted_before = kNever;     ///< the same of the packet before it
  Cycle busy_until_before = 0;
  Cycle message_at = kNever;    ///< cycle in which the last fault message left
  std::uint32_t xon = ~0U;      ///< bit per VC: what the far end said last
  PortIdx holder = 0;           ///< input that the packet under way comes from
  std::uint8_t holder_vc = 0;
  bool sending = false;
  PortIdx next_input = 0;       ///< round robin: first input to look at
  std::uint64_t measured = 0;   ///< packets started in the measurement phase
  [[nodiscard]] bool may_send(unsigned vc) const { return ((xon >> vc) & 1U) != 0; }
};

/// Input buffer of one (port, VC): packets in order of arrival; the first may be on its way out.
struct Switch::Buffer {
  enum class Front : std::uint8_t { kNone, kQueued, kRouting, kWaiting };
  std::uint32_t* ring = nullptr;  ///< packet slots, `size` of them
  std::uint32_t size = 0;
  std::uint32_t head = 0;
  std::uint32_t count = 0;
  bool sending = false;   ///< the packet at `head` is leaving
  Cycle send_start = 0;   ///< cycle of its first beat, moved by stolen beats
  Front front = Front::kNone;  ///< progress of the first packet that is not leaving
  PortIdx wait_out = 0;
  std::uint8_t wait_vc = 0;
  Cycle requested_at = 0;
  bool xoff = false;      ///< told upstream to stop
  Cycle xon_check = kNever;

  [[nodiscard]] std::uint32_t slot(std::uint32_t i) const {
    std::uint32_t at = head + i;
    if (at >= size) at -= size;
    return ring[at];
  }
  [[nodiscard]] std::uint32_t front_index() const { return sending ? 1 : 0; }
  [[nodiscard]] bool has_front() const { return count > front_index(); }
  void push(std::uint32_t packet) {
    std::uint32_t at = head + count;
    if (at >= size) at -= size;
    ring[at] = packet;
    ++count;
  }
  void pop() {
    head = head + 1 == size ? 0 : head + 1;
    --count;
  }
  /// Takes out the front although a packet before it is still leaving.
  void remove_front() {
    if (sending) std::swap(ring[head], ring[head + 1 == size ? 0 : head + 1]);
    pop();
  }
};

inline Switch::Buffer& Switch::buffer(PortIdx in, unsigned vc) { return buffers_[in * vcs_ + vc]; }
inline const Switch::Buffer& Switch::buffer(PortIdx in, unsigned vc) const {
  return buffers_[in * vcs_ + vc];
}

}  // namespace selvage::fabric
