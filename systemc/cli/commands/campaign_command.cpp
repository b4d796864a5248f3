// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/campaign_command.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <map>
#include <optional>

#include "campaign/figures/summary.hpp"
#include "cli/build_info.hpp"
#include "cli/commands/tolerance_command.hpp"
#include "cli/interrupt.hpp"
#include "cli/questions/topology_option.hpp"
#include "cli/result/result_schema.hpp"
#include "cli/terminal.hpp"
#include "config/exit_code.hpp"

namespace selvage::cli {
namespace {

using campaign::Account;

/// The first line, shortened.
std::string first_line(const std::string& detail) {
  return config::printable(detail.substr(0, detail.find('\n')), 200);
}

void print(const Options& o, const campaign::Plan& plan, const Account& account,
           const std::string& out) {
  std::FILE* talk = o.json ? stderr : stdout;
  const Style style(o.color, talk);
  const auto& s = account.summary;
  const auto done = s["done"].get<std::uint64_t>();
  fmt::print(talk, "{}\n", style.bold(plan.name));
  if (!plan.title.empty() && !o.quiet)
    fmt::print(talk, "  {}\n", config::printable(plan.title, 200));
  if (!o.quiet) {
    fmt::print(talk, "  trials    {} of {} done: {} points, {} seeds\n", grouped(done),
               grouped(plan.trials()), grouped(plan.points()), plan.seeds);
    std::map<std::string, unsigned> kinds;
    for (const auto& failed : s["failed"]) ++kinds[failed["kind"].get<std::string>()];
    for (const auto& [kind, count] : kinds) {
      fmt::print(talk, "  failed    {} x {}\n", count, kind);
      for (const auto& failed : s["failed"]) {
        if (failed["kind"] != kind) continue;
        const auto detail = failed["detail"].get<std::string>();
        if (!detail.empty()) fmt::print(talk, "            {}\n", first_line(detail));
        fmt::print(talk, "            {}\n", replay(o, plan, account, failed["trial"]));
        break;
      }
    }
    if (o.campaign.shard.empty()) {
      fmt::print(talk, "  tables    {0}/points.csv, {0}/trials.csv, {0}/results.json\n", out);
    }
  }
  if (account.ending == campaign::Ending::kInterrupted) {
    fmt::print(talk, "{} interrupted; --resume goes on\n", style.yellow("STOPPED"));
  } else if (account.ending == campaign::Ending::kBudgetSpent) {
    fmt::print(talk, "{} the budget is spent; --resume goes on\n", style.yellow("STOPPED"));
  } else if (!s["failed"].empty()) {
    fmt::print(talk, "{} {} of {} trials failed\n", style.red("FAIL"), s["failed"].size(),
               grouped(done));
  } else {
    fmt::print(talk, "{} {} trials\n", style.green("PASS"), grouped(done));
  }
}

}  // namespace

std::string own_path() {
  std::error_code code;
  return std::filesystem::read_symlink("/proc/self/exe", code).string();
}

std::string replay(const Options& o, const campaign::Plan& plan, const Account& account,
                   std::uint32_t trial) {
  return campaign::replay_command(plan, plan.trial(trial), o.program, account.scenario_file);
}

campaign::ResultSchemas result_schemas() { return {result_schema(), tolerance_schema()}; }

std::function<void(const campaign::Standing&)> told_by(Progress& progress, std::string what) {
  return [&progress, what = std::move(what)](const campaign::Standing& now) {
    const std::string failed = now.failed == 0 ? "" : fmt::format("{} failed", grouped(now.failed));
    progress.work(what, now.done, now.all, failed, now.before);
  };
}

Account carry_out(const Options& o, const campaign::Plan& plan, const std::string& out) {
  campaign::Order order;
  order.out = out;
  order.executable = own_path();
  order.build = build_info();
  order.resume = o.campaign.resume;
  order.fresh = o.campaign.fresh;
  order.shard = o.campaign.shard;
  order.run.jobs = o.campaign.jobs;
  order.run.interrupt = &catch_interrupts();
  Account account;
  if (!o.campaign.budget.empty()) {
    order.run.budget_seconds = campaign::seconds_of(o.campaign.budget);
    if (order.run.budget_seconds <= 0) {
      complain("--budget " + o.campaign.budget, "is no time, e.g. 90s, 20m or 1.5h");
      account.trouble = Account::Trouble::kUsage;
      return account;
    }
  }
  std::optional<Progress> progress;
  progress.emplace(!o.quiet);
  order.run.progress = told_by(*progress, "trials of " + plan.name);
  account = campaign::carry_out(plan, order);
  progress.reset();
  if (account.trouble != Account::Trouble::kNone) {
    print_error(account.placed ? account.why
                               : fmt::format("{}: error: {}\n", plan.file, account.why));
  }
  return account;
}

int exit_code(const Account& account) {
  if (account.trouble == Account::Trouble::kUsage) return kUsage;
  if (account.trouble == Account::Trouble::kInternal) return kInternal;
  if (account.serving) return kPass;
  if (account.ending == campaign::Ending::kInterrupted) return kInterrupted;
  if (account.ending == campaign::Ending::kBudgetSpent) return kBudget;
  if (!account.summary["failed"].empty()) return kFail;
  return account.summary["done"].get<std::uint64_t>() == 0 ? kNothing : kPass;
}

int campaign_command(const Options& o) {
  config::Diagnostics diagnostics;
  const auto plan =
      campaign::load_plan(o.campaign.file, o.campaign.quick, o.sets, diagnostics, result_schemas());
  if (!plan) {
    print_error(diagnostics.text());
    return kUsage;
  }
  const std::string out = o.campaign.out.empty() ? "out/" + plan->name : o.campaign.out;
  const Account account = carry_out(o, *plan, out);
  if (account.trouble == Account::Trouble::kNone && !account.serving) {
    print(o, *plan, account, out);
    if (o.json) fmt::print("{}\n", campaign::json_text(account.summary, -1));
  }
  return exit_code(account);
}

}  // namespace selvage::cli
