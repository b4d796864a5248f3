// SPDX-License-Identifier: Apache-2.0
#include "cli/cover/cover_folder.hpp"

#include <fmt/format.h>

#include <set>
#include <system_error>

#include "campaign/figures/summary.hpp"
#include "config/loader.hpp"
#include "config/text/output.hpp"
#include "config/text/read_json.hpp"
#include "config/validate.hpp"

namespace selvage::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using nlohmann::ordered_json;

/// What of a cover.json is read back.
constexpr const char* kEarlier = R"json({
  "type": "object", "required": ["schema", "suite"],
  "properties": {
    "schema": {"const": "selvage.cover/1"},
    "suite": {
      "type": "array",
      "items": {"type": "object", "required": ["file"], "properties": {"file": {"type": "string"}}}
    },
    "suite_file": {"enum": ["suite/suite.yaml", null]},
    "failed": {"type": ["object", "null"]}
  }
})json";

/// cover.json of a search; null if the file is none.
ordered_json read_report(const fs::path& file) {
  std::error_code code;
  if (!fs::is_regular_file(fs::symlink_status(file, code))) return nullptr;
  std::string why;
  const auto text = config::read_text_file(file.string(), config::kMaxBytes, why);
  const auto report = text ? config::read_json<ordered_json>(*text, why) : std::nullopt;
  const bool good = report && config::validate(json::parse(kEarlier), json(*report)).empty();
  return good ? *report : ordered_json(nullptr);
}

}  // namespace

bool CoverFolder::open(const fs::path& directory, std::string& why) {
  if (!place_.open(directory, why)) return false;
  earlier_ = read_report(place_.path() / kCoverReport);
  if (const std::string name = stranger(); !name.empty()) {
    why = fmt::format("{} is not of an earlier search, by {} there: take another directory", name,
                      kCoverReport);
    return false;
  }
  const std::error_code code = place_.begin_drafts();
  if (code) why = "cannot write there: " + code.message();
  return !code;
}

std::string CoverFolder::stranger() const {
  std::set<std::string> own;
  // The second is of a search that was killed while it took its place.
  for (const ordered_json& report : {earlier_, read_report(draft() / kCoverReport)}) {
    if (!report.is_object()) continue;
    own.insert(kCoverReport);
    if (report.value("suite_file", ordered_json()).is_string()) own.insert(kSuiteFile);
    for (const ordered_json& scenario : report["suite"]) {
      own.insert(scenario["file"].get<std::string>());
    }
    if (report.value("failed", ordered_json()).is_object()) own.insert(kFailed);
  }
  std::error_code code;
  const auto foreign = [&](const std::string& name) {
    std::error_code missing;
    const auto status = fs::symlink_status(place_.path() / name, missing);
    return fs::exists(status) && (!fs::is_regular_file(status) || own.count(name) == 0);
  };
  for (const char* name : {kCoverReport, kFailed}) {
    if (foreign(name)) return name;
  }
  const auto status = fs::symlink_status(place_.path() / kSuite, code);
  if (!fs::exists(status)) return {};
  if (!fs::is_directory(status)) return kSuite;
  for (const auto& entry : fs::directory_iterator(place_.path() / kSuite, code)) {
    const std::string name = fmt::format("{}/{}", kSuite, entry.path().filename().string());
    if (foreign(name)) return name;
  }
  return code ? kSuite : "";
}

bool CoverFolder::keep(const ordered_json& report, std::string& why) {
  if (const std::string name = stranger(); !name.empty()) {
    why = name + " came there during the search";
    return false;
  }
  const fs::path drafted = draft() / kCoverReport;
  if (!config::write_atomically(drafted.string(), campaign::json_text(report) + "\n", why)) {
    return false;
  }
  std::error_code code;
  std::error_code missing;
  const fs::path before = draft() / "earlier";  // goes away with all drafts
  if (fs::exists(place_.path() / kSuite, missing)) fs::rename(place_.path() / kSuite, before, code);
  if (!code) {
    fs::rename(draft() / kSuite, place_.path() / kSuite, code);
  }
  if (!code && fs::exists(draft() / kFailed, missing)) {
    fs::rename(draft() / kFailed, place_.path() / kFailed, code);
  } else if (!code) {
    fs::remove(place_.path() / kFailed, code);
  }
  if (!code) fs::rename(drafted, place_.path() / kCoverReport, code);
  if (!code) return true;
  why = "cannot write there: " + code.message();
  if (fs::exists(before, missing)) {
    fs::remove_all(place_.path() / kSuite, missing);
    fs::rename(before, place_.path() / kSuite, missing);
  }
  return false;
}

}  // namespace selvage::cli
