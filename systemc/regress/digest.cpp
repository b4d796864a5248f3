// SPDX-License-Identifier: Apache-2.0
#include "regress/digest.hpp"

#include <fmt/format.h>

#include <map>
#include <set>
#include <sstream>

#include "campaign/plan.hpp"
#include "config/text/diagnostics.hpp"

namespace selvage::regress {

namespace {

using nlohmann::ordered_json;

std::map<std::string, std::string> fields_of(const std::string& digest) {
  std::map<std::string, std::string> fields;
  std::istringstream in(digest);
  for (std::string one; in >> one;) {
    fields[one.substr(0, one.find('='))] = one.substr(one.find('=') + 1);
  }
  return fields;
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

}  // namespace selvage::regress
