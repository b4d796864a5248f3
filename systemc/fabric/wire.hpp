// SPDX-License-Identifier: Apache-2.0
/// \file
/// The protocol between modules: one nb_transport_fw per packet header or fault message, with the
/// link's latency as its delay; XON and XOFF by nb_transport_bw against the flow of packets, and
/// the stop flags of the fault messages likewise (STOP, GO).
#pragma once

#include <systemc>
#include <tlm>

#include "golden/types.hpp"

namespace selvage::fabric {

DECLARE_EXTENDED_PHASE(PHASE_XON);
DECLARE_EXTENDED_PHASE(PHASE_XOFF);
DECLARE_EXTENDED_PHASE(PHASE_STOP);
DECLARE_EXTENDED_PHASE(PHASE_GO);

/// SystemC time of one cycle, fixed once per process before elaboration.
class CycleTime {
 public:
  static void set_ns(double clock_ns) { unit() = sc_core::sc_time(clock_ns, sc_core::SC_NS); }
  [[nodiscard]] static sc_core::sc_time of(Cycle cycles) {
    return sc_core::sc_time::from_value(cycles * unit().value());
  }
  [[nodiscard]] static Cycle cycles(const sc_core::sc_time& t) {
    return t.value() / unit().value();
  }

 private:
  static sc_core::sc_time& unit() {
    static sc_core::sc_time u(1, sc_core::SC_NS);
    return u;
  }
};

}  // namespace selvage::fabric
