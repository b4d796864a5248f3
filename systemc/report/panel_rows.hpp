// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which switches a panel shows, and at which height.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "fabric/run.hpp"
#include "golden/topology.hpp"

namespace selvage::report {

inline constexpr double kRowHeight = 15;
inline constexpr double kBandGap = 8;
inline constexpr std::size_t kMostRows = 100;

struct Row {
  SwitchIdx sw = 0;
  unsigned level = 0;
  double y = 0;  ///< of the middle of the row, from the top of the first band
};

/// The switches that took part in one failure's story, the highest level on top, ascending inside a
/// level. Beyond kMostRows those that came last are left out.
class PanelRows {
 public:
  PanelRows(const Topology& topology, const fabric::FaultEvent& event,
            const fabric::FaultStory& story);

  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }
  /// Null when the switch has no row.
  [[nodiscard]] const Row* find(SwitchIdx sw) const;
  [[nodiscard]] double height() const { return height_; }
  [[nodiscard]] std::size_t left_out() const { return left_out_; }

 private:
  std::vector<Row> rows_;
  std::map<SwitchIdx, std::size_t> index_;
  double height_ = 0;
  std::size_t left_out_ = 0;
};

}  // namespace selvage::report
