// SPDX-License-Identifier: Apache-2.0
#include "cli/run_command.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>

#include "cli/exit_code.hpp"
#include "cli/interrupt.hpp"
#include "cli/question.hpp"
#include "cli/replay_command.hpp"
#include "cli/result_json.hpp"
#include "cli/verdict.hpp"
#include "cli/wave_output.hpp"
#include "config/diagnostics.hpp"
#include "config/loader.hpp"
#include "report/chrome_trace.hpp"
#include "report/timeline.hpp"

namespace selvage::cli {
namespace {

/// The arguments that repeat this run: what was given, and nothing else.
std::vector<std::string> repeating(const Options& o) {
  std::vector<std::string> words{"run", o.run.scenario};
  const auto add = [&](const char* option, const std::string& value) {
    words.insert(words.end(), {option, value});
  };
  for (const std::string& set : o.sets) add("--set", set);
  if (!o.seed.empty()) add("--seed", o.seed);
  if (!o.engine.empty()) add("--engine", o.engine);
  return words;
}

std::string command_line(const std::string& program, const std::vector<std::string>& words) {
  std::string out = shell_quoted(program);
  for (const std::string& word : words) out += " " + shell_quoted(word);
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
  if (!loaded) tell(diagnostics.text());
  return loaded;
}

/// Takes away what an earlier run left, so that it cannot be taken for this run's result.
void remove_old_results(const std::filesystem::path& out) {
  std::error_code ignored;
  for (const char* name : {"result.json", "journeys.ndjson", "flows.ndjson", kTimelineSvg, kTimelineTrace}) {
    std::filesystem::remove(out / name, ignored);
  }
  remove_waves(out);
}

}  // namespace

int run_command(const Options& o) {
  if (o.run.topology.empty()) return run_scenario(o, std::nullopt).code;
  std::string why;
  const nlohmann::json topology = topology_from_short(o.run.topology, why);
  if (topology.is_null()) {
    tell(fmt::format("--topology {}: error: {}\n", config::printable(o.run.topology), why));
    return kUsage;
  }
  Options with = o;
  with.sets.insert(with.sets.begin(), "topology=" + topology.dump());
  return run_scenario(with, std::nullopt).code;
}

RunReport run_scenario(const Options& o, const std::optional<Ending>& ending) {
  auto loaded = load(o);
  if (!loaded) return {kUsage, {}};
  WaveWish wish;
  std::string why;
  if (!understand(o.waves, loaded->system->topology(), wish, why)) {
    tell(fmt::format("{}\n", why));
    return {kUsage, {}};
  }
  const Scenario& scenario = loaded->scenario;
  if (o.check) return {kPass, {}};
  std::filesystem::path out = o.run.out;
  if (out.empty()) out = std::filesystem::path("out") / scenario.name;
  std::error_code code;
  std::filesystem::create_directories(out, code);
  if (code) {
    tell(fmt::format("--out {}: error: cannot make this directory: {}\n", out.string(),
               code.message()));
    return {kUsage, out};
  }
  remove_old_results(out);

  std::atomic<bool>& interrupt = catch_interrupts();
  Scoreboard scoreboard;
  fabric::RunOptions run_options;
  run_options.interrupt = &interrupt;
  run_options.stories = o.run.timeline != "never";
  if (o.run.flow_log) {
    if (scenario.sw.kind != SwitchKind::kFlow) {
      tell(fmt::format("--flow-log: error: switch.kind is {}, not flow\n",
                 to_string(scenario.sw.kind)));
      return {kUsage, out};
    }
    run_options.flow_log = (out / "flows.ndjson").string();
  }
  if (o.run.journey) run_options.journey_file = (out / "journeys.ndjson").string();
  fabric::RunResult result;
  std::optional<WavePlan> plan;
  try {
    if (o.waves.when == "always") {
      plan = plan_waves(scenario, *loaded->system, wish, ending.value_or(Ending{}));
      run_options.waves = {(out / kWaveFile).string(), plan->from, plan->until, plan->switches};
    }
    Progress progress(!o.quiet);
    run_options.progress = [&](Cycle cycle, Cycle last, std::uint64_t packets) {
      progress.show(cycle, last, packets);
    };
    result = fabric::run(scenario, *loaded->system, scoreboard, run_options);
  } catch (const std::invalid_argument& e) {  // what only the fabric can find out, e.g. no fault
    tell(fmt::format("{}: error: {}\n", o.run.scenario, e.what()));  // set is tolerable
    return {kUsage, out};
  } catch (const std::runtime_error& e) {  // a file that cannot be written
    tell(fmt::format("{}: error: {}\n", o.run.scenario, e.what()));
    return {kUsage, out};
  }

  const std::vector<std::string> arguments = repeating(o);
  const report::TimelineInput told{scenario, *loaded->system, result};
  const bool timeline = o.run.timeline == "always" ||
                        (o.run.timeline == "auto" && !result.faults.empty());
  FinishedRun run{scenario, *loaded->system, scoreboard, result, command_line(o.program, arguments),
                  timeline, arguments, nullptr};
  run.program = shell_quoted(o.program);
  if (plan) run.waves = finish_waves(run, *plan, out);
  const std::string path = (out / "result.json").string();
  bool written =
      write_atomically(path, result_json(run).dump(2) + "\n", why) &&
      (!timeline ||
       (write_atomically((out / kTimelineSvg).string(), report::timeline_svg(told), why) &&
        write_atomically((out / kTimelineTrace).string(), report::chrome_trace(told), why)));
  if (written && o.waves.when == "auto" && exit_code(result.outcome) == kFail) {
    run.waves = waves_by_repeating(o, out);
    written = write_atomically(path, result_json(run).dump(2) + "\n", why);
  }
  std::FILE* talk = o.json ? stderr : stdout;
  if (!written) {
    tell(fmt::format("error: {}\n{}: {}, but what it left cannot be kept\n", why, o.run.scenario,
               to_string(result.outcome)));
    return {kInternal, out};
  }
  fmt::print(talk, "{}", verdict(run, path, Style(o.color, talk), o.quiet));
  if (o.json) fmt::print("{}", result_json(run).dump(2) + "\n");
  return {exit_code(result.outcome), out};
}

}  // namespace selvage::cli
