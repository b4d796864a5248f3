// SPDX-License-Identifier: Apache-2.0
/// \file
/// One FST file for verilated models and for rows of our own.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "cosim/lockstep/watched.hpp"

namespace selvage::waves {

/// Rows and models are declared first, group by group; then the file is opened, which may be long
/// after; from then on `dump` writes what has changed. Scopes are levels separated by blanks.
///
/// A file that is open when the process aborts or terminates is closed on the way, so that it can
/// be read.
class FstFile {
 public:
  using Row = std::uint32_t;

  FstFile();
  ~FstFile();
  FstFile(const FstFile&) = delete;
  FstFile& operator=(const FstFile&) = delete;

  /// Rows declared after this stand in `scope`.
  void scope(const std::string& scope);
  [[nodiscard]] Row number(const std::string& name, unsigned bits);
  /// Values 0, 1, ... are shown as these words.
  [[nodiscard]] Row word(const std::string& name, const std::vector<std::string>& words);
  /// Up to `characters` of ASCII, kept in the file as the bytes of a vector.
  [[nodiscard]] Row text(const std::string& name, unsigned characters);
  void add(cosim::TracedModel& model);

  void set(Row row, std::uint64_t value);
  void set_text(Row row, std::string_view text);

  /// Whether a file can be made at `path`, with room to write; else says why.
  [[nodiscard]] static bool can_write(const std::string& path, std::string& why);
  /// False, with `why`, if the file cannot be made.
  [[nodiscard]] bool open(const std::string& path, std::string& why);
  [[nodiscard]] bool is_open() const;
  /// Writes what has changed since the last dump; `picoseconds` only grows.
  void dump(std::uint64_t picoseconds);
  /// What has been dumped survives even if the process is killed from now on.
  void flush();
  void close();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace selvage::waves
