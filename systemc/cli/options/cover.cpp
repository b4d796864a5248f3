// SPDX-License-Identifier: Apache-2.0
#include "cli/options/cover.hpp"

#include <CLI/CLI.hpp>

namespace selvage::cli {

namespace {

constexpr const char* kCoverExitCodes =
    "`selvage regress OUT/suite/suite.yaml` runs what was found.\n\n"
    "Exit codes:\n"
    "  0  the goal is reached\n"
    "  1  a scenario failed a check; it is failed.yaml\n"
    "  2  wrong option, configuration or input\n"
    "  3  rounds or time are over\n"
    "  4  a scenario's run broke down; it is failed.yaml. Or an internal error\n"
    "  5  nothing was sampled\n"
    "130  interrupted; what was found so far is there";
constexpr const char* kCoverageExitCodes =
    "Exit codes:\n"
    "  0  told\n"
    "  2  wrong option, or what is given is no result, scenario or suite\n"
    "  5  nothing was sampled";

}  // namespace

void add_coverage(CLI::App& command, Options& options) {
  command.footer(kCoverageExitCodes);
  command
      .add_option("RESULT", options.coverage.results,
                  "result.json of runs, results.json of campaigns, regress.json of suites, or "
                  "folders; of a scenario or a suite (.yaml) all that it could meet")
      ->required();
  command.add_flag("--csv", options.coverage.csv, "A line for each situation");
}

void add_cover(CLI::App& command, Options& options) {
  command.footer(kCoverExitCodes);
  CoverCommand& c = options.cover;
  command
      .add_option("WHAT", c.what,
                  "Scenario file, or a topology, e.g. fattree:4,3 or flow:fattree:4,3")
      ->required();
  command.add_option("--goal", c.goal, "Percent of the situations (default: 95)")->type_name("N");
  command.add_option("--budget", c.budget, "Stop after, e.g. 10m (default)")->type_name("TIME");
  command.add_option("--rounds", c.rounds, "Stop after so many rounds")->type_name("N");
  command.add_option("--jobs", c.jobs, "Processes at a time (default: 1)")
      ->check(CLI::Range(1U, 1024U))
      ->type_name("N");
  command.add_option("--seed", options.seed, "Of the search (default: 1)")->type_name("N");
  command.add_option("--out", c.out, "Output directory (default: out/cover)")->type_name("DIR");
  command.add_flag("--quiet,-q", options.quiet, "Only the last line");
}

}  // namespace selvage::cli
