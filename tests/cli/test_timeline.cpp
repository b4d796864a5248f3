// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "run_selvage.hpp"

using namespace selvage::test;
namespace fs = std::filesystem;

namespace {

nlohmann::json result_of(const std::string& arguments, const Directory& out) {
  const Ran ran = run_selvage("run " + arguments + " --json --out " + out.str());
  CAPTURE(ran.err);
  REQUIRE(ran.code == 0);
  return ran.json();
}

}  // namespace

TEST_CASE("a run with a link failure leaves its timeline beside the result",
          "[FT-AUD-3][RUN-TIMELINE]") {
  const Directory out;
  const auto j = result_of("scenarios/hello_fault.yaml", out);
  REQUIRE(j["timeline"]["svg"] == "timeline.svg");
  REQUIRE(j["timeline"]["trace"] == "timeline.trace.json");
  const std::string svg = read_file(out.path() / "timeline.svg");
  CHECK(svg.find("<svg ") != std::string::npos);
  CHECK(svg.find("LK&lt;0,21&gt;3 dies in cycle 10000") != std::string::npos);
  const auto trace = nlohmann::json::parse(read_file(out.path() / "timeline.trace.json"));
  CHECK(trace["otherData"]["links"][0] == "LK<0,21>3");
  CHECK(j["hop_bound"]["hops"] == 3);
  CHECK(j["hop_bound"]["exact"] == true);
  CHECK(j["hop_bound"]["requirement"] == "FT-AUD-3");
  CHECK(j["faults"][0]["hops"] == 3);
}

TEST_CASE("a timeline that is not wanted is not written, and an old one goes", "[RUN-TIMELINE]") {
  const Directory out;
  static_cast<void>(result_of("scenarios/hello_fault.yaml", out));
  REQUIRE(fs::exists(out.path() / "timeline.svg"));
  const auto j = result_of("scenarios/hello_fault.yaml --timeline never", out);
  CHECK(j["timeline"].is_null());
  CHECK_FALSE(fs::exists(out.path() / "timeline.svg"));
  CHECK_FALSE(fs::exists(out.path() / "timeline.trace.json"));
}

TEST_CASE("without a failure the timeline is written only when it is asked for", "[RUN-TIMELINE]") {
  const Directory out;
  const std::string calm = "scenarios/saturation.yaml --set phases.measure=500";
  CHECK(result_of(calm, out)["timeline"].is_null());
  CHECK_FALSE(fs::exists(out.path() / "timeline.svg"));
  CHECK(result_of(calm + " --timeline always", out)["timeline"].is_object());
  CHECK(fs::exists(out.path() / "timeline.svg"));
}

TEST_CASE("a wrong --timeline is a wrong option", "[CLI-WRONG]") {
  CHECK(run_selvage("run scenarios/hello_fault.yaml --timeline sometimes").code == 2);
}
