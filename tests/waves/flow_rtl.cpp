// SPDX-License-Identifier: Apache-2.0
// The RTL of the blocks of a flow-channel port in waves, against the rows that the network draws.
#include <catch2/catch.hpp>

#include <memory>
#include <set>
#include <string>

#include "fabric/record/wave_scope.hpp"
#include "fabric_bench.hpp"
#include "golden/flow/flow_types.hpp"
#include "run_selvage.hpp"
#include "wave_values.hpp"

using namespace selvage;
using nlohmann::json;
using selvage::test::Directory;
using selvage::test::read_file;
using selvage::test::run_selvage;
using tb::kPeriod;
using tb::WaveValues;

namespace {

constexpr unsigned kPorts = 4;
constexpr Cycle kUntil = 7'000;
constexpr SwitchIdx kSwitch = 0;  // <0,0>: ports 0 and 1 to hosts, 2 and 3 to roots

/// Hosts 0 and 1 of the switch send through it, others to them; its link 2 dies and comes back.
Scenario failing(const Engines& engine) {
  Scenario s;
  s.engine = engine;
  s.seed = 3;
  s.sw.use<FlowConfig>();
  s.sw.as<FlowConfig>().params.stale_t = 60'000;
  s.sw.as<FlowConfig>().params.ifct.cool_t = 200;
  s.sw.as<FlowConfig>().params.redirect.d0 = 4;
  s.sw.as<FlowConfig>().params.drain_t = 300;
  s.sw.as<FlowConfig>().params.wire_frames = true;
  s.traffic.pattern = TrafficPattern::kFlows;
  for (HostIdx from = 0; from < 2; ++from) {
    for (const HostIdx to : {6U, 7U}) s.traffic.flows.push_back({from, to, 0.5});
  }
  s.traffic.flows.push_back({4, 0, 0.4});
  s.traffic.packet_bytes = 1024;
  s.traffic.packet_beats = s.link.beats(1024);
  s.phases = {0, kUntil, 400'000};
  s.faults.links = {{"", {kSwitch, 2}, 1'000, Cycle{3'500}}};
  return s;
}

struct Recorded {
  explicit Recorded(const Engines& engine) {
    const Scenario s = failing(engine);
    fabric::RunOptions options;
    options.waves = fabric::WaveRequest{out.str() + "/w.fst", 0, kUntil, {kSwitch}};
    result = tb::simulate(s, tb::fat_tree(kPorts, 2, s.engine), options);
    INFO(result.dump());
    REQUIRE(result.value("failure", "") == "");
    waves = std::make_unique<WaveValues>(out.str() + "/w.fst");
    REQUIRE(waves->readable());
  }
  [[nodiscard]] std::uint64_t at(const std::string& row, Cycle c) const {
    const auto value = waves->number(row, c * kPeriod);
    INFO(row << " at " << c);
    REQUIRE(value);
    return *value;
  }
  Directory out;
  json result;
  std::unique_ptr<WaveValues> waves;
};

std::string rtl_scope(unsigned port) {
  return "fabric.sw_0_0.rtl.port_" + std::to_string(port) + ".";
}
std::string row_of(const std::string& register_name, unsigned id) {
  return register_name + "[" + std::to_string(id) + "]";
}

}  // namespace

TEST_CASE("WAVE-PORT: registers of the blocks of a port, cycle by cycle", "[waves]") {
  const Recorded r(Engine::kLockstep);
  std::uint64_t states = 0, blocked = 0, freed = 0;
  for (unsigned port = 0; port < kPorts; ++port) {
    const std::string rows = rtl_scope(port) + "ifct.ifct.gen_fields.i_rows.";
    for (unsigned id = 0; id < 4; ++id) {
      const std::string channel =
          "fabric.sw_0_0.port_" + std::to_string(port) + ".channel_0" + std::to_string(id) + ".";
      std::uint64_t last = 0;
      for (Cycle c = 20; c < kUntil; c += 3) {
        CAPTURE(port, id, c);
        const std::uint64_t state = r.at(channel + "state", c);
        // The RTL of a row that is free again keeps the rest of it.
        REQUIRE(r.at(row_of(rows + "state_q", id), c) == state);
        freed += state == 0 && last != 0 ? 1 : 0;
        last = state;
        if (state == 0) continue;
        ++states;
        blocked += state == 2 ? 1 : 0;
        REQUIRE(r.at(row_of(rows + "level_q", id), c) == r.at(channel + "level", c));
        REQUIRE(r.at(row_of(rows + "fport_q", id), c) == r.at(channel + "follow_port", c));
        REQUIRE(r.at(row_of(rows + "queue_q", id), c) == r.at(channel + "queue_extent", c));
        REQUIRE(r.at(row_of(rows + "flow_q", id), c) == r.at(channel + "flow_extent", c));
      }
    }
  }
  CHECK(states > 2'000);
  CHECK(blocked > 5);
  CHECK(freed > 0);
  // The tables to the roots have mapped packets, and forget all when their link is back.
  std::uint64_t mapped = 0;
  const std::string valid = rtl_scope(2) + "ofct.ofct.i_cam.valid_q";
  REQUIRE(r.waves->has(valid));
  for (Cycle c = 20; c < 1'000; c += 10) {
    const std::string bits = r.waves->bits(valid, c * kPeriod);
    mapped += bits.find('1') != std::string::npos ? 1 : 0;
  }
  CHECK(mapped > 20);
}

TEST_CASE("WAVE-PORT: ACK frames, redirects and the walk through the rows of a dead port",
          "[waves]") {
  const Recorded r(Engine::kLockstep);
  const std::string port = rtl_scope(2);
  const auto known = r.result["faults"][0]["detected"][0].get<Cycle>();
  // The walker leaves SCAN when the death is known, and shows every row.
  const std::string walker = port + "flow_walker.flow_walker.state_q";
  const std::uint64_t scan = r.at(walker, 20);
  for (Cycle c = 20; c < known; ++c) REQUIRE(r.at(walker, c) == scan);
  std::set<std::uint64_t> shown;
  for (Cycle c = known; c < known + 200; ++c) {
    if (r.at(walker, c) != scan) shown.insert(r.at(port + "flow_walker.chk_id_o", c));
  }
  CHECK(shown.size() == 64);
  // A frame's number is that of the frames before it; ACKs come out at the other end.
  const std::string frames = rtl_scope(3) + "ack_aggregator.ack_aggregator.seq_q";
  CHECK(r.at(frames, kUntil - 1) != r.at(frames, 20));
  CHECK(r.at(rtl_scope(3) + "ack_frame_unpacker.ack_frame_unpacker.good_q", kUntil - 1) > 3);
  std::uint64_t redirects = 0, drawn = 0;
  for (unsigned p = 2; p < kPorts; ++p) {
    for (Cycle c = 1; c < 1'000; ++c) {
      redirects += r.at("fabric.sw_0_0.port_" + std::to_string(p) + ".redirect", c);
      drawn += r.at(rtl_scope(p) + "redirect_gen.redirect_valid_o", c);
    }
  }
  CHECK(drawn == redirects);
}

TEST_CASE("WAVE-PORT: blocks that are golden have no RTL in the waves", "[waves]") {
  Engines engines(Engine::kLockstep);
  engines.set("ofct", Engine::kGolden);
  const Recorded r(engines);
  CHECK(r.waves->has(rtl_scope(2) + "ifct.clk_i"));
  CHECK(r.waves->has(rtl_scope(0) + "efct.clk_i"));
  CHECK_FALSE(r.waves->has(rtl_scope(2) + "ofct.clk_i"));
  CHECK_FALSE(r.waves->has(rtl_scope(0) + "ofct.clk_i"));
}

TEST_CASE("WAVE-GROUP: a table that differs is open at its block and row", "[waves][cli]") {
  const Directory out;
  const auto ran = run_selvage(
      "run scenarios/flow_lockstep.yaml --quiet --no-view --set "
      "bug.ifct_no_block=true --out " +
      out.str());
  REQUIRE(ran.code == 1);
  const json at = json::parse(read_file(out.path() / "result.json"))["mismatch"];
  REQUIRE(at["block"] == "ifct");
  const std::string what = at["what"];  // "state_q of row 0"
  const auto row = what.rfind("row ");
  REQUIRE(row != std::string::npos);
  const std::string view = read_file(out.path() / "waves.gtkw");
  // 800200: an open group, c00200: a folded one. The block stands in the group of its port.
  const auto port = view.find("@800200\n-port 0 to ");
  const auto rtl = view.find("@800200\n-rtl\n", port);
  REQUIRE(rtl != std::string::npos);
  CHECK(view.find("@800200\n-ifct\n", rtl) != std::string::npos);
  CHECK(view.find("@c00200\n-ofct\n", rtl) != std::string::npos);
  const auto rows = view.find("@800200\n-gen_fields/i_rows\n", rtl);
  REQUIRE(rows != std::string::npos);
  CHECK(view.find("@800200\n-" + what.substr(row) + "\n", rows) != std::string::npos);
  CHECK_THAT(view.substr(rtl), Catch::Contains(".i_rows.state_q[0]"));
}
