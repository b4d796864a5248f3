// SPDX-License-Identifier: Apache-2.0
#include "cli/cover/suite_situations.hpp"

#include <fmt/format.h>

#include "config/loader.hpp"

namespace selvage::cli {

bool describe(const regress::Suite& suite, MergedCoverage& merged,
              config::Diagnostics& diagnostics) {
  for (const regress::Test& test : suite.tests) {
    for (const regress::Placed& engine : test.engines) {
      config::ScenarioRequest request;
      request.file = test.scenario.text;
      for (const campaign::Setting& s : test.settings) {
        const std::string value = s.value.dump();
        request.overrides.push_back({"--set " + s.path + "=" + value, s.path, value});
      }
      if (!engine.text.empty()) {
        request.overrides.push_back({"--engine " + engine.text, "engine", engine.text});
      }
      const auto loaded = config::load_scenario(request, diagnostics);
      if (!loaded) return false;
      merged.describe(loaded->scenario.merged);
    }
  }
  return true;
}

std::string unknown_never_met(const regress::Suite& suite) {
  if (!suite.never_met || suite.never_met->empty()) return "";
  MergedCoverage merged;
  config::Diagnostics refused;
  if (!describe(suite, merged, refused)) return "";
  std::vector<std::string> names;
  for (const MergedCoverage::Row& row : merged.rows()) names.push_back(row.situation.name);
  for (const cover::Situation& s : merged.left_out()) names.push_back(s.name);
  const std::set<std::string> known(names.begin(), names.end());
  std::string errors;
  for (const regress::Unmet& unmet : *suite.never_met) {
    if (known.count(unmet.situation) != 0) continue;
    const std::string hint = config::did_you_mean(unmet.situation, names);
    errors += fmt::format("{}: error: never_met: no run of this suite could meet '{}'\n{}",
                          unmet.where, config::printable(unmet.situation),
                          hint.empty() ? "" : "  hint: " + hint + "\n");
  }
  return errors;
}

}  // namespace selvage::cli
