// SPDX-License-Identifier: Apache-2.0
// Our own switch as a plug-in is our own switch.
#include <catch2/catch.hpp>

#include <fmt/format.h>

#include <map>

#include "runs.hpp"

using Catch::Contains;
using nlohmann::json;
using namespace selvage::test;

namespace {

/// The same, but for counters, which plug-ins do not have.
void check_compared(const json& ours, const json& plugin) {
  std::map<std::string, json> blocks[2];
  for (const json& b : ours["compared"]["blocks"]) blocks[0][b["kind"]] = b;
  for (const json& b : plugin["compared"]["blocks"]) blocks[1][b["kind"]] = b;
  CHECK(blocks[0].erase("switch_counter") == 1);
  CHECK(blocks[0] == blocks[1]);
}

}  // namespace

TEST_CASE("SW-EXACT: our switch as a plug-in shows what it shows in the tree, in every cycle") {
  const json ours = result_of("");
  const json plugin = result_of(std::string("--switch ") + SELVAGE_OWN_EXACT);
  for (const char* same : {"cycles", "packets", "latency", "messages", "faults"})
    CHECK(ours[same] == plugin[same]);
  check_compared(ours, plugin);
  CHECK(plugin["rtl_build"] == "own_exact");
  CHECK(plugin["switch_plugin"]["compare"] == "exact");
  CHECK_FALSE(ours.contains("switch_plugin"));
}

TEST_CASE(
    "SW-EXACT, FS-DIE: plug-ins die and come back as ours do, those that cannot are refused") {
  const std::string death =
      "--set 'faults.failing_nodes=[{node: 0/10, at: 3000, repaired: 6000}]' ";
  const json ours = result_of(death);
  const json plugin = result_of(death + "--switch " + SELVAGE_OWN_EXACT);
  CHECK(ours["failed_nodes"][0]["packets_lost"] > 20);
  for (const char* same : {"packets", "latency", "messages", "faults", "failed_nodes"})
    CHECK(ours[same] == plugin[same]);
  check_compared(ours, plugin);
  const auto legal = run_selvage(kRun + death + "--switch " + SELVAGE_OWN_LEGAL);
  CHECK(legal.code == 2);
  CHECK_THAT(legal.err, Contains("faults.failing_nodes: ") && Contains("wipe_i"));
}

TEST_CASE(
    "SW-EXACT, FS-AGAIN: plug-ins send fault messages again as ours do, those that cannot are refused") {
  const std::string lossy = "--set faults.bit_errors=0.002 --set faults.random.flaps=150 ";
  const json ours = result_of(lossy);
  const json plugin = result_of(lossy + "--switch " + SELVAGE_OWN_EXACT);
  CHECK(ours["link_errors"]["resent"].get<int>() > 2);
  for (const char* same : {"cycles", "packets", "latency", "messages", "faults", "link_errors"})
    CHECK(ours[same] == plugin[same]);
  check_compared(ours, plugin);
  const auto legal = run_selvage(kRun + lossy + "--switch " + SELVAGE_OWN_LEGAL);
  CHECK(legal.code == 2);
  CHECK_THAT(legal.err, Contains("faults.random.flaps: ") && Contains("`compare: exact`"));
  const auto without = run_selvage(kRun + lossy + "--switch " + SELVAGE_BAD + "15.so");
  CHECK(without.code == 2);
  CHECK_THAT(without.err, Contains("faults.random.flaps: ") && Contains("numbered_i"));
}

TEST_CASE("SW-EXACT: a planted bug of the plug-in is the mismatch that it is in the tree") {
  for (const std::string bug : {"switch_no_fill", "switch_message_free"}) {
    const std::string set = "--set bug." + bug + "=true ";
    const json ours = result_of(set, 1);
    const json plugin = result_of(set + "--switch " + SELVAGE_OWN_EXACT, 1);
    for (const char* same : {"cycle", "switch", "port", "requirement", "expected", "actual"})
      CHECK(ours["mismatch"][same] == plugin["mismatch"][same]);
  }
}

TEST_CASE(
    "SW-LEGAL: with buffers of the same size the fabric of plug-ins is the model's, packet by packet") {
  const json golden = result_of("--engine golden");
  const json legal = result_of(std::string("--switch ") + SELVAGE_OWN_LEGAL);
  for (const char* same : {"packets", "latency", "messages", "packet_hops", "audit"})
    CHECK(golden[same] == legal[same]);
  for (std::size_t i = 0; i < golden["faults"].size(); ++i) {
    for (const char* same : {"link", "failed", "detected", "packets_lost"})
      CHECK(golden["faults"][i][same] == legal["faults"][i][same]);
  }
  CHECK(compared(legal, "switch_departure") == legal["packet_hops"].get<std::uint64_t>());
}

TEST_CASE("SW-RECV: with slow hosts, too, the fabric of plug-ins is the model's") {
  for (const char* stalls : {"none", "random, longest: 60", "header, longest: 9", "xon"}) {
    const std::string slow =
        fmt::format("--set 'traffic.receivers={{rate: 0.7, stalls: {}}}' ", stalls);
    const json golden = result_of(slow + "--engine golden");
    const json legal = result_of(slow + "--switch " + SELVAGE_OWN_LEGAL);
    INFO(stalls);
    for (const char* same : {"packets", "latency", "receivers", "packet_hops"})
      CHECK(golden[same] == legal[same]);
  }
}

TEST_CASE("SW-BAD, FS-RX-3: our own switch gets over what is malformed") {
  for (const char* more : {"", "--set traffic.load=1 ",
                           "--set traffic.packet_beats=2 --set switch.buffer_packets=24 "}) {
    const json result = result_of("--set traffic.malformed.share=0.5 " + std::string(more) +
                                  "--switch " + SELVAGE_OWN_LEGAL);
    CHECK(compared(result, "switch_malformed") > 2000);
    CHECK(compared(result, "switch_departure") > result["packet_hops"].get<std::uint64_t>());
  }
}

TEST_CASE(
    "SW-MSG: a switch without a pin for idle is clocked while messages and events are about") {
  const std::string quiet =
      "--set traffic.load=0.01 --set 'faults={random: {count: 5, from: 2000, until: 16000}}' ";
  const json golden = result_of(quiet + "--engine golden");
  const json legal = result_of(quiet + "--switch " + SELVAGE_OWN_UNGATED);
  CHECK(golden["packets"] == legal["packets"]);
  CHECK(golden["messages"] == legal["messages"]);
  CHECK(compared(legal, "switch_message") > 20);
}

TEST_CASE("SW-LEGAL: links that are dead from the start, and all seeds alike") {
  const std::string preset = "--set 'faults={random: {count: 5}, random_preset: true}' ";
  const json golden = result_of(preset + "--engine golden");
  const json legal = result_of(preset + "--switch " + SELVAGE_OWN_LEGAL);
  CHECK(golden["packets"] == legal["packets"]);
  CHECK(golden["latency"] == legal["latency"]);
  const json again = result_of(preset + "--switch " + SELVAGE_OWN_LEGAL);
  CHECK(again["latency"] == legal["latency"]);
}
