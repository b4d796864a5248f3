// SPDX-License-Identifier: Apache-2.0
/// \file
/// What is known of finished trials, line by line on disk: survives a kill at any moment.
#pragma once

#include <cstdint>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace selvage::campaign {

/// One finished trial.
struct Record {
  std::uint32_t trial = 0;
  int exit = 0;
  std::string status;          ///< of the result, "crashed" if there is none
  std::string detail;          ///< of a failure
  std::string kind;            ///< of a failure: what a report counts it under
  bool failed = false;
  nlohmann::ordered_json values = nlohmann::ordered_json::object();  ///< measures by path
  double seconds = 0;          ///< wall time; not part of any reproducible file

  [[nodiscard]] std::string line() const;
  static bool parse(const std::string& line, Record& record);
};

/// journal.ndjson of a directory: a head line, then a line for each finished trial, in the order in
/// which they finished; each is on disk before the next trial is handed out. Shards write files of
/// their own beside it.
class Journal {
 public:
  Journal() = default;
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  /// Opens `directory`'s journal, or that of a shard ("2-of-5"). Reads what earlier runs and other
  /// shards have left if `resume`; else there must be none. A last line that was cut off by a kill
  /// is taken away. False, and `why`, if the journals are of another campaign or build, are in use,
  /// or cannot be written.
  bool open(const std::string& directory, const std::string& shard, const std::string& fingerprint,
            std::uint32_t trials, bool resume, std::string& why);
  void add(const Record& record);
  [[nodiscard]] const std::map<std::uint32_t, Record>& records() const { return records_; }

 private:
  bool read(const std::string& path, const std::string& head, bool own, std::string& why);

  std::FILE* file_ = nullptr;
  std::map<std::uint32_t, Record> records_;
};

}  // namespace selvage::campaign
