// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/dut_command.hpp"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <optional>

#include "cli/commands/run_dut.hpp"
#include "cli/exit_code.hpp"
#include "cli/questions/topology_option.hpp"
#include "cli/result/run_folder.hpp"
#include "cli/terminal.hpp"
#include "cli/waves/wave_output.hpp"
#include "config/loader.hpp"
#include "dut/bench.hpp"
#include "dut/manifest/skeleton.hpp"

namespace selvage::cli {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kMostWarnings = 20;  ///< lines
constexpr std::size_t kMostSteps = 12;     ///< of a stimulus that are printed

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

int contract_action(const Options& o) {
  if (o.dut.block.empty()) {
    ordered_json rows = ordered_json::array();
    for (const dut::Contract& c : dut::contracts()) {
      rows.push_back({{"block", c.block}, {"summary", c.summary}, {"latency", c.latency}});
      if (!o.json) fmt::print("  {:<16} {}\n", c.block, c.summary);
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
  ordered_json pins = ordered_json::array();
  for (const dut::Pin& pin : contract->pins(*parameters)) {
    pins.push_back({{"name", pin.name},
                    {"input", pin.input},
                    {"width", pin.width},
                    {"meaning", pin.meaning},
                    {"rule", pin.rule},
                    {"optional", pin.optional},
                    {"static", pin.is_static}});
  }
  fmt::print(
      "{}\n",
      ordered_json{{"block", contract->block}, {"parameters", *parameters}, {"pins", pins}}.dump(
          2));
  return kPass;
}

int new_action(const Options& o) {
  const dut::Contract* contract = contract_of(o.dut.block);
  if (contract == nullptr) return kUsage;
  std::string why;
  if (!dut::write_skeleton(*contract, o.dut.folder, why)) {
    complain(config::printable(o.dut.folder), why);
    return kUsage;
  }
  const std::string manifest = (std::filesystem::path(o.dut.folder) / "dut.yaml").string();
  if (o.json) fmt::print("{}\n", ordered_json{{"manifest", manifest}}.dump());
  else
    fmt::print("written: {}; next: {} dut check {}\n", manifest, shell_quoted(o.program),
               shell_quoted(manifest));
  return kPass;
}

void print_warnings(const std::string& warnings) {
  std::size_t at = 0;
  for (std::size_t line = 0; at < warnings.size() && line < kMostWarnings; ++line) {
    at = warnings.find('\n', at) + 1;
  }
  tell(warnings.substr(0, at));
  if (at < warnings.size()) tell("... more warnings of the same sources\n");
}

/// The manifest; empty after its errors were told.
std::optional<dut::Manifest> manifest_of(const Options& o, config::Diagnostics& diagnostics) {
  auto manifest = dut::load_manifest(o.dut.manifest, o.sets, diagnostics);
  if (!manifest) tell(diagnostics.text());
  return manifest;
}

int check_action(const Options& o) {
  config::Diagnostics diagnostics;
  const auto manifest = manifest_of(o, diagnostics);
  if (!manifest) return kUsage;
  std::string told;
  std::string warnings;
  const auto ports = dut::examine(*manifest, diagnostics, told, warnings);
  print_warnings(warnings);
  tell(told + diagnostics.text());
  if (!ports) return kUsage;
  if (o.json)
    fmt::print("{}\n",
               ordered_json{{"block", manifest->contract->block}, {"top", manifest->top}}.dump());
  else
    fmt::print("{}: {} can stand for {}\n", o.dut.manifest, manifest->top,
               manifest->contract->block);
  return kPass;
}

std::string stimulus_text(const dut::Bench& bench, const dut::Outcome& outcome) {
  std::string text;
  const std::size_t first =
      outcome.steps.size() > kMostSteps ? outcome.steps.size() - kMostSteps : 0;
  if (first > 0) text += fmt::format("    ... {} clocks before\n", first);
  for (std::size_t i = first; i < outcome.steps.size(); ++i) {
    text += fmt::format("    clock {:>3}:", i);
    for (std::size_t pin = 0; pin < bench.inputs().size(); ++pin) {
      if (outcome.steps[i].question.is_zero(pin)) continue;
      text += fmt::format(" {}={}", bench.inputs()[pin].name, outcome.steps[i].question.text(pin));
    }
    text += outcome.steps[i].asked ? "\n" : " (nothing asked)\n";
  }
  return text;
}

std::string sizes_text(const dut::Manifest& m) {
  std::string text;
  for (const dut::Parameter& p : m.contract->parameters) {
    text += fmt::format("{}{}={}", text.empty() ? "" : ", ", p.name, m.at.at(p.name));
  }
  return text.empty() ? text : " (" + text + ")";
}

ordered_json result_of(const dut::Manifest& m, const dut::Built& built, const dut::Bench& bench,
                       const dut::Outcome& outcome, std::uint64_t seed) {
  ordered_json j{{"status", outcome.difference      ? "failed"
                            : outcome.compared == 0 ? "nothing"
                                                    : "passed"},
                 {"manifest", m.file},
                 {"hash", built.hash},
                 {"block", m.contract->block},
                 {"top", m.top},
                 {"parameters", m.at},
                 {"seed", seed},
                 {"questions", outcome.questions},
                 {"compared", outcome.compared},
                 {"difference", nullptr}};
  if (!outcome.difference) return j;
  const dut::Difference& d = *outcome.difference;
  ordered_json steps = ordered_json::array();
  for (const dut::Step& step : outcome.steps) {
    ordered_json pins{{"asked", step.asked}};
    for (std::size_t pin = 0; pin < bench.inputs().size(); ++pin) {
      pins[bench.inputs()[pin].name] = step.question.text(pin);
    }
    steps.push_back(std::move(pins));
  }
  j["difference"] = {{"text", dut::headline(d)}, {"pin", d.pin},     {"rule", d.rule},
                     {"clock", d.clock},         {"step", d.step},   {"expected", d.expected},
                     {"actual", d.actual},       {"stimulus", steps}};
  return j;
}

/// Leaves result and, of a difference, its wave. False after a complaint.
bool leave(const dut::Built& built, dut::Bench& bench, const dut::Outcome& outcome,
           const ordered_json& result, RunFolder& folder) {
  std::string why;
  bool good = true;
  if (outcome.difference) {
    (void)bench.play(outcome.steps, outcome.seed, folder.draft(kWaveFile).string());
    good = config::write_atomically(folder.draft(kViewFile).string(),
                                    dut_view(built, kWaveFile, outcome.difference->clock), why);
  }
  if (good) good = folder.keep(result.dump(2) + "\n", why);
  if (!good) complain(config::printable(folder.path().string()), why);
  return good;
}

int test_action(const Options& o) {
  const auto questions =
      whole_number("--questions", o.dut.questions, 1000000, std::uint64_t{1} << 40);
  const auto seed = whole_number("--seed", o.seed, 1, ~std::uint64_t{0} >> 11);
  config::Diagnostics diagnostics;
  const auto manifest = manifest_of(o, diagnostics);
  if (!questions || !seed || !manifest) return kUsage;
  std::string told;
  const auto built = dut::build(*manifest, diagnostics, told);
  tell(told + diagnostics.text());
  if (!built) return kUsage;
  print_warnings(built->warnings);
  const std::string out =
      o.dut.out.empty() ? "out/" + config::name_from(o.dut.manifest) : o.dut.out;
  RunFolder folder;
  std::string why;
  if (!folder.open(out, why)) {
    complain("--out " + config::printable(out), why);
    return kUsage;
  }
  dut::Bench bench(*manifest, *built);
  std::optional<Progress> progress;
  progress.emplace(!o.quiet);
  const dut::Outcome outcome = bench.run(*questions, *seed, [&](std::uint64_t done) {
    progress->work("questions", done, *questions);
  });
  progress.reset();
  const ordered_json result = result_of(*manifest, *built, bench, outcome, *seed);
  const bool left = leave(*built, bench, outcome, result, folder);
  if (o.json) {
    fmt::print("{}\n", result.dump(2));
  } else if (outcome.difference) {
    const dut::Difference& d = *outcome.difference;
    const Style style(o.color, stdout);
    fmt::print(
        "{}  {} as {}{}\n  {}\n  clock {} after reset, of the question of clock {}; the shortest stimulus found:\n{}"
        "  {}/result.json\n  gtkwave {} {}\n",
        style.red("FAIL"), manifest->top, manifest->contract->block, sizes_text(*manifest),
        dut::headline(d), d.clock, d.step, stimulus_text(bench, outcome), out,
        shell_quoted((std::filesystem::path(out) / kWaveFile).string()),
        shell_quoted((std::filesystem::path(out) / kViewFile).string()));
  } else if (outcome.compared > 0) {
    const Style style(o.color, stdout);
    fmt::print("{}  {} as {}{}: {} questions, {} answers compared, seed {}\n", style.green("PASS"),
               manifest->top, manifest->contract->block, sizes_text(*manifest),
               grouped(outcome.questions), grouped(outcome.compared), *seed);
  }
  if (!left) return kInternal;
  if (outcome.difference) return kFail;
  if (outcome.compared > 0) return kPass;
  complain(config::printable(o.dut.manifest), "nothing was compared");
  return kNothing;
}

}  // namespace

int dut_command(const Options& o) {
  switch (o.dut.action) {
    case DutCommand::Action::kNew: return new_action(o);
    case DutCommand::Action::kCheck: return check_action(o);
    case DutCommand::Action::kTest: return test_action(o);
    case DutCommand::Action::kContract: return contract_action(o);
  }
  return kInternal;
}

}  // namespace selvage::cli
