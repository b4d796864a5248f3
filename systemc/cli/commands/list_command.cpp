// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "cli/build_info.hpp"
#include "cli/commands/info_commands.hpp"
#include "config/exit_code.hpp"
#include "config/schema.hpp"
#include "config/switch/kinds.hpp"
#include "cosim/plugs.hpp"
#include "dut/contract.hpp"

namespace selvage::cli {
namespace {

using nlohmann::ordered_json;

/// The comment at the top of a scenario up to the end of its first sentence.
std::string summary_of(const std::filesystem::path& path) {
  std::ifstream in(path);
  std::string summary;
  for (std::string line; std::getline(in, line) && line.rfind("# ", 0) == 0;) {
    summary += (summary.empty() ? "" : " ") + line.substr(2);
    const auto end = summary.find(". ");
    if (end != std::string::npos) return summary.substr(0, end + 1);
    if (summary.back() == '.') break;
  }
  return summary;
}

/// Scenario files below ./scenarios.
ordered_json scenarios() {
  std::vector<std::filesystem::path> paths;
  std::error_code code;
  for (std::filesystem::directory_iterator it("scenarios", code), end; !code && it != end;
       it.increment(code)) {
    if (it->path().extension() == ".yaml") paths.push_back(it->path());
  }
  std::sort(paths.begin(), paths.end());
  ordered_json out = ordered_json::array();
  for (const auto& path : paths) {
    out.push_back({{"file", path.string()}, {"summary", summary_of(path)}});
  }
  return out;
}

ordered_json everything() {
  ordered_json topologies = ordered_json::array();
  ordered_json builds = ordered_json::array();
  ordered_json bugs = ordered_json::array();
  const auto offer = [&](std::string_view topology, const BugInfo& bug) {
    bugs.push_back({{"name", bug.name},
                    {"topology", topology},
                    {"summary", bug.summary},
                    {"in_rtl", bug.in_rtl},
                    {"in_switch", bug.in_switch},
                    {"shown_by", bug.shown_by}});
  };
  for (const SystemPlug& plug : system_plugs()) {
    topologies.push_back({{"kind", plug.kind}, {"summary", plug.summary}});
    for (const std::string& build : plug.rtl_builds) {
      builds.push_back({{"topology", plug.kind}, {"build", build}});
    }
    for (const BugInfo& bug : plug.bugs) offer(plug.kind, bug);
  }
  for (const BugInfo& bug : config::fabric_bugs()) offer("any", bug);
  for (const config::SwitchPlug& plug : config::switch_plugs()) {
    const std::string whose = "any on " + std::string(plug.switches);
    for (const std::string& build : plug.rtl_builds) {
      builds.push_back({{"topology", whose}, {"build", build}});
    }
    for (const config::SwitchBug& bug : plug.bugs) offer(whose, bug.info);
  }
  const nlohmann::json schema = config::scenario_frame();
  ordered_json engines = ordered_json::array();
  engines.push_back({{"name", "golden"}, {"summary", "the C++ model decides"}});
  engines.push_back({{"name", "rtl"}, {"summary", "the verilated RTL decides"}});
  engines.push_back(
      {{"name", "lockstep"}, {"summary", "the verilated RTL decides, every output is compared"}});
  engines.push_back(
      {{"name", "switch"},
       {"summary", "every switch whole in RTL, beat by beat, compared in every cycle"}});
  ordered_json own_engine = ordered_json::array();
  const auto offer_blocks = [&](const std::string& whose, const auto& names) {
    for (const std::string_view b : names)
      own_engine.push_back({{"topology", whose}, {"block", b}});
  };
  for (const SystemPlug& plug : system_plugs()) offer_blocks(std::string(plug.kind), plug.blocks);
  for (const config::SwitchPlug& plug : config::switch_plugs()) {
    offer_blocks("any on " + std::string(plug.switches), plug.blocks);
  }
  offer_blocks("any", std::vector<std::string_view>{config::kLinkProbe});
  ordered_json blocks = ordered_json::array();
  for (const dut::Contract& c : dut::contracts()) {
    blocks.push_back({{"block", c.block}, {"summary", c.summary}, {"latency", c.latency}});
  }
  return {{"topologies", topologies},
          {"engines", engines},
          {"engine_blocks", own_engine},
          {"patterns", schema["properties"]["traffic"]["properties"]["pattern"]["enum"]},
          {"rtl_builds", builds},
          {"blocks", blocks},
          {"bugs", bugs},
          {"scenarios", scenarios()}};
}

}  // namespace

int list_command(const Options& o) {
  const ordered_json all = everything();
  if (o.json) {
    fmt::print("{}\n", all.dump(2));
    return kPass;
  }
  const Style style(ColorMode::kAuto, stdout);
  const auto rows = [&](const char* title, const char* list, const char* key) {
    fmt::print("{}\n", style.bold(title));
    std::size_t widest = 0;
    for (const auto& row : all[list]) {
      widest = std::max(widest, row[key].get<std::string>().size());
    }
    for (const auto& row : all[list]) {
      std::string text = row["summary"].get<std::string>();
      if (row.value("in_rtl", false)) text += " (in the RTL)";
      if (row.contains("shown_by")) text += "; try " + row["shown_by"].get<std::string>();
      fmt::print("  {:<{}}  {}\n", row[key].get<std::string>(), widest, text);
    }
  };
  rows("topologies", "topologies", "kind");
  rows("engines", "engines", "name");
  fmt::print(
      "{}\n",
      style.bold(
          "blocks with an engine of their own (engine: {default: golden, BLOCK: lockstep})"));
  for (const auto& row : all["engine_blocks"]) {
    fmt::print("  {:<18}  {}\n", row["block"].get<std::string>(),
               row["topology"].get<std::string>());
  }
  fmt::print("{}\n ", style.bold("traffic patterns"));
  for (const auto& pattern : all["patterns"]) fmt::print(" {}", pattern.get<std::string>());
  fmt::print("\n");
  fmt::print("{}\n", style.bold("RTL builds (a tree runs on the first that covers it)"));
  for (const auto& row : all["rtl_builds"]) fmt::print("  {}\n", row["build"].get<std::string>());
  rows("blocks that can be yours (selvage dut contract BLOCK)", "blocks", "block");
  rows("deliberate bugs (--set bug.NAME=true)", "bugs", "name");
  rows("scenarios", "scenarios", "file");
  if (all["scenarios"].empty()) fmt::print("  none below ./scenarios\n");
  return kPass;
}

int version_command(const Options& o) {
  if (o.json) {
    fmt::print("{}\n", build_info().dump());
  } else {
    fmt::print("{}\n", build_line());
  }
  return kPass;
}

}  // namespace selvage::cli
