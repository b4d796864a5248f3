// SPDX-License-Identifier: Apache-2.0
#include "golden/flow/tables/flow_cam.hpp"

namespace selvage::golden {

CamOutput FlowCam::step(const CamInput& in) {
  CamOutput out;
  const bool was_valid = in.free && map_.valid(in.free_id);
  if (in.req) {
    if (const auto row = map_.find(in.key)) {
      out.hit = true;
      out.id = *row;
    } else if (const auto fresh = map_.allocate(in.key)) {
      out.alloc = true;
      out.id = *fresh;
    } else {
      out.stall = true;
      ++stalls_;
    }
  }
  if (was_valid) {
    out.kept = out.hit && out.id == in.free_id;
    out.freed = !out.kept;
    if (out.freed) map_.release(in.free_id);
  }
  pause_ = map_.full() && (pause_ || out.stall);
  return out;
}

}  // namespace selvage::golden
