// SPDX-License-Identifier: Apache-2.0
#include "campaign/journal.hpp"

#include <fmt/format.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <thread>
#include <vector>

namespace selvage::campaign {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

namespace {

/// Waits a moment: what a killed campaign was just starting holds the lock until it is gone too.
bool lock(int file) {
  for (int i = 0; i < 20; ++i) {
    if (flock(file, LOCK_EX | LOCK_NB) == 0) return true;
    if (errno != EWOULDBLOCK) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
  }
  errno = EWOULDBLOCK;
  return false;
}

}  // namespace

std::string Record::line() const {
  const ordered_json j{{"trial", trial},   {"exit", exit},   {"status", status},
                       {"failed", failed}, {"kind", kind},   {"detail", detail},
                       {"values", values}, {"seconds", seconds}};
  return j.dump(-1, ' ', false, ordered_json::error_handler_t::replace);
}

bool Record::parse(const std::string& line, Record& record) {
  const auto j = ordered_json::parse(line, nullptr, false);
  if (!j.is_object() || !j.contains("trial")) return false;
  record.trial = j["trial"].get<std::uint32_t>();
  record.exit = j.value("exit", 0);
  record.status = j.value("status", std::string());
  record.failed = j.value("failed", false);
  record.kind = j.value("kind", std::string());
  record.detail = j.value("detail", std::string());
  record.values = j.value("values", ordered_json::object());
  record.seconds = j.value("seconds", 0.0);
  return true;
}

Journal::~Journal() {
  if (file_ != nullptr) std::fclose(file_);
}

bool Journal::read(const std::string& path, const std::string& head, bool own, std::string& why) {
  std::ifstream in(path, std::ios::binary);
  std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  const std::size_t whole = text.rfind('\n') == std::string::npos ? 0 : text.rfind('\n') + 1;
  if (own && whole != text.size()) fs::resize_file(path, whole);
  std::size_t from = 0;
  bool first = true;
  while (from < whole) {
    const std::size_t end = text.find('\n', from);
    const std::string line = text.substr(from, end - from);
    from = end + 1;
    if (first) {
      if (line != head) {
        why = path + " is of another campaign, another selection of trials, or another build";
        return false;
      }
      first = false;
      continue;
    }
    Record record;
    if (!Record::parse(line, record)) {
      why = path + ": a line is damaged: " + line.substr(0, 60);
      return false;
    }
    records_.emplace(record.trial, record);
  }
  return true;
}

bool Journal::open(const std::string& directory, const std::string& shard,
                   const std::string& fingerprint, std::uint32_t trials, bool resume,
                   std::string& why) {
  const std::string head =
      ordered_json{{"schema", "selvage.journal/1"}, {"fingerprint", fingerprint},
                   {"trials", trials}}.dump();
  const std::string name = shard.empty() ? "journal.ndjson" : "journal." + shard + ".ndjson";
  const std::string own = (fs::path(directory) / name).string();
  std::vector<std::string> found;
  for (const auto& entry : fs::directory_iterator(directory)) {
    const std::string file = entry.path().filename().string();
    const bool journal = file.rfind("journal.", 0) == 0 && entry.path().extension() == ".ndjson";
    // A shard alone needs to know of nobody else; the others may be running.
    if (journal && (shard.empty() || file == name)) found.push_back(entry.path().string());
  }
  std::sort(found.begin(), found.end());
  if (!resume && !found.empty()) {
    why = found.front() + " is there from an earlier run: --resume goes on with it, --fresh starts "
                          "anew";
    return false;
  }
  // Not inherited: a trial must not hold the lock of a campaign that was killed.
  file_ = std::fopen(own.c_str(), "abe");
  if (file_ == nullptr || !lock(fileno(file_))) {
    why = fmt::format("{}: {}", own, errno == EWOULDBLOCK ? "another process is at it"
                                                           : std::strerror(errno));
    return false;
  }
  for (const std::string& path : found) {
    if (!read(path, head, path == own, why)) return false;
  }
  std::fseek(file_, 0, SEEK_END);
  if (std::ftell(file_) == 0) {
    const std::string line = head + "\n";
    if (std::fwrite(line.data(), 1, line.size(), file_) != line.size() ||
        std::fflush(file_) != 0) {
      why = fmt::format("{}: {}", own, std::strerror(errno));
      return false;
    }
  }
  return true;
}

void Journal::add(const Record& record) {
  if (!records_.emplace(record.trial, record).second) return;
  const std::string line = record.line() + "\n";
  if (std::fwrite(line.data(), 1, line.size(), file_) != line.size() || std::fflush(file_) != 0 ||
      fdatasync(fileno(file_)) != 0) {
    throw std::runtime_error(std::string("the journal cannot be written: ") +
                             std::strerror(errno));
  }
}

}  // namespace selvage::campaign
