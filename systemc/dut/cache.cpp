// SPDX-License-Identifier: Apache-2.0
#include "dut/cache.hpp"

#include <fmt/format.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

namespace selvage::dut {

namespace fs = std::filesystem;

namespace {

constexpr const char* kSources = "sources.txt";

std::string digest(const std::string& text) {
  const XXH128_hash_t h = XXH3_128bits(text.data(), text.size());
  return fmt::format("{:016x}{:016x}", h.high64, h.low64);
}

}  // namespace

Hash& Hash::add(const std::string& part) {
  all_ += fmt::format("{}:", part.size());
  all_ += part;
  return *this;
}

std::string Hash::text() const { return digest(all_); }

std::string hash_of_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) return {};
  const std::string text((std::istreambuf_iterator<char>(in)), std::istreambuf_iterator<char>());
  return digest(text);
}

fs::path cache_home() {
  const auto set = [](const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr || value[0] != '/' ? fs::path() : fs::path(value);
  };
  if (const fs::path home = set("XDG_CACHE_HOME"); !home.empty()) return home / "selvage";
  if (const fs::path home = set("HOME"); !home.empty()) return home / ".cache" / "selvage";
  return fs::temp_directory_path() / fmt::format("selvage-{}", getuid());
}

Scratch::Scratch() {
  std::string name = (cache_home() / "tmp-XXXXXX").string();
  fs::create_directories(cache_home());
  if (mkdtemp(name.data()) == nullptr) {
    throw std::runtime_error("no folder can be made below " + cache_home().string());
  }
  path_ = name;
}

Scratch::~Scratch() {
  std::error_code ignored;
  if (!path_.empty()) fs::remove_all(path_, ignored);
}

void Scratch::keep(const fs::path& name) {
  fs::create_directories(name.parent_path());
  std::error_code taken;
  fs::rename(path_, name, taken);
  if (taken) {  // not empty: an old entry, or another process was quicker
    const Scratch old;
    std::error_code ignored;
    fs::rename(name, old.path() / "old", ignored);
    fs::rename(path_, name);
  }
  path_.clear();
}

void write_sources(const fs::path& entry, const std::vector<std::string>& files) {
  std::ofstream out(entry / kSources);
  for (const std::string& file : files) out << hash_of_file(file) << ' ' << file << '\n';
  if (!out.flush()) throw std::runtime_error("cannot write below " + entry.string());
}

bool is_fresh(const fs::path& entry) {
  std::ifstream in(entry / kSources);
  if (!in) return false;
  for (std::string line; std::getline(in, line);) {
    const std::size_t blank = line.find(' ');
    if (blank == std::string::npos || hash_of_file(line.substr(blank + 1)) != line.substr(0, blank)) return false;
  }
  return true;
}

void prune(const fs::path& folder, std::size_t most) {
  std::error_code ignored;
  std::vector<std::pair<fs::file_time_type, fs::path>> entries;
  for (const auto& entry : fs::directory_iterator(folder, ignored)) {
    entries.emplace_back(entry.last_write_time(ignored), entry.path());
  }
  if (entries.size() <= most) return;
  std::sort(entries.begin(), entries.end());
  entries.resize(entries.size() - most);
  for (const auto& entry : entries) fs::remove_all(entry.second, ignored);
}

}  // namespace selvage::dut
