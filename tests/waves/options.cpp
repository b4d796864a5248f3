// SPDX-License-Identifier: Apache-2.0
// Options of waves: what is accepted, what is chosen, what is refused.
#include <catch2/catch.hpp>

#include <fstream>

#include "config/validate.hpp"
#include "run_selvage.hpp"

using Catch::Contains;
using nlohmann::json;
using selvage::test::Directory;
using selvage::test::read_file;
using selvage::test::run_selvage;

namespace {

const std::string kHello = "run scenarios/hello_fault.yaml --quiet ";

json waves_of(const Directory& out) {
  const json result = json::parse(read_file(out.path() / "result.json"));
  const auto issues = selvage::config::validate(selvage::test::schema("result"), result);
  for (const auto& issue : issues) FAIL_CHECK("result.json: " + issue.pointer + " " + issue.key);
  return result["waves"];
}

}  // namespace

TEST_CASE("auto records nothing on a pass, never nothing on a failure", "[waves][cli][WAVE-WHEN]") {
  const Directory out;
  CHECK(run_selvage(kHello + "--out " + out.str()).code == 0);
  CHECK(waves_of(out).is_null());
  CHECK(run_selvage(kHello + "--set bug.skip_lft=true --waves never --out " + out.str()).code == 1);
  CHECK(waves_of(out).is_null());
  for (const auto& entry : std::filesystem::directory_iterator(out.path())) {
    CHECK(entry.path().filename().string().rfind("waves", 0) != 0);
  }
}

TEST_CASE("always: around the first fault, along its path", "[waves][cli][WAVE-WHEN]") {
  const Directory out;
  CHECK(run_selvage(kHello + "--waves always --out " + out.str()).code == 0);
  const json waves = waves_of(out);
  CHECK(waves["from"] == 10000 - 64);
  CHECK(waves["until"] > 10433);
  CHECK(waves["until"] < 12000);
  CHECK(waves["switches"] == json({"<0,21>", "<1,21>", "<2,01>", "<1,01>", "<0,00>"}));
}

TEST_CASE("always without a fault: the beginning, bounded", "[waves][cli][WAVE-WHEN]") {
  const Directory out;
  CHECK(run_selvage("run scenarios/saturation.yaml --set phases.measure=8000 --waves always "
                    "--quiet --out " +
                    out.str())
            .code == 0);
  CHECK(waves_of(out)["from"] == 0);
  CHECK(waves_of(out)["until"] <= 5000);
}

TEST_CASE("window and switches by name", "[waves][cli][WAVE-WHEN]") {
  const Directory out;
  for (const std::string names : {"'<0,21>,<1,01>'", "0/21,1/01", "sw_0_21,1_01"}) {
    CAPTURE(names);
    CHECK(run_selvage(kHello + "--waves always --wave-window 100:300 --wave-switches " + names +
                      " --out " + out.str())
              .code == 0);
    const json waves = waves_of(out);
    CHECK(waves["from"] == 100);
    CHECK(waves["until"] == 300);
    CHECK(waves["switches"] == json({"<0,21>", "<1,01>"}));
  }
}

TEST_CASE("a window after the end of the run is reported", "[waves][cli][WAVE-WHEN]") {
  const Directory out;
  const auto ran =
      run_selvage(kHello + "--waves always --wave-window 10000000:10000100 --out " + out.str());
  CHECK(ran.code == 0);
  CHECK_THAT(ran.err, Contains("before the window"));
  CHECK(waves_of(out).is_null());
}

TEST_CASE("wrong options: exit 2, what is wrong, and nothing runs", "[waves][cli][CLI-WRONG]") {
  const Directory out;
  const auto wrong = [&](const std::string& options, const std::string& what) {
    const auto ran = run_selvage(kHello + options + " --out " + out.str());
    CAPTURE(options, ran.err);
    CHECK(ran.code == 2);
    CHECK_THAT(ran.err, Contains(what));
    CHECK_FALSE(std::filesystem::exists(out.path() / "result.json"));
  };
  wrong("--waves sometimes", "--waves");
  wrong("--wave-window 5", "FROM:UNTIL");
  wrong("--wave-window 9:9", "FROM before UNTIL");
  wrong("--wave-window 20:10", "FROM before UNTIL");
  wrong("--wave-window -5:10", "FROM:UNTIL");
  wrong("--wave-window 1:99999999999999999999", "FROM:UNTIL");
  wrong("--wave-switches 9/99", "no switch '9/99'");
  wrong("--wave-switches 0/21,", "no switch ''");
  wrong("--waves always --wave-switches '<0,21'", "no switch");
}

TEST_CASE("a wave file that cannot be written: exit 2", "[waves][cli][WAVE-WHEN]") {
  const Directory out;
  std::filesystem::create_directory(out.path() / "waves.fst");
  std::ofstream(out.path() / "waves.fst" / "in_the_way") << "x";
  const auto ran = run_selvage(kHello + "--waves always --out " + out.str());
  CHECK(ran.code == 2);
  CHECK_THAT(ran.err, Contains("cannot write"));
}
