// SPDX-License-Identifier: Apache-2.0
// Keys that cannot matter in a scenario.
#include <fmt/format.h>

#include <string>

#include "config/application/keys.hpp"
#include "config/checks.hpp"
#include "config/schema.hpp"
#include "config/switch/kinds.hpp"

namespace selvage::config {
namespace {

using nlohmann::json;

/// Reports what at or below `pointer` is not at its default.
void report(const Draft& draft, const std::string& pointer, const std::string& why) {
  const json::json_pointer at(pointer);
  if (!draft.document.value.contains(at) || !draft.usable({pointer.c_str()})) return;
  const json& value = draft.document.value.at(at);
  const json& schema = subschema(draft.schema, pointer);
  if (value.is_object() && schema.contains("properties")) {
    for (const auto& [key, part] : value.items()) report(draft, pointer + pointer_step(key), why);
  } else if (!schema.contains("default") || value != schema["default"]) {
    draft.error(pointer, why);
  }
}

void report_application(const Draft& draft, const json& traffic) {
  for (const char* key : {"load", "classes", "ordered"}) {
    report(draft, std::string("/traffic/") + key,
           "pattern application does not use this: the application has the messages");
  }
  if (!draft.usable({"/traffic/application", "/traffic/application/kind"})) return;
  const auto kind = traffic.at("application").at("kind").get<std::string>();
  for (const auto& [key, why] : idle_application_keys(kind)) {
    report(draft, fmt::format("/traffic/application/{}", key), why);
  }
}

void report_patterns(const Draft& draft, const json& traffic) {
  if (!draft.usable({"/traffic/pattern"})) return;
  const auto pattern = traffic.at("pattern").get<std::string>();
  constexpr std::pair<const char*, const char*> kUsers[] = {
      {"hot_hosts", "hot-spot"}, {"hot_fraction", "hot-spot"}, {"trace_file", "trace"},
      {"incast", "incast"},      {"flows", "flows"},           {"application", "application"}};
  const bool from_file = pattern == "application" && draft.usable({"/traffic/application/kind"}) &&
                         is_from_file(traffic.at("application").at("kind").get<std::string>());
  for (const auto& [key, user] : kUsers) {
    if (pattern == user || (from_file && std::string_view(key) == "trace_file")) continue;
    report(draft, std::string("/traffic/") + key,
           fmt::format("pattern {} does not use this: it needs pattern {}", pattern, user));
  }
  if (pattern == "trace") {
    report(draft, "/traffic/load", "pattern trace does not use this: the trace has the packets");
  }
  if (pattern == "application") report_application(draft, traffic);
  if (pattern == "flows") {
    for (const char* key : {"/traffic/classes", "/traffic/ordered"}) {
      report(draft, key, "pattern flows does not use this: each flow has its own");
    }
  }
}

void report_stalls(const Draft& draft, const json& traffic) {
  if (!draft.usable({"/traffic/receivers", "/traffic/receivers/stalls"})) return;
  const auto stalls = traffic.at("receivers").at("stalls").get<std::string>();
  if (stalls == "none") {
    report(draft, "/traffic/receivers/longest", "no stall is to come: this needs stalls");
  }
  if (stalls != "random") {
    report(draft, "/traffic/receivers/every",
           fmt::format("with stalls {} this means nothing: it needs stalls random", stalls));
  }
}

void report_classes(const Draft& draft, const SwitchPlug& own, const json& traffic) {
  if (own.classes) return;
  const std::string why = fmt::format(
      "{} know no class and no order of packets: this needs "
      "switch.kind {}",
      own.switches, kinds_with(&SwitchPlug::classes));
  report(draft, "/traffic/classes", why);
  report(draft, "/traffic/ordered", why);
  for (std::size_t i = 0; i < traffic.at("flows").size(); ++i) {
    for (const char* key : {"class", "ordered"}) {
      report(draft, fmt::format("/traffic/flows/{}/{}", i, key), why);
    }
  }
}

void report_kinds(const Draft& draft, const SwitchPlug& own) {
  const json own_keys = json::parse(own.keys);
  for (const SwitchPlug& other : switch_plugs()) {
    const json keys = json::parse(other.keys);
    for (const auto& [key, part] : keys.items()) {
      if (own_keys.contains(key)) continue;
      report(draft, "/switch" + pointer_step(key),
             fmt::format("a key of {}: with switch.kind {} it means nothing", other.switches,
                         own.kind));
    }
  }
}

}  // namespace

void check_idle_keys(const Draft& draft, const Scenario& s) {
  const json& traffic = draft.document.value.at("traffic");
  report_patterns(draft, traffic);
  report_stalls(draft, traffic);
  if (!draft.usable({"/switch/kind"})) return;
  const SwitchPlug& own = switch_plug(s.sw.kind());
  report_classes(draft, own, traffic);
  report_kinds(draft, own);
}

}  // namespace selvage::config
