// SPDX-License-Identifier: Apache-2.0
// Packets in a timeline that no failure of a link is charged with.
#include <catch2/catch.hpp>

#include "report/loss_rows.hpp"
#include "support.hpp"

using namespace selvage;
using namespace selvage::test;
using nlohmann::json;

namespace {

/// Words of the drawing's part, and the packets that its crosses count.
struct Drawn {
  std::vector<std::string> words;
  std::uint64_t crosses = 0;
};

Drawn drawn(const json& run) {
  Drawn d;
  for (const Element& e : parse_xml(run["svg"])) {
    if (e.panel != "panel losses") continue;
    if (e.tag == "text") d.words.push_back(e.text);
    if (e.attributes.is_null() || e.attributes.value("class", "") != "lost") continue;
    const auto alike = e.title.find(" alike, the first: ");
    d.crosses += alike == std::string::npos ? 1 : std::stoull(e.title.substr(0, alike));
    CHECK_THAT(e.title, Catch::Contains("packet "));
  }
  return d;
}

std::string lost(std::uint64_t packets) {
  return std::to_string(packets) + (packets == 1 ? " packet lost" : " packets lost");
}

void check_row(const Drawn& d, const std::string& name, std::uint64_t packets) {
  INFO(name);
  const auto at = std::find(d.words.begin(), d.words.end(), name);
  REQUIRE(at != d.words.end());
  REQUIRE(at + 1 != d.words.end());
  CHECK(*(at + 1) == lost(packets));
}

Scenario loaded() {
  Scenario s;
  s.name = "losses";
  s.traffic.load = 0.3;
  s.phases = {0, 6'000, 100'000};
  return s;
}

}  // namespace

TEST_CASE("RUN-LOST: a switch dies, a link has an outage, links damage packets: a row each") {
  const auto make = tb::fat_tree(4, 3, Engine::kGolden);
  Scenario s = loaded();
  const auto topology = make();
  std::string why;
  const auto link = topology->topology().parse_link("0/00/2", why);
  REQUIRE(link);
  s.faults.failing_nodes = {{3, 2'000, Cycle{3'500}}};
  s.faults.flaps = {{*link, 1'000, 80}};
  s.faults.bit_errors = 1e-4;
  const json run = reported(s, make);
  const Drawn d = drawn(run);
  const std::uint64_t node = run["nodes"][0]["lost"], flap = run["flaps"][0]["lost"],
                      other = run["other"];
  REQUIRE(node > 0);
  REQUIRE(flap > 0);
  REQUIRE(other > 0);
  check_row(d, "switch " + run["nodes"][0]["name"].get<std::string>() + " dies", node);
  check_row(d, "outage of " + run["flaps"][0]["name"].get<std::string>(), flap);
  check_row(d, "by no failure", other);
  CHECK(d.crosses == node + flap + other);
  std::uint64_t of_links = 0;
  for (const json& f : run["faults"]) {
    of_links +=
        f["story"]["losses"].get<std::uint64_t>() + f["story"]["no_route"].get<std::uint64_t>();
  }
  CHECK(of_links + d.crosses == run["dropped"]);
}

TEST_CASE("RUN-LOST: behind the twelfth outage they share a row, and all packets are counted") {
  const auto make = tb::fat_tree(4, 3, Engine::kGolden);
  Scenario s = loaded();
  s.seed = 7;
  s.faults.random.flaps = 20;
  s.faults.random.from = 1'000;
  s.faults.random.until = 5'000;
  const json run = reported(s, make);
  REQUIRE(run["flaps"].size() == 20);
  const Drawn d = drawn(run);
  const auto rows = std::count_if(d.words.begin(), d.words.end(), [](const std::string& w) {
    return w.rfind("outage of ", 0) == 0;
  });
  CHECK(rows == report::kMostLossRows - 1);
  std::uint64_t all = 0, behind = 0;
  for (std::size_t i = 0; i < 20; ++i) {
    const auto one = run["flaps"][i]["lost"].get<std::uint64_t>();
    all += one;
    if (i >= report::kMostLossRows - 1) behind += one;
  }
  REQUIRE(all > 0);
  check_row(d, "9 other outages", behind);
  CHECK(d.crosses == all);
}

TEST_CASE("RUN-LOST: where nothing is lost but by failures of links there is no such part") {
  const auto make = tb::fat_tree(4, 3, Engine::kGolden);
  const json run = reported(failing(make, {"0/21/3"}), make);
  CHECK(drawn(run).words.empty());
}
