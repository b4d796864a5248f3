// SPDX-License-Identifier: Apache-2.0
/// \file
/// One line of a file that `run` writes, found by its number.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>

namespace selvage::cli {

struct RecordFile {
  std::string program;  ///< this program, as it was called
  std::string command;  ///< that asks
  std::string what;     ///< e.g. "packet"
  std::string path;     ///< lines {"id":N,...}
  std::string option;   ///< of `run`, that writes it
};

/// Prints line `id`: as it is with `raw`, else by `print`. Returns the exit code.
[[nodiscard]] int print_record(const RecordFile& file, const std::string& id, bool raw,
                               const std::function<void(const nlohmann::json&)>& print);

}  // namespace selvage::cli
