// SPDX-License-Identifier: Apache-2.0
#include "cli/cover/coverage_json.hpp"

#include <fmt/format.h>

#include "config/explain.hpp"
#include "config/validate.hpp"
#include "kernel/words.hpp"

namespace selvage::cli {

using nlohmann::ordered_json;
using Kind = cover::Situation::Kind;

ordered_json coverage_json(const cover::Coverage& coverage) {
  if (coverage.counts().empty()) return nullptr;
  ordered_json met = ordered_json::object();
  ordered_json never = ordered_json::array();
  for (const cover::Counts& counts : coverage.counts()) {
    const auto& all = counts.model()->situations();
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (all[i].kind != Kind::kGoal) continue;
      if (counts.count(i) > 0) met[all[i].name] = counts.count(i);
      else never.push_back(all[i].name);
    }
  }
  const auto& forbidden = coverage.forbidden();
  return {{"situations", coverage.goals()},
          {"met", coverage.met()},
          {"counts", met},
          {"never_met", never},
          {"forbidden", forbidden ? ordered_json(forbidden->situation->name) : nullptr}};
}

nlohmann::json coverage_schema() {
  return nlohmann::json::parse(R"json({
    "description": "Situations of the specification that the run met, and those it never met; null: nothing is sampled. `selvage coverage` says what they are.",
    "type": ["object", "null"], "additionalProperties": false,
    "required": ["situations", "met", "counts", "never_met", "forbidden"],
    "properties": {
      "situations": {"description": "That can be met.", "type": "integer", "minimum": 0},
      "met": {"type": "integer", "minimum": 0},
      "counts": {
        "description": "How often, of those met.",
        "type": "object", "additionalProperties": {"type": "integer", "minimum": 1}
      },
      "never_met": {"type": "array", "items": {"type": "string"}},
      "forbidden": {"description": "One that must not be met and was: the run failed.", "type": ["string", "null"]}
    }
  })json");
}

std::string campaign_coverage_complaint(const nlohmann::json& value) {
  if (value.is_null()) return {};
  static const nlohmann::json schema = nlohmann::json::parse(R"json({
    "type": "object", "required": ["trials", "counts", "never_met", "trials_of", "systems"],
    "properties": {
      "trials": {"type": "integer", "minimum": 0},
      "counts": {"type": "object", "additionalProperties": {"type": "integer", "minimum": 1}},
      "trials_of": {"type": "object", "additionalProperties": {"type": "integer", "minimum": 1}},
      "never_met": {"type": "array", "items": {"type": "string"}},
      "systems": {"type": "array", "items": {"type": "object"}}
    }
  })json");
  static const config::Validator issues(schema);
  const auto complaints = config::complaints(schema, value, issues(value));
  return complaints.empty() ? "" : "damaged: coverage: " + complaints.front();
}

std::string coverage_phrase(const cover::Coverage& coverage, const std::string& command) {
  const std::size_t goals = coverage.goals();
  const std::size_t never = goals - coverage.met();
  if (goals == 0) return {};
  if (never == 0) return fmt::format("; all {} situations met", goals);
  return fmt::format("; {} of {} situations never met (`{}` lists them)", never, goals, command);
}

}  // namespace selvage::cli
