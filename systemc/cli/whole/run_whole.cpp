// SPDX-License-Identifier: Apache-2.0
#include "cli/whole/run_whole.hpp"

#include <fmt/format.h>

#include <filesystem>

#include "cli/terminal.hpp"
#include "config/text/diagnostics.hpp"
#include "dut/build/cache.hpp"
#include "dut/manifest/manifest.hpp"
#include "dut/whole/manifest.hpp"
#include "golden/number.hpp"

namespace selvage::cli {

std::shared_ptr<const cosim::SwitchPlugin> load_whole(const std::string& spec) {
  std::string file = spec;
  std::uint64_t bugs = 0;
  std::error_code ignored;
  if (const std::size_t at = spec.rfind('@');
      at != std::string::npos && !std::filesystem::exists(spec, ignored)) {
    const auto number = parse_number<std::uint64_t>(std::string_view(spec).substr(at + 1));
    if (!number) {
      print_error(fmt::format("--switch {}: error: what is behind @ is no number for its bug_i\n",
                              config::printable(spec)));
      return nullptr;
    }
    bugs = *number;
    file.resize(at);
  }
  std::shared_ptr<cosim::SwitchPlugin> plugin;
  const auto complain = [&file](const std::string& what) {
    print_error(fmt::format("--switch {}: error: {}\n", config::printable_path(file), what));
  };
  try {
    plugin = std::make_shared<cosim::SwitchPlugin>(file);
  } catch (const cosim::PluginError& e) {
    complain(e.what());
    return nullptr;
  }
  const selvage_switch& api = plugin->api();
  if (!dut::is_name(api.name)) {
    complain("its name is no name of a module: " + config::printable(api.name));
    return nullptr;
  }
  config::Diagnostics diagnostics;
  const auto manifest = dut::read_whole_manifest(api.manifest_file, api.manifest, diagnostics);
  if (!manifest) {
    print_error(diagnostics.text());
    return nullptr;
  }
  const cosim::SwitchFacts& facts = manifest->facts;
  if (facts.ports != api.ports || facts.levels != api.levels) {
    complain(fmt::format("it has {} ports in trees of {} levels, its manifest says {} and {}",
                         api.ports, api.levels, facts.ports, facts.levels));
    return nullptr;
  }
  const bool exact = facts.compare == cosim::SwitchFacts::Compare::kExact;
  if (exact && !plugin->offers(SELVAGE_SWITCH_DECISIONS)) {
    complain("compare: exact needs dec_in_o and dec_want_o");
    return nullptr;
  }
  if ((facts.gated && !plugin->offers(SELVAGE_SWITCH_IDLE)) ||
      facts.hears() != plugin->offers(SELVAGE_SWITCH_CONTROL)) {
    complain("its manifest is not the one that it was built with");
    return nullptr;
  }
  plugin->set_facts(facts);
  plugin->set_bugs(bugs);
  return plugin;
}

nlohmann::ordered_json whole_json(const cosim::SwitchPlugin& plugin, const std::string& spec) {
  using Control = cosim::SwitchFacts::Control;
  const cosim::SwitchFacts& f = plugin.facts();
  return {{"file", spec},
          {"hash", dut::hash_of_file(plugin.file())},
          {"name", plugin.api().name},
          {"compare", f.compare == cosim::SwitchFacts::Compare::kExact ? "exact" : "legal"},
          {"control", f.control == Control::kSelvage ? "selvage"
                      : f.control == Control::kOwn   ? "own"
                                                     : "none"}};
}

std::string whole_text(const nlohmann::ordered_json& whole) {
  const bool exact = whole["compare"] == "exact";
  return fmt::format("{} in every place, {}", whole["name"].get<std::string>(),
                     exact ? "compared with the model in every cycle"
                           : "judged by its pins (docs/tutorials/your-own-switch.md)");
}

}  // namespace selvage::cli
