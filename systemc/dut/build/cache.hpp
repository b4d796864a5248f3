// SPDX-License-Identifier: Apache-2.0
/// \file
/// Folders that are kept by the content of what they were made from.
#pragma once

#include <filesystem>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace selvage::dut {

/// 128 bits of hash as text; an order of parts gives another hash.
class Hash {
 public:
  Hash& add(const std::string& part);
  [[nodiscard]] std::string text() const;

 private:
  std::string all_;
};

/// The content of a file, hashed; empty if it cannot be read.
[[nodiscard]] std::string hash_of_file(const std::string& path);

/// $XDG_CACHE_HOME/selvage, else ~/.cache/selvage, else a folder of this user's below /tmp.
[[nodiscard]] std::filesystem::path cache_home();

/// Where the cache has what was made from `key`, `kind` being what it is: "ports". Changes with the
/// format of what lies there.
[[nodiscard]] std::filesystem::path entry_of(const std::string& kind, Hash key);

/// The cache cannot be used; a text fit for people.
struct CacheError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// A new folder below cache_home() that is gone with this object, unless it was kept.
class Scratch {
 public:
  Scratch();
  ~Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  [[nodiscard]] const std::filesystem::path& path() const { return path_; }
  /// Gives the folder its name in the cache, whole or not at all; what lies there is replaced.
  void keep(const std::filesystem::path& name);

 private:
  std::filesystem::path path_;
};

/// Writes down what files an entry holds, folders aside, and which it was made from, by their
/// content; one that is not there must not come to be.
void write_sources(const std::filesystem::path& entry, const std::vector<std::string>& files);
/// Whether an entry is there, whole, and all files that it was made from still have their content;
/// it is then the one used last. Throws CacheError if others can write there.
[[nodiscard]] bool is_fresh(const std::filesystem::path& entry);
/// The contents of the files that an entry was made from, wherever they lay, hashed.
[[nodiscard]] std::string content_of(const std::filesystem::path& entry);
/// Takes away all but the entries used last.
void prune(const std::filesystem::path& folder, std::size_t most);

}  // namespace selvage::dut
