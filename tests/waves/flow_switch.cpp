// SPDX-License-Identifier: Apache-2.0
// Waves of whole flow-channel switches in RTL beside the model.
#include <catch2/catch.hpp>

#include "fabric/record/wave_scope.hpp"
#include "golden/types.hpp"
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

constexpr unsigned kPorts = 8;
constexpr Cycle kLater = 49;  // as the page says
const std::string kRun =
    "run scenarios/switch_rtl_flow.yaml --quiet --no-view --set faults={} --set phases.warmup=100 ";

/// Bits of a port at a pin of the RTL, in its cycle `c`; x: it has none yet.
std::string of_port(const WaveValues& w, const std::string& pin, unsigned port, Cycle c) {
  const std::string bits = w.bits(pin, (c + kLater) * kPeriod + kPeriod / 2);
  const std::size_t width = bits.size() / kPorts;
  return bits.substr(bits.size() - width * (port + 1), width);
}

}  // namespace

TEST_CASE("WAVE-FLOW: units at the outputs of a flow-channel switch in RTL, beside the model's",
          "[waves][cli]") {
  const Directory out;
  const auto ran = run_selvage(
      kRun +
      "--set phases.measure=250 --waves always --wave-window 0:500 --wave-switches 0.0 --out " +
      out.str());
  REQUIRE(ran.code == 0);
  const auto cycles = json::parse(read_file(out.path() / "result.json"))["cycles"].get<Cycle>();
  const WaveValues w(out.str() + "/waves.fst");
  REQUIRE(w.readable());
  std::uint64_t loaded = 0, changed = 0;
  for (unsigned port = 0; port < kPorts; ++port) {
    const std::string row = "fabric.sw_0_0.port_" + std::to_string(port) + ".load";
    std::uint64_t last = 0;
    // The last cycles of the run are there, too, behind its end.
    for (Cycle c = 0; c < cycles && c + kLater < 500; ++c) {
      CAPTURE(port, c);
      const auto units = w.number(row, c * kPeriod);
      REQUIRE(units == std::stoull(of_port(w, "fabric.sw_0_0.rtl.load_o", port, c), nullptr, 2));
      loaded += *units != 0 ? 1 : 0;
      changed += *units != last ? 1 : 0;
      last = *units;
    }
  }
  CHECK(loaded > 1'000);
  CHECK(changed > 50);
}

TEST_CASE("WAVE-FLOW: a flow-channel switch that differs is repeated with its RTL, up to there",
          "[waves][cli]") {
  // The second run is over before the RTL, which is behind the model, comes to the difference.
  for (const char* drain : {"100000", "1"}) {
    const Directory out;
    const auto ran = run_selvage(kRun + "--set phases.measure=260 --set phases.drain=" + drain +
                                 " --set bug.flow_switch_far_ack=true --out " + out.str());
    REQUIRE(ran.code == 1);
    const json result = json::parse(read_file(out.path() / "result.json"));
    const json& m = result["mismatch"];
    CAPTURE(drain, m.dump(), result["cycles"].get<Cycle>());
    REQUIRE(m["what"] == "load");
    const auto cycle = m["cycle"].get<Cycle>();
    CHECK((result["cycles"].get<Cycle>() < cycle + kLater - 1) == (std::string(drain) == "1"));
    const std::string port = m["port"];
    const unsigned p = static_cast<unsigned>(port.back() - '0');
    const std::string name = m["switch"];  // "<0,0>"
    const std::string sw = "fabric." + fabric::wave_scope(name);
    const WaveValues w(out.str() + "/waves.fst");
    REQUIRE(w.readable());
    CHECK(std::stoull(of_port(w, sw + ".rtl.load_o", p, cycle), nullptr, 2) ==
          std::stoull(m["actual"].get<std::string>()));
    CHECK(w.number(sw + ".port_" + std::to_string(p) + ".load", cycle * kPeriod) ==
          std::stoull(m["expected"].get<std::string>()));
    const std::string view = read_file(out.path() / "waves.gtkw");
    CHECK_THAT(view, Catch::Contains(sw + ".rtl.load_o["));
    CHECK_THAT(view, Catch::Contains("@800200\n-rtl\n"));
  }
}
