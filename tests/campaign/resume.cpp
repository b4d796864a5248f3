// SPDX-License-Identifier: Apache-2.0
/// What may and may not be resumed, thrown away, or interrupted (CAM-RES, CAM-JRN).
#include <catch2/catch.hpp>

#include "support.hpp"

using namespace selvage::test;

namespace {

/// Trials of a few hundredths of a second, by a scenario file.
const std::string kByFile = R"(
scenario: s.yaml
factors: [{path: traffic.load, name: load, values: [0.1, 0.3]}]
seeds: 4
)";
const std::string kScenario = R"(
topology: {kind: fattree, m: 4, n: 2}
engine: golden
phases: {warmup: 100, measure: 9000}
)";

/// Trials of half a second or so.
const std::string kSlow = R"(
base:
  topology: {kind: fattree, m: 8, n: 3}
  engine: golden
  phases: {warmup: 100, measure: 30000}
factors: [{path: traffic.load, name: load, values: [0.2, 0.3]}]
seeds: 4
)";

std::size_t lines(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

/// First child of a process, 0: none.
int child_of(int pid) {
  const std::string file = "/proc/" + std::to_string(pid) + "/task/" + std::to_string(pid);
  int child = 0;
  std::istringstream(read_file(file + "/children")) >> child;
  return child;
}

std::string program_of(int pid) { return read_file("/proc/" + std::to_string(pid) + "/cmdline"); }

}  // namespace

TEST_CASE("CAM-RES: results of another scenario or trace are not gone on with", "[campaign]") {
  const Campaign c(kByFile);
  c.write("s.yaml", kScenario);
  REQUIRE(c.run("--quiet").code == 0);
  REQUIRE(c.run("--quiet --resume").code == 0);
  c.write("s.yaml", kScenario + "link: {latency: 9}\n");
  const Ran other = c.run("--quiet --resume --set seeds=4");
  CHECK(other.code == 2);
  CHECK_THAT(other.err, Catch::Contains("another campaign"));

  c.write("s.yaml", kScenario + "traffic: {pattern: trace, trace_file: t.trace}\n");
  c.write("t.trace", "10 00 10\n");
  c.write("c.yaml", "scenario: s.yaml\nfactors: [{path: link.latency, values: [1, 2]}]\n");
  const Ran fresh = c.run("--quiet --fresh");
  INFO(fresh.out << fresh.err);
  REQUIRE(fresh.code == 0);
  REQUIRE(c.run("--quiet --resume").code == 0);
  c.write("t.trace", "11 00 10\n");
  CHECK(c.run("--quiet --resume").code == 2);
}

TEST_CASE("CAM-RES: a scenario that changes while its trials run gives no tables", "[campaign]") {
  const Campaign c(kByFile);
  c.write("s.yaml", kScenario);
  Background running(c.command("--set seeds=100"));
  REQUIRE(wait_for([&] { return lines(c.file("journal.ndjson")) > 1; }));
  c.write("s.yaml", kScenario + "link: {latency: 9}\n");
  CHECK(running.wait() == 2);
  CHECK(c.tables().empty());
}

TEST_CASE("CAM-JRN: --fresh takes nothing from a campaign that is running", "[campaign]") {
  const Campaign c(kSlow);
  Background running(c.command("--set seeds=500"));
  REQUIRE(wait_for([&] { return lines(c.file("journal.ndjson")) > 1; }));
  const Ran fresh = c.run("--quiet --fresh");
  CHECK(fresh.code == 2);
  CHECK_THAT(fresh.err, Catch::Contains("another process"));
  CHECK(c.run("--quiet --shard 1/2").code == 2);
  const std::size_t before = lines(c.file("journal.ndjson"));
  CHECK(before > 1);
  REQUIRE(wait_for([&] { return lines(c.file("journal.ndjson")) > before; }));
  running.send_to_group(SIGINT);
  CHECK(running.wait() == 130);
  CHECK(c.journal().size() + 1 == lines(c.file("journal.ndjson")));
}

TEST_CASE("CAM-JRN: --fresh of a shard takes only its own journal", "[campaign]") {
  const Campaign c(tolerance(kShort));
  REQUIRE(c.run("--quiet --shard 1/2").code == 0);
  REQUIRE(c.run("--quiet --shard 2/2").code == 0);
  const std::string other = c.file("journal.1-of-2.ndjson");
  REQUIRE(lines(other) == 49);
  CHECK(c.run("--quiet --shard 2/2 --fresh").code == 0);
  CHECK(c.file("journal.1-of-2.ndjson") == other);
  CHECK(c.run("--quiet --resume").code == 0);
  CHECK(c.tables() == undisturbed(tolerance(kShort)));
  CHECK(c.run("--quiet --fresh --resume").code == 2);
  CHECK(c.run("--quiet --fresh").code == 0);
  CHECK_FALSE(std::filesystem::exists(c.scratch.path() / "o/journal.1-of-2.ndjson"));
}

TEST_CASE("CAM-RES: ^C leaves no record of the trials that it stopped", "[campaign]") {
  const Campaign c(kSlow);
  for (unsigned i = 0; i < 6; ++i) {
    const std::size_t before = lines(c.file("journal.ndjson"));
    Background running(c.command(i == 0 ? "--jobs 2" : "--jobs 2 --resume"));
    if (!wait_for([&] {
          const int child = child_of(running.pid());
          return lines(c.file("journal.ndjson")) > before &&
                 program_of(child).find("trials") != std::string::npos;
        })) {
      break;
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(7 * i));
    running.send_to_group(SIGINT);
    const int code = running.wait();
    if (code == 0) break;
    CHECK(code == 130);
    const std::string journal = c.file("journal.ndjson");
    CHECK_THAT(journal, !Catch::Contains("\"exit\":130"));
    CHECK_THAT(journal, !Catch::Contains("\"failed\":true"));
  }
  CHECK(c.run("--quiet --resume").code == 0);
  CHECK(c.tables() == undisturbed(kSlow));
}

TEST_CASE("CAM-RES: a trial that was killed is tried again", "[campaign]") {
  const Campaign c(kSlow);
  Background running(c.command("--jobs 1"));
  int victim = 0;
  REQUIRE(wait_for([&] {
    victim = child_of(running.pid());
    return victim > 0 && program_of(victim).find("trials") != std::string::npos;
  }));
  REQUIRE(kill(victim, SIGKILL) == 0);
  CHECK(running.wait() == 1);
  CHECK(nlohmann::json::parse(c.file("results.json"))["failed"][0]["status"] == "crashed");
  const Ran again = c.run("--quiet --resume");
  INFO(again.out << again.err);
  CHECK(again.code == 0);
  CHECK(c.tables() == undisturbed(kSlow));
}

TEST_CASE("CAM-RES: the same bytes wherever it is run", "[campaign]") {
  const std::string text = R"(
base:
  topology: {kind: fattree, m: 4, n: 3}
  traffic: {load: 0.3}
  phases: {warmup: 100, measure: 3000}
  faults: {preset: [{link: 0/21/3}]}
factors: [{path: bug.skip_lft, name: bug, values: [false, true]}]
seeds: 2
)";
  const Campaign here(text);
  const Campaign there(text);
  CHECK(here.run("--quiet --jobs 1").code == 1);
  // Whole paths, called from elsewhere.
  const Ran ran = run_selvage("campaign '" + there.scratch.str() +
                              "/c.yaml' --quiet --jobs 2 "
                              "--out '" +
                              there.scratch.str() + "/o'");
  CHECK(ran.code == 1);
  CHECK(here.tables() == there.tables());
  CHECK_THAT(here.file("results.json"), !Catch::Contains(here.scratch.str()));
}

TEST_CASE("CAM-RES: the command of a trial by a scenario file is for the campaign file's folder",
          "[campaign]") {
  const Campaign c(kByFile);
  c.write("s.yaml", kScenario);
  REQUIRE(c.run("--quiet").code == 0);
  const auto example = nlohmann::json::parse(c.file("results.json"))["example"].get<std::string>();
  CHECK(example == "selvage run s.yaml --set traffic.load=0.1 --seed 1");
  CHECK(run_shell("cd '" + c.scratch.str() +
                  "' && PATH=$(dirname '" SELVAGE_EXECUTABLE "'):$PATH && " + example + " --quiet")
            .code == 0);
}
