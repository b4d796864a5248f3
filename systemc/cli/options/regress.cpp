// SPDX-License-Identifier: Apache-2.0
#include "cli/options/regress.hpp"

#include <CLI/CLI.hpp>

namespace selvage::cli {

namespace {

constexpr const char* kRegressExamples =
    "Examples:\n"
    "  selvage regress scenarios/suites/smoke.yaml --jobs 2\n"
    "  selvage regress scenarios/suites/nightly.yaml --jobs 2 --budget 30m\n"
    "  selvage regress scenarios/suites/nightly.yaml --failed\n"
    "  mpirun -n 4 selvage regress scenarios/suites/nightly.yaml --seed 7\n\n"
    "Exit code 1: a run failed, a deliberate bug was not caught, a result was not the same twice, or\n"
    "a known failure has expired. 3: cut short, and nothing failed. `selvage schema suite` describes\n"
    "the file, docs/reference/regression.md explains it.\n";

}  // namespace

void add_regress(CLI::App& command, Options& options) {
  command.footer(kRegressExamples);
  CampaignCommand& c = options.campaign;
  command.add_option("SUITE", c.file, "Suite file (YAML)")->required();
  command.add_option("--out", c.out, "Output directory (default: out/regress/NAME)")
      ->type_name("DIR");
  command.add_option("--seed", options.seed, "What random seeds are drawn from (default: chance)")
      ->type_name("N");
  command.add_option("--jobs,-j", c.jobs, "Runs at a time, of each rank (default: 1)")
      ->check(CLI::Range(1, 4096))
      ->type_name("N");
  auto* resume =
      command.add_flag("--resume", c.resume, "Go on where an earlier one was stopped or killed");
  command.add_flag("--failed", options.regress.failed, "Only what failed last, with its seeds")
      ->excludes(resume);
  command.add_flag("--fail-fast", options.regress.fail_fast,
                   "Begin no run behind the first failure");
  command.add_option("--budget", c.budget, "Stop after so long, e.g. 20m; exit code 3")
      ->type_name("TIME");
  command.add_flag("--check", options.check, "Only check the input: exit code 0 or 2");
  command.add_option("--shard", c.shard, "Every N-th run from the I-th on")->type_name("I/N");
}

}  // namespace selvage::cli
