// SPDX-License-Identifier: Apache-2.0
#include "campaign/signature.hpp"

#include <fmt/format.h>

namespace selvage::campaign {

namespace {

using nlohmann::ordered_json;

std::string text_at(const ordered_json& result, const char* pointer) {
  const ordered_json::json_pointer at(pointer);
  const bool text = result.contains(at) && result.at(at).is_string();
  return text ? result.at(at).get<std::string>() : std::string();
}

/// "FAB-CONS: packets ..." begins with FAB-CONS; empty if it begins with no id.
std::string requirements_of(const std::string& detail) {
  const std::size_t colon = detail.find(':');
  if (colon == std::string::npos) return "";
  const std::string head = detail.substr(0, colon);
  const bool ids =
      head.find('-') != std::string::npos &&
      head.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-, ") == std::string::npos;
  return ids ? head : "";
}

}  // namespace

std::string signature(const ordered_json& result) {
  if (result.contains("mismatch") && result["mismatch"].is_object()) {
    return fmt::format("mismatch {} of {}, {}", text_at(result, "/mismatch/what"),
                       text_at(result, "/mismatch/block"),
                       text_at(result, "/mismatch/requirement"));
  }
  const std::string ids = requirements_of(text_at(result, "/detail"));
  return text_at(result, "/status") + (ids.empty() ? "" : " " + ids);
}

}  // namespace selvage::campaign
