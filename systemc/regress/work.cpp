// SPDX-License-Identifier: Apache-2.0
#include "regress/work.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <set>
#include <sstream>
#include <stdexcept>

#include "campaign/check.hpp"
#include "campaign/figures/summary.hpp"
#include "campaign/signature.hpp"
#include "config/loader.hpp"
#include "config/text/output.hpp"
#include "regress/digest.hpp"
#include "regress/replays.hpp"
#include "regress/results.hpp"

namespace selvage::regress {

namespace {

namespace fs = std::filesystem;
using campaign::Record;
using campaign::Records;
using nlohmann::ordered_json;

constexpr unsigned kMostRefusals = 20;

/// The runs of these ids, with those that they repeat.
std::vector<Run> selected(const Suite& suite, const std::vector<Run>& all,
                          const std::vector<std::string>& only) {
  const std::set<std::string> ids(only.begin(), only.end());
  std::set<std::uint32_t> wanted;
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    if (ids.count(all[i].id(suite)) == 0) continue;
    wanted.insert(i);
    if (all[i].first) wanted.insert(*all[i].first);
  }
  std::vector<Run> runs;
  std::uint32_t place = 0;  // of the run before, which a second one repeats
  for (const std::uint32_t i : wanted) {
    Run run = all[i];
    if (run.first) run.first = place;
    else place = static_cast<std::uint32_t>(runs.size());
    runs.push_back(run);
  }
  return runs;
}

/// What in a run `message` is about: its bug, its engine, a setting, or the scenario.
std::string blamed(const Test& test, const Run& run, const std::string& message) {
  const auto names = [&](const std::string& words) {
    return message.find(words) != std::string::npos;
  };
  if (!run.bug.text.empty() && names("bug." + run.bug.text)) return run.bug.where;
  if (!run.engine.text.empty() && names("--engine " + run.engine.text)) return run.engine.where;
  for (std::size_t s = 0; s < test.settings.size(); ++s) {
    if (names("--set " + test.settings[s].path + "=")) return test.settings_where[s];
  }
  return test.scenario.where;
}

/// The errors of a message, each with the lines that show its place.
std::vector<std::string> errors_of(const std::string& message) {
  std::vector<std::string> errors;
  std::istringstream in(message);
  for (std::string line; std::getline(in, line);) {
    const bool begins = errors.empty() || line.find(": error: ") != std::string::npos;
    if (begins) errors.emplace_back();
    errors.back() += line + "\n";
  }
  return errors;
}

}  // namespace

SuiteWork::SuiteWork(const Suite& suite, Selection selection)
    : suite_(suite), selection_(std::move(selection)), runs_(runs_of(suite, selection_.base)) {
  if (!selection_.only.empty()) runs_ = selected(suite, runs_, selection_.only);
}

bool SuiteWork::last(const Record& record) const {
  return fails_alone(suite_, runs_[record.trial], record, selection_.today);
}

std::uint32_t SuiteWork::count() const { return static_cast<std::uint32_t>(runs_.size()); }

std::vector<std::string> SuiteWork::arguments(std::uint32_t trial,
                                              const std::string& directory) const {
  std::vector<std::string> words = runs_[trial].arguments(suite_);
  words.insert(words.end(),
               {"--out", directory, "--quiet", "--timeline", "never", "--waves", "never"});
  return words;
}

std::vector<std::string> SuiteWork::judge(Record& record, const ordered_json& result,
                                          unsigned /*times*/) const {
  const Run& run = runs_[record.trial];
  const bool whole = result.is_object() && record.exit <= 128;
  record.kind = whole ? campaign::signature(result) : crash_signature(record);
  record.failed = !whole || !as_expected(suite_, run, record);
  if (!whole) return {};
  record.values["digest"] = digest(result);
  if (record.detail.empty() && result.contains("mismatch") && result["mismatch"].is_object()) {
    const ordered_json& m = result["mismatch"];
    record.detail = fmt::format("cycle {}, switch {}", m.value("cycle", std::uint64_t{0}),
                                m.value("switch", std::string()));
  }
  return {};
}

std::string SuiteWork::refusals(const campaign::Order& order) const {
  std::string out;
  unsigned reported = 0;
  std::set<std::string> asked;
  std::map<std::size_t, std::set<std::string>> known;  // what has been said of a test
  for (const Run& run : runs_) {
    if (order.run.interrupt != nullptr && *order.run.interrupt) return out;
    const auto key = fmt::format("{}/{}/{}", run.test, run.engine.text, run.bug.text);
    if (!asked.insert(key).second) continue;
    std::string command = config::shell_quoted(order.executable);
    for (const std::string& word : run.arguments(suite_)) {
      command += " " + config::shell_quoted(word);
    }
    for (const std::string& error : errors_of(campaign::refused(command + " --check"))) {
      if (!known[run.test].insert(error).second) continue;
      if (++reported > kMostRefusals) return out + "further ones are left out\n";
      out += fmt::format("{}: error: run {} is refused:\n{}",
                         blamed(suite_.tests[run.test], run, error), run.id(suite_), error);
    }
  }
  return out;
}

std::string SuiteWork::fingerprint(const std::string& build) const {
  std::uint64_t h = campaign::hash_on(campaign::kHashBegin, build);
  for (const Test& test : suite_.tests) {
    std::string why;
    const std::string& file = test.scenario.text;
    const std::string text = config::read_text_file(file, config::kMaxBytes, why).value_or("");
    h = campaign::hash_on(h, text);
    h = campaign::hash_trace_of(h, text, file);
    h = campaign::hash_trace(h, campaign::tree_of(test.settings), file);
    h = campaign::hash_on(h, test.expect);
  }
  for (const Run& run : runs_) {
    h = campaign::hash_on(h, run.id(suite_));
    for (const std::string& word : run.arguments(suite_)) h = campaign::hash_on(h, word);
  }
  return fmt::format("{:016x}", h);
}

void SuiteWork::prepare(const campaign::Order& order) {
  const ordered_json asked{{"base", selection_.base}, {"only", selection_.only}};
  config::write_file(fs::path(order.out) / kOrderName, asked.dump() + "\n");
}

Records SuiteWork::counted(const Records& records) const {
  if (!fail_fast_) return records;
  Records out;
  for (const auto& [number, record] : records) {
    out.emplace(number, record);
    if (last(record)) break;
  }
  return out;
}

ordered_json SuiteWork::summary(const Records& records, const campaign::Finish& finish) const {
  const Records some = counted(records);
  const auto weighed = weigh(suite_, runs_, some, selection_.today);
  return summary_json({suite_, runs_, weighed, some, selection_, finish});
}

std::string SuiteWork::conclude(const Records& records, const campaign::Order& order,
                                const campaign::Finish& finish, ordered_json& summary) {
  if (fingerprint(order.build.dump()) != finish.fingerprint) {
    return "a scenario or trace was changed while runs were made: start anew";
  }
  if (!finish.whole) return "";
  if (finish.ending == campaign::Ending::kComplete) replay_buckets(order, summary);
  const fs::path out(order.out);
  config::write_file(out / kResultsName, campaign::json_text(summary) + "\n");
  config::write_file(out / kJunitName, junit(summary, records));
  const std::string history = (out / kHistoryName).string();
  std::string why;
  if (finish.ending != campaign::Ending::kInterrupted) {
    const auto line = history_line(summary, records, in_utc(now(), "%Y-%m-%dT%H:%M:%SZ"));
    if (!add_to_history(history, campaign::json_text(line, -1), why)) {
      throw std::runtime_error(why);
    }
  }
  const auto lines = history_tail(history, why);
  if (!lines) throw std::runtime_error(why);
  config::write_file(out / kPageName, page(summary, records, read_history(*lines)));
  std::error_code ignored;
  fs::remove(out / "trials", ignored);  // if empty
  return "";
}

}  // namespace selvage::regress
