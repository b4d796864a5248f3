// SPDX-License-Identifier: Apache-2.0
#include "campaign/coverage.hpp"

#include <algorithm>

#include "config/switch/kinds.hpp"

namespace selvage::campaign {

using nlohmann::ordered_json;

ordered_json coverage_of(const ordered_json& result) {
  const ordered_json::json_pointer kind("/config/switch/kind");
  if (!result.is_object() || !result.contains("coverage") || !result["coverage"].is_object() ||
      !result.contains("config") || !result.contains(kind)) {
    return nullptr;
  }
  const ordered_json& coverage = result["coverage"];
  return {{"system", config::cover_settings(result["config"])},
          {"counts", coverage.value("counts", ordered_json::object())},
          {"never_met", coverage.value("never_met", ordered_json::array())}};
}

ordered_json merged_coverage(const Records& records) {
  ordered_json counts = ordered_json::object();
  ordered_json trials_of = ordered_json::object();
  ordered_json systems = ordered_json::array();
  std::vector<std::string> never;
  std::uint64_t trials = 0;
  for (const auto& [index, record] : records) {
    if (!record.coverage.is_object()) continue;
    ++trials;
    const ordered_json& system = record.coverage["system"];
    if (std::find(systems.begin(), systems.end(), system) == systems.end()) {
      systems.push_back(system);
    }
    for (const auto& [name, count] : record.coverage["counts"].items()) {
      counts[name] = counts.value(name, std::uint64_t{0}) + count.get<std::uint64_t>();
      trials_of[name] = trials_of.value(name, std::uint64_t{0}) + 1;
    }
    for (const ordered_json& name : record.coverage["never_met"]) {
      const auto text = name.get<std::string>();
      if (std::find(never.begin(), never.end(), text) == never.end()) never.push_back(text);
    }
  }
  if (trials == 0) return nullptr;
  never.erase(std::remove_if(never.begin(), never.end(),
                             [&](const std::string& name) { return counts.contains(name); }),
              never.end());
  return {{"trials", trials},
          {"situations", counts.size() + never.size()},
          {"met", counts.size()},
          {"counts", std::move(counts)},
          {"never_met", never},
          {"trials_of", std::move(trials_of)},
          {"systems", std::move(systems)}};
}

}  // namespace selvage::campaign
