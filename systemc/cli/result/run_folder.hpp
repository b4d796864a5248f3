// SPDX-License-Identifier: Apache-2.0
/// \file
/// The output directory of one run: what an older run left stands until this one has something.
#pragma once

#include <cstdio>
#include <filesystem>
#include <string>

#include "cli/result/output_folder.hpp"

namespace selvage::cli {

inline constexpr const char* kJourneys = "journeys.ndjson";
inline constexpr const char* kFlows = "flows.ndjson";

/// RUN-OUT: holds an output directory for one run. Nothing in it changes before `keep`.
class RunFolder {
 public:
  RunFolder() = default;
  /// Takes away what was not kept, and the directory if this run made it and leaves nothing.
  ~RunFolder() { release(); }
  RunFolder(const RunFolder&) = delete;
  RunFolder& operator=(const RunFolder&) = delete;

  /// What the destructor does, for a process that ends without one.
  void release();
  /// Makes `directory` if it is not there, locks it, and takes room for a result. False and `why`
  /// if another run is at it, or nothing can be written there.
  [[nodiscard]] bool open(const std::filesystem::path& directory, std::string& why);
  [[nodiscard]] const std::filesystem::path& path() const { return place_.path(); }
  /// Where the run writes what becomes `name` beside the result.
  [[nodiscard]] std::filesystem::path draft(const char* name) const {
    return place_.drafts() / name;
  }
  /// Whether an older result stands there.
  [[nodiscard]] bool has_older() const;
  /// `result` and all drafts take the place of what an older run left. False and `why`, and all is
  /// as it was, if there is no room for `result`.
  [[nodiscard]] bool keep(const std::string& result, std::string& why);

 private:
  bool take_room(std::string& why);

  OutputFolder place_;
  std::FILE* result_ = nullptr;  ///< its draft
};

}  // namespace selvage::cli
