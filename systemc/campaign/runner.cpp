// SPDX-License-Identifier: Apache-2.0
#include "campaign/runner.hpp"

#include <algorithm>
#include <thread>

#include "config/exit_code.hpp"

namespace selvage::campaign {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kShortNap = std::chrono::microseconds(200);
constexpr auto kLongNap = std::chrono::milliseconds(5);

}  // namespace

bool Limits::interrupted() const { return interrupt != nullptr && *interrupt; }

bool Limits::spent() const {
  return seconds > 0 && std::chrono::duration<double>(Clock::now() - begin).count() >= seconds;
}

Ending work_off(Workers& workers, std::vector<std::uint32_t>& todo, const Limits& limits,
                const std::function<void(const std::vector<Record>&)>& take) {
  std::size_t next = 0;
  std::chrono::microseconds nap = kShortNap;
  const auto give_up = [&](Ending ending) {
    workers.abandon();
    return ending;
  };
  while (next < todo.size() || workers.busy() > 0) {
    if (limits.interrupted()) return give_up(Ending::kInterrupted);
    if (limits.spent()) return give_up(Ending::kBudgetSpent);
    while (next < todo.size() && workers.ready()) workers.start(todo[next++]);
    std::vector<Record> records = workers.poll();
    const bool idle = records.empty();
    bool interrupted = false;
    const auto no_outcome = [&](const Record& record) {
      // What ^C or a terminated job did to a trial is no outcome of it.
      const bool stopped = record.exit == kInterrupted;
      interrupted = interrupted || stopped;
      return stopped || (!record.settled() && limits.interrupted());
    };
    records.erase(std::remove_if(records.begin(), records.end(), no_outcome), records.end());
    take(records);
    if (interrupted) return give_up(Ending::kInterrupted);
    if (!idle) {
      nap = kShortNap;
      continue;
    }
    std::this_thread::sleep_for(nap);
    if (nap < kLongNap) nap *= 2;
  }
  return Ending::kComplete;
}

Ending run_trials(const Trials& trials, Workers& workers, Journal& journal,
                  const RunSettings& settings) {
  const Limits limits{settings.interrupt, settings.budget_seconds, Clock::now()};
  std::vector<std::uint32_t> todo;
  Standing now;
  // Takes away what is behind the last trial that is wanted.
  const auto consider = [&](const Record& record) {
    if (!settings.last || !settings.last(record)) return;
    todo.erase(std::upper_bound(todo.begin(), todo.end(), record.trial), todo.end());
  };
  for (std::uint32_t i = 0; i < trials.count(); ++i) {
    if (i % settings.shards != settings.shard) continue;
    ++now.all;
    const auto known = journal.records().find(i);
    if (known == journal.records().end() || !known->second.settled()) todo.push_back(i);
    else now.failed += known->second.failed ? 1 : 0;
  }
  now.done = now.before = static_cast<std::uint32_t>(now.all - todo.size());
  for (const auto& [i, record] : journal.records()) {
    if (i % settings.shards == settings.shard && record.settled()) consider(record);
  }
  auto shown = limits.begin;
  return work_off(workers, todo, limits, [&](const std::vector<Record>& records) {
    for (const Record& record : records) {
      now.failed += record.failed ? 1 : 0;
      journal.add(record);
      consider(record);
    }
    now.done += static_cast<std::uint32_t>(records.size());
    if (!settings.progress || Clock::now() - shown <= std::chrono::milliseconds(100)) return;
    settings.progress(now);
    shown = Clock::now();
  });
}

}  // namespace selvage::campaign
