// SPDX-License-Identifier: Apache-2.0
/// \file
/// The sockets of a switch.
#pragma once

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
    const EventKind kind =
        cargo.kind == Cargo::Kind::kPacket ? EventKind::kHeaderArrives : EventKind::kMessageArrives;
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
      context.wheel.schedule(
          at, make_event(EventKind::kStopFlag, sw, port, 0, static_cast<std::uint64_t>(flag)));
      return tlm::TLM_ACCEPTED;
    }
    context.wheel.schedule(at, make_event(EventKind::kFlowControl, sw, port, cargo_of(payload).vc,
                                          phase == PHASE_XON ? 1U : 0U));
    return tlm::TLM_ACCEPTED;
  }
  void invalidate_direct_mem_ptr(sc_dt::uint64, sc_dt::uint64) override {}
};

}  // namespace selvage::fabric
