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
/// Of a panel whose switches are folded by group; of more groups the levels are rows.
inline constexpr std::size_t kMostFoldedRows = 24;

struct Row {
  SwitchIdx sw = 0;  ///< the lowest of its group
  unsigned level = 0;
  std::string name;
  double y = 0;  ///< of the middle of the row, from the top of the first band
};

/// The switches that took part in one failure's story, the highest level on top, ascending inside a
/// level. Folded, or beyond kMostRows, those of one level and pod share a row, but for the ends of
/// the link.
class PanelRows {
 public:
  PanelRows(const Topology& topology, const fabric::FaultEvent& event,
            const fabric::FaultStory& story, bool fold);

  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }
  /// Null when the switch has no row.
  [[nodiscard]] const Row* find(SwitchIdx sw) const;
  [[nodiscard]] double height() const { return height_; }
  /// What is folded: "76 switches are folded into 18 rows by level and pod. "; empty: nothing.
  [[nodiscard]] const std::string& folded() const { return folded_; }

 private:
  void fold(const Topology& topology, const std::vector<SwitchIdx>& ends);
  void place();
  std::vector<Row> rows_;
  std::map<SwitchIdx, SwitchIdx> leads_;    ///< whose row each switch is in
  std::map<SwitchIdx, std::size_t> index_;  ///< of that row
  double height_ = 0;
  std::string folded_;
};

}  // namespace selvage::report
