// SPDX-License-Identifier: Apache-2.0
/// \file
/// flow_cam_alloc: match -> row with allocation on a miss (FLOW-A-10..14).
#pragma once

#include "golden/flow/tables/row_map.hpp"

namespace selvage::golden {

struct CamInput {
  bool req = false;
  MatchKey key;
  bool free = false;
  FlowId free_id = 0;
};

struct CamOutput {
  bool hit = false;
  bool alloc = false;
  bool stall = false;
  FlowId id = 0;  ///< on hit and alloc
  bool freed = false;
  bool kept = false;  ///< a hit of this step cancelled the free (FLOW-A-12)
};

class FlowCam {
 public:
  explicit FlowCam(unsigned rows) : map_(rows) {}
  /// One step: one look-up and one free, both on the state before it.
  CamOutput step(const CamInput& in);

  [[nodiscard]] const RowMap& rows() const { return map_; }
  [[nodiscard]] bool pause() const { return pause_; }
  [[nodiscard]] std::uint32_t stalls() const { return stalls_; }

 private:
  RowMap map_;
  bool pause_ = false;
  std::uint32_t stalls_ = 0;
};

}  // namespace selvage::golden
