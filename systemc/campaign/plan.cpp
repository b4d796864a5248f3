// SPDX-License-Identifier: Apache-2.0
#include "campaign/plan.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "campaign/figure.hpp"
#include "config/document.hpp"
#include "config/explain.hpp"
#include "config/loader.hpp"
#include "config/schema.hpp"
#include "config/validate.hpp"

namespace selvage::campaign {

namespace {

using nlohmann::json;

constexpr const char* kSchema = R"json({
  "$schema": "http://json-schema.org/draft-07/schema#",
  "title": "Selvage campaign",
  "description": "Trials over all combinations of factors and seeds.",
  "type": "object", "additionalProperties": false, "required": ["factors"],
  "properties": {
    "name": {
      "description": "Name of the campaign and of its directory under out/. Default: the file's name.",
      "type": "string", "pattern": "^[A-Za-z0-9][A-Za-z0-9._-]*$", "maxLength": 64
    },
    "title": {"description": "One line for tables and pictures.", "type": "string", "default": ""},
    "kind": {
      "description": "simulation: each trial is `selvage run`; tolerance: `selvage tolerance`.",
      "enum": ["simulation", "tolerance"], "default": "simulation"
    },
    "scenario": {
      "description": "simulation: the scenario the factors change, relative to this file.",
      "type": "string"
    },
    "base": {
      "description": "In place of `scenario`: its keys. tolerance: topology, faults, sets, lft_entries.",
      "type": "object", "default": {}
    },
    "factors": {
      "description": "Each level of each is combined with each of the others; the last changes fastest.",
      "type": "array", "minItems": 1,
      "items": {
        "type": "object", "additionalProperties": false,
        "properties": {
          "name": {"description": "Column of the tables. Default: the path.", "type": "string"},
          "path": {"description": "The key that `values` are for, e.g. traffic.load.", "type": "string"},
          "values": {"description": "Its values.", "type": "array", "minItems": 1},
          "cases": {
            "description": "In place of path and values: named groups of settings.",
            "type": "array", "minItems": 1,
            "items": {
              "type": "object", "additionalProperties": false, "required": ["label", "set"],
              "properties": {
                "label": {"description": "Its name.", "type": "string"},
                "set": {"description": "Values by path.", "type": "object"}
              }
            }
          }
        }
      }
    },
    "seeds": {
      "description": "Trials of each point, with seeds first_seed, first_seed + 1, ...",
      "type": "integer", "minimum": 1, "maximum": 1000000, "default": 1
    },
    "first_seed": {
      "description": "The same seeds serve every point.",
      "type": "integer", "minimum": 0, "maximum": 9007199254740991, "default": 1
    },
    "measures": {
      "description": "Paths of numbers in the result. Default: loads, latencies and packets, or pairs and table lines.",
      "type": "array", "items": {"type": "string"}
    },
    "accept": {
      "description": "Statuses of failed runs that count as results, e.g. deadlocked.",
      "type": "array", "items": {"type": "string"}, "default": []
    },
    "quick": {
      "description": "Settings of this file, by path, for a quick look.",
      "type": "object", "default": {}
    },
    "figures": {"description": "What `selvage figure` draws.", "type": "array", "default": []}
  }
})json";

/// "a.b" set in a tree of maps.
void graft(json& tree, const std::string& path, const json& value) {
  json* at = &tree;
  std::size_t from = 0;
  for (;;) {
    const std::size_t dot = path.find('.', from);
    json& next = (*at)[path.substr(from, dot - from)];
    if (dot == std::string::npos) {
      next = value;
      return;
    }
    if (!next.is_object()) next = json::object();
    at = &next;
    from = dot + 1;
  }
}

std::string label_of(const json& value) {
  return value.is_string() ? value.get<std::string>() : value.dump();
}

bool read_factor(const json& written, Factor& factor, std::string& why) {
  const bool by_path = written.contains("path") && written.contains("values");
  if (by_path == written.contains("cases")) {
    why = "has either path and values, or cases";
    return false;
  }
  factor.name = written.value("name", written.value("path", std::string("case")));
  if (by_path) {
    const auto path = written["path"].get<std::string>();
    for (const json& value : written["values"]) {
      factor.levels.push_back({label_of(value), {{path, value}}});
    }
    return true;
  }
  for (const json& one : written["cases"]) {
    Level level{one["label"].get<std::string>(), {}};
    for (const auto& [path, value] : one["set"].items()) level.settings.push_back({path, value});
    factor.levels.push_back(level);
  }
  return true;
}

/// FNV-1a.
std::uint64_t hash(std::uint64_t h, const std::string& text) {
  for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001b3ULL;
  return (h ^ 0xffU) * 0x100000001b3ULL;
}

const std::vector<std::string> kSimulationMeasures{
    "load.offered", "load.accepted", "latency.mean", "latency.p99", "packets.offered",
    "packets.delivered", "packets.refused", "packet_hops"};
const std::vector<std::string> kToleranceMeasures{"disconnected_pairs", "undelivered_pairs",
                                                  "most_entries", "played"};

}  // namespace

json campaign_schema() {
  json schema = json::parse(kSchema);
  const json figures = figures_schema();
  schema["properties"]["figures"]["items"] = figures["items"];
  return schema;
}

std::uint32_t Plan::points() const {
  std::uint32_t count = 1;
  for (const Factor& factor : factors) count *= static_cast<std::uint32_t>(factor.levels.size());
  return count;
}

Trial Plan::trial(std::uint32_t index) const {
  return {index, index / seeds, first_seed + index % seeds};
}

const Level& Plan::level(std::uint32_t point, std::size_t f) const {
  for (std::size_t i = factors.size(); i-- > f + 1;) {
    point /= static_cast<std::uint32_t>(factors[i].levels.size());
  }
  return factors[f].levels[point % factors[f].levels.size()];
}

std::vector<std::string> Plan::arguments(const Trial& trial, const std::string& base_file) const {
  std::vector<Setting> settings;
  for (std::size_t f = 0; f < factors.size(); ++f) {
    const Level& chosen = level(trial.point, f);
    settings.insert(settings.end(), chosen.settings.begin(), chosen.settings.end());
  }
  std::vector<std::string> words;
  if (kind == Kind::kSimulation) {
    words = {"run", scenario.empty() ? base_file : scenario};
    for (const Setting& s : settings) {
      words.insert(words.end(), {"--set", s.path + "=" + s.value.dump()});
    }
  } else {
    json keys = base;
    for (const Setting& s : settings) graft(keys, s.path, s.value);
    words = {"tolerance", "--topology", keys.value("topology", json::object()).dump()};
    keys.erase("topology");
    for (const auto& [key, value] : keys.items()) {
      std::string option = "--" + key;
      for (char& c : option) c = c == '_' ? '-' : c;
      words.insert(words.end(), {option, label_of(value)});
    }
  }
  words.insert(words.end(), {"--seed", std::to_string(trial.seed)});
  return words;
}

std::string Plan::fingerprint(const std::string& build) const {
  std::uint64_t h = hash(0xcbf29ce484222325ULL, build);
  h = hash(h, base.dump());
  for (std::uint32_t i = 0; i < trials(); ++i) {
    for (const std::string& word : arguments(trial(i), "base")) h = hash(h, word);
  }
  for (const std::string& m : measures) h = hash(h, m);
  for (const std::string& a : accept) h = hash(h, a);
  return fmt::format("{:016x}", h);
}

std::optional<Plan> load_plan(const std::string& file, bool quick,
                              const std::vector<std::string>& settings,
                              config::Diagnostics& diagnostics) {
  std::string why;
  const auto text = config::read_text_file(file, config::kMaxBytes, why);
  const std::size_t source = diagnostics.add_source({file, text.value_or(""), true});
  const auto complain = [&](const std::string& path, const std::string& what) {
    diagnostics.error({{source, 0, 0}, path, what, ""});
  };
  if (!text) {
    complain("", why);
    return std::nullopt;
  }
  config::Document document = config::read_yaml(source, diagnostics);
  if (!diagnostics.empty()) return std::nullopt;
  json& root = document.value;
  if (!root.is_object()) {
    complain("", "a campaign is a map of keys");
    return std::nullopt;
  }
  const json schema = campaign_schema();
  const auto change = [&](const std::string& path, const json& value) {
    // "factors[1].values" is the only list that can be reached into.
    if (const auto open = path.find('['); open != std::string::npos) {
      const json::json_pointer at("/" + path.substr(0, open) + "/" +
                                  path.substr(open + 1, path.find(']') - open - 1));
      if (root.contains(at) && path.find("].") != std::string::npos) {
        graft(root[at], path.substr(path.find("].") + 2), value);
      } else {
        complain(path, "there is nothing of this name to change");
      }
      return;
    }
    graft(root, path, value);
  };
  if (quick && root.contains("quick") && root["quick"].is_object()) {
    const json changes = root["quick"];
    for (const auto& [path, value] : changes.items()) change(path, value);
  }
  for (const std::string& set : settings) {
    const auto parsed = config::parse_set(set, diagnostics);
    if (!parsed) continue;
    const std::size_t of = diagnostics.add_source({parsed->option, parsed->value, false});
    change(parsed->path, config::read_yaml(of, diagnostics).value);
  }
  config::explain(schema, document, "", config::validate(schema, root), diagnostics);
  if (!diagnostics.empty()) return std::nullopt;
  config::fill_defaults(schema, root);

  Plan plan;
  plan.file = file;
  plan.name = root.value("name", std::filesystem::path(file).stem().string());
  plan.title = root["title"].get<std::string>();
  plan.kind = root["kind"] == "tolerance" ? Kind::kTolerance : Kind::kSimulation;
  plan.base = root["base"];
  plan.figures = root["figures"];
  plan.seeds = root["seeds"].get<std::uint32_t>();
  plan.first_seed = root["first_seed"].get<std::uint64_t>();
  plan.accept = root["accept"].get<std::vector<std::string>>();
  if (root.contains("scenario")) {
    plan.scenario =
        (std::filesystem::path(file).parent_path() / root["scenario"].get<std::string>()).string();
    if (plan.kind == Kind::kTolerance || !plan.base.empty()) {
      complain("scenario", "goes with kind simulation and without base");
    }
  }
  const bool simulation = plan.kind == Kind::kSimulation;
  plan.measures = root.contains("measures") ? root["measures"].get<std::vector<std::string>>()
                  : simulation              ? kSimulationMeasures
                                            : kToleranceMeasures;
  if (!simulation) plan.shares = {"intolerable", "not_tolerated", "needless"};
  std::uint64_t points = 1;
  for (std::size_t f = 0; f < root["factors"].size(); ++f) {
    Factor factor;
    if (!read_factor(root["factors"][f], factor, why)) {
      complain(fmt::format("factors[{}]", f), why);
      continue;
    }
    points *= factor.levels.size();
    plan.factors.push_back(std::move(factor));
  }
  if (points * plan.seeds > 10'000'000) complain("factors", "more than 10,000,000 trials");
  if (!diagnostics.empty()) return std::nullopt;
  return plan;
}

}  // namespace selvage::campaign
