// SPDX-License-Identifier: Apache-2.0
// Waves of a mesh: labels, decisions and the RTL of a node.
#include <catch2/catch.hpp>

#include <algorithm>
#include <array>

#include "cosim/plugs.hpp"
#include "fabric/record/wave_scope.hpp"
#include "fabric_bench.hpp"
#include "golden/mesh/labels.hpp"
#include "run_selvage.hpp"
#include "wave_values.hpp"

using namespace selvage;
using selvage::test::Directory;
using selvage::test::read_file;
using selvage::test::run_selvage;
using tb::kPeriod;
using tb::WaveValues;

namespace {

constexpr std::array<const char*, 6> kStatuses{"xy_same",  "xy_mixed", "yz_same",
                                               "yz_mixed", "zx_same",  "zx_mixed"};

std::string scope_of(const golden::Mesh& mesh, SwitchIdx node) {
  return "fabric." + fabric::wave_scope(mesh.switch_name(node)) + ".";
}

}  // namespace

TEST_CASE("labels and decisions of a mesh: rows against the reference and the RTL",
          "[waves][MESH-AUD-1][MESH-CTL-2]") {
  const golden::Mesh mesh(4, 4);
  constexpr SwitchIdx kTraced = 22;  // (2,1,1), between the two faulty nodes in x
  Scenario s;
  s.engine = Engine::kLockstep;
  s.sw.use<WormholeConfig>();
  s.link.latency = 1;
  s.traffic.load = 0.2;
  s.traffic.packet_beats = 16;
  s.phases = {0, 1500, 20000};
  s.faults.nodes = {21, 26, 38};
  const Directory out;
  fabric::RunOptions options;
  options.waves = fabric::WaveRequest{out.str() + "/w.fst", 0, 1500, {kTraced}};
  const auto r = tb::simulate(
      s,
      [] {
        return find_plug("mesh")->make({{"kind", "mesh"}, {"k", 4}}, {Engine::kLockstep, {}, 1});
      },
      options);
  REQUIRE(r.value("failure", "") == "");
  const WaveValues w(out.str() + "/w.fst");
  REQUIRE(w.readable());

  golden::MeshFaults faults(mesh);
  for (const SwitchIdx node : s.faults.nodes) faults.fail_node(node);
  const std::vector<std::uint8_t> expected = golden::reference_labels(faults);
  unsigned unsafe = 0;
  for (SwitchIdx n = 0; n < mesh.switch_count(); ++n) {
    if (faults.faulty(n)) continue;
    const std::string sw = scope_of(mesh, n);
    for (unsigned q = 0; q < kStatuses.size(); ++q) {
      CAPTURE(sw, kStatuses[q]);
      const unsigned bit = (expected[n] >> q) & 1U;
      REQUIRE(w.number(sw + "unsafe_" + kStatuses[q], 700 * kPeriod) == bit);
      unsafe += bit;
    }
  }
  CHECK(unsafe > 5);

  const std::string sw = scope_of(mesh, kTraced);
  CHECK_FALSE(w.has(scope_of(mesh, 23) + "rtl.planar_route.valid_o"));
  REQUIRE(w.has(sw + "rtl.planar_route.valid_o"));
  CHECK(w.number(sw + "rtl.mcc_label.unsafe_o", 700 * kPeriod) == expected[kTraced]);
  CHECK(expected[kTraced] != 0);
  unsigned decisions = 0, granted = 0;
  for (Cycle c = 2; c < 1500; ++c) {
    const std::uint64_t t = c * kPeriod;
    if (w.number(sw + "rtl.planar_route.valid_o", t) != 1U) continue;
    ++decisions;
    CAPTURE(c);
    REQUIRE(w.number(sw + "rtl.planar_route.valid_i", (c - 2) * kPeriod + kPeriod / 2) == 1U);
    REQUIRE(w.bits(sw + "rtl.planar_route.legal_o", t) == w.bits(sw + "rtl_legal_V", t));
    REQUIRE(w.bits(sw + "golden_legal_V", t) == w.bits(sw + "rtl_legal_V", t));
    if (w.number(sw + "rtl.planar_route.grant_o", t) != 1U) continue;
    ++granted;
    REQUIRE(w.number(sw + "rtl_way", t) == 3U);
    REQUIRE(w.number(sw + "rtl_direction", t) == w.number(sw + "rtl.planar_route.dir_o", t));
    REQUIRE(w.number(sw + "rtl_sub_network", t) == w.number(sw + "rtl.planar_route.sub_o", t));
  }
  CHECK(decisions > 50);
  CHECK(granted > 20);
}

TEST_CASE("a mesh that fails is shown with its labels and its RTL", "[waves][cli][WAVE-DIFF]") {
  const Directory out;
  const auto ran = run_selvage(
      "run scenarios/mesh_4x4x4_faults.yaml --set "
      "bug.planar_no_reserve=true --out " +
      out.str());
  CHECK(ran.code == 1);
  const auto result = nlohmann::json::parse(read_file(out.path() / "result.json"));
  const auto cycle = result["mismatch"]["cycle"].get<Cycle>();
  const WaveValues w(out.str() + "/waves.fst");
  REQUIRE(w.readable());
  std::string name = result["mismatch"]["switch"];  // "(1,2,3)"
  std::replace(name.begin(), name.end(), ',', '_');
  const std::string sw = "fabric.sw_" + name.substr(1, name.size() - 2) + ".";
  const std::uint64_t t = cycle * kPeriod;
  CHECK(w.number("fabric.verdict", t) == 1U);
  REQUIRE(w.has(sw + "rtl.planar_route.legal_o"));
  CHECK(w.bits(sw + "rtl_legal_V", t) == w.bits(sw + "rtl.planar_route.legal_o", t));
  const bool differs = w.bits(sw + "golden_legal_V", t) != w.bits(sw + "rtl_legal_V", t) ||
                       w.bits(sw + "golden_direction", t) != w.bits(sw + "rtl_direction", t);
  CHECK(differs);
  const std::string view = read_file(out.path() / "waves.gtkw");
  CHECK(view.find("planar_route") != std::string::npos);
}

TEST_CASE("a deadlock is shown with the channels of the cycle and what each waits for",
          "[waves][cli][WAVE-DEAD][CLI-EXIT]") {
  const Directory out;
  const auto ran = run_selvage("run scenarios/mesh_literal_deadlock.yaml --out " + out.str());
  CHECK(ran.code == 1);
  const auto result = nlohmann::json::parse(read_file(out.path() / "result.json"));
  const WaveValues w(out.str() + "/waves.fst");
  REQUIRE(w.readable());
  const Cycle idle = result["config"]["limits"]["watchdog"];
  const std::uint64_t end = (result["cycles"].get<Cycle>() - idle) * kPeriod;
  const golden::Mesh mesh(result["config"]["topology"]["k"], result["config"]["topology"]["k"]);
  REQUIRE(result["wait_cycle"].size() > 1);
  unsigned found = 0;
  for (const std::string channel : result["wait_cycle"]) {  // "(0,0,0) (0,0,0)x+ -> (1,0,0) ..."
    CAPTURE(channel);
    const std::string far = channel.substr(channel.find("-> ") + 3);
    for (SwitchIdx n = 0; n < mesh.switch_count(); ++n) {
      for (unsigned p = 0; p < mesh.port_count(n); ++p) {
        const std::string name =
            mesh.switch_name(n) + " " + mesh.port_name(n, static_cast<PortIdx>(p)) + " vc";
        if (far.rfind(name, 0) != 0) continue;
        const std::string input =
            scope_of(mesh, n) + "port_" + std::to_string(p) + ".channel_" + far.substr(name.size());
        CAPTURE(input);
        REQUIRE(w.has(input + ".waits_for"));
        CHECK(w.text(input + ".waits_for", end) != "");
        CHECK(w.text(input + ".head", end).rfind('#', 0) == 0);
        CHECK(w.number(input + ".flits", end) > 0U);
        ++found;
      }
    }
  }
  CHECK(found == result["wait_cycle"].size());
  const std::string view = read_file(out.path() / "waves.gtkw");
  CHECK(view.find("waits for") != std::string::npos);
  CHECK(view.find("-channel ") != std::string::npos);
}
