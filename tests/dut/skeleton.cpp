// SPDX-License-Identifier: Apache-2.0
/// What `selvage dut new` writes is as wide as its parameters say (DUT-SIZE).
#include <catch2/catch.hpp>

#include <map>

#include "project.hpp"

using namespace selvage::test;

namespace {

/// Another size of each block that has one.
const std::map<std::string, std::string> kOther{
    {"ack_aggregator", "--set MAX=6 --set DEPTH=18 --set T_W=9 --set TS_W=24"},
    {"ep_ack_type", "--set DEPTH_W=12"},
    {"fault_message_unit", "--set M=6 --set N=4 --set QI=9 --set QO=3"},
    {"fault_table", "--set M=12 --set N=5 --set W=5"},
    {"flow_cam_alloc", "--set ROWS=13 --set MATCH_W=96"},
    {"link_probe", "--set TW=12 --set RW=5"},
    {"mcc_label", ""},
    {"planar_route", "--set CW=1"},
    {"redirect_gen",
     "--set N_PORTS=5 --set FLOW_ID_W=9 --set POS_W=3 --set DEPTH_W=11 --set RD_HIST=5 "
     "--set RD_RW=8 --set GAIN_W=4"},
    {"route_select", "--set M=64 --set N=6"},
    {"twolevel_route", "--set K=48"},
};

Ran dut(const std::string& arguments) {
  return run_shell(std::string(kCache) + "'" SELVAGE_EXECUTABLE "' dut " + arguments);
}

}  // namespace

TEST_CASE("DUT-SIZE: every block's first project passes its check at two sizes", "[dut]") {
  const Directory folder;
  const Ran list = dut("contract --json");
  REQUIRE(list.json().size() == kOther.size());
  for (const auto& row : list.json()) {
    const auto block = row["block"].get<std::string>();
    const std::string at = folder.str() + "/" + block;
    REQUIRE(dut("new " + block + " " + at).code == 0);
    for (const std::string& size : {std::string(), kOther.at(block)}) {
      const Ran check = dut("check " + at + "/dut.yaml " + size);
      CAPTURE(block, size, check.err);
      CHECK(check.code == 0);
    }
  }
}

TEST_CASE("DUT-SIZE: a first project that is filled in stands in fabrics of its sizes", "[dut]") {
  const Project project;
  REQUIRE(dut("new route_select " + project.file("new")).code == 0);
  const std::string rtl = SELVAGE_SOURCE_DIR "/rtl/";
  project.change("new/my_route_select.sv", "endmodule",
                 "  route_select #(.M(M), .N(N)) own (.*);\nendmodule");
  project.change("new/dut.yaml", "[my_route_select.sv]",
                 "[my_route_select.sv, " + rtl + "common/first_one.sv, " + rtl +
                     "common/wrap_pick.sv, " + rtl + "fattree/route_select.sv]\ninclude_dirs: [" +
                     rtl + "common]");
  project.change("new/dut.yaml", "latency: 1", "latency: 0");
  const std::string manifest = project.file("new/dut.yaml");
  const std::string out = " -q --out " + project.file("out");
  const Ran test = dut("test " + manifest + " --questions 20000 --set M=6 --set N=4" + out);
  CAPTURE(test.out, test.err);
  CHECK(test.code == 0);
  for (const char* size : {"m: 4, n: 2", "m: 8, n: 3"}) {
    project.write("tree.yaml", std::string("topology: {kind: fattree, ") + size +
                                   "}\nengine: golden\ntraffic: {load: 0.2}\n"
                                   "phases: {warmup: 100, measure: 500}\n");
    const Ran run = run_shell(std::string(kCache) + "'" SELVAGE_EXECUTABLE "' run " +
                              project.file("tree.yaml") + " --dut " + manifest + out);
    CAPTURE(size, run.out, run.err);
    CHECK(run.code == 0);
  }
}
