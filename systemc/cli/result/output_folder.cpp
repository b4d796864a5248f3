// SPDX-License-Identifier: Apache-2.0
#include "cli/result/output_folder.hpp"

#include <algorithm>
#include <cctype>
#include <fstream>

#include "config/text/file_lock.hpp"

namespace selvage::cli {

namespace fs = std::filesystem;

namespace {

constexpr const char* kLock = ".run.lock";

}  // namespace

bool may_hold_page(const fs::path& file, std::string& why) {
  std::error_code none;
  if (!fs::is_regular_file(file, none)) return true;  // who writes says what is wrong
  std::string start(15, ' ');
  std::ifstream(file).read(start.data(), static_cast<std::streamsize>(start.size()));
  std::transform(start.begin(), start.end(), start.begin(),
                 [](unsigned char c) { return std::tolower(c); });
  if (start == "<!doctype html>" || fs::file_size(file, none) == 0) return true;
  why = "lies there already, and is no page";
  return false;
}

bool OutputFolder::open(const fs::path& directory, std::string& why) {
  std::error_code code;
  made_ = fs::create_directories(directory, code);
  if (code || !fs::is_directory(directory, code)) {
    why = "cannot make this directory: " + (code ? code.message() : std::string("it is none"));
    return false;
  }
  path_ = directory;
  lock_ = config::open_locked((path_ / kLock).string(), false, why);
  if (lock_ == nullptr) why = kLock + (": " + why);
  return lock_ != nullptr;
}

std::error_code OutputFolder::begin_drafts() const {
  std::error_code code;
  fs::remove_all(drafts(), code);
  if (!code && !fs::create_directory(drafts(), code) && !code) {
    code = std::make_error_code(std::errc::file_exists);
  }
  return code;
}

void OutputFolder::release() {
  std::error_code ignored;
  if (lock_ != nullptr) {
    fs::remove_all(drafts(), ignored);
    fs::remove(path_ / kLock, ignored);  // before it is free: whoever waits looks again
    std::fclose(lock_);
    lock_ = nullptr;
  }
  if (made_) fs::remove(path_, ignored);  // only if it is empty
}

}  // namespace selvage::cli
