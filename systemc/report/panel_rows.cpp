// SPDX-License-Identifier: Apache-2.0
#include "report/panel_rows.hpp"

#include <algorithm>

namespace selvage::report {

PanelRows::PanelRows(const Topology& topology, const fabric::FaultEvent& event,
                     const fabric::FaultStory& story) {
  std::map<SwitchIdx, Cycle> first;  // when each switch first took part
  const auto take = [&](SwitchIdx sw, Cycle at) {
    const auto [it, fresh] = first.emplace(sw, at);
    if (!fresh) it->second = std::min(it->second, at);
  };
  const PortEnd far = topology.peer(event.link.sw, event.link.port);
  take(event.link.sw, event.failed);
  take(far.index, event.failed);
  for (const auto& d : story.declarations) take(d.where.sw, d.at);
  for (const auto& m : story.messages) {
    take(m.from.sw, m.departs);
    take(m.to.sw, m.arrived == kNever ? m.departs : m.arrived);
  }
  for (const auto& c : story.changes) take(c.sw, c.at);
  for (const auto& l : story.losses) take(l.where.sw, l.at);
  for (const auto& r : story.reroutes) take(r.sw, r.at);

  std::vector<std::pair<Cycle, SwitchIdx>> order;
  for (const auto& [sw, at] : first) order.emplace_back(at, sw);
  std::sort(order.begin(), order.end());
  if (order.size() > kMostRows) {
    left_out_ = order.size() - kMostRows;
    order.resize(kMostRows);
  }
  for (const auto& [at, sw] : order) rows_.push_back({sw, topology.level(sw), 0});
  std::sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) {
    return a.level != b.level ? a.level > b.level : a.sw < b.sw;
  });
  double y = 0;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (i > 0 && rows_[i].level != rows_[i - 1].level) y += kBandGap;
    rows_[i].y = y + kRowHeight / 2;
    y += kRowHeight;
    index_[rows_[i].sw] = i;
  }
  height_ = y;
}

const Row* PanelRows::find(SwitchIdx sw) const {
  const auto it = index_.find(sw);
  return it == index_.end() ? nullptr : &rows_[it->second];
}

}  // namespace selvage::report
