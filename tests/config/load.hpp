// SPDX-License-Identifier: Apache-2.0
/// \file
/// Loads a scenario from text and returns what a user would read.
#pragma once

#include <initializer_list>
#include <optional>
#include <string>
#include <vector>

#include "config/loader.hpp"
#include "config/switch/cut_through/config.hpp"
#include "config/switch/flow/config.hpp"
#include "config/switch/wormhole/config.hpp"

namespace selvage::test {

struct Load {
  std::optional<config::LoadedScenario> loaded;
  config::Diagnostics diagnostics;
  /// First lines of all errors, in the order in which they were found.
  [[nodiscard]] std::vector<std::string> errors() const {
    std::vector<std::string> out;
    for (const auto& d : diagnostics.errors()) out.push_back(diagnostics.headline(d));
    return out;
  }
};

inline Load load(const std::string& text, std::initializer_list<const char*> sets = {},
                 const std::string& file = "x.yaml") {
  Load result;
  config::ScenarioRequest request;
  request.file = file;
  request.text = text;
  for (const char* set : sets) {
    if (auto change = config::parse_set(set, result.diagnostics)) {
      request.overrides.push_back(*change);
    }
  }
  result.loaded = config::load_scenario(request, result.diagnostics);
  return result;
}

}  // namespace selvage::test
