// SPDX-License-Identifier: Apache-2.0
#include "campaign/plan_work.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "campaign/check.hpp"
#include "campaign/figures/measure.hpp"
#include "campaign/figures/summary.hpp"
#include "campaign/signature.hpp"
#include "config/exit_code.hpp"
#include "config/loader.hpp"
#include "config/text/output.hpp"

namespace selvage::campaign {

namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

std::string text_now(const std::string& file) {
  std::string why;
  return config::read_text_file(file, config::kMaxBytes, why).value_or("");
}

/// A measure that no good trial has; empty if there is none.
std::string missing_measure(const Plan& plan, const Records& records) {
  for (const std::string& path : plan.measures) {
    bool seen = false;
    bool any = false;
    for (const auto& [index, r] : records) {
      any = any || !r.failed;
      seen = seen || (!r.failed && r.values.contains(path));
    }
    if (any && !seen) return path;
  }
  return "";
}

/// Takes the measures of a result.
void measure(const Plan& plan, const ordered_json& result, Record& record) {
  for (const auto* paths : {&plan.measures, &plan.shares}) {
    for (const std::string& path : *paths) {
      const ordered_json::json_pointer at(measure_pointer(path));
      if (!result.contains(at)) continue;
      const ordered_json& value = result.at(at);
      const bool counted =
          value.is_object() && value.contains("sets") && value["sets"].is_number_unsigned();
      if (value.is_primitive() || counted) record.values[path] = value;
    }
  }
  if (plan.shares.empty() || !result.is_object()) return;
  const bool counted = result.contains("sets") && result["sets"].is_number_unsigned();
  record.values["sets"] = counted ? result["sets"] : ordered_json(0U);
  record.values["exact"] = result.contains("exact") && result["exact"] == true;
}

}  // namespace

std::vector<std::string> PlanWork::arguments(std::uint32_t trial,
                                             const std::string& directory) const {
  std::vector<std::string> words = plan_.arguments(plan_.trial(trial), scenario_file_);
  if (simulation()) {
    words.insert(words.end(),
                 {"--out", directory, "--quiet", "--timeline", "never", "--waves", "never"});
  } else {
    words.emplace_back("--json");
  }
  return words;
}

std::string PlanWork::result_file() const { return simulation() ? "result.json" : "stdout"; }

std::vector<std::string> PlanWork::judge(Record& record, const ordered_json& result,
                                         unsigned times) const {
  record.detail = without_place(record.detail, scenario_file_, plan_.scenario_name());
  const bool accepted =
      std::find(plan_.accept.begin(), plan_.accept.end(), record.status) != plan_.accept.end();
  record.failed = !result.is_object() || (record.exit != 0 && !accepted);
  if (record.failed) record.kind = result.is_object() ? signature(result) : record.status;
  measure(plan_, result, record);
  return longer(record, result, times);
}

/// The options to run a trial again whose measurement was too short for its halves to agree.
std::vector<std::string> PlanWork::longer(const Record& record, const ordered_json& result,
                                          unsigned times) const {
  const Steady& steady = plan_.steady;
  const ordered_json::json_pointer phases("/config/phases");
  if (steady.first.empty() || times == steady.longer || record.failed || record.exit == kFail ||
      !result.contains(phases) || !record.values.contains(steady.first) ||
      !record.values.contains(steady.second)) {
    return {};
  }
  const ordered_json& first = record.values[steady.first];
  const ordered_json& second = record.values[steady.second];
  if (!first.is_number() || !second.is_number() || steady.met(first, second)) return {};
  const auto warmup = result.at(phases)["warmup"].get<std::uint64_t>();
  const auto measured = result.at(phases)["measure"].get<std::uint64_t>();
  return {"--set", fmt::format("phases.warmup={}", warmup + measured), "--set",
          fmt::format("phases.measure={}", 2 * measured)};
}

std::string PlanWork::refusals(const Order& order) const {
  return campaign::refusals(plan_, order.executable, order.out, order.run.interrupt);
}

std::string PlanWork::fingerprint(const std::string& build) const {
  return plan_.fingerprint(build, scenario_file_);
}

std::vector<std::string> PlanWork::tables() const {
  return {"results.json", "points.csv", "trials.csv", "trials"};
}

void PlanWork::prepare(const Order& /*order*/) {
  if (by_base()) config::write_file(scenario_file_, json_text(plan_.base) + "\n");
}

ordered_json PlanWork::summary(const Records& records, const Finish& finish) const {
  return summary_json({&plan_, &records, finish.build, finish.fingerprint});
}

std::string PlanWork::conclude(const Records& records, const Order& order, const Finish& finish,
                               ordered_json& summary) {
  if (!plan_.scenario.empty() && text_now(plan_.scenario) != plan_.scenario_text) {
    return plan_.scenario + " was changed while its trials ran: start anew with --fresh";
  }
  if (!finish.whole) return "";
  const bool complete = finish.ending == Ending::kComplete;
  const std::string missing = complete ? missing_measure(plan_, records) : "";
  if (!missing.empty()) return "measures: no result has '" + missing + "'";
  const fs::path out(order.out);
  config::write_file(out / "trials.csv",
                     trials_csv({&plan_, &records, finish.build, finish.fingerprint}));
  config::write_file(out / "points.csv", points_csv(summary));
  config::write_file(out / "results.json", json_text(summary) + "\n");
  std::error_code ignored;
  if (complete) fs::remove(out / "trials", ignored);  // if empty
  return "";
}

}  // namespace selvage::campaign
