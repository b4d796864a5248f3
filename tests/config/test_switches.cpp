// SPDX-License-Identifier: Apache-2.0
// Kinds of switch, faulty nodes, and what the mesh takes (FAB-PATH, FAB-NODE).
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>
#include <set>

#include "config/switch/cut_through/cover.hpp"
#include "config/switch/kinds.hpp"
#include "load.hpp"

using namespace selvage;
using selvage::test::load;

namespace {

const std::string kTree = "topology: {kind: fattree, m: 4, n: 3}\n";  // line 1
const std::string kMesh = "topology: {kind: mesh, k: 3}\n";

std::string error_of(const std::string& text) {
  const auto result = load(text);
  CHECK_FALSE(result.loaded);
  const auto errors = result.errors();
  CAPTURE(errors);
  REQUIRE(errors.size() == 1);
  return errors.front();
}

/// Checks that `more`, a topology of its own or added to `whole`, is refused by `key`.
auto refusals_of(const std::string& whole) {
  return [whole](const std::string& more, const std::string& key, const char* why) {
    const std::string error = error_of(more.find("topology") == 0 ? more : whole + more);
    CHECK_THAT(error, Catch::Contains("error: " + key + ": ") && Catch::Contains(why));
  };
}

}  // namespace

TEST_CASE("the topology chooses the kind of switch, one that it does not support is an error",
          "[config][FAB-PATH]") {
  CHECK(load(kTree).loaded->scenario.sw.is<CutThroughConfig>());
  CHECK(load(kMesh).loaded->scenario.sw.is<WormholeConfig>());
  const auto tree = load(kTree + "switch: {kind: wormhole, release: tail_sent}");
  REQUIRE(tree.loaded);
  CHECK(tree.loaded->scenario.sw.is<WormholeConfig>());
  CHECK(tree.loaded->scenario.sw.as<WormholeConfig>().release == wormhole::Release::kTailSent);
  CHECK(tree.loaded->scenario.merged["switch"]["kind"] == "wormhole");
  CHECK(error_of(kMesh + "switch: {kind: cut_through}") ==
        "x.yaml:2:16: error: switch.kind: topology mesh does not run on cut_through switches");
}

TEST_CASE("wormhole: links may die during the run and come back (WH-CUT, WH-REP-1)", "[config]") {
  const auto one = load(kMesh + "faults: {links: [{link: 0.0.0/x+, at: 5, repaired: 5000}]}");
  REQUIRE(one.loaded);
  CHECK(one.loaded->scenario.faults.links[0].repaired == 5000);
  CHECK(load(kMesh + "faults: {preset: [{link: 0.0.0/x+, repaired: 50}]}").loaded);
  const auto some =
      load(kMesh + "faults: {random: {count: 2, repair_after: {from: 9, until: 99}}}");
  REQUIRE(some.loaded);
  CHECK(some.loaded->scenario.faults.random.repair_after);
  CHECK(load(kTree + "switch: {kind: wormhole}\nfaults: {links: [{link: 0/00/2, at: 5, "
                     "repaired: 90}]}")
            .loaded);
  CHECK(load(kMesh + "faults: {random: {count: 2}, random_preset: true}").loaded);
  CHECK(load(kMesh + "faults: {preset: [{link: 1.0.0/x-}]}").loaded);
}

TEST_CASE("defects of wormhole repairs need wormhole switches", "[config][FAB-IDLE]") {
  CHECK(load(kMesh + "bug: {repair_keeps_front: true}").loaded);
  CHECK(error_of(kTree + "bug: {repair_keeps_front: true}") ==
        "x.yaml:2:27: error: bug.repair_keeps_front: this bug lives in wormhole switches, which "
        "switch.kind wormhole asks for: nothing would be tested");
}

TEST_CASE("wormhole: buffers and injection channels have to fit the switch",
          "[config][CFG-PLACE]") {
  CHECK(error_of(kMesh + "switch: {node_buffer: 11}") ==
        "x.yaml:2:23: error: switch.node_buffer: 11 is too small: a switch of 3x3x3 has 12 "
        "channels, each needs a flit");
  CHECK(
      error_of(kMesh + "switch: {injection_channels: 3}") ==
      "x.yaml:2:30: error: switch.injection_channels: 3 are more than the 2 data virtual channels "
      "of a link");
}

TEST_CASE("a scenario holds the values of one kind of switch", "[config]") {
  Scenario s;
  CHECK(s.sw.kind() == "cut_through");
  s.sw.route_latency = 7;
  s.sw.use<WormholeConfig>().node_buffer = 90;
  const Scenario copy = s;
  s.sw.as<WormholeConfig>().node_buffer = 91;
  CHECK(copy.sw.as<WormholeConfig>().node_buffer == 90);
  CHECK(copy.sw.route_latency == 7);
  CHECK(copy.sw.kind() == "wormhole");
  CHECK_FALSE(copy.sw.is<FlowConfig>());
  CHECK_THROWS_WITH(copy.sw.as<FlowConfig>(), "the switches are of kind wormhole, not flow");
  CHECK_THROWS_AS(s.sw.use_kind("ring"), std::invalid_argument);
  for (const config::SwitchPlug& plug : config::switch_plugs()) {
    s.sw.use_kind(plug.kind);
    CHECK(s.sw.kind() == plug.kind);
  }
}

TEST_CASE("FAB-IDLE: a key that cannot matter is an error with its place", "[config]") {
  CHECK(error_of(kMesh + "switch: {buffer_packets: 1}") ==
        "x.yaml:2:26: error: switch.buffer_packets: a key of cut-through switches: with "
        "switch.kind wormhole it means nothing");
  CHECK(error_of(kTree + "switch: {allocator: separable}") ==
        "x.yaml:2:21: error: switch.allocator: a key of wormhole switches: with switch.kind "
        "cut_through it means nothing");
  CHECK(error_of(kTree + "switch: {flow: {redirect: {floor_units: 3}}}") ==
        "x.yaml:2:41: error: switch.flow.redirect.floor_units: a key of flow-channel switches: "
        "with switch.kind cut_through it means nothing");
  CHECK(error_of(kTree + "traffic: {receivers: {rate: 0.5, longest: 9}}") ==
        "x.yaml:2:43: error: traffic.receivers.longest: no stall is to come: this needs stalls");
  CHECK(error_of(kTree + "traffic: {receivers: {stalls: xon, every: 9}}") ==
        "x.yaml:2:43: error: traffic.receivers.every: with stalls xon this means nothing: it needs "
        "stalls random");
  CHECK(error_of(kTree + "traffic: {hot_fraction: 0.5}") ==
        "x.yaml:2:25: error: traffic.hot_fraction: pattern uniform does not use this: it needs "
        "pattern hot-spot");
  CHECK_THAT(error_of(kTree + "traffic: {pattern: flows, ordered: 0.5, flows: [{from: \"000\", to: "
                              "\"100\"}]}\nswitch: {kind: flow}"),
             Catch::Contains("traffic.ordered: pattern flows does not use this: each flow has"));
  const std::string trace = "/tmp/selvage_idle_" + std::to_string(getpid()) + ".trace";
  std::ofstream(trace) << "5 000 100\n";
  CHECK_THAT(error_of(kTree + "traffic: {pattern: trace, load: 0.7, trace_file: " + trace + "}"),
             Catch::Contains("traffic.load: pattern trace does not use this"));
  CHECK(load(kTree + "traffic: {pattern: trace, trace_file: " + trace + "}").loaded);
  std::filesystem::remove(trace);
  CHECK_THAT(error_of(kTree + "traffic: {incast: {senders: 3}}"),
             Catch::Contains("traffic.incast.senders: pattern uniform does not use this"));
  CHECK(error_of(kTree + "traffic: {classes: [0.5, 0.5]}") ==
        "x.yaml:2:20: error: traffic.classes: cut-through switches know no class and no order of "
        "packets: this needs switch.kind flow");
  CHECK_THAT(error_of(kMesh + "traffic: {pattern: flows, flows: [{from: 0.0.0, to: 1.1.1, class: "
                              "1}]}"),
             Catch::Contains("traffic.flows[0].class: wormhole switches know no class"));
}

TEST_CASE("FAB-IDLE: defaults, and what says more of an amount of nothing, are no errors",
          "[config]") {
  CHECK(load(kMesh + "switch: {buffer_packets: 4}").loaded);
  CHECK(
      load(kTree + "faults: {random: {flap_cycles: {from: 2, until: 9}, tolerable: true}}").loaded);
  for (const char* kind : {"cut_through", "wormhole", "flow"}) {
    const auto whole = load(kTree + "switch: {kind: " + kind + "}");
    REQUIRE(whole.loaded);
    CHECK(load(whole.loaded->scenario.merged.dump()).loaded);
  }
}

TEST_CASE("wormhole: the allocator is a key of the switch (WH-SA-3)", "[config]") {
  CHECK(load(kMesh).loaded->scenario.sw.as<WormholeConfig>().allocator ==
        wormhole::Allocator::kSerial);
  const auto separable = load(kMesh + "switch: {allocator: separable}");
  REQUIRE(separable.loaded);
  CHECK(separable.loaded->scenario.sw.as<WormholeConfig>().allocator ==
        wormhole::Allocator::kSeparable);
}

TEST_CASE("faulty nodes by name and at random", "[config]") {
  const auto mesh = load(kMesh + "faults: {nodes: [1.1.1, \"(0,2,1)\"], random_nodes: 3}");
  REQUIRE(mesh.loaded);
  CHECK(mesh.loaded->scenario.faults.nodes == std::vector<selvage::SwitchIdx>{13, 15});
  CHECK(mesh.loaded->scenario.faults.random_nodes == 3);
  const auto tree = load(kTree + "faults: {nodes: [1/10, \"<2,11>\"]}");
  REQUIRE(tree.loaded);
  CHECK(tree.loaded->system->topology().switch_name(tree.loaded->scenario.faults.nodes[0]) ==
        "<1,10>");
  CHECK(
      error_of(kMesh + "faults: {nodes: [3.0.0]}") ==
      "x.yaml:2:18: error: faults.nodes[0]: '3.0.0' is no switch: x of \"3.0.0\" is 3 but at most "
      "2 is possible");
  CHECK(error_of(kMesh + "faults: {nodes: [1.1.1, 1.1.1]}") ==
        "x.yaml:2:25: error: faults.nodes[1]: switch (1,1,1) stands twice");
  CHECK(
      error_of(kTree + "faults: {nodes: [3/10]}") ==
      "x.yaml:2:18: error: faults.nodes[0]: '3/10' is no switch: level \"3\" must be a number from "
      "0 to 2");
  CHECK(error_of(kMesh + "faults: {random_nodes: 28}") ==
        "x.yaml:2:24: error: faults.random_nodes: there are only 27 switches");
}

TEST_CASE("switches that die during the run (FAB-DIE)", "[config]") {
  const auto mesh = load(kMesh +
                         "faults: {failing_nodes: [{node: 1.1.1, at: 50, repaired: 90}, "
                         "{node: 1.1.1, at: 91}, {node: 0.0.0, at: 7}], random: {nodes: 2, "
                         "repair_after: {from: 5, until: 9}}}");
  REQUIRE(mesh.loaded);
  const auto& faults = mesh.loaded->scenario.faults;
  REQUIRE(faults.failing_nodes.size() == 3);
  CHECK(faults.failing_nodes[0].node == 13);
  CHECK(faults.failing_nodes[0].at == 50);
  CHECK(faults.failing_nodes[0].repaired == 90);
  CHECK_FALSE(faults.failing_nodes[1].repaired);
  CHECK(faults.random.nodes == 2);
  CHECK(load(kTree + "faults: {failing_nodes: [{node: 1/10, at: 5}]}").loaded);
  CHECK(error_of(kMesh + "faults: {failing_nodes: [{node: 3.0.0}]}") ==
        "x.yaml:2:33: error: faults.failing_nodes[0].node: '3.0.0' is no switch: x of \"3.0.0\" is "
        "3 but at most 2 is possible");
  CHECK(
      error_of(kMesh + "faults: {failing_nodes: [{node: 1.1.1, at: 9}, {node: 1.1.1, at: 20}]}") ==
      "x.yaml:2:55: error: faults.failing_nodes[1].node: switch (1,1,1) is dead at that time, by "
      "faults.failing_nodes[0]");
  CHECK(error_of(kMesh + "faults: {nodes: [1.1.1], failing_nodes: [{node: 1.1.1, at: 20}]}") ==
        "x.yaml:2:49: error: faults.failing_nodes[0].node: switch (1,1,1) is dead at that time, by "
        "faults.nodes");
  CHECK(error_of(kMesh + "faults: {failing_nodes: [{node: 1.1.1, at: 9, repaired: 9}]}") ==
        "x.yaml:2:57: error: faults.failing_nodes[0].repaired: must come after the switch's death "
        "in cycle 9");
  CHECK(error_of(kMesh + "faults: {random: {nodes: 28}}") ==
        "x.yaml:2:26: error: faults.random.nodes: there are only 27 switches");
  CHECK(error_of(kMesh + "faults: {random: {nodes: 1, tolerable: true}}") ==
        "x.yaml:2:40: error: faults.random.tolerable: hosts of dead switches have no path: this "
        "does not go with failing nodes");
  CHECK_THAT(error_of(kTree + "switch: {kind: flow}\n"
                              "faults: {failing_nodes: [{node: 1/10, at: 5}]}"),
             Catch::Contains("no switch dies during the run"));
}

TEST_CASE("the mesh: two dimensions, algorithms, engines", "[config][MESH-TOP-1]") {
  const auto flat = load(
      "topology: {kind: mesh, k: 5, depth: 1}\ntraffic: {pattern: hot-spot, "
      "hot_hosts: [4.4]}");
  REQUIRE(flat.loaded);
  CHECK(flat.loaded->system->topology().label() == "5x5");
  CHECK(error_of("topology: {kind: mesh, k: 5, depth: 2}") ==
        "x.yaml:1:37: error: topology.depth: must be 1 or k = 5, not 2");
  CHECK(error_of("topology: {kind: mesh, k: 3, algorithm: dor}") ==
        "x.yaml:1:41: error: topology.algorithm: dor exists in C++ only: use engine golden, not "
        "lockstep");
  CHECK(load("topology: {kind: mesh, k: 3, algorithm: dor}\nengine: golden").loaded);
}

TEST_CASE("COS-ENGINE: an engine by block needs a block of this fabric", "[config]") {
  using selvage::Engine;
  const auto one = load(kTree + "engine: {default: golden, link_probe: rtl}");
  REQUIRE(one.loaded);
  CHECK(one.loaded->scenario.engine.of("link_probe") == Engine::kRtl);
  CHECK(one.loaded->scenario.engine.of("route_select") == Engine::kGolden);
  CHECK(load(kMesh + "engine: {planar_route: golden}").loaded->scenario.engine.of("mcc_label") ==
        Engine::kLockstep);
  CHECK(error_of(kMesh + "engine: {route_select: golden}") ==
        "x.yaml:2:24: error: engine.route_select: topology mesh on wormhole switches has no such "
        "block; it has mcc_label, planar_route, link_probe");
  CHECK(error_of(kTree + "engine: {route_select: goldne}") ==
        "x.yaml:2:24: error: engine.route_select: 'goldne' is not one of golden, rtl, lockstep "
        "(did you mean 'golden'?)");
  CHECK(error_of(kTree + "engine: {rout_select: golden}") ==
        "x.yaml:2:10: error: engine.rout_select: unknown key (did you mean 'route_select'?)");
  CHECK_THAT(error_of(kTree + "engine: {default: golden, route_select: lockstep}"),
             Catch::Contains("engine: the RTL of route_select reads the tables"));
  CHECK_THAT(error_of(kMesh + "engine: {default: golden, planar_route: 7}"),
             Catch::Contains("engine.planar_route"));
}

TEST_CASE("COS-ENGINE: who misspells a block is offered those of this fabric", "[config]") {
  CHECK(error_of(kMesh + "engine: {rout_select: golden}") ==
        "x.yaml:2:10: error: engine.rout_select: unknown key (known here: default, link_probe, "
        "mcc_label, planar_route)");
  const std::string flow = error_of(kTree + "switch: {kind: flow}\nengine: {planar_rout: golden}");
  CHECK_THAT(flow, Catch::Contains("engine.planar_rout: unknown key (known here: ") &&
                       Catch::Contains("ack_aggregator") && Catch::Contains("route_select") &&
                       !Catch::Contains("planar_route") && !Catch::Contains("twolevel"));
  CHECK_THAT(error_of(kTree + "engine: {ack_agregator: golden}"),
             Catch::Contains("known here: ") && !Catch::Contains("ack_aggregator"));
  // What can be said of a block of another fabric is said as before.
  CHECK(error_of(kMesh + "engine: {route_select: goldne}") ==
        "x.yaml:2:24: error: engine.route_select: 'goldne' is not one of golden, rtl, lockstep "
        "(did you mean 'golden'?)");
}

TEST_CASE("COS-SWITCH-2: engine switch refuses by key what routers in RTL do not have",
          "[config]") {
  const std::string whole = "topology: {kind: mesh, k: 3}\nengine: switch\n";
  const auto good = load(whole);
  REQUIRE(good.loaded);
  CHECK(good.loaded->system->rtl_build() == "mesh_router CW=4");
  for (const char* fine :
       {"link: {latency: 1}", "link: {messages: sideband}", "switch: {allocator: separable}",
        "switch: {release: tail_sent}", "traffic: {receivers: {rate: 0.5}}",
        "faults: {random: {count: 2, repair_after: {from: 9, until: 99}}}",
        "faults: {failing_nodes: [{node: \"1.1.1\", at: 50}], random: {nodes: 1}}",
        "faults: {nodes: [\"1.1.1\"]}", "bug: {router_no_pass: true}",
        "faults: {bit_errors: 1e-5, random: {count: 1}}", "bug: {planar_no_tie: true}"}) {
    CAPTURE(fine);
    CHECK(load(whole + fine).loaded);
  }
  const auto refused = refusals_of(whole);
  refused("switch: {route_latency: 3}", "switch.route_latency", "2 cycles, not 3");
  refused("switch: {node_buffer: 800}", "switch.node_buffer", "64 flits, not 67");
  const std::string other = "engine: switch\n";
  refused("topology: {kind: mesh, k: 3, proxy: true}\n" + other, "topology.proxy", "head flit");
  refused("topology: {kind: mesh, k: 9}\n" + other, "topology.k", "512");
  refused("topology: {kind: mesh, k: 3, algorithm: par}\n" + other, "topology.algorithm", "C++");
  refused("topology: {kind: mesh, k: 3}\nengine: {default: switch, planar_route: golden}",
          "engine.planar_route", "inside");
  CHECK_THAT(error_of("topology: {kind: mesh, k: 3}\nbug: {router_no_pass: true}"),
             Catch::Contains("bug.router_no_pass: ") && Catch::Contains("engine switch"));
}

TEST_CASE("COS-SWITCH-2: engine switch refuses by key what switches in RTL do not have",
          "[config]") {
  const std::string whole = kTree + "engine: switch\n";
  const auto good = load(whole);
  REQUIRE(good.loaded);
  CHECK(good.loaded->scenario.engine.whole_switches());
  CHECK(good.loaded->scenario.engine.of("control_plane") == Engine::kGolden);
  CHECK(good.loaded->system->rtl_build() == "fattree_switch M=4 N=3 W=32 DEPTH=256");
  for (const char* fine :
       {"link: {latency: 2}", "faults: {bit_errors: 1e-5}", "traffic: {receivers: {rate: 0.5}}",
        "link: {messages: sideband}", "switch: {route_latency: 3}",
        "faults: {random: {count: 2, repair_after: {from: 9, until: 99}}}",
        "faults: {nodes: [\"0/00\"], preset: [{link: 0/11/2, repaired: 50}]}",
        "faults: {failing_nodes: [{node: \"0/00\", at: 50}], random: {nodes: 1}}",
        "faults: {flaps: [{link: 0/00/2, at: 50, cycles: 3}], random: {flaps: 1, count: 1}}",
        "faults: {bit_errors: 1e-5, links: [{link: 0/10/2, at: 9}]}",
        "traffic: {packet_beats: [{beats: 4, share: 0.5}, {beats: 64, share: 0.5}]}",
        "bug: {switch_xon_late: true}", "bug: {next_lowest: true}"}) {
    CAPTURE(fine);
    CHECK(load(whole + fine).loaded);
  }
  const auto refused = refusals_of(whole);
  refused("switch: {kind: wormhole}", "engine", "no whole wormhole router");
  refused("switch: {route_latency: 4}", "switch.route_latency", "2 or 3 cycles, not 4");
  refused("switch: {buffer_packets: 5}", "switch.buffer_packets", "256 beats, not 320");
  refused("link: {latency: 1}", "link.latency", "2 cycles or more");
  const std::string other = "engine: switch\n";
  refused("topology: {kind: fattree, m: 32, n: 3}\n" + other, "topology.m", "4P3T, 8P3T");
  refused("topology: {kind: fattree, m: 4, n: 5}\n" + other, "topology.n", "4P3T, 8P3T");
  refused("topology: {kind: fattree, m: 4, n: 3, lft_entries: 40}\n" + other,
          "topology.lft_entries", "40");
  refused("topology: {kind: fattree, m: 8, n: 3}\nswitch: {route_latency: 3}\n" + other,
          "switch.route_latency", "in 2 cycles, not 3");
  refused("link: {latency: 7}", "link.latency", "32 fault messages");
  refused("topology: {kind: fattree, m: 4, n: 3}\nengine: {default: switch, route_select: golden}",
          "engine.route_select", "inside");
  CHECK(load(kTree + "engine: {default: switch, link_probe: lockstep}").loaded);
  CHECK_THAT(error_of(kTree + "bug: {switch_xon_late: true}"),
             Catch::Contains("bug.switch_xon_late: ") && Catch::Contains("engine switch"));
}

TEST_CASE("COS-SWITCH-2: engine switch refuses by key what switches with two-level tables lack",
          "[config]") {
  const std::string whole = "topology: {kind: twolevel, k: 4, faults: none}\nengine: switch\n";
  const auto good = load(whole);
  REQUIRE(good.loaded);
  CHECK(good.loaded->system->rtl_build() == "twolevel_switch K=4 DEPTH=256");
  for (const char* fine :
       {"link: {latency: 2}", "link: {latency: 40}\nprobe: {timeout: 200, period: 2000}",
        "link: {messages: sideband}",
        "faults: {random: {count: 2, repair_after: {from: 9, until: 99}}}",
        "faults: {bit_errors: 1e-5, random: {flaps: 1, count: 1, nodes: 1}}",
        "bug: {highest_row: true}", "bug: {switch_length_even: true}"}) {
    CAPTURE(fine);
    const auto result = load(whole + fine);
    CAPTURE(result.errors());
    CHECK(result.loaded);
  }
  const auto refused = refusals_of(whole);
  refused("switch: {route_latency: 3}", "switch.route_latency", "2 cycles, not 3");
  refused("switch: {buffer_packets: 5}", "switch.buffer_packets", "256 beats, not 320");
  refused("link: {latency: 1}", "link.latency", "2 cycles or more");
  refused("bug: {no_prefixes: true}", "bug.no_prefixes", "crossbar");
  refused("bug: {switch_xon_late: true}", "bug.switch_xon_late", "no such bug");
  const std::string other = "engine: switch\n";
  refused("topology: {kind: twolevel, k: 4}\n" + other, "topology.faults", "no fault tables");
  refused("topology: {kind: twolevel, k: 6, faults: none}\n" + other, "topology.k", "4, 8");
  refused("topology: {kind: twolevel, k: 4, faults: none, routing: hash}\n" + other,
          "topology.routing", "no RTL");
  refused("topology: {kind: twolevel, k: 4, faults: none, routing: destination_digit}\n" + other,
          "topology.routing", "two_level");
  refused("topology: {kind: twolevel, k: 4, faults: none, flows: {mode: classify}}\n" + other,
          "topology.flows.mode", "no flows");
  const std::string tables = "topology: {kind: twolevel, k: 4, faults: none}\n";
  refused(tables + "engine: {default: switch, twolevel_route: rtl}", "engine.twolevel_route",
          "inside");
  CHECK_THAT(error_of(tables + "bug: {switch_port_beside: true}"),
             Catch::Contains("bug.switch_port_beside: ") && Catch::Contains("engine switch"));
}

TEST_CASE("COV-1: each case of a cut-through switch's data path is a situation, in their order",
          "[config]") {
  const auto& all = cut_through_cover()->situations();
  REQUIRE(all.size() == static_cast<std::size_t>(DataCase::kCount));
  const auto name = [&](DataCase which) { return all[static_cast<std::size_t>(which)].name; };
  CHECK(name(DataCase::kEmptyBuffer) == "data.buffer.empty");
  CHECK(name(DataCase::kXoff) == "data.flow.xoff");
  CHECK(name(DataCase::kSeveralAsk) == "data.route.several_ask");
  CHECK(name(DataCase::kOutputBusy) == "data.output.busy");
  CHECK(name(DataCase::kMessageTakesBeat) == "data.beat.message_takes");
  CHECK(name(DataCase::kXonLost) == "data.dead.xon_lost");
  std::set<std::string> names;
  for (const cover::Situation& one : all) names.insert(one.name);
  CHECK(names.size() == all.size());
}
