// SPDX-License-Identifier: Apache-2.0
#include "cli/dut/command.hpp"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <optional>

#include "cli/dut/prove.hpp"
#include "cli/dut/report.hpp"
#include "cli/interrupt.hpp"
#include "cli/questions/topology_option.hpp"
#include "cli/result/run_folder.hpp"
#include "cli/terminal.hpp"
#include "config/exit_code.hpp"
#include "dut/bench.hpp"
#include "dut/manifest/skeleton.hpp"

namespace selvage::cli {
namespace {

using nlohmann::ordered_json;

const dut::Contract* contract_of(const std::string& block) {
  const dut::Contract* contract = dut::find_contract(block);
  if (contract != nullptr) return contract;
  std::vector<std::string> names;
  for (const dut::Contract& c : dut::contracts()) names.push_back(c.block);
  const std::string hint = config::did_you_mean(block, names);
  complain("BLOCK", fmt::format("'{}' is none of {}{}", config::printable(block),
                                config::join(names, ", "), hint.empty() ? "" : " (" + hint + ")"));
  return nullptr;
}

/// The contract's parameters as `--set` chooses them; empty after complaints.
std::optional<dut::Parameters> parameters_of(const dut::Contract& contract,
                                             const std::vector<std::string>& sets) {
  dut::Parameters all = dut::presets(contract);
  for (const std::string& set : sets) {
    const std::string why = dut::choose(contract, set, all);
    if (why.empty()) continue;
    complain("--set " + config::printable(set), why);
    return std::nullopt;
  }
  const std::string why = contract.derive == nullptr ? "" : contract.derive(all);
  if (why.empty()) return all;
  complain("--set", why);
  return std::nullopt;
}

/// All that the text says, and what a tool needs beside it.
ordered_json contract_json(const dut::Contract& c, const dut::Parameters& parameters) {
  ordered_json chosen = ordered_json::array();
  ordered_json follow = parameters;
  for (const dut::Parameter& p : c.parameters) {
    chosen.push_back({{"name", p.name},
                      {"meaning", p.meaning},
                      {"from", p.low},
                      {"to", p.high},
                      {"multiple_of", p.step},
                      {"preset", p.preset},
                      {"value", parameters.at(p.name)}});
    follow.erase(p.name);
  }
  ordered_json pins = ordered_json::array();
  ordered_json groups = ordered_json::object();
  for (const dut::Pin& pin : c.pins(parameters)) {
    pins.push_back(
        {{"name", pin.name},
         {"input", pin.input},
         {"width", unsigned{pin.width}},
         {"meaning", pin.meaning},
         {"rule", pin.rule},
         {"optional", pin.optional},
         {"static", pin.is_static},
         {"held", pin.is_held},
         {"time", pin.is_time},
         {"group", pin.group.empty() ? ordered_json(nullptr) : ordered_json(pin.group)}});
    if (!pin.group.empty()) groups[pin.group].push_back(pin.name);
  }
  const std::string& specification = c.specification;
  return {{"block", c.block},
          {"summary", c.summary},
          {"source", c.source},
          {"latency", c.latency},
          {"stateful", c.stateful},
          {"specification",
           specification.empty() ? ordered_json(nullptr) : ordered_json(specification)},
          {"parameters", parameters},
          {"chosen", chosen},
          {"derived", follow},
          {"pins", pins},
          {"groups", groups}};
}

int contract_action(const Options& o) {
  if (o.dut.block.empty()) {
    ordered_json rows = ordered_json::array();
    for (const dut::Contract& c : dut::contracts()) {
      rows.push_back({{"block", c.block},
                      {"summary", c.summary},
                      {"latency", c.latency},
                      {"provable", !c.specification.empty()}});
      if (!o.json) fmt::print("  {:<18} {}\n", c.block, c.summary);
    }
    if (o.json) fmt::print("{}\n", rows.dump(2));
    return kPass;
  }
  const dut::Contract* contract = contract_of(o.dut.block);
  if (contract == nullptr) return kUsage;
  const auto parameters = parameters_of(*contract, o.sets);
  if (!parameters) return kUsage;
  if (!o.json) {
    fmt::print("{}", dut::describe(*contract, *parameters));
    return kPass;
  }
  fmt::print("{}\n", contract_json(*contract, *parameters).dump(2));
  return kPass;
}

int new_action(const Options& o) {
  const dut::Contract* contract = contract_of(o.dut.block);
  if (contract == nullptr) return kUsage;
  std::string why;
  if (!dut::write_skeleton(*contract, o.dut.folder, why)) {
    complain(config::printable_path(o.dut.folder), why);
    return kUsage;
  }
  const std::string manifest = (std::filesystem::path(o.dut.folder) / "dut.yaml").string();
  if (o.json) fmt::print("{}\n", ordered_json{{"manifest", manifest}}.dump());
  else
    fmt::print("written: {}; next: {} dut check {}\n", manifest, shell_quoted(o.program),
               shell_quoted(manifest));
  return kPass;
}

int check_action(const Options& o) {
  config::Diagnostics diagnostics;
  const auto manifest = manifest_of(o, diagnostics);
  if (!manifest) return kUsage;
  std::string reported;
  std::string warnings;
  const auto ports = dut::examine(*manifest, diagnostics, reported, warnings);
  print_warnings(warnings);
  print_error(reported + diagnostics.text());
  if (!ports) return kUsage;
  if (o.json)
    fmt::print("{}\n",
               ordered_json{{"block", manifest->contract->block}, {"top", manifest->top}}.dump());
  else
    fmt::print("{}: {} can stand for {}\n", o.dut.manifest, manifest->top,
               manifest->contract->block);
  return kPass;
}

/// Leaves and prints what a test came to. False after a complaint.
bool conclude(const Options& o, const dut::Manifest& manifest, const dut::Built& built,
              dut::Bench& bench, const dut::Outcome& outcome, std::uint64_t seed, bool cut,
              RunFolder& folder) {
  ordered_json result = dut_result(manifest, outcome.difference      ? "failed"
                                             : cut                   ? "interrupted"
                                             : outcome.compared == 0 ? "nothing"
                                                                     : "passed");
  result["hash"] = built.hash;
  result["seed"] = seed;
  result["questions"] = outcome.questions;
  result["compared"] = outcome.compared;
  result["difference"] = difference_json(bench, outcome);
  const bool left = leave(built, bench, outcome, result, folder);
  const Style style(o.color, stdout);
  if (o.json) {
    fmt::print("{}\n", result.dump(2));
  } else if (outcome.difference) {
    print_failure(manifest, bench, outcome, dut_folder(o), style);
  } else if (cut || outcome.compared > 0) {
    fmt::print("{}  {} as {}{}: {}{} questions, {} answers compared, seed {}\n",
               cut ? style.yellow("STOPPED") : style.green("PASS"), manifest.top,
               manifest.contract->block, sizes_text(manifest), cut ? "interrupted after " : "",
               grouped(outcome.questions), grouped(outcome.compared), seed);
  }
  return left;
}

int test_action(const Options& o) {
  const auto questions =
      whole_number("--questions", o.dut.questions, 1000000, std::uint64_t{1} << 40);
  const auto seed = whole_number("--seed", o.seed, 1, ~std::uint64_t{0} >> 11);
  config::Diagnostics diagnostics;
  const auto manifest = manifest_of(o, diagnostics);
  if (!questions || !seed || !manifest) return kUsage;
  std::string reported;
  const auto built = dut::build(*manifest, diagnostics, reported);
  print_error(reported + diagnostics.text());
  if (!built) return kUsage;
  print_warnings(built->warnings);
  RunFolder folder;
  if (!open_folder(dut_folder(o), folder)) return kUsage;
  dut::Bench bench(*manifest, *built);
  const auto watchdog = watch(*manifest, folder, [&](const dut::Position& position) {
    (void)conclude(o, *manifest, *built, bench, bench.stuck(position), *seed, false, folder);
  });
  std::optional<Progress> progress;
  progress.emplace(!o.quiet);
  const std::atomic<bool>& interrupted = catch_interrupts();
  const dut::Outcome outcome = bench.run(*questions, *seed, [&](std::uint64_t done) {
    progress->work("questions", done, *questions);
    return !interrupted;
  });
  progress.reset();
  const bool cut = outcome.questions < *questions && !outcome.difference;
  if (!conclude(o, *manifest, *built, bench, outcome, *seed, cut, folder)) return kInternal;
  if (outcome.difference) return kFail;
  if (cut) return kInterrupted;
  if (outcome.compared > 0) return kPass;
  complain(config::printable_path(o.dut.manifest), "nothing was compared");
  return kNothing;
}

}  // namespace

int dut_command(const Options& o) {
  switch (o.dut.action) {
    case DutCommand::Action::kNew: return new_action(o);
    case DutCommand::Action::kCheck: return check_action(o);
    case DutCommand::Action::kTest: return test_action(o);
    case DutCommand::Action::kProve: return prove_action(o);
    case DutCommand::Action::kContract: return contract_action(o);
  }
  return kInternal;
}

}  // namespace selvage::cli
