// SPDX-License-Identifier: Apache-2.0
#include "cli/run_command.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>

#include "cli/exit_code.hpp"
#include "cli/interrupt.hpp"
#include "cli/result_json.hpp"
#include "cli/verdict.hpp"
#include "config/loader.hpp"
#include "report/chrome_trace.hpp"
#include "report/timeline.hpp"

namespace selvage::cli {
namespace {

/// The command that repeats this run: what was given, and nothing else.
std::string reproduce_command(const Options& o) {
  std::string out = shell_quoted(o.program) + " run " + shell_quoted(o.run.scenario);
  for (const std::string& set : o.sets) out += " --set " + shell_quoted(set);
  if (!o.seed.empty()) out += " --seed " + shell_quoted(o.seed);
  if (!o.engine.empty()) out += " --engine " + shell_quoted(o.engine);
  return out;
}

std::optional<config::LoadedScenario> load(const Options& o) {
  config::Diagnostics diagnostics;
  config::ScenarioRequest request;
  request.file = o.run.scenario;
  for (const std::string& set : o.sets) {
    if (auto change = config::parse_set(set, diagnostics)) request.overrides.push_back(*change);
  }
  if (!o.seed.empty()) request.overrides.push_back({"--seed " + o.seed, "seed", o.seed});
  if (!o.engine.empty()) request.overrides.push_back({"--engine " + o.engine, "engine", o.engine});
  auto loaded = config::load_scenario(request, diagnostics);
  if (!loaded) fmt::print(stderr, "{}", diagnostics.text());
  return loaded;
}

/// Takes away what an earlier run left, so that it cannot be taken for this run's result.
void remove_old_results(const std::filesystem::path& out) {
  std::error_code ignored;
  for (const char* name : {"result.json", "journeys.ndjson", kTimelineSvg, kTimelineTrace}) {
    std::filesystem::remove(out / name, ignored);
  }
}

}  // namespace

int run_command(const Options& o) {
  auto loaded = load(o);
  if (!loaded) return kUsage;
  const Scenario& scenario = loaded->scenario;
  std::filesystem::path out = o.run.out;
  if (out.empty()) out = std::filesystem::path("out") / scenario.name;
  std::error_code code;
  std::filesystem::create_directories(out, code);
  if (code) {
    fmt::print(stderr, "--out {}: error: cannot make this directory: {}\n", out.string(),
               code.message());
    return kUsage;
  }
  remove_old_results(out);

  std::atomic<bool>& interrupt = catch_interrupts();
  Scoreboard scoreboard;
  fabric::RunOptions run_options;
  run_options.interrupt = &interrupt;
  run_options.stories = o.run.timeline != "never";
  if (o.run.journey) run_options.journey_file = (out / "journeys.ndjson").string();
  fabric::RunResult result;
  try {
    Progress progress(!o.quiet);
    run_options.progress = [&](Cycle cycle, Cycle last, std::uint64_t packets) {
      progress.show(cycle, last, packets);
    };
    result = fabric::run(scenario, *loaded->system, scoreboard, run_options);
  } catch (const std::invalid_argument& e) {  // what only the fabric can find out, e.g. no fault
    fmt::print(stderr, "{}: error: {}\n", o.run.scenario, e.what());  // set is tolerable
    return kUsage;
  } catch (const std::runtime_error& e) {  // a file that cannot be written
    fmt::print(stderr, "{}: error: {}\n", o.run.scenario, e.what());
    return kUsage;
  }

  const report::TimelineInput told{scenario, *loaded->system, result};
  const bool timeline = o.run.timeline == "always" ||
                        (o.run.timeline == "auto" && !result.faults.empty());
  const FinishedRun run{scenario, *loaded->system,      scoreboard,
                        result,   reproduce_command(o), timeline};
  const std::string path = (out / "result.json").string();
  const std::string json = result_json(run).dump(2) + "\n";
  std::string why;
  const bool written =
      write_atomically(path, json, why) &&
      (!timeline ||
       (write_atomically((out / kTimelineSvg).string(), report::timeline_svg(told), why) &&
        write_atomically((out / kTimelineTrace).string(), report::chrome_trace(told), why)));
  std::FILE* talk = o.json ? stderr : stdout;
  fmt::print(talk, "{}", verdict(run, path, Style(o.color, talk), o.quiet));
  if (o.json) fmt::print("{}", json);
  if (!written) {
    fmt::print(stderr, "error: {}\n", why);
    return kInternal;
  }
  return exit_code(result.outcome);
}

}  // namespace selvage::cli
