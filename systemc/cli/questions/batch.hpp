// SPDX-License-Identifier: Apache-2.0
/// \file
/// Lines of `selvage route --batch`.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "cli/questions/question.hpp"
#include "config/validate.hpp"

namespace selvage::cli {

/// Schema (draft-07) of a batch line: `selvage schema batch`.
[[nodiscard]] nlohmann::json batch_schema();

/// Reads lines into questions.
class LineReader {
 public:
  /// `fallback` stands in for a missing topology (null: there is none); `extra` are topology
  /// parameters of the command line for questions that do not set them.
  LineReader(nlohmann::json fallback, nlohmann::json extra);

  /// False if the line is malformed: then `errors` tells all that is wrong with it, and `id` is
  /// still its id where it has one.
  [[nodiscard]] bool read(const std::string& line, Question& question,
                          std::vector<std::string>& errors) const;

 private:
  nlohmann::json fallback_;
  nlohmann::json extra_;
  nlohmann::json schema_;
  config::Validator validator_;
};

}  // namespace selvage::cli
