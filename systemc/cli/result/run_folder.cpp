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
  return place_.open(directory, why) && take_room(why);
}

bool RunFolder::take_room(std::string& why) {
  std::error_code code;
  for (const char* name : kBeside) {
    if (!fs::is_directory(path() / name, code)) continue;
    why = "cannot write " + (path() / name).string() + ": it is a directory";
    return false;
  }
  code = place_.begin_drafts();
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
  return fs::exists(path() / kResult, ignored);
}

bool RunFolder::keep(const std::string& result, std::string& why) {
  const bool written = std::fwrite(result.data(), 1, result.size(), result_) == result.size() &&
                       std::fflush(result_) == 0 &&
                       ftruncate(fileno(result_), static_cast<off_t>(result.size())) == 0 &&
                       fsync(fileno(result_)) == 0;
  if (!written) {
    why = "cannot write " + (path() / kResult).string() + ": " + std::strerror(errno);
    return false;
  }
  // No moment in which files of two runs stand together under a result.
  std::error_code code;
  fs::remove(path() / kResult, code);
  for (const char* name : kBeside) {
    if (code) break;
    if (name == kResult) continue;  // comes last
    std::error_code missing;
    if (fs::exists(draft(name), missing)) {
      fs::rename(draft(name), path() / name, code);
    } else {
      fs::remove(path() / name, code);
    }
  }
  if (!code) fs::rename(draft(kResult), path() / kResult, code);
  if (code) why = "cannot write " + path().string() + ": " + code.message();
  return !code;
}

void RunFolder::release() {
  if (result_ != nullptr) std::fclose(result_);
  result_ = nullptr;
  place_.release();
}

}  // namespace selvage::cli
