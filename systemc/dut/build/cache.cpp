// SPDX-License-Identifier: Apache-2.0
#include "dut/build/cache.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <stdexcept>

namespace selvage::dut {

namespace fs = std::filesystem;

namespace {

constexpr const char* kSources = "sources.txt";
constexpr const char* kFormat = "8";  ///< of all that lies in the cache

std::string digest(const std::string& text) {
  const XXH128_hash_t h = XXH3_128bits(text.data(), text.size());
  return fmt::format("{:016x}{:016x}", h.high64, h.low64);
}

/// What lies there is loaded and run.
void check_own(const fs::path& home) {
  struct stat status {};
  if (lstat(home.c_str(), &status) != 0 || status.st_uid != geteuid() ||
      (status.st_mode & S_IWOTH) != 0) {
    throw CacheError(home.string() + " is not this user's alone; set XDG_CACHE_HOME");
  }
}

}  // namespace

Hash& Hash::add(const std::string& part) {
  all_ += fmt::format("{}:", part.size());
  all_ += part;
  return *this;
}

std::string Hash::text() const { return digest(all_); }

std::string hash_of_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary | std::ios::ate);
  if (!in || in.tellg() < 0) return {};
  std::string text(static_cast<std::size_t>(in.tellg()), '\0');
  in.seekg(0);
  if (!in.read(text.data(), static_cast<std::streamsize>(text.size()))) return {};
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

fs::path entry_of(const std::string& kind, Hash key) {
  return cache_home() / kind / key.add(kFormat).text();
}

Scratch::Scratch() {
  const fs::path home = cache_home();
  std::error_code code;
  if (fs::create_directories(home, code)) fs::permissions(home, fs::perms::owner_all, code);
  if (!code) check_own(home);
  std::string name = (home / "tmp-XXXXXX").string();
  if (code || mkdtemp(name.data()) == nullptr) {
    throw CacheError(home.string() + " cannot be written; set XDG_CACHE_HOME");
  }
  path_ = name;
  // What interrupted builds left.
  for (const auto& entry : fs::directory_iterator(home, code)) {
    const bool old =
        fs::file_time_type::clock::now() - entry.last_write_time(code) > std::chrono::hours(1);
    if (old && entry.path().filename().string().rfind("tmp-", 0) == 0)
      fs::remove_all(entry.path(), code);
  }
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
    if (is_fresh(name)) return;
    const Scratch old;
    std::error_code ignored;
    fs::rename(name, old.path() / "old", ignored);
    fs::rename(path_, name, taken);
    if (taken && !is_fresh(name))
      throw CacheError(name.string() + " cannot be written: " + taken.message());
  }
  if (!taken) path_.clear();
}

void write_sources(const fs::path& entry, const std::vector<std::string>& files) {
  std::ofstream out(entry / kSources);
  for (const auto& own : fs::directory_iterator(entry)) {
    const std::string name = own.path().filename().string();
    if (name == kSources || !own.is_regular_file()) continue;
    out << hash_of_file(own.path().string()) << ' ' << name << '\n';
  }
  for (const std::string& file : files) out << hash_of_file(file) << ' ' << file << '\n';
  if (!out.flush()) throw std::runtime_error("cannot write below " + entry.string());
}

bool is_fresh(const fs::path& entry) {
  std::ifstream in(entry / kSources);
  if (!in) return false;
  check_own(cache_home());
  for (std::string line; std::getline(in, line);) {
    const std::size_t blank = line.find(' ');
    if (blank == std::string::npos) return false;
    const fs::path file = entry / line.substr(blank + 1);  // or an absolute one as it is
    if (hash_of_file(file.string()) != line.substr(0, blank)) return false;
  }
  std::error_code ignored;
  fs::last_write_time(entry, fs::file_time_type::clock::now(), ignored);
  return true;
}

std::string content_of(const fs::path& entry) {
  std::ifstream in(entry / kSources);
  Hash hash;
  for (std::string line; std::getline(in, line);) {
    const std::size_t blank = line.find(' ');
    if (blank != std::string::npos && blank != 0 && line.compare(blank + 1, 1, "/") == 0)
      hash.add(line.substr(0, blank));
  }
  return hash.text();
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
