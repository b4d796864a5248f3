// SPDX-License-Identifier: Apache-2.0
// scripts/slurm_campaign, scripts/compare_booksim and scripts/profiled, with stand-ins for the
// programs of others that they start: an sbatch that runs each job at once, a booksim that prints
// what the real one prints, a cmake that says what it is asked for.
#include <catch2/catch.hpp>

#include <fstream>
#include <sstream>

#include "config/text/output.hpp"
#include "run_selvage.hpp"

using namespace selvage;
using namespace selvage::test;
using Catch::Contains;

namespace {

/// An executable shell script.
void program(const std::filesystem::path& path, const std::string& body) {
  std::ofstream(path) << "#!/bin/sh\n" << body;
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
}

/// A cmake for scripts/profiled: says in `log` beside it what it is asked for, and builds a selvage
/// that says so, too, and ends with `status`.
void profiling_cmake(const Directory& bin, int status) {
  program(bin.path() / "cmake", R"(
here=$(dirname "$0")
case "$*" in
  *-fprofile-generate*) echo watched >> "$here/log" ;;
  *-fprofile-use*) echo for good >> "$here/log" ;;
  --build*)
    printf '#!/bin/sh\necho "$*" >> %s/log\nexit %s\n' "$here" )" +
                                    std::to_string(status) + R"( > "$2/selvage"
    chmod +x "$2/selvage" ;;
esac
)");
  std::filesystem::remove(bin.path() / "log");
}

/// Writes its arguments to jobs.log and runs the wrapped command: each task of an array.
const char* const kBatch = R"(
here=$(dirname "$0")
echo "sbatch $*" >> "$here/jobs.log"
tasks=none
while [ $# -gt 0 ]; do
  case $1 in
    --array) tasks=$2; shift ;;
    --wrap) wrap=$2; shift ;;
    --parsable) parsable=yes ;;
  esac
  shift
done
if [ "$tasks" = none ]; then
  sh -c "$wrap" > /dev/null 2>&1
else
  i=${tasks%-*}
  while [ "$i" -le "${tasks#*-}" ]; do
    SLURM_ARRAY_TASK_ID=$i sh -c "$wrap" > /dev/null 2>&1
    i=$((i + 1))
  done
fi
[ -z "$parsable" ] || echo "4711;somewhere"
)";

const char* const kCampaign =
    "kind: tolerance\nbase: {topology: {kind: fattree, m: 4, n: 3}, sets: 100}\n"
    "factors: [{path: faults, values: [3, 4, 5, 6]}]\nseeds: 3\n";

/// What BookSim2 says of a run, cut short.
const char* const kBookSim = R"(
[ -f "$1" ] || exit 0
cp "$1" "$(dirname "$0")/seen.config"
cat <<END
Class 0:
Injected flit rate average = 0.9
Hops average = 99 (1 samples)
Time taken is 2040 cycles
====== Overall Traffic Statistics ======
====== Traffic class 0 ======
Packet latency average = 63.5 (1 samples)
	minimum = 20 (1 samples)
Injected flit rate average = 0.05 (1 samples)
Accepted flit rate average = 0.0498 (1 samples)
Hops average = 4 (1 samples)
Total run time 12.5
END
i=0; while [ $i -lt 30000 ]; do i=$((i + 1)); done   # some processor time
exit 255
)";

Ran compare(const std::string& arguments) {
  return run_shell("SELVAGE='" SELVAGE_EXECUTABLE "' scripts/compare_booksim " + arguments);
}

/// A small mesh, all of whose numbers are round.
std::string scenario(const Directory& in, const std::string& more) {
  const auto path = in.path() / "small.yaml";
  std::ofstream(path) << "engine: golden\nlink: {latency: 1}\n"
                         "phases: {warmup: 500, measure: 1500}\n"
                      << more;
  return path.string();
}
const char* const kMesh =
    "topology: {kind: mesh, k: 4, algorithm: dor}\n"
    "traffic: {load: 0.05, packet_beats: 8}\n";

}  // namespace

TEST_CASE("SCR-SLURM: a shard for each task of the array, and a job that joins them", "[scripts]") {
  const Directory bin;
  program(bin.path() / "sbatch", kBatch);
  std::ofstream(bin.path() / "c.yaml") << kCampaign;
  const std::string file = bin.str() + "/c.yaml";
  const std::string with = "PATH='" + bin.str() + "':\"$PATH\" SELVAGE='" SELVAGE_EXECUTABLE "' ";
  const std::string out = bin.str() + "/shards";
  const Ran ran = run_shell(with + "scripts/slurm_campaign " + file + " 5 " + out + " --mem 1G");
  INFO(ran.out << ran.err);
  REQUIRE(ran.code == 0);
  const std::string jobs = read_file(bin.path() / "jobs.log");
  CHECK_THAT(jobs, Contains("--array 1-5 --mem 1G --wrap"));
  CHECK_THAT(jobs, Contains("--shard $SLURM_ARRAY_TASK_ID/5"));
  CHECK_THAT(jobs, Contains("--dependency afterany:4711 --mem 1G --wrap"));
  CHECK_THAT(jobs, Contains("--jobs ${SLURM_CPUS_PER_TASK:-1}"));
  for (const char* shard : {"1-of-5", "5-of-5"}) {
    bool found = false;
    for (const auto& entry : std::filesystem::directory_iterator(out)) {
      found = found || entry.path().filename().string().find(shard) != std::string::npos;
    }
    CHECK(found);
  }
  const std::string whole = bin.str() + "/whole";
  REQUIRE(run_selvage("campaign " + file + " --quiet --out " + whole).code == 0);
  CHECK(read_file(out + "/trials.csv") == read_file(whole + "/trials.csv"));

  const Ran dry = run_shell(with + "scripts/slurm_campaign --dry-run " + file + " 7");
  CHECK(dry.code == 0);
  CHECK_THAT(dry.out, Contains("--array 1-7") && Contains("afterany:ARRAY"));
  CHECK(run_shell(with + "scripts/slurm_campaign " + file).code == 2);
  CHECK(run_shell(with + "scripts/slurm_campaign " + file + " 0").code == 2);
  // Names with all that a shell minds.
  const std::string odd = bin.str() + "/a 'b' $(touch ran) `touch ran` \"c\" \\ & ;#*.yaml";
  std::ofstream(odd) << kCampaign;
  const std::string quoted = " " + config::shell_quoted(odd) + " 2 ";
  const std::string odd_out = bin.str() + "/o $(touch ran)'`touch ran`";
  const Ran named = run_shell("cd '" + bin.str() + "' && " + with +
                              "'" SELVAGE_SOURCE_DIR "/scripts/slurm_campaign'" + quoted +
                              config::shell_quoted(odd_out));
  INFO(named.out << named.err);
  CHECK(named.code == 0);
  CHECK(read_file(odd_out + "/trials.csv") == read_file(whole + "/trials.csv"));
  for (const std::string& folder : {bin.str(), std::string(SELVAGE_SOURCE_DIR)}) {
    CHECK_FALSE(std::filesystem::exists(folder + "/ran"));
  }
  // What --dry-run prints is read back by a shell as the same words.
  const Ran printed = run_shell("scripts/slurm_campaign --dry-run" + quoted);
  const std::string words = printed.out.substr(0, printed.out.find('\n')).substr(6);
  CHECK_THAT(run_shell("printf '%s\n'" + words).out,
             Contains("campaign' " + config::shell_quoted(odd) + " "));
  program(bin.path() / "sbatch", "exit 1\n");
  CHECK(run_shell(with + "scripts/slurm_campaign " + file + " 2 " + out).code == 1);
}

TEST_CASE("SCR-SLURM: a suite over the tasks of an array is the suite of one process",
          "[scripts]") {
  const Directory bin;
  program(bin.path() / "sbatch", kBatch);
  std::ofstream(bin.path() / "s.yaml")
      << "title: A suite\ntests:\n  - {scenario: '" SELVAGE_SOURCE_DIR
         "/scenarios/hello_fault.yaml', engines: [golden, lockstep], seeds: {random: 2}}\n";
  const std::string file = bin.str() + "/s.yaml", out = bin.str() + "/shards";
  const Ran ran =
      run_shell("SEED=7 PATH='" + bin.str() +
                "':\"$PATH\" SELVAGE='" SELVAGE_EXECUTABLE "' scripts/slurm_campaign --regress " +
                file + " 3 " + out);
  INFO(ran.out << ran.err);
  REQUIRE(ran.code == 0);
  CHECK_THAT(read_file(bin.path() / "jobs.log"), Contains("--shard $SLURM_ARRAY_TASK_ID/3"));
  const std::string whole = bin.str() + "/whole";
  REQUIRE(run_selvage("regress " + file + " --seed 7 --quiet --out " + whole).code == 0);
  const auto joined = nlohmann::json::parse(read_file(out + "/regress.json"));
  const auto alone = nlohmann::json::parse(read_file(whole + "/regress.json"));
  CHECK(joined["counts"]["pass"] == joined["counts"]["runs"]);
  for (const char* key : {"counts", "seed", "coverage"}) {
    CAPTURE(key);
    CHECK(joined[key] == alone[key]);
  }
}

TEST_CASE("SCR-PEER: the same topology and load for BookSim2, and what both took", "[scripts]") {
  const Directory bin;
  const std::string peer = bin.str() + "/booksim";
  program(peer, kBookSim);
  const Ran ran = compare(peer + " " + scenario(bin, kMesh));
  INFO(ran.out << ran.err);
  REQUIRE(ran.code == 0);
  const std::string config = read_file(bin.path() / "seen.config");
  for (const char* line : {"topology = mesh;", "k = 4;", "n = 3;", "routing_function = dor;",
                           "num_vcs = 1;", "vc_buf_size = 36;", "traffic = uniform;",
                           "packet_size = 8;", "injection_rate = 0.05;", "sample_period = 500;"}) {
    CHECK_THAT(config, Contains(line));
  }
  CHECK_THAT(ran.out, Contains("4x4x4, 64 and 64 hosts"));
  CHECK_THAT(ran.out, Contains(" 2040 ") && Contains("63.5") && Contains("0.0498"));
  CHECK_THAT(ran.out, Contains("flit-hops/s") && Contains("memory, MiB") && Contains("differ:"));
  CHECK_THAT(ran.out, !Contains("nan") && !Contains("inf"));
  // 0.05 flits x 64 hosts x 2,000 cycles x 4 switches, by the processor time that stands there.
  const auto number = [&](const std::string& row, unsigned column) {
    const auto at = ran.out.find("  " + row);
    REQUIRE(at != std::string::npos);
    std::istringstream in(ran.out.substr(at + 2 + row.size()));
    double value = 0;
    for (unsigned i = 0; i <= column; ++i) in >> value;
    return value;
  };
  CHECK(number("flit-hops/s", 1) / number("cycles/s", 1) ==
        Approx(0.05 * 64 * 2000 * 4 / 2040).epsilon(1e-3));  // both are rounded

  REQUIRE(compare(peer + " " +
                  scenario(bin,
                           "topology: {kind: fattree, m: 8, n: 3}\n"
                           "traffic: {load: 0.2, packet_beats: 16}\n"))
              .code == 0);
  const std::string tree = read_file(bin.path() / "seen.config");
  CHECK_THAT(tree, Contains("topology = fattree;") && Contains("k = 4;") &&
                       Contains("routing_function = nca;") && Contains("vc_buf_size = 64;"));
  const std::string mesh = scenario(bin, kMesh);
  REQUIRE(compare(peer + " " + mesh + " --set traffic.pattern=bit-complement").code == 0);
  CHECK_THAT(read_file(bin.path() / "seen.config"), Contains("traffic = bitcomp;"));
}

TEST_CASE("SCR-PEER: without the program, or with what it cannot do, nothing is compared",
          "[scripts]") {
  const Directory bin;
  const std::string peer = bin.str() + "/booksim";
  const std::string mesh = scenario(bin, kMesh);
  const Ran missing = compare(peer + " " + mesh);
  CHECK(missing.code == 2);
  CHECK_THAT(missing.err, Contains("there is no program " + peer));
  CHECK(compare("").code == 2);
  program(peer, kBookSim);
  CHECK(compare(peer + " " + mesh + " --set faults.random_nodes=2").code == 2);
  CHECK(compare(peer + " " + mesh + " --set traffic.pattern=permutation").code == 2);
  CHECK(compare(peer + " " + mesh + " --topology twolevel:4").code == 2);
  CHECK(compare(peer + " " + mesh + " --set traffic.laod=1").code == 2);
  CHECK_FALSE(std::filesystem::exists(bin.path() / "seen.config"));
  // BookSim2 ends with code 0 where it gives up.
  program(peer, "echo 'Simulation unstable, ending ...'\necho 'Total run time 0.2'\n");
  const Ran unstable = compare(peer + " " + mesh);
  CHECK(unstable.code == 1);
  CHECK_THAT(unstable.err, Contains("Simulation unstable"));
}

TEST_CASE("SCR-PROFILE: built, run and built again, unless a run fails", "[scripts]") {
  const Directory bin;
  const Directory out;
  const std::string command = "PATH='" + bin.str() + "':\"$PATH\" scripts/profiled --dir '" +
                              out.str() + "' scenarios/hello_fault.yaml";
  profiling_cmake(bin, 0);
  const Ran ran = run_shell(command);
  INFO(ran.out << ran.err);
  REQUIRE(ran.code == 0);
  const std::string log = read_file(bin.path() / "log");
  CHECK(log.rfind("watched\nrun ", 0) == 0);
  CHECK_THAT(log, Contains("/scenarios/hello_fault.yaml --out"));
  CHECK_THAT(log.substr(log.find("hello_fault")), Contains("\nfor good\n"));
  CHECK(std::filesystem::exists(out.path() / "selvage"));

  profiling_cmake(bin, 3);
  const Ran failed = run_shell(command);
  CHECK(failed.code == 1);
  CHECK_THAT(failed.err, Contains("hello_fault.yaml failed"));
  CHECK(read_file(bin.path() / "log").find("for good") == std::string::npos);
  CHECK_FALSE(std::filesystem::exists(out.path() / "selvage"));
}

TEST_CASE("SCR-PROFILE: what it cannot do is refused before anything is built", "[scripts]") {
  const Directory bin;
  profiling_cmake(bin, 0);
  program(bin.path() / "other", "echo clang version 14\n");
  for (const std::string wrong :
       {"--builds huge", "--dir", "--fast", "scenarios", "scenarios/nowhere.yaml"}) {
    CAPTURE(wrong);
    const Ran ran = run_shell("PATH='" + bin.str() + "':\"$PATH\" scripts/profiled " + wrong);
    CHECK(ran.code == 2);
    CHECK_THAT(ran.err, Contains("profiled: error: "));
  }
  const Ran clang = run_shell("PATH='" + bin.str() + "':\"$PATH\" CXX=other scripts/profiled");
  CHECK(clang.code == 2);
  CHECK_THAT(clang.err, Contains("CXX=other: gcc is needed"));
  CHECK_FALSE(std::filesystem::exists(bin.path() / "log"));
}
