// SPDX-License-Identifier: Apache-2.0
#include "report/panel_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "report/groups.hpp"

namespace selvage::report {

PanelRows::PanelRows(const Topology& topology, const fabric::FaultEvent& event,
                     const fabric::FaultStory& story, bool fold) {
  const PortEnd far = topology.peer(event.link.sw, event.link.port);
  std::set<SwitchIdx> took_part{event.link.sw, far.index};
  for (const auto& d : story.declarations) took_part.insert(d.where.sw);
  for (const auto& m : story.messages) took_part.insert({m.from.sw, m.to.sw});
  for (const auto& c : story.changes) took_part.insert(c.sw);
  for (const auto& l : story.losses) took_part.insert(l.where.sw);
  for (const auto& r : story.reroutes) took_part.insert(r.sw);
  for (const SwitchIdx sw : took_part) {
    rows_.push_back({sw, topology.level(sw), topology.switch_name(sw), 0});
    leads_[sw] = sw;
  }
  if (fold || rows_.size() > kMostRows) this->fold(topology, {event.link.sw, far.index});
  place();
}

/// Rows of one group become that of its lowest switch.
void PanelRows::fold(const Topology& topology, const std::vector<SwitchIdx>& ends) {
  const auto is_end = [&](SwitchIdx sw) {
    return std::find(ends.begin(), ends.end(), sw) != ends.end();
  };
  const auto groups_by = [&](bool by_level) {
    std::map<SwitchGroup, std::vector<Row>> groups;
    for (const Row& row : rows_) {
      if (!is_end(row.sw)) groups[group_of(topology, row.sw, by_level)].push_back(row);
    }
    return groups;
  };
  auto groups = groups_by(false);
  const bool by_level = groups.size() > kMostFoldedRows;
  if (by_level) groups = groups_by(true);
  const std::size_t all = rows_.size();
  rows_.erase(
      std::remove_if(rows_.begin(), rows_.end(), [&](const Row& row) { return !is_end(row.sw); }),
      rows_.end());
  for (const auto& [group, members] : groups) {
    for (const Row& member : members) leads_[member.sw] = members.front().sw;
    rows_.push_back(members.front());
    if (members.size() == 1) continue;
    const std::string name = group_name(topology, group);
    rows_.back().name =
        fmt::format("{}{}{} switches", name, name.empty() ? "" : ": ", members.size());
  }
  if (rows_.size() == all) return;
  folded_ = fmt::format("{} switches are folded into {} rows by {}. ", all, rows_.size(),
                        grouping_words(topology, by_level));
}

void PanelRows::place() {
  std::sort(rows_.begin(), rows_.end(), [](const Row& a, const Row& b) {
    return a.level != b.level ? a.level > b.level : a.sw < b.sw;
  });
  std::map<SwitchIdx, std::size_t> index;
  double y = 0;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (i > 0 && rows_[i].level != rows_[i - 1].level) y += kBandGap;
    rows_[i].y = y + kRowHeight / 2;
    y += kRowHeight;
    index[rows_[i].sw] = i;
  }
  height_ = y;
  for (const auto& [sw, lead] : leads_) index_[sw] = index.at(lead);
}

const Row* PanelRows::find(SwitchIdx sw) const {
  const auto it = index_.find(sw);
  return it == index_.end() ? nullptr : &rows_[it->second];
}

}  // namespace selvage::report
