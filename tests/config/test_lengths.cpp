// SPDX-License-Identifier: Apache-2.0
// Mixes of packet lengths: what is read, and what does not fit (FAB-LEN-3).
#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "load.hpp"

using namespace selvage;
using selvage::test::load;

namespace {

const std::string kTree = "topology: {kind: fattree, m: 4, n: 3}\n";
const std::string kFlow = "switch: {kind: flow}\n";

TrafficConfig traffic_of(const std::string& text) {
  const auto l = load(kTree + text);
  for (const auto& e : l.errors()) WARN(e);
  REQUIRE(l.loaded);
  return l.loaded->scenario.traffic;
}

void check_error(const std::string& text, const std::string& headline) {
  const auto errors = load(kTree + text).errors();
  INFO(text);
  REQUIRE(errors.size() == 1);
  CHECK_THAT(errors[0], Catch::Contains(headline));
}

}  // namespace

TEST_CASE("FAB-LEN-3: a mix of lengths is read in beats and in bytes", "[config]") {
  const TrafficConfig beats =
      traffic_of("traffic: {packet_beats: [{beats: 1, share: 0.1}, {beats: 64, share: 0.9}]}\n");
  REQUIRE(beats.lengths() == 2);
  CHECK(beats.beats(0) == 1);
  CHECK(beats.packet_beats == 64);
  CHECK(beats.shortest_beats() == 1);
  CHECK(beats.mean_beats() == Approx(0.1 + 57.6));

  const auto l = load(kTree + "traffic: {packet_bytes: imix}\n");
  REQUIRE(l.loaded);
  const TrafficConfig& imix = l.loaded->scenario.traffic;
  REQUIRE(imix.lengths() == 3);
  const LinkConfig link;
  for (const auto& [i, bytes, share] :
       {std::tuple{0U, 64U, 7U}, std::tuple{1U, 576U, 4U}, std::tuple{2U, 1518U, 1U}}) {
    CHECK(packet_bytes(imix, link, i) == bytes);
    CHECK(imix.beats(i) == link.beats(bytes));
    CHECK(imix.mix[i].share == Approx(share / 12.0));
  }
  CHECK(imix.packet_beats == 62);
  const auto& merged = l.loaded->scenario.merged["traffic"];
  CHECK(merged["packet_bytes"] == "imix");
  CHECK(merged["packet_beats"][1]["beats"] == 24);

  // A configuration that was written back says both.
  CHECK(traffic_of("traffic: {packet_bytes: [{bytes: 64, share: 0.5}, {bytes: 576, share: 0.5}], "
                   "packet_beats: [{beats: 3, share: 0.5}, {beats: 24, share: 0.5}]}\n")
            .lengths() == 2);
}

TEST_CASE("FAB-LEN-3: a list of one length is that length", "[config]") {
  const TrafficConfig one = traffic_of("traffic: {packet_beats: [{beats: 7, share: 1}]}\n");
  CHECK(one.mix.empty());
  CHECK(one.packet_beats == 7);
  const TrafficConfig bytes = traffic_of("traffic: {packet_bytes: [{bytes: 1000, share: 1}]}\n");
  CHECK(bytes.mix.empty());
  CHECK(bytes.packet_bytes == 1000);
  CHECK(bytes.packet_beats == 41);
}

TEST_CASE("FAB-LEN-3: mixes that mean nothing are errors, with their place", "[config]") {
  const auto beats = [](const std::string& list) {
    return "traffic: {packet_beats: [" + list + "]}\n";
  };
  check_error(beats("{beats: 1, share: 0.1}, {beats: 64, share: 0.8}"),
              "x.yaml:2:25: error: traffic.packet_beats: the shares sum up to 0.9, not to 1");
  check_error(beats("{beats: 0, share: 0.1}, {beats: 64, share: 0.9}"),
              "x.yaml:2:34: error: traffic.packet_beats[0].beats: must be from 1 to 4096, not 0");
  check_error(beats("{beats: 4097, share: 1}"), "packet_beats[0].beats: must be from 1 to 4096");
  check_error(beats("{beats: -1, share: 1}"), "packet_beats[0].beats: must be from 1 to 4096");
  check_error(beats("{beats: 4, share: -0.5}"), "packet_beats[0].share: must be from 0 to 1");
  check_error(beats("{beats: 4, share: 0}, {beats: 5, share: 1}"),
              "x.yaml:2:44: error: traffic.packet_beats[0].share: no packet has this length");
  check_error(beats("{beats: 4, share: 0.5}, {beats: 4, share: 0.5}"),
              "traffic.packet_beats[1].beats: 4 beats stand twice");
  check_error(beats("{beats: 4}"), "traffic.packet_beats[0].share: is missing");
  check_error(beats("{bytes: 4, beats: 4, share: 1}"), "packet_beats[0].bytes: unknown key");
  check_error(beats(""), "traffic.packet_beats: must have 1 element at least, not 0");
  check_error("traffic: {packet_bytes: mix}\n", "traffic.packet_bytes: 'mix' is not allowed");
  check_error("traffic: {packet_bytes: imix, packet_beats: 64}\n",
              "x.yaml:2:45: error: traffic.packet_beats: traffic.packet_bytes says the lengths");
  std::string many;
  for (unsigned i = 1; i <= 65; ++i) {
    many += (i == 1 ? "" : ", ") + ("{beats: " + std::to_string(i)) + ", share: 0.015}";
  }
  check_error(beats(many), "traffic.packet_beats: must have at most 64 elements, not 65");
}

TEST_CASE("FAB-LEN-3: a line of a trace may say the length, one of the mix", "[config]") {
  const std::string trace =
      (std::filesystem::temp_directory_path() / ("lengths" + std::to_string(getpid()))).string();
  const std::string yaml = kTree + "traffic: {pattern: trace, trace_file: " + trace +
                           ", packet_beats: [{beats: 1, share: 0.5}, {beats: 64, share: 0.5}]}\n";
  std::ofstream(trace) << "0 000 211 64\n5 000 211\n6 000 211 1\n";
  const auto ok = load(yaml);
  INFO(ok.diagnostics.text());
  REQUIRE(ok.loaded);
  const auto& records = ok.loaded->scenario.traffic.trace;
  REQUIRE(records.size() == 3);
  CHECK(records[0].length == 1);
  CHECK(!records[1].length);
  CHECK(records[2].length == 0);
  std::ofstream(trace) << "0 000 211 2\n5 000 211 x\n";
  const auto errors = load(yaml).errors();
  REQUIRE(errors.size() == 2);
  CHECK_THAT(errors[0], Catch::StartsWith(trace + ":1:11: error: '2' is no length"));
  CHECK_THAT(errors[1], Catch::StartsWith(trace + ":2:11: error: 'x' is no length"));
  std::filesystem::remove(trace);
}

TEST_CASE("FAB-LEN-2: buffers are sized by the longest packet and the round trip", "[config]") {
  const std::string mix =
      "traffic: {packet_beats: [{beats: 1, share: 0.5}, {beats: 8, share: 0.5}]}\n";
  // 7 packets of a beat and a long one may start in the round trip of 8 cycles: 15 beats.
  check_error(mix + "switch: {buffer_packets: 2}\n",
              "switch.buffer_packets: 2 is too small: the XON/XOFF round trip of 2 x link.latency "
              "= 8 cycles needs at least 3 packets of 8 beats");
  CHECK(load(kTree + mix + "switch: {buffer_packets: 3}\n").loaded);
  check_error(
      "traffic: {packet_beats: [{beats: 1, share: 0.5}, {beats: 4096, share: 0.5}]}\n"
      "switch: {buffer_packets: 5}\n",
      "switch.buffer_packets: 5 packets of 4096 beats are 20480 of the shortest, more than");
}

TEST_CASE("FAB-LEN-3: a length that no buffer can count is an error, with its place", "[config]") {
  const std::string fine =
      "link: {bytes_per_cycle: 1, overhead_bytes: 0}\nlimits: {watchdog: "
      "1000000}\ntraffic: {packet_bytes: [{bytes: 60000, share: 0.5}, {bytes: ";
  CHECK(load(kTree + fine + "65535, share: 0.5}]}\n").loaded);
  check_error(fine + "65536, share: 0.5}]}\n",
              "traffic.packet_bytes[1].bytes: 65536 beats are more than 65535");
}

TEST_CASE("FAB-LEN-3: under flow channels each length has to fit", "[config]") {
  check_error(kFlow +
                  "traffic: {packet_bytes: [{bytes: 64, share: 0.5}, "
                  "{bytes: 16200, share: 0.5}]}\n",
              "x.yaml:3:59: error: traffic.packet_bytes[1].bytes: 16200 bytes are 64 units");
  check_error(kFlow +
                  "link: {overhead_bytes: 25}\n"
                  "traffic: {packet_beats: [{beats: 9, share: 0.5}, {beats: 1, share: 0.5}]}\n",
              "traffic.packet_beats[1].beats: too short for link.overhead_bytes and a byte");
  check_error(kFlow + "link: {overhead_bytes: 25}\ntraffic: {packet_beats: 1}\n",
              "x.yaml:4:25: error: traffic.packet_beats: too short");
}
