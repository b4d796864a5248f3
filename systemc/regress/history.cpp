// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <memory>
#include <sstream>

#include "config/text/file_lock.hpp"
#include "config/text/read_json.hpp"
#include "config/validate.hpp"
#include "regress/results.hpp"

namespace selvage::regress {

namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr std::int64_t kTail = std::int64_t{256} << 10U;  ///< bytes that are read

struct Close {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, Close>;

constexpr const char* kLine = R"json({
  "type": "object",
  "required": ["time", "git", "seed", "selection", "exit_code", "counts", "seconds", "met", "situations"],
  "properties": {
    "time": {"type": "string"}, "git": {"type": "string"}, "seed": {"type": ["integer", "null"]},
    "selection": {"type": "string"}, "exit_code": {"type": "integer"},
    "counts": {
      "type": "object", "required": ["runs", "pass", "fail", "known", "error", "undecided", "not_run"],
      "additionalProperties": {"type": "integer", "minimum": 0, "maximum": 1000000}
    },
    "seconds": {"type": "number", "minimum": 0},
    "met": {"type": ["integer", "null"]}, "situations": {"type": ["integer", "null"]}
  }
})json";

}  // namespace

ordered_json history_line(const ordered_json& summary, const campaign::Records& records,
                          const std::string& time) {
  double seconds = 0;
  for (const auto& [number, record] : records) seconds += record.seconds;
  const ordered_json& coverage = summary["coverage"];
  const bool covered = coverage.is_object();
  return {{"time", time},
          {"git", summary["build"].value("git", std::string("?"))},
          {"seed", summary["seed"]},
          {"selection", summary["selection"]},
          {"exit_code", summary["exit_code"]},
          {"counts", summary["counts"]},
          {"seconds", seconds},
          {"met", covered ? coverage["met"] : ordered_json(nullptr)},
          {"situations", covered ? coverage["situations"] : ordered_json(nullptr)}};
}

History read_history(const std::string& text) {
  const nlohmann::json schema = nlohmann::json::parse(kLine);
  const config::Validator issues(schema);
  History history;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    std::string why;
    auto read = config::read_json<ordered_json>(line, why);
    if (read && issues(nlohmann::json(*read)).empty()) history.lines.push_back(std::move(*read));
    else ++history.damaged;
  }
  return history;
}

std::optional<std::string> history_tail(const std::string& path, std::string& why) {
  std::error_code code;
  if (!fs::exists(fs::symlink_status(path, code))) return "";
  const File file(config::open_locked(path, true, why));
  if (file == nullptr) {
    why = path + ": " + why;
    return std::nullopt;
  }
  std::string text(kTail, '\0');
  std::int64_t from = 0;
  const bool found = std::fseek(file.get(), 0, SEEK_END) == 0;
  if (found) from = std::max<std::int64_t>(std::ftell(file.get()) - kTail, 0);
  const bool placed = found && std::fseek(file.get(), from, SEEK_SET) == 0;
  if (placed) text.resize(std::fread(text.data(), 1, text.size(), file.get()));
  if (!placed || std::ferror(file.get()) != 0) {
    why = path + ": cannot be read: " + std::strerror(errno);
    return std::nullopt;
  }
  const std::size_t end = text.find('\n');
  if (from > 0 && end != std::string::npos) text.erase(0, end + 1);
  return text;
}

bool add_to_history(const std::string& path, const std::string& line, std::string& why) {
  const auto tail = history_tail(path, why);
  if (!tail) return false;
  // A line that was cut off stays one line.
  const bool open = !tail->empty() && tail->back() != '\n';
  const std::string text = (open ? "\n" : "") + line + "\n";
  const File file(config::open_locked(path, false, why));
  if (file == nullptr) {
    why = path + ": " + why;
    return false;
  }
  const ssize_t written = write(fileno(file.get()), text.data(), text.size());
  if (written == static_cast<ssize_t>(text.size())) return true;
  why = path + ": cannot be written: " + std::strerror(written < 0 ? errno : ENOSPC);
  return false;
}

}  // namespace selvage::regress
