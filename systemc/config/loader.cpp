// SPDX-License-Identifier: Apache-2.0
#include "config/loader.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "config/checks.hpp"
#include "config/disturbances.hpp"
#include "config/explain.hpp"
#include "config/schema.hpp"
#include "config/switch/kinds.hpp"
#include "config/text/document.hpp"
#include "config/validate.hpp"
#include "cosim/plugs.hpp"
#include "golden/number.hpp"

namespace selvage::config {
namespace {

using nlohmann::json;

/// Takes what cannot be used out of the draft, so that the rest can still be checked.
void prune(Draft& draft) {
  json& root = draft.document.value;
  for (const std::string& pointer : draft.unusable) {
    const json::json_pointer at(pointer);
    if (pointer.empty() || !root.contains(at)) continue;
    json& parent = root.at(at.parent_pointer());
    if (parent.is_array()) {
      parent[parse_number<std::size_t>(at.back()).value()] = nullptr;
    } else {
      parent.erase(at.back());
    }
  }
}

void check_schema(Draft& draft) {
  Document& document = draft.document;
  draft.schema = scenario_frame();
  const json& frame = draft.schema;
  json offered = frame;
  keep_own_engines(offered, document.value);
  draft.unusable =
      explain(offered, document, "", validate(frame, document.value), *draft.diagnostics);
  if (draft.usable({"/topology"}) && draft.usable({"/topology/kind"})) {
    const json& topology = document.value.at("topology");
    const json schema = topology_schema(topology.at("kind").get<std::string>());
    draft.unusable.merge(
        explain(schema, document, "/topology", validate(schema, topology), *draft.diagnostics));
    prune(draft);
    fill_defaults(schema, document.value["topology"]);
  } else {
    prune(draft);
  }
  fill_defaults(frame, document.value);
}

bool topology_usable(const Draft& draft) {
  return std::none_of(draft.unusable.begin(), draft.unusable.end(),
                      [](const std::string& p) { return p.rfind("/topology", 0) == 0; });
}

/// Makes the system; what it objects to is reported at the key its message starts with.
std::unique_ptr<System> make_system(const Draft& draft, const SystemPlug& plug,
                                    const SystemSetup& setup) {
  const json& topology = draft.document.value.at("topology");
  try {
    return plug.make(topology, setup);
  } catch (const std::invalid_argument& e) {
    place_objection(draft, e.what());
    return nullptr;
  }
}

void set_late_defaults(Draft& draft, const std::string& file) {
  json& c = draft.document.value;
  if (!c.contains("name")) c["name"] = name_from(file);
  json& random = c["faults"]["random"];
  if (!random.contains("until")) {
    random["until"] = c["phases"]["warmup"].get<Cycle>() + c["phases"]["measure"].get<Cycle>();
  }
}

/// "changed from the file: topology.n", of what is in the map at `pointer`; empty: nothing.
std::string set_below(const Document& document, const std::string& pointer) {
  const std::size_t source = document.place(pointer).value.source;
  const std::string below = pointer + "/";
  std::string keys;
  for (auto it = document.places.lower_bound(below);
       it != document.places.end() && it->first.compare(0, below.size(), below) == 0; ++it) {
    if (it->second.value.source > source) keys += (keys.empty() ? "" : ", ") + dotted(it->first);
  }
  return keys.empty() ? "" : "changed from the file: " + keys;
}

std::string missing_file_hint(const std::string& file) {
  std::vector<std::string> names;
  const std::filesystem::path path(file);
  std::error_code code;
  const auto directory = path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
  for (std::filesystem::directory_iterator it(directory, code), end; !code && it != end;
       it.increment(code)) {
    names.push_back((path.parent_path() / it->path().filename()).string());
  }
  return did_you_mean(file, names);
}

}  // namespace

void place_objection(const Draft& draft, std::string what) {
  const json& all = draft.document.value;
  std::string pointer = "/topology";
  const std::string key = what.substr(0, what.find(": "));
  const std::string elsewhere = key.size() < what.size() ? pointer_of(key) : std::string();
  if (key.size() < what.size() && all.at("topology").contains(key)) {
    pointer += pointer_step(key);
    what.erase(0, key.size() + 2);
  } else if (!elsewhere.empty() && all.contains(json::json_pointer(elsewhere))) {
    pointer = elsewhere;  // of the scenario, e.g. link.latency
    what.erase(0, key.size() + 2);
  }
  draft.error(pointer, what, set_below(draft.document, pointer));
}

std::string pointer_of(const std::string& path) {
  std::string pointer;
  std::string step;
  const auto finish = [&] {
    if (step.empty()) return false;
    pointer += pointer_step(step);
    step.clear();
    return true;
  };
  for (std::size_t i = 0; i < path.size(); ++i) {
    if (path[i] == '.') {
      if (i > 0 && path[i - 1] == ']') continue;
      if (!finish()) return {};
    } else if (path[i] == '[') {
      const std::size_t close = path.find(']', i);
      if (close == std::string::npos || !finish()) return {};
      step = path.substr(i + 1, close - i - 1);
      if (!finish()) return {};
      i = close;
    } else {
      step += path[i];
    }
  }
  if (!step.empty() && !finish()) return {};
  return !path.empty() && path.back() == '.' ? std::string{} : pointer;
}

void apply_override(const Override& change, Document& document, Diagnostics& diagnostics) {
  const std::size_t source = diagnostics.add_source({change.option, change.value, false});
  const std::string pointer = pointer_of(change.path);
  if (pointer.empty()) {
    diagnostics.error(
        {{source, 0, 0}, "", fmt::format("'{}' is no path of keys", printable(change.path)), ""});
    return;
  }
  const std::size_t before = diagnostics.errors().size();
  const Document part = read_yaml(source, diagnostics);
  if (diagnostics.errors().size() != before) return;
  if (!document.graft(pointer, part)) {
    diagnostics.error(
        {{source, 0, 0}, dotted(pointer), "there is nothing of this name to change", ""});
  }
}

std::optional<Override> parse_set(const std::string& argument, Diagnostics& diagnostics) {
  const std::size_t equals = argument.find('=');
  if (equals == std::string::npos || equals == 0) {
    const std::size_t source = diagnostics.add_source({"--set " + printable(argument), "", false});
    diagnostics.error({{source, 0, 0}, "", "expected path.to.key=value", ""});
    return std::nullopt;
  }
  return Override{"--set " + printable(argument), argument.substr(0, equals),
                  argument.substr(equals + 1)};
}

std::string name_from(const std::string& file) {
  std::string name = std::filesystem::path(file).stem().string().substr(0, 64);
  for (char& c : name) {
    const auto u = static_cast<unsigned char>(c);
    if (std::isalnum(u) == 0 && c != '.' && c != '_' && c != '-') c = '_';
  }
  return name.empty() || std::isalnum(static_cast<unsigned char>(name[0])) == 0
             ? ("run" + name).substr(0, 64)
             : name;
}

std::optional<LoadedScenario> load_scenario(const ScenarioRequest& request,
                                            Diagnostics& diagnostics) {
  std::string why;
  std::optional<std::string> text = request.text;
  if (!text) text = read_text_file(request.file, kMaxBytes, why);
  const std::size_t source = diagnostics.add_source({request.file, text.value_or(""), true});
  if (!text) {
    diagnostics.error({{source, 0, 0}, "", why, missing_file_hint(request.file)});
    return std::nullopt;
  }
  Draft draft;
  draft.diagnostics = &diagnostics;
  const std::size_t before = diagnostics.errors().size();
  draft.document = read_yaml(source, diagnostics);
  if (!draft.document.value.is_object()) {
    if (diagnostics.errors().size() == before) {
      draft.error("", draft.document.value.is_null() ? "the file is empty; a scenario is a map of "
                                                       "keys, at least `topology`"
                                                     : "a scenario is a map of keys");
    }
    return std::nullopt;
  }
  for (const Override& change : request.overrides) {
    apply_override(change, draft.document, diagnostics);
  }

  check_schema(draft);
  set_late_defaults(draft, request.file);
  LoadedScenario loaded;
  Scenario& scenario = loaded.scenario;
  scenario.file = request.file;
  read_values(draft, scenario);
  read_packet_lengths(draft, scenario);
  check_relations(draft, scenario);
  if (topology_usable(draft)) {
    const SystemPlug& plug =
        *find_plug(draft.document.value.at("topology").at("kind").get<std::string>());
    read_switches(draft, plug, scenario);
    read_engines(draft, plug, scenario);
    read_bugs(draft, plug, scenario);
    check_idle_keys(draft, scenario);
    // The golden system first: it is cheap, exists for every size, and knows all names.
    const SwitchPlug& switches = switch_plug(scenario.sw.kind());
    SystemSetup setup{Engine::kGolden, {}, scenario.link.latency, switches.keeps_order};
    auto golden = make_system(draft, plug, setup);
    if (golden && golden->topology().host_count() > kMaxHosts) {
      draft.error(
          "/topology",
          fmt::format("{} has {} hosts, more than the {} one simulation takes",
                      golden->topology().label(), golden->topology().host_count(), kMaxHosts),
          set_below(draft.document, "/topology"));
    } else if (golden) {
      read_names(draft, golden->topology(), scenario);
      read_disturbances(draft, golden->topology(), scenario);
      switches.check(draft, golden->topology(), scenario);
      setup.engine = scenario.engine;
      setup.bugs = system_bugs(scenario.bugs);
      setup.whole = request.whole;
      setup.route_latency = scenario.sw.route_latency;
      loaded.system = make_system(draft, plug, setup);
      if (loaded.system)
        check_whole_switches(draft, *loaded.system, scenario, request.whole != nullptr);
    }
  }
  if (!diagnostics.empty()) return std::nullopt;
  scenario.topology = draft.document.value.at("topology");
  scenario.merged = std::move(draft.document.value);
  return loaded;
}

}  // namespace selvage::config
