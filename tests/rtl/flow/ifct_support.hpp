// SPDX-License-Identifier: Apache-2.0
/// \file
/// Steps of the ifct.
#pragma once

#include "support.hpp"

namespace selvage::test {

inline IfctStatic limits() {
  IfctStatic st;
  st.mfe = {200, 128, 64, 36, 36, 36, 36, 36};
  st.mqe = {128, 64, 36, 36, 36, 36, 36, 36};
  return st;
}
inline IfctIn enq(unsigned id, unsigned start, unsigned len, bool ordered = true,
                  bool gap = false) {
  IfctIn in;
  in.enq = {true, id, start, len, gap, ordered};
  return in;
}
/// Port 2 is the least loaded candidate, every port is legal.
inline IfctIn deq(unsigned id, unsigned len, unsigned hole = 0) {
  IfctIn in;
  in.deq = {true, false, id, len, hole, true, 2, 1, 0xFF};
  return in;
}
inline IfctIn ack(unsigned id, unsigned delta, unsigned type = kNormal) {
  IfctIn in;
  in.ack = {true, id, type, delta, 5, 3};
  return in;
}
inline IfctIn chk(unsigned id) {
  IfctIn in;
  in.chk = {true, id};
  return in;
}
inline IfctIn at(IfctIn in, std::uint64_t now) {
  in.now = now;
  return in;
}
inline FlowMessage message(unsigned id, FlowType type, unsigned pos) {
  return {true, id, type, pos};
}

}  // namespace selvage::test
