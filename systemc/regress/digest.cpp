// SPDX-License-Identifier: Apache-2.0
#include "regress/digest.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <sstream>

#include "campaign/plan.hpp"
#include "config/text/diagnostics.hpp"

namespace selvage::regress {

namespace {

using campaign::Record;
using nlohmann::ordered_json;

std::map<std::string, std::string> fields_of(const std::string& digest) {
  std::map<std::string, std::string> fields;
  std::istringstream in(digest);
  for (std::string one; in >> one;) {
    fields[one.substr(0, one.find('='))] = one.substr(one.find('=') + 1);
  }
  return fields;
}

/// Lines of a text that a record holds.
std::set<std::string> lines_of(const Record& record, const char* key) {
  std::set<std::string> lines;
  std::istringstream in(record.values.value(key, std::string()));
  for (std::string line; std::getline(in, line);) lines.insert(line);
  return lines;
}

}  // namespace

bool incidental(const std::string& key) {
  return key == "wall" || key == "waves" || key == "build" || key == "reproduce" ||
         key == "timeline";
}

std::string digest(const ordered_json& result) {
  std::string out;
  for (const auto& [key, value] : result.items()) {
    if (incidental(key) || key.find_first_of(" =") != std::string::npos) continue;
    const std::string text = value.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
    const std::uint64_t h = campaign::hash_on(campaign::kHashBegin, text);
    out += fmt::format("{}{}={:08x}", out.empty() ? "" : " ", key, (h >> 32U) ^ (h & 0xffffffffU));
  }
  return out;
}

std::string differing(const std::string& a, const std::string& b) {
  const auto left = fields_of(a);
  const auto right = fields_of(b);
  std::set<std::string> keys;
  for (const auto* side : {&left, &right}) {
    for (const auto& [key, hash] : *side) {
      const auto l = left.find(key);
      const auto r = right.find(key);
      if (l == left.end() || r == right.end() || l->second != r->second) keys.insert(key);
    }
  }
  return config::join({keys.begin(), keys.end()}, ", ");
}

void keep_coverage(const ordered_json& result, Record& record) {
  const auto found = result.find("coverage");
  if (found == result.end() || !found->is_object()) return;
  std::string met;
  std::string never;
  const ordered_json counts = found->value("counts", ordered_json::object());
  const ordered_json absent = found->value("never_met", ordered_json::array());
  if (!counts.is_object() || !absent.is_array()) return;
  for (const auto& [name, count] : counts.items()) met += name + "\n";
  for (const ordered_json& name : absent) {
    if (name.is_string()) never += name.get<std::string>() + "\n";
  }
  record.values["met"] = met;
  record.values["never_met"] = never;
}

ordered_json coverage_of(const campaign::Records& records) {
  std::set<std::string> met;
  std::set<std::string> never;
  for (const auto& [number, record] : records) {
    met.merge(lines_of(record, "met"));
    never.merge(lines_of(record, "never_met"));
  }
  if (met.empty() && never.empty()) return nullptr;
  ordered_json absent = ordered_json::array();
  for (const std::string& name : never) {
    if (met.count(name) == 0) absent.push_back(name);
  }
  return {{"situations", met.size() + absent.size()}, {"met", met.size()}, {"never_met", absent}};
}

}  // namespace selvage::regress
