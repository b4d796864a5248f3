// SPDX-License-Identifier: Apache-2.0
#include <sstream>

#include "config/text/read_json.hpp"
#include "config/validate.hpp"
#include "regress/results.hpp"

namespace selvage::regress {

namespace {

using nlohmann::ordered_json;

constexpr const char* kLine = R"json({
  "type": "object",
  "required": ["time", "git", "seed", "selection", "exit_code", "counts", "seconds", "met", "situations"],
  "properties": {
    "time": {"type": "string"}, "git": {"type": "string"}, "seed": {"type": ["integer", "null"]},
    "selection": {"type": "string"}, "exit_code": {"type": "integer"},
    "counts": {
      "type": "object", "required": ["runs", "pass", "fail", "known", "error", "undecided", "not_run"],
      "additionalProperties": {"type": "integer", "minimum": 0, "maximum": 1000000}
    },
    "seconds": {"type": "number", "minimum": 0},
    "met": {"type": ["integer", "null"]}, "situations": {"type": ["integer", "null"]}
  }
})json";

}  // namespace

ordered_json history_line(const ordered_json& summary, const campaign::Records& records,
                          const std::string& time) {
  double seconds = 0;
  for (const auto& [number, record] : records) seconds += record.seconds;
  const ordered_json& coverage = summary["coverage"];
  const bool covered = coverage.is_object();
  return {{"time", time},
          {"git", summary["build"].value("git", std::string("?"))},
          {"seed", summary["seed"]},
          {"selection", summary["selection"]},
          {"exit_code", summary["exit_code"]},
          {"counts", summary["counts"]},
          {"seconds", seconds},
          {"met", covered ? coverage["met"] : ordered_json(nullptr)},
          {"situations", covered ? coverage["situations"] : ordered_json(nullptr)}};
}

History read_history(const std::string& text) {
  const nlohmann::json schema = nlohmann::json::parse(kLine);
  const config::Validator issues(schema);
  History history;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    std::string why;
    auto read = config::read_json<ordered_json>(line, why);
    if (read && issues(nlohmann::json(*read)).empty()) history.lines.push_back(std::move(*read));
    else ++history.damaged;
  }
  return history;
}

}  // namespace selvage::regress
