// SPDX-License-Identifier: Apache-2.0
// Waves of routers in RTL beside the model.
#include <catch2/catch.hpp>

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

constexpr unsigned kCount = 8;  // bits of a count of flits
constexpr unsigned kPorts = 7, kVcs = 2;

const std::string kRun =
    "run scenarios/mesh_router.yaml --quiet --set phases.warmup=0 --set phases.measure=2500 "
    "--set faults.random.from=300 --set faults.random.until=2000 "
    "--set faults.random.repair_after.from=100 --set faults.random.repair_after.until=600 ";

/// Flits in the buffer of an input channel, as the RTL has them.
std::uint64_t held(const WaveValues& w, const std::string& sw, unsigned channel, std::uint64_t t) {
  const std::string bits = w.bits(sw + "rtl.mesh_router.i_inputs.count_q", t);
  REQUIRE(bits.size() == std::size_t{kCount} * kPorts * kVcs);
  return std::stoull(bits.substr(bits.size() - std::size_t{kCount} * (channel + 1), kCount),
                     nullptr, 2);
}

json result_of(const Directory& folder) {
  json result = json::parse(read_file(folder.path() / "result.json"));
  for (const char* field : {"waves", "wall", "arguments", "reproduce"}) result.erase(field);
  return result;
}

}  // namespace

TEST_CASE("WAVE-ROUTER: buffers of a router in RTL, cycle by cycle beside the model",
          "[waves][cli]") {
  const Directory with, without;
  REQUIRE(run_selvage(kRun + "--waves never --out " + without.str()).code == 0);
  REQUIRE(run_selvage(kRun +
                      "--waves always --wave-window 0:2600 --wave-switches 1.1.1,2.1.1 --out " +
                      with.str())
              .code == 0);
  CHECK(result_of(with) == result_of(without));
  const WaveValues w(with.str() + "/waves.fst");
  REQUIRE(w.readable());
  std::uint64_t filled = 0, changed = 0;
  for (const std::string sw : {"fabric.sw_1_1_1.", "fabric.sw_2_1_1."}) {
    for (Cycle c = 0; c < 2500; ++c) {
      for (unsigned channel = 0; channel < kPorts * kVcs; ++channel) {
        const std::string row = sw + "port_" + std::to_string(channel / kVcs) + ".channel_" +
                                std::to_string(channel % kVcs) + ".flits";
        if (!w.has(row)) continue;
        // A flit that comes in cycle c is in a register of the RTL after the edge of c + 1, which
        // stands at c + 2.
        const auto flits = w.number(row, c * kPeriod);
        CAPTURE(row, c);
        REQUIRE(flits == held(w, sw, channel, (c + 2) * kPeriod + kPeriod / 2));
        filled += *flits != 0 ? 1 : 0;
      }
    }
    for (unsigned p = 0; p < 6; ++p) {
      const std::string link = sw + "link_" + std::to_string(p);
      for (Cycle c = 1; c < 2500; ++c) {
        changed += w.number(link, c * kPeriod) != w.number(link, (c - 1) * kPeriod) ? 1 : 0;
      }
    }
  }
  CHECK(filled > 5000);
  CHECK(changed > 1);
}

TEST_CASE("WAVE-ROUTER: a router that differs is repeated with its RTL", "[waves][cli]") {
  const Directory out;
  const auto ran = run_selvage(
      "run scenarios/mesh_router.yaml --quiet --set bug.router_no_pass=true --out " + out.str());
  CHECK(ran.code == 1);
  const json m = json::parse(read_file(out.path() / "result.json"))["mismatch"];
  std::string sw = "fabric.sw";
  for (const char c : m["switch"].get<std::string>()) {
    if (std::isdigit(static_cast<unsigned char>(c)) != 0) sw += std::string("_") + c;
  }
  const WaveValues w(out.str() + "/waves.fst");
  REQUIRE(w.readable());
  REQUIRE(w.has(sw + ".rtl.tx_valid_o"));
  // Golden sends by the port, the RTL does not; an edge executes a cycle one later.
  REQUIRE(m["what"] == "flit that leaves");
  REQUIRE(m["actual"] == "none");
  const std::string port = m["port"];  // "(1,1,2)y+"
  const std::string directions = "x+x-y+y-z+z-";
  const std::size_t p = directions.find(port.substr(port.size() - 2)) / 2;
  const auto sent = [&](Cycle cycle) {
    return w.bits(sw + ".rtl.tx_valid_o", (cycle + 1) * kPeriod + kPeriod / 2).at(kPorts - 1 - p);
  };
  CHECK(sent(m["cycle"]) == '0');
  CHECK(sent(m["cycle"].get<Cycle>() - 1) == '1');
  const std::string view = read_file(out.path() / "waves.gtkw");
  CHECK_THAT(view, Catch::Contains(sw + ".rtl.tx_valid_o["));
  CHECK_THAT(view, Catch::Contains("@800200\n-rtl\n"));
}
