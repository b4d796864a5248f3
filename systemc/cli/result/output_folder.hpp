// SPDX-License-Identifier: Apache-2.0
/// \file
/// An output directory that one command at a time writes to, drafts first.
#pragma once

#include <cstdio>
#include <filesystem>
#include <string>
#include <system_error>

namespace selvage::cli {

/// Below the output directory: what a command writes while it lasts, and what a killed one left.
inline constexpr const char* kUnfinished = ".unfinished";

/// May a page be written there? Not over what is no page; `why` says so.
[[nodiscard]] bool may_hold_page(const std::filesystem::path& file, std::string& why);

/// Makes and locks a directory, and takes away at the end what nobody kept.
class OutputFolder {
 public:
  OutputFolder() = default;
  ~OutputFolder() { release(); }
  OutputFolder(const OutputFolder&) = delete;
  OutputFolder& operator=(const OutputFolder&) = delete;

  /// Makes `directory` if it is not there, and locks it. False and `why` if that cannot be done, or
  /// another command is at it.
  [[nodiscard]] bool open(const std::filesystem::path& directory, std::string& why);
  /// An empty folder for drafts, in place of what a killed command left.
  [[nodiscard]] std::error_code begin_drafts() const;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::filesystem::path drafts() const { return path_ / kUnfinished; }
  /// Takes away the drafts and the lock, and the directory if this made it and it is empty.
  void release();

 private:
  std::filesystem::path path_;
  bool made_ = false;
  std::FILE* lock_ = nullptr;
};

}  // namespace selvage::cli
