// SPDX-License-Identifier: Apache-2.0
#include "regress/results.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "campaign/coverage.hpp"
#include "config/exit_code.hpp"
#include "config/text/output.hpp"

namespace selvage::regress {

namespace {

using nlohmann::ordered_json;

std::string command_of(const std::vector<std::string>& words) {
  std::string out = "selvage";
  for (const std::string& word : words) out += " " + config::shell_quoted(word);
  return out;
}

ordered_json text_or_null(const std::string& text) {
  return text.empty() ? ordered_json(nullptr) : ordered_json(text);
}

const campaign::Record* record_of(const Summed& in, std::size_t run) {
  const auto found = in.records.find(static_cast<std::uint32_t>(run));
  return found == in.records.end() ? nullptr : &found->second;
}

ordered_json run_json(const Summed& in, std::size_t number) {
  const Run& run = in.runs[number];
  const Weighed& weighed = in.weighed[number];
  const campaign::Record* record = record_of(in, number);
  ordered_json j{
      {"id", run.id(in.suite)},
      {"test", in.suite.tests[run.test].name},
      {"engine", text_or_null(run.engine.text)},
      {"seed", run.seed ? ordered_json(*run.seed) : ordered_json(nullptr)},
      {"bug", text_or_null(run.bug.text)},
      {"again", run.first.has_value()},
      {"verdict", to_string(weighed.verdict)},
      {"signature", weighed.signature},
      {"why", weighed.why},
      {"status", record == nullptr ? ordered_json(nullptr) : ordered_json(record->status)},
      {"exit_code", record == nullptr ? ordered_json(nullptr) : ordered_json(record->exit)},
      {"reproduce", command_of(run.arguments(in.suite))}};
  return j;
}

ordered_json counts_json(const Summed& in) {
  ordered_json counts{{"runs", in.runs.size()}};
  for (const Verdict verdict : {Verdict::kPass, Verdict::kFail, Verdict::kKnown, Verdict::kError,
                                Verdict::kUndecided, Verdict::kNotRun}) {
    counts[to_string(verdict)] =
        std::count_if(in.weighed.begin(), in.weighed.end(),
                      [&](const Weighed& w) { return w.verdict == verdict; });
  }
  return counts;
}

/// Of the runs that `picks` picks and that came to an end, those of which `good` holds.
template <typename Picks, typename Good>
ordered_json share_json(const Summed& in, const char* name, Picks picks, Good good) {
  std::uint64_t some = 0;
  std::uint64_t all = 0;
  for (std::size_t i = 0; i < in.runs.size(); ++i) {
    const Verdict verdict = in.weighed[i].verdict;
    if (!picks(in.runs[i]) || verdict == Verdict::kUndecided || verdict == Verdict::kNotRun) {
      continue;
    }
    ++all;
    some += good(in.weighed[i]) ? 1 : 0;
  }
  return {{name, some}, {"of", all}};
}

/// Failures of one kind, in the order in which the first of each was made.
ordered_json buckets_json(const Summed& in) {
  ordered_json buckets = ordered_json::array();
  std::map<std::string, std::size_t> places;
  for (std::size_t i = 0; i < in.runs.size(); ++i) {
    const Weighed& weighed = in.weighed[i];
    const campaign::Record* record = record_of(in, i);
    if (record == nullptr || weighed.verdict == Verdict::kPass) continue;
    const std::string key = to_string(weighed.verdict) + " " + weighed.signature;
    const auto [place, first] = places.emplace(key, buckets.size());
    if (first) {
      buckets.push_back({{"signature", weighed.signature},
                         {"verdict", to_string(weighed.verdict)},
                         {"runs", 0U},
                         {"first", in.runs[i].id(in.suite)},
                         {"why", weighed.why},
                         {"exit_code", record->exit},
                         {"reproduce", command_of(in.runs[i].arguments(in.suite))},
                         {"folder", campaign::trial_folder(static_cast<std::uint32_t>(i))},
                         {"replay", nullptr}});
    }
    ordered_json& bucket = buckets[place->second];
    bucket["runs"] = bucket["runs"].get<std::uint64_t>() + 1;
  }
  return buckets;
}

ordered_json known_json(const Summed& in) {
  ordered_json out = ordered_json::array();
  for (std::size_t k = 0; k < in.suite.known.size(); ++k) {
    const Known& known = in.suite.known[k];
    std::uint64_t seen = 0;
    bool decided = true;
    for (std::size_t i = 0; i < in.runs.size(); ++i) {
      const Weighed& weighed = in.weighed[i];
      if (in.suite.tests[in.runs[i].test].name != known.test) continue;
      seen += weighed.known == k + 1 ? 1 : 0;
      decided = decided && weighed.verdict != Verdict::kUndecided &&
                weighed.verdict != Verdict::kNotRun && weighed.verdict != Verdict::kError;
    }
    out.push_back({{"test", known.test},
                   {"signature", known.signature},
                   {"until", known.until},
                   {"reason", known.reason},
                   {"seen", seen},
                   {"expired", in.selection.today > known.until},
                   {"passes", seen == 0 && decided && in.selection.only.empty()}});
  }
  return out;
}

/// Of `never_met` those that the suite gives no reason for; none where it need not, or where not
/// all of its runs came to their end.
ordered_json without_reason(const Summed& in, const ordered_json& never_met) {
  ordered_json out = ordered_json::array();
  const bool all = in.finish.whole && in.finish.ending == campaign::Ending::kComplete &&
                   in.selection.only.empty();
  if (!all || !in.suite.never_met) return out;
  std::set<std::string> listed;
  for (const Unmet& unmet : *in.suite.never_met) listed.insert(unmet.situation);
  for (const ordered_json& name : never_met) {
    if (listed.count(name.get<std::string>()) == 0) out.push_back(name);
  }
  return out;
}

/// Situations that all runs together met; null where no result says.
ordered_json coverage_json(const Summed& in) {
  ordered_json all = campaign::merged_coverage(in.records);
  if (all.is_null()) return all;
  all["without_reason"] = without_reason(in, all["never_met"]);
  all["reasons"] = ordered_json::object();
  if (!in.suite.never_met) return all;
  for (const ordered_json& name : all["never_met"]) {
    for (const Unmet& unmet : *in.suite.never_met) {
      if (name == unmet.situation) all["reasons"][unmet.situation] = unmet.reason;
    }
  }
  return all;
}

const char* status_of(int exit_code) {
  switch (exit_code) {
    case kPass: return "pass";
    case kFail: return "fail";
    case kUsage: return "refused";
    case kBudget: return "cut_short";
    case kNothing: return "nothing";
    default: return "error";
  }
}

}  // namespace

ordered_json summary_json(const Summed& in) {
  const Suite& suite = in.suite;
  const bool done = in.finish.ending == campaign::Ending::kComplete;
  const ordered_json coverage = coverage_json(in);
  int code = exit_code_of(in.weighed, in.records, !in.finish.whole && done);
  if (code == kPass && coverage.is_object() && !coverage["without_reason"].empty()) code = kFail;
  std::vector<std::string> words{"regress", suite.file};
  if (suite.random()) words.insert(words.end(), {"--seed", std::to_string(in.selection.base)});
  ordered_json j;
  j["schema"] = "selvage.regress/1";
  j["name"] = suite.name;
  j["title"] = suite.title;
  j["file"] = suite.file;
  j["build"] = in.finish.build;
  j["fingerprint"] = in.finish.fingerprint;
  j["date"] = in.selection.today;
  j["seed"] = suite.random() ? ordered_json(in.selection.base) : ordered_json(nullptr);
  j["selection"] = in.selection.only.empty() ? "all" : "failed";
  j["reproduce"] = command_of(words);
  j["status"] = status_of(code);
  j["exit_code"] = code;
  j["counts"] = counts_json(in);
  j["bugs"] = share_json(
      in, "caught", [](const Run& run) { return !run.bug.text.empty(); },
      [](const Weighed& w) { return w.verdict == Verdict::kPass; });
  j["twice"] = share_json(
      in, "same", [](const Run& run) { return run.first.has_value(); },
      [](const Weighed& w) { return w.signature != kFlaky; });
  j["buckets"] = buckets_json(in);
  j["known"] = known_json(in);
  j["coverage"] = coverage;
  j["runs"] = ordered_json::array();
  for (std::size_t i = 0; i < in.runs.size(); ++i) j["runs"].push_back(run_json(in, i));
  return j;
}

}  // namespace selvage::regress
