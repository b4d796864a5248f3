// SPDX-License-Identifier: Apache-2.0
#include "cli/cover/merged.hpp"

#include <algorithm>
#include <sstream>

#include "cli/questions/topology_option.hpp"
#include "config/switch/kinds.hpp"
#include "cosim/system.hpp"

namespace selvage::cli {

using cover::Situation;
using nlohmann::json;

std::vector<Situation> situations_of(const json& config) {
  std::vector<Situation> all;
  const auto system =
      golden_system(config.value("topology", json::object()).dump(), json::object());
  if (!system) return all;
  for (const cover::ModelPtr& model : system->cover_models()) {
    all.insert(all.end(), model->situations().begin(), model->situations().end());
  }
  if (const auto own = config::data_path_cover(config, system->topology())) {
    all.insert(all.end(), own->situations().begin(), own->situations().end());
  }
  return all;
}

void MergedCoverage::describe(const json& config) {
  if (!described_.insert(config::cover_settings(config).dump()).second) return;
  for (Situation& s : situations_of(config)) {
    if (s.kind == Situation::Kind::kGoal) {
      if (known_.emplace(s.name, s).second) row(s.name);
    } else {
      const auto same = [&](const Situation& other) { return other.name == s.name; };
      if (std::none_of(left_out_.begin(), left_out_.end(), same)) left_out_.push_back(s);
    }
  }
}

MergedCoverage::Row& MergedCoverage::row(const std::string& name) {
  const auto [it, fresh] = place_.emplace(name, rows_.size());
  if (fresh) {
    const auto known = known_.find(name);
    rows_.push_back({known != known_.end()
                         ? known->second
                         : Situation{name, "", "Not of this build.", Situation::Kind::kGoal, {}},
                     0, 0});
  }
  return rows_[it->second];
}

bool MergedCoverage::add(const json& result, std::string& why) {
  const json coverage = result.value("coverage", json());
  if (!coverage.is_object()) {
    why = "nothing was sampled in this run: its system has no cover model";
    return false;
  }
  const bool campaign = coverage.contains("systems");
  if (campaign) {
    for (const json& system : coverage["systems"]) describe(system);
  } else {
    describe(result.value("config", json::object()));
  }
  for (const auto& [name, count] : coverage["counts"].items()) {
    Row& met = row(name);
    met.count += count.get<std::uint64_t>();
    met.runs += campaign ? coverage["trials_of"].value(name, std::uint64_t{1}) : 1;
  }
  for (const json& name : coverage["never_met"]) row(name.get<std::string>());
  runs_ += campaign ? coverage.value("trials", std::uint64_t{0}) : 1;
  return true;
}

std::size_t MergedCoverage::met() const {
  return static_cast<std::size_t>(
      std::count_if(rows_.begin(), rows_.end(), [](const Row& r) { return r.count > 0; }));
}

std::map<std::string, std::pair<std::size_t, std::size_t>> MergedCoverage::by_requirement() const {
  std::map<std::string, std::pair<std::size_t, std::size_t>> all;
  for (const Row& r : rows_) {
    std::istringstream ids(r.situation.requirements);
    for (std::string id; ids >> id;) {
      auto& [met, of] = all[id];
      met += r.count > 0;
      ++of;
    }
  }
  return all;
}

}  // namespace selvage::cli
