// SPDX-License-Identifier: Apache-2.0
#include "report/fault_panel.hpp"
#include "kernel/words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace selvage::report {
namespace {

using kernel::plural;

constexpr double kLane = 15;
constexpr double kFlagSize = 11;

double widest_name(const PanelRows& rows) {
  double width = 0;
  for (const Row& r : rows.rows()) width = std::max(width, text_width(r.name, 11));
  return width;
}

}  // namespace

FaultPanel::FaultPanel(const TimelineInput& input, std::size_t fault, std::size_t most_arrows,
                       const KindStyles& kinds, bool fold)
    : input_(input),
      topology_(input.system.topology()),
      event_(input.result.faults[fault]),
      story_(input.result.stories[fault]),
      number_(fault + 1),
      most_arrows_(most_arrows),
      kinds_(kinds),
      rows_(topology_, event_, story_, fold),
      plot_left_(kEdge + 58 + widest_name(rows_) + 10) {
  find_moments();
  axis_.emplace(moments_, plot_left_, kRight);
}

/// The time axis zooms on these. Losses happen while the fabric waits for the detection; they do
/// not ask for room of their own.
void FaultPanel::find_moments() {
  moments_.push_back(event_.failed);
  if (repaired()) moments_.push_back(event_.repair->repaired);
  for (const auto& d : story_.declarations) moments_.push_back(d.at);
  const Cycle latency = input_.scenario.link.latency;
  for (const auto& m : story_.messages) {
    moments_.push_back(m.departs);
    moments_.push_back(m.arrived == kNever ? m.departs + latency : m.arrived);
  }
  for (const auto& c : story_.changes) moments_.push_back(c.at);
  for (const bool repair : {false, true}) {
    if (const auto* r = first_reroute(repair)) moments_.push_back(r->at);
  }
  if (unnoticed()) moments_.push_back(input_.result.cycles);
}

const fabric::Reroute* FaultPanel::first_reroute(bool repair) const {
  const fabric::Reroute* first = nullptr;
  for (const fabric::Reroute& r : story_.reroutes) {
    if (r.repair == repair && (first == nullptr || r.at < first->at)) first = &r;
  }
  return first;
}

bool FaultPanel::repaired() const { return event_.repair && event_.repair->repaired != kNever; }

bool FaultPanel::unnoticed() const {
  const auto missing = [](const std::array<Cycle, 2>& ends) {
    return ends[0] == kNever || ends[1] == kNever;
  };
  return missing(event_.detected) || (repaired() && missing(event_.repair->detected));
}

std::string FaultPanel::after(Cycle at) const {
  return fmt::format("+{} cycles", at - event_.failed);
}

double FaultPanel::draw(Svg& svg, double top) {
  svg.group(fmt::format("panel fault{}", number_));
  double y = heading(svg, top);
  rows_top_ = y;  // for the flags' lines; moved down by them
  y = flags(svg, y);
  bands(svg);
  knowledge(svg);
  const bool folded = !rows_.folded().empty();
  if (folded) svg.merge_alike();
  arrows(svg);
  if (folded) svg.end_merge();
  if (folded) svg.merge_alike();
  marks(svg);
  if (folded) svg.end_merge();
  y = axis(svg, rows_top_ + rows_.height());
  svg.end_group();
  return y;
}

double FaultPanel::heading(Svg& svg, double y) const {
  svg.rect(kEdge, y, kRight - kEdge, 1, "rule");
  y += 22;
  std::string title = fmt::format(
      "{}. {} {}", number_, event_.name,
      event_.preset ? "is dead from the start" : fmt::format("dies in cycle {}", event_.failed));
  if (repaired()) title += fmt::format(" and is back in cycle {}", event_.repair->repaired);
  svg.text(kEdge, y, title, "h2");
  std::vector<SwitchIdx> changed;
  for (const auto& c : story_.changes) {
    if (!c.repair) changed.push_back(c.sw);
  }
  std::sort(changed.begin(), changed.end());
  changed.erase(std::unique(changed.begin(), changed.end()), changed.end());
  std::string facts =
      fmt::format("{} sent; {} changed routing state, the furthest {} from a detection",
                  plural(event_.messages, "message"),
                  changed.size() == 1 ? "1 switch" : fmt::format("{} switches", changed.size()),
                  plural(event_.hops, "hop"));
  if (input_.result.hop_bound) {
    const HopBound& bound = *input_.result.hop_bound;
    facts += fmt::format(" ({} {}, {})", bound.exact ? "has to be" : "at most", bound.hops,
                         bound.requirement);
  }
  facts += fmt::format("; {} lost on it", plural(event_.packets_lost, "packet"));
  const auto stranded = std::count_if(
      story_.losses.begin(), story_.losses.end(),
      [](const fabric::PacketLoss& l) { return l.reason == fabric::DropReason::kNoRoute; });
  if (stranded > 0) {
    facts += fmt::format("; {}{} found no way left", story_.losses_cut > 0 ? "more than " : "",
                         stranded);
  }
  svg.text(kEdge, y + 16, facts, "facts");
  y += 24;
  if (event_.repair) {
    const fabric::RepairEvent& r = *event_.repair;
    svg.text(kEdge, y + 8,
             repaired() ? fmt::format("Repair, asked for in cycle {}: {} sent; the furthest change "
                                      "{} from an end that saw it",
                                      r.at, plural(r.messages, "message"), plural(r.hops, "hop"))
                        : "Its repair did not take effect in this run.",
             "facts");
    y += 16;
  }
  std::string cut = rows_.folded();
  if (story_.messages.size() + story_.messages_cut > most_arrows_) {
    cut += fmt::format("Only the first {} messages are drawn. ", most_arrows_);
  }
  if (story_.losses_cut > 0) {
    cut += fmt::format("Only the first {} lost packets are drawn.", story_.losses.size());
  }
  if (!cut.empty()) {
    svg.text(kEdge, y + 8, cut, "note");
    y += 16;
  }
  return y;
}

double FaultPanel::flags(Svg& svg, double y) {
  std::vector<Flag> wanted{{axis_->x(event_.failed), "link dies", "dies"}};
  if (event_.preset) wanted.front().text = "dead from the start";
  if (repaired()) {
    const Cycle at = event_.repair->repaired;
    wanted.push_back({axis_->x(at), fmt::format("link is back {}", after(at)), "back"});
  }
  for (const auto& d : story_.declarations) {
    wanted.push_back({axis_->x(d.at),
                      fmt::format("{} {} {}", topology_.switch_name(d.where.sw),
                                  d.up ? "sees it up" : "notices", after(d.at)),
                      d.up ? "back" : "notices"});
  }
  if (event_.last_change != kNever) {
    wanted.push_back({axis_->x(event_.last_change),
                      fmt::format("last change {}", after(event_.last_change)), "change"});
  }
  if (event_.repair && event_.repair->last_change != kNever) {
    const Cycle at = event_.repair->last_change;
    wanted.push_back({axis_->x(at), fmt::format("last change {}", after(at)), "change"});
  }
  if (unnoticed()) {
    wanted.push_back({axis_->x(input_.result.cycles), "the run ends", "run_ends"});
  }
  for (const bool repair : {false, true}) {
    if (const auto* r = first_reroute(repair)) {
      wanted.push_back(
          {axis_->x(r->at),
           fmt::format("first packet {} {}", repair ? "goes back" : "rerouted", after(r->at)),
           "reroute"});
    }
  }
  const auto placed = place_flags(std::move(wanted), kFlagSize, kRight);
  unsigned lanes = 0;
  for (const PlacedFlag& p : placed) lanes = std::max(lanes, p.lane + 1);
  rows_top_ = y + lanes * kLane + 6;
  for (const PlacedFlag& p : placed) {
    const double bottom = rows_top_ - 6 - p.lane * kLane;
    svg.line(p.flag.x, bottom - kLane + 2, p.flag.x, rows_top_ + rows_.height(),
             "lead " + p.flag.css_class);
    svg.text(p.left + 4, bottom - 4, p.flag.text, "flag " + p.flag.css_class);
  }
  return rows_top_;
}

void FaultPanel::bands(Svg& svg) const {
  for (const Stretch& s : axis_->stretches()) {
    if (!s.compressed) continue;
    svg.rect(s.left, rows_top_, s.right - s.left, rows_.height(), "wait",
             fmt::format("{} cycles, drawn compressed", s.until - s.from));
  }
  const PortEnd far = topology_.peer(event_.link.sw, event_.link.port);
  const auto& rows = rows_.rows();
  const bool levels = rows.front().level != rows.back().level;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Row& row = rows[i];
    const double y = y_of(row);
    const bool end = row.sw == event_.link.sw || row.sw == far.index;
    if (levels && (i == 0 || rows[i - 1].level != row.level)) {
      svg.text(kEdge, y + 4, fmt::format("level {}", row.level), "level");
      if (i > 0) {
        const double between = y - (kRowHeight + kBandGap) / 2;
        svg.line(kEdge, between, kRight, between, "band");
      }
    }
    svg.text(plot_left_ - 8, y + 4, row.name, end ? "name end" : "name", Anchor::kEnd);
    svg.line(plot_left_, y, kRight, y, "row");
  }
}

/// The row of an end of the link from its death, or from its repair, until that end notices.
void FaultPanel::unaware(Svg& svg, unsigned end, bool repair) const {
  const SwitchIdx far = topology_.peer(event_.link.sw, event_.link.port).index;
  const SwitchIdx sw = end == 0 ? event_.link.sw : far;
  const Row* row = rows_.find(sw);
  if (row == nullptr) return;
  const Cycle from = repair ? event_.repair->repaired : event_.failed;
  const Cycle noticed = repair ? event_.repair->detected[end] : event_.detected[end];
  const double x0 = axis_->x(from);
  const double x1 = axis_->x(noticed != kNever ? noticed : input_.result.cycles);
  svg.rect(x0, y_of(*row) - 4, x1 - x0, 8, repair ? "unnoticed back" : "unnoticed",
           fmt::format("{}: the link is {}, {} has not noticed yet", event_.name,
                       repair ? "back" : "dead", topology_.switch_name(sw)));
}

/// Rows of the link's ends while they do not know; rows of all from their first change because of
/// the failure to their last because of the repair.
void FaultPanel::knowledge(Svg& svg) const {
  for (unsigned end = 0; end < 2; ++end) {
    if (!event_.preset) unaware(svg, end, false);
    if (repaired()) unaware(svg, end, true);
  }
  std::map<SwitchIdx, std::pair<Cycle, Cycle>> known;  // since, until
  for (const auto& c : story_.changes) {
    const auto [it, fresh] = known.emplace(c.sw, std::make_pair(kNever, kNever));
    Cycle& at = c.repair ? it->second.second : it->second.first;
    if (at == kNever || c.repair) at = c.at;
  }
  std::map<const Row*, std::pair<Cycle, Cycle>> of_rows;  // from the first in it to the last
  for (const auto& [sw, times] : known) {
    if (times.first == kNever) continue;
    auto& all = of_rows.emplace(rows_.find(sw), times).first->second;
    all = {std::min(all.first, times.first), std::max(all.second, times.second)};
  }
  for (const Row& row : rows_.rows()) {
    const auto it = of_rows.find(&row);
    if (it == of_rows.end()) continue;
    const Cycle until = it->second.second;
    svg.line(axis_->x(it->second.first), y_of(row), until == kNever ? kRight : axis_->x(until),
             y_of(row), "knows");
  }
}

void FaultPanel::arrows(Svg& svg) const {
  const Cycle latency = input_.scenario.link.latency;
  std::size_t drawn = 0;
  for (const auto& m : story_.messages) {
    if (drawn == most_arrows_) break;
    const Row* from = rows_.find(m.from.sw);
    const Row* to = rows_.find(m.to.sw);
    if (from == nullptr || to == nullptr) continue;
    ++drawn;
    const bool lost = m.arrived == kNever;
    const MessageText text = input_.system.describe(m.content);
    double x1 = axis_->x(m.departs);
    double x2 = axis_->x(lost ? m.departs + latency : m.arrived);
    double y1 = y_of(*from);
    double y2 = y_of(*to);
    const double length = std::max(std::hypot(x2 - x1, y2 - y1), 1.0);
    const double short_by = std::min(3.0, length / 3) / length;
    x2 -= (x2 - x1) * short_by;
    y2 -= (y2 - y1) * short_by;
    const std::string& kind = kinds_.at(text.kind).css;
    svg.line(x1, y1, x2, y2,
             fmt::format("msg {}{}", kind,
                         lost        ? " gone"
                         : m.changed ? ""
                                     : " known"),
             fmt::format("{}, hop {}: {} {} to {}, {}", text.text, m.hops,
                         topology_.switch_name(m.from.sw), after(m.departs),
                         topology_.switch_name(m.to.sw),
                         lost ? "lost on a dead link" : after(m.arrived)));
  }
}

void FaultPanel::marks(Svg& svg) const {
  const PortEnd far = topology_.peer(event_.link.sw, event_.link.port);
  const Row* low = rows_.find(event_.link.sw);
  const Row* high = rows_.find(far.index);
  const double x = axis_->x(event_.failed);
  svg.line(x, y_of(*low), x, y_of(*high), "broken",
           event_.preset ? fmt::format("{} is dead from the start", event_.name)
                         : fmt::format("{} dies in cycle {}", event_.name, event_.failed));
  for (const Row* row : {low, high}) svg.rect(x - 4, y_of(*row) - 4, 8, 8, "death");
  if (repaired()) {
    const double back = axis_->x(event_.repair->repaired);
    svg.line(back, y_of(*low), back, y_of(*high), "mended",
             fmt::format("{} is back in cycle {}", event_.name, event_.repair->repaired));
    for (const Row* row : {low, high}) svg.rect(back - 4, y_of(*row) - 4, 8, 8, "repair");
  }

  for (const auto& c : story_.changes) {
    const Row* row = rows_.find(c.sw);
    if (row == nullptr) continue;
    svg.circle(axis_->x(c.at), y_of(*row), 3.4, c.repair ? "changed back" : "changed",
               fmt::format("{} changes its routing state {}, {} from {}",
                           topology_.switch_name(c.sw), after(c.at), plural(c.hops, "hop"),
                           c.repair ? "an end that saw the repair" : "a detection"));
  }
  for (const auto& d : story_.declarations) {
    const Row* row = rows_.find(d.where.sw);
    if (row == nullptr) continue;
    svg.diamond(axis_->x(d.at), y_of(*row), 5.5, d.up ? "noticed up" : "noticed",
                fmt::format("{} notices that port {} is {} {}", topology_.switch_name(d.where.sw),
                            d.where.port, d.up ? "up again" : "dead", after(d.at)));
  }
  for (const auto& l : story_.losses) {
    const Row* row = rows_.find(l.where.sw);
    if (row == nullptr || !axis_->covers(l.at)) continue;
    svg.cross(axis_->x(l.at), y_of(*row), 3, "lost",
              fmt::format("packet {} lost {}: {}, {} port {}", l.packet, after(l.at),
                          to_string(l.reason), topology_.switch_name(l.where.sw), l.where.port));
  }
  for (const auto& r : story_.reroutes) {
    const Row* row = rows_.find(r.sw);
    if (row == nullptr || !axis_->covers(r.at)) continue;
    const std::string instead =
        r.instead_of ? fmt::format("port {}", *r.instead_of) : std::string("being dropped");
    svg.star(axis_->x(r.at), y_of(*row), 6.5, "rerouted",
             fmt::format("packet {} ({} to {}) leaves {} by port {} instead of {} {}", r.packet,
                         topology_.host_name(r.source), topology_.host_name(r.destination),
                         topology_.switch_name(r.sw), r.port, instead, after(r.at)));
  }
}

double FaultPanel::axis(Svg& svg, double y) const {
  y += 4;
  svg.line(plot_left_, y, kRight, y, "axis");
  constexpr double kTick = 52;
  for (const Cycle t : axis_->ticks(event_.failed, kTick)) {
    const double x = axis_->x(t);
    const double ns = static_cast<double>(t - event_.failed) * input_.scenario.clock_ns;
    svg.line(x, y, x, y + 4, "axis");
    svg.text(x, y + 15, fmt::format("+{}", t - event_.failed), "tick", Anchor::kMiddle);
    svg.text(x, y + 27, duration(ns), "tick", Anchor::kMiddle);
  }
  for (const Stretch& s : axis_->stretches()) {
    if (!s.compressed) continue;
    svg.text((s.left + s.right) / 2, y + 39, fmt::format("{} cycles", s.until - s.from), "waited",
             Anchor::kMiddle);
  }
  svg.text(plot_left_ - 8, y + 15, "cycles", "tick", Anchor::kEnd);
  svg.text(plot_left_ - 8, y + 27, "time", "tick", Anchor::kEnd);
  return y + 54;
}

}  // namespace selvage::report
