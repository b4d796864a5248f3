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
  const auto check = [&] { return run_shell(copy + "scripts/datasheets --check"); };
  CHECK(check().code == 0);
  const struct {
    const char* change;
    const char* page;
  } changes[] = {
      {"s/waits one cycle too long/waits a cycle/' rtl/probe/link_probe.sv", "link_probe.md"},
      {"s/parameter int DEPTH_W = 14/parameter int DEPTH_W = 15/' rtl/flow/ep_ack_type.sv",
       "ep_ack_type.md"},
      {"s/^| mcc_label |  | 220/| mcc_label |  | 221/' docs/synthesis.md", "README.md"},
      {"s/a_restart,/a_again,/; /a_changed/d' rtl/sva/mcc_label_sva.sv", "mcc_label.md"},
  };
  for (const auto& [change, page] : changes) {
    REQUIRE(run_shell(copy + "sed -i.old '" + change).code == 0);
    const Ran stale = check();
    INFO(change);
    CHECK(stale.code == 1);
    CHECK_THAT(stale.out, Contains(page));
    REQUIRE(run_shell(copy + "scripts/datasheets --text").code == 0);
    CHECK(check().code == 0);
  }
  REQUIRE(run_shell(copy + "cp docs/blocks/ifct.md docs/blocks/gone.md").code == 0);
  CHECK(check().code == 1);
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
