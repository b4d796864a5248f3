// SPDX-License-Identifier: Apache-2.0
#include "cli/result/run_folder.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <system_error>

#include "cli/dut/run_dut.hpp"
#include "cli/result/result_json.hpp"
#include "cli/result/view_output.hpp"
#include "cli/waves/wave_output.hpp"
#include "config/text/file_lock.hpp"

namespace selvage::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kResult = "result.json";
/// Taken before the run, so that a disk that fills up meanwhile does not cost the result.
constexpr off_t kResultRoom = off_t{1} << 20U;
/// What a run leaves.
constexpr const char* kBeside[] = {kResult,        kJourneys, kFlows,      kTimelineSvg,
                                   kTimelineTrace, kWaveFile, kViewFile,   kViewSettings,
                                   kDutWave,       kDutView,  kEventsFile, kViewPage};

}  // namespace

bool RunFolder::open(const fs::path& directory, std::string& why) {
  std::error_code code;
  made_ = fs::create_directories(directory, code);
  if (code || !fs::is_directory(directory, code)) {
    why = "cannot make this directory: " + (code ? code.message() : std::string("it is none"));
    return false;
  }
  path_ = directory;
  lock_ = config::open_locked((path_ / kRunLock).string(), false, why);
  if (lock_ == nullptr) {
    why = kRunLock + (": " + why);
    return false;
  }
  return take_room(why);
}

bool RunFolder::take_room(std::string& why) {
  std::error_code code;
  for (const char* name : kBeside) {
    if (!fs::is_directory(path_ / name, code)) continue;
    why = "cannot write " + (path_ / name).string() + ": it is a directory";
    return false;
  }
  fs::remove_all(path_ / kUnfinished, code);  // of a run that was killed
  if (!code && !fs::create_directory(path_ / kUnfinished, code) && !code) {
    code = std::make_error_code(std::errc::file_exists);
  }
  if (!code) {
    result_ = std::fopen(draft(kResult).c_str(), "wbxe");
    const int failed =
        result_ == nullptr ? errno : posix_fallocate(fileno(result_), 0, kResultRoom);
    code = std::error_code(failed, std::generic_category());
  }
  if (code) why = "cannot write there: " + code.message();
  return !code;
}

bool RunFolder::has_older() const {
  std::error_code ignored;
  return fs::exists(path_ / kResult, ignored);
}

bool RunFolder::keep(const std::string& result, std::string& why) {
  const bool written = std::fwrite(result.data(), 1, result.size(), result_) == result.size() &&
                       std::fflush(result_) == 0 &&
                       ftruncate(fileno(result_), static_cast<off_t>(result.size())) == 0 &&
                       fsync(fileno(result_)) == 0;
  if (!written) {
    why = "cannot write " + (path_ / kResult).string() + ": " + std::strerror(errno);
    return false;
  }
  // No moment in which files of two runs stand together under a result.
  std::error_code code;
  fs::remove(path_ / kResult, code);
  for (const char* name : kBeside) {
    if (code) break;
    if (name == kResult) continue;  // comes last
    std::error_code missing;
    if (fs::exists(draft(name), missing)) {
      fs::rename(draft(name), path_ / name, code);
    } else {
      fs::remove(path_ / name, code);
    }
  }
  if (!code) fs::rename(draft(kResult), path_ / kResult, code);
  if (code) why = "cannot write " + path_.string() + ": " + code.message();
  return !code;
}

void RunFolder::release() {
  std::error_code ignored;
  if (result_ != nullptr) std::fclose(result_);
  result_ = nullptr;
  if (lock_ != nullptr) {
    fs::remove_all(path_ / kUnfinished, ignored);
    fs::remove(path_ / kRunLock, ignored);  // before it is free: whoever waits looks again
    std::fclose(lock_);
    lock_ = nullptr;
  }
  if (made_) fs::remove(path_, ignored);  // only if it is empty
}

}  // namespace selvage::cli
