// SPDX-License-Identifier: Apache-2.0
#include "cli/waves/waves_command.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "cli/commands/replay_command.hpp"
#include "cli/waves/wave_output.hpp"
#include "config/exit_code.hpp"
#include "config/loader.hpp"
#include "config/text/diagnostics.hpp"

namespace selvage::cli {

int waves_command(const Options& o) {
  const nlohmann::json result = read_result(o.result.file);
  if (result.is_null()) return kUsage;
  const std::string self = shell_quoted(o.program);
  const std::string file = shell_quoted(o.result.file);
  if (!result["waves"].is_object()) {
    fmt::print(stderr, "{}: error: this run has no waves; `{} replay {}` records them\n",
               o.result.file, self, file);
    return kUsage;
  }
  const std::filesystem::path home = std::filesystem::path(o.result.file).parent_path();
  for (const char* name : {kWaveFile, kViewFile}) {
    std::string why;
    if (config::is_readable_file((home / name).string(), why)) continue;
    fmt::print(stderr, "{}: error: {}; `{} replay {}` records waves anew\n", (home / name).string(),
               why, self, file);
    return kUsage;
  }
  std::vector<std::string> words{"gtkwave", "--rcfile=" + (home / kViewSettings).string(),
                                 (home / kWaveFile).string(), (home / kViewFile).string()};
  if (o.result.viewer == "none") {
    std::string line;
    for (const std::string& word : words) line += (line.empty() ? "" : " ") + shell_quoted(word);
    if (o.json) {
      fmt::print("{}\n", nlohmann::ordered_json{{"command", line}, {"arguments", words}}.dump(2));
    } else {
      fmt::print("{}\n", line);
    }
    return kPass;
  }
  if (std::getenv("DISPLAY") == nullptr && std::getenv("WAYLAND_DISPLAY") == nullptr) {
    fmt::print(stderr,
               "gtkwave: error: no display; `{} waves --viewer none {}` prints the "
               "command\n",
               self, file);
    return kUsage;
  }
  std::fflush(stdout);
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  execvp(argv[0], argv.data());
  fmt::print(stderr, "gtkwave: error: {}; `{} waves --viewer none {}` prints the command\n",
             std::strerror(errno), self, file);
  return kUsage;
}

}  // namespace selvage::cli
