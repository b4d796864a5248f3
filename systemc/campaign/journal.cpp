// SPDX-License-Identifier: Apache-2.0
#include "campaign/journal.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "config/exit_code.hpp"
#include "config/explain.hpp"
#include "config/text/diagnostics.hpp"
#include "config/text/file_lock.hpp"
#include "config/text/read_json.hpp"
#include "config/validate.hpp"

namespace selvage::campaign {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr const char* kRecord = R"json({
  "type": "object", "additionalProperties": false,
  "required": ["trial", "exit", "status", "failed", "kind", "detail", "values", "seconds"],
  "properties": {
    "trial": {"type": "integer", "minimum": 0, "maximum": 4294967295},
    "exit": {"type": "integer", "minimum": 0, "maximum": 255},
    "status": {"type": "string"}, "failed": {"type": "boolean"}, "kind": {"type": "string"},
    "detail": {"type": "string"}, "seconds": {"type": "number", "minimum": 0},
    "values": {
      "type": "object",
      "properties": {
        "sets": {"type": "integer", "minimum": 0}, "exact": {"type": "boolean"}
      },
      "additionalProperties": {
        "type": ["number", "boolean", "string", "null", "object"],
        "required": ["sets"], "properties": {"sets": {"type": "integer", "minimum": 0}}
      }
    },
    "coverage": {
      "type": "object", "additionalProperties": false, "required": ["system", "counts", "never_met"],
      "properties": {
        "system": {"type": "object"},
        "counts": {"type": "object", "additionalProperties": {"type": "integer", "minimum": 1}},
        "never_met": {"type": "array", "items": {"type": "string"}}
      }
    }
  }
})json";

std::string Record::line() const {
  ordered_json j{{"trial", trial}, {"exit", exit},     {"status", status}, {"failed", failed},
                 {"kind", kind},   {"detail", detail}, {"values", values}, {"seconds", seconds}};
  if (!coverage.is_null()) j["coverage"] = coverage;
  return j.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

bool Record::settled() const {
  return status != "crashed" && status != "no_result" && exit != kInternal;
}

bool Record::parse(const std::string& line, Record& record, std::string& why) {
  static const nlohmann::json schema = nlohmann::json::parse(kRecord);
  static const config::Validator issues(schema);
  const auto j = config::read_json<ordered_json>(line, why);
  if (!j) return false;
  const nlohmann::json value(*j);
  const auto complaints = config::complaints(schema, value, issues(value));
  if (!complaints.empty()) {
    why = complaints.front();
    return false;
  }
  record.trial = j->at("trial").get<std::uint32_t>();
  record.exit = j->at("exit").get<int>();
  record.status = j->at("status").get<std::string>();
  record.failed = j->at("failed").get<bool>();
  record.kind = j->at("kind").get<std::string>();
  record.detail = j->at("detail").get<std::string>();
  record.values = j->at("values");
  record.seconds = j->at("seconds").get<double>();
  record.coverage = j->contains("coverage") ? j->at("coverage") : ordered_json(nullptr);
  return true;
}

std::vector<std::string> journals_in(const std::string& directory) {
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator(directory)) {
    const std::string file = entry.path().filename().string();
    const bool journal = file.rfind("journal.", 0) == 0 && entry.path().extension() == ".ndjson";
    if (journal) found.push_back((fs::path(directory) / file).string());
  }
  std::sort(found.begin(), found.end());
  return found;
}

Journal::~Journal() {
  for (std::FILE* file : held_) std::fclose(file);
}

bool Journal::take(const std::string& path, bool shared, std::string& why) {
  std::FILE* file = config::open_locked(path, shared, why);
  if (file == nullptr) {
    why = path + ": " + why;
    return false;
  }
  held_.push_back(file);
  return true;
}

bool Journal::read(const std::string& path, const std::string& head, bool own, std::string& why) {
  std::ifstream in(path, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  const std::size_t whole = text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1;
  if (own && whole != text.size()) fs::resize_file(path, whole);
  std::size_t from = 0;
  std::size_t number = 0;
  while (from < whole) {
    ++number;
    const std::size_t end = text.find('\n', from);
    const std::string line = text.substr(from, end - from);
    from = end + 1;
    if (number == 1) {
      if (line != head) {
        why = path + " is of another campaign, another selection of trials, or another build";
        return false;
      }
      continue;
    }
    Record record;
    if (!Record::parse(line, record, why)) {
      why = fmt::format("{}:{}: damaged: {}: {}", path, number, why, config::printable(line));
      return false;
    }
    if (record.trial >= trials_) {
      why = fmt::format("{}:{}: of trial {}, but there are {} trials, from 0 on", path, number,
                        record.trial, trials_);
      return false;
    }
    Record& known = records_.emplace(record.trial, record).first->second;
    if (!known.settled()) known = record;  // of two shards' journals either may hold the good one
  }
  return true;
}

bool Journal::open(const std::string& directory, const std::string& shard,
                   const std::string& fingerprint, std::uint32_t trials, Start start,
                   std::string& why) {
  trials_ = trials;
  const std::string head = ordered_json{
      {"schema", "selvage.journal/1"},
      {"fingerprint", fingerprint},
      {"trials", trials}}.dump();
  const std::string whole = (fs::path(directory) / "journal.ndjson").string();
  const std::string own =
      shard.empty() ? whole : (fs::path(directory) / ("journal." + shard + ".ndjson")).string();
  std::vector<std::string> found = journals_in(directory);
  // A shard alone needs to know of nobody else; the others may be running.
  const auto another = [&](const std::string& path) { return !shard.empty() && path != own; };
  found.erase(std::remove_if(found.begin(), found.end(), another), found.end());
  if (start == Start::kNew && !found.empty()) {
    why = found.front() +
          " is there from an earlier run: --resume goes on with it, --fresh starts "
          "anew";
    return false;
  }
  // A shard and a campaign that runs all trials would work in the same folders.
  if (!shard.empty() && fs::exists(whole) && !take(whole, true, why)) return false;
  for (const std::string& path : found) {
    if (path != own && !take(path, false, why)) return false;
  }
  if (!take(own, false, why)) return false;
  file_ = held_.back();
  if (start == Start::kFresh) {
    for (const std::string& path : found) {
      if (path != own) fs::remove(path);
    }
    fs::resize_file(own, 0);
  } else {
    for (const std::string& path : found) {
      if (!read(path, head, path == own, why)) return false;
    }
  }
  std::fseek(file_, 0, SEEK_END);
  if (std::ftell(file_) == 0) {
    const std::string line = head + "\n";
    if (std::fwrite(line.data(), 1, line.size(), file_) != line.size() || std::fflush(file_) != 0) {
      why = fmt::format("{}: {}", own, std::strerror(errno));
      return false;
    }
  }
  return true;
}

void Journal::add(const Record& record) {
  const auto known = records_.find(record.trial);
  if (known != records_.end() && known->second.settled()) return;
  records_[record.trial] = record;
  const std::string line = record.line() + "\n";
  if (std::fwrite(line.data(), 1, line.size(), file_) != line.size() || std::fflush(file_) != 0 ||
      fdatasync(fileno(file_)) != 0) {
    throw std::runtime_error(std::string("the journal cannot be written: ") + std::strerror(errno));
  }
}

}  // namespace selvage::campaign
