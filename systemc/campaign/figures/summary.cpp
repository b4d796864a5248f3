// SPDX-License-Identifier: Apache-2.0
#include "campaign/figures/summary.hpp"

#include <cctype>
#include <cmath>
#include <filesystem>
#include <vector>

#include "config/text/output.hpp"
#include "kernel/statistics.hpp"

namespace selvage::campaign {

namespace {

using nlohmann::ordered_json;

ordered_json finite(double x) { return std::isfinite(x) ? ordered_json(x) : ordered_json(nullptr); }

ordered_json interval_json(std::uint64_t n, const kernel::Interval& i) {
  return {{"n", n}, {"mean", finite(i.mean)}, {"low", finite(i.low)}, {"high", finite(i.high)}};
}

/// Sums {"sets": hits} of all trials of a point; exact if every set was counted.
ordered_json share(const std::vector<const Record*>& records, const std::string& path) {
  std::uint64_t hits = 0;
  std::uint64_t sets = 0;
  bool exact = !records.empty();
  for (const Record* r : records) {
    if (!r->values.contains(path) || !r->values[path].is_object()) continue;
    const auto& value = r->values[path];
    const bool whole = r->values.value("exact", false);
    exact = exact && whole;
    if (whole && sets > 0) continue;  // another seed counts the same sets again
    hits += value.value("sets", std::uint64_t{0});
    sets += r->values.value("sets", std::uint64_t{0});
  }
  return interval_json(sets, exact ? kernel::exact_share(hits, sets) : kernel::wilson(hits, sets));
}

/// With `seeds`, also the value of each seed in order, null where there is none.
ordered_json mean(const std::vector<const Record*>& records, const std::string& path,
                  std::uint32_t seeds) {
  std::vector<double> values;
  ordered_json each = ordered_json::array();
  for (std::uint32_t i = 0; i < seeds; ++i) each.push_back(nullptr);
  for (const Record* r : records) {
    const auto value = r->values.value(path, ordered_json(nullptr));
    if (!value.is_number() && !value.is_boolean()) continue;
    values.push_back(value.is_number() ? value.get<double>() : value.get<bool>() ? 1.0 : 0.0);
    if (seeds > 0) each[r->trial % seeds] = values.back();
  }
  ordered_json out = interval_json(values.size(), kernel::mean_of(values));
  if (seeds > 0) out["each"] = std::move(each);
  return out;
}

std::string number_text(const ordered_json& value) {
  if (value.is_null()) return "";
  return csv_field(value.is_string() ? value.get<std::string>() : json_text(value, -1));
}

}  // namespace

std::string csv_field(const std::string& text) {
  if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
  std::string out = "\"";
  for (const char c : text) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + "\"";
}

std::string csv_name(const std::string& text) {
  std::string name;
  for (const char c : text) {
    const bool blank = std::isspace(static_cast<unsigned char>(c)) != 0;
    if (!blank) name += c;
    else if (!name.empty() && name.back() != '_') name += '_';
  }
  return csv_field(name);
}

std::string replay_command(const Plan& plan, const Trial& trial, const std::string& program,
                           const std::string& scenario_file) {
  std::string out = config::shell_quoted(program);
  for (const std::string& word : plan.arguments(trial, scenario_file)) {
    out += " " + config::shell_quoted(word);
  }
  return out;
}

std::string json_text(const ordered_json& json, int indent) {
  return json.dump(indent, ' ', false, ordered_json::error_handler_t::replace);
}

ordered_json summary_json(const SummaryInput& in) {
  const Plan& plan = *in.plan;
  ordered_json j;
  j["schema"] = "selvage.campaign/1";
  j["name"] = plan.name;
  j["title"] = plan.title;
  j["kind"] = plan.kind == Kind::kTolerance ? "tolerance" : "simulation";
  j["file"] = std::filesystem::path(plan.file).filename().string();
  j["build"] = in.build;
  j["fingerprint"] = in.fingerprint;
  j["trials"] = plan.trials();
  j["done"] = in.records->size();
  j["seeds"] = plan.seeds;
  j["first_seed"] = plan.first_seed;
  const auto replay = [&](std::uint32_t index) {
    return replay_command(plan, plan.trial(index), "selvage", plan.scenario_name());
  };
  j["example"] = replay(0);
  j["failed"] = ordered_json::array();
  for (const auto& [index, r] : *in.records) {
    if (!r.failed) continue;
    j["failed"].push_back({{"trial", index},
                           {"kind", r.kind},
                           {"status", r.status},
                           {"exit", r.exit},
                           {"detail", r.detail},
                           {"replay", replay(index)}});
  }
  j["points"] = ordered_json::array();
  auto next = in.records->begin();
  for (std::uint32_t p = 0; p < plan.points(); ++p) {
    std::vector<const Record*> good;
    for (; next != in.records->end() && next->first < (p + 1) * plan.seeds; ++next) {
      if (!next->second.failed) good.push_back(&next->second);
    }
    ordered_json point;
    point["levels"] = ordered_json::object();
    for (std::size_t f = 0; f < plan.factors.size(); ++f) {
      point["levels"][plan.factors[f].name] = plan.level(p, f).label;
    }
    point["trials"] = good.size();
    point["values"] = ordered_json::object();
    for (const std::string& path : plan.shares) point["values"][path] = share(good, path);
    const std::uint32_t each = plan.figures.empty() ? 0 : plan.seeds;
    for (const std::string& path : plan.measures) point["values"][path] = mean(good, path, each);
    std::map<std::string, unsigned> statuses;
    for (const Record* r : good) ++statuses[r->status];
    point["statuses"] = statuses;
    j["points"].push_back(std::move(point));
  }
  return j;
}

std::string points_csv(const ordered_json& summary) {
  std::string out;
  for (const auto& point : summary["points"]) {
    if (out.empty()) {
      std::string separator;
      for (const auto& [name, level] : point["levels"].items()) {
        out += separator + csv_name(name);
        separator = ",";
      }
      for (const auto& [name, value] : point["values"].items()) {
        for (const char* part : {"_n", "", "_low", "_high"}) out += "," + csv_name(name + part);
      }
      out += "\n";
    }
    std::string separator;
    for (const auto& [name, level] : point["levels"].items()) {
      out += separator + csv_field(level.get<std::string>());
      separator = ",";
    }
    for (const auto& [name, value] : point["values"].items()) {
      for (const char* part : {"n", "mean", "low", "high"}) out += "," + number_text(value[part]);
    }
    out += "\n";
  }
  return out;
}

std::string trials_csv(const SummaryInput& in) {
  const Plan& plan = *in.plan;
  std::string out = "trial";
  for (const Factor& factor : plan.factors) out += "," + csv_name(factor.name);
  out += ",seed,status,exit";
  for (const auto* paths : {&plan.shares, &plan.measures}) {
    for (const std::string& path : *paths) out += "," + csv_name(path);
  }
  out += "\n";
  for (const auto& [index, r] : *in.records) {
    const Trial trial = plan.trial(index);
    out += std::to_string(index);
    for (std::size_t f = 0; f < plan.factors.size(); ++f) {
      out += "," + csv_field(plan.level(trial.point, f).label);
    }
    out +=
        "," + std::to_string(trial.seed) + "," + csv_field(r.status) + "," + std::to_string(r.exit);
    for (const std::string& path : plan.shares) {
      const auto value = r.values.value(path, ordered_json(nullptr));
      out += "," + (value.is_object() ? number_text(value["sets"]) : std::string());
    }
    for (const std::string& path : plan.measures) {
      out += "," + number_text(r.values.value(path, ordered_json(nullptr)));
    }
    out += "\n";
  }
  return out;
}

}  // namespace selvage::campaign
