// SPDX-License-Identifier: Apache-2.0
#include "cli/cover/cover_folder.hpp"

#include <fmt/format.h>

#include <set>
#include <system_error>

#include "campaign/figures/summary.hpp"
#include "cli/result/run_folder.hpp"
#include "config/loader.hpp"
#include "config/text/file_lock.hpp"
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

fs::path CoverFolder::draft() const { return path_ / kUnfinished; }

bool CoverFolder::open(const fs::path& directory, std::string& why) {
  std::error_code code;
  made_ = fs::create_directories(directory, code);
  if (code || !fs::is_directory(directory, code)) {
    why = "cannot make this directory: " + (code ? code.message() : std::string("it is none"));
    return false;
  }
  path_ = directory;
  lock_ = config::open_locked((path_ / kRunLock).string(), false, why);
  if (lock_ == nullptr) {
    why = kRunLock + (": " + why);
    return false;
  }
  earlier_ = read_report(path_ / kCoverReport);
  if (const std::string name = stranger(); !name.empty()) {
    why = fmt::format("{} is not of an earlier search, by {} there: take another directory", name,
                      kCoverReport);
    return false;
  }
  fs::remove_all(draft(), code);  // of a search that was killed
  if (!code && !fs::create_directory(draft(), code) && !code) {
    code = std::make_error_code(std::errc::file_exists);
  }
  if (code) why = "cannot write there: " + code.message();
  return !code;
}

std::string CoverFolder::stranger() const {
  std::set<std::string> own;
  if (earlier_.is_object()) {
    own.insert(kCoverReport);
    for (const ordered_json& scenario : earlier_["suite"]) {
      own.insert(scenario["file"].get<std::string>());
    }
    if (earlier_.value("failed", ordered_json()).is_object()) own.insert(kFailed);
  }
  std::error_code code;
  const auto foreign = [&](const std::string& name) {
    std::error_code missing;
    const auto status = fs::symlink_status(path_ / name, missing);
    return fs::exists(status) && (!fs::is_regular_file(status) || own.count(name) == 0);
  };
  for (const char* name : {kCoverReport, kFailed}) {
    if (foreign(name)) return name;
  }
  const auto status = fs::symlink_status(path_ / kSuite, code);
  if (!fs::exists(status)) return {};
  if (!fs::is_directory(status)) return kSuite;
  for (const auto& entry : fs::directory_iterator(path_ / kSuite, code)) {
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
  if (fs::exists(path_ / kSuite, missing)) fs::rename(path_ / kSuite, before, code);
  if (!code) {
    fs::rename(draft() / kSuite, path_ / kSuite, code);
    if (code) fs::rename(before, path_ / kSuite, missing);
  }
  if (!code && fs::exists(draft() / kFailed, missing)) {
    fs::rename(draft() / kFailed, path_ / kFailed, code);
  } else if (!code) {
    fs::remove(path_ / kFailed, code);
  }
  if (!code) fs::rename(drafted, path_ / kCoverReport, code);
  if (code) why = "cannot write there: " + code.message();
  return !code;
}

CoverFolder::~CoverFolder() {
  std::error_code ignored;
  if (lock_ != nullptr) {
    fs::remove_all(draft(), ignored);
    fs::remove(path_ / kRunLock, ignored);  // before it is free: whoever waits looks again
    std::fclose(lock_);
  }
  if (made_) fs::remove(path_, ignored);  // only if it is empty
}

}  // namespace selvage::cli
