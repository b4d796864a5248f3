// SPDX-License-Identifier: Apache-2.0
/// \file
/// One failure's panel of the timeline.
#pragma once

#include <map>
#include <string>

#include "report/panel_rows.hpp"
#include "report/svg.hpp"
#include "report/time_axis.hpp"
#include "report/timeline.hpp"

namespace selvage::report {

inline constexpr double kWidth = 1200;
inline constexpr double kEdge = 16;
inline constexpr double kRight = kWidth - kEdge;

/// CSS class of each kind of message in the run, and what it means, by name.
struct KindStyle {
  std::string css;
  std::string meaning;
};
using KindStyles = std::map<std::string, KindStyle>;

class FaultPanel {
 public:
  /// `fold`: switches of one group share a row.
  FaultPanel(const TimelineInput& input, std::size_t fault, std::size_t most_arrows,
             const KindStyles& kinds, bool fold);
  /// Draws it with its upper edge at `top`; returns its lower edge.
  double draw(Svg& svg, double top);

 private:
  void find_moments();
  double heading(Svg& svg, double y) const;
  double flags(Svg& svg, double y);
  void bands(Svg& svg) const;
  void knowledge(Svg& svg) const;
  void arrows(Svg& svg) const;
  void marks(Svg& svg) const;
  double axis(Svg& svg, double y) const;
  [[nodiscard]] std::string after(Cycle at) const;
  [[nodiscard]] double y_of(const Row& row) const { return rows_top_ + row.y; }
  [[nodiscard]] const fabric::Reroute* first_reroute(bool repair) const;
  void unaware(Svg& svg, unsigned end, bool repair) const;
  [[nodiscard]] bool repaired() const;
  /// Whether the run ended before both ends had noticed.
  [[nodiscard]] bool unnoticed() const;

  const TimelineInput& input_;
  const Topology& topology_;
  const fabric::FaultEvent& event_;
  const fabric::FaultStory& story_;
  std::size_t number_;
  std::size_t most_arrows_;
  const KindStyles& kinds_;
  PanelRows rows_;
  double plot_left_;
  double rows_top_ = 0;
  std::vector<Cycle> moments_;
  std::optional<TimeAxis> axis_;
};

}  // namespace selvage::report
