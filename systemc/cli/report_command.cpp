// SPDX-License-Identifier: Apache-2.0
#include "cli/report_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "campaign/journal.hpp"
#include "campaign/page.hpp"
#include "cli/build_info.hpp"
#include "cli/exit_code.hpp"
#include "cli/result_json.hpp"
#include "cli/topology_option.hpp"
#include "config/loader.hpp"

namespace selvage::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr std::size_t kMost = std::size_t{64} << 20U;  ///< longest file that is read

std::string text_of(const fs::path& path) {
  std::string why;
  return config::read_text_file(path.string(), kMost, why).value_or("");
}

/// Wall time of all trials, from the journals beside a campaign's tables.
double wall_of(const fs::path& directory) {
  double sum = 0;
  for (const auto& entry : fs::directory_iterator(directory)) {
    if (entry.path().extension() != ".ndjson") continue;
    const std::string text = text_of(entry.path());
    for (std::size_t from = 0; from < text.size();) {
      const std::size_t end = std::min(text.find('\n', from), text.size());
      campaign::Record record;
      if (campaign::Record::parse(text.substr(from, end - from), record)) sum += record.seconds;
      from = end + 1;
    }
  }
  return sum;
}

void take(const fs::path& path, campaign::PageInput& in) {
  const std::string name = path.filename().string();
  const bool figure = name.size() > 13 && name.rfind(".verdict.json") == name.size() - 13;
  if (!figure && name != "results.json" && name != "result.json") return;
  ordered_json j = ordered_json::parse(text_of(path), nullptr, false);
  const std::string schema = j.is_object() ? j.value("schema", std::string()) : std::string();
  if (schema == "selvage.result/1") {
    in.runs.push_back(std::move(j));
  } else if (schema == "selvage.campaign/1") {
    j["_wall"] = wall_of(path.parent_path());
    in.campaigns.push_back(std::move(j));
  } else if (schema == "selvage.figure/1") {
    j["_svg"] = text_of(path.parent_path() / j.value("svg", std::string()));
    in.figures.push_back(std::move(j));
  }
}

}  // namespace

int report_command(const Options& o) {
  const fs::path directory(o.report.directory);
  std::error_code code;
  std::vector<fs::path> files;
  for (fs::recursive_directory_iterator it(directory, code), end; !code && it != end;
       it.increment(code)) {
    if (it->is_regular_file()) files.push_back(it->path());
  }
  if (code) {
    complain("report " + directory.string(), code.message());
    return kUsage;
  }
  std::sort(files.begin(), files.end());
  campaign::PageInput in;
  for (const fs::path& file : files) take(file, in);
  if (in.runs.empty() && in.campaigns.empty() && in.figures.empty()) {
    complain("report " + directory.string(), "no result.json, results.json or figure in it");
    return kNothing;
  }
  std::sort(in.figures.begin(), in.figures.end(), [](const auto& a, const auto& b) {
    return a.value("name", std::string()) < b.value("name", std::string());
  });
  in.title = "Selvage report: " + fs::weakly_canonical(directory).filename().string();
  in.build = build_info();
  in.plan = campaign::verification_plan(text_of("docs/verification.md"));
  if (!o.report.junit.empty()) {
    const std::string junit = text_of(o.report.junit);
    in.tests = campaign::junit_cases(junit);
    if (in.tests.empty()) {
      complain("--junit " + o.report.junit, "no test cases in it");
      return kUsage;
    }
  }
  const std::string out =
      o.report.out.empty() ? (directory / "report.html").string() : o.report.out;
  std::string why;
  if (!write_atomically(out, campaign::page(in), why)) {
    complain("report", why);
    return kUsage;
  }
  fmt::print("report  {}: {} runs, {} campaigns, {} figures\n", out, in.runs.size(),
             in.campaigns.size(), in.figures.size());
  return kPass;
}

}  // namespace selvage::cli
