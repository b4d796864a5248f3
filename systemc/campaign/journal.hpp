// SPDX-License-Identifier: Apache-2.0
/// \file
/// What is known of finished trials, line by line on disk: survives a kill at any moment.
#pragma once

#include <cstdint>
#include <cstdio>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace selvage::campaign {

/// One finished trial.
struct Record {
  std::uint32_t trial = 0;
  int exit = 0;
  std::string status;  ///< of the result, "crashed" if there is none
  std::string detail;  ///< of a failure
  std::string kind;    ///< of a failure: what a report counts it under
  bool failed = false;
  nlohmann::ordered_json values = nlohmann::ordered_json::object();  ///< measures by path
  /// Field `coverage` of the result, and of what; null: nothing was sampled.
  nlohmann::ordered_json coverage = nullptr;
  double seconds = 0;  ///< wall time; not part of any reproducible file

  /// False if another attempt may end otherwise: killed, no result, an internal error such as a
  /// full disk.
  [[nodiscard]] bool settled() const;
  [[nodiscard]] std::string line() const;
  /// False, and `why`, if `line` is none.
  static bool parse(const std::string& line, Record& record, std::string& why);
};

/// By number.
using Records = std::map<std::uint32_t, Record>;

/// The journals of `directory`, its own and those of shards, by name.
[[nodiscard]] std::vector<std::string> journals_in(const std::string& directory);

/// What a campaign does with the journals that it finds.
enum class Start : std::uint8_t { kNew, kResume, kFresh };

/// journal.ndjson of a directory: a head line, then a line for each finished trial, in the order in
/// which they finished; each is on disk before the next trial is handed out. Of a trial that stands
/// twice the later line counts. Shards write files of their own beside it.
class Journal {
 public:
  Journal() = default;
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  /// Opens `directory`'s journal, or that of a shard ("2-of-5"), and locks it; without a shard all
  /// of them. kNew: there must be none. kResume reads what is there, the own one without a last
  /// line that was cut off by a kill. kFresh takes away what is there, of a shard only its own.
  /// False, and `why`, if the journals are of another campaign or build, are in use, or cannot be
  /// written.
  bool open(const std::string& directory, const std::string& shard, const std::string& fingerprint,
            std::uint32_t trials, Start start, std::string& why);
  /// Nothing if there is a settled record of this trial.
  void add(const Record& record);
  [[nodiscard]] const Records& records() const { return records_; }

 private:
  bool take(const std::string& path, bool shared, std::string& why);
  bool read(const std::string& path, const std::string& head, bool own, std::string& why);

  std::FILE* file_ = nullptr;     ///< the own one, among `held_` too
  std::vector<std::FILE*> held_;  ///< locked
  std::uint32_t trials_ = 0;
  Records records_;
};

}  // namespace selvage::campaign
