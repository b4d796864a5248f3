// SPDX-License-Identifier: Apache-2.0
// SCR-FUZZ: Campaign files; of what is taken, trials, tables and figures are made as after a run.
#include "fuzz.hpp"

#include "campaign/figures/figure.hpp"
#include "campaign/figures/summary.hpp"
#include "campaign/plan.hpp"
#include "cli/result/result_schema.hpp"

namespace {

using namespace selvage::campaign;
using selvage::fuzz::require;

constexpr std::uint32_t kMostTrials = 200;  ///< of which tables are made

/// Records as if every trial had run, with made-up values.
Records ran(const Plan& plan) {
  Records records;
  for (std::uint32_t i = 0; i < plan.trials(); ++i) {
    Record record;
    record.trial = i;
    record.status = "delivered_all";
    unsigned value = i * 2654435761U;
    for (const auto* paths : {&plan.measures, &plan.shares}) {
      for (const std::string& path : *paths) {
        value = value * 1664525U + 1013904223U;
        record.values[path] = static_cast<double>(value >> 20U) / 4096;
      }
    }
    records[i] = record;
  }
  return records;
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const selvage::fuzz::MemoryFile file;
  static const ResultSchemas schemas{selvage::cli::result_schema(), nullptr};
  file.hold(selvage::fuzz::text_of(data, size));
  for (const bool quick : {false, true}) {
    selvage::config::Diagnostics diagnostics;
    const auto plan = load_plan(file.path(), quick, {}, diagnostics, schemas);
    static_cast<void>(diagnostics.text());
    require(plan.has_value() == diagnostics.empty(), "refused without a reason, or taken with one");
    if (!plan) return 0;
    for (const std::uint32_t i : {0U, plan->trials() - 1}) {
      static_cast<void>(plan->arguments(plan->trial(i), "scenario.yaml"));
      static_cast<void>(replay_command(*plan, plan->trial(i), "selvage", "scenario.yaml"));
    }
    if (plan->trials() > kMostTrials) continue;
    const Records records = ran(*plan);
    const SummaryInput in{&*plan, &records, {}, "f"};
    const auto summary = summary_json(in);
    static_cast<void>(points_csv(summary));
    static_cast<void>(trials_csv(in));
    if (plan->kind != Kind::kSimulation) continue;
    for (const auto& spec : plan->figures) {
      const Figure figure = make_figure(spec, summary, true);
      static_cast<void>(figure_csv(figure, summary));
      static_cast<void>(gnuplot_input(figure));
    }
  }
  return 0;
}
