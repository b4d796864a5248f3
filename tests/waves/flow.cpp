// SPDX-License-Identifier: Apache-2.0
// Waves of flow-channel switches: rows against the logs of the run, its counts and each other.
#include <catch2/catch.hpp>

#include <fstream>
#include <map>

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
constexpr unsigned kSwitches = 6;  // of the 4-port 2-tree
constexpr unsigned kFree = 0, kRunning = 1, kBlock = 2;
constexpr unsigned kOpen = 1;

/// Six hosts to two, all that they can: congestion, redirects, credits.
Scenario crowded(Engine engine) {
  Scenario s;
  s.engine = engine;
  s.seed = 3;
  s.sw.use<FlowConfig>();
  s.sw.as<FlowConfig>().params.stale_t = 60'000;
  s.sw.as<FlowConfig>().params.ifct.cool_t = 200;
  s.sw.as<FlowConfig>().params.redirect.d0 = 4;
  s.sw.as<FlowConfig>().params.drain_t = 2'000;
  s.sw.as<FlowConfig>().params.ep.congested = 16;  // levels within the run
  s.sw.as<FlowConfig>().audit_period = 500;
  s.traffic.pattern = TrafficPattern::kFlows;
  for (HostIdx from = 0; from < 6; ++from) {
    for (const HostIdx to : {6U, 7U}) s.traffic.flows.push_back({from, to, 0.5});
  }
  s.traffic.packet_bytes = 1024;
  s.traffic.packet_beats = s.link.beats(1024);
  s.phases = {0, 3'000, 400'000};
  return s;
}

/// What the run wrote, and everything it did, in every cycle and at every port.
struct Recorded {
  explicit Recorded(const Scenario& s, Cycle until = 100'000) {
    fabric::RunOptions options;
    options.waves = fabric::WaveRequest{out.str() + "/w.fst", 0, until, {0, 1, 2, 3, 4, 5}};
    options.journey_file = out.str() + "/journeys";
    options.flow_log = out.str() + "/flows";
    result = tb::simulate(s, tb::fat_tree(kPorts, 2, s.engine), options);
    INFO(result.dump());
    REQUIRE(result.value("failure", "") == "");
    REQUIRE(result["in_flight"] == 0);
    waves = std::make_unique<WaveValues>(out.str() + "/w.fst");
    REQUIRE(waves->readable());
    last = waves->end() / kPeriod - 1;
  }
  [[nodiscard]] std::vector<json> lines(const std::string& file) const {
    std::ifstream in(out.path() / file);
    std::vector<json> all;
    for (std::string line; std::getline(in, line);) all.push_back(json::parse(line));
    return all;
  }
  [[nodiscard]] std::uint64_t at(const std::string& row, Cycle c) const {
    const auto value = waves->number(row, c * kPeriod);
    INFO(row << " at " << c);
    REQUIRE(value);
    return *value;
  }
  [[nodiscard]] std::string text(const std::string& row, Cycle c) const {
    REQUIRE(waves->has(row));
    return waves->text(row, c * kPeriod);
  }

  Directory out;
  json result;
  std::unique_ptr<WaveValues> waves;
  Cycle last = 0;
};

std::string port_scope(const std::string& sw, unsigned port) {
  return "fabric." + fabric::wave_scope(sw) + ".port_" + std::to_string(port) + ".";
}
std::string channel_scope(const std::string& port, unsigned id) {
  return port + "channel_" + (id < 10 ? "0" : "") + std::to_string(id) + ".";
}
std::vector<std::string> all_ports(const Recorded& r) {
  std::vector<std::string> all;
  for (const std::string sw : {"<0,0>", "<0,1>", "<0,2>", "<0,3>", "<1,0>", "<1,1>"}) {
    for (unsigned p = 0; p < kPorts; ++p) {
      all.push_back(port_scope(sw, p));
      REQUIRE(r.waves->has(all.back() + "wire"));
    }
  }
  REQUIRE(all.size() == kSwitches * kPorts);
  return all;
}
bool names(const std::string& text, std::uint64_t packet) {
  return text.rfind("#" + std::to_string(packet) + " ", 0) == 0;
}

}  // namespace

TEST_CASE("FLOW-A-15: rows of channels against the log of the flows", "[waves][WAVE-TRUE]") {
  const Recorded r(crowded(GENERATE(Engine::kGolden, Engine::kLockstep)));
  std::map<std::string, unsigned> seen;
  for (const json& flow : r.lines("flows")) {
    const std::string ends =
        flow["src"].get<std::string>() + ">" + flow["dst"].get<std::string>() + " class 0";
    for (const json& e : flow["events"]) {
      const std::string what = e["what"];
      const auto c = e["at"].get<Cycle>();
      if (what == "diverged" || what == "paused") continue;
      const std::string row = channel_scope(port_scope(e["switch"], e["port"]), e["channel"]);
      CAPTURE(row, what, c);
      ++seen[what];
      if (what == "opened") {
        REQUIRE(r.at(row + "state", c) != kFree);
        REQUIRE(r.at(row + "state", c - 1) == kFree);
        REQUIRE(r.text(row + "flow", c) == ends);
      } else if (what == "released") {
        REQUIRE(r.at(row + "state", c) == kFree);
        REQUIRE(r.at(row + "state", c - 1) != kFree);
      } else if (what == "blocked") {
        REQUIRE(r.at(row + "state", c) == kBlock);
        REQUIRE(r.at(row + "state", c - 1) == kRunning);
        REQUIRE(r.at(row + "blocks", c) == r.at(row + "blocks", c - 1) + 1);
      } else if (what == "level") {
        REQUIRE(r.at(row + "level", c) == e["value"]);
      } else if (what == "redirect") {
        REQUIRE(r.text(row + "last_ack", c).rfind("REDIRECT +", 0) == 0);
      }
    }
  }
  for (const std::string what : {"opened", "released", "blocked", "level", "redirect"}) {
    INFO(what);
    CHECK(seen[what] > 3);
  }
}

TEST_CASE("a packet's stages: arriving, leaving, on the wire, against its journey",
          "[waves][WAVE-TRUE]") {
  const Scenario s = crowded(Engine::kGolden);
  const Recorded r(s);
  const flow::Stages stages = s.sw.as<FlowConfig>().params.stages;
  unsigned hops = 0;
  for (const json& life : r.lines("journeys")) {
    const auto id = life["id"].get<std::uint64_t>();
    std::string before;  // port it left the switch before by
    for (const json& hop : life["hops"]) {
      const auto arrive = hop["arrive"].get<Cycle>();
      const std::string in = port_scope(hop["switch"], hop["in"]);
      const std::string out = port_scope(hop["switch"], hop["out"]);
      const auto depart = hop["depart"].get<Cycle>();
      CAPTURE(id, in, arrive, depart);
      REQUIRE(names(r.text(in + "leaving", depart - 1), id));
      REQUIRE_FALSE(names(r.text(in + "leaving", depart), id));
      if (!before.empty()) {  // else it may have waited at its host
        const Cycle taken = arrive + stages.rx_fabric;
        REQUIRE(names(r.text(in + "arriving", taken), id));
        REQUIRE(names(r.text(in + "arriving", taken + s.traffic.packet_beats - 1), id));
        REQUIRE_FALSE(names(r.text(in + "arriving", taken - 1), id));
        REQUIRE_FALSE(names(r.text(in + "arriving", taken + s.traffic.packet_beats), id));
        const Cycle sent = arrive - s.link.latency;
        REQUIRE(names(r.text(before + "wire", sent), id));
        REQUIRE(names(r.text(before + "wire", sent + s.traffic.packet_beats - 1), id));
        REQUIRE_FALSE(names(r.text(before + "wire", sent - 1), id));
        REQUIRE_FALSE(names(r.text(before + "wire", sent + s.traffic.packet_beats), id));
        // id and position are those of this link
        REQUIRE(r.text(before + "wire", sent) == r.text(in + "arriving", taken));
      }
      before = out;
      ++hops;
    }
  }
  CHECK(hops > 300);
}

TEST_CASE("FLOW-A-4, FLOW-C-2: rows of a port agree with each other in every cycle", "[waves]") {
  const Scenario s = crowded(Engine::kGolden);
  const Recorded r(s, 2'000);
  unsigned waiting = 0, filled = 0, stopped = 0;
  for (const std::string& port : all_ports(r)) {
    const unsigned ids = s.sw.as<FlowConfig>().params.sizes.rows() < 16
                             ? s.sw.as<FlowConfig>().params.sizes.rows()
                             : 16;
    for (Cycle c = 50; c < 2'000; c += 13) {
      CAPTURE(port, c);
      unsigned live = 0;
      std::uint64_t queued = 0;
      for (unsigned id = 0; id < ids; ++id) {
        const std::string channel = channel_scope(port, id);
        if (r.at(channel + "state", c) == kFree) continue;
        ++live;
        const std::uint64_t units = r.at(channel + "queued_units", c);
        REQUIRE(units == r.at(channel + "queue_extent", c));  // nothing was lost
        REQUIRE((units == 0) == r.text(channel + "head", c).empty());
        REQUIRE((units == 0) == (r.at(channel + "doing", c) == 0));
        queued += units;
      }
      REQUIRE(live == r.at(port + "channels", c));
      REQUIRE(queued <= r.at(port + "held", c));
      const std::uint64_t fifo = r.at(port + "fifo", c), load = r.at(port + "load", c);
      REQUIRE(fifo <= load);
      REQUIRE(load <= r.at(port + "depth", c));
      REQUIRE((r.at(port + "at_output_units", c) == 0) == r.text(port + "at_output", c).empty());
      waiting += r.at(port + "at_output_units", c) != 0 ? 1 : 0;
      filled += fifo > 4 ? 1 : 0;
      stopped += r.at(port + "xoff_said", c) != 0 ? 1 : 0;
    }
  }
  CHECK(waiting > 20);
  CHECK(filled > 20);
  CHECK(stopped == 0);
}

TEST_CASE("FLOW-D-4: XOFF is shown by who says it, and a link later by who obeys", "[waves]") {
  Scenario s = crowded(Engine::kGolden);
  s.sw.as<FlowConfig>().params.ifct.fc_hi = 200;  // no metering, no levels: pools fill
  s.sw.as<FlowConfig>().params.congestion_aware = false;
  s.sw.as<FlowConfig>().params.pool_units =
      flow::pool_headroom(s.sw.as<FlowConfig>().params) + flow::kMostUnits + 8;
  const Recorded r(s, 3'000);
  unsigned on = 0;
  for (unsigned root = 0; root < 2; ++root) {
    for (unsigned leaf = 0; leaf < 3; ++leaf) {
      const std::string said = port_scope("<1," + std::to_string(root) + ">", leaf);
      const std::string seen = port_scope("<0," + std::to_string(leaf) + ">", 2 + root);
      for (Cycle c = 100; c < 2'900; ++c) {
        CAPTURE(said, seen, c);
        REQUIRE(r.at(said + "xoff_said", c - s.link.latency) == r.at(seen + "xoff_seen", c));
        on += r.at(seen + "xoff_seen", c) != 0 ? 1 : 0;
      }
    }
  }
  CHECK(on > 50);
}

TEST_CASE("FLOW-A-3, FLOW-C-6: as many ACKs and redirects as were counted", "[waves]") {
  const Recorded r(crowded(Engine::kGolden));
  std::uint64_t acks = 0, redirects = 0, blocks = 0;
  for (const std::string& port : all_ports(r)) {
    for (Cycle c = 0; c <= r.last; ++c) {
      acks += r.at(port + "ack", c) != 0 ? 1 : 0;
      redirects += r.at(port + "redirect", c);
    }
    for (unsigned id = 0; id < 64 && r.waves->has(channel_scope(port, id) + "blocks"); ++id)
      blocks += r.at(channel_scope(port, id) + "blocks", r.last);
  }
  CHECK(acks == r.result["flow_channels"]["acks"]["acks"]);
  CHECK(redirects == r.result["flow_channels"]["redirects"]);
  CHECK(blocks == r.result["flow_channels"]["blocks"]);
  CHECK(redirects > 3);
}

TEST_CASE("FLOW-A-29: a link dies: its table, what is lost, LOSS at its channels", "[waves]") {
  Scenario s = crowded(Engine::kGolden);
  s.sw.as<FlowConfig>().params.drain_t = 300;
  s.faults.links = {{"", {0, 2}, 1'000, Cycle{6'000}}};
  const Recorded r(s);
  const json& fault = r.result["faults"][0];
  const auto known = fault["detected"][0].get<Cycle>();
  const std::string port = port_scope("<0,0>", 2);
  std::vector<std::uint64_t> states{kOpen};
  for (Cycle c = 1; c <= r.last; ++c) {
    const std::uint64_t now = r.at(port + "table", c);
    if (now == states.back()) continue;
    if (states.size() == 1) CHECK(c == known);
    states.push_back(now);
  }
  // telling, draining, closed, joining, open
  CHECK(states == std::vector<std::uint64_t>{kOpen, 2, 3, 4, 5, kOpen});
  REQUIRE(fault["lost"] > 0);
  std::string lost;
  for (Cycle c = 1'000; c < known + 100; ++c) {
    const std::string now = r.text(port + "last_lost", c);
    if (!now.empty()) lost = now;
  }
  bool found = false;
  for (const json& life : r.lines("journeys")) {
    found = found || (names(lost, life["id"]) && life.value("fault", "") == fault["name"]);
  }
  CHECK(found);
  unsigned losses = 0;
  for (unsigned in = 0; in < kPorts; ++in) {
    for (unsigned id = 0; id < 16; ++id) {
      const std::string row = channel_scope(port_scope("<0,0>", in), id) + "last_ack";
      for (Cycle c = known; c < known + 2'500; ++c) {
        losses += r.text(row, c) == "LOSS +0 by 2" ? 1 : 0;
      }
    }
  }
  CHECK(losses > 0);
}

TEST_CASE("the view of a flow run groups ports and channels and opens what moved",
          "[waves][cli][WAVE-VIEW]") {
  const Directory out;
  const auto ran = run_selvage(
      "run scenarios/flow/e2_victims_page.yaml --quiet --waves always --wave-window 8990:9450 "
      "--wave-switches 0/0 --set phases.warmup=0 --set phases.measure=10000 --out " +
      out.str());
  REQUIRE(ran.code == 0);
  const std::string view = read_file(out.path() / "waves.gtkw");
  // 800200: an open group, c00200: a folded one.
  CHECK_THAT(view, Catch::Contains("@800200\n-port 3 to host 03\n"));
  CHECK_THAT(view, Catch::Contains("@c00200\n-port 1 to host 01\n"));
  CHECK_THAT(view, Catch::Contains("@800200\n-channel 00\n"));
  CHECK_THAT(view, Catch::Contains("@800200\n-port 4 to <1,0>\n"));
  CHECK_THAT(view, Catch::Contains("fabric.sw_0_0.port_3.channel_00.state"));
  CHECK_THAT(view, Catch::Contains("fabric.sw_0_0.port_4.wire"));
}

TEST_CASE("a table that disagrees is shown with its port open", "[waves][cli][WAVE-DIFF]") {
  const Directory out;
  const auto ran = run_selvage(
      "run scenarios/flow_lockstep.yaml --quiet --set "
      "bug.ifct_no_release=true --out " +
      out.str());
  CHECK(ran.code == 1);
  const json at = json::parse(read_file(out.path() / "result.json"))["mismatch"];
  const std::string name = at["port"];  // "<0,33>3"
  const std::string number = name.substr(name.find('>') + 1);
  const std::string view = read_file(out.path() / "waves.gtkw");
  CHECK_THAT(view, Catch::Contains("@800200\n-port " + number + " to "));
  const std::string port = port_scope(at["switch"], static_cast<unsigned>(std::stoul(number)));
  CHECK_THAT(view, Catch::Contains(port + "channel_00.state"));
}

TEST_CASE("FLOW-A-31: a marker at the front of a FIFO is no packet there", "[waves]") {
  Scenario s = crowded(Engine::kGolden);
  s.sw.as<FlowConfig>().params.stale_t = 100;
  const Recorded r(s, 3'000);
  REQUIRE(r.result["flow_channels"]["losses"]["markers"] > 0);
  unsigned packets = 0;
  for (const std::string& port : all_ports(r))
    for (Cycle c = 100; c < 3'000; c += 7)
      packets += r.text(port + "fifo_front", c).empty() ? 0 : 1;
  CHECK(packets > 100);
}
