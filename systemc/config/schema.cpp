// SPDX-License-Identifier: Apache-2.0
#include "config/schema.hpp"

#include <fmt/format.h>

#include "config/application/keys.hpp"
#include "config/disturbances.hpp"
#include "config/schema_text.hpp"
#include "config/switch/kinds.hpp"
#include "cosim/plugs.hpp"

namespace selvage::config {
namespace {

using nlohmann::json;

/// A fallible link: "0/21/3", or its coordinates one by one.
json link_schema() {
  return json::parse(R"json({
    "description": "A link as its topology names it: \"level/digits/up port\" of its lower end, e.g. \"0/21/3\", or the three one by one; \"node/direction\" in a mesh, e.g. \"1.0.2/x+\".",
    "type": ["string", "object"],
    "additionalProperties": false,
    "required": ["l", "c", "k"],
    "properties": {
      "l": {"description": "Level.", "type": "integer", "minimum": 0, "maximum": 63},
      "c": {"description": "Digits of the lower switch.", "type": ["string", "number"]},
      "k": {"description": "Up port.", "type": "integer", "minimum": 0, "maximum": 63}
    }
  })json");
}

/// The latest cycle that can be asked for: sums of a few are far from overflow.
constexpr std::uint64_t kLatestCycle = 1'000'000'000'000;

/// A cycle, or a number of cycles, of which only the rest is written out.
void expand_cycle(json& node) {
  node["description"] = std::move(node["$cycle"]);
  node.erase("$cycle");
  node["type"] = "integer";
  node["maximum"] = kLatestCycle;
  if (!node.contains("minimum")) node["minimum"] = 0;
}

/// "{classes}" and the like become the kinds of switch with that trait.
std::string name_kinds(std::string text) {
  const std::pair<std::string_view, bool SwitchPlug::*> traits[] = {
      {"{classes}", &SwitchPlug::classes},
      {"{flaps}", &SwitchPlug::flaps},
      {"{slow_hosts}", &SwitchPlug::slow_hosts}};
  for (const auto& [name, trait] : traits) {
    const std::size_t at = text.find(name);
    if (at != std::string::npos) text.replace(at, name.size(), kinds_with(trait));
  }
  return text;
}

/// What the texts of the schema write in short.
void expand(json& node) {
  if (node.is_object() && node.contains("$link")) node = link_schema();
  if (node.is_object() && node.contains("$cycle")) expand_cycle(node);
  for (auto& child : node) {
    if (child.is_structured()) expand(child);
    if (child.is_string()) child = name_kinds(child.get<std::string>());
  }
}

json engine_of_a_block() { return {{"enum", {"golden", "rtl", "lockstep"}}}; }

json fixed_part() {
  json schema = json::parse(kScenarioSchemaText);
  json& keys = schema["properties"]["switch"]["properties"];
  std::vector<std::string_view> ways;
  for (const SwitchPlug& plug : switch_plugs()) {
    keys["kind"]["enum"].push_back(plug.kind);
    ways.push_back(plug.moves);
    keys.update(json::parse(plug.keys));
  }
  keys["kind"]["description"] =
      fmt::format("How packets move: {}. Default: the topology's own.", fmt::join(ways, ", "));
  json& traffic = schema["properties"]["traffic"]["properties"];
  traffic["receivers"] = json::parse(kReceiversText);
  traffic["malformed"] = json::parse(kMalformedText);
  traffic["application"] = json::parse(kApplicationText);
  json& faults = schema["properties"]["faults"]["properties"];
  faults["random"]["properties"].update(json::parse(kRandomFaultsText));
  faults.update(json::parse(kFaultsText));
  json& engines = schema["properties"]["engine"]["properties"];
  const auto offer_engine = [&](std::string_view block) {
    engines[std::string(block)] = engine_of_a_block();
  };
  offer_engine(kLinkProbe);
  for (const SwitchPlug& plug : switch_plugs()) {
    for (const std::string_view block : plug.blocks) offer_engine(block);
  }
  for (const SystemPlug& plug : system_plugs()) {
    for (const std::string_view block : plug.blocks) offer_engine(block);
  }
  expand(schema);
  json& bugs = schema["properties"]["bug"]["properties"];
  const auto offer = [&](std::string_view whose, const BugInfo& bug) {
    json& entry = bugs[std::string(bug.name)];
    entry["description"] = std::string(whose) + ": " + std::string(bug.summary);
    entry["type"] = "boolean";
  };
  for (const SystemPlug& plug : system_plugs()) {
    for (const BugInfo& bug : plug.bugs) offer(plug.kind, bug);
  }
  for (const BugInfo& bug : fabric_bugs()) offer("the fabric", bug);
  for (const SwitchPlug& plug : switch_plugs()) {
    const std::string whose = "switch.kind " + std::string(plug.kind);
    for (const SwitchBug& bug : plug.bugs) offer(whose, bug.info);
  }
  return schema;
}

}  // namespace

std::vector<std::string> topology_kinds() {
  std::vector<std::string> kinds;
  for (const SystemPlug& plug : system_plugs()) kinds.emplace_back(plug.kind);
  return kinds;
}

json topology_schema(const std::string& kind) { return json::parse(find_plug(kind)->schema); }

json scenario_frame() {
  json schema = fixed_part();
  json& topology = schema["properties"]["topology"];
  topology["required"] = {"kind"};
  topology["properties"]["kind"] = {{"enum", topology_kinds()}};
  return schema;
}

void keep_own_engines(json& frame, const json& scenario) {
  const auto text_at = [&scenario](const char* pointer) {
    const json::json_pointer at(pointer);
    const bool there = scenario.contains(at) && scenario.at(at).is_string();
    return there ? scenario.at(at).get<std::string>() : std::string();
  };
  const SystemPlug* const plug = find_plug(text_at("/topology/kind"));
  if (plug == nullptr) return;
  const SwitchPlug* const switches = find_switch_plug(text_at("/switch/kind"));
  std::vector<std::string_view> own =
      engine_blocks(*plug, switches != nullptr ? switches->kind : switch_kinds(*plug).front());
  own.emplace_back("default");
  json& engine = frame["properties"]["engine"];
  json kept = json::object();
  for (const std::string_view name : own) {
    kept[std::string(name)] = engine["properties"][std::string(name)];
  }
  engine["properties"] = std::move(kept);
  engine["additionalProperties"] = engine_of_a_block();  // what is wrong with others' values
}

json scenario_schema() {
  json schema = scenario_frame();
  json branches = json::array();
  for (const SystemPlug& plug : system_plugs()) {
    json part = json::parse(plug.schema);
    part.erase("$schema");
    branches.push_back(
        {{"if", {{"properties", {{"kind", {{"const", plug.kind}}}}}}}, {"then", std::move(part)}});
  }
  if (!branches.empty()) schema["properties"]["topology"]["allOf"] = std::move(branches);
  return schema;
}

void fill_defaults(const json& schema, json& value) {
  if (value.is_array()) {
    const auto items = schema.find("items");
    if (items == schema.end()) return;
    for (json& item : value) {
      if (item.is_object()) fill_defaults(*items, item);
    }
    return;
  }
  const auto properties = schema.find("properties");
  if (!value.is_object() || properties == schema.end()) return;
  for (const auto& [key, part] : properties->items()) {
    if (!value.contains(key)) {
      if (!part.contains("default")) continue;
      value[key] = part["default"];
    }
    fill_defaults(part, value[key]);
  }
}

const json& subschema(const json& schema, const std::string& pointer) {
  static const json nothing;
  const json* at = &schema;
  json::json_pointer rest(pointer);
  std::vector<std::string> steps;
  for (; !rest.empty(); rest.pop_back()) steps.push_back(rest.back());
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {
    const auto properties = at->find("properties");
    if (properties != at->end() && properties->contains(*step)) {
      at = &(*properties)[*step];
    } else if (at->contains("items")) {
      at = &(*at)["items"];
    } else if (at->contains("additionalProperties") && (*at)["additionalProperties"].is_object()) {
      at = &(*at)["additionalProperties"];
    } else {
      return nothing;
    }
  }
  return *at;
}

}  // namespace selvage::config
