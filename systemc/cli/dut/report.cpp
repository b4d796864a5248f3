// SPDX-License-Identifier: Apache-2.0
#include "cli/dut/report.hpp"

#include <fmt/format.h>

#include <utility>

#include "cli/dut/run_dut.hpp"
#include "cli/questions/topology_option.hpp"
#include "cli/waves/wave_output.hpp"
#include "config/exit_code.hpp"
#include "config/loader.hpp"

namespace selvage::cli {

using nlohmann::ordered_json;

namespace {

constexpr std::size_t kMostWarnings = 20;  ///< lines
constexpr std::size_t kMostSteps = 12;     ///< of a stimulus that are printed

}  // namespace

void print_warnings(const std::string& warnings) {
  std::size_t at = 0;
  for (std::size_t line = 0; at < warnings.size() && line < kMostWarnings; ++line) {
    at = warnings.find('\n', at) + 1;
  }
  print_error(warnings.substr(0, at));
  if (at < warnings.size()) print_error("... more warnings of the same sources\n");
}

std::optional<dut::Manifest> manifest_of(const Options& o, config::Diagnostics& diagnostics) {
  auto manifest = dut::load_manifest(o.dut.manifest, o.sets, diagnostics);
  if (!manifest) print_error(diagnostics.text());
  return manifest;
}

std::string stimulus_text(const dut::Bench& bench, const std::vector<dut::Step>& steps) {
  std::string text;
  const std::size_t first = steps.size() > kMostSteps ? steps.size() - kMostSteps : 0;
  if (first > 0) text += fmt::format("    ... {} clocks before\n", first);
  for (std::size_t i = first; i < steps.size(); ++i) {
    text += fmt::format("    clock {:>3}:", i);
    for (std::size_t pin = 0; pin < bench.inputs().size(); ++pin) {
      if (steps[i].question.is_zero(pin)) continue;
      text += fmt::format(" {}={}", bench.inputs()[pin].name, steps[i].question.text(pin));
    }
    text += steps[i].asked ? "\n" : " (nothing asked)\n";
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

std::string dut_folder(const Options& o) {
  return o.dut.out.empty() ? "out/" + config::name_from(o.dut.manifest) : o.dut.out;
}

bool open_folder(const std::string& out, RunFolder& folder) {
  std::string why;
  if (folder.open(out, why)) return true;
  complain("--out " + config::printable_path(out), why);
  return false;
}

ordered_json dut_result(const dut::Manifest& m, const char* status) {
  return {{"status", status},           {"manifest", m.file}, {"hash", nullptr},
          {"block", m.contract->block}, {"top", m.top},       {"parameters", m.at}};
}

ordered_json stimulus_json(const dut::Bench& bench, const std::vector<dut::Step>& steps) {
  ordered_json all = ordered_json::array();
  for (const dut::Step& step : steps) {
    ordered_json pins{{"asked", step.asked}};
    for (std::size_t pin = 0; pin < bench.inputs().size(); ++pin) {
      pins[bench.inputs()[pin].name] = step.question.text(pin);
    }
    all.push_back(std::move(pins));
  }
  return all;
}

ordered_json difference_json(const dut::Bench& bench, const dut::Outcome& outcome) {
  if (!outcome.difference) return nullptr;
  const dut::Difference& d = *outcome.difference;
  return {{"text", dut::headline(d)}, {"pin", d.pin},
          {"rule", d.rule},           {"clock", d.clock},
          {"step", d.step},           {"expected", d.expected},
          {"actual", d.actual},       {"stimulus", stimulus_json(bench, outcome.steps)}};
}

void print_failure(const dut::Manifest& manifest, const dut::Bench& bench,
                   const dut::Outcome& outcome, const std::string& out, const Style& style) {
  const dut::Difference& d = *outcome.difference;
  const std::string head =
      fmt::format("{}  {} as {}{}\n  {}\n", style.red("FAIL"), manifest.top,
                  manifest.contract->block, sizes_text(manifest), dut::headline(d));
  if (d.kind == dut::Difference::Kind::kStuck) {
    fmt::print("{}  manifest {}; the questions from reset on:\n{}  {}/result.json\n", head,
               manifest.file, stimulus_text(bench, outcome.steps), out);
    return;
  }
  fmt::print(
      "{}  clock {} after reset, of the question of clock {}; the shortest stimulus found:\n{}"
      "  {}/result.json\n  gtkwave {} {}\n",
      head, d.clock, d.step, stimulus_text(bench, outcome.steps), out,
      shell_quoted((std::filesystem::path(out) / kWaveFile).string()),
      shell_quoted((std::filesystem::path(out) / kViewFile).string()));
}

std::unique_ptr<dut::Watchdog> watch(const dut::Manifest& manifest, RunFolder& folder,
                                     Stuck report) {
  return std::make_unique<dut::Watchdog>(
      std::chrono::seconds(manifest.patience), kFail,
      [&folder, report = std::move(report)](const dut::Position& position) {
        clear_progress_line();
        report(position);
        folder.release();
      });
}

bool leave(const dut::Built& built, dut::Bench& bench, const dut::Outcome& outcome,
           const ordered_json& result, RunFolder& folder) {
  std::string why;
  bool good = true;
  if (outcome.difference && outcome.difference->kind != dut::Difference::Kind::kStuck) {
    (void)bench.play(outcome.steps, outcome.seed, folder.draft(kWaveFile).string());
    good = config::write_atomically(folder.draft(kViewFile).string(),
                                    dut_view(built, kWaveFile, outcome.difference->clock), why);
  }
  if (good) good = folder.keep(result.dump(2) + "\n", why);
  if (!good) complain(config::printable_path(folder.path().string()), why);
  return good;
}

}  // namespace selvage::cli
