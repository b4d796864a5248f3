// SPDX-License-Identifier: Apache-2.0
#include "golden/flow/tables/efct.hpp"

namespace selvage::golden {

Efct::Efct(const FlowSizes& sizes)
    : sizes_(sizes), map_(sizes.rows()), data_(sizes.rows()), ack_(sizes.rows()) {}

EfctOutput Efct::step(const EfctInput& in) {
  EfctOutput out;
  const bool acked = in.ack && map_.valid(in.ack_id);
  const bool empties = acked && in.ack_pos == data_[in.ack_id];  // were it not for a hit
  if (in.req) {
    if (const auto row = map_.find(in.key)) {
      const Position extent = sizes_.wrap(data_[*row] - ack_[*row]);
      const bool emptied = empties && *row == in.ack_id;
      out.window = extent + in.len > sizes_.mask() && !emptied;  // FLOW-A-5
      out.hit = !out.window;
      out.id = *row;
    } else if (const auto fresh = map_.allocate(in.key)) {
      out.alloc = true;
      out.id = *fresh;
    }
    out.stall = !out.hit && !out.alloc;
    if (out.stall) {
      out.id = 0;
      ++stalls_;
    } else {
      out.start = data_[out.id];
      data_[out.id] = sizes_.wrap(out.start + in.len);
    }
  }
  if (acked) {
    ack_[in.ack_id] = in.ack_pos;
    out.rel = data_[in.ack_id] == in.ack_pos;  // FLOW-A-19
    out.kept = empties && !out.rel;            // FLOW-A-12
    if (out.rel) {
      out.rel_id = in.ack_id;
      map_.release(in.ack_id);
    }
  }
  pause_ = map_.full() && (pause_ || (out.stall && !out.window));
  return out;
}

}  // namespace selvage::golden
