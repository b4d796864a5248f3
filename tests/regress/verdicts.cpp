// SPDX-License-Identifier: Apache-2.0
/// What becomes of a run: caught, known, flaky, cut short (REGR-CATCH, REGR-KNOWN, REGR-FLAKY,
/// REGR-BUCKET).
#include "regress/digest.hpp"
#include "support.hpp"

using namespace selvage;
using namespace selvage::test;

TEST_CASE("REGR-CATCH: a deliberate bug that nothing notices fails the suite", "[regress]") {
  const Fake caught("tests: [{scenario: awake, bugs: [skip_lft], twice: never}]\n");
  CHECK(caught.run() == 0);
  CHECK(caught.verdict("awake") == "pass: ");
  CHECK(caught.verdict("awake/bug.skip_lft") == "pass: mismatch port of route_select, FT-RS-3");
  CHECK(caught.summary["bugs"] == nlohmann::json({{"caught", 1}, {"of", 1}}));
  const Fake missed("tests: [{scenario: asleep, bugs: [skip_lft, next_lowest], twice: never}]\n");
  CHECK(missed.run() == 1);
  CHECK(missed.verdict("asleep") == "pass: ");
  CHECK(missed.verdict("asleep/bug.skip_lft") == "fail: not caught: bug.skip_lft");
  CHECK(missed.summary["bugs"]["caught"] == 0);
  // Caught means exit code 1: neither a crash nor a limit of time says that a check saw it.
  const Fake crash(
      "tests: [{scenario: good}, {scenario: crash, bugs: [skip_lft], twice: never}]\n");
  CHECK(crash.run() == 4);
  CHECK(crash.verdict("crash/bug.skip_lft") == "error: crashed, signal 11");
  const Fake cut("tests: [{scenario: cut, bugs: [skip_lft], twice: never}]\n");
  CHECK(cut.run() == 3);
  CHECK(cut.verdict("cut/bug.skip_lft") == "undecided: budget_spent");
}

TEST_CASE("REGR-CATCH: a run has to end as its test says", "[regress]") {
  const Fake fake(
      "tests:\n- {scenario: stuck, expect: deadlocked}\n- {scenario: bad, expect: fail}\n"
      "- {scenario: good, expect: deadlocked, twice: never}\n- {name: other, scenario: stuck, "
      "expect: mismatch, twice: never}\n");
  CHECK(fake.run() == 1);
  CHECK(fake.verdict("stuck") == "pass: ");
  CHECK(fake.verdict("bad") == "pass: ");
  CHECK(fake.verdict("good") == "fail: not as expected (deadlocked): delivered_all");
  CHECK(fake.verdict("other") == "fail: not as expected (mismatch): deadlocked FAB-PROG");
}

TEST_CASE("REGR-KNOWN: a known failure does not fail the suite until its day is over",
          "[regress]") {
  const Fake fake(
      "tests: [{scenario: bad, twice: never}, {scenario: good, twice: never}]\n"
      "known:\n- {test: bad, signature: 'mismatch port of route_select, FT-RS-4', until: "
      "2026-11-25, reason: r}\n- {test: good, until: 2026-12-31, reason: gone}\n");
  CHECK(fake.run() == 0);
  CHECK(fake.verdict("bad") == "known: mismatch port of route_select, FT-RS-4");
  CHECK(fake.summary["known"][0]["seen"] == 1);
  CHECK(fake.summary["known"][0]["passes"] == false);
  // One that has stopped failing says so.
  CHECK(fake.summary["known"][1]["passes"] == true);
  Fake::How later;
  later.today = "2026-11-26";
  CHECK(fake.run(later) == 1);
  CHECK(fake.verdict("bad") == "fail: mismatch port of route_select, FT-RS-4");
  CHECK_THAT(fake.summary["runs"][0]["why"].get<std::string>(),
             Catch::Contains("until 2026-11-25"));
  // A failure of another kind is not the one that is known.
  const Fake other(
      "tests: [{scenario: bad, twice: never}]\n"
      "known: [{test: bad, signature: deadlocked, until: 2026-12-31, reason: r}]\n");
  CHECK(other.run() == 1);
}

TEST_CASE("REGR-FLAKY: the same seed twice with another result fails, by field", "[regress]") {
  const Fake fake("tests: [{scenario: flaky, seeds: [7]}]\n");
  CHECK(fake.run() == 1);
  CHECK(fake.verdict("flaky/7") == "pass: ");
  CHECK(fake.verdict("flaky/7/again") == "fail: flaky: not the same twice");
  CHECK_THAT(fake.summary["runs"][1]["why"].get<std::string>(), Catch::EndsWith("differ: cycles"));
  CHECK(fake.summary["twice"] == nlohmann::json({{"same", 0}, {"of", 1}}));
  Fake::How again;
  again.failed = true;
  CHECK(fake.run(again) == 1);  // with the run that it has to repeat
  CHECK(fake.summary["counts"]["runs"] == 2);
  const Fake never("tests: [{scenario: flaky, twice: never}]\n");
  CHECK(never.run() == 0);
  // Times and places may differ, nothing else.
  using nlohmann::ordered_json;
  const ordered_json a{{"cycles", 1}, {"wall", {{"seconds", 1.5}}}, {"waves", nullptr}};
  const ordered_json b{{"cycles", 1}, {"wall", {{"seconds", 2.5}}}, {"waves", {{"file", "x"}}}};
  CHECK(regress::digest(a) == regress::digest(b));
  CHECK(regress::differing(regress::digest(a), regress::digest({{"cycles", 2}, {"more", 1}})) ==
        "cycles, more");
}

TEST_CASE(
    "REGR-BUCKET: failures of one kind are one, wherever and whenever, and the first is replayed",
    "[regress]") {
  const Fake fake(
      "tests: [{scenario: bad, seeds: [1, 2, 3], twice: never}, {scenario: stuck, twice: never}]\n");
  CHECK(fake.run() == 1);
  const auto& buckets = fake.summary["buckets"];
  REQUIRE(buckets.size() == 2);
  CHECK(buckets[0]["signature"] == "mismatch port of route_select, FT-RS-4");
  CHECK(buckets[0]["runs"] == 3);
  CHECK(buckets[0]["first"] == "bad/1");
  CHECK(buckets[0]["replay"]["same"] == true);
  const auto folder = buckets[0]["replay"]["folder"].get<std::string>();
  CHECK(folder == "trials/000000/replay");
  CHECK(fake.file(folder + "/waves.fst") == "waves\n");
  CHECK(buckets[1]["signature"] == "deadlocked FAB-PROG");
  CHECK_FALSE(std::filesystem::exists(fake.path("o/trials/000001/replay")));
  CHECK_THAT(buckets[0]["reproduce"].get<std::string>(), Catch::EndsWith("/bad --seed 1"));
}
