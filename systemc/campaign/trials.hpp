// SPDX-License-Identifier: Apache-2.0
/// \file
/// What workers run: numbered trials, each of them one command of this executable.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "campaign/journal.hpp"

namespace selvage::campaign {

/// "trials/000012".
[[nodiscard]] std::string trial_folder(std::uint32_t trial);

class Trials {
 public:
  virtual ~Trials() = default;
  [[nodiscard]] virtual std::uint32_t count() const = 0;
  /// Arguments of the executable for a trial that leaves its files in `directory`.
  [[nodiscard]] virtual std::vector<std::string> arguments(std::uint32_t trial,
                                                           const std::string& directory) const = 0;
  /// The file in a trial's folder that holds its result; may be "stdout".
  [[nodiscard]] virtual std::string result_file() const { return "result.json"; }
  /// A trial's folder below the directory of all of them.
  [[nodiscard]] virtual std::string folder(std::uint32_t trial) const {
    return trial_folder(trial);
  }
  /// Whether that folder stays after the trial: by default, of a failed one.
  [[nodiscard]] virtual bool keeps(const Record& record) const { return record.failed; }
  /// Says of a finished trial whether it failed, of which kind, and what its `result` (null: none)
  /// gives; `record` has trial, exit, status, detail and seconds already, and the trial has been
  /// run again `times` times. What it returns are options to run it again with; mostly none.
  [[nodiscard]] virtual std::vector<std::string> judge(Record& record,
                                                       const nlohmann::ordered_json& result,
                                                       unsigned times) const = 0;
};

/// `text` with `name` wherever it has `path`: tables must not depend on where they were made.
[[nodiscard]] std::string without_place(std::string text, const std::string& path,
                                        const std::string& name);

}  // namespace selvage::campaign
