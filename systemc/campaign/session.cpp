// SPDX-License-Identifier: Apache-2.0
#include "campaign/session.hpp"

#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "campaign/summary.hpp"

namespace selvage::campaign {

namespace fs = std::filesystem;

namespace {

/// Whole or not at all.
void write_file(const fs::path& path, const std::string& text) {
  const fs::path temporary = path.string() + "." + std::to_string(getpid()) + ".tmp";
  {
    std::ofstream out(temporary, std::ios::binary);
    out << text;
    if (!out.flush()) throw std::runtime_error("cannot write " + path.string());
  }
  fs::rename(temporary, path);
}

void remove_earlier(const fs::path& out) {
  for (const auto& entry : fs::directory_iterator(out)) {
    const std::string file = entry.path().filename().string();
    const bool ours = file.rfind("journal.", 0) == 0 || file == "results.json" ||
                      file == "points.csv" || file == "trials.csv" || file == "trials";
    if (ours) fs::remove_all(entry.path());
  }
}

bool read_shard(const std::string& text, RunSettings& run, std::string& name) {
  if (text.empty()) return true;
  const std::size_t slash = text.find('/');
  const bool digits = slash != std::string::npos && slash > 0 && slash + 1 < text.size() &&
                      text.find_first_not_of("0123456789/") == std::string::npos &&
                      text.find('/', slash + 1) == std::string::npos && text.size() < 14;
  if (!digits) return false;
  const unsigned long which = std::stoul(text);
  const unsigned long of = std::stoul(text.substr(slash + 1));
  if (which < 1 || which > of) return false;
  run.shard = static_cast<unsigned>(which - 1);
  run.shards = static_cast<unsigned>(of);
  name = std::to_string(which) + "-of-" + std::to_string(of);
  return true;
}

}  // namespace

double seconds_of(const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  const std::string unit(end);
  if (end == text.c_str() || !(number > 0) || number > 1e9) return -1;
  if (unit.empty() || unit == "s") return number;
  if (unit == "m") return number * 60;
  return unit == "h" ? number * 3600 : -1;
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
    const Rank rank = mpi_rank_by_environment();
    fs::create_directories(out);
    const std::string base_file = (out / "scenario.yaml").string();
    Bench bench{&plan, order.executable, order.out, base_file};
    if (rank.rank > 0) {
      account.serving = true;
      if (!serve_mpi(bench, run.jobs, account.why)) account.trouble = Account::Trouble::kUsage;
      return account;
    }
    if (order.fresh) remove_earlier(out);
    const std::string fingerprint = plan.fingerprint(order.build.dump());
    Journal journal;
    if (!journal.open(order.out, shard, fingerprint, plan.trials(), order.resume, account.why)) {
      return trouble(Account::Trouble::kUsage, account.why);
    }
    if (plan.kind == Kind::kSimulation && plan.scenario.empty()) {
      write_file(base_file, plan.base.dump(2) + "\n");
    }
    std::unique_ptr<Workers> workers =
        rank.size > 1 ? mpi_workers(bench, run.jobs, account.why) : local_workers(bench, run.jobs);
    if (!workers) return trouble(Account::Trouble::kUsage, account.why);
    account.ending = run_trials(plan, *workers, journal, run);
    workers.reset();
    const SummaryInput in{&plan, &journal.records(), order.build, fingerprint, order.program,
                          base_file};
    account.summary = summary_json(in);
    if (shard.empty()) {
      write_file(out / "trials.csv", trials_csv(in));
      write_file(out / "points.csv", points_csv(account.summary));
      write_file(out / "results.json", account.summary.dump(2) + "\n");
      std::error_code ignored;
      if (account.ending == Ending::kComplete) fs::remove(out / "trials", ignored);  // if empty
    }
    return account;
  } catch (const std::exception& e) {
    return trouble(Account::Trouble::kInternal, e.what());
  }
}

}  // namespace selvage::campaign
