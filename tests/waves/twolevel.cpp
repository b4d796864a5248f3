// SPDX-License-Identifier: Apache-2.0
// Waves of a two-level switch: the lookup, row against RTL, beside the control plane of its fault
// tables.
#include <catch2/catch.hpp>

#include <algorithm>

#include "cosim/plugs.hpp"
#include "fabric_bench.hpp"
#include "run_selvage.hpp"
#include "wave_values.hpp"

using namespace selvage;
using selvage::test::Directory;
using selvage::test::read_file;
using selvage::test::run_selvage;
using tb::kPeriod;
using tb::WaveValues;

namespace {}  // namespace

TEST_CASE("every lookup of a traced two-level switch, row against RTL", "[waves][F-SYS-2]") {
  const std::string faults = GENERATE(as<std::string>{}, "lft", "none");
  Scenario s;
  s.engine = Engine::kLockstep;
  s.traffic.load = 0.5;
  s.traffic.packet_beats = 16;
  s.phases = {0, 2000, 20000};
  s.faults.random = {2, 200, 600, true};
  const Directory out;
  fabric::RunOptions options;
  options.waves = fabric::WaveRequest{out.str() + "/w.fst", 100, 2000, {2}};
  const auto r = tb::simulate(
      s,
      [&] {
        return find_plug("twolevel")
            ->make({{"kind", "twolevel"}, {"k", 4}, {"faults", faults}},
                   {Engine::kLockstep, {}, 4});
      },
      options);
  REQUIRE(r.value("failure", "") == "");
  const WaveValues w(out.str() + "/w.fst");
  REQUIRE(w.readable());
  const std::string sw = "fabric.sw_10_1_0_1.";
  const std::string rtl = sw + "rtl.twolevel_route.";
  REQUIRE(w.has(rtl + "valid_o"));
  CHECK_FALSE(w.has("fabric.sw_10_1_1_1.rtl.twolevel_route.valid_o"));
  CHECK(w.has(sw + "rtl.gnt_valid_o") == (faults == "lft"));
  unsigned lookups = 0, rows = 0;
  for (Cycle c = 103; c < 2000; ++c) {
    // The answer is registered in the middle of the cycle in which it is collected.
    const std::uint64_t t = c * kPeriod + kPeriod / 2;
    if (w.number(rtl + "valid_o", t) != 1U) continue;
    ++lookups;
    CAPTURE(c);
    REQUIRE(w.number(rtl + "valid_i", (c - 2) * kPeriod + kPeriod / 2) == 1U);
    REQUIRE(w.number(rtl + "row_o", t) == w.number(sw + "rtl_lookup_row", t));
    REQUIRE(w.number(rtl + "port_o", t) == w.number(sw + "rtl_lookup_port", t));
    REQUIRE(w.number(sw + "golden_lookup_row", t) == w.number(sw + "rtl_lookup_row", t));
    rows |= 1U << *w.number(rtl + "row_o", t);
  }
  CHECK(lookups > 50);
  CHECK(rows == 0b1111U);  // both hosts, both suffixes
}

TEST_CASE("a wrong lookup is shown with golden and RTL beside each other",
          "[waves][cli][WAVE-DIFF]") {
  const Directory out;
  CHECK(run_selvage("run scenarios/twolevel_compare.yaml --set bug.highest_row=true --out " +
                    out.str())
            .code == 1);
  const auto result = nlohmann::json::parse(read_file(out.path() / "result.json"));
  const auto cycle = result["mismatch"]["cycle"].get<Cycle>();
  const WaveValues w(out.str() + "/waves.fst");
  REQUIRE(w.readable());
  std::string name = result["mismatch"]["switch"];
  std::replace(name.begin(), name.end(), '.', '_');
  const std::string sw = "fabric.sw_" + name + ".";
  const std::uint64_t t = cycle * kPeriod + kPeriod / 2;
  REQUIRE(w.has(sw + "rtl.twolevel_route.row_o"));
  CHECK(w.number(sw + "rtl_lookup_row", t) == w.number(sw + "rtl.twolevel_route.row_o", t));
  CHECK(w.number(sw + "golden_lookup_row", t) != w.number(sw + "rtl_lookup_row", t));
}
