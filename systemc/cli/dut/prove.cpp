// SPDX-License-Identifier: Apache-2.0
#include "cli/dut/prove.hpp"

#include <fmt/format.h>

#include "campaign/session.hpp"
#include "cli/dut/report.hpp"
#include "cli/interrupt.hpp"
#include "cli/questions/topology_option.hpp"
#include "config/exit_code.hpp"
#include "dut/prove/prove.hpp"
#include "dut/prove/specification.hpp"

namespace selvage::cli {
namespace {

using nlohmann::ordered_json;
using Kind = dut::Proof::Kind;

constexpr const char* kUsualBudget = "5m";
constexpr std::uint64_t kMostClocks = 1000;

const char* status_of(Kind kind) {
  switch (kind) {
    case Kind::kProved: return "proved";
    case Kind::kBounded: return "bounded";
    case Kind::kOpen: return "budget_spent";
    case Kind::kCounterexample:
    case Kind::kUnrepeated: return "failed";
  }
  return "";
}

ExitCode code_of(Kind kind) {
  if (kind == Kind::kProved || kind == Kind::kBounded) return kPass;
  return kind == Kind::kOpen ? kBudget : kFail;
}

std::string within(std::size_t clocks) {
  return fmt::format("no counterexample within {} clock{} from reset", clocks,
                     clocks == 1 ? "" : "s");
}

/// One sentence: what was shown.
std::string shown(const dut::Manifest& m, const dut::Proof& proof, const std::string& ended) {
  switch (proof.kind) {
    case Kind::kProved:
      return fmt::format("equal to {} for all inputs, in every clock from reset on",
                         m.contract->specification);
    case Kind::kBounded: return within(proof.clocks) + "; not proved beyond";
    case Kind::kOpen:
      return fmt::format("{}; {}", ended,
                         proof.clocks == 0 ? "nothing is known" : within(proof.clocks));
    case Kind::kUnrepeated:
      return "the solver's counterexample does not show in simulation: the module depends on what "
             "registers held before reset, on x, or on what is not synthesized";
    case Kind::kCounterexample: break;
  }
  return dut::headline(*proof.outcome.difference);
}

void print(const dut::Manifest& m, const dut::Proof& proof, const std::string& text,
           const std::string& stimulus, const Style& style) {
  const std::string word = proof.kind == Kind::kProved    ? style.green("PROVED")
                           : proof.kind == Kind::kBounded ? style.yellow("BOUNDED")
                           : proof.kind == Kind::kOpen    ? style.yellow("STOPPED")
                                                          : style.red("FAIL");
  fmt::print("{}  {} as {}{}: {}\n{}", word, m.top, m.contract->block, sizes_text(m), text,
             stimulus);
}

ordered_json proof_result(const dut::Manifest& m, Kind kind, const std::string& text) {
  ordered_json result = dut_result(m, status_of(kind));
  result["specification"] = m.contract->specification;
  result["shown"] = text;
  result["clocks"] = nullptr;
  result["difference"] = nullptr;
  return result;
}

/// The counterexample was played to a module that loops without end.
void conclude_stuck(const Options& o, const dut::Manifest& m, const dut::Position& position,
                    RunFolder& folder) {
  dut::Proof proof;
  proof.kind = Kind::kCounterexample;
  const std::string text = dut::stuck_text(m, position);
  const ordered_json result = proof_result(m, proof.kind, text);
  std::string why;
  if (!folder.keep(result.dump(2) + "\n", why))
    complain(config::printable_path(dut_folder(o)), why);
  if (o.json) fmt::print("{}\n", result.dump(2));
  else print(m, proof, text, fmt::format("  manifest {}\n", m.file), Style(o.color, stdout));
}

/// What is wrong with the options or the block, before anything runs.
bool refused(const dut::Manifest& m, std::uint64_t clocks) {
  if (clocks != 0 && clocks <= m.latency.clocks) {
    complain(fmt::format("--clocks {}", clocks),
             fmt::format("the first answer comes {} clocks after reset", m.latency.clocks));
    return true;
  }
  if (!m.contract->specification.empty()) return false;
  complain(m.contract->block,
           fmt::format("there is no specification of it for a solver; there is one of {}. `dut "
                       "test` asks it at random",
                       dut::specified_blocks()));
  return true;
}

}  // namespace

int prove_action(const Options& o) {
  const std::string budget = o.dut.budget.empty() ? kUsualBudget : o.dut.budget;
  const double seconds = campaign::seconds_of(budget);
  if (seconds <= 0) complain("--budget " + budget, "is no time, e.g. 90s, 20m or 1.5h");
  const auto clocks = whole_number("--clocks", o.dut.clocks, 0, kMostClocks);
  config::Diagnostics diagnostics;
  const auto manifest = manifest_of(o, diagnostics);
  const bool zero = clocks && *clocks == 0 && !o.dut.clocks.empty();
  if (zero) complain("--clocks 0", "must be at least 1; without it there is no bound");
  if (seconds <= 0 || zero || !clocks || !manifest || refused(*manifest, *clocks)) return kUsage;
  const std::string out = dut_folder(o);
  RunFolder folder;
  if (!open_folder(out, folder)) return kUsage;
  const auto watchdog = watch(*manifest, folder, [&](const dut::Position& position) {
    conclude_stuck(o, *manifest, position, folder);
  });
  std::string reported;
  std::string warnings;
  const std::atomic<bool>& interrupted = catch_interrupts();
  auto proof =
      dut::prove(*manifest, *clocks, seconds, interrupted, diagnostics, reported, warnings);
  print_warnings(warnings);
  const bool cut = interrupted && (!proof || proof->kind == Kind::kOpen);
  if (cut && !proof) proof.emplace();  // the signal has killed a tool
  else print_error(reported + diagnostics.text());
  if (!proof) return kUsage;

  const std::string text =
      shown(*manifest, *proof, cut ? "interrupted" : "the budget of " + budget + " is spent");
  ordered_json result = proof_result(*manifest, proof->kind, text);
  if (cut) result["status"] = "interrupted";
  if (proof->kind == Kind::kBounded || proof->kind == Kind::kOpen) result["clocks"] = proof->clocks;
  const Style style(o.color, stdout);
  bool left = true;
  std::string stimulus;
  if (proof->built) {
    dut::Bench bench(*manifest, *proof->built);
    result["hash"] = proof->built->hash;
    result["difference"] = difference_json(bench, proof->outcome);
    if (proof->kind == Kind::kUnrepeated) {
      result["stimulus"] = stimulus_json(bench, proof->steps);
      stimulus = stimulus_text(bench, proof->steps);
    }
    left = leave(*proof->built, bench, proof->outcome, result, folder);
    if (proof->kind == Kind::kCounterexample && !o.json)
      print_failure(*manifest, bench, proof->outcome, out, style);
  } else {
    std::string why;
    left = folder.keep(result.dump(2) + "\n", why);
    if (!left) complain(config::printable_path(out), why);
  }
  if (o.json) fmt::print("{}\n", result.dump(2));
  else if (proof->kind != Kind::kCounterexample) print(*manifest, *proof, text, stimulus, style);
  if (!left) return kInternal;
  return cut ? kInterrupted : code_of(proof->kind);
}

}  // namespace selvage::cli
