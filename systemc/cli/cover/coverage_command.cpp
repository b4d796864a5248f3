// SPDX-License-Identifier: Apache-2.0
#include "cli/cover/coverage_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "campaign/figures/summary.hpp"
#include "cli/cover/coverage_json.hpp"
#include "cli/cover/merged.hpp"
#include "cli/cover/suite_situations.hpp"
#include "cli/questions/topology_option.hpp"
#include "cli/result/output_folder.hpp"
#include "cli/result/result_schema.hpp"
#include "cli/terminal.hpp"
#include "config/exit_code.hpp"
#include "config/loader.hpp"
#include "config/text/diagnostics.hpp"
#include "config/text/document.hpp"
#include "config/text/read_json.hpp"
#include "kernel/words.hpp"

namespace selvage::cli {
namespace {

namespace fs = std::filesystem;
using Kind = cover::Situation::Kind;
using kernel::grouped;
using nlohmann::json;
using nlohmann::ordered_json;

constexpr std::size_t kMost = std::size_t{64} << 20U;  ///< longest file that is read

/// The results that `path` stands for: itself, that of its folder, or all below it. A folder of
/// trials belongs to the campaign above it.
std::vector<fs::path> results_at(const fs::path& path) {
  std::error_code code;
  if (!fs::is_directory(path, code)) return {path};
  for (const char* name : {"result.json", "results.json", "regress.json"}) {
    if (fs::is_regular_file(path / name, code)) return {path / name};
  }
  std::vector<fs::path> all;
  for (fs::recursive_directory_iterator it(path, code), end; !code && it != end;
       it.increment(code)) {
    const fs::path name = it->path().filename();
    if (name == kUnfinished) it.disable_recursion_pending();
    if (name == "results.json" || name == "result.json") all.push_back(it->path());
  }
  const auto of_campaign = [](const fs::path& file) {
    const fs::path trials = file.parent_path().parent_path();
    return trials.filename() == "trials" && fs::exists(trials.parent_path() / "results.json");
  };
  all.erase(std::remove_if(all.begin(), all.end(), of_campaign), all.end());
  std::sort(all.begin(), all.end());
  return all;
}

/// Why `result` cannot be merged; empty if it can.
std::string complaint(const json& result) {
  if (!result.is_object()) return "not a result of `selvage run`, `campaign` or `regress`";
  const json schema = result.value("schema", json());
  if (schema == "selvage.campaign/1" || schema == "selvage.regress/1") {
    return campaign_coverage_complaint(result.value("coverage", json()));
  }
  return result_complaint(result);
}

/// Has the file the tests of a suite?
bool is_suite(const std::string& file) {
  std::string why;
  config::Diagnostics ignored;
  const auto text = config::read_text_file(file, config::kMaxBytes, why);
  const auto source = ignored.add_source({file, text.value_or(""), true});
  return text && config::read_yaml(source, ignored).value.contains("tests");
}

/// A scenario or a suite in place of a result: what it could meet.
bool describe(const std::string& file, MergedCoverage& merged) {
  config::Diagnostics diagnostics;
  if (is_suite(file)) {
    const auto suite = regress::load_suite(file, diagnostics);
    const bool described = suite && describe(*suite, merged, diagnostics);
    if (!described) print_error(diagnostics.text());
    return described;
  }
  config::ScenarioRequest request;
  request.file = file;
  const auto loaded = config::load_scenario(request, diagnostics);
  if (loaded) merged.describe(loaded->scenario.merged);
  else print_error(diagnostics.text());
  return loaded.has_value();
}

bool gather(const std::vector<std::string>& paths, MergedCoverage& merged) {
  for (const std::string& path : paths) {
    const std::string end = fs::path(path).extension().string();
    if (end == ".yaml" || end == ".yml") {
      if (!describe(path, merged)) return false;
      continue;
    }
    const auto files = results_at(path);
    if (files.empty()) {
      complain("coverage " + config::printable_path(path),
               "no result.json, results.json or regress.json in it");
      return false;
    }
    for (const fs::path& file : files) {
      std::string why;
      const auto text = config::read_text_file(file.string(), kMost, why);
      std::optional<json> result;
      if (text) result = config::read_json<json>(*text, why);
      if (result) why = complaint(*result);
      const bool added = result && why.empty() && merged.add(*result, why);
      if (added || (result && files.size() > 1 && why.rfind("nothing was sampled", 0) == 0)) {
        continue;
      }
      complain("coverage " + config::printable_path(file.string()), config::printable(why, 300));
      return false;
    }
  }
  return true;
}

std::string share(std::size_t met, std::size_t of) { return fmt::format("{} of {}", met, of); }

void print_situation(const cover::Situation& s, const Style& style) {
  fmt::print("  {:<38} {}\n{:41}{}\n", style.yellow(s.name), s.requirements, "", s.text);
}

/// Of scenarios and suites, where nothing has run: all that could be met.
void print_layout(const MergedCoverage& merged, const Style& style) {
  fmt::print("{}\n", style.bold("could be met"));
  for (const auto& r : merged.rows()) print_situation(r.situation, style);
  fmt::print("\n{}\n", style.bold("by requirement"));
  for (const auto& [id, sums] : merged.by_requirement()) {
    fmt::print("  {:<12} {}\n", id, sums.second);
  }
  fmt::print(
      "\n{} could be met, nothing has run; {} more can not or must not be met (--json gives the "
      "reasons)\n",
      kernel::plural(merged.rows().size(), "situation"), merged.left_out().size());
}

void print_text(const MergedCoverage& merged, const Style& style) {
  fmt::print("{}\n", style.bold("met"));
  for (const auto& r : merged.rows()) {
    if (r.count > 0) fmt::print("  {:<38} {:>14}\n", r.situation.name, grouped(r.count));
  }
  fmt::print("\n{}\n", style.bold("by requirement"));
  for (const auto& [id, sums] : merged.by_requirement()) {
    fmt::print("  {:<12} {}\n", id, share(sums.first, sums.second));
  }
  fmt::print("\n{}\n", style.bold("never met"));
  for (const auto& r : merged.rows()) {
    if (r.count == 0) print_situation(r.situation, style);
  }
  fmt::print(
      "\n{} situations met, in {}; {} more can not or must not be met (--json gives the "
      "reasons)\n",
      share(merged.met(), merged.rows().size()), kernel::plural(merged.runs(), "run"),
      merged.left_out().size());
}

void print_csv(const MergedCoverage& merged) {
  using campaign::csv_field;
  fmt::print("situation,requirements,count,runs,text\n");
  for (const auto& r : merged.rows()) {
    fmt::print("{},{},{},{},{}\n", csv_field(r.situation.name), csv_field(r.situation.requirements),
               r.count, r.runs, csv_field(r.situation.text));
  }
}

void print_json(const MergedCoverage& merged) {
  ordered_json j{{"schema", "selvage.coverage/1"},     {"runs", merged.runs()},
                 {"situations", merged.rows().size()}, {"met", merged.met()},
                 {"list", ordered_json::array()},      {"requirements", ordered_json::object()},
                 {"left_out", ordered_json::array()}};
  for (const auto& r : merged.rows()) {
    j["list"].push_back({{"name", r.situation.name},
                         {"requirements", r.situation.requirements},
                         {"text", r.situation.text},
                         {"count", r.count},
                         {"runs", r.runs}});
  }
  for (const auto& [id, sums] : merged.by_requirement()) {
    j["requirements"][id] = {{"situations", sums.second}, {"met", sums.first}};
  }
  for (const cover::Situation& s : merged.left_out()) {
    j["left_out"].push_back(
        {{"name", s.name},
         {"requirements", s.requirements},
         {"why", s.kind == Kind::kIllegal ? "forbidden: " + s.text : s.reason}});
  }
  fmt::print("{}\n", campaign::json_text(j, 2));
}

}  // namespace

int coverage_command(const Options& o) {
  MergedCoverage merged;
  if (!gather(o.coverage.results, merged)) return kUsage;
  if (merged.rows().empty()) {
    complain("coverage", "nothing was sampled in these runs");
    return kNothing;
  }
  if (o.json) print_json(merged);
  else if (o.coverage.csv) print_csv(merged);
  else if (merged.runs() == 0) print_layout(merged, Style(o.color, stdout));
  else print_text(merged, Style(o.color, stdout));
  return kPass;
}

}  // namespace selvage::cli
