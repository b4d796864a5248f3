// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/replay_command.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <spawn.h>
#include <sys/wait.h>

#include <cerrno>
#include <cstring>

#include "cli/commands/run_command.hpp"
#include "cli/result/result_json.hpp"
#include "cli/result/result_schema.hpp"
#include "cli/waves/wave_output.hpp"
#include "config/exit_code.hpp"
#include "config/loader.hpp"
#include "config/text/diagnostics.hpp"
#include "config/text/read_json.hpp"
#include "mpi/join.hpp"
#include "regress/digest.hpp"

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX leaves it to us

namespace selvage::cli {
namespace {

using nlohmann::json;

constexpr std::size_t kMostBytes = 64U << 20U;

/// The fields in which two results differ.
std::vector<std::string> differences(const json& a, const json& b) {
  std::vector<std::string> out;
  for (const auto& [key, value] : a.items()) {
    if (!regress::incidental(key) && (!b.contains(key) || b[key] != value)) out.push_back(key);
  }
  return out;
}

/// The options of the run that `result` is of; false if its arguments are damaged.
bool options_of(const json& result, const std::string& program, Options& out) {
  std::vector<std::string> words{program};
  for (const json& word : result["arguments"]) words.push_back(word.get<std::string>());
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  int code = 0;
  auto parsed = parse_options(static_cast<int>(words.size()), argv.data(), code);
  if (!parsed || parsed->command != Options::Command::kRun) return false;
  out = *parsed;
  return true;
}

/// Runs this executable; its exit code, 128 + signal if one ended it, or -1. Only its errors are
/// heard.
int run_self(std::vector<std::string> words) {
  std::vector<char*> argv;
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0);
  pid_t child = 0;
  const int failed = posix_spawn(&child, "/proc/self/exe", &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  if (failed != 0) return -1;
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace

json read_result(const std::string& path) {
  std::string why;
  const auto text = config::read_text_file(path, kMostBytes, why);
  if (!text) {
    fmt::print(stderr, "{}: error: {}\n", path, why);
    return nullptr;
  }
  const auto result = config::read_json(*text, why);
  if (result) why = result_complaint(*result);
  if (!why.empty()) {
    fmt::print(stderr, "{}: error: {}\n", path, why);
    return nullptr;
  }
  return *result;
}

int replay_command(const Options& o) {
  if (const mpi::Rank rank = mpi::rank_by_environment(); rank.size > 1) {
    if (rank.rank == 0) {
      fmt::print(stderr,
                 "mpirun: error: `selvage replay` repeats a run, of several ranks too, as one "
                 "process: start it without mpirun\n");
    }
    return kUsage;
  }
  const json before = read_result(o.result.file);
  if (before.is_null()) return kUsage;
  Options again;
  Ending ending;
  try {
    if (!options_of(before, o.program, again)) {
      fmt::print(stderr, "{}: error: 'arguments' are not those of `selvage run`\n", o.result.file);
      return kUsage;
    }
    ending = ending_of(before);
  } catch (const json::exception& e) {
    fmt::print(stderr, "{}: error: damaged: {}\n", o.result.file, e.what());
    return kUsage;
  }
  const std::string status = before["status"].get<std::string>();
  if (status == status_name(fabric::Outcome::kInterrupted) ||
      status == status_name(fabric::Outcome::kBudgetSpent)) {
    fmt::print(stderr, "{}: error: this run was cut off ({}), there is no outcome to repeat\n",
               o.result.file, status);
    return kUsage;
  }
  const std::filesystem::path home = std::filesystem::path(o.result.file).parent_path();
  again.run.out = o.result.out.empty() ? (home / "replay").string() : o.result.out;
  std::error_code ignored;
  if (std::filesystem::equivalent(again.run.out, home.empty() ? "." : home, ignored)) {
    fmt::print(stderr, "--out {}: error: holds the result that is to be replayed\n", again.run.out);
    return kUsage;
  }
  again.waves = o.waves;
  again.waves.when = o.waves.when == "never" ? "never" : "always";
  again.json = o.json;
  again.quiet = o.quiet;
  again.color = o.color;
  const RunReport report = run_scenario(again, ending);
  if (!report.kept || report.code == kInternal || report.code == kInterrupted) return report.code;
  const json now = read_result((report.out / "result.json").string());
  if (now.is_null()) return kInternal;

  std::FILE* talk = o.json ? stderr : stdout;
  const std::vector<std::string> different = differences(before, now);
  if (before["build"] != now["build"]) {
    fmt::print(talk, "replay: note: another build: {}, then {}\n",
               before["build"].value("git", "?"), now["build"].value("git", "?"));
  }
  if (different.empty()) {
    fmt::print(talk, "replay: the same outcome: {}\n", now["status"].get<std::string>());
    return kPass;
  }
  fmt::print(talk, "replay: another outcome: {}, then {}; different: {}\n",
             before["status"].get<std::string>(), now["status"].get<std::string>(),
             config::join(different, ", "));
  return kFail;
}

nlohmann::ordered_json waves_by_repeating(const Options& o, const std::filesystem::path& out) {
  const std::filesystem::path replay = out / ".replay";
  std::vector<std::string> words{o.program, "replay",       (out / "result.json").string(),
                                 "--quiet", "--color",      "never",
                                 "--out",   replay.string()};
  const auto pass_on = [&](const char* option, const std::string& value) {
    if (!value.empty()) words.insert(words.end(), {option, value});
  };
  pass_on("--wave-window", o.waves.window);
  pass_on("--wave-switches", o.waves.switches);
  if (!o.quiet) fmt::print(stderr, "failed; repeating the run to record waves of the failure\n");
  const int code = run_self(words);
  nlohmann::ordered_json waves;
  std::string why;
  if (code == kPass) {
    const std::string file = (replay / "result.json").string();
    if (const auto text = config::read_text_file(file, kMostBytes, why)) {
      const auto result = config::read_json<nlohmann::ordered_json>(*text, why);
      waves = result.value_or(nlohmann::ordered_json::object()).value("waves", waves);
    }
  } else {
    fmt::print(stderr, "waves: error: {} (exit code {}); `{} replay {}` tries again\n",
               code == kInterrupted ? "the repeated run was interrupted"
               : code == kFail      ? "the run did not end in the same way again"
                                    : "the repeated run came to no end",
               code, shell_quoted(o.program), shell_quoted((out / "result.json").string()));
  }
  std::error_code failed;
  for (const char* name : {kWaveFile, kViewFile, kViewSettings}) {
    if (waves.is_null()) break;
    std::filesystem::rename(replay / name, out / name, failed);
    if (failed) {
      fmt::print(stderr, "waves: error: {}: {}\n", name, failed.message());
      waves = nullptr;
    }
  }
  std::filesystem::remove_all(replay, failed);
  return waves;
}

}  // namespace selvage::cli
