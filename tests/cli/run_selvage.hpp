// SPDX-License-Identifier: Apache-2.0
/// \file
/// Runs the built executable as a user would.
#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

namespace selvage::test {

struct Ran {
  int code = -1;  ///< exit code, or 128 + signal
  std::string out;
  std::string err;
  /// `out` as one JSON value; a Catch2 failure if it is none.
  [[nodiscard]] nlohmann::json json() const;
};

/// `selvage ARGUMENTS` through the shell, in the source directory, with `input` on stdin.
Ran run_selvage(const std::string& arguments, const std::string& input = "");
/// Runs a whole shell command, e.g. one a report printed.
Ran run_shell(const std::string& command, const std::string& input = "");
/// A schema the executable prints.
nlohmann::json schema(const std::string& name);
std::string read_file(const std::filesystem::path& path);
/// What a result says was compared of a kind; 0: nothing.
std::uint64_t compared(const nlohmann::json& result, const std::string& kind);

/// A new directory that is removed at the end.
class Directory {
 public:
  Directory();
  /// This one, made anew.
  explicit Directory(std::filesystem::path path);
  ~Directory();
  Directory(const Directory&) = delete;
  Directory& operator=(const Directory&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  [[nodiscard]] std::string str() const { return path_.string(); }

 private:
  std::filesystem::path path_;
};

}  // namespace selvage::test
