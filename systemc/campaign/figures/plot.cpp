// SPDX-License-Identifier: Apache-2.0
#include "campaign/figures/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "campaign/figures/page.hpp"
#include "config/text/diagnostics.hpp"
#include "kernel/words.hpp"

namespace selvage::campaign {

namespace {

using nlohmann::ordered_json;

// Of the plots in the template: 440 wide, 250 high.
constexpr double kLeft = 58;
constexpr double kRight = 430;
constexpr double kTop = 12;
constexpr double kBottom = 212;
constexpr std::size_t kMostLabels = 8;

std::string coordinate(double value) { return fmt::format("{:.1f}", value); }

std::optional<double> level_value(const std::string& label) {
  double value = 0;
  const char* end = label.data() + label.size();
  const auto [rest, error] = std::from_chars(label.data(), end, value);
  if (error != std::errc() || rest != end || !std::isfinite(value)) return std::nullopt;
  return value;
}

/// A factor as the axis of all plots: its levels in their order, by their numbers if all have one.
struct Axis {
  std::string name;
  std::vector<std::string> labels;
  std::vector<double> values;  ///< empty: words
  [[nodiscard]] double at(const std::string& label) const {
    const auto i =
        static_cast<std::size_t>(std::find(labels.begin(), labels.end(), label) - labels.begin());
    return values.empty() ? static_cast<double>(i) : values[i];
  }
};

std::string level_of(const ordered_json& point, const std::string& factor) {
  return point["levels"].value(factor, std::string());
}

Axis axis_of(const ordered_json& points, const std::string& factor) {
  Axis axis{factor, {}, {}};
  for (const auto& point : points) {
    const std::string label = level_of(point, factor);
    const bool known =
        std::find(axis.labels.begin(), axis.labels.end(), label) != axis.labels.end();
    if (!known) axis.labels.push_back(label);
  }
  for (const std::string& label : axis.labels) {
    const auto value = level_value(label);
    if (!value) {
      axis.values.clear();
      break;
    }
    axis.values.push_back(*value);
  }
  return axis;
}

/// The factor with most levels that are numbers; without one that with most levels.
Axis choose_axis(const ordered_json& points) {
  Axis best;
  for (const auto& [name, level] : points.front()["levels"].items()) {
    Axis axis = axis_of(points, name);
    const auto worth = [](const Axis& a) {
      return std::pair(a.labels.size() > 1 && !a.values.empty(), a.labels.size());
    };
    if (worth(axis) > worth(best)) best = std::move(axis);
  }
  return best;
}

/// From `low` to `high` on a line from `from` to `to`.
struct Scale {
  double low = 0, high = 1, from = 0, to = 1;
  bool constant = false;  ///< there is only one value
  [[nodiscard]] double at(double value) const {
    return from + (to - from) * ((value - low) / (high - low));
  }
};

/// A scale with some room at both ends; nothing if the values are too far apart to be drawn.
std::optional<Scale> scale_of(const std::vector<double>& values, double from, double to,
                              double room) {
  if (values.empty()) return std::nullopt;
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  double low = *least;
  double high = *most;
  const bool constant = low == high;
  if (constant) {
    const double pad = low == 0 ? 1 : std::abs(low) * 0.1;
    low -= pad;
    high += pad;
  }
  const double pad = (high - low) * room;
  if (!std::isfinite(high + pad) || !std::isfinite(low - pad) || !std::isfinite(high - low) ||
      high - low < 1e-200 || high - low < 1e-9 * std::max(std::abs(low), std::abs(high))) {
    return std::nullopt;
  }
  return Scale{low - pad, high + pad, from, to, constant};
}

/// Round numbers inside a scale, about five.
std::vector<double> round_numbers(const Scale& scale) {
  const double raw = (scale.high - scale.low) / 5;
  const double unit = std::pow(10, std::floor(std::log10(raw)));
  const double step = unit * (raw / unit <= 1 ? 1 : raw / unit <= 2 ? 2 : raw / unit <= 5 ? 5 : 10);
  std::vector<double> out;
  const double first = std::ceil(scale.low / step);
  for (unsigned i = 0; i < 12; ++i) {
    const double value = (first + i) * step;
    if (value > scale.high) break;
    out.push_back(value);
  }
  return out;
}

/// The outline of a mark; eight curves have four shapes, filled or hollow.
std::string mark_at(std::size_t curve, double x, double y) {
  const std::string at = fmt::format("M{} {}", coordinate(x), coordinate(y));
  switch (curve % 4) {
    case 0: return at + "m-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0z";
    case 1: return at + "m-3.2 -3.2h6.4v6.4h-6.4z";
    case 2: return at + "m0 -4.2l4 7h-8z";
    default: return at + "m0 -4.6l4.2 4.6l-4.2 4.6l-4.2 -4.6z";
  }
}

/// Points that have all factors but the axis in common.
struct Group {
  std::string label;
  std::vector<const ordered_json*> points;
};

std::vector<Group> groups_of(const ordered_json& points, const Axis& axis) {
  std::vector<Group> groups;
  for (const auto& point : points) {
    std::string label;
    for (const auto& [name, level] : point["levels"].items()) {
      if (name == axis.name) continue;
      label += (label.empty() ? "" : ", ") + name + " " + level.get<std::string>();
    }
    auto same = std::find_if(groups.begin(), groups.end(),
                             [&](const Group& group) { return group.label == label; });
    if (same == groups.end()) same = groups.insert(groups.end(), Group{label, {}});
    same->points.push_back(&point);
  }
  for (Group& group : groups) {
    std::stable_sort(group.points.begin(), group.points.end(),
                     [&](const ordered_json* a, const ordered_json* b) {
                       return axis.at(level_of(*a, axis.name)) < axis.at(level_of(*b, axis.name));
                     });
  }
  return groups;
}

/// The value of a measure at a point; null if there is none.
const ordered_json* value_at(const ordered_json& point, const std::string& measure) {
  const ordered_json& values = point["values"];
  if (!values.contains(measure) || !values[measure]["mean"].is_number()) return nullptr;
  return &values[measure];
}

std::string says(const ordered_json& value, const std::string& where) {
  std::string out = where + ": " + shown_number(value["mean"]);
  if (value["low"].is_number() && value["low"] != value["high"]) {
    out += fmt::format(" ({} to {})", shown_number(value["low"]), shown_number(value["high"]));
  }
  return out;
}

ordered_json curve_of(const Group& group, std::size_t number, const std::string& measure,
                      const Axis& axis, const Scale& across, const Scale& up) {
  std::string curve;
  std::string whiskers;
  ordered_json marks = ordered_json::array();
  for (const ordered_json* point : group.points) {
    const ordered_json* value = value_at(*point, measure);
    if (value == nullptr) continue;
    const std::string level = level_of(*point, axis.name);
    const double x = across.at(axis.at(level));
    const double y = up.at((*value)["mean"].get<double>());
    curve += fmt::format("{}{} {}", curve.empty() ? "M" : "L", coordinate(x), coordinate(y));
    if ((*value)["low"].is_number() && (*value)["high"].is_number()) {
      whiskers += fmt::format("M{0} {1}V{2}M{3} {1}h6M{3} {2}h6", coordinate(x),
                              coordinate(up.at((*value)["low"].get<double>())),
                              coordinate(up.at((*value)["high"].get<double>())), coordinate(x - 3));
    }
    std::string where = axis.name + " " + level;
    if (!group.label.empty()) where = group.label + ", " + where;
    marks.push_back({{"d", mark_at(number, x, y)}, {"says", says(*value, where)}});
  }
  return {{"class", fmt::format("c{}", number)},
          {"curve", curve},
          {"whiskers", whiskers},
          {"marks", marks}};
}

/// What a measure spans, its intervals too; from 0 on if that is not far.
std::optional<Scale> span_of(const std::vector<Group>& groups, const std::string& measure) {
  std::vector<double> values;
  for (const Group& group : groups) {
    for (const ordered_json* point : group.points) {
      const ordered_json* value = value_at(*point, measure);
      if (value == nullptr) continue;
      for (const char* part : {"mean", "low", "high"}) {
        if ((*value)[part].is_number()) values.push_back((*value)[part].get<double>());
      }
    }
  }
  if (values.empty()) return std::nullopt;
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const bool near = *least >= 0 && *least < 0.6 * *most;  // never of one value
  if (near) values.push_back(0);
  auto scale = scale_of(values, kBottom, kTop, 0.06);
  if (scale && near) scale->low = 0;
  return scale;
}

ordered_json ticks_of(const Axis& axis, const Scale& across) {
  ordered_json ticks = ordered_json::array();
  double free_from = 0;
  const auto tick = [&](double value, const std::string& label) {
    const double x = across.at(value);
    const double half = 3.6 * static_cast<double>(label.size());
    const bool fits = x - half >= free_from;
    if (fits) free_from = x + half + 4;
    ticks.push_back({{"x", coordinate(x)}, {"label", fits ? label : std::string()}});
  };
  if (axis.values.empty()) {
    const std::size_t step = (axis.labels.size() + kMostLabels - 1) / kMostLabels;
    for (std::size_t i = 0; i < axis.labels.size(); i += step) {
      tick(static_cast<double>(i), axis.labels[i]);
    }
  } else if (axis.values.size() <= kMostLabels) {
    std::vector<double> levels = axis.values;
    std::sort(levels.begin(), levels.end());
    for (const double value : levels) tick(value, shown_number(value));
  } else {
    for (const double value : round_numbers(across)) tick(value, shown_number(value));
  }
  return ticks;
}

ordered_json plot_of(const std::vector<Group>& groups, const std::string& measure, const Axis& axis,
                     const Scale& across, const Scale& up) {
  ordered_json rules = ordered_json::array();
  for (const double value : round_numbers(up)) {
    rules.push_back({{"y", coordinate(up.at(value))},
                     {"base", coordinate(up.at(value) + 4)},
                     {"label", shown_number(value)}});
  }
  ordered_json lines = ordered_json::array();
  for (std::size_t i = 0; i < groups.size(); ++i) {
    lines.push_back(curve_of(groups[i], i, measure, axis, across, up));
  }
  return {{"measure", measure},
          {"axis", axis.name},
          {"rules", rules},
          {"ticks", ticks_of(axis, across)},
          {"lines", lines}};
}

}  // namespace

ordered_json plots_of(const ordered_json& campaign) {
  ordered_json out{{"has_plots", false},
                   {"plots", ordered_json::array()},
                   {"keys", ordered_json::array()},
                   {"note", ordered_json::array()}};
  const ordered_json& points = campaign["points"];
  if (points.empty()) return out;
  const Axis axis = choose_axis(points);
  if (axis.labels.size() < 2) return out;
  std::vector<Group> groups = groups_of(points, axis);
  const std::size_t curves = groups.size();
  groups.resize(std::min(curves, kMostCurves));
  std::vector<double> places;
  for (const std::string& label : axis.labels) places.push_back(axis.at(label));
  const auto across = scale_of(places, kLeft, kRight, 0.05);
  if (!across) return out;
  std::size_t left_out = 0;
  std::size_t constant = 0;
  for (const auto& [measure, first] : points.front()["values"].items()) {
    const auto up = span_of(groups, measure);
    if (!up) continue;
    if (up->constant) {
      ++constant;
      continue;
    }
    if (out["plots"].size() == kMostPlots) {
      ++left_out;
      continue;
    }
    out["plots"].push_back(plot_of(groups, measure, axis, *across, *up));
  }
  out["has_plots"] = !out["plots"].empty();
  for (std::size_t i = 0; i < groups.size() && curves > 1; ++i) {
    out["keys"].push_back(
        {{"class", fmt::format("c{}", i)}, {"d", mark_at(i, 14, 6)}, {"label", groups[i].label}});
  }
  std::vector<std::string> notes;
  if (curves > kMostCurves) notes.push_back(kernel::plural(curves - kMostCurves, "more curve"));
  if (left_out > 0) notes.push_back(kernel::plural(left_out, "more measure"));
  if (constant > 0) notes.push_back(kernel::plural(constant, "measure") + " of one value");
  if (!notes.empty()) {
    out["note"].push_back(
        {{"text", "Not drawn: " + config::join(notes, ", ") + "; all in the table."}});
  }
  return out;
}

}  // namespace selvage::campaign
