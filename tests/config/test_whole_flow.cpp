// SPDX-License-Identifier: Apache-2.0
// What engine switch refuses of flow-channel switches, key by key (COS-SWITCH-2).
#include <catch2/catch.hpp>

#include "load.hpp"

using namespace selvage;
using selvage::test::load;

namespace {

const std::string kWhole =
    "topology: {kind: fattree, m: 8, n: 2}\n"
    "engine: switch\n"
    "link: {latency: 7, messages: sideband}\n"
    "switch: {kind: flow, flow: {pool_units: 279, severe_units: 576, redirect: {count_queues: "
    "false}}}\n";

std::vector<std::string> errors_of(std::initializer_list<const char*> sets) {
  return load(kWhole, sets).errors();
}

void refused(std::initializer_list<const char*> sets, const std::string& key, const char* why) {
  CAPTURE(key);
  const auto errors = errors_of(sets);
  CAPTURE(errors);
  REQUIRE(errors.size() == 1);
  CHECK_THAT(errors.front(),
             Catch::Contains("error: " + key + ": engine switch: ") && Catch::Contains(why));
}

}  // namespace

TEST_CASE("COS-SWITCH-2: what flow-channel switches in RTL take", "[config]") {
  const auto good = load(kWhole);
  CAPTURE(good.errors());
  REQUIRE(good.loaded);
  CHECK(good.loaded->scenario.engine.whole_switches());
  for (const char* fine :
       {"topology.n=3", "switch.flow.loss=0.01", "traffic.receivers={rate: 0.5, stalls: xon}",
        "faults={links: [{link: 0/0/4, at: 50, repaired: 900}]}",
        "faults={preset: [{link: 0/0/4}]}", "faults={bit_errors: 0.001}",
        "faults={nodes: [\"1/0\"]}",
        "faults={random: {count: 2, repair_after: {from: 9, until: 99}}}",
        "switch.flow.classes=[{min: 0.25, weight: 64}, {max: 0.5}]",
        "switch.flow.congestion_aware=false", "switch.flow.redirects=false",
        "switch.flow.redirect_inside=true", "traffic.pattern=permutation",
        "bug.flow_switch_knows_all=true", "bug.flow_switch_half_digit=true", "bug.skip_lft=true"}) {
    CAPTURE(fine, errors_of({fine}));
    CHECK(errors_of({fine}).empty());
  }
}

TEST_CASE("COS-SWITCH-2: engine switch refuses bugs of what flow channels in RTL do not have",
          "[config]") {
  refused({"bug.switch_ask_stuck=true"}, "bug.switch_ask_stuck", "nothing would be tested");
  // A control outside of the switch.
  refused({"topology.lft_entries=40", "bug.flow_switch_half_digit=true"},
          "bug.flow_switch_half_digit", "nothing would be tested");
  refused({"topology.lft_entries=40", "bug.skip_lft=true"}, "bug.skip_lft", "nothing would be");
  CHECK(errors_of({"topology.lft_entries=40", "bug.flow_switch_looks=true"}).empty());
}

TEST_CASE("COS-SWITCH-2: engine switch refuses links and switches that flow channels lack in RTL",
          "[config]") {
  refused({"topology.m=4"}, "topology", "8 ports");
  refused({"topology.m=16", "switch.flow.flow_id_bits=6", "switch.flow.position_bits=8"},
          "topology", "8 ports");
  refused({"link.latency=6"}, "link.latency", "7 cycles");
  CHECK_THAT(errors_of({"link.latency=10", "switch.flow.pool_units=400"}).front(),
             Catch::Contains("link.latency: engine switch: ") && Catch::Contains("283 units"));
  refused({"switch.route_latency=65"}, "switch.route_latency", "64 cycles");
  refused({"link.messages=beat"}, "link.messages", "sideband");
  refused({"link.bytes_per_cycle=32"}, "link.bytes_per_cycle", "25 bytes");
  refused({"link.overhead_bytes=10"}, "link.overhead_bytes", "9 bytes");
  refused({"faults={preset: [{link: 0/0/4, repaired: 50}]}"}, "faults.preset[0].repaired",
          "stays so for");
  refused({"faults={random_preset: true, random: {count: 1, repair_after: {from: 9, until: 99}}}"},
          "faults.random.repair_after", "stays so for");
  for (const char* never :
       {"faults={failing_nodes: [{node: \"1/0\", at: 50}]}", "faults={random: {nodes: 1}}",
        "faults={flaps: [{link: 0/0/4, at: 50, cycles: 3}]}", "faults={random: {flaps: 1}}"}) {
    CAPTURE(never, errors_of({never}));
    REQUIRE(errors_of({never}).size() == 1);  // of this kind of switch, in RTL or not
  }
}

TEST_CASE("COS-SWITCH-2: engine switch refuses sizes that flow channels do not have in RTL",
          "[config]") {
  refused({"switch.flow.flow_id_bits=5"}, "switch.flow.flow_id_bits", "6 bits");
  refused({"switch.flow.position_bits=9"}, "switch.flow.position_bits", "8 bits");
  refused({"switch.flow.unit_bytes=128", "switch.flow.pool_units=281"}, "switch.flow.unit_bytes",
          "256 bytes");
  refused({"switch.flow.timers={stale: 599}"}, "switch.flow.timers.stale", "600 cycles");
  refused({"switch.flow.credit.on_units=256"}, "switch.flow.credit.on_units", "255");
  refused({"switch.flow.credit.headroom_units=256"}, "switch.flow.credit.headroom_units", "255");
  refused({"switch.flow.pool_units=284"}, "switch.flow.pool_units", "283 units");
  refused({"switch.flow.fifo_units=65", "switch.flow.pool_units=283"}, "switch.flow.fifo_units",
          "64 units");
  refused({"switch.flow.egress_units=513"}, "switch.flow.egress_units", "512 units");
  refused({"switch.flow.classes=[{}, {min: 0.3}]"}, "switch.flow.classes[1].min", "1/1024");
  refused({"switch.flow.classes=[{max: 0.3}]"}, "switch.flow.classes[0].max", "1/1024");
  refused({"switch.flow.classes=[{weight: 3}]"}, "switch.flow.classes[0].weight", "up to 64");
  refused({"switch.flow.classes=[{weight: 128}]"}, "switch.flow.classes[0].weight", "up to 64");
}

TEST_CASE("COS-SWITCH-2: engine switch refuses rules that flow channels do not have in RTL",
          "[config]") {
  refused({"switch.flow.redirect.count_queues=true"}, "switch.flow.redirect.count_queues",
          "use false");
  refused({"switch.flow.redirect.shun_left=false"}, "switch.flow.redirect.shun_left", "was left");
  refused({"switch.flow.redirect.random_bits=10"}, "switch.flow.redirect.random_bits", "12 bits");
  refused({"switch.flow.routing=static_hash"}, "switch.flow.routing", "follow their flow");
  refused({"switch.flow.ack_at_write=true"}, "switch.flow.ack_at_write", "as it leaves");
  refused({"switch.flow.block=false"}, "switch.flow.block", "waits for its packets");
  refused({"switch.flow.wire_frames=false"}, "switch.flow.wire_frames", "words");
  refused({"switch.flow.ack_errors=0.1"}, "switch.flow.ack_errors", "damage no frames");
}
