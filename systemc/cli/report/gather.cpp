// SPDX-License-Identifier: Apache-2.0
#include "cli/report/gather.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "campaign/journal.hpp"
#include "cli/cover/coverage_json.hpp"
#include "cli/cover/merged.hpp"
#include "cli/questions/topology_option.hpp"
#include "cli/result/result_schema.hpp"
#include "cli/result/run_folder.hpp"
#include "cli/result/view_output.hpp"
#include "cli/waves/wave_output.hpp"
#include "config/explain.hpp"
#include "config/loader.hpp"
#include "config/text/output.hpp"
#include "config/text/read_json.hpp"
#include "config/validate.hpp"
#include "regress/results.hpp"

namespace selvage::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using nlohmann::ordered_json;

/// Wall time of all trials, from the journals beside a campaign's tables.
double wall_of(const fs::path& directory) {
  double sum = 0;
  for (const std::string& journal : campaign::journals_in(directory.string())) {
    const std::string text = file_text(journal);
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

/// Why `value` is no result of a suite; empty if it is one.
std::string suite_complaint(const json& value) {
  static const json schema = regress::results_schema();
  static const config::Validator issues(schema);
  const auto complaints = config::complaints(schema, value, issues(value));
  return complaints.empty() ? "" : "damaged: " + complaints.front();
}

class Gatherer {
 public:
  Gatherer(fs::path directory, const fs::path& out, campaign::PageInput& in)
      : directory_(std::move(directory)),
        base_(fs::weakly_canonical(fs::absolute(out)).parent_path()),
        in_(in) {}

  /// Campaigns and suites first: the results of failed trials below them are no runs of their own.
  void take(const std::vector<fs::path>& files) {
    for (const fs::path& file : files) {
      const auto name = file.filename();
      if (name == "results.json" || name == "regress.json") take_file(file);
    }
    for (const fs::path& file : files) {
      const bool run = file.filename() == "result.json" && !of_trials(file);
      if (run || ends_with(file.filename().string(), ".verdict.json")) take_file(file);
    }
    drop_replays();
    add_coverage();
  }

 private:
  void take_file(const fs::path& path) {
    std::string why;
    const auto text = config::read_text_file(path.string(), kMostReportBytes, why);
    if (!text) return leave_out(path, why);
    auto read = config::read_json<ordered_json>(*text, why);
    if (!read) return leave_out(path, why);
    ordered_json& j = *read;
    const bool named = j.is_object() && j.contains("schema") && j["schema"].is_string();
    const std::string schema = named ? j["schema"].get<std::string>() : std::string();
    if (is_result_id(schema)) return take_run(path, std::move(j));
    if (schema == "selvage.regress/1") return take_suite(path, std::move(j));
    if (schema != "selvage.campaign/1" && schema != "selvage.figure/1") {
      return leave_out(path, "its schema is none of " + std::string(kResultId) +
                                 ", selvage.campaign/1, "
                                 "selvage.regress/1, selvage.figure/1");
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
    const std::string why = result_complaint(json(j));
    if (!why.empty()) return leave_out(path, why);
    link_run(path.parent_path(), j);
    j["_folder"] = folder_of(path);
    in_.runs.push_back(std::move(j));
  }

  void take_suite(const fs::path& path, ordered_json j) {
    const std::string why = suite_complaint(json(j));
    if (!why.empty()) return leave_out(path, why);
    for (const auto& [name, file] :
         {std::pair{"page", "regress.html"}, {"result", "regress.json"}, {"JUnit", "junit.xml"}}) {
      link(path.parent_path(), name, path.parent_path() / file);
    }
    j["_folder"] = folder_of(path);
    with_trials_.insert(path.parent_path());
    in_.suites.push_back(std::move(j));
  }

  void take_campaign(const fs::path& path, ordered_json j) {
    const std::string why = campaign_coverage_complaint(json(j.value("coverage", ordered_json())));
    if (!why.empty()) return leave_out(path, why);
    const fs::path folder = path.parent_path();
    for (const auto& [name, file] : {std::pair{"results", "results.json"},
                                     {"points", "points.csv"},
                                     {"trials", "trials.csv"}}) {
      link(folder, name, folder / file);
    }
    j["_wall"] = wall_of(folder);
    j["_folder"] = folder_of(path);
    for (const auto& failed : j["failed"]) {
      const fs::path trial =
          folder / "trials" / fmt::format("{:06}", failed["trial"].get<std::uint64_t>());
      link_run(trial, ordered_json::object());
    }
    with_trials_.insert(folder);
    in_.campaigns.push_back(std::move(j));
  }

  /// What a run or a failed trial has left; the page of a mismatch opens where it happened.
  void link_run(const fs::path& folder, const ordered_json& result) {
    const ordered_json mismatch = result.value("mismatch", ordered_json());
    link(folder, "view", folder / kViewPage,
         mismatch.is_object() ? mismatch_anchor(mismatch["cycle"].get<Cycle>(),
                                                mismatch["switch"].get<std::string>())
                              : std::string());
    link(folder, "timeline", folder / kTimelineSvg);
    for (const fs::path& home : {folder, folder / "replay"}) {
      const std::string file = (home / "result.json").lexically_relative(directory_).string();
      if (link(folder, "waves", home / kWaveFile, "",
               "selvage waves " + config::shell_quoted(file))) {
        break;
      }
    }
    link(folder, "result", folder / "result.json");
  }

  /// Links `name` to `file` among what is in `folder`; false if there is no such file.
  bool link(const fs::path& folder, const std::string& name, const fs::path& file,
            const std::string& anchor = "", const std::string& command = "") {
    std::error_code code;
    if (!fs::is_regular_file(file, code)) return false;
    const fs::path from_page =
        (fs::weakly_canonical(fs::absolute(file.parent_path())) / file.filename())
            .lexically_relative(base_);
    in_.links[folder.lexically_relative(directory_).string()].push_back(
        {name, campaign::address_of(from_page.string()) + anchor, command});
    return true;
  }

  [[nodiscard]] std::string folder_of(const fs::path& path) const {
    return path.parent_path().lexically_relative(directory_).string();
  }

  /// Whether `path` is trials/NUMBER/result.json of a campaign or suite that counts it already, or
  /// of what repeated that.
  [[nodiscard]] bool of_trials(const fs::path& path) const {
    fs::path trial = path.parent_path();
    if (trial.filename() == "replay") trial = trial.parent_path();
    const fs::path trials = trial.parent_path();
    return trials.filename() == "trials" && with_trials_.count(trials.parent_path()) > 0;
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

  void add_coverage() {
    MergedCoverage merged;
    for (const auto* all : {&in_.runs, &in_.campaigns}) {
      for (const ordered_json& one : *all) {
        std::string why;  // a system without a cover model adds nothing
        static_cast<void>(merged.add(json(one), why));
      }
    }
    in_.coverage.runs = merged.runs();
    in_.coverage.situations = merged.rows().size();
    for (const auto& row : merged.rows()) {
      if (row.count > 0) continue;
      const auto& s = row.situation;
      in_.coverage.never_met.push_back({s.name, s.requirements, s.text});
    }
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
      text = config::read_text_file(svg.string(), kMostReportBytes, why).value_or("");
      if (why.empty()) why = campaign::svg_complaint(text);
    }
    j.erase("_svg");
    if (why.empty()) j["_svg"] = text;
    else leave_out(svg, why);
    j["_folder"] = folder_of(path);
    in_.figures.push_back(std::move(j));
  }

  fs::path directory_;
  fs::path base_;  ///< where the page will lie
  campaign::PageInput& in_;
  std::set<fs::path> with_trials_;  ///< folders of campaigns and suites
};

}  // namespace

std::string file_text(const fs::path& path) {
  std::string why;
  std::error_code none;
  if (!fs::is_regular_file(path, none)) return {};
  return config::read_text_file(path.string(), kMostReportBytes, why).value_or("");
}

void gather(const std::vector<fs::path>& files, const fs::path& directory, const fs::path& out,
            campaign::PageInput& in) {
  Gatherer(directory, out, in).take(files);
}

}  // namespace selvage::cli
