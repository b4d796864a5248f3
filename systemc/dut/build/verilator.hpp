// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which Verilator is there, and which files a run of it has read.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace selvage::dut {

struct Verilator {
  std::string version;  ///< as it tells it; empty: it is not there
  std::string root;     ///< the folder of its runtime
};

/// The one in PATH: asked once, and then kept until one of its files changes, if these stand in one
/// folder. Throws CacheError.
[[nodiscard]] Verilator find_verilator();

/// The files of others that Verilator read, from its own list, *__verFiles.dat.
[[nodiscard]] std::vector<std::string> files_read(const std::filesystem::path& list);
/// Beside these, the files that would be read in place of one of them if they were there: of its
/// name in an include folder before its own.
[[nodiscard]] std::vector<std::string> with_shadows(std::vector<std::string> files,
                                                    const std::vector<std::string>& folders);
/// Whether one of these was written since `then`, or is gone.
[[nodiscard]] bool changed_since(const std::vector<std::string>& files,
                                 std::filesystem::file_time_type then);
/// Now, as files have it, whose times are a little behind the clock.
[[nodiscard]] std::filesystem::file_time_type file_time_now();

}  // namespace selvage::dut
