// SPDX-License-Identifier: Apache-2.0
#include "report/loss_rows.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "kernel/words.hpp"
#include "report/fault_panel.hpp"
#include "report/run_line.hpp"

namespace selvage::report {
namespace {

using kernel::grouped;
using kernel::plural;

constexpr double kHead = 54;
constexpr double kFoot = 20;
constexpr std::size_t kMostCharacters = 28;  ///< of a row's name

/// A cause, or several that share a row.
struct LossRow {
  std::string name;
  std::vector<const fabric::NodeEvent*> nodes;
  std::vector<const fabric::FlapEvent*> flaps;
  std::vector<const fabric::LossList*> lists;
  std::uint64_t lost = 0;
};

/// The row of the next cause of a kind; its last one is that of all behind it too.
LossRow& next_row(std::vector<LossRow>& rows, std::size_t& used, std::size_t all, std::string name,
                  const char* kind) {
  if (++used < kMostLossRows || all == kMostLossRows) {
    rows.push_back({std::move(name), {}, {}, {}, 0});
  } else if (used == kMostLossRows) {
    rows.push_back({fmt::format("{} other {}", all - used + 1, kind), {}, {}, {}, 0});
  }
  return rows.back();
}

template <class Events>
std::size_t happened(const Events& events) {
  return static_cast<std::size_t>(
      std::count_if(events.begin(), events.end(), [](const auto& e) { return e.happened; }));
}

void add_list(LossRow& row, const std::vector<fabric::LossList>& lists, std::size_t number) {
  if (number < lists.size()) row.lists.push_back(&lists[number]);
}

std::vector<LossRow> rows_of(const fabric::RunResult& r) {
  std::vector<LossRow> rows;
  std::size_t used = 0;
  for (std::size_t i = 0; i < r.failed_nodes.size(); ++i) {
    const fabric::NodeEvent& n = r.failed_nodes[i];
    if (!n.happened) continue;
    LossRow& row = next_row(rows, used, happened(r.failed_nodes), "switch " + n.name + " dies",
                            "dead switches");
    row.nodes.push_back(&n);
    row.lost += n.packets_lost;
    add_list(row, r.other_losses.of_nodes, i);
  }
  used = 0;
  for (std::size_t i = 0; i < r.flaps.size(); ++i) {
    const fabric::FlapEvent& f = r.flaps[i];
    if (!f.happened) continue;
    LossRow& row = next_row(rows, used, happened(r.flaps), "outage of " + f.name, "outages");
    row.flaps.push_back(&f);
    row.lost += f.packets_lost;
    add_list(row, r.other_losses.of_flaps, i);
  }
  const fabric::LossList& none = r.other_losses.of_nothing;
  if (!none.losses.empty()) {
    rows.push_back({"by no failure", {}, {}, {&none}, none.losses.size() + none.cut});
  }
  return rows;
}

std::string name_of(const LossRow& row) {
  return row.name.size() <= kMostCharacters ? row.name
                                            : row.name.substr(0, kMostCharacters - 1) + "\u2026";
}

/// "12 packets lost, 4 of them not drawn".
std::string count_of(const LossRow& row) {
  std::uint64_t cut = 0;
  for (const fabric::LossList* list : row.lists) cut += list->cut;
  return plural(row.lost, "packet") + " lost" +
         (cut == 0 ? "" : fmt::format(", {} of them not drawn", grouped(cut)));
}

class Marks {
 public:
  Marks(Svg& svg, const TimelineInput& input, const RunLine& line)
      : svg_(svg), input_(input), line_(line) {}

  void draw(const LossRow& row, double y) {
    for (const fabric::NodeEvent* n : row.nodes) {
      const Cycle end = n->back == kNever ? input_.result.cycles : n->back;
      band(n->failed, end, y);
      square(n->failed, y, "death",
             fmt::format("{} dies in cycle {}", n->name, grouped(n->failed)));
      if (n->back == kNever) continue;
      square(n->back, y, "repair",
             fmt::format("{} is back in cycle {}", n->name, grouped(n->back)));
    }
    for (const fabric::FlapEvent* f : row.flaps) {
      band(f->at, f->at + f->cycles, y);
      square(f->at, y, "death",
             fmt::format("{} passes nothing for {} from cycle {} on", f->name,
                         plural(f->cycles, "cycle"), grouped(f->at)));
    }
    svg_.merge_alike();
    for (const fabric::LossList* list : row.lists) {
      for (const fabric::PacketLoss& l : list->losses) cross(l, y);
    }
    svg_.end_merge();
  }

 private:
  void band(Cycle from, Cycle until, double y) {
    svg_.rect(line_.x(from), y - 4, line_.x(until) - line_.x(from), 8, "unnoticed");
  }
  void square(Cycle at, double y, const char* css, const std::string& title) {
    svg_.rect(line_.x(at) - RunLine::kMark / 2, y - RunLine::kMark / 2, RunLine::kMark,
              RunLine::kMark, css, title);
  }
  void cross(const fabric::PacketLoss& l, double y) {
    const Topology& t = input_.system.topology();
    svg_.cross(line_.x(l.at), y, 3, "lost",
               fmt::format("packet {} from {} to {} lost in cycle {}: {}, {} port {}", l.packet,
                           t.host_name(l.source), t.host_name(l.destination), grouped(l.at),
                           to_string(l.reason), t.switch_name(l.where.sw), l.where.port));
  }

  Svg& svg_;
  const TimelineInput& input_;
  const RunLine& line_;
};

}  // namespace

double losses_height(const TimelineInput& input) {
  const std::size_t rows = rows_of(input.result).size();
  return rows == 0 ? 0 : kHead + static_cast<double>(rows) * kRowHeight + kFoot;
}

double draw_losses(Svg& svg, double top, const TimelineInput& input) {
  const std::vector<LossRow> rows = rows_of(input.result);
  if (rows.empty()) return top;
  double names = 0;
  double counts = 0;
  for (const LossRow& row : rows) {
    names = std::max(names, text_width(name_of(row), 11));
    counts = std::max(counts, text_width(count_of(row), 10));
  }
  const double left = kEdge + names + 10;
  const double right = kRight - counts - 10;
  svg.group("panel losses");
  svg.rect(kEdge, top, kRight - kEdge, 1, "rule");
  svg.text(kEdge, top + 22, "Dead switches, outages, damage", "h2");
  svg.text(kEdge, top + 38,
           "Packets that no failure of a link is charged with, on the time of the whole run. "
           "Crosses at one place are one.",
           "facts");
  double y = top + kHead;
  const RunLine line(left, right, input.result.cycles);
  Marks marks(svg, input, line);
  for (const LossRow& row : rows) {
    svg.text(left - 10, y + 4, name_of(row), "level", Anchor::kEnd);
    svg.line(left, y, right, y, "row");
    marks.draw(row, y);
    svg.text(kRight, y + 4, count_of(row), "tick", Anchor::kEnd);
    y += kRowHeight;
  }
  svg.text(left, y + 8, "cycle 0", "tick");
  svg.text(right, y + 8, fmt::format("cycle {}", grouped(input.result.cycles)), "tick",
           Anchor::kEnd);
  svg.end_group();
  return y + kFoot;
}

}  // namespace selvage::report
