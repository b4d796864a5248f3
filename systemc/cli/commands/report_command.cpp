// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/report_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "campaign/figures/page.hpp"
#include "campaign/figures/summary.hpp"
#include "campaign/journal.hpp"
#include "cli/build_info.hpp"
#include "cli/questions/topology_option.hpp"
#include "cli/result/result_json.hpp"
#include "cli/result/result_schema.hpp"
#include "config/exit_code.hpp"
#include "config/loader.hpp"
#include "config/text/read_json.hpp"

namespace selvage::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr std::size_t kMost = std::size_t{64} << 20U;  ///< longest file that is read

/// Empty if it is no file, such as a FIFO that nobody writes.
std::string text_of(const fs::path& path) {
  std::string why;
  std::error_code none;
  if (!fs::is_regular_file(path, none)) return {};
  return config::read_text_file(path.string(), kMost, why).value_or("");
}

/// The pages of a folder in the order of their names, one after the other.
std::string verification_pages(const fs::path& folder) {
  std::vector<fs::path> pages;
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(folder, none)) {
    if (entry.path().extension() == ".md") pages.push_back(entry.path());
  }
  std::sort(pages.begin(), pages.end());
  std::string text;
  for (const fs::path& page : pages) text += text_of(page) + "\n";
  return text;
}

/// Wall time of all trials, from the journals beside a campaign's tables.
double wall_of(const fs::path& directory) {
  double sum = 0;
  for (const std::string& journal : campaign::journals_in(directory.string())) {
    const std::string text = text_of(journal);
    for (std::size_t from = 0; from < text.size();) {
      const std::size_t end = std::min(text.find('\n', from), text.size());
      campaign::Record record;
      std::string none;
      if (campaign::Record::parse(text.substr(from, end - from), record, none)) {
        sum += record.seconds;
      }
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
      : directory_(std::move(directory)), in_(in) {}

  /// Campaigns first: the results of failed trials below them are no runs of their own.
  void take(const std::vector<fs::path>& files) {
    for (const fs::path& file : files) {
      if (file.filename() == "results.json") take_file(file);
    }
    for (const fs::path& file : files) {
      const bool run = file.filename() == "result.json" && !of_campaign(file);
      if (run || ends_with(file.filename().string(), ".verdict.json")) take_file(file);
    }
    drop_replays();
  }

 private:
  void take_file(const fs::path& path) {
    std::string why;
    const auto text = config::read_text_file(path.string(), kMost, why);
    if (!text) return leave_out(path, why);
    auto read = config::read_json<ordered_json>(*text, why);
    if (!read) return leave_out(path, why);
    ordered_json& j = *read;
    const bool named = j.is_object() && j.contains("schema") && j["schema"].is_string();
    const std::string schema = named ? j["schema"].get<std::string>() : std::string();
    if (schema == "selvage.result/1") return take_run(path, std::move(j));
    if (schema != "selvage.campaign/1" && schema != "selvage.figure/1") {
      return leave_out(path,
                       "its schema is none of selvage.result/1, selvage.campaign/1, "
                       "selvage.figure/1");
    }
    why = campaign::shape_complaint(j);
    if (!why.empty()) return leave_out(path, why);
    if (schema == "selvage.campaign/1") take_campaign(path, std::move(j));
    else take_figure(path, std::move(j));
  }

  void leave_out(const fs::path& path, const std::string& why) {
    in_.left_out.push_back({path.lexically_relative(directory_).string(), why});
    complain(path.string(), why);
  }

  void take_run(const fs::path& path, ordered_json j) {
    const std::string why = result_complaint(nlohmann::json(j));
    if (!why.empty()) return leave_out(path, why);
    j["_folder"] = folder_of(path);
    in_.runs.push_back(std::move(j));
  }

  void take_campaign(const fs::path& path, ordered_json j) {
    j["_wall"] = wall_of(path.parent_path());
    j["_folder"] = folder_of(path);
    campaigns_.insert(path.parent_path());
    in_.campaigns.push_back(std::move(j));
  }

  [[nodiscard]] std::string folder_of(const fs::path& path) const {
    return path.parent_path().lexically_relative(directory_).string();
  }

  /// Whether `path` is trials/NUMBER/result.json of a campaign that counts it already.
  [[nodiscard]] bool of_campaign(const fs::path& path) const {
    const fs::path trials = path.parent_path().parent_path();
    return trials.filename() == "trials" && campaigns_.count(trials.parent_path()) > 0;
  }

  /// What `selvage replay` left in a run's folder is that run once more.
  void drop_replays() {
    std::map<std::string, ordered_json> arguments;
    for (const auto& run : in_.runs) arguments[run["_folder"]] = run["arguments"];
    const auto repeats = [&](const ordered_json& run) {
      const fs::path folder(run["_folder"].get<std::string>());
      const fs::path home = folder.has_parent_path() ? folder.parent_path() : fs::path(".");
      const auto original = arguments.find(home.string());
      return folder.filename() == "replay" && original != arguments.end() &&
             original->second == run["arguments"];
    };
    in_.runs.erase(std::remove_if(in_.runs.begin(), in_.runs.end(), repeats), in_.runs.end());
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
    } else if (!fs::is_regular_file(svg, code)) {
      why = "this is not a regular file";
    } else {
      text = config::read_text_file(svg.string(), kMost, why).value_or("");
      if (why.empty()) why = campaign::svg_complaint(text);
    }
    j.erase("_svg");
    if (why.empty()) j["_svg"] = text;
    else leave_out(svg, why);
    in_.figures.push_back(std::move(j));
  }

  fs::path directory_;
  campaign::PageInput& in_;
  std::set<fs::path> campaigns_;  ///< folders
};

void print(const Options& o, const std::string& out, const campaign::PageInput& in) {
  ordered_json j{{"schema", "selvage.report/1"}, {"report", out},
                 {"runs", in.runs.size()},       {"campaigns", in.campaigns.size()},
                 {"figures", in.figures.size()}, {"left_out", ordered_json::array()}};
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
    std::error_code unreadable;
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
    const auto junit = config::read_text_file(o.report.junit, kMost, why);
    if (junit) in.tests = campaign::junit_cases(*junit, why);
    if (in.tests.empty()) {
      complain("--junit " + o.report.junit, why);
      return kUsage;
    }
  }
  Gatherer gatherer(directory, in);
  gatherer.take(files);
  if (in.runs.empty() && in.campaigns.empty() && in.figures.empty() && in.left_out.empty()) {
    complain("report " + directory.string(), "no result.json, results.json or figure in it");
    return kNothing;
  }
  std::sort(in.figures.begin(), in.figures.end(), [](const auto& a, const auto& b) {
    return a.value("name", std::string()) < b.value("name", std::string());
  });
  in.title = "Selvage report: " + fs::weakly_canonical(directory).filename().string();
  in.build = build_info();
  in.plan = campaign::verification_plan(verification_pages("docs/evidence/verification"));
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
