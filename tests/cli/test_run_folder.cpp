// SPDX-License-Identifier: Apache-2.0
// selvage run: its output directory, its clock, and what it takes for text.
#include <catch2/catch.hpp>

#include <fstream>

#include "run_selvage.hpp"

using Catch::Contains;
using namespace selvage::test;
namespace fs = std::filesystem;

namespace {

const std::string kRun = "run scenarios/hello_fault.yaml --quiet --out ";
const std::string kSelvage = "'" SELVAGE_EXECUTABLE "' ";
const std::string kEndless = " --set phases.measure=100000000000";

/// Names in a directory, hidden ones too.
std::string names_in(const fs::path& directory) {
  return run_shell("ls -A '" + directory.string() + "' | tr '\\n' ' '").out;
}

/// A shell command that starts an endless run in `out`, waits until it simulates, and does `then`.
std::string while_it_runs(const Directory& out, const std::string& then) {
  return kSelvage + kRun + out.str() + " --journey" + kEndless + " & pid=$!; until [ -s " +
         out.str() + "/.unfinished/journeys.ndjson ]; do sleep 0.05; done; " + then;
}

std::string bytes(const char* hex) { return std::string("$(printf '") + hex + "')"; }

}  // namespace

TEST_CASE("RUN-OUT: a folder that cannot be written is found out before the run", "[cli][run]") {
  const Directory out;
  const auto refused = [](const Ran& ran) {
    INFO(ran.out << ran.err);
    CHECK(ran.code == 2);
    CHECK(ran.out.empty());
    CHECK_THAT(ran.err, Contains("--out ") && Contains(": error: "));
  };
  refused(run_selvage(kRun + "/proc"));  // read-only, for root too
  std::ofstream(out.path() / "file") << "x";
  refused(run_selvage(kRun + out.str() + "/file"));
  // No room: a file may not get longer than 100 KiB.
  refused(run_shell("trap '' XFSZ; ulimit -f 100; " + kSelvage + kRun + out.str() + "/full"));
  CHECK(names_in(out.path()) == "file ");
  fs::create_symlink("file", out.path() / ".run.lock");
  refused(run_selvage(kRun + out.str()));
  CHECK(read_file(out.path() / "file") == "x");
}

TEST_CASE("RUN-OUT: an older result stands until there is a new one", "[cli][run]") {
  const Directory out;
  REQUIRE(run_selvage(kRun + out.str() + " --journey").code == 0);
  const std::string before = read_file(out.path() / "result.json");
  const std::string journeys = read_file(out.path() / "journeys.ndjson");
  const std::string names = names_in(out.path());
  const auto untouched = [&] {
    CHECK(read_file(out.path() / "result.json") == before);
    CHECK(read_file(out.path() / "journeys.ndjson") == journeys);
  };
  // Refused by the fabric: no way round half of all links.
  const std::string none =
      " --set faults.links=[] --set 'faults.random={count: 30, tolerable: true}'";
  CHECK(run_selvage(kRun + out.str() + none).code == 2);
  untouched();
  const auto late = run_selvage(kRun + out.str() + none + " --set limits.wall_seconds=0.001");
  CHECK(late.code == 3);
  CHECK_THAT(late.out, Contains("while the fabric was set up") && Contains("of an older run"));
  untouched();
  CHECK(names_in(out.path()) == names);
  run_shell(while_it_runs(out, "kill -KILL $pid; wait $pid"));
  untouched();
  CHECK(names_in(out.path()) != names);  // what the killed one left lies apart
  CHECK(run_selvage(kRun + out.str() + " --seed 2").code == 0);
  CHECK(names_in(out.path()) ==
        "events.ndjson result.json timeline.svg timeline.trace.json view.html ");
}

TEST_CASE("RUN-OUT: two runs in one folder, the second is refused", "[cli][run]") {
  const Directory out;
  const auto ran = run_shell(while_it_runs(
      out,
      kSelvage + kRun + out.str() + "; code=$?; kill -TERM $pid; wait $pid; echo $?; exit $code"));
  CHECK(ran.code == 2);
  CHECK_THAT(ran.err, Contains("another process is at it"));
  CHECK_THAT(ran.out, Contains("STOPPED interrupted") && Contains("130"));
  CHECK(fs::exists(out.path() / "result.json"));
  CHECK(run_selvage(kRun + out.str()).code == 0);
}

TEST_CASE("RUN-OUT: a log that does not fit is not left, the result is", "[cli][run][CLI-EXIT]") {
  const Directory out;
  std::ofstream(out.path() / "journeys.ndjson") << "{\"id\":1}\n";  // of an older run
  const auto ran = run_shell("trap '' XFSZ; ulimit -f 2048; " + kSelvage + kRun + out.str() +
                             " --journey --set phases.measure=200000");
  CHECK(ran.code == 4);
  CHECK_THAT(ran.err, Contains("journeys.ndjson is incomplete"));
  CHECK_THAT(ran.out, Contains("PASS"));
  CHECK(names_in(out.path()) ==
        "events.ndjson result.json timeline.svg timeline.trace.json view.html ");
}

TEST_CASE("RUN-TIME: limits.wall_seconds covers the set-up", "[cli][run]") {
  const Directory out;
  const std::string big =
      " --set 'topology={kind: fattree, m: 64, n: 3}' --set faults.links=[] "
      "--set limits.wall_seconds=0.5";
  const std::string faults =
      GENERATE(as<std::string>(), "", " --set 'faults.random={count: 2000, tolerable: true}'",
               " --set faults.random.count=500 --set faults.random_preset=true --engine golden");
  // Seconds of the processor: 20 and more when the set-up was not looked at.
  const auto ran = run_shell("ulimit -t 12; " + kSelvage + kRun + out.str() + big + faults);
  INFO(ran.out << ran.err);
  CHECK(ran.code == 3);
  CHECK_THAT(ran.out, Contains("limits.wall_seconds reached while the fabric was set up"));
  const auto result = nlohmann::json::parse(read_file(out.path() / "result.json"));
  CHECK(result["status"] == "budget_spent");
  CHECK(result["cycles"] == 0);
}

TEST_CASE("RUN-TEXT: bytes that are not UTF-8 are refused with their place, before the run",
          "[cli][run]") {
  const Directory out;
  const auto refused = [](const Ran& ran, const std::string& place) {
    INFO(ran.out << ran.err);
    CHECK(ran.code == 2);
    CHECK_THAT(ran.err, Contains(place) && Contains("UTF-8") && !Contains("internal"));
    CHECK(nlohmann::json(ran.err).dump().size() > 2);  // what it says is UTF-8 again
  };
  for (const char* bad : {"\\377", "a\\200", "\\303", "\\300\\257", "\\355\\240\\200",
                          "\\364\\220\\200\\200", "\\340\\200\\200"}) {
    CAPTURE(bad);
    refused(run_selvage(kRun + out.str() + "/x" + bytes(bad)), "argument 5");
    refused(run_selvage(kRun + out.str() + " --set name=" + bytes(bad)), "argument 7");
    refused(run_selvage("campaign " + bytes(bad)), "argument 2");
    refused(run_selvage("report " + bytes(bad)), "argument 2");
    run_shell("printf 'topology: {kind: fattree, m: 4, n: 3}\\ntraffic: {trace_file: \"" +
              std::string(bad) + "\"}\\n' > " + out.str() + "/s.yaml");
    refused(run_selvage("run " + out.str() + "/s.yaml --out " + out.str() + "/x"), "s.yaml:2:");
    refused(run_selvage("campaign " + out.str() + "/s.yaml"), "s.yaml:2:");
    run_shell("printf '0 000 100\\n1 " + std::string(bad) + " 100\\n' > " + out.str() + "/t");
    refused(run_selvage(kRun + out.str() +
                        "/x --set traffic.pattern=trace "
                        "--set traffic.trace_file=" +
                        out.str() + "/t"),
            "/t:2:");
    run_shell("printf '{\"src\":\"" + std::string(bad) + "\"}\\n' > " + out.str() + "/b");
    refused(run_selvage("route --topology fattree:4,3 --batch " + out.str() + "/b"), "/b:1:1");
  }
  CHECK_FALSE(fs::exists(out.path() / "x"));
  // Text that is shortened is shortened between two characters.
  const auto answer = run_selvage(
      "route --topology fattree:4,3 --batch -",
      "{\"src\":\"a\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4"
      "\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4"
      "\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\u00e4\",\"dst\":\"000\"}\n");
  CHECK(answer.code == 2);
  CHECK(answer.out.find("\ufffd") == std::string::npos);
  CHECK(run_selvage(kRun + out.str() + "/\u00e4\u20ac\U0001F600").code == 0);
}

TEST_CASE("RUN-TOLD: of many errors the first are reported, in a moment", "[cli][run]") {
  const Directory out;
  const auto file = out.path() / "s.yaml";
  const auto reported = [&](const std::string& more) {
    // Seconds of the processor: 7 to 18 when each was reported.
    const auto ran =
        run_shell("ulimit -t 4; " + kSelvage + "run " + file.string() + " --out " + out.str());
    CHECK(ran.code == 2);
    CHECK(ran.err.size() < 20'000);
    CHECK_THAT(ran.err, Contains(more));
  };
  std::ofstream(file) << "topology: {kind: fattree, m: 4, n: 3}\n"
                      << [] {
                           std::string keys;
                           for (int i = 0; i < 45'000; ++i)
                             keys += "key" + std::to_string(i) + ": 1\n";
                           return keys;
                         }();
  reported("44950 more errors");
  std::ofstream(file) << "topology: {kind: fattree, m: 4, n: 3}\n"
                      << [] {
                           std::string keys;
                           for (int i = 0; i < 45'000; ++i) keys += "seed: 1\n";
                           return keys;
                         }();
  reported("44949 more errors");
  std::string question = "{\"src\":\"000\",\"dst\":\"100\"";
  for (int i = 0; i < 20'000; ++i) question += ",\"k" + std::to_string(i) + "\":1";
  const auto answer = run_selvage("route --topology fattree:4,3 --batch -", question + "}\n");
  CHECK(answer.code == 2);
  CHECK(answer.out.size() < 5'000);
  CHECK_THAT(answer.out, Contains("19990 more errors"));
}

TEST_CASE("a saturated run says how many packets are in flight when the drain ends",
          "[cli][run][FAB-CUT]") {
  const Directory out;
  const auto cut = run_selvage("run scenarios/saturation.yaml --quiet --out " + out.str() +
                               " --set phases.drain=10");
  CHECK(cut.code == 0);
  const auto result = nlohmann::json::parse(read_file(out.path() / "result.json"));
  const auto left = result["packets"]["in_flight"].get<std::uint64_t>();
  CHECK(left > 0);
  CHECK_THAT(cut.out,
             Contains("PASS saturated") &&
                 Contains(std::to_string(left) + " still in flight when phases.drain ended"));
  const auto dry = run_selvage("run scenarios/saturation.yaml --quiet --out " + out.str());
  CHECK_THAT(dry.out, Contains("PASS saturated") && !Contains("in flight"));
  CHECK_THAT(run_selvage("run --help").out, Contains("in flight when phases.drain ends"));
}
