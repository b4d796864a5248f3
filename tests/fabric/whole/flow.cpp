// SPDX-License-Identifier: Apache-2.0
// Every flow-channel switch in RTL beside the model, equal in every cycle
// (docs/reference/flow-switch.md).
#include <fstream>
#include <map>
#include <sstream>

#include "../../config/load.hpp"
#include "../support.hpp"
#include "config/switch/flow/whole.hpp"

using namespace selvage;
using namespace selvage::test;
using nlohmann::json;

namespace {

/// scenarios/switch_rtl_flow.yaml with some values in place of its own.
Scenario scenario(std::initializer_list<const char*> sets = {}) {
  std::ifstream file(SELVAGE_SOURCE_DIR "/scenarios/switch_rtl_flow.yaml");
  std::stringstream text;
  text << file.rdbuf();
  const Load all = load(text.str(), sets, "switch_rtl_flow.yaml");
  CAPTURE(all.errors());
  REQUIRE(all.loaded);
  return all.loaded->scenario;
}

json run(const Scenario& s) {
  return tb::simulate(s, tb::fat_tree(8, 2, s.engine, {}, "corrected", 32, s.link.latency), {},
                      300);
}

json equal(const Scenario& s) {
  json r = run(s);
  INFO(r.dump(1));
  REQUIRE(!r.contains("failure"));
  CHECK(!r.contains("mismatch"));
  CHECK(r["compared_by_block"]["switch_departure"] > 5000);
  for (const char* block : {"switch_grant", "switch_question"})
    CHECK(r["compared_by_block"][block] > 50);
  return r;
}

/// A short one, in which links die and come back.
Scenario brief() {
  return scenario({"phases={warmup: 100, measure: 600, drain: 2500}", "faults.random.from=200",
                   "faults.random.until=400",
                   "faults.random.repair_after={from: 300, until: 400}"});
}

/// Without what only the RTL, or only the model, knows.
json common(json r) {
  for (const char* own : {"compared", "compared_by_block"}) r.erase(own);
  return r;
}

}  // namespace

TEST_CASE("FS-EQUAL, FL-SWITCH: a fabric of flow channels in RTL is the model, beat by beat",
          "[switch][flow]") {
  const Scenario s = brief();
  const json r = equal(s);
  CHECK(r["compared_by_block"]["switch_pause"] > 0);
  CHECK(r["compared_by_block"]["switch_rest"] > 4);
  CHECK(r["compared_by_block"]["switch_decision"] == r["compared_by_block"]["switch_question"]);
  CHECK(r["compared_by_block"]["switch_message"] > 100);
  CHECK(r["flow_channels"]["losses"]["markers"] > 20);
  CHECK(r["flow_channels"]["credits"] > 100);
  CHECK(r["flow_channels"]["redirects"] > 20);
  Scenario golden = s;
  golden.engine = Engine::kGolden;
  CHECK(json::diff(common(run(golden)), common(r)).dump(1) == "[]");
  CHECK(json::diff(run(s), r).dump(1) == "[]");
}

TEST_CASE(
    "FS-EQUAL, FL-DEAD: flow channels in RTL with links that are dead from the start, damaged packets",
    "[switch][flow]") {
  const Scenario s = scenario(
      {"phases={warmup: 100, measure: 1100, drain: 2500}",
       "probe={period: 100, timeout: 20, retries: 1}", "switch.route_latency=5",
       "traffic.packet_bytes=imix",
       "faults={bit_errors: 0.0002, preset: [{link: 0/0/5, repaired: 1000}, {link: 0/1/4}, "
       "{link: 0/3/7, repaired: 1020}]}"});
  const json r = equal(s);
  CHECK(r["link_errors"]["packets"] > 5);
  CHECK(r["compared_by_block"]["switch_rest"] == 4);  // both ends of two links, as they come back
}

TEST_CASE("FS-EQUAL, FL-POOL: flow channels in RTL whose pools fill, at hosts that stall",
          "[switch][flow]") {
  const json r = equal(
      scenario({"phases={warmup: 0, measure: 400, drain: 1500}", "traffic.hot_fraction=0.6",
                "traffic.packet_bytes=8192", "traffic.classes=[1]", "switch.flow.classes=[]",
                "switch.flow.congestion_aware=false",
                "switch.flow.flow_limits=[128, 128, 128, 128, 128, 128, 128, 128]",
                "switch.flow.credit={on_units: 64, off_units: 16, headroom_units: 40}",
                "faults.random={}", "traffic.receivers={rate: 0.6, stalls: xon, longest: 200}"}));
  CHECK(r["compared_by_block"]["switch_xon"] > 5);
  CHECK(r["receivers"]["xoff"] > 0);
}

TEST_CASE("FL-CTL: so many links die and come back at once that controls ask for a stop",
          "[switch][flow]") {
  const Scenario s = scenario(
      {"phases={warmup: 100, measure: 900, drain: 20000}", "traffic.load=0.1", "link.latency=9",
       "switch.flow.pool_units=283", "probe={period: 60, timeout: 22, retries: 1}",
       "faults={random: {count: 28, from: 300, until: 330, tolerable: false, repair_after: {from: "
       "600, until: 640}}}"});
  const json r = run(s);
  INFO(r.dump(1));
  REQUIRE(!r.contains("failure"));
  CHECK(!r.contains("mismatch"));
  CHECK(r["compared_by_block"]["switch_stop"] > 10);
  CHECK(r["compared_by_block"]["switch_message"] > 500);
  // A fault of the control itself.
  const json broken = tb::simulate(
      s, tb::fat_tree(8, 2, s.engine, {"skip_lft"}, "corrected", 32, s.link.latency), {}, 300);
  REQUIRE(broken.contains("mismatch"));
  CHECK(broken["mismatch"]["block"] == "switch_decision");
}

TEST_CASE("FL-MSG: fault messages as beats of the links of flow channels in RTL",
          "[switch][flow]") {
  Scenario s = brief();
  s.link.messages = LinkMessages::kBeat;  // which a scenario is refused so far
  s.merged["link"]["messages"] = "beat";
  const json r = equal(s);
  CHECK(r["compared_by_block"]["switch_message"] > 20);
}

TEST_CASE(
    "FL-LEFT, FL-WAYS, FL-MARK, FL-DUE, FL-PACE, FL-UP, FL-EDGE, FL-CTL: each fault of a switch is seen",
    "[switch][flow][bug]") {
  const std::map<std::string_view, std::string> shows{
      {"flow_switch_far_ack", "FL-ARB"},       {"flow_switch_marker_late", "FL-TX"},
      {"flow_switch_looks", "FL-ARB"},         {"flow_switch_knows_all", "FL-HEAD"},
      {"flow_switch_pace_late", "FL-HEAD"},    {"flow_switch_says_ack_first", "FL-FRAME"},
      {"flow_switch_other_level", "FL-FRAME"}, {"flow_switch_half_digit", "FL-WAYS"},
      {"flow_switch_rest_unheard", "FL-HEAD"}, {"flow_switch_work_unheard", "FL-HEAD"}};
  REQUIRE(shows.size() == config::whole_flow_bugs().size());
  for (const config::SwitchBug& bug : config::whole_flow_bugs()) {
    Scenario s = scenario();
    s.bugs = {std::string(bug.info.name)};
    CAPTURE(bug.info.name);
    const json r = run(s);
    REQUIRE(r.contains("mismatch"));
    CHECK(r["mismatch"]["requirement"] == shows.at(bug.info.name));
    CHECK(r["mismatch"]["recent"].size() > 3);
    CHECK(r["mismatch"]["buffers"].size() == 2);
  }
}
