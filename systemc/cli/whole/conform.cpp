// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "cli/commands/campaign_command.hpp"
#include "cli/interrupt.hpp"
#include "cli/terminal.hpp"
#include "cli/whole/command.hpp"
#include "cli/whole/run_whole.hpp"
#include "config/exit_code.hpp"
#include "config/loader.hpp"
#include "config/text/output.hpp"
#include "config/text/read_json.hpp"
#include "dut/build/process.hpp"
#include "dut/whole/suite.hpp"
#include "kernel/words.hpp"

namespace selvage::cli {

namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr std::size_t kMostBytes = 64U << 20U;

/// What became of one scenario.
struct Trial {
  std::string name;
  int code = kInternal;
  ordered_json result;  ///< null: there is none
  std::string said;     ///< the last lines, of one without a result
};

int conform_complaint(const std::string& whose, const std::string& what) {
  print_error(fmt::format("{}: error: {}\n", whose, what));
  return kUsage;
}

std::vector<fs::path> scenarios_of(const std::string& folder) {
  std::vector<fs::path> files;
  std::error_code failed;
  for (fs::directory_iterator it(folder, failed), end; !failed && it != end; it.increment(failed))
    if (it->path().extension() == ".yaml") files.push_back(it->path());
  std::sort(files.begin(), files.end());
  return files;
}

Trial try_one(const fs::path& scenario, const std::string& plugin, const fs::path& out) {
  Trial trial;
  trial.name = scenario.stem().string();
  const fs::path folder = out / trial.name;
  std::error_code ignored;
  fs::remove(folder / "result.json", ignored);
  const dut::Ended ended = dut::run_tool(
      {own_path(), "run", scenario.string(), "--switch", plugin, "--out", folder.string(),
       "--quiet", "--color", "never", "--timeline", "never", "--waves", "never"},
      fs::current_path().string());
  trial.code = ended.code < 0 ? static_cast<int>(kFail) : ended.code;
  std::string why;
  if (const auto text =
          config::read_text_file((folder / "result.json").string(), kMostBytes, why)) {
    trial.result = config::read_json<ordered_json>(*text, why).value_or(ordered_json(nullptr));
  }
  trial.said = ended.output.substr(0, 1000);
  if (ended.code < 0) trial.said += fmt::format("  {}: killed by a signal\n", trial.name);
  return trial;
}

std::uint64_t compared(const ordered_json& result, const char* block) {
  for (const ordered_json& b : result["compared"]["blocks"])
    if (b["kind"] == block) return b["compared"].get<std::uint64_t>();
  return 0;
}

std::string line_of(const Trial& t) {
  if (t.result.is_null()) return fmt::format("{:<12} exit code {}\n", t.name, t.code);
  const ordered_json& r = t.result;
  const bool own = r["switch_plugin"]["control"] == "own";  // of messages that nobody compares
  return fmt::format(
      "{:<12} {:<6} {:>10} packets {:>10} heads judged {:>8} messages  mean latency {}\n", t.name,
      t.code == kPass ? "PASS" : "FAIL",
      kernel::grouped(r["packets"]["delivered"].get<std::uint64_t>()),
      kernel::grouped(compared(r, "switch_departure")),
      own ? "-" : kernel::grouped(compared(r, "switch_message")),
      r["latency"]["mean"].is_number() ? fmt::format("{:.1f}", r["latency"]["mean"].get<double>())
                                       : std::string("-"));
}

/// The rule that was broken and where; or the status, or what was said.
std::string reason_of(const Trial& t) {
  if (t.result.is_null()) return t.said;
  const ordered_json& m = t.result["mismatch"];
  if (m.is_null()) {
    return fmt::format("  {}: {} {}\n", t.name, t.result["status"].get<std::string>(),
                       t.result["detail"].get<std::string>());
  }
  return fmt::format("  {}: {}, {} at cycle {}, port {}: expected {}, actual {}\n    {}\n", t.name,
                     m["requirement"].get<std::string>(), m["what"].get<std::string>(),
                     m["cycle"].get<std::uint64_t>(),
                     m["port"].is_string() ? m["port"].get<std::string>() : std::string("?"),
                     m["expected"].get<std::string>(), m["actual"].get<std::string>(),
                     t.result["reproduce"].get<std::string>());
}

}  // namespace

int conform_command(const Options& o) {
  const SwitchCommand& s = o.whole;
  const auto plugin = load_whole(s.plugin);
  if (!plugin) return kUsage;
  const std::string name = plugin->api().name;
  const fs::path out = s.out.empty() ? fs::path("out") / ("conform_" + name) : fs::path(s.out);
  std::error_code failed;
  fs::create_directories(out / "scenarios", failed);
  if (failed) return conform_complaint(out.string(), failed.message());
  std::vector<fs::path> files;
  std::string why;
  if (!s.folder.empty()) {
    files = scenarios_of(s.folder);
    if (files.empty()) return conform_complaint(s.folder, "there is no scenario (*.yaml)");
  } else {
    for (const auto& [file, text] : dut::conformance_suite(plugin->facts())) {
      files.push_back(out / "scenarios" / file);
      if (!config::write_atomically(files.back().string(), text, why))
        return conform_complaint(files.back().string(), why);
    }
  }
  std::string page = fmt::format("{} ({}), {} ports, trees of {} levels\n", name, s.plugin,
                                 plugin->facts().ports, plugin->facts().levels);
  std::string reasons;
  unsigned failures = 0;
  int worst = kPass;
  ordered_json trials = ordered_json::array();
  const std::atomic<bool>& interrupted = catch_interrupts();
  for (const fs::path& file : files) {
    const Trial trial = try_one(file, s.plugin, out);
    if (interrupted) {
      fmt::print(stderr, "{}STOPPED interrupted after {} of {} scenarios\n", page + reasons,
                 trials.size(), files.size());
      return kInterrupted;
    }
    page += line_of(trial);
    if (trial.code != kPass) {
      reasons += reason_of(trial);
      ++failures;
      worst = worst == kPass ? trial.code : worst;
    }
    trials.push_back(
        {{"scenario", file.string()},
         {"exit_code", trial.code},
         {"mismatch", trial.result.is_null() ? ordered_json(nullptr) : trial.result["mismatch"]}});
  }
  const bool passes = failures == 0;
  page += reasons + (passes ? fmt::format("PASS all {} scenarios\n", trials.size())
                            : fmt::format("FAIL {} of {} scenarios\n", failures, trials.size()));
  const ordered_json result{{"schema", "selvage.conform/1"},
                            {"switch", whole_json(*plugin, s.plugin)},
                            {"passes", passes},
                            {"scenarios", trials}};
  if (!config::write_atomically((out / "conform.txt").string(), page, why) ||
      !config::write_atomically((out / "conform.json").string(), result.dump(2) + "\n", why)) {
    return conform_complaint(out.string(), why);
  }
  fmt::print(o.json ? stderr : stdout, "{}", page);
  if (o.json) fmt::print("{}\n", result.dump(2));
  return worst;
}

}  // namespace selvage::cli
