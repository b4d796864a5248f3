// SPDX-License-Identifier: Apache-2.0
#include "campaign/session.hpp"

#include <filesystem>

#include "campaign/plan_work.hpp"
#include "config/text/real.hpp"
#include "golden/number.hpp"
#include "mpi/join.hpp"

namespace selvage::campaign {

namespace fs = std::filesystem;

namespace {

bool read_shard(const std::string& text, RunSettings& run, std::string& name) {
  if (text.empty()) return true;
  const std::size_t slash = text.find('/');
  if (slash == std::string::npos) return false;
  const auto which = parse_number(text.substr(0, slash));
  const auto of = parse_number(text.substr(slash + 1));
  if (!which || !of || *which < 1 || *which > *of) return false;
  run.shard = *which - 1;
  run.shards = *of;
  name = std::to_string(*which) + "-of-" + std::to_string(*of);
  return true;
}

/// Makes the directory. Why it cannot take trials; empty if it can.
std::string unfit(const std::string& out) {
  std::error_code code;
  fs::create_directories(out, code);
  if (code || !fs::is_directory(out)) {
    return "--out " + out +
           ": cannot make this directory: " + (code ? code.message() : std::string("it is none"));
  }
  // Trials are made and taken away below it.
  const fs::path trials = fs::path(out) / "trials";
  if (fs::is_symlink(trials)) {
    return trials.string() + ": is a symbolic link, not a folder of trials";
  }
  return "";
}

}  // namespace

double seconds_of(const std::string& text) {
  const char unit = text.empty() ? '\0' : text.back();
  const bool named = unit == 's' || unit == 'm' || unit == 'h';
  const std::string_view digits = std::string_view(text).substr(0, text.size() - (named ? 1 : 0));
  const std::optional<double> number = config::parse_real(digits);
  if (!number || !(*number > 0) || *number > 1e9) return -1;
  return *number * (unit == 'h' ? 3600 : unit == 'm' ? 60 : 1);
}

Account carry_out(Work& work, const Order& order) {
  Account account;
  RunSettings run = order.run;
  std::string shard;
  const auto trouble = [&](Account::Trouble kind, const std::string& why) {
    account.trouble = kind;
    account.why = why;
    return account;
  };
  if (!read_shard(order.shard, run, shard)) {
    return trouble(Account::Trouble::kUsage, "--shard " + order.shard + ": not I/N, e.g. 2/5");
  }
  try {
    if (const std::string why = unfit(order.out); !why.empty()) {
      return trouble(Account::Trouble::kUsage, why);
    }
    const Bench bench{&work, order.executable, order.out};
    const mpi::Rank rank = mpi::rank_by_environment();
    if (rank.rank > 0) {
      account.serving = true;
      if (!serve_mpi(bench, run.jobs, account.why)) account.trouble = Account::Trouble::kUsage;
      return account;
    }
    Finish finish{Ending::kComplete, order.build, "", shard.empty()};
    if (!order.resume || journals_in(order.out).empty()) {
      account.why = work.refusals(order);
      account.placed = !account.why.empty();
      if (account.placed) return trouble(Account::Trouble::kUsage, account.why);
      if (run.interrupt != nullptr && *run.interrupt) {  // before anything is thrown away
        account.ending = finish.ending = Ending::kInterrupted;
        account.summary = work.summary({}, finish);
        return account;
      }
    }
    finish.fingerprint = work.fingerprint(order.build.dump());
    const bool earlier =
        !journals_in(order.out).empty();  // without one nothing here is of a campaign
    Journal journal;
    const Start start = order.fresh ? Start::kFresh : order.resume ? Start::kResume : Start::kNew;
    if (!journal.open(order.out, shard, finish.fingerprint, work.count(), start, account.why)) {
      return trouble(Account::Trouble::kUsage, account.why);
    }
    if (order.fresh && finish.whole && earlier) {
      for (const std::string& name : work.tables()) fs::remove_all(fs::path(order.out) / name);
    }
    work.prepare(order);
    std::unique_ptr<Workers> workers =
        rank.size > 1 ? mpi_workers(bench, run.jobs, account.why) : local_workers(bench, run.jobs);
    if (!workers) return trouble(Account::Trouble::kUsage, account.why);
    account.ending = finish.ending = run_trials(work, *workers, journal, run);
    workers.reset();
    account.summary = work.summary(journal.records(), finish);
    const std::string why = work.conclude(journal.records(), order, finish, account.summary);
    return why.empty() ? account : trouble(Account::Trouble::kUsage, why);
  } catch (const std::exception& e) {
    return trouble(Account::Trouble::kInternal, e.what());
  }
}

Account carry_out(const Plan& plan, const Order& order) {
  const bool by_base = plan.kind == Kind::kSimulation && plan.scenario.empty();
  const std::string file = by_base ? (fs::path(order.out) / kBaseName).string() : plan.scenario;
  PlanWork work(plan, file);
  Account account = carry_out(work, order);
  account.scenario_file = file;
  return account;
}

}  // namespace selvage::campaign
