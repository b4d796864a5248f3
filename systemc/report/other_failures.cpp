// SPDX-License-Identifier: Apache-2.0
#include "report/other_failures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "kernel/words.hpp"
#include "report/fault_panel.hpp"
#include "report/groups.hpp"
#include "report/run_line.hpp"

namespace selvage::report {
namespace {

using kernel::grouped;
using kernel::plural;

using Groups = std::map<SwitchGroup, std::vector<std::size_t>>;

/// By the lower end of the link.
Groups groups_of(const TimelineInput& input, const std::vector<std::size_t>& others,
                 bool by_level) {
  Groups groups;
  for (const std::size_t i : others) {
    const SwitchIdx sw = input.result.faults[i].link.sw;
    groups[group_of(input.system.topology(), sw, by_level)].push_back(i);
  }
  return groups;
}

std::string label_of(const Topology& topology, const SwitchGroup& group) {
  const std::string name = group_name(topology, group);
  return fmt::format("level {}{}{}", group.level, name.empty() ? "" : ", ", name);
}

/// "12 failures, 340 messages, 5 packets lost".
std::string sums(const TimelineInput& input, const std::vector<std::size_t>& members) {
  std::uint64_t messages = 0;
  std::uint64_t lost = 0;
  for (const std::size_t i : members) {
    const fabric::FaultEvent& f = input.result.faults[i];
    messages += f.messages + (f.repair ? f.repair->messages : 0);
    lost += f.packets_lost;
  }
  return fmt::format("{}, {}, {} lost", plural(members.size(), "failure"),
                     plural(messages, "message"), plural(lost, "packet"));
}

/// The last change of routing state because of a failure or its repair; its death if there is none.
Cycle last_of(const fabric::FaultEvent& f) {
  Cycle last = f.failed;
  if (f.last_change != kNever) last = std::max(last, f.last_change);
  if (f.repair && f.repair->last_change != kNever) last = std::max(last, f.repair->last_change);
  return last;
}

/// One row of marks on the time of the run.
class Strip {
 public:
  Strip(Svg& svg, const RunLine& line) : svg_(svg), line_(line) {}

  void draw(const TimelineInput& input, const std::vector<std::size_t>& members, double y) {
    svg_.merge_alike();
    for (const std::size_t i : members) {
      const fabric::FaultEvent& f = input.result.faults[i];
      svg_.line(
          line_.x(f.failed), y, line_.x(last_of(f)) + kMark / 2, y, "knows",
          fmt::format("{}: last change of routing state in cycle {}", f.name, grouped(last_of(f))));
    }
    svg_.end_merge();
    svg_.merge_alike();
    for (const std::size_t i : members) {
      const fabric::FaultEvent& f = input.result.faults[i];
      mark(f.failed, y, "death",
           f.preset ? fmt::format("{} is dead from the start", f.name)
                    : fmt::format("{} dies in cycle {}", f.name, grouped(f.failed)));
      if (f.repair && f.repair->repaired != kNever) {
        mark(f.repair->repaired, y, "repair",
             fmt::format("{} is back in cycle {}", f.name, grouped(f.repair->repaired)));
      }
    }
    svg_.end_merge();
  }

 private:
  static constexpr double kMark = RunLine::kMark;
  void mark(Cycle at, double y, const char* css, const std::string& title) {
    svg_.rect(line_.x(at) - kMark / 2, y - kMark / 2, kMark, kMark, css, title);
  }

  Svg& svg_;
  RunLine line_;
};

}  // namespace

double draw_others(Svg& svg, double top, const TimelineInput& input,
                   const std::vector<std::size_t>& others) {
  const Topology& topology = input.system.topology();
  Groups groups = groups_of(input, others, false);
  const bool by_level = groups.size() > kMostOtherRows;
  if (by_level) groups = groups_of(input, others, true);
  double names = 0;
  double counts = 0;
  for (const auto& [group, members] : groups) {
    names = std::max(names, text_width(label_of(topology, group), 11));
    counts = std::max(counts, text_width(sums(input, members), 11));
  }
  const double left = kEdge + names + 10;
  const double right = kRight - counts - 10;
  svg.group("others");
  svg.rect(kEdge, top, kRight - kEdge, 1, "rule");
  svg.text(kEdge, top + 22, fmt::format("{} without a panel", plural(others.size(), "failure")),
           "h2");
  svg.text(kEdge, top + 38,
           fmt::format("A row for the links whose lower ends have one {}: deaths, returns, and how "
                       "long routing state changed because of them. Marks at one place are one.",
                       grouping_words(topology, by_level)),
           "facts");
  double y = top + 54;
  Strip strip(svg, {left, right, input.result.cycles});
  for (auto it = groups.rbegin(); it != groups.rend(); ++it, y += kRowHeight) {
    svg.text(left - 10, y + 4, label_of(topology, it->first), "level", Anchor::kEnd);
    svg.line(left, y, right, y, "row");
    strip.draw(input, it->second, y);
    svg.text(kRight, y + 4, sums(input, it->second), "tick", Anchor::kEnd);
  }
  svg.text(left, y + 8, "cycle 0", "tick");
  svg.text(right, y + 8, fmt::format("cycle {}", grouped(input.result.cycles)), "tick",
           Anchor::kEnd);
  svg.end_group();
  return y + 20;
}

}  // namespace selvage::report
