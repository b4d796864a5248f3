// SPDX-License-Identifier: Apache-2.0
#include <cstdlib>
#include <ctime>
#include <filesystem>

#include "config/explain.hpp"
#include "config/loader.hpp"
#include "config/text/read_json.hpp"
#include "config/text/real.hpp"
#include "config/validate.hpp"
#include "regress/results.hpp"

namespace selvage::regress {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;

constexpr std::size_t kMost = std::size_t{256} << 20U;  ///< longest file that is read

constexpr const char* kOrder = R"json({
  "type": "object", "additionalProperties": false, "required": ["base", "only"],
  "properties": {
    "base": {"type": "integer", "minimum": 0},
    "only": {"type": "array", "items": {"type": "string"}}
  }
})json";

/// A file of an earlier run by its schema: null if there is none, or it is damaged and `why` says
/// how.
json earlier(const fs::path& path, const json& schema, std::string& why) {
  std::error_code none;
  if (!fs::exists(path, none)) return nullptr;
  const auto text = config::read_text_file(path.string(), kMost, why);
  if (!text) {
    why = path.string() + ": " + why;
    return nullptr;
  }
  const auto value = config::read_json(*text, why);
  if (!value) {
    why = path.string() + ": damaged: " + why;
    return nullptr;
  }
  const auto complaints = config::complaints(schema, *value, config::validate(schema, *value));
  if (!complaints.empty()) {
    why = path.string() + ": damaged: " + complaints.front();
    return nullptr;
  }
  return *value;
}

}  // namespace

std::time_t now() {
  const char* const fixed = std::getenv("SOURCE_DATE_EPOCH");
  const auto seconds = fixed == nullptr ? std::nullopt : config::parse_real(fixed);
  return seconds ? static_cast<std::time_t>(*seconds) : std::time(nullptr);
}

std::string in_utc(std::time_t time, const char* format) {
  std::tm parts{};
  gmtime_r(&time, &parts);
  std::string text(32, '\0');
  text.resize(std::strftime(text.data(), text.size(), format, &parts));
  return text;
}

bool earlier_selection(const std::string& out, std::optional<Selection>& selection,
                       std::string& why) {
  const json order = earlier(fs::path(out) / kOrderName, json::parse(kOrder), why);
  if (!order.is_null()) {
    selection = Selection{order["base"], order["only"], ""};
  }
  return why.empty();
}

bool failed_last(const std::string& out, std::optional<Selection>& selection, std::string& why) {
  const json results = earlier(fs::path(out) / kResultsName, results_schema(), why);
  if (results.is_null()) return why.empty();
  selection = Selection{};
  if (results["seed"].is_number()) selection->base = results["seed"];
  for (const json& run : results["runs"]) {
    if (run["verdict"] == "fail" || run["verdict"] == "error") selection->only.push_back(run["id"]);
  }
  return true;
}

}  // namespace selvage::regress
