// SPDX-License-Identifier: Apache-2.0
// selvage run: verdict, result.json, exit codes.
#include <catch2/catch.hpp>

#include <algorithm>
#include <fstream>

#include "config/validate.hpp"
#include "run_selvage.hpp"

using Catch::Contains;
using nlohmann::json;
using selvage::test::Directory;
using selvage::test::read_file;
using selvage::test::run_selvage;
using selvage::test::run_shell;

namespace {

const std::string kHello = "run scenarios/hello_fault.yaml";

/// result.json of a directory, valid by its published schema and with packets that balance.
json result_in(const Directory& out) {
  const json result = json::parse(read_file(out.path() / "result.json"));
  const auto issues = selvage::config::validate(selvage::test::schema("result"), result);
  for (const auto& issue : issues) FAIL_CHECK("result.json: " + issue.pointer + " " + issue.key);
  CHECK(selvage::config::validate(selvage::test::schema("scenario"), result["config"]).empty());
  const json& p = result["packets"];
  std::uint64_t dropped = 0;
  for (const auto& [reason, count] : p["dropped"].items()) dropped += count.get<std::uint64_t>();
  CHECK(p["offered"] == p["accepted"].get<std::uint64_t>() + p["refused"].get<std::uint64_t>());
  CHECK(p["accepted"] ==
        p["delivered"].get<std::uint64_t>() + dropped + p["in_flight"].get<std::uint64_t>());
  return result;
}

std::string last_line_starting(const std::string& text, const std::string& lead) {
  const auto at = text.rfind(lead);
  if (at == std::string::npos) return "";
  return text.substr(at + lead.size(), text.find('\n', at) - at - lead.size());
}

}  // namespace

// What an edge drops is injected up to its ACK: between peek and DEQ of another row it reached the
// limit.
TEST_CASE("FLOW-C-1, FLOW-C-5: a drop at an edge waits for the row that leaves", "[cli][flow]") {
  const std::string seed = GENERATE("1", "2", "3");
  const Directory out;
  const auto ran = run_selvage(
      "run scenarios/flow_slow_hosts.yaml --engine golden --set faults.random.count=12 --set "
      "traffic.load=0.95 --set switch.flow.injection_limit=16 --timeline never --no-view --seed " +
      seed + " --out " + out.str());
  INFO(ran.out << ran.err);
  CHECK(ran.code == 0);
  CHECK(result_in(out)["packets"]["dropped"]["no_route"] > 0);
}

TEST_CASE("hello fault passes with a verdict and a result",
          "[cli][run][FAB-CONS][FT-AUD-3][CLI-QUIET]") {
  const Directory out;
  const auto ran = run_selvage(kHello + " --out " + out.str());
  INFO(ran.err);
  CHECK(ran.code == 0);
  CHECK(ran.err.empty());
  CHECK_THAT(ran.out, Contains("4P3T") && Contains("route_select") && Contains("LK<0,21>3") &&
                          Contains("result.json") && Contains("PASS delivered"));
  CHECK(std::count(ran.out.begin(), ran.out.end(), '\n') <= 25);
  CHECK(ran.out.find('\x1b') == std::string::npos);
  const json result = result_in(out);
  CHECK(result["engine"] == "lockstep");
  CHECK(result["compared"]["total"] > 1000);
  CHECK(result["compared"]["mismatches"] == 0);
  REQUIRE(result["faults"].size() == 1);
  CHECK(result["faults"][0]["failed"] == 10000);
  CHECK(result["faults"][0]["hops"] == 3);
  CHECK(result["config"]["traffic"]["packet_beats"] == 64);
}

TEST_CASE("the same run gives the same bytes, wall clock aside", "[cli][run]") {
  const Directory a, b, c;
  const auto without_wall = [](const Directory& out) {
    const std::string text = read_file(out.path() / "result.json");
    const auto wall = text.find("\"wall\"");
    REQUIRE(wall != std::string::npos);
    return text.substr(0, wall);
  };
  CHECK(run_selvage(kHello + " --seed 9 --out " + a.str()).code == 0);
  CHECK(run_selvage(kHello + " --seed 9 --out " + b.str()).code == 0);
  CHECK(without_wall(a) == without_wall(b));
  CHECK(run_selvage(kHello + " --seed 9 --engine golden --out " + c.str()).code == 0);
  const json lockstep = result_in(a), golden = result_in(c);
  for (const char* key : {"cycles", "packets", "latency", "faults", "load", "packet_hops"}) {
    CAPTURE(key);
    CHECK(lockstep[key] == golden[key]);
  }
  CHECK(golden["rtl_build"] == "");
}

TEST_CASE("with --json one object on stdout, talk on stderr", "[cli][run][CLI-JSON]") {
  const Directory out;
  const auto ran = run_selvage(kHello + " --json --out " + out.str());
  CHECK(ran.code == 0);
  CHECK(ran.json() == result_in(out));
  CHECK_THAT(ran.err, Contains("PASS"));
  const auto red =
      run_selvage(kHello + " --seed 4 --set bug.skip_lft=true --json --out " + out.str());
  CHECK(red.code == 1);
  CHECK(red.json() == result_in(out));
  CHECK_THAT(red.err, Contains("FAIL"));
}

TEST_CASE("quiet and coloured verdicts", "[cli][run][CLI-QUIET]") {
  const Directory out;
  const auto quiet = run_selvage(kHello + " --quiet --out " + out.str());
  CHECK(std::count(quiet.out.begin(), quiet.out.end(), '\n') == 1);
  const auto red =
      run_selvage(kHello + " --seed 4 --set bug.skip_lft=true --quiet --out " + out.str());
  CHECK(red.code == 1);
  CHECK_THAT(red.out, Contains("FAIL") && Contains("reproduce: ") && !Contains("packets   "));
  const auto bright = run_selvage(kHello + " --color always --out " + out.str());
  CHECK_THAT(bright.out, Contains("\x1b[1;32m"));
}

TEST_CASE("a bug in the RTL: mismatch, exit 1, the printed command repeats it", "[cli][run]") {
  const Directory out;
  const auto ran = run_selvage(kHello + " --seed 4 --set bug.skip_lft=true --out " + out.str());
  CHECK(ran.code == 1);
  CHECK_THAT(ran.out, Contains("mismatch") && Contains("FT-RS-3") && Contains("FAIL"));
  const json result = result_in(out);
  CHECK(result["status"] == "mismatch");
  CHECK(result["mismatch"]["requirement"] == "FT-RS-3");
  const std::string command = last_line_starting(ran.out, "reproduce: ");
  CHECK(command == result["reproduce"]);
  const Directory again;
  CHECK(run_shell(command + " --out " + again.str()).code == 1);
  CHECK(result_in(again)["mismatch"] == result["mismatch"]);
}

TEST_CASE("a run that does not begin touches nothing, one that begins replaces the result",
          "[cli][run][RUN-OUT]") {
  const Directory out;
  const auto file = out.path() / "result.json";
  std::ofstream(file) << "{}";
  CHECK(run_selvage(kHello + " --set traffic.load=7 --out " + out.str()).code == 2);
  CHECK(read_file(file) == "{}");
  CHECK(run_selvage(kHello + " --out " + out.str()).code == 0);
  CHECK(result_in(out)["status"] == "dropped_some");
}

TEST_CASE("statuses and exit codes", "[cli][run][CLI-EXIT]") {
  const Directory out;
  const auto status = [&](const std::string& arguments, int code) {
    const auto ran = run_selvage(arguments + " --quiet --out " + out.str());
    INFO(ran.out << ran.err);
    CHECK(ran.code == code);
    const json result = result_in(out);
    CHECK(result["exit_code"] == code);
    return result["status"].get<std::string>();
  };
  CHECK(status("run scenarios/saturation.yaml", 0) == "saturated");
  CHECK(status("run scenarios/e1_paper_rule.yaml", 0) == "dropped_some");
  CHECK(status("run scenarios/e1_corrected_rule.yaml", 0) == "delivered_all");
  const std::string printed =
      "run scenarios/e1_corrected_rule.yaml --set bug.case3_as_printed=true";
  CHECK(status(printed, 1) == "mismatch");  // the bug is in the model, the RTL has it not
  CHECK(status(printed + " --engine golden", 1) == "check_failed");
  CHECK(status("run scenarios/dlfm_resend.yaml", 0) == "dropped_some");
  CHECK(status("run scenarios/dlfm_resend.yaml --set bug.dlfm_once=true", 1) == "mismatch");
  CHECK(status("run scenarios/dlfm_resend.yaml --set bug.dlfm_once=true --engine rtl", 1) ==
        "check_failed");
  CHECK(status("run scenarios/fattree_8p3t_repair.yaml", 0) == "dropped_some");
  CHECK(status("run scenarios/repair_storm.yaml", 0) == "dropped_some");
  CHECK(status("run scenarios/fattree_8p3t_repair.yaml --set bug.cross_dead_link=true", 1) ==
        "check_failed");
  CHECK(status("run scenarios/slow_receivers.yaml", 0) == "delivered_all");
  CHECK(status("run scenarios/mixed_lengths.yaml", 0) == "delivered_all");
  CHECK(status("run scenarios/flow_imix.yaml", 0) == "delivered_all");
  CHECK(status("run scenarios/mesh_slow_hosts.yaml", 0) == "delivered_all");
  CHECK(status("run scenarios/flow_slow_hosts.yaml", 0) == "dropped_some");
  CHECK(status("run scenarios/link_errors.yaml", 0) == "dropped_some");
  CHECK(status("run scenarios/link_flaps.yaml", 0) == "dropped_some");
  CHECK(status("run scenarios/trace_replay.yaml", 0) == "delivered_all");
  CHECK(status(kHello + " --set traffic.load=0", 5) == "nothing_compared");
  CHECK(status(kHello + " --set limits.wall_seconds=0.2 --set phases.measure=1000000000", 3) ==
        "budget_spent");
}

TEST_CASE("an interrupted run leaves a valid result", "[cli][run][FAB-CUT][CLI-EXIT]") {
  const Directory out;
  const auto ran = run_shell("'" SELVAGE_EXECUTABLE "' " + kHello +
                             " --journey --set phases.measure=1000000000 --out " + out.str() +
                             " & pid=$!; until [ -e " + out.str() +
                             "/.unfinished/journeys.ndjson ]; do sleep 0.05; done; sleep 0.2; "
                             "kill -TERM $pid; wait $pid");
  CHECK(ran.code == 130);
  const json result = result_in(out);
  CHECK(result["status"] == "interrupted");
  CHECK(result["exit_code"] == 130);
}

TEST_CASE("a packet's journey is written and printed", "[cli][run][RUN-JOURNEY]") {
  const Directory out;
  CHECK(run_selvage(kHello + " --journey --quiet --out " + out.str()).code == 0);
  const auto life = run_selvage("journey " + out.str() + " 17");
  CHECK(life.code == 0);
  CHECK_THAT(life.out, Contains("packet 17: ") && Contains("delivered"));
  CHECK(run_selvage("journey " + out.str() + " 17 --json").json()["id"] == 17);
  CHECK(run_selvage("journey " + out.str() + " 99999999").code == 2);
}

TEST_CASE("bad scenarios are reported with file, line and column", "[cli][run][CFG-PLACE]") {
  const Directory out;
  const std::string file = (out.path() / "bad.yaml").string();
  std::ofstream(file) << "topology: {kind: fattree, m: 4, n: 3}\ntrafic: {load: 0.1}\nseed: -1\n";
  const auto ran = run_selvage("run " + file);
  CHECK(ran.code == 2);
  CHECK(ran.out.empty());
  CHECK_THAT(ran.err,
             Contains(file + ":2:1: error: trafic: unknown key (did you mean 'traffic'?)") &&
                 Contains(file + ":3:7: error: seed: must be from 0 to"));
}

TEST_CASE("a topology given takes the place of the scenario's, and the run can be repeated",
          "[cli][run][FAB-DET]") {
  const Directory out;
  const std::string run =
      "run scenarios/saturation.yaml --set phases.measure=2000 --out " + out.str();
  CHECK(run_selvage(run + " --topology mesh:4,1 --set switch.kind=wormhole").code == 0);
  json result = result_in(out);
  CHECK(result["topology"]["label"] == "4x4");
  CHECK(result["compared"]["total"] > 1000);
  CHECK(result["reproduce"].get<std::string>().find("mesh") != std::string::npos);
  CHECK(run_selvage(run + " --topology twolevel:4 --set topology.faults=none").code == 0);
  result = result_in(out);
  CHECK(result["config"]["topology"]["faults"] == "none");
  CHECK(result["config"]["topology"]["k"] == 4);
  const Directory again;
  const auto repeated =
      run_shell(result["reproduce"].get<std::string>() + " --quiet --out " + again.str());
  CHECK(repeated.code == 0);
  CHECK(result_in(again)["packets"] == result["packets"]);
  const auto wrong = run_selvage(run + " --topology twolvel:4");
  CHECK(wrong.code == 2);
  CHECK_THAT(wrong.err, Contains("--topology twolvel:4: error: ") && Contains("twolevel"));
}

TEST_CASE("what a system counts is reported and written", "[cli][run][F-FLOW-3]") {
  const Directory out;
  const auto ran = run_selvage("run scenarios/twolevel_flows.yaml --out " + out.str());
  INFO(ran.out);
  CHECK(ran.code == 0);
  CHECK_THAT(ran.out, Contains("counted") && Contains("flows placed"));
  const json counters = result_in(out)["counters"];
  CHECK(counters["flows_moved"] > 0);
  CHECK(counters["flows_placed"] > 50);
  CHECK(counters["packets_overtaken"] == 0);
}

TEST_CASE("slow receivers, damaged beats and flaps are reported and written",
          "[cli][run][FAB-RECV-2]") {
  const auto run = [](const std::string& scenario, const std::string& row) {
    const Directory out;
    const auto ran =
        run_selvage("run scenarios/" + scenario + " --engine golden --out " + out.str());
    INFO(ran.out);
    CHECK(ran.code == 0);
    CHECK_THAT(ran.out, Contains(row));
    return result_in(out);
  };
  const json mixed = run("mixed_lengths.yaml", "at most 256 beats in a buffer");
  CHECK(mixed["receivers"]["fullest"] == 4 * 64);
  CHECK(mixed["config"]["traffic"]["packet_beats"].size() == 2);
  const json slow = run("slow_receivers.yaml", "XON by hosts");
  CHECK(slow["receivers"]["xon"] > 50);
  CHECK(slow["receivers"]["stalled"] > 1000);
  CHECK(slow["link_errors"] == nullptr);
  CHECK(slow["flaps"].empty());
  const json errors = run("link_errors.yaml", "fault messages damaged on links");
  CHECK(errors["receivers"] == nullptr);
  CHECK(errors["link_errors"]["messages"] > 5);
  CHECK(errors["packets"]["dropped"]["bit_error"] > 100);
  const json flaps = run("link_flaps.yaml", "102 outages of links");
  CHECK(flaps["flaps"].size() == 102);
  CHECK(flaps["flaps"][0]["happened"] == true);
}

TEST_CASE("every deliberate bug is caught in the scenario that `list` names",
          "[cli][run][bug][COS-BUG]") {
  const json all = json::parse(run_selvage("list --json").out);
  REQUIRE(all["bugs"].size() >= 5);
  for (const json& bug : all["bugs"]) {
    const Directory out;
    const std::string line = "run " + bug["shown_by"].get<std::string>() + " --set bug." +
                             bug["name"].get<std::string>() + "=true --out " + out.str();
    INFO(line);
    CHECK(run_selvage(line).code == 1);
  }
}

TEST_CASE("flow channels: verdict, result, a flow's life (FLOW-A-19)", "[cli][run]") {
  const Directory out;
  const std::string run = "run scenarios/flow_loss.yaml --engine golden --out " + out.str();
  const auto ran = run_selvage(run + " --flow-log");
  CHECK(ran.code == 0);
  CHECK_THAT(ran.out, Contains("0 left") && Contains("0 ordered packets overtaken") &&
                          Contains("lost_on_link"));
  const json result = result_in(out);
  const json& channels = result["flow_channels"];
  CHECK(channels["opened"] == channels["released"]);
  CHECK(channels["losses"]["packets"].get<unsigned>() > 10);
  CHECK(channels["audits"].get<unsigned>() > 1);
  const auto life = run_selvage("explain flow 3 " + out.str());
  CHECK(life.code == 0);
  CHECK_THAT(life.out, Contains("flow 3: ") && Contains("channel 0 opened") &&
                           Contains("channel 0 released") && Contains("highest congestion level"));
  CHECK(run_selvage("explain flow 3 " + out.str() + " --json").json()["id"] == 3);
  CHECK(run_selvage("explain flow 99999999 " + out.str()).code == 2);
  CHECK(run_selvage("explain flow x " + out.str()).code == 2);
  CHECK(run_selvage("explain packet 3 " + out.str()).code == 2);
  const std::string log = read_file(out.path() / "flows.ndjson");
  CHECK(run_selvage(run + " --flow-log --quiet").code == 0);
  CHECK(read_file(out.path() / "flows.ndjson") == log);  // the same bytes
  CHECK(run_selvage(run + " --quiet").code == 0);
  CHECK(run_selvage("explain flow 3 " + out.str()).code == 2);  // no log of this run
  CHECK(run_selvage(kHello + " --flow-log --out " + out.str()).code == 2);
}

TEST_CASE("a run that a switched-on bug does not touch says so", "[cli][run][bug][COS-BUG]") {
  const Directory out;
  const auto ran = run_selvage(kHello + " --set bug.dlfm_once=true --out " + out.str());
  CHECK(ran.code == 0);
  CHECK_THAT(ran.out, Contains("bug.dlfm_once is on and nothing in this run met it"));
  CHECK_THAT(ran.out, Contains("scenarios/dlfm_resend.yaml"));
}

TEST_CASE(
    "APP-BROKEN: a trace of netrace runs to its end, and half of it is refused before work begins",
    "[cli]") {
  const Directory out;
  const std::string file = (out.path() / "half.tra.bz2").string();
  const std::string command = "run scenarios/netrace.yaml --out " + out.str() + "/run";
  const auto healthy = run_selvage(command + " --set faults.links=[]");
  CHECK(healthy.code == 0);
  CHECK_THAT(healthy.out, Contains("the application is complete at cycle 587"));
  const auto lost = run_selvage(command);
  CHECK(lost.code == 0);
  CHECK_THAT(lost.out, Contains("the application is not complete: message '7' from 101 to 000"));
  std::ofstream(file, std::ios::binary)
      << read_file(SELVAGE_SOURCE_DIR "/scenarios/netrace.tra.bz2").substr(0, 150);
  const auto half = run_selvage(command + "half --set traffic.trace_file=" + file);
  CHECK(half.code == 2);
  CHECK_THAT(half.err,
             Contains(file + ": error: after 0 unpacked bytes: its packed data end early"));
  CHECK_FALSE(std::filesystem::exists(out.path() / "runhalf"));
}
