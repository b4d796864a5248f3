// SPDX-License-Identifier: Apache-2.0
#include "campaign/figures/figure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>
#include <stdexcept>

#include "campaign/figures/summary.hpp"
#include "config/text/diagnostics.hpp"
#include "config/text/output.hpp"
#include "config/text/real.hpp"
#include "kernel/statistics.hpp"

namespace selvage::campaign {

namespace {

using nlohmann::json;
using nlohmann::ordered_json;

constexpr const char* kSchema = R"json({
  "$schema": "http://json-schema.org/draft-07/schema#",
  "title": "Figures of a campaign",
  "type": "array",
  "items": {
    "type": "object", "additionalProperties": false, "required": ["name", "x", "y"],
    "properties": {
      "name": {"description": "Of its files.", "type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]*$"},
      "title": {"description": "Above the picture.", "type": "string", "default": ""},
      "source": {"description": "What it repeats.", "type": "string", "default": ""},
      "setup": {"description": "Settings worth reading, chosen ones included.", "type": "string", "default": ""},
      "x": {"description": "A factor whose levels are numbers.", "type": "string"},
      "y": {
        "description": "A measure; or several by name, a curve for each.",
        "type": ["string", "object"], "additionalProperties": {"type": "string"}
      },
      "y_over": {"description": "A measure that y is divided by: seed by seed, of a share its mean at the point.", "type": "string"},
      "series": {"description": "Factors, one curve for each combination.", "type": "array", "items": {"type": "string"}, "default": []},
      "xlabel": {"description": "Text.", "type": "string", "default": ""},
      "ylabel": {"description": "Text.", "type": "string", "default": ""},
      "x_scale": {"description": "Factor on x.", "type": "number", "default": 1},
      "y_scale": {"description": "Factor on y.", "type": "number", "default": 1},
      "log_x": {"description": "Logarithmic x.", "type": "boolean", "default": false},
      "log_y": {"description": "Logarithmic y.", "type": "boolean", "default": false},
      "claims": {
        "description": "What the source says.",
        "type": "array", "default": [],
        "items": {
          "type": "object", "additionalProperties": false, "required": ["id", "says", "check"],
          "properties": {
            "id": {"description": "Its name.", "type": "string"},
            "says": {"description": "In words.", "type": "string"},
            "check": {
              "description": "What is tested.",
              "enum": ["zero", "value", "order", "near", "flat", "rises", "falls", "best_at", "above",
                       "gap_shrinks", "gap_grows", "holds_until"]
            },
            "series": {"description": "The curve; order: all of them, lowest first.", "type": ["string", "array"], "items": {"type": "string"}},
            "than": {"description": "The other curve.", "type": "string"},
            "x": {"description": "Where.", "type": "number"},
            "from": {"description": "First x.", "type": "number"},
            "to": {"description": "Last x.", "type": "number"},
            "value": {"description": "The number claimed.", "type": "number"},
            "sample": {"description": "value: how many trials it comes from.", "type": "integer", "minimum": 1},
            "within": {"description": "Greatest difference; flat, rises, falls, holds_until: as a fraction.", "type": "number"},
            "note": {"description": "Goes with the verdict.", "type": "string"}
          }
        }
      }
    }
  }
})json";

double number_of(const std::string& label) {
  if (const auto x = config::parse_real(label)) return *x;
  throw std::invalid_argument("figure: the level '" + label + "' of x is no number");
}

double or_nan(const ordered_json& value) {
  return value.is_number() ? value.get<double>() : std::nan("");
}

const ordered_json& measure(const ordered_json& point, const std::string& name) {
  if (!point["values"].contains(name)) {
    throw std::invalid_argument("figure: no measure '" + name + "'");
  }
  return point["values"][name];
}

std::vector<double> each_of(const ordered_json& value) {
  std::vector<double> each;
  for (const auto& v : value.value("each", ordered_json::array())) each.push_back(or_nan(v));
  return each;
}

/// The measures drawn, by the name of their curve; of one alone the name is empty.
std::map<std::string, std::string> measures_of(const json& spec) {
  const json& y = spec.at("y");
  if (y.is_object()) return y.get<std::map<std::string, std::string>>();
  return {{"", y.get<std::string>()}};
}

/// `name` of one point, x not yet set.
CurvePoint y_of(const json& spec, const ordered_json& point, const std::string& name) {
  const auto& value = measure(point, name);
  const double scale = spec.value("y_scale", 1.0);
  CurvePoint p{0,
               value["n"].get<std::uint64_t>(),
               or_nan(value["mean"]) * scale,
               or_nan(value["low"]) * scale,
               or_nan(value["high"]) * scale,
               each_of(value)};
  for (double& v : p.each) v *= scale;
  if (!spec.contains("y_over")) return p;
  const auto& over = measure(point, spec["y_over"].get<std::string>());
  const std::vector<double> divisors = each_of(over);
  if (p.each.empty() || divisors.size() != p.each.size()) {
    const double by = or_nan(over["mean"]);
    return {0, p.n, p.mean / by, p.low / by, p.high / by, {}};
  }
  for (std::size_t i = 0; i < divisors.size(); ++i) p.each[i] /= divisors[i];
  std::vector<double> ratios;
  std::copy_if(p.each.begin(), p.each.end(), std::back_inserter(ratios),
               [](double v) { return std::isfinite(v); });
  const kernel::Interval i = kernel::mean_of(ratios);
  return {0, ratios.size(), i.mean, i.low, i.high, p.each};
}

/// "uniform, PAR at 0.8: 0.71, then 0.66" if the two halves of the measurement at `point` differ;
/// else empty.
std::string unsteady(const Steady& steady, const ordered_json& point, const std::string& where) {
  if (steady.first.empty()) return {};
  const double first = or_nan(measure(point, steady.first)["mean"]);
  const double second = or_nan(measure(point, steady.second)["mean"]);
  if (steady.met(first, second)) return {};
  return fmt::format("{}: {:.4g}, then {:.4g}", where, first, second);
}

/// What stands over the column of y.
std::string y_name(const json& spec) {
  return spec.at("y").is_string() ? spec["y"].get<std::string>() : "value";
}

}  // namespace

const CurvePoint* Curve::at(double x) const {
  for (const CurvePoint& p : points) {
    if (std::abs(p.x - x) < 1e-9 * std::max(1.0, std::abs(x))) return &p;
  }
  return nullptr;
}

json figures_schema() { return json::parse(kSchema); }

Figure make_figure(const json& spec, const ordered_json& summary, bool thinned,
                   const Steady& steady) {
  Figure figure;
  figure.spec = spec;
  const auto x_name = spec.at("x").get<std::string>();
  for (const auto& point : summary.at("points")) {
    const auto& levels = point.at("levels");
    std::string label;
    for (const auto& factor : spec.value("series", json::array())) {
      const auto name = factor.get<std::string>();
      if (!levels.contains(name)) throw std::invalid_argument("figure: no factor '" + name + "'");
      label += (label.empty() ? "" : ", ") + levels[name].get<std::string>();
    }
    if (!levels.contains(x_name)) throw std::invalid_argument("figure: no factor '" + x_name + "'");
    const std::string x = levels[x_name].get<std::string>();
    const double at = number_of(x) * spec.value("x_scale", 1.0);
    const std::string differs = unsteady(steady, point, fmt::format("{} at {:.4g}", label, at));
    if (!differs.empty()) figure.unsteady.push_back(differs);
    for (const auto& [own, name] : measures_of(spec)) {
      const std::string full = label + (label.empty() || own.empty() ? "" : ", ") + own;
      auto curve = std::find_if(figure.curves.begin(), figure.curves.end(),
                                [&](const Curve& c) { return c.label == full; });
      if (curve == figure.curves.end()) curve = figure.curves.insert(curve, {full, {}});
      CurvePoint p = y_of(spec, point, name);
      if (std::isnan(p.mean)) continue;
      p.x = at;
      curve->points.push_back(std::move(p));
    }
  }
  for (Curve& curve : figure.curves) {
    std::stable_sort(curve.points.begin(), curve.points.end(),
                     [](const CurvePoint& a, const CurvePoint& b) { return a.x < b.x; });
  }
  for (const auto& claim : spec.value("claims", json::array())) {
    try {
      figure.verdicts.push_back(judge(claim, figure.curves));
    } catch (const std::invalid_argument& e) {
      if (!thinned) throw;
      figure.verdicts.push_back(
          {claim.at("id"), claim.at("says"), "", false, claim.value("note", ""), e.what()});
    }
  }
  return figure;
}

std::string figure_csv(const Figure& figure, const ordered_json& summary) {
  const json& s = figure.spec;
  std::string out;
  const auto comment = [&](const std::string& text) {
    out += "# " + config::printable(text, std::string::npos) + "\n";
  };
  comment(figure.name() + ": " + s.value("title", ""));
  comment("source: " + s.value("source", ""));
  comment("set-up: " + s.value("setup", ""));
  comment(fmt::format(
      "campaign: {}, {} of {} trials, seeds {} to {}", summary["file"].get<std::string>(),
      summary["done"].get<std::uint64_t>(), summary["trials"].get<std::uint64_t>(),
      summary["first_seed"].get<std::uint64_t>(),
      summary["first_seed"].get<std::uint64_t>() + summary["seeds"].get<std::uint64_t>() - 1));
  comment("first trial: " + summary["example"].get<std::string>());
  comment("build: " + summary["build"].dump());
  for (const Verdict& v : figure.verdicts) {
    comment(fmt::format("{} {}: claimed: {}; {}: {}", v.id, v.word(), v.says,
                        v.unjudged.empty() ? "measured" : "why", v.measured + v.unjudged));
  }
  for (const std::string& point : figure.unsteady) comment("halves differ: " + point);
  out += fmt::format("curve,{},n,{},low,high\n", csv_name(s.value("x", "")), csv_name(y_name(s)));
  const auto cell = [](double x) { return std::isnan(x) ? std::string() : fmt::format("{}", x); };
  for (const Curve& curve : figure.curves) {
    for (const CurvePoint& p : curve.points) {
      out += fmt::format("{},{},{},{},{},{}\n", csv_field(curve.label), p.x, p.n, cell(p.mean),
                         cell(p.low), cell(p.high));
    }
  }
  return out;
}

std::string gnuplot_input(const Figure& figure) {
  const json& s = figure.spec;
  std::string out =
      "set terminal svg size 720,440 dynamic noenhanced font 'sans-serif,13' linewidth 1.4\n"
      "set border 3 lc rgb '#666666'\nset tics nomirror\nset grid ytics lc rgb '#dddddd'\n"
      "set key outside right top reverse Left noenhanced\n";
  out += "set title " + config::gnuplot_quoted(s.value("title", "")) + "\n";
  out += "set xlabel " + config::gnuplot_quoted(s.value("xlabel", s.value("x", ""))) + "\n";
  out += "set ylabel " + config::gnuplot_quoted(s.value("ylabel", y_name(s))) + "\n";
  const bool log = s.value("log_y", false);
  if (s.value("log_x", false)) out += "set logscale x 2\nset format x '%g'\n";
  if (log) out += "set logscale y\nset format y '%g'\n";
  if (!log) out += "set yrange [0:*]\n";
  static constexpr const char* kColours[] = {"#0b6fa4", "#c2410c", "#3f7d20",
                                             "#7e3794", "#8a6d00", "#444444"};
  std::string plot;
  for (std::size_t i = 0; i < figure.curves.size(); ++i) {
    const Curve& curve = figure.curves[i];
    out += fmt::format("$c{} << EOD\n", i);
    for (const CurvePoint& p : curve.points) {
      if (log && p.mean <= 0) continue;
      const double low = std::isnan(p.low) ? p.mean : p.low;
      const double high = std::isnan(p.high) ? p.mean : p.high;
      out += fmt::format("{} {} {} {}\n", p.x, p.mean, low, high);
    }
    out += "EOD\n";
    plot += fmt::format("{}$c{} using 1:2:3:4 with yerrorlines lc rgb '{}' pt {} ps 0.5 title {}",
                        plot.empty() ? "plot " : ", \\\n  ", i, kColours[i % 6], 5 + 2 * (i % 5),
                        config::gnuplot_quoted(curve.label));
  }
  return out + plot + "\n";
}

}  // namespace selvage::campaign
