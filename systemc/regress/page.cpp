// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <map>

#include "campaign/figures/page.hpp"
#include "config/text/output.hpp"
#include "regress/page_template.hpp"
#include "regress/results.hpp"

namespace selvage::regress {

namespace {

using campaign::Records;
using nlohmann::ordered_json;

constexpr std::size_t kMostBars = 60;
constexpr double kWidth = 720;
constexpr double kTall = 100;  ///< of a bar, which begins at kTop
constexpr double kTop = 4;

const char* class_of(const std::string& verdict) {
  if (verdict == "pass") return "ok";
  return verdict == "fail" || verdict == "error" ? "bad" : "mid";
}

std::string label_of(const std::string& verdict) {
  if (verdict == "not_run") return "not run";
  return verdict == "undecided" ? "cut short" : verdict;
}

std::uint64_t count(const ordered_json& counts, const char* key) {
  return counts[key].get<std::uint64_t>();
}

/// Failed but known, refused or crashed.
std::uint64_t other(const ordered_json& counts) {
  return count(counts, "known") + count(counts, "error");
}

double seconds_of(const Records& records, std::size_t run) {
  const auto found = records.find(static_cast<std::uint32_t>(run));
  return found == records.end() ? 0 : found->second.seconds;
}

ordered_json bucket_rows(const ordered_json& summary) {
  ordered_json rows = ordered_json::array();
  for (ordered_json bucket : summary["buckets"]) {
    const auto verdict = bucket["verdict"].get<std::string>();
    bucket["class"] = class_of(verdict);
    bucket["label"] = verdict == "fail" ? "" : label_of(verdict) + ": ";
    bucket["has_why"] = !bucket["why"].get<std::string>().empty();
    const ordered_json replay = bucket["replay"];
    bucket["has_replay"] = replay.is_object();
    if (replay.is_object()) {
      const bool same = replay["same"].get<bool>();
      bucket["replay_says"] = same ? "repeated with waves" : "repeated, and it ended otherwise";
      bucket["waves"] =
          "selvage waves " + config::shell_quoted(replay["folder"].get<std::string>());
    }
    rows.push_back(std::move(bucket));
  }
  return rows;
}

ordered_json known_rows(const ordered_json& summary) {
  ordered_json rows = ordered_json::array();
  for (ordered_json known : summary["known"]) {
    const bool passes = known["passes"].get<bool>();
    const bool expired = known["expired"].get<bool>();
    const auto seen = count(known, "seen");
    known["state"] = passes    ? std::string("passes: take it out of the suite")
                     : expired ? std::string("expired")
                               : fmt::format("{} runs failed so", seen);
    known["class"] = expired && !passes ? "bad" : "mid";
    rows.push_back(std::move(known));
  }
  return rows;
}

/// One bar of the trend, from `x` on.
ordered_json bar(const ordered_json& line, double x, double width) {
  const ordered_json& counts = line["counts"];
  const auto all = static_cast<double>(std::max<std::uint64_t>(count(counts, "runs"), 1));
  // Failed without a run that did: for situations that none met.
  const bool unmet = line["exit_code"] == 1 && count(counts, "fail") == 0;
  ordered_json parts = ordered_json::array();
  double y = kTop + kTall;
  for (const auto& [name, n] : {std::pair{"pass", count(counts, "pass")},
                                {"other", other(counts)},
                                {"fail", unmet ? 1 : count(counts, "fail")}}) {
    if (n == 0) continue;
    // Of a great suite too one failure is to be seen.
    const double h = std::min(std::max(kTall * static_cast<double>(n) / all, 2.0), y - kTop);
    y -= h;
    parts.push_back(
        {{"class", name}, {"y", fmt::format("{:.1f}", y)}, {"h", fmt::format("{:.1f}", h)}});
  }
  return {{"time", line["time"]},
          {"says", campaign::suite_counts(counts) + (unmet ? "; situations never met" : "")},
          {"x", fmt::format("{:.1f}", x)},
          {"w", fmt::format("{:.1f}", width)},
          {"parts", parts}};
}

void add_trend(const History& history, ordered_json& j) {
  const auto& lines = history.lines;
  const std::size_t from = lines.size() > kMostBars ? lines.size() - kMostBars : 0;
  const std::size_t shown = lines.size() - from;
  const double step = std::min(kWidth / static_cast<double>(std::max<std::size_t>(shown, 1)), 36.0);
  j["bars"] = ordered_json::array();
  j["times"] = ordered_json::array();
  for (std::size_t i = lines.size(); i-- > from;) {  // the latest first
    const ordered_json& line = lines[i];
    const ordered_json& counts = line["counts"];
    j["bars"].push_back(bar(line, step * static_cast<double>(i - from), step * 0.8));
    const bool covered = line["met"].is_number() && line["situations"].is_number();
    j["times"].push_back(
        {{"time", line["time"]},
         {"git", line["git"]},
         {"runs", counts["runs"]},
         {"pass", counts["pass"]},
         {"fail", counts["fail"]},
         {"other", other(counts) + count(counts, "undecided") + count(counts, "not_run")},
         {"seconds", fmt::format("{:.1f}", line["seconds"].get<double>())},
         {"met", covered ? fmt::format("{} of {}", line["met"].dump(), line["situations"].dump())
                         : std::string()},
         {"seed", line["seed"].is_null() ? ordered_json("") : line["seed"]}});
  }
  j["shown"] = shown;
  j["oldest"] = shown > 1 ? lines[from]["time"].get<std::string>() + " to " : "";
  j["newest"] = shown > 0 ? lines.back()["time"] : ordered_json("");
  j["has_damaged"] = history.damaged > 0;
  j["damaged"] = history.damaged;
}

/// A test is as good as the worst of its runs.
void add_tests(const ordered_json& summary, const Records& records, ordered_json& j) {
  const std::vector<std::string> order{"pass", "not_run", "undecided", "known", "error", "fail"};
  const auto rank = [&](const std::string& verdict) {
    return std::find(order.begin(), order.end(), verdict) - order.begin();
  };
  struct Sum {
    std::string worst = "pass";
    std::uint64_t runs = 0, pass = 0;
    double seconds = 0;
  };
  std::vector<std::string> names;
  std::map<std::string, Sum> sums;
  for (std::size_t i = 0; i < summary["runs"].size(); ++i) {
    const ordered_json& run = summary["runs"][i];
    const auto name = run["test"].get<std::string>();
    const auto verdict = run["verdict"].get<std::string>();
    if (sums.count(name) == 0) names.push_back(name);
    Sum& sum = sums[name];
    if (rank(verdict) > rank(sum.worst)) sum.worst = verdict;
    ++sum.runs;
    sum.pass += verdict == "pass" ? 1 : 0;
    sum.seconds += seconds_of(records, i);
  }
  j["tests"] = ordered_json::array();
  for (const std::string& name : names) {
    const Sum& sum = sums[name];
    j["tests"].push_back({{"test", name},
                          {"class", class_of(sum.worst)},
                          {"label", label_of(sum.worst)},
                          {"runs", sum.runs},
                          {"pass", sum.pass},
                          {"seconds", fmt::format("{:.1f}", sum.seconds)}});
  }
}

void add_runs(const ordered_json& summary, ordered_json& j) {
  j["all"] = ordered_json::array();
  j["bug_rows"] = ordered_json::array();
  std::map<std::string, std::size_t> places;  // seeds and engines of one outcome are one row
  for (const ordered_json& run : summary["runs"]) {
    const auto verdict = run["verdict"].get<std::string>();
    const ordered_json status = run["status"].is_null() ? ordered_json("") : run["status"];
    j["all"].push_back({{"id", run["id"]},
                        {"class", class_of(verdict)},
                        {"label", label_of(verdict)},
                        {"status", status},
                        {"reproduce", run["reproduce"]}});
    if (run["bug"].is_null()) continue;
    const std::string by = verdict == "pass" ? run["signature"].get<std::string>() : "";
    const ordered_json key{run["test"], run["bug"], verdict, by};
    const auto [place, first] = places.emplace(key.dump(), j["bug_rows"].size());
    if (first) {
      j["bug_rows"].push_back({{"test", run["test"]},
                               {"bug", run["bug"]},
                               {"runs", 0U},
                               {"class", class_of(verdict)},
                               {"label", verdict == "pass"   ? "caught"
                                         : verdict == "fail" ? "not caught"
                                                             : label_of(verdict)},
                               {"by", by}});
    }
    ordered_json& runs = j["bug_rows"][place->second]["runs"];
    runs = runs.get<std::uint64_t>() + 1;
  }
  j["has_bugs"] = !j["bug_rows"].empty();
}

void add_coverage(const ordered_json& summary, ordered_json& j) {
  const ordered_json& coverage = summary["coverage"];
  j["has_coverage"] = coverage.is_object();
  if (!coverage.is_object()) return;
  j["met"] = coverage["met"];
  j["situations"] = coverage["situations"];
  j["unmet"] = coverage["without_reason"];
  j["never"] = ordered_json::array();
  for (const ordered_json& name : coverage["never_met"]) {
    j["never"].push_back(
        {{"name", name}, {"why", coverage["reasons"].value(name.get<std::string>(), "")}});
  }
}

}  // namespace

std::string page(const ordered_json& summary, const Records& records, const History& history) {
  double seconds = 0;
  for (const auto& [number, record] : records) seconds += record.seconds;
  const auto status = summary["status"].get<std::string>();
  ordered_json j{{"title", summary["title"]},
                 {"verdict", status == "cut_short" ? "cut short" : status},
                 {"class", status == "pass"        ? "ok"
                           : status == "cut_short" ? "mid"
                                                   : "bad"},
                 {"counts", campaign::suite_counts(summary["counts"])},
                 {"bugs_caught", summary["bugs"]["caught"]},
                 {"bugs_of", summary["bugs"]["of"]},
                 {"twice_same", summary["twice"]["same"]},
                 {"twice_of", summary["twice"]["of"]},
                 {"has_twice", summary["twice"]["of"] != 0U},
                 {"seconds", fmt::format("{:.1f}", seconds)},
                 {"reproduce", summary["reproduce"]},
                 {"has_buckets", !summary["buckets"].empty()},
                 {"buckets", bucket_rows(summary)},
                 {"has_known", !summary["known"].empty()},
                 {"known", known_rows(summary)},
                 {"provenance", ordered_json::array()}};
  add_trend(history, j);
  add_tests(summary, records, j);
  add_runs(summary, j);
  add_coverage(summary, j);
  j["has_unmet"] = j.contains("unmet") && !j["unmet"].empty();
  j["none_failed"] = !j["has_buckets"] && !j["has_unmet"];
  for (const auto& [key, value] : summary["build"].items()) {
    j["provenance"].push_back({{"key", key}, {"value", value}});
  }
  for (const char* key : {"file", "fingerprint", "date", "selection"}) {
    j["provenance"].push_back({{"key", key}, {"value", summary[key]}});
  }
  j["head"] = campaign::page_head("Selvage regression: " + summary["name"].get<std::string>());
  return campaign::filled(kTemplate, j);
}

}  // namespace selvage::regress
