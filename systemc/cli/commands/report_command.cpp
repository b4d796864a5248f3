// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/report_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "campaign/figures/page.hpp"
#include "campaign/figures/summary.hpp"
#include "cli/build_info.hpp"
#include "cli/questions/topology_option.hpp"
#include "cli/report/gather.hpp"
#include "cli/result/output_folder.hpp"
#include "config/exit_code.hpp"
#include "config/loader.hpp"
#include "config/text/diagnostics.hpp"
#include "config/text/output.hpp"
#include "config/text/read_json.hpp"
#include "kernel/words.hpp"

namespace selvage::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

/// The verification plan of the working directory, if it has one.
void take_plan(campaign::PageInput& in) {
  const std::string file = "docs/evidence/verification/plan.json";
  std::error_code none;
  if (!fs::is_regular_file(file, none)) return;
  std::string why;
  const auto text = config::read_text_file(file, kMostReportBytes, why);
  auto plan = text ? config::read_json<ordered_json>(*text, why) : std::nullopt;
  if (plan) why = campaign::plan_complaint(*plan);
  if (why.empty()) {
    in.plan = std::move(*plan);
  } else {
    in.left_out.push_back({file, why});
    complain(file, why);
  }
}

void print(const Options& o, const std::string& out, const campaign::PageInput& in) {
  ordered_json j{{"schema", "selvage.report/1"},     {"report", out},
                 {"runs", in.runs.size()},           {"campaigns", in.campaigns.size()},
                 {"figures", in.figures.size()},     {"suites", in.suites.size()},
                 {"left_out", ordered_json::array()}};
  for (const auto& one : in.left_out) {
    j["left_out"].push_back({{"file", one.file}, {"why", one.why}});
  }
  if (o.json) {
    fmt::print("{}\n", campaign::json_text(j, -1));
    return;
  }
  if (o.quiet) return;
  fmt::print(
      "report  {}: {}\n", out,
      config::join(
          {kernel::plural(in.runs.size(), "run"), kernel::plural(in.campaigns.size(), "campaign"),
           kernel::plural(in.suites.size(), "suite"), kernel::plural(in.figures.size(), "figure")},
          ", "));
  for (const auto& line : campaign::front_lines(in)) {
    fmt::print("  {:<10} {}\n", line["label"].get<std::string>(), line["says"].get<std::string>());
  }
}

}  // namespace

int report_command(const Options& o) {
  const fs::path directory(o.report.directory);
  std::error_code code;
  std::vector<fs::path> files;
  for (fs::recursive_directory_iterator it(directory, code), end; !code && it != end;
       it.increment(code)) {
    std::error_code unreadable;
    if (it->path().filename() == kUnfinished) it.disable_recursion_pending();
    if (it->is_regular_file(unreadable)) files.push_back(it->path());
  }
  if (code) {
    complain("report " + directory.string(), code.message());
    return kUsage;
  }
  std::sort(files.begin(), files.end());
  campaign::PageInput in;
  if (!o.report.junit.empty()) {
    std::string why;
    const auto junit = config::read_text_file(o.report.junit, kMostReportBytes, why);
    if (junit) in.tests = campaign::junit_cases(*junit, why);
    if (in.tests.empty()) {
      complain("--junit " + o.report.junit, why);
      return kUsage;
    }
  }
  const std::string out =
      o.report.out.empty() ? (directory / "report.html").string() : o.report.out;
  if (std::string why; !may_hold_page(out, why)) {
    complain("--out " + config::printable_path(out), why);
    return kUsage;
  }
  gather(files, directory, out, in);
  if (in.runs.empty() && in.campaigns.empty() && in.figures.empty() && in.suites.empty() &&
      in.left_out.empty()) {
    complain("report " + directory.string(),
             "no result.json, results.json, regress.json or figure in it");
    return kNothing;
  }
  std::sort(in.figures.begin(), in.figures.end(), [](const auto& a, const auto& b) {
    return a.value("name", std::string()) < b.value("name", std::string());
  });
  in.title = "Selvage report: " + fs::weakly_canonical(directory).filename().string();
  in.build = build_info();
  take_plan(in);
  std::string why;
  if (!config::write_atomically(out, campaign::page(in), why)) {
    complain("report", why);
    return kUsage;
  }
  print(o, out, in);
  return in.left_out.empty() ? kPass : kUsage;
}

}  // namespace selvage::cli
