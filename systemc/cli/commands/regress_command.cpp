// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/regress_command.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <random>

#include "campaign/figures/summary.hpp"
#include "cli/build_info.hpp"
#include "cli/commands/campaign_command.hpp"
#include "cli/cover/suite_situations.hpp"
#include "cli/interrupt.hpp"
#include "cli/questions/topology_option.hpp"
#include "config/exit_code.hpp"
#include "golden/number.hpp"
#include "mpi/join.hpp"
#include "regress/results.hpp"
#include "regress/work.hpp"

namespace selvage::cli {
namespace {

namespace fs = std::filesystem;
using campaign::Account;
using nlohmann::ordered_json;
using regress::Selection;

/// What the seeds of a run are, and which runs are made. Empty after a complaint, with the exit
/// code in `code`.
std::optional<Selection> select(const Options& o, const regress::Suite& suite,
                                const std::string& out, int& code) {
  const auto refuse = [&](const std::string& where, const std::string& why) {
    complain(where, why);
    code = kUsage;
    return std::nullopt;
  };
  std::optional<Selection> earlier;
  std::string why;
  const bool read = o.regress.failed    ? regress::failed_last(out, earlier, why)
                    : o.campaign.resume ? regress::earlier_selection(out, earlier, why)
                                        : true;
  if (!read) return refuse("regress", why);
  if (o.regress.failed && !earlier) {
    return refuse("--failed", "there is no earlier result in " + config::printable_path(out));
  }
  if (o.regress.failed && earlier->only.empty()) {
    fmt::print(o.json ? stderr : stdout, "{}: nothing failed last\n", suite.name);
    code = kNothing;
    return std::nullopt;
  }
  Selection selection = earlier.value_or(Selection{});
  selection.today = regress::in_utc(regress::now(), "%Y-%m-%d");
  if (!o.seed.empty()) {
    const auto seed = parse_number<std::uint64_t>(o.seed);
    if (!seed) return refuse("--seed " + config::printable(o.seed), "is no number");
    if (earlier && *seed != earlier->base && suite.random()) {
      return refuse("--seed " + o.seed,
                    fmt::format("the earlier runs were made with {}", earlier->base));
    }
    selection.base = *seed;
  } else if (!earlier && suite.random()) {
    const bool alone = mpi::rank_by_environment().size == 1 && o.campaign.shard.empty();
    if (!alone) {
      return refuse(suite.file, "random seeds of several processes need one --seed for all");
    }
    selection.base = std::random_device{}();
  }
  return selection;
}

std::string with_program(const Options& o, const ordered_json& command) {
  return shell_quoted(o.program) + command.get<std::string>().substr(std::string("selvage").size());
}

void print_buckets(const Options& o, const ordered_json& s, const std::string& out,
                   const Style& style, std::FILE* talk) {
  for (const ordered_json& bucket : s["buckets"]) {
    const auto verdict = bucket["verdict"].get<std::string>();
    fmt::print(talk, "  {:<9} {} x {}\n", verdict == "undecided" ? "cut short" : verdict,
               bucket["runs"].get<std::uint64_t>(),
               config::printable(bucket["signature"].get<std::string>(), 200));
    fmt::print(talk, "            {}\n", bucket["first"].get<std::string>());
    const auto why = bucket["why"].get<std::string>();
    if (!why.empty()) {
      fmt::print(talk, "            {}\n", config::printable(why.substr(0, why.find('\n')), 200));
    }
    fmt::print(talk, "            {}\n", style.dim(with_program(o, bucket["reproduce"])));
    const ordered_json& replay = bucket["replay"];
    if (!replay.is_object()) continue;
    const auto folder = (fs::path(out) / replay["folder"].get<std::string>()).string();
    fmt::print(talk, "            {} waves {}{}\n", shell_quoted(o.program), shell_quoted(folder),
               replay["same"].get<bool>() ? "" : " (repeated, it ended otherwise)");
  }
}

void print_known(const ordered_json& s, const regress::Suite& suite, std::FILE* talk) {
  for (std::size_t k = 0; k < suite.known.size(); ++k) {
    const ordered_json& known = s["known"][k];
    if (known["passes"].get<bool>()) {
      fmt::print(talk, "  known     {}: passes now, take it out ({})\n", suite.known[k].test,
                 suite.known[k].where);
    } else if (known["seen"] != 0U) {
      fmt::print(talk, "  known     {}: {} {}: {}\n", suite.known[k].test,
                 known["expired"].get<bool>() ? "expired" : "until", suite.known[k].until,
                 config::printable(suite.known[k].reason, 200));
    }
  }
}

void print_never_met(const ordered_json& s, std::FILE* talk) {
  if (!s["coverage"].is_object()) return;
  for (const ordered_json& name : s["coverage"]["without_reason"]) {
    fmt::print(talk, "  never met {}: no reason for it in never_met\n", name.get<std::string>());
  }
}

void print_verdict(const Options& o, const ordered_json& s, const Account& account,
                   const Style& style, std::FILE* talk) {
  const ordered_json& counts = s["counts"];
  const auto count = [&](const char* key) { return counts[key].get<std::uint64_t>(); };
  const std::string bugs = s["bugs"]["of"] == 0U
                               ? ""
                               : fmt::format(", {} of {} deliberate bugs caught",
                                             s["bugs"]["caught"].dump(), s["bugs"]["of"].dump());
  const auto line = [&](const std::string& mark, const std::string& what) {
    fmt::print(talk, "{} {}: {} of {} runs passed{}\n", mark, what, count("pass"), count("runs"),
               bugs);
  };
  const auto code = s["exit_code"].get<int>();
  const std::string& shard = o.campaign.shard;
  const std::string name =
      s["name"].get<std::string>() + (shard.empty() ? "" : ", shard " + shard + " alone");
  const std::size_t unmet =
      s["coverage"].is_object() ? s["coverage"]["without_reason"].size() : std::size_t{0};
  if (code == kFail && count("fail") == 0 && unmet > 0)
    line(style.red("FAIL"), fmt::format("{}: {} situations never met, for no reason", name, unmet));
  else if (code == kFail)
    line(style.red("FAIL"),
         fmt::format(
             "{}: {} failed{}", name, count("fail"),
             account.ending == campaign::Ending::kBudgetSpent ? ", cut short by the budget" : ""));
  else if (account.ending == campaign::Ending::kInterrupted)
    line(style.yellow("STOPPED"), name + ": interrupted, --resume goes on");
  else if (code == kInternal || code == kUsage)
    line(style.red("ERROR"), fmt::format("{}: {} refused or crashed", name, count("error")));
  else if (account.ending == campaign::Ending::kBudgetSpent)
    line(style.yellow("STOPPED"), name + ": the budget is spent, --resume goes on");
  else if (code == kBudget)
    line(style.yellow("STOPPED"), fmt::format("{}: {} cut short", name, count("undecided")));
  else line(style.green("PASS"), name);
}

void print(const Options& o, const regress::Suite& suite, const Account& account,
           const std::string& out) {
  std::FILE* talk = o.json ? stderr : stdout;
  const Style style(o.color, talk);
  const ordered_json& s = account.summary;
  if (!o.quiet) {
    fmt::print(talk, "{}\n", style.bold(suite.name));
    if (!suite.title.empty()) fmt::print(talk, "  {}\n", config::printable(suite.title, 200));
    print_buckets(o, s, out, style, talk);
    print_known(s, suite, talk);
    print_never_met(s, talk);
    if (s["twice"]["of"] != 0U) {
      fmt::print(talk, "  twice     {} of {} runs gave the same result again\n",
                 s["twice"]["same"].dump(), s["twice"]["of"].dump());
    }
    if (s["coverage"].is_object()) {
      fmt::print(talk, "  coverage  {} of {} situations met\n", s["coverage"]["met"].dump(),
                 s["coverage"]["situations"].dump());
    }
    if (o.campaign.shard.empty()) {
      fmt::print(talk, "  files     {0}/regress.html, {0}/junit.xml, {0}/regress.json\n", out);
    }
  }
  if (suite.random()) fmt::print(talk, "repeat: {}\n", with_program(o, s["reproduce"]));
  print_verdict(o, s, account, style, talk);
}

campaign::Order order_of(const Options& o, const std::string& out) {
  campaign::Order order;
  order.out = out;
  order.executable = own_path();
  order.build = build_info();
  order.resume = o.campaign.resume;
  order.fresh = !o.campaign.resume;
  order.shard = o.campaign.shard;
  order.run.jobs = o.campaign.jobs;
  order.run.interrupt = &catch_interrupts();
  return order;
}

}  // namespace

int regress_command(const Options& o) {
  config::Diagnostics diagnostics;
  const auto suite = regress::load_suite(o.campaign.file, diagnostics);
  if (!suite) {
    print_error(diagnostics.text());
    return kUsage;
  }
  const std::string out = o.campaign.out.empty() ? "out/regress/" + suite->name : o.campaign.out;
  campaign::Order order = order_of(o, out);
  if (!o.campaign.budget.empty()) {
    order.run.budget_seconds = campaign::seconds_of(o.campaign.budget);
    if (order.run.budget_seconds <= 0) {
      complain("--budget " + o.campaign.budget, "is no time, e.g. 90s, 20m or 1.5h");
      return kUsage;
    }
  }
  int code = kPass;
  const auto selection = select(o, *suite, out, code);
  if (!selection) return code;
  std::string why;
  if (!regress::history_tail((fs::path(out) / regress::kHistoryName).string(), why)) {
    complain("regress", why);
    return kUsage;
  }
  if (const std::string unknown = unknown_never_met(*suite); !unknown.empty()) {
    print_error(unknown);
    return kUsage;
  }
  regress::SuiteWork work(*suite, *selection);
  if (o.check) {
    const std::string refusals = work.refusals(order);
    print_error(refusals);
    if (!refusals.empty()) return kUsage;
    if (!o.quiet) fmt::print(stderr, "{}: {} runs can run\n", suite->name, work.count());
    return kPass;
  }
  if (o.regress.fail_fast) {
    work.stop_at_failure();
    order.run.last = [&](const campaign::Record& record) { return work.last(record); };
  }
  std::optional<Progress> progress;
  progress.emplace(!o.quiet);
  order.run.progress = told_by(*progress, "runs of " + suite->name);
  const Account account = campaign::carry_out(work, order);
  progress.reset();
  if (account.trouble != Account::Trouble::kNone) {
    print_error(account.placed ? account.why
                               : fmt::format("{}: error: {}\n", suite->file, account.why));
    return account.trouble == Account::Trouble::kUsage ? kUsage : kInternal;
  }
  if (account.serving) return kPass;
  print(o, *suite, account, out);
  if (o.json) fmt::print("{}\n", campaign::json_text(account.summary, -1));
  code = account.summary["exit_code"].get<int>();
  return account.ending == campaign::Ending::kInterrupted && code != kFail ? kInterrupted : code;
}

}  // namespace selvage::cli
