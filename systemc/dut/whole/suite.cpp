// SPDX-License-Identifier: Apache-2.0
#include "dut/whole/suite.hpp"

#include <fmt/format.h>

#include "dut/whole/manifest.hpp"

namespace selvage::dut {

namespace {

constexpr unsigned kLevels = 3;  ///< of a tree with enough links to lose some of

}  // namespace

std::vector<NamedText> conformance_suite(const cosim::SwitchFacts& facts) {
  struct Row {
    const char* name;
    const char* about;
    const char* traffic;
    unsigned beats;  ///< of the longest packet
    const char* faults;
    bool dies;
    bool legal = false;  ///< not with `compare: exact`
  };
  const bool large = facts.levels >= kLevels;
  // Behind the last repair, and what follows until all have to know of it, there is as much again.
  const Cycle cycles = 12'000 + (facts.settle == 0 ? 0 : 4'000 + facts.settle);
  constexpr unsigned kThreeOfThem = 72;  // beats of what the round trip of links needs at least
  const bool roomy = facts.buffer >= kThreeOfThem;
  const Row rows[] = {
      {"light", "Packets that meet nobody: least latency.", "load: 0.05, packet_beats: 16", 16, "",
       false},
      {"middle", "Half the load that the links carry.", "load: 0.5, packet_beats: 16", 16, "",
       false},
      {"saturated", "More than it takes: XOFF everywhere.", "load: 1.0, packet_beats: 16", 16, "",
       false},
      {"short", "Packets of five beats: questions in a row.", "load: 0.6, packet_beats: 5", 5, "",
       false},
      {"hot_spot", "Half of all packets are for one host.",
       "pattern: hot-spot, load: 0.3, packet_beats: 16, hot_hosts: [HOST], hot_fraction: 0.5", 16,
       "", false},
      {"lengths", "Short and long packets.",
       roomy ? "load: 0.5, packet_beats: [{beats: 5, share: 0.5}, {beats: 24, share: 0.5}]"
             : "load: 0.5, packet_beats: [{beats: 5, share: 0.5}, {beats: 12, share: 0.5}]",
       roomy ? 24U : 12U, "", false},
      {"slow_hosts", "Hosts that take three beats in four, and stall.",
       "load: 0.3, packet_beats: 16, "
       "receivers: {rate: 0.75, stalls: random, every: 400, longest: 200}",
       16, "", false},
      {"malformed", "Hosts that send what is no packet, or not what its head says.",
       "load: 0.4, packet_beats: 16, malformed: {share: 0.2}", 16, "", false, true},
      {"dying", "Links die under load.", "load: 0.4, packet_beats: 16", 16,
       "random: {count: 4, from: 2000, until: 9000}", true},
      {"repaired", "Links die and come back.", "load: 0.4, packet_beats: 16", 16,
       "random: {count: 6, from: 2000, until: 9000, repair_after: {from: 900, until: 2500}}", true},
  };
  std::vector<NamedText> suite;
  for (const Row& row : rows) {
    if (row.dies && (!facts.hears() || !large)) continue;
    if (row.legal && facts.compare == cosim::SwitchFacts::Compare::kExact) continue;
    const unsigned latency = std::max<unsigned>(static_cast<unsigned>(facts.min_latency), 4U);
    const unsigned packets = 2 + (2 * facts.round_trip_latency(latency) + row.beats - 1) / 4;
    std::string traffic = row.traffic;
    if (const std::size_t at = traffic.find("HOST"); at != std::string::npos)
      traffic.replace(at, 4, '"' + std::string(facts.levels, '0') + '"');
    std::string text = fmt::format(
        "# {}\n"
        "topology: {{kind: fattree, m: {}, n: {}}}\n"
        "engine: switch\n"
        "seed: 7\n"
        "traffic: {{{}}}\n"
        "link: {{latency: {}}}\n"
        "switch: {{buffer_packets: {}}}\n"
        "phases: {{warmup: 500, measure: {}, drain: 60000}}\n",
        row.about, facts.ports, facts.levels, traffic, latency, packets, cycles);
    if (row.faults[0] != '\0') text += fmt::format("faults: {{{}}}\n", row.faults);
    suite.emplace_back(std::string(row.name) + ".yaml", std::move(text));
  }
  return suite;
}

namespace {

std::string manifest_text(unsigned ports, unsigned levels) {
  const HeaderFields h = header_fields(ports, levels);
  return fmt::format(
      "contract: selvage.switch/1\n"
      "topology: {{kind: fattree, ports: {0}, levels: {1}}}\n"
      "link: {{data_bits: 64, flow_control: xon, min_latency: 2, buffer: 256}}   # beats of an "
      "input\n"
      "header: {{dst: \"{2}\", src: \"{3}\", len: \"{4}\", tag: \"{5}\"}}\n"
      "control: none              # selvage: fault messages as ours; own: its own\n"
      "compare: legal\n"
      "bounds: {{head_latency: [2, 64], stall_max: 4096, order: flow}}\n"
      "# gating: {{idle: idle_o}}  # it may miss clocks while this pin is 1\n",
      ports, levels, h.dst, h.src, h.len, h.tag);
}

std::string adapter_text(const std::string& name, unsigned ports, unsigned levels) {
  return fmt::format(
      "// Your switch with the pins of a node (docs/tutorials/your-own-switch.md): put it in here and join its "
      "ports.\n"
      "// Port p has [p*W +: W]. As it stands it takes packets and gives none: `selvage conform` says "
      "so.\n"
      "module {0}_selvage #(\n"
      "  parameter int PORTS = {1},\n"
      "  parameter int LEVELS = {2},\n"
      "  localparam DW = $clog2(PORTS)\n"
      ") (\n"
      "  input  logic                     clk_i,\n"
      "  input  logic                     rst_ni,\n"
      "  // its place: level, and digits of its name\n"
      "  input  logic [$clog2(LEVELS)-1:0] level_i,\n"
      "  input  logic [(LEVELS-1)*DW-1:0] coord_i,\n"
      "  // what comes: 0 nothing, 1 a beat, 2 a message; the link is alive\n"
      "  input  logic [PORTS-1:0]         rx_ok_i,\n"
      "  input  logic [2*PORTS-1:0]       rx_sym_i,\n"
      "  input  logic [PORTS-1:0]         rx_head_i,\n"
      "  input  logic [PORTS-1:0]         rx_tail_i,\n"
      "  input  logic [PORTS-1:0]         rx_bad_i,\n"
      "  input  logic [64*PORTS-1:0]      rx_data_i,\n"
      "  output logic [PORTS-1:0]         rx_xon_o,\n"
      "  // what goes\n"
      "  output logic [2*PORTS-1:0]       tx_sym_o,\n"
      "  output logic [PORTS-1:0]         tx_head_o,\n"
      "  output logic [PORTS-1:0]         tx_tail_o,\n"
      "  output logic [PORTS-1:0]         tx_bad_o,\n"
      "  output logic [64*PORTS-1:0]      tx_data_o,\n"
      "  input  logic [PORTS-1:0]         tx_xon_i\n"
      ");\n"
      "  // acme_core #(...) i_core (...);\n"
      "  assign rx_xon_o  = '1;\n"
      "  assign tx_sym_o  = '0;\n"
      "  assign tx_head_o = '0;\n"
      "  assign tx_tail_o = '0;\n"
      "  assign tx_bad_o  = '0;\n"
      "  assign tx_data_o = '0;\n"
      "endmodule\n",
      name, ports, levels);
}

std::string cmake_text(const std::string& name, unsigned ports, unsigned levels) {
  return fmt::format(
      "# cmake -S {0} -B {0}/build -DCMAKE_PREFIX_PATH=<where Selvage is installed>\n"
      "cmake_minimum_required(VERSION 3.25)\n"
      "project({0} LANGUAGES CXX)\n"
      "find_package(Selvage 0.1 REQUIRED)\n"
      "selvage_add_switch({0} SOURCES {0}_selvage.sv TOP {0}_selvage PARAMS PORTS={1} LEVELS={2} "
      "MANIFEST {0}.yaml)\n",
      name, ports, levels);
}

std::string readme_text(const std::string& name) {
  return fmt::format(
      "# {0}\n\n"
      "- `{0}_selvage.sv`: the adapter, your switch with the pins of a node\n"
      "- `{0}.yaml`: the manifest, what it promises\n"
      "- `scenarios/`: what `selvage conform` runs, to change and to add to\n\n"
      "```\n"
      "cmake -S . -B build -DCMAKE_PREFIX_PATH=<where Selvage is installed> && cmake --build build\n"
      "selvage conform build/libselvage_{0}.so\n"
      "selvage run scenarios/middle.yaml --switch build/libselvage_{0}.so\n"
      "```\n",
      name);
}

}  // namespace

std::vector<NamedText> switch_skeleton(const std::string& name, unsigned ports, unsigned levels) {
  cosim::SwitchFacts facts;
  facts.ports = ports;
  facts.levels = levels;
  std::vector<NamedText> files{{name + ".yaml", manifest_text(ports, levels)},
                               {name + "_selvage.sv", adapter_text(name, ports, levels)},
                               {"CMakeLists.txt", cmake_text(name, ports, levels)},
                               {"README.md", readme_text(name)}};
  for (const auto& [file, text] : conformance_suite(facts))
    files.emplace_back("scenarios/" + file, text);
  return files;
}

}  // namespace selvage::dut
