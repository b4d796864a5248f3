// SPDX-License-Identifier: Apache-2.0
// selvage certify, and the mesh on the other commands (CERT-CDG-1, CERT-CYC-1, CERT-DL-1).
#include <catch2/catch.hpp>

#include "run_selvage.hpp"

using Catch::Contains;
using selvage::test::run_selvage;

TEST_CASE(
    "the ordered rule and the fat tree are acyclic, the printed rule has a cycle that is named",
    "[cli][certify][CERT-CYC-1][MESH-ORD-7]") {
  const auto ordered = run_selvage("certify --topology mesh:4 --random 4 --sets 10 --seed 3");
  CHECK(ordered.code == 0);
  CHECK_THAT(ordered.out, Contains("0 of 10 fault sets are cyclic"));
  const auto literal =
      run_selvage("certify --topology mesh:4 --algorithm ipar-literal --node 1.1.1");
  CHECK(literal.code == 1);
  CHECK_THAT(literal.out, Contains("cyclic") && Contains("a shortest cycle, 8 channels:") &&
                              Contains("(1,0,0)y+c2 [->"));
  const auto tree = run_selvage("certify --topology fattree:4,3 --fault 0/21/3");
  CHECK(tree.code == 0);
  CHECK_THAT(tree.out, Contains("1 dead links, 62 channels in use") && Contains("acyclic"));
}

TEST_CASE("certify as JSON", "[cli][certify][CLI-JSON]") {
  const auto ran =
      run_selvage("certify --topology mesh:3,1,ipar-literal --node 1.1 --sets 2 --json");
  const auto report = ran.json();
  CHECK(report["topology"] == "3x3");
  REQUIRE(report["sets"].size() == 2);
  CHECK(report["sets"][0] == report["sets"][1]);
  CHECK(report["sets"][0]["dead_links"].size() == 4);
  CHECK(report["sets"][0]["acyclic"] == (ran.code == 0));
}

TEST_CASE("certify tells what is wrong with its options", "[cli][certify][CLI-WRONG]") {
  CHECK(run_selvage("certify").code == 2);
  const auto bad = run_selvage("certify --topology mesh:4 --fault 9.9.9/x+ --random many");
  CHECK(bad.code == 2);
  CHECK_THAT(bad.err, Contains("--fault 9.9.9/x+") && Contains("--random many"));
  const auto algorithm = run_selvage("certify --topology mesh:4 --algorithm best");
  CHECK(algorithm.code == 2);
  CHECK_THAT(algorithm.err, Contains("'best' is not one of ipar, ipar-literal, par, dor"));
}

TEST_CASE("route shows the legal channels of a mesh",
          "[cli][route][MESH-DOR-1][MESH-ORD-4][MESH-ORD-6]") {
  const auto ran = run_selvage("route --topology mesh:4 --fault 1.0.0/x+ --src 0.0.0 --dst 2.3.1");
  CHECK(ran.code == 0);
  CHECK_THAT(ran.out, Contains("4x4x4  0.0.0 -> 2.3.1, 1 dead link, engine lockstep") &&
                          Contains("out x+ c1  of x+c1 y+c1") &&
                          Contains("delivered; 7 decisions"));
  const auto json = run_selvage(
                        "route --topology mesh:4,1,dor --engine golden --src 0.0 --dst 3.3 "
                        "--json")
                        .json();
  CHECK(json["status"] == "delivered");
  CHECK(json["hops"].size() == 7);
  CHECK(json["legal"] == nlohmann::json::parse(R"([["x+","c1"]])"));
  const auto node = run_selvage("certify --topology mesh:4 --fault 1,1,1 --json").json();
  CHECK(node["sets"][0]["dead_links"].size() == 6);
}

TEST_CASE("a mesh scenario runs, and its result says what moved",
          "[cli][run][FAB-NODE][MESH-AUD-2]") {
  const selvage::test::Directory dir;
  const auto ran = run_selvage("run scenarios/mesh_4x4x4_faults.yaml --json --out " + dir.str());
  CHECK(ran.code == 0);
  const auto result = ran.json();
  CHECK(result["faulty_nodes"].size() == 6);
  CHECK(result["flits"]["hops"] > 100000);
  CHECK(result["compared"]["mismatches"] == 0);
  CHECK(result["audit"]["excluded"] == 0);
}
