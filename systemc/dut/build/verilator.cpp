// SPDX-License-Identifier: Apache-2.0
#include "dut/build/verilator.hpp"

#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "dut/build/cache.hpp"
#include "dut/build/process.hpp"

namespace selvage::dut {

namespace fs = std::filesystem;

namespace {

constexpr const char* kFacts = "facts.txt";
constexpr std::size_t kMostVerilators = 8;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

/// Its files in the first folder of PATH that has it: a script, and what that starts, if known.
std::vector<std::string> files_of_verilator() {
  std::istringstream path(variable("PATH"));
  for (std::string folder; std::getline(path, folder, ':');) {
    const fs::path script = fs::path(folder.empty() ? "." : folder) / "verilator";
    if (access(script.c_str(), X_OK) != 0) continue;
    std::error_code none;
    const fs::path real = fs::canonical(script, none);
    const fs::path started = real.parent_path() / "verilator_bin";
    // A script that starts another one may do so as it likes: nothing is known of that.
    if (none || !fs::exists(started) ||
        !(variable("VERILATOR_BIN") + variable("VERILATOR_ROOT")).empty())
      return {real.string(), ""};
    return {real.string(), started.string()};
  }
  return {};
}

}  // namespace

Verilator find_verilator() {
  const std::vector<std::string> files = files_of_verilator();
  if (files.empty()) return {};
  const fs::path entry = entry_of("verilator", Hash().add(files.front()));
  Verilator found;
  const bool known = !files.back().empty();
  if (known && is_fresh(entry)) {
    std::ifstream in(entry / kFacts);
    if (std::getline(in, found.version) && std::getline(in, found.root)) return found;
  }
  found.version = first_line({"verilator", "--version"});
  found.root = first_line({"verilator", "--getenv", "VERILATOR_ROOT"});
  if (found.version.empty() || found.root.empty()) return {};
  if (!known) return found;
  Scratch scratch;
  std::ofstream(scratch.path() / kFacts) << found.version << '\n' << found.root << '\n';
  write_sources(scratch.path(), files);
  scratch.keep(entry);
  prune(entry.parent_path(), kMostVerilators);
  return found;
}

std::vector<std::string> files_read(const fs::path& list) {
  std::vector<std::string> files;
  std::ifstream in(list);
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("S ", 0) != 0) continue;
    const std::size_t begin = line.find('"');
    const std::size_t end = line.rfind('"');
    const std::string file = line.substr(begin + 1, end - begin - 1);
    // The others are ours. Of a path with a blank Verilator also notes what stands before it, with
    // a size and a number of 0, or a folder.
    std::uint64_t size = 0;
    std::uint64_t number = 0;
    std::istringstream(line.substr(2)) >> size >> number;
    std::error_code none;
    const bool source = number != 0 && !fs::is_directory(file, none);
    if (fs::path(file).is_absolute() && source) files.push_back(file);
  }
  return files;
}

std::vector<std::string> with_shadows(std::vector<std::string> files,
                                      const std::vector<std::string>& folders) {
  const std::size_t read = files.size();
  for (std::size_t i = 0; i < read; ++i) {
    for (std::size_t own = 1; own < folders.size(); ++own) {
      const std::string before = folders[own] + "/";
      if (files[i].rfind(before, 0) != 0) continue;
      for (std::size_t k = 0; k < own; ++k)
        files.push_back(folders[k] + "/" + files[i].substr(before.size()));
    }
  }
  return files;
}

bool changed_since(const std::vector<std::string>& files, fs::file_time_type then) {
  return std::any_of(files.begin(), files.end(), [&](const std::string& file) {
    std::error_code gone;
    return fs::last_write_time(file, gone) >= then || gone;
  });
}

fs::file_time_type file_time_now() {
  return fs::file_time_type::clock::now() - std::chrono::milliseconds(20);
}

}  // namespace selvage::dut
