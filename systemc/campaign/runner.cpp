// SPDX-License-Identifier: Apache-2.0
#include "campaign/runner.hpp"

#include <chrono>
#include <thread>
#include <vector>

namespace selvage::campaign {

namespace {

constexpr int kInterruptedTrial = 130;

}  // namespace

Ending run_trials(const Plan& plan, Workers& workers, Journal& journal,
                  const RunSettings& settings) {
  using Clock = std::chrono::steady_clock;
  const auto begin = Clock::now();
  std::vector<std::uint32_t> todo;
  Standing now;
  for (std::uint32_t i = 0; i < plan.trials(); ++i) {
    if (i % settings.shards != settings.shard) continue;
    ++now.all;
    const auto known = journal.records().find(i);
    if (known == journal.records().end() || !known->second.settled()) todo.push_back(i);
    else now.failed += known->second.failed ? 1 : 0;
  }
  now.done = now.before = static_cast<std::uint32_t>(now.all - todo.size());
  std::size_t next = 0;
  auto shown = begin;
  auto nap = std::chrono::microseconds(200);
  while (next < todo.size() || workers.busy() > 0) {
    if (settings.interrupt != nullptr && *settings.interrupt) {
      workers.abandon();
      return Ending::kInterrupted;
    }
    const std::chrono::duration<double> spent = Clock::now() - begin;
    if (settings.budget_seconds > 0 && spent.count() >= settings.budget_seconds) {
      workers.abandon();
      return Ending::kBudgetSpent;
    }
    while (next < todo.size() && workers.ready()) workers.start(todo[next++]);
    const auto records = workers.poll();
    bool interrupted = false;
    for (const Record& record : records) {
      // What ^C or a terminated job did to a trial is no outcome of it.
      const bool stopped = record.exit == kInterruptedTrial;
      interrupted = interrupted || stopped;
      const bool asked = settings.interrupt != nullptr && *settings.interrupt;
      if (!stopped && (record.settled() || !asked)) journal.add(record);
      now.failed += record.failed ? 1 : 0;
    }
    if (interrupted) {
      workers.abandon();
      return Ending::kInterrupted;
    }
    now.done += static_cast<std::uint32_t>(records.size());
    if (settings.progress && Clock::now() - shown > std::chrono::milliseconds(100)) {
      settings.progress(now);
      shown = Clock::now();
    }
    if (!records.empty()) {
      nap = std::chrono::microseconds(200);
      continue;
    }
    std::this_thread::sleep_for(nap);
    if (nap < std::chrono::milliseconds(5)) nap *= 2;
  }
  return Ending::kComplete;
}

}  // namespace selvage::campaign
