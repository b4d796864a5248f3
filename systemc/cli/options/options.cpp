// SPDX-License-Identifier: Apache-2.0
#include "cli/options/options.hpp"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>

#include "cli/options/cover.hpp"
#include "cli/options/dut.hpp"
#include "cli/options/help.hpp"
#include "cli/options/regress.hpp"
#include "cli/options/switch.hpp"
#include "cli/options/topology.hpp"
#include "cli/options/view.hpp"
#include "config/exit_code.hpp"
#include "config/text/diagnostics.hpp"

namespace selvage::cli {
namespace {

constexpr const char* kExitCodes =
    "Exit codes:\n"
    "  0  pass; no failure are packets that the verdict counts: dropped for a reason, refused by a\n"
    "     full host, or, of such a run, in flight when phases.drain ends\n"
    "  1  RTL and golden model disagree, a check failed, or the fabric deadlocked\n"
    "  2  wrong option, configuration or input\n"
    "  3  limits.wall_seconds, set-up included, or phases.drain is over, with work left\n"
    "  4  internal error, or no room for a log that was asked for\n"
    "  5  nothing ran, or lockstep compared nothing\n"
    "130  interrupted; result.json is valid and says so";

constexpr const char* kExamples =
    "Examples:\n"
    "  selvage run scenarios/hello_fault.yaml\n"
    "  selvage run scenarios/hello_fault.yaml --set bug.skip_lft=true\n"
    "  selvage route --topology fattree:4,3 --fault 0/21/3 --src 100 --dst 211\n"
    "  selvage list\n\n";

constexpr const char* kRunExamples =
    "Examples:\n"
    "  selvage run scenarios/fattree_8p3t_link_faults.yaml\n"
    "  selvage run scenarios/hello_fault.yaml --set traffic.load=0.5 --seed 7\n"
    "  selvage run scenarios/hello_fault.yaml --journey && selvage journey out/hello_fault 17\n"
    "  selvage run scenarios/hello_fault.yaml --json | jq .status\n"
    "  selvage run scenarios/saturation.yaml --topology twolevel:8\n"
    "  selvage run scenarios/hello_fault.yaml --waves always && \\\n"
    "      selvage waves out/hello_fault/result.json\n\n"
    "`selvage schema scenario` describes every key of a scenario; --set reaches each of them.\n"
    "Later settings win: defaults, the file, --topology, --set, then --seed and --engine.\n\n";

/// CLI11's command tree, bound to the fields of `options`.
class Parser {
 public:
  Parser() : app_("Selvage: does the hardware route as the specification says while links fail?") {
    app_.footer(std::string(kExamples) + kExitCodes);
    app_.require_subcommand(0, 1);
    app_.set_help_flag("-h,--help", "Print this help");
    app_.add_flag("--version", version_, "Print version and build");
    app_.add_flag("--json", options_.json, "With --version: one JSON object");
    add_run();
    add_route();
    add_certify();
    add_tolerance();
    add_campaigns();
    add_replay();
    add_waves();
    auto* topology = command("topology", "Export a topology, or import a network of others",
                             Options::Command::kTopology);
    topology->footer(std::string(kTopologyExamples) + kExitCodes);
    add_topology(*topology, options_);
    using Which = Options::Command;
    add_dut(*command("dut", "Your own RTL of a block against golden", Which::kDut), options_);
    add_new_switch(*command("new-switch", "Your own switch: an adapter", Which::kNewSwitch),
                   options_);
    add_conform(*command("conform", "Your own switch: a suite for it", Which::kConform), options_);
    add_wrap_switch(*command("wrap-switch", "Of selvage_add_switch", Which::kWrapSwitch), options_);
    auto* regress = command("regress", "Run a suite and say what failed", Which::kRegress);
    add_regress(*regress, options_);
    add_talk(regress);
    add_cover(*command("cover", "Scenarios that meet what is missing", Which::kCover), options_);
    add_coverage(*command("coverage", "What runs have met", Which::kCoverage), options_);
    command("list", "What can be run: topologies, engines, patterns, bugs, scenarios",
            Options::Command::kList);
    command("doctor", "Check the tool chain", Options::Command::kDoctor);
    auto* schema = command("schema", "Print a JSON Schema", Options::Command::kSchema);
    schema
        ->add_option("NAME", options_.schema,
                     "scenario, result, events, batch, campaign, manifest, switch, suite, regress")
        ->required();
    auto* journey = command("journey", "Print one packet's life from `run --journey`",
                            Options::Command::kJourney);
    journey->add_option("DIR", options_.journey.directory, "Output directory of the run")
        ->required();
    journey->add_option("ID", options_.journey.id, "Number of the packet")->required();
    auto* explain = command("explain", "Print one flow's life from `run --flow-log`",
                            Options::Command::kExplain);
    explain->add_option("WHAT", options_.explain.what, "flow")
        ->check(CLI::IsMember({"flow"}))
        ->required();
    explain->add_option("ID", options_.explain.id, "Number of the flow")->required();
    explain->add_option("DIR", options_.explain.directory, "Output directory of the run")
        ->required();
    for (CLI::App* sub : app_.get_subcommands({})) {
      if (sub->get_name() == "schema") continue;
      sub->add_flag("--json", options_.json,
                    "One JSON object on stdout, talk on stderr; none after an error");
    }
  }

  CLI::App& app() { return app_; }
  Options& options() { return options_; }
  [[nodiscard]] bool version() const { return version_; }
  [[nodiscard]] ColorMode color() const {
    if (color_ == "always") return ColorMode::kAlways;
    return color_ == "never" ? ColorMode::kNever : ColorMode::kAuto;
  }

 private:
  CLI::App* command(const std::string& name, const std::string& what, Options::Command which) {
    CLI::App* sub = app_.add_subcommand(name, what);
    sub->footer(kExitCodes);
    sub->callback([this, which] { options_.command = which; });
    return sub;
  }

  void add_common(CLI::App* sub) {
    sub->add_option("--engine", options_.engine, "Who decides (default: lockstep)")
        ->type_name("ENGINE:{golden,rtl,lockstep,switch}");
    sub->add_option_function<std::vector<std::string>>(
           "--set", [this](const std::vector<std::string>& sets) { options_.sets = sets; },
           "Change a setting, e.g. traffic.load=0.5 or bug.skip_lft=true; repeatable")
        ->type_name("PATH=VALUE")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    add_talk(sub);
  }

  void add_check(CLI::App* sub) {
    sub->add_flag("--check", options_.check, "Only check the input: exit code 0 or 2");
  }

  void add_talk(CLI::App* sub) {
    sub->add_flag("--quiet,-q", options_.quiet, "Only the last lines of the verdict");
    sub->add_option("--color", color_, "auto, always or never")
        ->check(CLI::IsMember({"auto", "always", "never"}))
        ->type_name("WHEN");
  }

  void add_wave_options(CLI::App* sub, const char* what) {
    WaveOptions& w = options_.waves;
    sub->add_option("--waves", w.when, what)
        ->check(CLI::IsMember({"never", "auto", "always"}))
        ->type_name("WHEN");
    sub->add_option("--wave-window", w.window,
                    "Cycles to record (default: around the failure, or the first fault)")
        ->type_name("FROM:UNTIL");
    sub->add_option("--wave-switches", w.switches,
                    "Switches whose RTL is shown, e.g. 0/21,1/20 (default: along the fault's path)")
        ->type_name("NAME,...");
  }

  void add_result(CLI::App* sub) {
    sub->add_option("RESULT", options_.result.file, "result.json of the run, or its folder")
        ->required()
        ->transform([](const std::string& path) {
          std::error_code ignored;
          return std::filesystem::is_directory(path, ignored)
                     ? (std::filesystem::path(path) / "result.json").string()
                     : path;
        });
  }

  void add_replay() {
    auto* replay = command("replay", "Repeat a run from its result.json, with waves",
                           Options::Command::kReplay);
    replay->footer("Exit code 0: the outcome is the same; 1: it is another one.\n\n" +
                   std::string(kExitCodes));
    add_result(replay);
    replay
        ->add_option("--out", options_.result.out,
                     "Output directory (default: replay, beside RESULT)")
        ->type_name("DIR");
    add_wave_options(replay, "never, or anything else to record waves (default)");
    add_talk(replay);
  }

  void add_waves() {
    auto* waves = command("waves", "Open the waves of a run", Options::Command::kWaves);
    add_result(waves);
    waves
        ->add_option("--viewer", options_.result.viewer,
                     "gtkwave (default), or none to print the command")
        ->check(CLI::IsMember({"gtkwave", "none"}))
        ->type_name("VIEWER");
  }

  void add_run() {
    auto* run =
        command("run", "Simulate one scenario and print the verdict", Options::Command::kRun);
    run->footer(std::string(kRunExamples) + kExitCodes);
    run->add_option("SCENARIO", options_.run.scenario, "Scenario file (YAML)")->required();
    run->add_option("--topology", options_.run.topology,
                    "In place of the scenario's, e.g. mesh:4 or twolevel:8; --set may refine it")
        ->type_name("KIND:PARAMETERS");
    run->add_option("--out", options_.run.out, "Output directory (default: out/NAME)")
        ->type_name("DIR");
    run->add_option(
           "--dut", options_.run.dut,
           "A block of yours in the switches, all or these (docs/tutorials/your-own-rtl.md)")
        ->check([](const std::string& text) {
          return std::string(text.empty() ? "names no manifest" : "");
        })
        ->type_name("MANIFEST[@SWITCH,...]");
    add_run_switch(*run, options_);
    run->add_option("--seed", options_.seed, "Seed of all random streams")->type_name("N");
    run->add_flag("--journey", options_.run.journey,
                  "Write journeys.ndjson: every packet's life, hop by hop");
    run->add_flag(
        "--flow-log", options_.run.flow_log,
        "Write flows.ndjson: the channels of every flow (where switches have flow channels)");
    add_check(run);
    add_wave_options(run, "never; auto (default): of a failure, by repeating it; always");
    add_run_pictures(*run, options_);
    add_common(run);
  }

  void add_certify() {
    auto* certify = command("certify", "Can the routing deadlock? Looks for cycles of channels",
                            Options::Command::kCertify);
    certify->footer(std::string(kCertifyExamples) + kExitCodes);
    CertifyCommand& c = options_.certify;
    certify->add_option("--topology", c.topology, "e.g. mesh:4 or fattree:4,3")
        ->type_name("KIND:PARAMETERS");
    certify->add_option("--algorithm", c.algorithm, "Of a topology that has several, e.g. dor")
        ->type_name("NAME");
    add_faults(*certify, c.faults, c.nodes);
    certify->add_option("--random", c.random, "So many faulty switches in each set")
        ->type_name("N");
    certify->add_option("--random-links", c.random_links, "So many dead links in each set")
        ->type_name("N");
    certify->add_option("--sets", c.sets, "Sets of faults to look at (default: 1)")->type_name("N");
    certify->add_option("--seed", c.seed, "Of the random sets (default: 1)")->type_name("N");
    certify->add_flag("--quiet,-q", options_.quiet, "No line of progress");
  }

  void add_tolerance() {
    auto* sub = command("tolerance", "How many fault sets does the routing survive? No simulation",
                        Options::Command::kTolerance);
    sub->footer(std::string(kToleranceExamples) + kExitCodes);
    ToleranceCommand& t = options_.tolerance;
    sub->add_option("--topology", t.topology, "e.g. fattree:8,3, or a JSON object")
        ->type_name("KIND:PARAMETERS");
    sub->add_option("--faults", t.faults, "Dead links of each set (default: 0)")->type_name("N");
    sub->add_option("--sets", t.sets,
                    "So many random sets, or all if there are no more; or `all` (default: 1000)")
        ->type_name("N|all");
    sub->add_option("--first", t.first, "Number of the first random set (default: 0)")
        ->type_name("N");
    sub->add_option("--order", t.order,
                    "Where the order of messages matters: the worst one, or messages played as the "
                    "links of a set are listed (default: worst)")
        ->type_name("worst|listed");
    sub->add_flag("--symmetry", t.symmetry, "Count all sets by those that are not mirror images");
    sub->add_option("--seed", options_.seed, "Of the random sets (default: 1)")->type_name("N");
    sub->add_flag("--quiet,-q", options_.quiet, "No line of progress");
    add_check(sub);
    sub->add_option("--rule", t.rule, "Fat tree: corrected or paper")->type_name("RULE");
    sub->add_option("--lft-entries", t.lft_entries, "Fat tree: lines of the link fault table")
        ->type_name("W|any");
  }

  void add_jobs(CLI::App* sub) {
    CampaignCommand& c = options_.campaign;
    sub->add_option("--jobs,-j", c.jobs, "Trials at a time, of each rank (default: 1)")
        ->check(CLI::Range(1, 4096))
        ->type_name("N");
    sub->add_flag("--resume", c.resume, "Go on where an earlier run was stopped or killed");
    sub->add_flag("--fresh", c.fresh, "Throw away what an earlier run left")->excludes("--resume");
    sub->add_flag("--quick", c.quick, "With the file's `quick` settings");
    sub->add_option("--budget", c.budget, "Stop after so long, e.g. 20m; exit code 3")
        ->type_name("TIME");
    add_talk(sub);
  }

  void add_campaigns() {
    auto* campaign = command("campaign", "Run trials over all combinations of factors and seeds",
                             Options::Command::kCampaign);
    campaign->footer(std::string(kCampaignExamples) + kExitCodes);
    CampaignCommand& c = options_.campaign;
    campaign->add_option("FILE", c.file, "Campaign file (YAML)")->required();
    campaign->add_option("--out", c.out, "Output directory (default: out/NAME)")->type_name("DIR");
    campaign->add_option("--shard", c.shard, "Every N-th trial from the I-th on")->type_name("I/N");
    campaign
        ->add_option_function<std::vector<std::string>>(
            "--set", [this](const std::vector<std::string>& s) { options_.sets = s; },
            "Change a setting of the file, e.g. seeds=3; repeatable")
        ->type_name("PATH=VALUE")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    add_jobs(campaign);
    auto* figure = command("figure", "Repeat a figure of a paper, and judge its claims",
                           Options::Command::kFigure);
    figure->footer("Exit code 0 also if a claim is not reproduced: that is a result.\n\n" +
                   std::string(kExitCodes));
    figure->add_option("NAME", c.file, "File below scenarios/figures, without .yaml; or all")
        ->required();
    figure->add_option("--out", c.out, "Output directory (default: out/figures)")->type_name("DIR");
    add_jobs(figure);
    auto* report =
        command("report", "One HTML page of all that is in a directory", Options::Command::kReport);
    ReportCommand& r = options_.report;
    report->add_option("DIR", r.directory, "Runs, campaigns and figures, at any depth")->required();
    report->add_option("--out", r.out, "The page (default: report.html in DIR)")->type_name("FILE");
    report->add_option("--junit", r.junit, "Results of the tests, e.g. build/release/junit.xml")
        ->type_name("FILE");
    auto* view = command("view", "A page in which a run is watched", Options::Command::kView);
    view->footer("Example:\n  selvage view out/hello_fault\n\n" + std::string(kExitCodes));
    add_view(*view, options_);
  }

  void add_route() {
    auto* route = command("route", "Follow packets hop by hop at the settled fault state",
                          Options::Command::kRoute);
    route->footer(std::string(kRouteExamples) + kExitCodes);
    RouteCommand& r = options_.route;
    route->add_option("--topology", r.topology, "e.g. fattree:4,3 (m ports, n levels)")
        ->type_name("KIND:PARAMETERS");
    add_faults(*route, r.faults, r.nodes);
    route->add_option("--src", r.src, "Source host, e.g. 100")->type_name("HOST");
    route->add_option("--dst", r.dst, "Destination host")->type_name("HOST");
    route->add_option("--rule", r.rule, "Fat tree: corrected or paper")->type_name("RULE");
    route->add_option("--lft-entries", r.lft_entries, "Fat tree: size of the link fault table")
        ->type_name("W");
    route->add_option("--batch", r.batch, "One question a line (JSON); - reads stdin")
        ->type_name("FILE");
    add_common(route);
  }

  CLI::App app_;
  Options options_;
  std::string color_ = "auto";
  bool version_ = false;
};

/// "did you mean" for a subcommand that does not exist.
std::string hint_for(const CLI::App& app, int argc, char** argv) {
  std::vector<std::string> names;
  for (const CLI::App* sub : app.get_subcommands({})) names.push_back(sub->get_name());
  if (argc < 2 || std::find(names.begin(), names.end(), argv[1]) != names.end()) return "";
  const std::string hint = config::did_you_mean(argv[1], names);
  return hint.empty() ? "" : " (" + hint + ")";
}

}  // namespace

std::optional<Options> parse_options(int argc, char** argv, int& code) {
  Parser parser;
  CLI::App& app = parser.app();
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& e) {
    app.exit(e);
    code = kPass;
    return std::nullopt;
  } catch (const CLI::ParseError& e) {
    const auto subs = app.get_subcommands();
    const std::string name = subs.empty() ? "selvage" : "selvage " + subs.front()->get_name();
    std::string what = e.what();
    if (dynamic_cast<const CLI::ExtrasError*>(&e) != nullptr) {
      what = "not expected: " + config::join(app.remaining(true), " ");
    }
    print_error(fmt::format("{}: error: {}{}\n`{} --help` shows examples\n", name, what,
                            hint_for(app, argc, argv), name));
    code = kUsage;
    return std::nullopt;
  }
  Options& options = parser.options();
  options.color = parser.color();
  options.program = argv[0];
  if (app.get_subcommands().empty() && !parser.version()) {
    fmt::print(stderr, "{}", app.help());
    code = kUsage;
    return std::nullopt;
  }
  return options;
}

}  // namespace selvage::cli
