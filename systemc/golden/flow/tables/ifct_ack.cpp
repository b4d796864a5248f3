// SPDX-License-Identifier: Apache-2.0
/// \file
/// What an ACK does to a row of the input table (FLOW-A-9, 19, FLOW-C-6, 8, FLOW-D-4).
#include <algorithm>

#include "golden/flow/tables/ifct.hpp"

namespace selvage::golden {

AckAnswer Ifct::acknowledge(const AckRequest& in, Cycle now) {
  IfctRow& r = rows_[in.id];
  AckAnswer out;
  if (r.state == FlowState::kFree) {
    ++totals_.stray;
    return out;
  }
  const Position translated = wrap(r.ack + in.delta);
  switch (in.type) {
    case AckType::kRedirect:
      if (!config_.rd_enable) {
        if (r.state == FlowState::kRunning && !config_.edge)
          out.up = {true, in.type, in.id, translated};
      } else if (r.state == FlowState::kRunning && r.ordered && r.level == 0 && flow(r) > 0 &&
                 over(r.mark, config_.cool_t, now)) {
        block(r);
        out.block = true;
      }
      break;
    case AckType::kLoss:
      ++totals_.losses;
      if (!config_.edge) out.up = {true, in.type, in.id, translated};
      break;
    case AckType::kCredit:
      if (r.ordered) {
        r.dm = true;
        r.dmlim = translated;
        r.dmt = tick(now);
      }
      break;
    case AckType::kCreditOff: r.dm = false; break;
    default: advance(r, in, now, out);
  }
  note(in.id);
  return out;
}

void Ifct::advance(IfctRow& r, const AckRequest& in, Cycle now, AckAnswer& out) {
  const Position delta = std::min(in.delta, flow(r));
  if (r.dm && delta > wrap(r.dmlim - r.ack)) r.dm = false;
  r.ack = wrap(r.ack + delta);
  if (config_.edge) injected_ -= delta;
  change_level(r, in, now);
  if (r.level == 0 && flow(r) == 0) r.forced = false;
  out.up = {true, in.type, in.id, r.ack};
  out.rel = release_if_empty(r);
  if (out.rel || flow(r) != 0) return;
  if (r.state == FlowState::kBlock) r.mark = tick(now);
  r.state = FlowState::kRunning;
}

void Ifct::change_level(IfctRow& r, const AckRequest& in, Cycle now) {
  if (in.type == AckType::kNormal) {
    if (r.level == 0) return;
    // At level L one packet where the line sends so many.
    const unsigned worth = config_.ep_weigh ? 1U << (r.level - 1) : 1;
    if (r.rec + worth < config_.ep_rec) {
      r.rec = static_cast<std::uint8_t>(r.rec + worth);
    } else {
      --r.level;
      r.rec = 0;
    }
    return;
  }
  const bool cont = in.type == AckType::kEpCont;
  if (!cont || r.level == 0) {  // the tree collapses onto this branch (FLOW-C-8)
    r.forced = true;
    r.fport = in.port;
    r.fvc = in.vc;
  }
  r.rec = 0;
  if (in.type == AckType::kEpSevere) {
    r.level = 7;
    r.hold = tick(now);
  } else if (!cont || r.level == 0 || over(r.hold, config_.hold_t, now)) {
    r.level = static_cast<std::uint8_t>(std::min(7, r.level + 1));
    r.hold = tick(now);
  }
}

}  // namespace selvage::golden
