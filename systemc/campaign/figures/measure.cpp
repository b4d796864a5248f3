// SPDX-License-Identifier: Apache-2.0
#include "campaign/figures/measure.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <vector>

#include "config/text/document.hpp"

namespace selvage::campaign {

namespace {

using nlohmann::json;

std::vector<std::string> steps_of(const std::string& path) {
  std::vector<std::string> steps;
  std::istringstream in(path);
  for (std::string step; std::getline(in, step, '.');) steps.push_back(step);
  return steps;
}

bool may_be(const json& schema, const std::string& type) {
  const auto found = schema.find("type");
  if (found == schema.end()) return false;
  return found->is_array() ? std::count(found->begin(), found->end(), json(type)) > 0
                           : *found == type;
}

}  // namespace

std::string measure_pointer(const std::string& path) {
  std::string pointer;
  for (const std::string& step : steps_of(path)) pointer += config::pointer_step(step);
  return pointer;
}

std::string measure_complaint(const json& schema, const std::string& path, std::string& hint) {
  const json* at = &schema;
  std::string so_far;
  const std::vector<std::string> steps = steps_of(path);
  if (!steps.empty() && steps.front() == "wall") {
    return "wall time is no measure: it differs from run to run";
  }
  for (const std::string& step : steps) {
    const auto properties = at->find("properties");
    if (properties != at->end() && properties->contains(step)) {
      at = &(*properties)[step];
    } else if (may_be(*at, "array") && at->contains("items")) {
      if (step.empty() || step.find_first_not_of("0123456789") != std::string::npos) {
        return fmt::format("'{}' is a list: a number is due behind it, from 0 on", so_far);
      }
      at = &(*at)["items"];
    } else if (at->contains("additionalProperties") && (*at)["additionalProperties"].is_object()) {
      at = &(*at)["additionalProperties"];
    } else if (may_be(*at, "object") && properties == at->end()) {
      return "";  // anything may be there
    } else {
      std::vector<std::string> known;
      if (properties != at->end()) {
        for (const auto& [key, part] : properties->items()) known.push_back(key);
      }
      hint = config::did_you_mean(step, known);
      if (hint.empty() && !known.empty()) hint = "known here: " + config::join(known, ", ");
      return fmt::format("no result has '{}'", config::printable(path));
    }
    so_far += (so_far.empty() ? "" : ".") + step;
  }
  if (may_be(*at, "number") || may_be(*at, "integer") || may_be(*at, "boolean")) return "";
  if (at->contains("properties")) {
    std::vector<std::string> known;
    for (const auto& [key, part] : (*at)["properties"].items()) known.push_back(key);
    hint = "in it: " + config::join(known, ", ");
  }
  return fmt::format("'{}' is no number in a result", config::printable(path));
}

}  // namespace selvage::campaign
