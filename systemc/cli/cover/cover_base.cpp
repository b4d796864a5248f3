// SPDX-License-Identifier: Apache-2.0
#include "cli/cover/cover_base.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <set>

#include "cli/questions/question.hpp"
#include "cli/questions/topology_option.hpp"
#include "cli/terminal.hpp"
#include "config/switch/kinds.hpp"
#include "config/text/document.hpp"
#include "config/text/output.hpp"
#include "config/validate.hpp"

namespace selvage::cli {

namespace fs = std::filesystem;
using nlohmann::json;

namespace {

std::string written(const fs::path& folder, const json& scenario) {
  const std::string path = (folder / "base.yaml").string();
  config::write_file(path, scenario.dump(2) + "\n");
  return path;
}

/// "flow:fattree:4,3" is a kind of switch and a topology; empty after complaints.
std::string short_base(const std::string& what, const fs::path& folder) {
  json scenario{{"traffic", {{"load", 0.2}}}};
  std::string rest = what;
  const std::size_t colon = what.find(':');
  if (config::find_switch_plug(what.substr(0, colon)) != nullptr && colon != std::string::npos) {
    scenario["switch"]["kind"] = what.substr(0, colon);
    rest = what.substr(colon + 1);
  }
  std::string why;
  scenario["topology"] = topology_from_short(rest, why);
  if (!scenario["topology"].is_null()) return written(folder, scenario);
  complain("cover " + config::printable(what),
           "is neither a scenario file nor a topology such as fattree:4,3 or flow:fattree:4,3 (" +
               why + ")");
  return {};
}

/// A copy of the scenario file without this key.
std::string copy_without(const std::string& file, const std::string& key, const fs::path& folder) {
  config::Diagnostics diagnostics;
  std::string why;
  const auto text = config::read_text_file(file, config::kMaxBytes, why);
  const std::size_t source = diagnostics.add_source({file, text.value_or(""), true});
  json scenario = config::read_yaml(source, diagnostics).value;
  const json::json_pointer at(config::pointer_of(key));
  scenario.at(at.parent_pointer()).erase(at.back());
  const json::json_pointer trace("/traffic/trace_file");
  if (scenario.contains(trace)) {
    const fs::path from = fs::path(file).parent_path() / scenario[trace].get<std::string>();
    scenario[trace] = fs::absolute(from).string();
  }
  return written(folder, scenario);
}

}  // namespace

std::optional<config::LoadedScenario> load_candidate(const std::string& base,
                                                     const Candidate& candidate,
                                                     config::Diagnostics& diagnostics) {
  config::ScenarioRequest request;
  request.file = base;
  for (const auto& [path, value] : candidate) {
    request.overrides.push_back({"cover", path, value.dump()});
  }
  return config::load_scenario(request, diagnostics);
}

namespace {

/// "faults.links" of the place "faults.links[0].at"; empty: it is of no fault.
std::string list_of_faults(const std::string& path) {
  constexpr std::string_view kFaults = "faults.";
  if (path.rfind(kFaults, 0) != 0) return {};
  return path.substr(0, path.find_first_of(".[", kFaults.size()));
}

/// Leaves out the lists of faults in which one comes when the shortest run of a search is over.
void fit(CoverBase& base, const fs::path& folder) {
  const config::SwitchPlug& plug = config::switch_plug(base.loaded->scenario.sw.kind());
  const Candidate shortest{{"phases", phases_of(kShortestMeasure, plug.own_drain)},
                           {"faults.random", {{"count", 0}}}};  // a search draws its own
  config::Diagnostics refused;
  if (load_candidate(base.file, shortest, refused)) return;
  std::set<std::string> late;
  for (const config::Diagnostic& d : refused.errors()) late.insert(list_of_faults(d.path));
  late.erase("");
  for (const std::string& list : late) base.file = copy_without(base.file, list, folder);
  base.late = fmt::format("{}", fmt::join(late, ", "));
}

}  // namespace

std::optional<CoverBase> cover_base(const std::string& what, const fs::path& folder) {
  CoverBase base;
  std::error_code code;
  base.file = fs::exists(what, code) ? what : short_base(what, folder);
  if (base.file.empty()) return std::nullopt;
  config::Diagnostics diagnostics;
  base.loaded = load_candidate(base.file, {}, diagnostics);
  if (base.loaded) {
    const Scenario& s = base.loaded->scenario;
    const auto& plug = config::switch_plug(s.sw.kind());
    if (plug.unsure != nullptr) base.left = plug.unsure(s, base.loaded->system->topology());
    if (!base.left.empty()) {
      base.file = copy_without(base.file, base.left, folder);
      base.loaded = load_candidate(base.file, {}, diagnostics);
    }
    if (base.loaded) {
      fit(base, folder);
      return base;
    }
  }
  if (fs::exists(what, code)) {
    print_error(diagnostics.text());
  } else {  // of what was typed there is no line
    for (const config::Diagnostic& d : diagnostics.errors()) {
      complain("cover " + config::printable(what), d.path + ": " + d.what);
    }
  }
  return std::nullopt;
}

}  // namespace selvage::cli
