// SPDX-License-Identifier: Apache-2.0
// What the schema's texts promise is what the code does: formulas and defaults.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include "config/schema.hpp"
#include "golden/flow/tables/ifct.hpp"
#include "golden/probe/link_probe.hpp"
#include "load.hpp"

using namespace selvage;
using Catch::Contains;
using selvage::test::load;

namespace {

/// The description of the key "switch.flow.timers".
std::string text_of(const std::string& path) {
  static const nlohmann::json schema = config::scenario_schema();
  const nlohmann::json& part = config::subschema(schema, config::pointer_of(path));
  REQUIRE(part.contains("description"));
  return part["description"].get<std::string>();
}

bool loads(const std::string& keys) {
  return load("topology: {kind: fattree, m: 4, n: 3}\n" + keys).loaded.has_value();
}

unsigned ceil_of(unsigned a, unsigned b) { return (a + b - 1) / b; }

std::string four(const golden::LevelLimits& limits) {
  return fmt::format("Default: {}, {}, {}, {} and so on", limits[0], limits[1], limits[2],
                     limits[3]);
}

/// NORMALs that take a level back, from `level` on, by the table itself.
unsigned normals_from(unsigned level, bool weigh) {
  golden::IfctConfig c;
  c.sizes = golden::kLargeFlowSizes;
  c.edge = true;
  c.ep_weigh = weigh;
  c.hold_t = 0;
  c.mfe = golden::standard_flow_limits(c.sizes.pos_w);
  c.mqe = golden::standard_queue_limits(c.sizes.pos_w);
  golden::Ifct table(c);
  Cycle now = 1;
  golden::IfctInput in;
  in.enq_valid = true;
  in.enq = {0, 0, 4, false, true};
  in.now = now++;
  table.step(in);
  in = {};
  in.deq_valid = true;
  in.deq = {0, 4, 0, true, 1, 0, ~PortMask{0}, false};
  in.now = now++;
  REQUIRE(table.step(in).deq.go());
  const auto tell = [&](golden::AckType type) {
    golden::IfctInput ack;
    ack.ack_valid = true;
    ack.ack.type = type;
    ack.now = now++;
    table.step(ack);
  };
  tell(golden::AckType::kEpNew);
  while (table.row(0).level < level) tell(golden::AckType::kEpCont);
  unsigned normals = 0;
  for (; table.row(0).level == level; ++normals) tell(golden::AckType::kNormal);
  return normals;
}

}  // namespace

TEST_CASE("RUN-SCHEMA: formulas in the schema's texts are those of the checks", "[config]") {
  CHECK_THAT(text_of("switch.buffer_packets"),
             Contains("At least 1 + ceil(2 x link.latency / packet_beats),"));
  CHECK_THAT(text_of("probe.timeout"), Contains("more than 2 x link latency + 1"));
  CHECK_THAT(text_of("probe.period"), Contains("more than timeout x (retries + 1)"));
  for (const unsigned latency : {1U, 4U, 7U, 31U, 33U}) {
    const unsigned timeout = 2 * latency + 1;
    const std::string link = fmt::format("link: {{latency: {}}}\n", latency);
    const auto probed = [&](unsigned wait, unsigned period) {
      return loads(link + fmt::format("switch: {{buffer_packets: 99}}\nprobe: {{timeout: {}, "
                                      "retries: 2, period: {}}}\n",
                                      wait, period));
    };
    CHECK(timeout == golden::probe_round_trip(latency));
    CHECK_FALSE(probed(timeout, 5000));
    CHECK(probed(timeout + 1, 5000));
    CHECK_FALSE(probed(timeout + 1, 3 * (timeout + 1)));
    CHECK(probed(timeout + 1, 3 * (timeout + 1) + 1));
    for (const unsigned beats : {1U, 3U, 8U, 64U}) {
      CAPTURE(latency, beats);
      const unsigned least = 1 + ceil_of(2 * latency, beats);
      const auto buffered = [&](unsigned packets) {
        return loads(link + fmt::format("traffic: {{packet_beats: {}}}\nprobe: {{timeout: 99}}\n"
                                        "switch: {{buffer_packets: {}}}\n",
                                        beats, packets));
      };
      CHECK(buffered(least));
      CHECK_FALSE(buffered(least - 1));
    }
  }
  CHECK_THAT(text_of("traffic.packet_bytes"),
             Contains("ceil((packet_bytes + link.overhead_bytes) / link.bytes_per_cycle) beats"));
  LinkConfig link;
  for (const unsigned bytes : {1U, 16U, 17U, 256U, 1500U}) {
    CHECK(link.beats(bytes) == ceil_of(bytes + link.overhead_bytes, link.bytes_per_cycle));
  }
}

TEST_CASE("RUN-SCHEMA: defaults of flow channels in the schema's texts are the code's",
          "[config]") {
  const auto& small = golden::kSmallFlowSizes;
  const auto& large = golden::kLargeFlowSizes;
  CHECK_THAT(text_of("switch.flow.flow_id_bits"),
             Contains(fmt::format("Default: {} with at most {} ports a switch, else {}",
                                  small.flow_id_w, small.ports, large.flow_id_w)));
  CHECK_THAT(text_of("switch.flow.position_bits"),
             Contains(fmt::format("Default: {} or {}", small.pos_w, large.pos_w)));
  CHECK_THAT(text_of("switch.flow.unit_bytes"),
             Contains(fmt::format("at most {} units", flow::kMostUnits)));
  CHECK_THAT(text_of("switch.flow.flow_limits"),
             Contains(four(golden::standard_flow_limits(large.pos_w))));
  CHECK_THAT(text_of("switch.flow.queue_limits"),
             Contains(four(golden::standard_queue_limits(large.pos_w))));
}

TEST_CASE("RUN-SCHEMA: ACKs that take a level back are as many as the schema says", "[config]") {
  CHECK_THAT(text_of("switch.flow.recovery_acks"), Contains("from level 1 to 0"));
  CHECK_THAT(text_of("switch.flow.recovery_weighted"),
             Contains("ceil(recovery_acks / 2^(L-1)) take a level back"));
  const unsigned acks = golden::IfctConfig().ep_rec;
  for (unsigned level = 1; level <= 7; ++level) {
    CAPTURE(level);
    CHECK(normals_from(level, true) == ceil_of(acks, 1U << (level - 1)));
    CHECK(normals_from(level, false) == acks);
  }
}
