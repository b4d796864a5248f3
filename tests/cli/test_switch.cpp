// SPDX-License-Identifier: Apache-2.0
// selvage run with engine switch.
#include <catch2/catch.hpp>
#include <filesystem>

#include "config/validate.hpp"
#include "run_selvage.hpp"

using Catch::Contains;
using nlohmann::json;
using selvage::test::Directory;
using selvage::test::read_file;
using selvage::test::run_selvage;

namespace {

const std::string kSwitch = "run scenarios/switch_rtl.yaml";

json result_in(const Directory& out) {
  const json result = json::parse(read_file(out.path() / "result.json"));
  CHECK(selvage::config::validate(selvage::test::schema("result"), result).empty());
  return result;
}

}  // namespace

TEST_CASE("COS-SWITCH-1: engine switch on the command line, in the result, and when it differs",
          "[cli][run]") {
  const Directory out;
  const auto ran = run_selvage("run scenarios/hello_fault.yaml --engine switch --out " + out.str());
  CHECK(ran.code == 0);
  CHECK_THAT(ran.out, Contains("switch, fattree_switch M=4 N=3 W=32 DEPTH=256") &&
                          Contains("switch_departure") && Contains("0 mismatches") &&
                          Contains("RTL and golden model agree in all"));
  const json good = result_in(out);
  CHECK(good["engine"] == "switch");
  CHECK(good["rtl_build"] == "fattree_switch M=4 N=3 W=32 DEPTH=256");
  std::uint64_t departures = 0;
  for (const json& block : good["compared"]["blocks"]) {
    CHECK(block["mismatches"] == 0);
    if (block["kind"] == "switch_departure") departures = block["compared"];
  }
  CHECK(departures == good["packet_hops"]);
  CHECK(run_selvage("run scenarios/hello_fault.yaml --engine golden --out " + out.str()).code == 0);
  const json golden = result_in(out);
  for (const char* same : {"cycles", "packets", "latency", "messages", "faults", "audit"}) {
    CHECK(golden[same] == good[same]);
  }

  const auto late = run_selvage(
      "run scenarios/hello_fault.yaml --engine switch "
      "--set switch.route_latency=3 --out " +
      out.str());
  CHECK(late.code == 0);
  CHECK_THAT(late.out, Contains("fattree_switch M=4 N=3 W=32 DEPTH=256 R=3"));

  const auto broken = run_selvage(kSwitch + " --set bug.switch_no_fill=true --out " + out.str());
  CHECK(broken.code == 1);
  CHECK_THAT(
      broken.out,
      Contains("mismatch packet whose last beat is at its host of switch_delivery, FS-RX-2") &&
          Contains("buffers   golden, cycle") && Contains("RTL, cycle") &&
          Contains("before    cycle") && Contains("reproduce: ") && Contains("waves: "));
  const json bad = result_in(out);
  CHECK(bad["status"] == "mismatch");
  CHECK(bad["mismatch"]["requirement"] == "FS-RX-2");
  CHECK(bad["mismatch"]["packet"].is_number());
  CHECK(bad["mismatch"]["buffers"].size() == 2);
  CHECK(bad["mismatch"]["recent"].size() > 2);
  CHECK(bad["waves"].is_object());
  CHECK(run_selvage("replay " + (out.path() / "result.json").string()).code == 0);  // the same
}

TEST_CASE("COS-SWITCH-2: what engine switch refuses on the command line", "[cli][run]") {
  const Directory out;
  const auto refused = [&](const std::string& line, const std::string& why) {
    INFO(line);
    const auto ran = run_selvage(line);
    CHECK(ran.code == 2);
    CHECK_THAT(ran.err, Contains(why));
  };
  refused(
      "run scenarios/mesh_4x4x4_faults.yaml --engine switch --set topology.algorithm=dor --out " +
          out.str(),
      "topology.algorithm");
  refused(kSwitch + " --dut examples/route_selector/dut.yaml --out " + out.str(),
          "engine switch has no place for a block");
  refused("route --topology fattree:4,3 --src 000 --dst 211 --engine switch", "--engine switch");
  refused(kSwitch + " --engine lockstep --set bug.switch_xon_late=true --out " + out.str(),
          "bug.switch_xon_late: ");
  CHECK_FALSE(std::filesystem::exists(out.path() / "result.json"));
}
