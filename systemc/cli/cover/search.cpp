// SPDX-License-Identifier: Apache-2.0
#include "cli/cover/search.hpp"

#include <algorithm>
#include <numeric>
#include <set>

#include "campaign/plan_work.hpp"
#include "config/exit_code.hpp"

namespace selvage::cli {

using campaign::Record;
using kernel::Stream;

namespace {

constexpr unsigned kRound = 12;     ///< candidates of a round
constexpr unsigned kAttempts = 40;  ///< draws for one of them that is a scenario

/// A round of candidates as a campaign of one factor.
campaign::Plan plan_of(const SearchOrder& order, const std::vector<Candidate>& candidates,
                       std::uint64_t seed) {
  campaign::Plan plan;
  plan.name = "cover";
  plan.scenario = order.base;
  plan.scenario_written = order.base;
  plan.first_seed = seed;
  campaign::Factor factor;
  factor.name = "candidate";
  for (std::size_t i = 0; i < candidates.size(); ++i) {
    campaign::Level level;
    level.label = std::to_string(i);
    for (const auto& [path, value] : candidates[i]) level.settings.push_back({path, value});
    level.settings.push_back({"engine", "golden"});
    factor.levels.push_back(std::move(level));
  }
  plan.factors.push_back(std::move(factor));
  return plan;
}

/// Runs all trials of `plan`.
campaign::Ending run_round(const SearchOrder& order, const campaign::Plan& plan,
                           std::map<std::uint32_t, Record>& records) {
  const campaign::PlanWork work(plan, order.base);
  const campaign::Bench bench{&work, order.executable, order.folder};
  const auto workers = campaign::local_workers(bench, order.jobs);
  std::vector<std::uint32_t> todo(plan.trials());
  std::iota(todo.begin(), todo.end(), 0U);
  return campaign::work_off(*workers, todo, order.limits, [&](const std::vector<Record>& done) {
    for (const Record& record : done) records[record.trial] = record;
  });
}

/// Candidates of a round: new ones, and changes of those that met what few others have.
std::vector<Candidate> candidates_of(const CandidateMaker& maker, const SearchOrder& order,
                                     const std::vector<Candidate>& parents, unsigned round) {
  Stream stream(order.seed, "cover", round);
  std::vector<Candidate> made;
  for (unsigned i = 0; i < kRound; ++i) {
    const bool change = !parents.empty() && i % 3 != 0;
    for (unsigned attempt = 0; attempt < kAttempts; ++attempt) {
      Candidate c = change ? maker.changed(parents[stream.below(parents.size())], stream)
                           : maker.fresh(stream);
      if (!order.accepts(c)) continue;
      made.push_back(std::move(c));
      break;
    }
  }
  return made;
}

class Search {
 public:
  Search(const CandidateMaker& maker, const SearchOrder& order) : maker_(maker), order_(order) {}

  SearchResult run() {
    while (order_.rounds == 0 || result_.rounds < order_.rounds) {
      if (!round() || result_.reached) break;
    }
    for (const std::string& name : result_.situations) {
      if (met_.count(name) > 0) result_.met.push_back(name);
    }
    return std::move(result_);
  }

 private:
  /// False if it did not come to its end, or nothing can be tried.
  bool round() {
    const auto candidates = candidates_of(maker_, order_, parents_, result_.rounds);
    if (candidates.empty()) {
      result_.none = result_.rounds == 0;
      return false;
    }
    const std::uint64_t seed = order_.seed * 100'000 + result_.rounds;
    const campaign::Plan plan = plan_of(order_, candidates, seed);
    std::map<std::uint32_t, Record> records;
    const campaign::Ending ending = run_round(order_, plan, records);
    result_.interrupted = ending == campaign::Ending::kInterrupted;
    // A bug is found also by a round that is cut short.
    for (const auto& [trial, record] : records) {
      if (record.exit != kFail && record.settled()) continue;
      result_.failed = FailedTry{record.exit == kFail ? kFail : kInternal, candidates[trial], seed,
                                 record.status, record.detail};
      return false;
    }
    if (ending != campaign::Ending::kComplete) return false;
    for (const auto& [trial, record] : records) {
      if (record.exit == kPass && record.coverage.is_object())
        take(candidates[trial], seed, record);
    }
    ++result_.rounds;
    if (order_.progress) {
      order_.progress(result_.rounds, result_.tried.size(), met_.size(), result_.situations.size());
    }
    const auto all = static_cast<double>(result_.situations.size());
    result_.reached = all > 0 && static_cast<double>(met_.size()) >= order_.goal * all;
    return true;
  }

  void take(const Candidate& candidate, std::uint64_t seed, const Record& record) {
    Tried tried{candidate, seed, {}};
    bool adds = false;
    for (const auto& [name, count] : record.coverage["counts"].items()) {
      know(name);
      tried.met.push_back(name);
      adds = met_.insert(name).second || adds;
    }
    for (const auto& name : record.coverage["never_met"]) know(name.get<std::string>());
    if (adds) parents_.push_back(candidate);
    result_.tried.push_back(std::move(tried));
  }

  void know(const std::string& name) {
    if (known_.insert(name).second) result_.situations.push_back(name);
  }

  const CandidateMaker& maker_;
  const SearchOrder& order_;
  SearchResult result_;
  std::vector<Candidate> parents_;
  std::set<std::string> met_;
  std::set<std::string> known_;
};

}  // namespace

SearchResult search_scenarios(const CandidateMaker& maker, const SearchOrder& order) {
  return Search(maker, order).run();
}

std::vector<Chosen> choose_suite(const std::vector<Tried>& tried) {
  std::set<std::string> missing;
  for (const Tried& t : tried) missing.insert(t.met.begin(), t.met.end());
  std::vector<Chosen> chosen;
  while (!missing.empty()) {
    Chosen best;
    for (std::size_t i = 0; i < tried.size(); ++i) {
      std::vector<std::string> adds;
      std::copy_if(tried[i].met.begin(), tried[i].met.end(), std::back_inserter(adds),
                   [&](const std::string& name) { return missing.count(name) > 0; });
      if (adds.size() > best.adds.size()) best = {i, std::move(adds)};
    }
    for (const std::string& name : best.adds) missing.erase(name);
    chosen.push_back(std::move(best));
  }
  return chosen;
}

}  // namespace selvage::cli
