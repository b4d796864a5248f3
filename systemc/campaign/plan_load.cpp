// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "campaign/figures/measure.hpp"
#include "campaign/figures/summary.hpp"
#include "campaign/plan.hpp"
#include "config/explain.hpp"
#include "config/loader.hpp"
#include "config/schema.hpp"
#include "config/text/document.hpp"
#include "config/validate.hpp"

namespace selvage::campaign {

namespace {

using config::did_you_mean;
using config::join;
using nlohmann::json;

constexpr std::uint64_t kMostTrials = 10'000'000;

const std::vector<std::string> kSimulationMeasures{
    "load.offered",    "load.accepted",     "latency.mean",    "latency.p99",
    "packets.offered", "packets.delivered", "packets.refused", "packet_hops"};
const std::vector<std::string> kToleranceMeasures{"disconnected_pairs", "undelivered_pairs",
                                                  "most_entries", "orders.worst", "orders.listed"};
const std::vector<std::string> kToleranceKeys{"topology", "faults", "sets",        "first",
                                              "symmetry", "rule",   "lft_entries", "order"};

std::string first_step(const std::string& path) { return path.substr(0, path.find('.')); }

bool is_number(const std::string& text) { return json::parse(text, nullptr, false).is_number(); }

/// Reads one file; every complaint has the place of what it is about.
class Reader {
 public:
  Reader(const std::string& file, config::Diagnostics& diagnostics, const ResultSchemas& results)
      : diagnostics_(diagnostics), results_(results) {
    plan_.file = file;
  }

  bool open() {
    std::string why;
    const auto text = config::read_text_file(plan_.file, config::kMaxBytes, why);
    const std::size_t source = diagnostics_.add_source({plan_.file, text.value_or(""), true});
    if (!text) {
      diagnostics_.error({{source, 0, 0}, "", why, ""});
      return false;
    }
    document_ = config::read_yaml(source, diagnostics_);
    if (!diagnostics_.empty()) return false;
    if (!root().is_object()) complain("", "a campaign is a map of keys");
    return diagnostics_.empty();
  }

  /// What the key `quick` of the file says.
  void make_quick() {
    thinned_ = true;
    if (!root().contains("quick") || !root()["quick"].is_object()) return;
    const config::Document before = document_;
    for (const auto& [path, value] : before.value["quick"].items()) {
      const std::string from = "/quick" + config::pointer_step(path);
      config::Document part;
      part.value = value;
      for (const auto& [pointer, place] : before.places) {
        const bool inside = pointer.compare(0, from.size(), from) == 0 &&
                            (pointer.size() == from.size() || pointer[from.size()] == '/');
        if (inside) part.places[pointer.substr(from.size())] = place;
      }
      const std::string to = config::pointer_of(path);
      if (to.empty() || !document_.graft(to, part)) {
        complain(from, "there is nothing of this name to change");
      }
    }
  }

  void set(const std::string& setting) {
    thinned_ = true;
    if (const auto change = config::parse_set(setting, diagnostics_)) {
      config::apply_override(*change, document_, diagnostics_);
    }
  }

  std::optional<Plan> finish() {
    const json schema = campaign_schema();
    config::explain(schema, document_, "", config::validate(schema, root()), diagnostics_);
    if (!diagnostics_.empty()) return std::nullopt;
    config::fill_defaults(schema, root());
    read_plain();
    read_scenario();
    read_factors();
    check_columns();
    check_measures();
    check_steady();
    check_figures();
    if (!diagnostics_.empty()) return std::nullopt;
    check_claims();
    if (!diagnostics_.empty()) return std::nullopt;
    return std::move(plan_);
  }

 private:
  json& root() { return document_.value; }

  void complain(const std::string& pointer, const std::string& what, const std::string& hint = "") {
    const config::Place& place = document_.place(pointer);
    diagnostics_.error({place.value, config::dotted(pointer), what, hint});
  }

  std::string where(const std::string& pointer) const {
    const config::Spot spot = document_.place(pointer).value;
    const config::Source& source = diagnostics_.source(spot.source);
    if (!source.has_lines || spot.line == 0) return source.name;
    return fmt::format("{}:{}:{}", source.name, spot.line, spot.column);
  }

  void read_plain() {
    plan_.name =
        root().contains("name") ? root()["name"].get<std::string>() : config::name_from(plan_.file);
    plan_.title = root()["title"].get<std::string>();
    plan_.kind = root()["kind"] == "tolerance" ? Kind::kTolerance : Kind::kSimulation;
    plan_.base = root()["base"];
    plan_.figures = root()["figures"];
    plan_.seeds = root()["seeds"].get<std::uint32_t>();
    plan_.first_seed = root()["first_seed"].get<std::uint64_t>();
    plan_.accept = root()["accept"].get<std::vector<std::string>>();
    const bool simulation = plan_.kind == Kind::kSimulation;
    plan_.measures = root().contains("measures")
                         ? root()["measures"].get<std::vector<std::string>>()
                     : simulation ? kSimulationMeasures
                                  : kToleranceMeasures;
    if (root().contains("steady")) {
      const json& steady = root()["steady"];
      plan_.steady = {steady["first"], steady["second"], steady["within"], steady["longer"]};
    }
    if (simulation) return;
    plan_.shares = {"intolerable", "not_tolerated", "needless"};
    for (const auto& [key, value] : plan_.base.items()) {
      check_key("/base" + config::pointer_step(key), key);
    }
  }

  void read_scenario() {
    if (!root().contains("scenario")) return;
    if (plan_.kind == Kind::kTolerance || !plan_.base.empty()) {
      complain("/scenario", "goes with kind simulation and without base");
      return;
    }
    plan_.scenario_written = root()["scenario"].get<std::string>();
    const auto path = std::filesystem::path(plan_.file).parent_path() / plan_.scenario_written;
    plan_.scenario = path.string();
    std::string why;
    const auto text = config::read_text_file(plan_.scenario, config::kMaxBytes, why);
    if (!text) complain("/scenario", plan_.scenario + ": " + why);
    plan_.scenario_text = text.value_or("");
  }

  /// A key that a trial may be given.
  void check_key(const std::string& pointer, const std::string& path) {
    if (path == "seed") {
      complain(pointer, "trials have their seeds from seeds and first_seed");
    } else if (plan_.kind == Kind::kTolerance) {
      const std::string key = first_step(path);
      if (std::count(kToleranceKeys.begin(), kToleranceKeys.end(), key) > 0) return;
      const std::string hint = did_you_mean(key, kToleranceKeys);
      complain(pointer, "unknown key",
               hint.empty() ? "known here: " + join(kToleranceKeys, ", ") : hint);
    }
  }

  void read_factors() {
    std::uint64_t points = 1;
    for (std::size_t f = 0; f < root()["factors"].size(); ++f) {
      const std::string at = fmt::format("/factors/{}", f);
      Factor factor;
      if (!read_factor(root()["factors"][f], at, factor)) continue;
      check_levels(at, factor);
      if (points <= kMostTrials) points *= factor.levels.size();
      plan_.factors.push_back(std::move(factor));
    }
    if (points * plan_.seeds > kMostTrials) complain("/factors", "more than 10,000,000 trials");
  }

  bool read_factor(const json& written, const std::string& at, Factor& factor) {
    const bool path = written.contains("path");
    const bool values = written.contains("values");
    const bool cases = written.contains("cases");
    if (path != values || path == cases) {
      complain(at, "has either path and values, or cases");
      return false;
    }
    factor.name = written.value("name", written.value("path", std::string("case")));
    if (path) {
      const auto key = written["path"].get<std::string>();
      check_key(at + "/path", key);
      for (const json& value : written["values"]) {
        factor.levels.push_back({label_of(value), {{key, value}}, where(at + "/path")});
      }
      return true;
    }
    for (std::size_t i = 0; i < written["cases"].size(); ++i) {
      const json& one = written["cases"][i];
      const std::string set = fmt::format("{}/cases/{}/set", at, i);
      Level level{one["label"].get<std::string>(), {}, where(set)};
      for (const auto& [key, value] : one["set"].items()) {
        check_key(set + config::pointer_step(key), key);
        level.settings.push_back({key, value});
      }
      factor.levels.push_back(std::move(level));
    }
    return true;
  }

  /// Levels of one name would be one line of the tables each, and one point of a figure; of two
  /// factors that set one key the later would win.
  void check_levels(const std::string& at, const Factor& factor) {
    std::set<std::string> labels;
    std::set<std::string> paths;
    for (std::size_t i = 0; i < factor.levels.size(); ++i) {
      const Level& level = factor.levels[i];
      if (!labels.insert(level.label).second) {
        const bool cases = root().at(json::json_pointer(at)).contains("cases");
        complain(fmt::format("{}/{}/{}", at, cases ? "cases" : "values", i),
                 fmt::format("'{}' stands twice", config::printable(level.label)));
      }
      for (const Setting& s : level.settings) paths.insert(s.path);
    }
    for (const std::string& path : paths) {
      const auto [known, first] = set_by_.emplace(path, factor.name);
      if (!first) complain(at, fmt::format("{} is set by factor {} too", path, known->second));
    }
  }

  /// Every column of trials.csv once.
  void check_columns() {
    std::set<std::string> columns{"trial", "seed", "status", "exit"};
    for (std::size_t f = 0; f < plan_.factors.size(); ++f) {
      const std::string& name = plan_.factors[f].name;
      if (columns.insert(csv_name(name)).second) continue;
      complain(fmt::format("/factors/{}", f),
               fmt::format("there is another column '{}': give it another name", name));
    }
    for (std::size_t m = 0; m < plan_.measures.size(); ++m) {
      if (columns.insert(csv_name(plan_.measures[m])).second) continue;
      complain(fmt::format("/measures/{}", m),
               fmt::format("there is another column '{}'", plan_.measures[m]));
    }
  }

  void check_measures() {
    const json& schema = plan_.kind == Kind::kSimulation ? results_.simulation : results_.tolerance;
    if (schema.is_null()) return;
    for (std::size_t m = 0; m < plan_.measures.size(); ++m) {
      std::string hint;
      const std::string what = measure_complaint(schema, plan_.measures[m], hint);
      if (!what.empty()) complain(fmt::format("/measures/{}", m), what, hint);
    }
  }

  void check_steady() {
    if (plan_.steady.first.empty()) return;
    if (plan_.kind != Kind::kSimulation) complain("/steady", "only of simulations");
    for (const auto& [key, name] :
         {std::pair{"first", plan_.steady.first}, {"second", plan_.steady.second}}) {
      if (std::count(plan_.measures.begin(), plan_.measures.end(), name) > 0) continue;
      complain(std::string("/steady/") + key,
               fmt::format("'{}' is no measure", config::printable(name)),
               known(name, plan_.measures));
    }
  }

  /// What a figure names has to be there before anything runs.
  void check_figures() {
    std::vector<std::string> measures = plan_.measures;
    measures.insert(measures.end(), plan_.shares.begin(), plan_.shares.end());
    std::map<std::string, const Factor*> factors;
    std::vector<std::string> names;
    for (const Factor& factor : plan_.factors) {
      factors[factor.name] = &factor;
      names.push_back(factor.name);
    }
    std::set<std::string> figures;
    for (std::size_t i = 0; i < plan_.figures.size(); ++i) {
      const json& figure = plan_.figures[i];
      const std::string at = fmt::format("/figures/{}", i);
      if (!figures.insert(figure["name"]).second) complain(at + "/name", "stands twice");
      for (const char* key : {"y", "y_over"}) {
        if (!figure.contains(key)) continue;
        // One measure, or several by name.
        const json named = figure[key].is_object() ? figure[key] : json{{"", figure[key]}};
        for (const auto& [own, measure] : named.items()) {
          const auto name = measure.get<std::string>();
          if (std::count(measures.begin(), measures.end(), name) > 0) continue;
          complain(at + "/" + key + (own.empty() ? "" : config::pointer_step(own)),
                   fmt::format("'{}' is no measure", config::printable(name)),
                   known(name, measures));
        }
      }
      const auto factor = [&](const std::string& pointer, const std::string& name) {
        const auto found = factors.find(name);
        if (found != factors.end()) return found->second;
        complain(pointer, fmt::format("'{}' is no factor", config::printable(name)),
                 known(name, names));
        return static_cast<const Factor*>(nullptr);
      };
      for (std::size_t s = 0; s < figure["series"].size(); ++s) {
        factor(fmt::format("{}/series/{}", at, s), figure["series"][s]);
      }
      const Factor* x = factor(at + "/x", figure["x"]);
      if (x == nullptr) continue;
      for (const Level& level : x->levels) {
        if (is_number(level.label)) continue;
        complain(at + "/x",
                 fmt::format("the level '{}' is no number", config::printable(level.label)));
      }
    }
  }

  /// After hours of trials it would be too late.
  void check_claims() {
    for (std::size_t i = 0; i < plan_.figures.size(); ++i) {
      const auto complaints = claim_complaints(plan_, plan_.figures[i], thinned_);
      for (std::size_t k = 0; k < complaints.size(); ++k) {
        if (complaints[k].empty()) continue;
        complain(fmt::format("/figures/{}/claims/{}", i, k),
                 "cannot be judged: " + config::printable(complaints[k], 200));
      }
    }
  }

  static std::string known(const std::string& name, const std::vector<std::string>& names) {
    const std::string hint = did_you_mean(name, names);
    return hint.empty() ? "known here: " + join(names, ", ") : hint;
  }

  config::Diagnostics& diagnostics_;
  const ResultSchemas& results_;
  config::Document document_;
  Plan plan_;
  bool thinned_ = false;  ///< by settings: points that claims name may be missing
  std::map<std::string, std::string> set_by_;  ///< paths, and the factor
};

}  // namespace

std::optional<Plan> load_plan(const std::string& file, bool quick,
                              const std::vector<std::string>& settings,
                              config::Diagnostics& diagnostics, const ResultSchemas& results) {
  Reader reader(file, diagnostics, results);
  if (!reader.open()) return std::nullopt;
  if (quick) reader.make_quick();
  for (const std::string& setting : settings) reader.set(setting);
  return reader.finish();
}

}  // namespace selvage::campaign
