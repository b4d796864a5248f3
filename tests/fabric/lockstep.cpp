// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "fabric_bench.hpp"

using namespace selvage;
using nlohmann::json;

namespace {

Scenario stressed() {
  Scenario s;
  s.traffic.load = 0.4;
  s.phases = {500, 8000, 200000};
  s.faults.random = {6, 500, 6000, false, RepairSpan{300, 3000}};
  s.seed = 3;
  return s;
}

json with_engine(unsigned m, unsigned n, Engine engine) {
  Scenario s = stressed();
  s.engine = engine;
  return tb::simulate(s, tb::fat_tree(m, n, engine));
}

}  // namespace

TEST_CASE("FAB-DET: golden, rtl and lockstep runs give the same result") {
  struct Tree {
    unsigned m, n;
  };
  const Tree t = GENERATE(Tree{4, 3}, Tree{4, 4}, Tree{6, 3}, Tree{8, 3});
  json golden = with_engine(t.m, t.n, Engine::kGolden);
  json rtl = with_engine(t.m, t.n, Engine::kRtl);
  json lockstep = with_engine(t.m, t.n, Engine::kLockstep);
  INFO(lockstep.dump());
  REQUIRE(lockstep["compared"] > 1000);
  CHECK(golden["compared"] == 0);
  CHECK(rtl["compared"] == 0);
  for (json* j : {&golden, &rtl, &lockstep}) {
    j->erase("compared");
    j->erase("compared_by_block");
  }
  CHECK(golden == rtl);
  CHECK(golden == lockstep);
}

TEST_CASE("every decision taken in the fabric is compared", "[FT-RS-6][COS-LOCKSTEP]") {
  const json r = with_engine(8, 3, Engine::kLockstep);
  INFO(r.dump());
  CHECK(r["compared_by_block"]["route_select"] == r["decisions"]);
  CHECK(!r.contains("mismatch"));
}

TEST_CASE("each deliberate RTL bug stops the fabric with a mismatch that names the place") {
  const std::string bug =
      GENERATE(as<std::string>{}, "skip_lft", "preferred_from_source", "next_lowest");
  Scenario s = stressed();
  s.bugs = {bug};
  const json r = tb::simulate(s, tb::fat_tree(8, 3, Engine::kLockstep, {bug}));
  INFO(r.dump());
  REQUIRE(r["outcome"] == "mismatch");
  CHECK(r["mismatch"]["block"] == "route_select");
  CHECK(r["mismatch"]["requirement"] == (bug == "skip_lft" ? "FT-RS-3" : "FT-RS-4"));
  CHECK(r["mismatch"]["switch"].get<std::string>().front() == '<');
  CHECK(!r["mismatch"]["recent"].empty());
}

TEST_CASE("FT-RS-6: an answer that is late or missing is a mismatch, not a crash") {
  const std::string bug = GENERATE(as<std::string>{}, "answer_late", "answer_lost");
  const Engine engine = GENERATE(Engine::kLockstep, Engine::kRtl);
  Scenario s = stressed();
  s.engine = engine;
  const json r = tb::simulate(s, tb::fat_tree(8, 3, engine, {bug}));
  INFO(r.dump());
  REQUIRE(r["outcome"] == "mismatch");
  CHECK(r["mismatch"]["requirement"] == "FT-RS-6");
  CHECK(r["mismatch"]["expected"].get<std::string>().rfind("answer at clock edge ", 0) == 0);
  CHECK(r["mismatch"]["actual"] ==
        (bug == "answer_lost" ? json("no answer") : r["mismatch"]["actual"]));
}

TEST_CASE("the message bug case3_as_printed is caught by the audit in the fabric (E1)") {
  Scenario s;
  s.engine = Engine::kGolden;
  s.traffic.load = 0.2;
  s.phases = {0, 5000, 100000};
  const auto make = tb::fat_tree(4, 4, Engine::kGolden, {"case3_as_printed"});
  const auto system = make();
  for (const char* link : {"1/000/2", "1/010/3", "2/000/2", "2/000/3"}) {
    std::string why;
    s.faults.preset.push_back({link, *system->topology().parse_link(link, why), 0});
  }
  const json r = tb::simulate(s, make);
  INFO(r.dump());
  CHECK(r["outcome"] == "check failed");
  CHECK(r["detail"].get<std::string>().find("FT-AUD-1") != std::string::npos);
}
