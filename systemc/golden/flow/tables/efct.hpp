// SPDX-License-Identifier: Apache-2.0
/// \file
/// efct: the edge ingress table, pattern -> flow id with its positions (FLOW-A-8, 10..14, 19).
#pragma once

#include <vector>

#include "golden/flow/tables/row_map.hpp"

namespace selvage::golden {

struct EfctInput {
  bool req = false;
  MatchKey key;
  unsigned len = 0;  ///< 1..63 units
  bool ack = false;
  FlowId ack_id = 0;
  Position ack_pos = 0;
};

struct EfctOutput {
  bool hit = false;
  bool alloc = false;
  bool stall = false;
  bool window = false;  ///< the stall is for lack of window, not of rows
  FlowId id = 0;
  Position start = 0;  ///< data_flow before this packet
  bool rel = false;
  FlowId rel_id = 0;
  bool kept = false;
};

class Efct {
 public:
  explicit Efct(const FlowSizes& sizes);
  /// One step: LOOKUP, then ACK.
  EfctOutput step(const EfctInput& in);

  [[nodiscard]] const RowMap& rows() const { return map_; }
  [[nodiscard]] Position data(FlowId row) const { return data_[row]; }
  [[nodiscard]] Position ack(FlowId row) const { return ack_[row]; }
  [[nodiscard]] bool pause() const { return pause_; }
  [[nodiscard]] std::uint32_t stalls() const { return stalls_; }

 private:
  FlowSizes sizes_;
  RowMap map_;
  std::vector<Position> data_;
  std::vector<Position> ack_;
  bool pause_ = false;
  std::uint32_t stalls_ = 0;
};

}  // namespace selvage::golden
