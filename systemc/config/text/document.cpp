// SPDX-License-Identifier: Apache-2.0
#include "config/text/document.hpp"

#include <algorithm>
#include <cctype>

#include "golden/number.hpp"

namespace selvage::config {
namespace {

bool is_index(std::string_view step) {
  return !step.empty() && step.size() < 7 &&
         std::all_of(step.begin(), step.end(), [](char c) { return c >= '0' && c <= '9'; });
}

/// The steps of a JSON pointer, unescaped.
std::vector<std::string> steps_of(const std::string& pointer) {
  std::vector<std::string> steps;
  for (std::size_t i = 0; i < pointer.size(); ++i) {
    if (pointer[i] == '/') {
      steps.emplace_back();
    } else if (pointer[i] == '~' && i + 1 < pointer.size()) {
      steps.back() += pointer[++i] == '1' ? '/' : '~';
    } else {
      steps.back() += pointer[i];
    }
  }
  return steps;
}

}  // namespace

std::string pointer_step(std::string_view key) {
  std::string out = "/";
  for (char c : key) {
    if (c == '~') out += "~0";
    else if (c == '/') out += "~1";
    else out += c;
  }
  return out;
}

std::string dotted(const std::string& pointer) {
  std::string out;
  for (const std::string& step : steps_of(pointer)) {
    if (is_index(step)) {
      out += "[" + step + "]";
    } else {
      if (!out.empty()) out += '.';
      out += printable(step);
    }
  }
  return out;
}

const Place& Document::place(const std::string& pointer) const {
  static const Place nowhere;
  std::string p = pointer;
  for (;;) {
    const auto found = places.find(p);
    if (found != places.end()) return found->second;
    if (p.empty()) return nowhere;
    p.erase(p.rfind('/'));
  }
}

std::string Document::text(const std::string& pointer) const {
  const nlohmann::json& v = value.at(nlohmann::json::json_pointer(pointer));
  if (v.is_string()) return v.get<std::string>();
  const auto found = places.find(pointer);
  if (found != places.end() && !found->second.text.empty()) return found->second.text;
  return v.dump();
}

bool Document::graft(const std::string& pointer, const Document& part) {
  const Place& origin = part.place("");
  nlohmann::json* at = &value;
  std::string so_far;
  for (const std::string& step : steps_of(pointer)) {
    so_far += pointer_step(step);
    if (at->is_array()) {
      const auto index = is_index(step) ? parse_number<std::size_t>(step) : std::nullopt;
      if (!index || *index >= at->size()) return false;
      at = &(*at)[*index];
    } else if (at->is_object() || at->is_null()) {
      if (!at->contains(step)) places[so_far] = origin;
      at = &(*at)[step];
    } else {
      return false;
    }
  }
  *at = part.value;
  const std::string below = pointer + "/";
  for (auto it = places.lower_bound(below);
       it != places.end() && it->first.compare(0, below.size(), below) == 0;) {
    it = places.erase(it);
  }
  for (const auto& [relative, place] : part.places) places[pointer + relative] = place;
  return true;
}

}  // namespace selvage::config
