// SPDX-License-Identifier: Apache-2.0
// What is made of the RTL for those who take a block: data sheets, and its size in an FPGA.
#include <catch2/catch.hpp>

#include "run_selvage.hpp"

using namespace selvage::test;
using Catch::Contains;

TEST_CASE("SCR-SHEET: a changed header or figure makes a data sheet stale", "[scripts]") {
  const Directory folder;
  const std::string copy = "cd '" + folder.str() + "' && ";
  REQUIRE(run_shell("cp -r scripts rtl tb docs '" + folder.str() + "'").code == 0);
  const struct {
    const char* change;
    const char* block;
  } changes[] = {
      {"s/waits one cycle too long/waits a cycle/' rtl/probe/link_probe.sv", "link_probe"},
      {"s/parameter int DEPTH_W = 14/parameter int DEPTH_W = 15/' rtl/flow/ep_ack_type.sv",
       "ep_ack_type"},
      {"s/^| mcc_label |  | /| mcc_label |  | 9/' docs/evidence/synthesis.md", "mcc_label"},
      {"/a_changed/d' rtl/sva/mesh/mcc_label_sva.sv", "mcc_label"},
  };
  for (const auto& [change, block] : changes) {
    INFO(change);
    const std::string name = std::string(" ") + block;
    CHECK(run_shell(copy + "scripts/datasheets --check" + name).code == 0);
    REQUIRE(run_shell(copy + "sed -i '" + change).code == 0);
    const Ran stale = run_shell(copy + "scripts/datasheets --check" + name);
    CHECK(stale.code == 1);
    CHECK_THAT(stale.out, Contains(std::string("docs/blocks/") + block + ".md is not"));
    REQUIRE(run_shell(copy + "scripts/datasheets --text" + name).code == 0);
    CHECK(run_shell(copy + "scripts/datasheets --check" + name).code == 0);
  }
}

TEST_CASE("SCR-FPGA: without its tools it names the packages", "[scripts]") {
  const Directory folder;
  const Ran ran = run_shell("mkdir '" + folder.str() +
                            "/bin' && for t in bash dirname env cat; do ln -s $(command -v $t) '" +
                            folder.str() + "/bin'; done; PATH='" + folder.str() +
                            "/bin' scripts/fpga --top mcc_label");
  CHECK(ran.code == 2);
  CHECK_THAT(ran.err, Contains("apt-get install yosys jq nextpnr-ice40"));
}
