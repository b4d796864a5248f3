// SPDX-License-Identifier: Apache-2.0
// Switches of others, judged by their pins, while a few packets are under way and a link is lost in
// each of the cycles that may matter (docs/tutorials/your-own-switch.md). They are ours, so that
// the fabric is the model's, packet by packet. Quick.
#include <memory>
#include <string>

#include "cosim/foreign/switch_plugin.hpp"
#include "few_packets.hpp"
#include "lying_switch.hpp"

using namespace selvage;
using namespace selvage::test;
using nlohmann::json;

namespace {

cosim::SwitchFacts facts_of(const Scenario& s) {
  cosim::SwitchFacts facts;
  facts.ports = 4;
  facts.levels = 3;
  facts.buffer = std::uint64_t{s.sw.as<CutThroughConfig>().buffer_packets} * s.traffic.packet_beats;
  facts.least_latency = 3;
  facts.most_latency = 8;
  facts.stall_max = 1000;
  facts.dead_within = 4;
  facts.order = cosim::SwitchFacts::Order::kPort;
  facts.gated = true;
  return facts;
}

/// A 4P3T of our switches as plug-ins, one of which may lie.
json judged(const Scenario& s, const cosim::SwitchFacts& facts, const SwitchLie* lie = nullptr) {
  const auto make = [&]() -> std::unique_ptr<System> {
    auto plugin = std::make_shared<cosim::SwitchPlugin>(SELVAGE_OWN_LEGAL);
    plugin->set_facts(facts);
    const json topology = {{"kind", "fattree"}, {"m", 4}, {"n", 3}};
    auto honest =
        find_plug("fattree")->make(topology, {s.engine, {}, s.link.latency, false, plugin});
    if (lie == nullptr) return honest;
    return std::make_unique<LyingSystem>(std::move(honest), *lie);
  };
  return tb::simulate(s, make, {}, 60);
}

/// What a run of the model says, but for what only it or only RTL knows.
json common(json r) {
  for (const char* other : {"compared", "compared_by_block", "decisions", "met"}) r.erase(other);
  return r;
}

json same(Scenario s) {
  const json r = judged(s, facts_of(s));
  INFO(r.dump(1));
  REQUIRE(!r.contains("failure"));
  CHECK(!r.contains("mismatch"));
  s.engine = Engine::kGolden;
  const json model =
      tb::simulate(s, tb::fat_tree(4, 3, s.engine, {}, "corrected", 32, s.link.latency), {}, 60);
  CHECK(json::diff(common(model), common(r)).dump(1) == "[]");
  return r;
}

}  // namespace

TEST_CASE("SW-LEGAL, SW-DEAD: a link is lost in every cycle of the packets over it", "[judged]") {
  std::uint64_t lost = 0;
  for (Cycle at = 40; at < 100; at += 3) {
    Scenario s = busy(130);
    s.faults.links.push_back({"0/01/3", {1, 3}, at, at + 100});
    CAPTURE(at);
    lost += dropped(same(s));
  }
  CHECK(lost > 20);
}

TEST_CASE("SW-MSG, FS-INIT, FT-CYC-2: a link is back while its ends ask for no more messages",
          "[judged]") {
  const Cycle period = GENERATE(26, 28);
  std::uint64_t stops = 0;
  for (Cycle at = 548; at < 566; ++at) {
    Scenario s = stopped();
    s.probe = {period, 16, 0};
    s.traffic.trace.push_back({1300, 0, 3});  // it ends with a packet
    for (const PortIdx port : {PortIdx{2}, PortIdx{3}})
      s.faults.links.push_back({"", {12, port}, at, at + 1});  // back when both ends know
    CAPTURE(at);
    stops += same(s)["compared_by_block"]["switch_stop"].get<std::uint64_t>();
  }
  CHECK(stops > 300);
}

TEST_CASE("SW-MSG: one that never says that it is idle is clocked as long as anything happens",
          "[judged]") {
  for (Cycle at = 300; at < 320; at += 2) {
    Scenario s = busy(60);
    s.phases = {0, 900, 1500};
    s.faults.links.push_back({"", {1, 3}, at, at + 150});
    s.traffic.trace.push_back({800, 0, 3});
    cosim::SwitchFacts facts = facts_of(s);
    const json gated = judged(s, facts);
    facts.gated = false;
    const json r = judged(s, facts);
    CAPTURE(at);
    CHECK(r["messages"] > 30);
    for (const char* key : {"outcome", "delivered", "dropped", "latency", "messages", "faults"})
      CHECK(r[key] == gated[key]);
  }
}

TEST_CASE("SW-MSG, SW-DATA, SW-RESET: what a switch of others does wrong is named in its cycle",
          "[judged]") {
  Scenario s = busy(100);
  const auto told = [&](const SwitchLie& lie) {
    const json r = judged(s, facts_of(s), &lie);
    INFO(r.dump(1));
    REQUIRE(r.contains("mismatch"));
    const json& m = r["mismatch"];
    CHECK(m["buffers"][0].get<std::string>().rfind("by the pins, cycle ", 0) == 0);
    CHECK(m["switch"] == "<0,00>");
    CHECK(!m["recent"].empty());
    return m;
  };
  SwitchLie stop;
  stop.shown = [](Cycle c, cosim::SwitchShown& shown) {
    if (c == 60) shown.stop |= 4U;
  };
  const json stopped = told(stop);
  CHECK(stopped["buffers"] ==
        json({"by the pins, cycle 59: <0,00>0 10, <0,00>1 11, <0,00>3 9 (beats of 32)"}));
  CHECK(stopped["requirement"] == "SW-MSG");
  CHECK(stopped["cycle"] == 59);  // its control's cycle is the one before
  CHECK(stopped["port"] == "<0,00>2");
  CHECK(stopped["expected"] == "none");
  CHECK(stopped["actual"] == "<0,00>2 says stop to fault messages");
  SwitchLie message;
  message.message = [](ControlMessage& m) { m.seq ^= 1U; };
  const json told_else = told(message);
  CHECK(told_else["requirement"] == "SW-MSG");
  CHECK(told_else["expected"] == "SYNCREQ leaves by <0,00>2");
  CHECK(told_else["actual"] == "SYNCREQ leaves by <0,00>2, other bits");
  CHECK(told_else["recent"].back() == "cycle 207: link at <0,00>2 found back");
  CHECK(told_else["buffers"] == json({"by the pins, cycle 211: empty (beats of 32)"}));
  SwitchLie data;
  data.beat = [](Cycle, PortIdx, cosim::Beat& beat) {
    if (!beat.head) beat.data.low ^= 1U;
  };
  const json changed = told(data);
  CHECK(changed["requirement"] == "SW-DATA");
  CHECK(changed["cycle"] == 15);  // of the second beat of the first packet
  CHECK(changed["recent"] == json({"cycle 14: packet 0 begins to leave by <0,00>3"}));
  CHECK(changed.contains("packet"));
  SwitchLie trouble;
  trouble.trouble = [](Cycle c, std::string_view& rule) {
    rule = "SW-RESET";
    return std::string(c == 70 ? "it burns" : "");
  };
  const json burns = told(trouble);
  CHECK(burns["requirement"] == "SW-RESET");
  CHECK(burns["cycle"] == 70);
  CHECK(burns["actual"] == "it burns");
}

TEST_CASE("SW-MSG: what a switch of others did before is told, and its messages are counted",
          "[judged]") {
  SwitchLie trouble;
  Cycle at = 101;
  trouble.trouble = [&](Cycle c, std::string_view& rule) {
    rule = "SW-RESET";
    return std::string(c == at ? "it burns" : "");
  };
  Scenario s = busy(100);
  json r = judged(s, facts_of(s), &trouble);
  CHECK(r["mismatch"]["recent"].back() == "cycle 100: link at <0,00>2 found dead");
  at = 290;
  s = busy(300);
  r = judged(s, facts_of(s), &trouble);
  const json& before = r["mismatch"]["recent"];
  REQUIRE(before.size() == 8);
  CHECK(before[0] == "cycle 283: <0,00>0 says XOFF");
  CHECK(before[7] == "cycle 287: <0,00>1 says XON");
  r = judged(s, facts_of(s));
  CHECK(r["messages"] > 30);
  CHECK(r["compared_by_block"]["switch_message"] == r["messages"]);
}
