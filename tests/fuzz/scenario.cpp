// SPDX-License-Identifier: Apache-2.0
// SCR-FUZZ: Scenario files with `--set` arguments: lines that begin with the option are arguments.
#include "fuzz.hpp"

#include "config/loader.hpp"

namespace {

using selvage::config::Diagnostics;
using selvage::config::ScenarioRequest;
using selvage::fuzz::require;

/// Loads, and holds the two ways to say "refused" against each other.
std::optional<selvage::config::LoadedScenario> load(const ScenarioRequest& request,
                                                    Diagnostics& diagnostics) {
  auto loaded = selvage::config::load_scenario(request, diagnostics);
  require(loaded.has_value() == diagnostics.empty(), "refused without a reason, or taken with one");
  require(!loaded || loaded->system != nullptr, "taken without a system");
  return loaded;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string input = selvage::fuzz::text_of(data, size);
  const std::string option = "\n--set ";
  Diagnostics diagnostics;
  ScenarioRequest request{"fuzz.yaml", input.substr(0, input.find(option)), {}};
  for (std::size_t at = input.find(option); at != std::string::npos;) {
    at += option.size();
    const std::size_t next = input.find(option, at);
    const auto change = selvage::config::parse_set(input.substr(at, next - at), diagnostics);
    if (change) request.overrides.push_back(*change);
    at = next;
  }
  if (!diagnostics.empty()) return 0;
  const auto loaded = load(request, diagnostics);
  static_cast<void>(diagnostics.text());
  if (!loaded) return 0;
  // What was merged is a scenario itself, and says the same.
  Diagnostics again;
  const std::string merged = loaded->scenario.merged.dump();
  const auto second = load({"merged.yaml", merged, {}}, again);
  require(second.has_value(), "the merged scenario is refused: " + again.text());
  require(second->scenario.merged == loaded->scenario.merged, "the merged scenario says else");
  return 0;
}
