// SPDX-License-Identifier: Apache-2.0
#include "cli/options/dut.hpp"

#include <CLI/CLI.hpp>

namespace selvage::cli {

namespace {

constexpr const char* kDutExamples =
    "Examples:\n"
    "  selvage dut contract route_select        pins, parameters, latency\n"
    "  selvage dut new route_select my_selector  a first manifest and module\n"
    "  selvage dut check my_selector/dut.yaml    all that can be said without simulating\n"
    "  selvage dut test my_selector/dut.yaml     a million questions against golden\n"
    "  selvage dut prove my_selector/dut.yaml    equal to a specification for all inputs\n"
    "docs/tutorials/your-own-rtl.md explains the manifest.\n";

}  // namespace

void add_dut(CLI::App& dut, Options& options) {
  dut.footer(kDutExamples);
  dut.require_subcommand(1);
  const auto action = [&](const char* name, const char* what, DutCommand::Action which) {
    CLI::App* sub = dut.add_subcommand(name, what);
    sub->callback([&options, which] { options.dut.action = which; });
    sub->add_flag("--json", options.json,
                  "One JSON object on stdout, talk on stderr; none after an error");
    return sub;
  };
  const auto sizes = [&](CLI::App* sub) {
    sub->add_option_function<std::vector<std::string>>(
           "--set", [&options](const std::vector<std::string>& sets) { options.sets = sets; },
           "Choose a parameter of the contract, e.g. M=16; repeatable")
        ->type_name("NAME=NUMBER")
        ->expected(1)
        ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  };
  DutCommand& d = options.dut;
  auto* contract = action("contract", "What a block has to do: pins, parameters, latency",
                          DutCommand::Action::kContract);
  contract->add_option("BLOCK", d.block, "Its name; without one, all are listed");
  sizes(contract);
  auto* fresh =
      action("new", "Write a first manifest, module and README", DutCommand::Action::kNew);
  fresh->add_option("BLOCK", d.block, "`selvage dut contract` lists them")->required();
  fresh->add_option("DIR", d.folder, "Folder, made if it is not there")->required();
  auto* check =
      action("check", "Manifest, sources and pins, without simulating", DutCommand::Action::kCheck);
  auto* test = action("test", "Random questions against golden; the first difference leaves a wave",
                      DutCommand::Action::kTest);
  auto* prove = action("prove", "Equal to the specification for all inputs, or a counterexample",
                       DutCommand::Action::kProve);
  for (CLI::App* sub : {check, test, prove}) {
    sub->add_option("MANIFEST", d.manifest, "The manifest (YAML)")->required();
    sizes(sub);
  }
  test->add_option("--questions", d.questions, "So many (default: 1000000)")->type_name("N");
  test->add_option("--seed", options.seed, "Of the questions (default: 1)")->type_name("N");
  for (CLI::App* sub : {test, prove})
    sub->add_option("--out", d.out, "Output directory (default: out/NAME)")->type_name("DIR");
  prove->add_option("--budget", d.budget, "Stop after so long, e.g. 20m; exit code 3 (default: 5m)")
      ->type_name("TIME");
  prove->add_option("--clocks", d.clocks, "Only so many after reset: no proof, but always an end")
      ->type_name("N");
  test->add_flag("--quiet,-q", options.quiet, "No line of progress");
}

}  // namespace selvage::cli
