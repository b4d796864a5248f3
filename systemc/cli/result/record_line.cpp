// SPDX-License-Identifier: Apache-2.0
#include "cli/result/record_line.hpp"

#include <fmt/format.h>

#include <fstream>

#include "cli/terminal.hpp"
#include "config/exit_code.hpp"
#include "config/loader.hpp"
#include "config/text/read_json.hpp"
#include "golden/number.hpp"

namespace selvage::cli {

int print_record(const RecordFile& file, const std::string& id, bool raw,
                 const std::function<void(const nlohmann::json&)>& print) {
  const auto number = parse_number<std::uint64_t>(id);
  if (!number) {
    fmt::print(stderr, "{}: error: '{}' is no {} number\n", file.command, id, file.what);
    return kUsage;
  }
  std::string why;
  if (!config::is_readable_file(file.path, why)) {
    fmt::print(stderr, "{}: error: {}; `{} run {}` writes it\n", file.path, why,
               shell_quoted(file.program), file.option);
    return kUsage;
  }
  std::ifstream in(file.path);
  const std::string lead = fmt::format("{{\"id\":{},", *number);
  std::string line;
  while (std::getline(in, line)) {
    if (line.rfind(lead, 0) != 0) continue;
    if (raw) {
      fmt::print("{}\n", line);
      return kPass;
    }
    try {
      if (const auto record = config::read_json(line, why)) {
        print(*record);
        return kPass;
      }
    } catch (const nlohmann::json::exception& e) {
      why = e.what();
    }
    fmt::print(stderr, "{}: error: the line of {} {} is damaged: {}\n", file.path, file.what, id,
               why);
    return kUsage;
  }
  fmt::print(stderr, "{}: error: no {} {}\n", file.path, file.what, id);
  return kUsage;
}

}  // namespace selvage::cli
