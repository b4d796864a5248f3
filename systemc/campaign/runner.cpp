// SPDX-License-Identifier: Apache-2.0
#include "campaign/runner.hpp"

#include <algorithm>
#include <chrono>
#include <thread>
#include <vector>

namespace selvage::campaign {

namespace {

constexpr int kInterruptedTrial = 130;

}  // namespace

Ending run_trials(const Trials& trials, Workers& workers, Journal& journal,
                  const RunSettings& settings) {
  const auto begin = std::chrono::steady_clock::now();
  std::vector<std::uint32_t> todo;
  Standing now;
  std::uint32_t end = trials.count();  // no trial from here on is wanted
  const auto consider = [&](const Record& record) {
    if (settings.last && settings.last(record)) end = std::min(end, record.trial + 1);
  };
  for (std::uint32_t i = 0; i < trials.count(); ++i) {
    if (i % settings.shards != settings.shard) continue;
    ++now.all;
    const auto known = journal.records().find(i);
    if (known == journal.records().end() || !known->second.settled()) {
      todo.push_back(i);
      continue;
    }
    now.failed += known->second.failed ? 1 : 0;
    consider(known->second);
  }
  now.done = now.before = static_cast<std::uint32_t>(now.all - todo.size());
  std::size_t next = 0;
  auto shown = begin;
  auto nap = std::chrono::microseconds(200);
  const auto more = [&] { return next < todo.size() && todo[next] < end; };
  while (more() || workers.busy() > 0) {
    if (settings.interrupt != nullptr && *settings.interrupt) {
      workers.abandon();
      return Ending::kInterrupted;
    }
    const std::chrono::duration<double> spent = std::chrono::steady_clock::now() - begin;
    if (settings.budget_seconds > 0 && spent.count() >= settings.budget_seconds) {
      workers.abandon();
      return Ending::kBudgetSpent;
    }
    while (more() && workers.ready()) workers.start(todo[next++]);
    const auto records = workers.poll();
    bool interrupted = false;
    for (const Record& record : records) {
      // What ^C or a terminated job did to a trial is no outcome of it.
      const bool stopped = record.exit == kInterruptedTrial;
      interrupted = interrupted || stopped;
      const bool asked = settings.interrupt != nullptr && *settings.interrupt;
      now.failed += record.failed ? 1 : 0;
      if (stopped || (!record.settled() && asked)) continue;
      journal.add(record);
      consider(record);
    }
    if (interrupted) {
      workers.abandon();
      return Ending::kInterrupted;
    }
    now.done += static_cast<std::uint32_t>(records.size());
    if (settings.progress &&
        std::chrono::steady_clock::now() - shown > std::chrono::milliseconds(100)) {
      settings.progress(now);
      shown = std::chrono::steady_clock::now();
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
