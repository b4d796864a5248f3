// SPDX-License-Identifier: Apache-2.0
/// \file
/// Suites whose runs are made by a program that does what its scenario says, in milliseconds.
#pragma once

#include <catch2/catch.hpp>
#include <fstream>

#include "campaign/figures/summary.hpp"
#include "regress/results.hpp"
#include "regress/work.hpp"
#include "run_selvage.hpp"

namespace selvage::test {

/// A "scenario" is a piece of shell: `ends CODE STATUS DETAIL [MORE]` leaves a result.
inline constexpr const char* kProgram = R"sh(#!/bin/sh
out= seed=0 bug= before= check=
for word; do
  case $before in
    --out) out=$word ;;
    --seed) seed=$word ;;
    --set) bug=${word#bug.} ;;
  esac
  [ "$word" = --check ] && check=yes
  before=$word
done
ends() {
  printf '{"status":"%s","detail":"%s","seed":%s%s}' "$2" "$3" "$seed" "$4" > "$out/result.json"
  exit "$1"
}
mismatch() {  # CYCLE REQUIREMENT
  ends 1 mismatch "" ",\"mismatch\":{\"what\":\"port\",\"block\":\"route_select\",\"requirement\":\"$2\",\"cycle\":$1,\"switch\":\"s\"}"
}
[ -n "$check" ] && exit 0
[ "$1" = replay ] && { cp "$2" "$out/result.json"; echo waves > "$out/waves.fst"; exit 0; }
. "$2"
)sh";

/// Each its own folder; the suite is s.yaml, beside its scenarios.
struct Fake {
  explicit Fake(const std::string& suite) {
    write("program", kProgram);
    std::filesystem::permissions(path("program"), std::filesystem::perms::owner_all);
    write("s.yaml", suite);
    write("good", "ends 0 delivered_all ''\n");
    write("bad", "mismatch 1$seed FT-RS-4\n");
    write("awake", "[ -n \"$bug\" ] && mismatch 7 FT-RS-3\nends 0 delivered_all ''\n");
    write("asleep", "ends 0 delivered_all ''\n");
    write("slow", "[ -e \"${0%/*}/quick\" ] || sleep 60\nends 0 delivered_all ''\n");
    write("stuck", "ends 1 deadlocked 'FAB-PROG: 12 packets'\n");
    write("cut", "ends 3 budget_spent 'limits.wall_seconds reached'\n");
    write("crash", "kill -SEGV $$\n");
    write(
        "flaky",
        "ends 0 delivered_all '' \",\\\"cycles\\\":\\\"$(cat /proc/sys/kernel/random/uuid)\\\"\"\n");
  }
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(path(name)) << text;
  }
  [[nodiscard]] std::filesystem::path path(const std::string& name) const {
    return scratch.path() / name;
  }
  [[nodiscard]] std::string file(const std::string& name) const {
    return read_file(scratch.path() / "o" / name);
  }
  [[nodiscard]] nlohmann::json results() const {
    return nlohmann::json::parse(file("regress.json"));
  }

  struct How {
    unsigned jobs = 1;
    bool resume = false;
    bool failed = false;
    bool fail_fast = false;
    double budget = 0;
    std::string shard = {};
    std::string today = "2026-11-25";
    std::uint64_t base = 1;
  };
  /// As `selvage regress s.yaml --out o`; its exit code.
  int run() const { return run(How{}); }
  int run(const How& how) const {
    config::Diagnostics diagnostics;
    const auto suite = regress::load_suite(path("s.yaml").string(), diagnostics);
    INFO(diagnostics.text());
    REQUIRE(suite);
    const std::string out = path("o").string();
    std::string why;
    std::optional<regress::Selection> selection;
    if (how.failed) REQUIRE(regress::failed_last(out, selection, why));
    if (how.resume) REQUIRE(regress::earlier_selection(out, selection, why));
    if (!selection) selection = regress::Selection{how.base, {}, ""};
    selection->today = how.today;
    regress::SuiteWork work(*suite, *selection);
    campaign::Order order{
        out, path("program").string(), {{"git", "abc"}}, how.resume, !how.resume, how.shard, {}};
    order.run.jobs = how.jobs;
    order.run.budget_seconds = how.budget;
    if (how.fail_fast) {
      work.stop_at_failure();
      order.run.last = [&](const campaign::Record& record) { return work.last(record); };
    }
    const campaign::Account account = campaign::carry_out(work, order);
    INFO(account.why);
    REQUIRE(account.trouble == campaign::Account::Trouble::kNone);
    summary = account.summary;
    return account.summary["exit_code"].get<int>();
  }
  /// Verdict and signature of a run of the last summary.
  [[nodiscard]] std::string verdict(const std::string& id) const {
    for (const auto& run : summary["runs"]) {
      if (run["id"] == id) {
        return run["verdict"].get<std::string>() + ": " + run["signature"].get<std::string>();
      }
    }
    return "no such run";
  }

  Directory scratch;
  mutable nlohmann::json summary;
};

}  // namespace selvage::test
