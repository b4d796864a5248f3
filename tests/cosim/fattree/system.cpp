// SPDX-License-Identifier: Apache-2.0
/// \file
/// The fat tree as a system: its parameters, builds, and the audit against ground truth.
#include <catch2/catch.hpp>

#include <set>

#include "control/net.hpp"
#include "cosim/fattree/control/control_block.hpp"
#include "cosim/plugs.hpp"
#include "golden/fattree/fault_message.hpp"
#include "support.hpp"

using namespace selvage;
using tb::ControlNet;
using test::fattree;
using json = nlohmann::json;

namespace {

std::string complaint(const json& topology, Engine engine = Engine::kGolden,
                      const std::vector<std::string>& bugs = {}, unsigned latency = 4) {
  try {
    (void)find_plug("fattree")->make(topology, {engine, bugs, latency});
  } catch (const std::invalid_argument& e) {
    return e.what();
  }
  return "";
}

}  // namespace

TEST_CASE("The registry knows the fat tree") {
  REQUIRE(find_plug("fattree") != nullptr);
  CHECK(find_plug("torus") == nullptr);
  const SystemPlug& plug = *find_plug("fattree");
  const json schema = json::parse(plug.schema);
  CHECK(schema["properties"].contains("kind"));
  CHECK(schema["properties"]["lft_entries"]["default"] == 32);
  CHECK(plug.bugs.size() == 47);
  std::string why;
  CHECK(plug.parse_short("8,3", why) == json{{"kind", "fattree"}, {"m", 8}, {"n", 3}});
  for (const char* bad : {"", "8", "8,", ",3", "8,3,1", "8 3", "a,b", "-8,3", "8,3 "}) {
    why.clear();
    CHECK(plug.parse_short(bad, why).is_null());
    CHECK(why.find("8,3") != std::string::npos);
  }
}

TEST_CASE("Bad parameters of a fat tree are reported by key", "[FT-TOP-1]") {
  CHECK(complaint({{"m", 5}, {"n", 3}}).rfind("m: ", 0) == 0);
  CHECK(complaint({{"m", 2}, {"n", 3}}).rfind("m: ", 0) == 0);
  CHECK(complaint({{"m", 66}, {"n", 3}}).rfind("m: ", 0) == 0);
  CHECK(complaint({{"n", 3}}).rfind("m: ", 0) == 0);
  CHECK(complaint({{"m", 8}, {"n", 1}}).rfind("n: ", 0) == 0);
  CHECK(complaint({{"m", 8}, {"n", 7}}).rfind("n: ", 0) == 0);
  CHECK(complaint({{"m", 8}, {"n", "3"}}).rfind("n: ", 0) == 0);
  const json good{{"m", 8}, {"n", 3}};
  json bad = good;
  bad["lft_entries"] = 65;
  CHECK(complaint(bad).rfind("lft_entries: ", 0) == 0);
  bad = good;
  bad["rule"] = "guess";
  CHECK(complaint(bad).rfind("rule: ", 0) == 0);
  CHECK(complaint(good, Engine::kGolden, {"typo"}).rfind("bug.typo: ", 0) == 0);
  CHECK(complaint(good, Engine::kGolden, {"skip_lft"}).rfind("bug.skip_lft: ", 0) == 0);
  CHECK(complaint(good, Engine::kLockstep, {"skip_lft"}).empty());
  CHECK(complaint(good, Engine::kGolden, {"golden_dlfm_once", "case3_as_printed"}).empty());
}

TEST_CASE("FT-CYC-2: the queues of fault messages follow the latency of the links") {
  const json good{{"m", 8}, {"n", 3}};
  for (const unsigned latency : {1U, 6U, 7U, 126U}) {
    CHECK(complaint(good, Engine::kLockstep, {}, latency).empty());
  }
  CHECK(complaint(good, Engine::kGolden, {}, 127).rfind("link.latency: ", 0) == 0);
  CHECK(complaint(good, Engine::kGolden, {}, 0).rfind("link.latency: ", 0) == 0);
}

TEST_CASE("Every legal tree finds a verilated build, the smallest that covers it", "[COS-BUILD]") {
  const auto build = [](unsigned m, unsigned n, unsigned lft_entries, unsigned latency) {
    const json topology{{"m", m}, {"n", n}, {"lft_entries", lft_entries}};
    return find_plug("fattree")->make(topology, {Engine::kRtl, {}, latency})->rtl_build();
  };
  CHECK(fattree(4, 3, Engine::kGolden)->rtl_build().empty());
  CHECK(build(4, 2, 32, 4) == "fattree_control M=4 N=3 W=32 QI=16");
  CHECK(build(8, 3, 32, 6) == "fattree_control M=8 N=3 W=32 QI=16");
  CHECK(build(8, 3, 32, 7) == "fattree_control M=64 N=6 W=64 QI=256");
  CHECK(build(8, 3, 33, 4) == "fattree_control M=64 N=6 W=64 QI=256");
  CHECK(build(64, 6, 64, 126) == "fattree_control M=64 N=6 W=64 QI=256");
}

TEST_CASE("Every kind of message has words of its own") {
  const auto system = fattree(4, 3, Engine::kGolden);
  std::set<std::string> kinds, meanings;
  for (unsigned kind = 0; kind < 8; ++kind) {
    golden::FaultMessage m;
    m.kind = static_cast<golden::FaultMessage::Kind>(kind);
    if (names_link(m.kind)) m.k = 3;
    const MessageText text = system->describe(encode(m));
    CHECK(text.text.rfind(text.kind, 0) == 0);
    kinds.insert(text.kind);
    meanings.insert(text.meaning);
  }
  CHECK(kinds.size() == 8);
  CHECK(meanings.size() == 8);
  golden::FaultMessage m;
  m.c = golden::Digits{}.with(0, 1).with(1, 2);
  m.k = 3;
  CHECK(system->describe(encode(m)).text == "ULFM<0,21,3>");
}

TEST_CASE("Settled candidates are exactly the ports with a healthy path", "[FT-AUD-1]") {
  struct Tree {
    unsigned m, n, faults;
  };
  const Tree tree = GENERATE(Tree{4, 2, 3}, Tree{4, 3, 10}, Tree{8, 3, 12}, Tree{4, 5, 14},
                             Tree{6, 3, 20}, Tree{16, 3, 12});
  const auto system = fattree(tree.m, tree.n, Engine::kGolden, {}, "corrected", 64);
  for (std::uint64_t seed = 1; seed <= 4; ++seed) {
    Scoreboard scoreboard;
    ControlNet net(*system, scoreboard, seed);
    const AuditReport healthy = system->audit({}, net.control_of());
    CHECK(healthy.applicable);
    CHECK(healthy.checked > 0);
    CHECK(healthy.dead_ends + healthy.excluded + healthy.unreachable_pairs == 0);
    net.kill_random(tree.faults);
    net.settle(0);
    const AuditReport report = system->audit(net.dead(), net.control_of());
    if (!report.applicable) continue;  // 64 lines were not enough
    CAPTURE(system->topology().label(), seed, report.first);
    CHECK(report.dead_ends == 0);
    CHECK(report.excluded == 0);
    CHECK((report.unreachable_pairs == 0) == system->tolerable(net.dead()));
  }
  CHECK(system->audit_must_hold());
}

TEST_CASE("The audit sees a fault that the switches were not notified of", "[FT-AUD-1]") {
  const auto system = fattree(8, 3, Engine::kGolden);
  Scoreboard scoreboard;
  ControlNet net(*system, scoreboard, 1);
  const AuditReport report =
      system->audit({test::link(system->topology(), "0/21/5")}, net.control_of());
  CHECK(report.dead_ends > 0);
  CHECK(report.excluded == 0);
  CHECK(report.requirement == "FT-AUD-1");
  CHECK(report.first.find("switch <0,") != std::string::npos);
  CHECK(report.unreachable_pairs == 0);
}

TEST_CASE("The four-fault counterexample: printed rule wrong, corrected rule right",
          "[FT-MSG-6][bug]") {
  const auto audit = [](const std::string& rule, const std::vector<std::string>& bugs) {
    const auto system = fattree(4, 4, Engine::kGolden, bugs, rule);
    Scoreboard scoreboard;
    ControlNet net(*system, scoreboard, 9);
    // One after the other; the order in which the printed rule goes wrong.
    for (const char* text : {"2/000/2", "2/000/3", "1/010/3", "1/000/2"}) {
      net.kill(test::link(system->topology(), text));
      net.settle(20);
    }
    net.finish();
    CHECK(system->audit_must_hold() == (rule == "corrected"));
    return system->audit(net.dead(), net.control_of());
  };
  CHECK(audit("corrected", {}).dead_ends == 0);
  CHECK(audit("paper", {}).dead_ends > 0);
  CHECK(audit("corrected", {"case3_as_printed"}).dead_ends > 0);
}

TEST_CASE("No audit when a table has overflowed", "[FT-LFT-2]") {
  const auto system = fattree(8, 3, Engine::kGolden, {}, "corrected", 1);
  Scoreboard scoreboard;
  ControlNet net(*system, scoreboard, 4);
  net.kill_random(12);
  net.settle(0);
  const AuditReport report = system->audit(net.dead(), net.control_of());
  CHECK_FALSE(report.applicable);
  CHECK(report.why_not.find("full table") != std::string::npos);
  CHECK(report.checked == 0);
}
