// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/run_command.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <stdexcept>

#include "cli/commands/campaign_command.hpp"
#include "cli/commands/replay_command.hpp"
#include "cli/dut/report.hpp"
#include "cli/dut/run_dut.hpp"
#include "cli/interrupt.hpp"
#include "cli/questions/question.hpp"
#include "cli/ranks.hpp"
#include "cli/result/result_json.hpp"
#include "cli/result/run_folder.hpp"
#include "cli/result/verdict.hpp"
#include "cli/result/view_output.hpp"
#include "cli/waves/wave_output.hpp"
#include "cli/whole/run_whole.hpp"
#include "config/exit_code.hpp"
#include "config/loader.hpp"
#include "config/switch/kinds.hpp"
#include "config/text/diagnostics.hpp"
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
  if (!o.run.dut.empty()) add("--dut", o.run.dut);
  if (!o.run.whole.empty()) add("--switch", o.run.whole);
  return words;
}

std::string command_line(const std::string& program, const std::vector<std::string>& words) {
  std::string out = shell_quoted(program);
  for (const std::string& word : words) out += " " + shell_quoted(word);
  return out;
}

/// Of several ranks the first one prints what all of them find.
void print_once(const std::string& text) {
  if (mpi::rank_by_environment().rank == 0) print_error(text);
}
int report_error(const std::string& whose, const std::string& what, int code = kUsage) {
  print_once(fmt::format("{}: error: {}\n", whose, what));
  return code;
}

using Whole = std::shared_ptr<const cosim::SwitchPlugin>;

/// With `latency` not 0 decisions take at least so many cycles; `whole` stands in every place.
std::optional<config::LoadedScenario> load(const Options& o, const Whole& whole,
                                           Cycle latency = 0) {
  config::Diagnostics diagnostics;
  config::ScenarioRequest request;
  request.file = o.run.scenario;
  for (const std::string& set : o.sets) {
    if (auto change = config::parse_set(set, diagnostics)) request.overrides.push_back(*change);
  }
  if (!o.seed.empty()) request.overrides.push_back({"--seed " + o.seed, "seed", o.seed});
  if (!o.engine.empty()) request.overrides.push_back({"--engine " + o.engine, "engine", o.engine});
  if (latency > 0) {
    const std::string cycles = std::to_string(latency);
    request.overrides.push_back({"--dut " + o.run.dut, "switch.route_latency", cycles});
  }
  if (whole) request.overrides.push_back({"--switch " + o.run.whole, "engine", "switch"});
  request.whole = whole;
  try {
    auto loaded = config::load_scenario(request, diagnostics);
    if (!loaded) print_once(diagnostics.text());
    return loaded;
  } catch (const cosim::PluginError& e) {
    report_error("--switch " + config::printable_path(o.run.whole), e.what());
    return std::nullopt;
  }
}

/// The switch of `--switch`, if there is one. False after complaints.
bool find_whole(const Options& o, Whole& whole) {
  if (o.run.whole.empty()) return true;
  if (!o.engine.empty() && o.engine != "switch") {
    report_error("--switch " + config::printable_path(o.run.whole),
                 "runs under engine switch, not " + config::printable(o.engine));
    return false;
  }
  whole = load_whole(o.run.whole);
  return whole != nullptr;
}

/// Puts the block of `--dut` into the switches; a block that is slower than switch.route_latency
/// raises it. False after complaints.
bool instantiate(const Options& o, std::optional<config::LoadedScenario>& loaded,
                 const Whole& whole, std::unique_ptr<dut::Instances>& instances) {
  if (o.run.dut.empty()) return true;
  if (loaded->scenario.engine.whole_switches()) {
    report_error("--dut " + config::printable_path(o.run.dut),
                 "engine switch has no place for a block in its switches: it needs engine golden, "
                 "rtl or lockstep");
    return false;
  }
  instances = instantiate_dut(o.run.dut, *loaded);
  if (!instances) return false;
  if (!decides(*instances, *loaded->system)) return true;
  if (instances->latency() <= loaded->scenario.sw.route_latency) return true;
  loaded = load(o, whole, instances->latency());
  if (loaded) loaded->system->use(instances->design());
  return loaded.has_value();
}

/// Of a module in the switches that loops without end.
std::unique_ptr<dut::Watchdog> watch_instances(const dut::Instances& instances,
                                               const Topology& topology, RunFolder& folder) {
  return watch(instances.manifest(), folder,
               [&instances, &topology](const dut::Position& position) {
                 print_error(stuck_line(instances, position, topology));
               });
}

/// Opens the output directory, at rank 0 if there are several ranks, and joins these. False after a
/// complaint.
bool begin(const std::filesystem::path& out, RunFolder& folder, fabric::RunOptions& run_options,
           std::unique_ptr<mpi::Ranks>& ranks) {
  const mpi::Rank rank = mpi::rank_by_environment();
  std::string why;
  if (rank.size > 1) {
    ranks = mpi::join_ranks(own_path(), *run_options.interrupt, why);
    if (!ranks) return report_error("mpirun", why) == kPass;
    run_options.ranks = ranks.get();
  }
  bool open = rank.rank > 0 || folder.open(out, why);
  if (!open) report_error("--out " + out.string(), why);
  if (ranks) open = all_ready(*ranks, open);
  return open;
}

/// Of several ranks, those that have nothing to report: empty at the one that has a result.
std::optional<int> end_of_rank(const Options& o, const fabric::RunResult& result,
                               fabric::EarlyEnd::Clock::time_point begun, RunFolder& folder,
                               std::unique_ptr<mpi::Ranks>& ranks) {
  if (!ranks) return std::nullopt;
  const bool first = ranks->rank() == 0;
  if (result.rank_lost) {
    return report_error(o.run.scenario, "a rank does not answer any more: there is no result",
                        kInternal);
  }
  if (!first) return kPass;
  // The others are left behind the result: one who is being killed by mpirun does not come so far.
  if (result.alone.empty()) return std::nullopt;
  ranks.reset();
  fmt::print(stderr, "{}: {}: one rank simulates it again\n", o.run.scenario, result.alone);
  folder.release();
  begin_alone(begun);
  return report_error(o.run.scenario, "cannot begin anew", kInternal);
}

/// Simulates into the drafts of `folder`. False, with a word on stderr, if that cannot begin.
bool simulate(const Options& o, const std::optional<Ending>& ending, const WaveWish& wish,
              const config::LoadedScenario& loaded, const RunFolder& folder,
              fabric::RunOptions& run_options, Scoreboard& scoreboard,
              std::optional<WavePlan>& plan, fabric::RunResult& result) {
  const Scenario& scenario = loaded.scenario;
  if (o.run.flow_log) run_options.flow_log = folder.draft(kFlows).string();
  if (o.run.journey) run_options.journey_file = folder.draft(kJourneys).string();
  run_options.stories = o.run.timeline != "never";
  try {
    if (o.waves.when == "always") {
      const fabric::EarlyEnd early(run_options.interrupt, run_options.begun,
                                   scenario.limits.wall_seconds);
      plan = plan_waves(scenario, *loaded.system, wish, ending.value_or(Ending{}), early);
      run_options.waves = {folder.draft(kWaveFile).string(), plan->from, plan->until,
                           plan->switches, plan->stuck};
    }
    Progress progress(!o.quiet && mpi::rank_by_environment().rank == 0);
    run_options.progress = [&](Cycle cycle, Cycle last, std::uint64_t packets) {
      progress.show(cycle, last, packets);
    };
    result = fabric::run(scenario, *loaded.system, scoreboard, run_options);
    return true;
  } catch (const cosim::PluginError& e) {  // at one rank, like those below
    if (run_options.ranks != nullptr) run_options.ranks->abandon();
    report_error("--switch " + config::printable_path(o.run.whole), e.what());
  } catch (const std::invalid_argument& e) {  // what only the fabric can find out, e.g. no fault
    report_error(o.run.scenario, e.what());   // set is tolerable
  } catch (const std::runtime_error& e) {     // a file that cannot be written, at one rank
    if (run_options.ranks != nullptr) run_options.ranks->abandon();
    report_error(o.run.scenario, e.what());
  }
  return false;
}

/// Draws the timeline into the drafts; what cannot be written is reported and left out.
bool draw_timeline(const FinishedRun& run, const RunFolder& folder) {
  const report::TimelineInput reported{run.scenario, run.system, run.result};
  std::string why;
  if (write_atomically(folder.draft(kTimelineSvg).string(), report::timeline_svg(reported), why) &&
      write_atomically(folder.draft(kTimelineTrace).string(), report::chrome_trace(reported),
                       why)) {
    return true;
  }
  std::error_code ignored;
  std::filesystem::remove(folder.draft(kTimelineSvg), ignored);
  report_error("timeline", why);
  return false;
}

/// Whether there is something to watch, and nobody forbids it.
bool shows(const Options& o, const FinishedRun& run) {
  const fabric::RunResult& result = run.result;
  if (o.run.no_view || o.run.timeline == "never") return false;
  return !result.faults.empty() || !result.failed_nodes.empty() || !result.flaps.empty() ||
         !result.always_dead.empty() || exit_code(result.outcome) == kFail;
}

/// Exit code, after telling why, of a run that asks for what its switches or several ranks lack.
std::optional<int> refused(const Options& o, const config::LoadedScenario& loaded) {
  const std::string_view kind = loaded.scenario.sw.kind();
  if (o.run.flow_log && !config::switch_plug(kind).keeps_flow_log) {
    return report_error("--flow-log",
                        fmt::format("switch.kind is {}, which has no flows to log", kind));
  }
  if (mpi::rank_by_environment().size == 1) return std::nullopt;
  const std::string why = refused_by_ranks(o, loaded);
  if (why.empty()) return std::nullopt;
  return report_error("mpirun", why);
}

/// Waves, timeline and view beside the result; false if something has not been written.
bool leave_pictures(const Options& o, FinishedRun& run, const std::optional<WavePlan>& plan,
                    RunFolder& folder, bool kept) {
  bool whole = run.result.unwritten.empty();
  for (const std::string& what : run.result.unwritten) report_error(o.run.scenario, what);
  if (plan) run.waves = finish_waves(run, *plan, folder.draft(""));
  const bool draw =
      o.run.timeline == "always" ||
      (o.run.timeline == "auto" && (!run.result.faults.empty() || !run.result.flaps.empty()));
  if (draw && kept) {
    run.timeline = draw_timeline(run, folder);
    whole = whole && run.timeline;
  }
  if (kept && shows(o, run)) {
    std::string why;
    run.view = write_view(run, folder.draft(""), why);
    if (!run.view) report_error("view", why);
    whole = whole && run.view;
  }
  return whole;
}

/// Keeps what the run has left, repeats a failure for its waves, and prints the verdict.
RunReport conclude(const Options& o, FinishedRun& run, RunFolder& folder, const RunReport& report,
                   bool whole) {
  std::string why;
  const std::string path = (report.out / "result.json").string();
  std::FILE* talk = o.json ? stderr : stdout;
  if (report.kept && !folder.keep(result_json(run).dump(2) + "\n", why)) {
    return {report_error(o.run.scenario,
                         fmt::format("{}; {}, but what it left cannot be kept", why,
                                     to_string(run.result.outcome)),
                         kInternal),
            report.out};
  }
  if (o.waves.when == "auto" && report.code == kFail) {
    run.waves = waves_by_repeating(o, report.out);
    if (!write_atomically(path, result_json(run).dump(2) + "\n", why)) {
      report_error(o.run.scenario, why);
      whole = false;
    }
  }
  fmt::print(talk, "{}", verdict(run, path, Style(o.color, talk), o.quiet));
  if (!report.kept) fmt::print(talk, "kept: {} of an older run\n", path);
  if (o.json) fmt::print("{}", result_json(run).dump(2) + "\n");
  return {whole ? report.code : kInternal, report.out, report.kept};
}

}  // namespace

int run_command(const Options& o) {
  if (o.run.topology.empty()) return run_scenario(o, std::nullopt).code;
  std::string why;
  const nlohmann::json topology = topology_from_short(o.run.topology, why);
  if (topology.is_null()) {
    report_error("--topology " + config::printable(o.run.topology), why);
    return kUsage;
  }
  Options with = o;
  with.sets.insert(with.sets.begin(), "topology=" + topology.dump());
  return run_scenario(with, std::nullopt).code;
}

RunReport run_scenario(const Options& o, const std::optional<Ending>& ending) {
  fabric::RunOptions run_options;  // the clock of limits.wall_seconds starts here
  if (const auto before = begun_by_ranks()) run_options.begun = *before;
  Whole plugin;
  if (!find_whole(o, plugin)) return {kUsage, {}};
  auto loaded = load(o, plugin);
  std::unique_ptr<dut::Instances> instances;
  if (!loaded || !instantiate(o, loaded, plugin, instances)) return {kUsage, {}};
  const cosim::ForeignDesign design = instances ? instances->design() : cosim::ForeignDesign{};
  if (instances && !decides(*instances, *loaded->system)) run_options.foreign = &design;
  WaveWish wish;
  std::string why;
  if (!understand(o.waves, loaded->system->topology(), wish, why)) {
    print_once(fmt::format("{}\n", why));
    return {kUsage, {}};
  }
  const Scenario& scenario = loaded->scenario;
  if (const auto code = refused(o, *loaded)) return {*code, {}};
  if (o.check) return {kPass, {}};
  const std::filesystem::path out = o.run.out.empty() ? std::filesystem::path("out") / scenario.name
                                                      : std::filesystem::path(o.run.out);
  run_options.interrupt = &catch_interrupts();
  std::unique_ptr<mpi::Ranks> ranks;  // ends behind the folder
  RunFolder folder;
  if (!begin(out, folder, run_options, ranks)) return {kUsage, out};
  const auto watchdog =
      instances ? watch_instances(*instances, loaded->system->topology(), folder) : nullptr;
  Scoreboard scoreboard;
  std::optional<WavePlan> plan;
  fabric::RunResult result;
  if (!simulate(o, ending, wish, *loaded, folder, run_options, scoreboard, plan, result)) {
    return {kUsage, out};
  }
  if (const auto code = end_of_rank(o, result, run_options.begun, folder, ranks))
    return {*code, out};

  // Cut short before a packet was offered: what an older run found is worth more.
  const int code = exit_code(result.outcome);
  const bool kept = result.packets.offered > 0 || (code != kInterrupted && code != kBudget) ||
                    !folder.has_older();
  const std::vector<std::string> arguments = repeating(o);
  FinishedRun run{scenario, *loaded->system, scoreboard, result, command_line(o.program, arguments),
                  false,    arguments,       nullptr};
  run.program = shell_quoted(o.program);
  if (plugin) run.whole = whole_json(*plugin, o.run.whole);
  if (instances) {
    run.dut = dut_json(*instances, loaded->system->topology());
    why.clear();
    run.dut["waves"] = dut_wave(*instances, loaded->system->topology(), scoreboard,
                                folder.draft("").string(), why);
    if (!why.empty()) report_error("--dut " + o.run.dut, why);
  }
  const bool whole = leave_pictures(o, run, plan, folder, kept);
  return conclude(o, run, folder, {code, out, kept}, whole);
}

}  // namespace selvage::cli
