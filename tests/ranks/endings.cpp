// SPDX-License-Identifier: Apache-2.0
/// Runs over ranks that fail, are killed or are refused (FAB-RANK-3, FAB-RANK-4).
#include "support.hpp"

using namespace selvage::test;

namespace {

const std::string kTopology =
    "topology: {kind: fattree, m: 4, n: 3}\nengine: golden\nphases: {warmup: 100, measure: 1000}\n";
const std::string kSmall = kTopology + "traffic: {load: 0.3}\n";

}  // namespace

TEST_CASE("FAB-RANK-3: a mismatch over ranks is reported as by one rank", "[ranks]") {
  const std::string broken =
      "topology: {kind: fattree, m: 8, n: 3}\nengine: lockstep\ntraffic: {load: 0.3}\n"
      "phases: {warmup: 300, measure: 3000}\nbug: {next_lowest: true}\n"
      "faults:\n  links: [{link: 1/31/6, at: 500}]\n";
  check_told_by_one(broken, 2);
}

TEST_CASE("FAB-RANK-4: what ranks cannot do is refused before the run, with its name",
          "[ranks][APP-RANK]") {
  const auto refuses = [](const std::string& scenario, const std::string& arguments,
                          const std::string& what) {
    const Left left = simulate(scenario, 2, arguments);
    INFO(what << ": " << left.err);
    CHECK(left.code == 2);
    CHECK_THAT(left.err, Catch::Contains("mpirun: error: " + what +
                                         " cannot be simulated by several ranks: "));
    CHECK(left.err.find("mpirun: error") == left.err.rfind("mpirun: error"));  // said once
    CHECK(left.result.empty());
  };
  const auto refused = [&](const std::string& more, const std::string& arguments,
                           const std::string& what) { refuses(kSmall + more, arguments, what); };
  refused("switch: {kind: wormhole}\nfaults: {random: {count: 1}}\n", "",
          "switch.kind wormhole with links or switches that die");
  refused("switch: {kind: flow}\n", "", "switch.kind flow");
  refused("", "--waves always", "--waves always");
  refused("switch: {buffer_packets: 2}\n",
          "--engine switch --set traffic.packet_beats=16 --switch " SELVAGE_OWN_LEGAL,
          "--switch with `compare: legal`");
  refused("link: {checker: true}\n", "", "link.checker");
  refused("faults: {bit_errors: 0.0001}\n", "", "faults.bit_errors");
  // APP-RANK
  refuses(kTopology + "traffic: {pattern: application}\n", "", "traffic.pattern application");
}

TEST_CASE("FAB-RANK-3: a signal to mpirun leaves the result up to there", "[ranks]") {
  for (const char* kind : {"switch.kind=cut_through", "switch.kind=wormhole", "engine=switch"}) {
    for (const char* signal : {"INT", "TERM"}) {
      const Directory scratch;
      std::ofstream(scratch.path() / "s.yaml") << kSmall;
      const Ran ran = run_shell("cd '" + scratch.str() + "' && (" + mpirun(2) +
                                "'" SELVAGE_EXECUTABLE
                                "' run s.yaml --out o --quiet "
                                "--set phases.measure=2000000000 --set " +
                                kind + ") & p=$!; sleep 3; kill -" + signal +
                                " $(ps -o pid= --ppid $p | head -1); wait $p");
      INFO(kind << " " << signal << ": " << ran.out << ran.err);
      CHECK(ran.code != 0);
      const std::string text = read_file(scratch.path() / "o" / "result.json");
      REQUIRE_FALSE(text.empty());
      const auto result = nlohmann::json::parse(text);
      CHECK(result["status"] == "interrupted");
      CHECK(result["exit_code"] == 130);
      CHECK_FALSE(std::filesystem::exists(scratch.path() / "o" / ".unfinished"));
      CHECK_FALSE(std::filesystem::exists(scratch.path() / "o" / ".run.lock"));
    }
  }
}

TEST_CASE("FAB-RANK-3: one rank that simulates again has what is left of limits.wall_seconds",
          "[ranks]") {
  const Directory scratch;
  std::ofstream(scratch.path() / "s.yaml") << kSmall;
  // As it is started: the clock began a nanosecond after the machine did.
  const Ran ran = run_shell("cd '" + scratch.str() +
                            "' && SELVAGE_BEGUN=1 '" SELVAGE_EXECUTABLE
                            "' run s.yaml --out o --quiet --set limits.wall_seconds=1");
  INFO(ran.out << ran.err);
  CHECK(ran.code == 3);
}

TEST_CASE("FAB-RANK-4: replay is one process", "[ranks]") {
  const Directory scratch;
  std::ofstream(scratch.path() / "s.yaml") << kSmall;
  const Ran ran = run_shell("cd '" + scratch.str() +
                            "' && '" SELVAGE_EXECUTABLE "' run s.yaml --out o --quiet && " +
                            mpirun(2) + "'" SELVAGE_EXECUTABLE "' replay o/result.json");
  CHECK(ran.code == 2);
  CHECK_THAT(ran.err, Catch::Contains("mpirun: error: `selvage replay` repeats a run"));
  CHECK(ran.err.find("mpirun: error") == ran.err.rfind("mpirun: error"));
}

TEST_CASE("FAB-RANK-3: a killed rank ends the run without a result", "[ranks]") {
  for (const char* rank : {"0", "1"}) {
    const Directory scratch;
    std::ofstream(scratch.path() / "s.yaml") << kSmall;
    // The shell becomes the simulator, so that its number is known.
    const Ran ran = run_shell("cd '" + scratch.str() + "' && " + mpirun(2) +
                              "sh -c 'if [ $OMPI_COMM_WORLD_RANK = " + rank +
                              " ]; then (sleep 3; kill -9 $$) & fi; exec \"" SELVAGE_EXECUTABLE
                              "\" run s.yaml --out o --quiet --set phases.measure=2000000000'");
    INFO("rank " << rank << ": " << ran.err);
    CHECK(ran.code != 0);
    CHECK_THAT(ran.err,
               Catch::Contains("rank " + std::string(rank)) && Catch::Contains("signal 9"));
    CHECK_FALSE(std::filesystem::exists(scratch.path() / "o" / "result.json"));
  }
}

TEST_CASE("FAB-RANK-3: a rank with an internal error ends the run, and does not wait", "[ranks]") {
  const Ran ran = run_shell(mpirun(2) + SELVAGE_RANK_THROWS " '" SELVAGE_EXECUTABLE "'");
  CHECK(ran.code == 4);
  CHECK_THAT(ran.err, Catch::Contains("rank 1 is at its end"));
}
