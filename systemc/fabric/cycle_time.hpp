// SPDX-License-Identifier: Apache-2.0
/// \file
/// SystemC's time and the fabric's cycles.
#pragma once

#include <systemc>

#include "golden/types.hpp"

namespace selvage::fabric {

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
