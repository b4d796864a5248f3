// SPDX-License-Identifier: Apache-2.0
#include "campaign/session.hpp"

#include <filesystem>
#include <stdexcept>

#include "campaign/check.hpp"
#include "campaign/figures/summary.hpp"
#include "config/loader.hpp"
#include "config/text/output.hpp"
#include "config/text/real.hpp"
#include "golden/number.hpp"
#include "mpi/join.hpp"

namespace selvage::campaign {

namespace fs = std::filesystem;

namespace {

void write_file(const fs::path& path, const std::string& text) {
  std::string why;
  if (!config::write_atomically(path.string(), text, why)) throw std::runtime_error(why);
}

/// What the tables were made of is gone; the journals are cleared by whoever has locked them.
void remove_tables(const fs::path& out) {
  for (const char* name : {"results.json", "points.csv", "trials.csv", "trials"}) {
    fs::remove_all(out / name);
  }
}

std::string text_now(const std::string& file) {
  std::string why;
  return config::read_text_file(file, config::kMaxBytes, why).value_or("");
}

/// A measure that no good trial has; empty if there is none.
std::string missing_measure(const Plan& plan, const Records& records) {
  for (const std::string& path : plan.measures) {
    bool seen = false;
    bool any = false;
    for (const auto& [index, r] : records) {
      any = any || !r.failed;
      seen = seen || (!r.failed && r.values.contains(path));
    }
    if (any && !seen) return path;
  }
  return "";
}

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

}  // namespace

double seconds_of(const std::string& text) {
  const char unit = text.empty() ? '\0' : text.back();
  const bool named = unit == 's' || unit == 'm' || unit == 'h';
  const std::string_view digits = std::string_view(text).substr(0, text.size() - (named ? 1 : 0));
  const std::optional<double> number = config::parse_real(digits);
  if (!number || !(*number > 0) || *number > 1e9) return -1;
  return *number * (unit == 'h' ? 3600 : unit == 'm' ? 60 : 1);
}

Account carry_out(const Plan& plan, const Order& order) {
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
    const fs::path out(order.out);
    const mpi::Rank rank = mpi::rank_by_environment();
    std::error_code code;
    fs::create_directories(out, code);
    if (code || !fs::is_directory(out)) {
      return trouble(Account::Trouble::kUsage,
                     "--out " + order.out +
                         ": cannot make this "
                         "directory: " +
                         (code ? code.message() : std::string("it is none")));
    }
    // Trials are made and taken away below it.
    if (fs::is_symlink(out / "trials")) {
      return trouble(Account::Trouble::kUsage,
                     (out / "trials").string() + ": is a symbolic link, not a folder of trials");
    }
    const bool by_base = plan.kind == Kind::kSimulation && plan.scenario.empty();
    account.scenario_file = by_base ? (out / kBaseName).string() : plan.scenario;
    Bench bench{&plan, order.executable, order.out, account.scenario_file};
    if (rank.rank > 0) {
      account.serving = true;
      if (!serve_mpi(bench, run.jobs, account.why)) account.trouble = Account::Trouble::kUsage;
      return account;
    }
    if (!order.resume || journals_in(order.out).empty()) {
      account.why = refusals(plan, order.executable, out.string(), run.interrupt);
      account.placed = !account.why.empty();
      if (account.placed) return trouble(Account::Trouble::kUsage, account.why);
      if (run.interrupt != nullptr && *run.interrupt) {  // before anything is thrown away
        const Records none;
        account.ending = Ending::kInterrupted;
        account.summary = summary_json({&plan, &none, order.build, ""});
        return account;
      }
    }
    const std::string fingerprint = plan.fingerprint(order.build.dump(), account.scenario_file);
    const bool earlier =
        !journals_in(order.out).empty();  // without one nothing here is of a campaign
    Journal journal;
    const Start start = order.fresh ? Start::kFresh : order.resume ? Start::kResume : Start::kNew;
    if (!journal.open(order.out, shard, fingerprint, plan.trials(), start, account.why)) {
      return trouble(Account::Trouble::kUsage, account.why);
    }
    if (order.fresh && shard.empty() && earlier) remove_tables(out);
    if (by_base) write_file(account.scenario_file, json_text(plan.base) + "\n");
    std::unique_ptr<Workers> workers =
        rank.size > 1 ? mpi_workers(bench, run.jobs, account.why) : local_workers(bench, run.jobs);
    if (!workers) return trouble(Account::Trouble::kUsage, account.why);
    account.ending = run_trials(plan, *workers, journal, run);
    workers.reset();
    if (!plan.scenario.empty() && text_now(plan.scenario) != plan.scenario_text) {
      return trouble(Account::Trouble::kUsage,
                     plan.scenario + " was changed while its trials ran: start anew with --fresh");
    }
    const std::string missing = missing_measure(plan, journal.records());
    if (account.ending == Ending::kComplete && shard.empty() && !missing.empty()) {
      return trouble(Account::Trouble::kUsage, "measures: no result has '" + missing + "'");
    }
    const SummaryInput in{&plan, &journal.records(), order.build, fingerprint};
    account.summary = summary_json(in);
    if (shard.empty()) {
      write_file(out / "trials.csv", trials_csv(in));
      write_file(out / "points.csv", points_csv(account.summary));
      write_file(out / "results.json", json_text(account.summary) + "\n");
      std::error_code ignored;
      if (account.ending == Ending::kComplete) fs::remove(out / "trials", ignored);  // if empty
    }
    return account;
  } catch (const std::exception& e) {
    return trouble(Account::Trouble::kInternal, e.what());
  }
}

}  // namespace selvage::campaign
