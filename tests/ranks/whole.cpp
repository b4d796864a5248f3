// SPDX-License-Identifier: Apache-2.0
/// Whole switches in RTL over several ranks: beats, flits, XON, credits and fault messages cross
/// between them (FAB-RANK-1, FAB-RANK-2, COS-SWITCH-1).
#include <fmt/format.h>

#include "support.hpp"

using namespace selvage::test;

namespace {

/// A tree of switches in RTL, long and short packets on links of any latency, under load.
std::string tree(unsigned seed, const std::string& topology = "{kind: fattree, m: 4, n: 3}") {
  OneOf one_of(seed);
  const unsigned beats = one_of(Numbers{1, 2, 5, 16, 64});
  return fmt::format(
      "topology: {}\nseed: {}\nengine: switch\nlink: {{latency: {}}}\n"
      "switch: {{buffer_packets: {}}}\ntraffic: {{load: 0.{}, packet_beats: {}}}\n"
      "phases: {{warmup: 300, measure: 5000}}\nprobe: {{period: 300, timeout: 100, retries: 1}}\n",
      topology, seed, one_of(Numbers{2, 3, 4, 6}), beats == 64 ? 3 : 15,
      one_of(Numbers{1, 3, 6, 9}), beats);
}

std::string faults(const std::string& more) {
  return "faults: {random: {count: 6, from: 500, until: 4000, tolerable: false, "
         "repair_after: {from: 1, until: 2000}" +
         more + "}}\n";
}

std::uint64_t departures(const Left& left) {
  return compared(nlohmann::json::parse(left.result), "switch_departure");
}

}  // namespace

TEST_CASE("FAB-RANK-2: trees of switches in RTL over 1, 2 and 3 ranks", "[ranks][COS-SWITCH-1]") {
  for (unsigned seed = 1; seed <= 3; ++seed) CHECK(departures(check_same(tree(seed))) > 1'000);
  CHECK(departures(check_same(tree(4, "{kind: twolevel, k: 4, faults: none}"))) > 1'000);
}

TEST_CASE("FAB-RANK-2: switches in RTL over ranks while links and switches die and come back",
          "[ranks][COS-SWITCH-1]") {
  for (unsigned seed = 11; seed <= 13; ++seed) check_same(tree(seed) + faults(""));
  check_same(tree(14) + faults(", nodes: 2"));
  check_same(tree(15) + faults(", flaps: 4"));
}

TEST_CASE("FAB-RANK-2: more of them over ranks", "[ranks][COS-SWITCH-1][nightly]") {
  for (unsigned seed = 22; seed <= 33; ++seed) {
    check_same(tree(seed) + faults(seed % 3 == 0   ? ", nodes: 2"
                                   : seed % 3 == 1 ? ", flaps: 4"
                                                   : ""));
  }
}

TEST_CASE("FAB-RANK-2: links that are dead from the start, slow hosts, mixed lengths, in RTL",
          "[ranks][COS-SWITCH-1]") {
  check_same(tree(41) + "faults:\n  preset: [{link: 1/01/2}, {link: 0/10/3, repaired: 2500}]\n");
  check_same(
      "topology: {kind: fattree, m: 4, n: 3}\nengine: switch\nswitch: {buffer_packets: 6}\n"
      "traffic: {load: 0.5, packet_beats: [{beats: 1, share: 0.5}, {beats: 9, share: 0.3}, "
      "{beats: 30, share: 0.2}], receivers: {rate: 0.5, stalls: xon, longest: 200}}\n"
      "phases: {warmup: 300, measure: 5000}\n" +
      faults(""));
}

TEST_CASE("FAB-RANK-2: RTL that is still at work when the model has nothing left to do",
          "[ranks][COS-SWITCH-1]") {
  // Packets that are far apart, and one that is under way when the run is over.
  check_same(tree(51),
             "--set traffic.load=0.002 --set traffic.packet_beats=64 "
             "--set switch.buffer_packets=3");
  check_same(tree(52), "--set traffic.load=1.0 --set phases.drain=300");
}

TEST_CASE("FAB-RANK-2: routers of a mesh in RTL over 1, 2 and 3 ranks", "[ranks][COS-SWITCH-1]") {
  const auto mesh = [](unsigned latency, const std::string& more) {
    return fmt::format(
               "topology: {{kind: mesh, k: 4}}\nengine: switch\nlink: {{latency: {}}}\n"
               "switch: {{node_buffer: 84}}\ntraffic: {{load: 0.3, packet_beats: 7}}\n"
               "phases: {{warmup: 200, measure: 1500}}\n",
               latency) +
           more;
  };
  CHECK(departures(check_same(mesh(1, ""))) > 10'000);
  check_same(mesh(3,
                  "faults: {random_nodes: 3, random_preset: true, random: {count: 6, "
                  "repair_after: {from: 300, until: 1200}}}\n"));
}

TEST_CASE("FAB-RANK-2: switches of others that are compared in every cycle, over ranks",
          "[ranks][SW-EXACT]") {
  const Left own = check_same(tree(71) + faults(""), "--switch " SELVAGE_OWN_EXACT);
  CHECK(departures(own) > 1'000);
}

TEST_CASE("FAB-RANK-3: a switch in RTL that differs over ranks is reported as by one rank",
          "[ranks][COS-SWITCH-1]") {
  const std::string broken = tree(61) + "bug: {switch_output_stuck: true}\n";
  check_told_by_one(broken, 2);
}
