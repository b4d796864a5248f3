// SPDX-License-Identifier: Apache-2.0
#include "cli/report_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "campaign/journal.hpp"
#include "campaign/page.hpp"
#include "campaign/summary.hpp"
#include "cli/build_info.hpp"
#include "cli/exit_code.hpp"
#include "cli/result_json.hpp"
#include "cli/result_schema.hpp"
#include "cli/topology_option.hpp"
#include "config/explain.hpp"
#include "config/loader.hpp"
#include "config/validate.hpp"

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

bool ends_with(const std::string& text, const std::string& ending) {
  return text.size() > ending.size() &&
         text.compare(text.size() - ending.size(), ending.size(), ending) == 0;
}

/// Takes the files of one directory into a page.
class Gatherer {
 public:
  Gatherer(fs::path directory, campaign::PageInput& in)
      : directory_(std::move(directory)),
        in_(in),
        run_schema_(result_schema()),
        run_issues_(run_schema_) {}

  void take(const fs::path& path) {
    const std::string name = path.filename().string();
    if (!ends_with(name, ".verdict.json") && name != "results.json" && name != "result.json") {
      return;
    }
    std::string why;
    const auto text = config::read_text_file(path.string(), kMost, why);
    if (!text) return leave_out(path, why);
    ordered_json j = ordered_json::parse(*text, nullptr, false);
    if (j.is_discarded()) return leave_out(path, "it is no JSON: cut off or damaged");
    const bool named = j.is_object() && j.contains("schema") && j["schema"].is_string();
    const std::string schema = named ? j["schema"].get<std::string>() : std::string();
    if (schema == "selvage.result/1") return take_run(path, std::move(j));
    if (schema != "selvage.campaign/1" && schema != "selvage.figure/1") {
      return leave_out(path, "its schema is none of selvage.result/1, selvage.campaign/1, "
                             "selvage.figure/1");
    }
    why = campaign::shape_complaint(j);
    if (!why.empty()) return leave_out(path, why);
    if (schema == "selvage.campaign/1") take_campaign(path, std::move(j));
    else take_figure(path, std::move(j));
  }

 private:
  void leave_out(const fs::path& path, const std::string& why) {
    in_.left_out.push_back({path.lexically_relative(directory_).string(), why});
    complain(path.string(), why);
  }

  void take_run(const fs::path& path, ordered_json j) {
    const nlohmann::json value = nlohmann::json::parse(j.dump());
    const auto complaints = config::complaints(run_schema_, value, run_issues_(value));
    if (!complaints.empty()) return leave_out(path, complaints.front());
    in_.runs.push_back(std::move(j));
  }

  void take_campaign(const fs::path& path, ordered_json j) {
    j["_wall"] = wall_of(path.parent_path());
    j["_folder"] = path.parent_path().lexically_relative(directory_).string();
    in_.campaigns.push_back(std::move(j));
  }

  /// The picture has to lie in the directory, whatever the verdict says.
  void take_figure(const fs::path& path, ordered_json j) {
    const fs::path svg = path.parent_path() / j["svg"].get<std::string>();
    std::error_code code;
    const fs::path inside =
        fs::canonical(svg, code).lexically_relative(fs::canonical(directory_, code));
    std::string why;
    std::string text;
    if (code) {
      why = "there is no such picture";
    } else if (inside.empty() || *inside.begin() == "..") {
      why = "this picture lies outside of the directory";
    } else {
      text = config::read_text_file(svg.string(), kMost, why).value_or("");
      if (why.empty()) why = campaign::svg_complaint(text);
    }
    if (why.empty()) j["_svg"] = text;
    else leave_out(svg, why);
    in_.figures.push_back(std::move(j));
  }

  fs::path directory_;
  campaign::PageInput& in_;
  nlohmann::json run_schema_;
  config::Validator run_issues_;
};

void print(const Options& o, const std::string& out, const campaign::PageInput& in) {
  ordered_json j{{"schema", "selvage.report/1"},
                 {"report", out},
                 {"runs", in.runs.size()},
                 {"campaigns", in.campaigns.size()},
                 {"figures", in.figures.size()},
                 {"left_out", ordered_json::array()}};
  for (const auto& one : in.left_out) {
    j["left_out"].push_back({{"file", one.file}, {"why", one.why}});
  }
  if (o.json) {
    fmt::print("{}\n", campaign::json_text(j, -1));
    return;
  }
  if (o.quiet) return;
  fmt::print("report  {}: {} runs, {} campaigns, {} figures\n", out, in.runs.size(),
             in.campaigns.size(), in.figures.size());
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
  Gatherer gatherer(directory, in);
  for (const fs::path& file : files) gatherer.take(file);
  if (in.runs.empty() && in.campaigns.empty() && in.figures.empty() && in.left_out.empty()) {
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
  print(o, out, in);
  return in.left_out.empty() ? kPass : kUsage;
}

}  // namespace selvage::cli
