// SPDX-License-Identifier: Apache-2.0
// switch.flow, lengths in bytes, and the patterns with flows of their own (FAB-PATH, FAB-FLOW).
#include <catch2/catch.hpp>

#include "flow/bounds/loop.hpp"
#include "load.hpp"

using namespace selvage;
using selvage::test::load;

namespace {

const std::string kTree = "topology: {kind: fattree, m: 4, n: 3}\n";  // line 1
const std::string kFlow = "switch: {kind: flow}\n";                   // line 2

Scenario good(const std::string& text) {
  auto result = load(text);
  INFO(result.diagnostics.text());
  REQUIRE(result.loaded);
  return result.loaded->scenario;
}

std::string error_of(const std::string& text) {
  const auto result = load(text);
  CHECK_FALSE(result.loaded);
  const auto errors = result.errors();
  CAPTURE(errors);
  REQUIRE(errors.size() == 1);
  return errors.front();
}

std::string flow_error(const std::string& keys, const std::string& engine = "golden") {
  return error_of(kTree + "switch: {kind: flow, flow: {" + keys + "}}\nengine: " + engine);
}

}  // namespace

TEST_CASE("switch.flow: the schema's defaults are those of the specification",
          "[config][RUN-SCHEMA]") {
  const Scenario s = good(kTree + kFlow);
  const flow::Params d = flow::standard_params(golden::kSmallFlowSizes);
  const flow::Params& p = s.sw.as<FlowConfig>().params;
  CHECK(s.sw.is<FlowConfig>());
  CHECK(s.sw.as<FlowConfig>().audit_period == FlowConfig().audit_period);
  CHECK(p.sizes.flow_id_w == 6);
  CHECK(p.sizes.pos_w == 8);
  CHECK(p.ifct.mfe == d.ifct.mfe);
  CHECK(p.ifct.mqe == d.ifct.mqe);
  CHECK(p.ifct.fc_hi == d.ifct.fc_hi);
  CHECK(p.ifct.fc_lo == d.ifct.fc_lo);
  CHECK(p.ifct.headroom == d.ifct.headroom);
  CHECK(p.ifct.ep_rec == d.ifct.ep_rec);
  CHECK(p.ifct.ep_weigh);
  CHECK(p.count_queues);
  CHECK(p.shun_left);
  CHECK(p.ifct.unit_cyc == d.ifct.unit_cyc);
  CHECK(p.ifct.inj_limit == d.ifct.inj_limit);
  CHECK(p.stale_t == 6'400);
  CHECK(p.ifct.refresh_t == d.ifct.refresh_t);
  CHECK(p.ifct.expire_t == d.ifct.expire_t);
  CHECK(p.drain_t == d.drain_t);
  CHECK(p.pause_t == d.pause_t);
  CHECK(p.pool_units == d.pool_units);
  CHECK(p.fifo_units == d.fifo_units);
  CHECK(p.ep.congested == d.ep.congested);
  CHECK(p.load_q == d.load_q);
  CHECK(p.unit_bytes == d.unit_bytes);
  CHECK(p.aggregator.max == d.aggregator.max);
  CHECK(p.aggregator.t1 == d.aggregator.t1);
  CHECK(p.aggregator.t2 == d.aggregator.t2);
  CHECK(p.aggregator.t3 == d.aggregator.t3);
  CHECK(p.redirect.kg == d.redirect.kg);
  CHECK(p.redirect.rw == d.redirect.rw);
  CHECK(p.routing == d.routing);
  CHECK(p.block);
  CHECK(p.redirects);
  CHECK(p.congestion_aware);
  CHECK(p.loss == 0);
  CHECK(packet_bytes(s.traffic, s.link) == 64 * 25 - 9);
  CHECK(s.merged["switch"]["flow"]["flow_limits"][0] == 255);
}

TEST_CASE(
    "FLOW-C-12: redirects and levels follow from the fabric's round trip, keys that are set do not",
    "[config]") {
  struct Loop {
    unsigned floor, gain;
    Cycle cooldown, hold;
    unsigned severe, egress;
  };
  const auto is = [](const Scenario& s, const Loop& l) {
    const flow::Params& p = s.sw.as<FlowConfig>().params;
    CHECK(p.redirect.d0 == l.floor);
    CHECK(p.redirect.kd == l.gain);
    CHECK(p.ifct.cool_t == l.cooldown);
    CHECK(p.ifct.hold_t == l.hold);
    CHECK(p.ep.severe() == l.severe);
    CHECK(p.egress_units == l.egress);
    CHECK(s.merged["switch"]["flow"]["severe_units"] == l.severe);
    CHECK(s.merged["switch"]["flow"]["timers"]["cooldown"] == l.cooldown);
    CHECK(good(s.merged.dump()).merged == s.merged);  // a result can be run again
  };
  is(good(kTree + kFlow), {32, 27, 873, 2'000, 1'088, 1'024});  // 291 cycles
  const std::string small = "topology: {kind: fattree, m: 8, n: 2}\n";
  is(good(small + kFlow), {32, 96, 459, 2'000, 1'088, 1'024});  // 153
  is(good(
         small +
         "link: {latency: 126}\nprobe: {timeout: 300, period: 2048}\nengine: golden\nswitch: {kind: flow, flow: "
         "{pool_units: 2000}}"),
     {32, 5, 1'923, 2'000, 1'088, 1'024});  // 641
  is(good(small +
          "switch: {kind: flow, flow: {severe_units: 192, redirect: {depth_gain: 1}, timers: "
          "{cooldown: 4500}}}"),
     {32, 1, 4'500, 2'000, 192, 512});
  flow::Params p;  // at the round trip of the specification its values, but for the draw
  flow::follow_round_trip(p, 1'500);
  CHECK(p.redirect.d0 == flow::Params().redirect.d0);
  CHECK(p.redirect.kd == flow::Params().redirect.kd);
  CHECK(p.ifct.cool_t == flow::Params().ifct.cool_t);
  CHECK(p.ifct.hold_t == flow::Params().ifct.hold_t);
  CHECK(p.ep.severe() == 64 + 2'048);
}

TEST_CASE("switch.flow: values are read, switches of more ports get the large tables",
          "[config][RUN-SCHEMA]") {
  const Scenario s = good(
      "topology: {kind: fattree, m: 16, n: 2}\nengine: golden\nswitch: {kind: flow, flow: {routing: "
      "static_hash, loss: 0.25, block: false, recovery_weighted: false, redirect: {count_queues: "
      "false, shun_left: false}, classes: [{min: 0.5}, {max: 0.25, weight: 3}], "
      "aggregator: {max: 1}, timers: {stale: 77}, queue_limits: [9, 8, 7, 6, 5, 4, 3, 2]}}");
  const flow::Params& p = s.sw.as<FlowConfig>().params;
  CHECK(p.sizes.flow_id_w == 11);
  CHECK(p.sizes.ports == 64);
  CHECK(p.routing == flow::Routing::kStaticHash);
  CHECK(p.loss == 0.25);
  CHECK_FALSE(p.block);
  CHECK_FALSE(p.ifct.ep_weigh);
  CHECK_FALSE(p.count_queues);
  CHECK_FALSE(p.shun_left);
  CHECK(p.rates[0].min == 0.5);
  CHECK(p.rates[1].max == 0.25);
  CHECK(p.rates[1].weight == 3);
  CHECK(p.rates[2].max == 1);
  CHECK(p.aggregator.max == 1);
  CHECK(p.stale_t == 77);
  CHECK(p.ifct.mqe[7] == 2);
}

TEST_CASE("switch.flow: what does not fit is reported at its place", "[config][CFG-PLACE]") {
  CHECK(flow_error("pool_units: 250") ==
        "x.yaml:2:41: error: switch.flow.pool_units: 250 is too small: a FIFO, the link and a "
        "packet need 272 units");
}

TEST_CASE("switch.flow: relations between values", "[config][CFG-PLACE][COS-BUILD]") {
  CHECK_THAT(flow_error("severe_units: 10"),
             Catch::Contains("switch.flow.severe_units: must be congested_units, 64, and"));
  CHECK_THAT(flow_error("credit: {off_units: 65}"),
             Catch::Contains("switch.flow.credit.off_units: must be at most on_units, 64"));
  CHECK_THAT(flow_error("timers: {refresh: 30000}"),
             Catch::Contains("switch.flow.timers.refresh: must be less than expire, 30000"));
  CHECK_THAT(flow_error("congested_units: 16383"),
             Catch::Contains("switch.flow.severe_units: 18431 is more than 16383"));
  CHECK_THAT(flow_error("wire_frames: false, ack_errors: 0.1"),
             Catch::Contains("switch.flow.ack_errors: needs wire_frames"));
  CHECK_THAT(flow_error("aggregator: {t1: 60}"), Catch::Contains("t1 < t2 < t3 must hold"));
  CHECK_THAT(flow_error("classes: [{min: 0.6}, {min: 0.6}]"),
             Catch::Contains("switch.flow.classes: the guarantees sum up to 1.2"));
  CHECK_THAT(flow_error("classes: [{min: 0.6, max: 0.5}]"),
             Catch::Contains("switch.flow.classes[0].min: more than its max, 0.5"));
  CHECK_THAT(flow_error("flow_limits: [256, 1, 1, 1, 1, 1, 1, 1]"),
             Catch::Contains("flow_limits[0]: 256 is more than a position of 8 bits can say"));
  CHECK_THAT(
      flow_error("position_bits: 9", "lockstep"),
      Catch::Contains("no verilated tables of these sizes: use engine golden, not lockstep"));
  CHECK_THAT(flow_error("redirect: {random_bits: 10}", "rtl"),
             Catch::Contains("redirect_gen's random number has 12 bits: use engine golden, not "
                             "rtl"));
  CHECK_THAT(flow_error("credit: {headroom_units: 256}", "lockstep"),
             Catch::Contains("a threshold of the credits, 256 units, is more than the positions of "
                             "the ifct can say: use engine golden"));
  CHECK_THAT(error_of(kTree + kFlow + "traffic: {packet_bytes: 16200}"),
             Catch::Contains("traffic.packet_bytes: 16200 bytes are 64 units of 256 bytes, more "
                             "than 63"));
  CHECK(good(kTree + kFlow + "faults: {links: [{link: 0/00/2, at: 5, repaired: 900}]}")
            .faults.links[0]
            .repaired == Cycle{900});
  CHECK_THAT(error_of("topology: {kind: mesh, k: 3}\n" + kFlow),
             Catch::Contains("topology mesh does not run on flow switches: their headers carry no "
                             "state"));
  CHECK_THAT(
      error_of("topology: {kind: twolevel, k: 4, flows: {mode: classify, ordered: false}}\n" +
               kFlow),
      Catch::Contains("flow channels keep the order by themselves"));
  CHECK_THAT(error_of(kTree + "bug: {ifct_no_block: true}"),
             Catch::Contains("this bug lives in flow-channel switches"));
  CHECK(good(kTree + kFlow + "bug: {ifct_no_block: true}").bugs.size() == 1);
}

TEST_CASE("switch.flow: engines rtl and lockstep take other thresholds, gains and sizes of frames",
          "[config][COS-BUILD]") {
  const Scenario s = good(
      kTree +
      "switch: {kind: flow, flow: {congested_units: 20, severe_units: 36, recovery_acks: 3, "
      "injection_limit: 100, credit: {on_units: 30, off_units: 3, headroom_units: 9}, redirect: "
      "{floor_units: 5, depth_gain: 9, growth_gain: 200}, aggregator: {max: 1}}}\n"
      "engine: lockstep");
  CHECK(s.sw.as<FlowConfig>().params.ep.draw_w == 4);
  CHECK(s.sw.as<FlowConfig>().params.aggregator.max == 1);
}

TEST_CASE("traffic.packet_bytes sets the beats of a packet", "[config][FAB-LEN-3][RUN-SCHEMA]") {
  CHECK(good(kTree + "traffic: {packet_bytes: 1024}").traffic.packet_beats == 42);
  CHECK(good(kTree + "traffic: {packet_bytes: 1024, packet_beats: 42}").traffic.packet_beats == 42);
  CHECK(good(kTree + kFlow +
             "engine: golden\ntraffic: {packet_bytes: 64}\n"
             "link: {bytes_per_cycle: 32, overhead_bytes: 0}")
            .traffic.packet_beats == 2);
  CHECK_THAT(error_of(kTree + "traffic: {packet_bytes: 1024, packet_beats: 43}"),
             Catch::Contains("traffic.packet_beats: traffic.packet_bytes says the length already"));
  // What a result holds can be run again.
  const Scenario s = good(kTree + kFlow + "traffic: {packet_bytes: 1024}");
  CHECK(good(s.merged.dump()).merged == s.merged);
}

TEST_CASE("FAB-FLOW: incast and flows need their hosts", "[config]") {
  const Scenario incast = good(kTree + "traffic: {pattern: incast, incast: {to: 101, senders: 3}}");
  CHECK(incast.traffic.incast_to == HostIdx{5});
  CHECK(incast.traffic.incast_senders == 3);
  CHECK_THAT(error_of(kTree + "traffic: {pattern: incast}"),
             Catch::Contains("pattern incast needs traffic.incast.to"));
  CHECK_THAT(error_of(kTree + "traffic: {pattern: incast, incast: {to: 101, senders: 16}}"),
             Catch::Contains("traffic.incast.senders: there are only 15 other hosts"));
  CHECK_THAT(error_of(kTree + "traffic: {pattern: incast, incast: {to: 901}}"),
             Catch::Contains("traffic.incast.to: '901' is no host"));
  const Scenario flows =
      good(kTree + kFlow +
           "traffic: {pattern: flows, load: 0.3, flows: [{from: \"000\", to: 101}, "
           "{from: 311, to: \"000\", load: 0.5, class: 3, ordered: false}]}");
  REQUIRE(flows.traffic.flows.size() == 2);
  CHECK(flows.traffic.flows[0].load == 0.3);
  CHECK(flows.traffic.flows[1].source == 15);
  CHECK(flows.traffic.flows[1].tc == 3);
  CHECK_FALSE(flows.traffic.flows[1].ordered);
  CHECK_THAT(error_of(kTree + "traffic: {pattern: flows}"),
             Catch::Contains("pattern flows needs at least one flow in traffic.flows"));
  CHECK_THAT(error_of(kTree + "traffic: {pattern: flows, flows: [{from: 101, to: 101}]}"),
             Catch::Contains("traffic.flows[0].to: a flow leads from one host to another"));
  CHECK_THAT(error_of(kTree + kFlow + "traffic: {classes: [0, 0]}"),
             Catch::Contains("traffic.classes: no class has a share"));
}

TEST_CASE("FLOW-A-32: a timer that its ticks cannot count is refused", "[config]") {
  const auto tick = [](const std::string& timers) {
    const Scenario s = good(kTree + "switch: {kind: flow, flow: {timers: {" + timers + "}}}\n");
    return flow::table_tick(s.sw.as<FlowConfig>().params);
  };
  CHECK(tick("") == 0);
  CHECK(tick("expire: 32768") == 0);
  CHECK(tick("expire: 32769") == 1);
  CHECK(tick("tick: 16") == 4);
  CHECK(tick("tick: 32768, stale: 1000000000, refresh: 100000, expire: 300000") == 15);
  CHECK(tick("stale: 1000000") == 5);
  CHECK_THAT(flow_error("timers: {stale: 1000000000}"),
             Catch::Contains("switch.flow.timers.refresh: a tick of 32768 cycles is too long"));
  CHECK_THAT(
      flow_error("timers: {tick: 2, refresh: 65537}"),
      Catch::Contains("switch.flow.timers.tick: too short for refresh: 65537 cycles would be "
                      "more than 32768 ticks"));
  CHECK_THAT(flow_error("timers: {tick: 32768}"),
             Catch::Contains("switch.flow.timers.tick: a tick of 32768 cycles is too long: expire "
                             "(30000 cycles) has 1 of them and refresh (10000) 1"));
  CHECK_THAT(flow_error("timers: {tick: 12}"),
             Catch::Contains("switch.flow.timers.tick: 12 is no power of 2"));
}
