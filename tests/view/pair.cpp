// SPDX-License-Identifier: Apache-2.0
// Both engines side by side: defects are planted in the RTL of every system.
#include <catch2/catch.hpp>
#include <fstream>

#include "report/view/events.hpp"
#include "support.hpp"

using namespace selvage::test;
using nlohmann::json;

namespace {

json mismatch_of(const WatchedRun& run) {
  for (const json& e : run.events) {
    if (e["type"] == "mismatch") return e;
  }
  FAIL("no mismatch");
  return {};
}

/// The value of a name in the state of one side; null: it is not there.
json value(const json& side, const std::string& name) {
  for (const json& row : side["state"].is_null() ? json::array() : side["state"]) {
    if (row[0] == name) return row[1];
  }
  return nullptr;
}

/// Both sides drawn (tests/view/pair.js).
void check_drawn(const WatchedRun& run) {
  if (!node_is_there()) return;
  const Directory out;
  const std::string file = out.str() + "/view.html";
  std::ofstream(file) << run.page;
  const Ran said = run_shell("node tests/view/pair.js " + file);
  CAPTURE(said.out, said.err);
  CHECK(said.code == 0);
  CHECK(said.out.rfind("good: ", 0) == 0);
}

const std::string kMesh = "scenarios/mesh_4x4x4_faults.yaml --set phases.measure=4000 ";

}  // namespace

TEST_CASE("VIEW-EV-6, VIEW-PAGE-9: a packet that goes another way: both ways, and what is usable") {
  const WatchedRun run = watched(kMismatch);
  const json m = mismatch_of(run);
  CHECK(m["expected"] == std::to_string(m["model"]["out"].get<unsigned>()));
  CHECK(m["actual"] == std::to_string(m["rtl"]["out"].get<unsigned>()));
  CHECK(m["model"]["ways"] == m["rtl"]["ways"]);  // V is the same, the choice is not
  for (const char* side : {"model", "rtl"}) {
    const json& ways = m[side]["ways"];
    CHECK(std::find(ways.begin(), ways.end(), m[side]["out"]) != ways.end());
    CHECK(value(m[side], "V").is_string());
    CHECK(value(m[side], "answer").get<std::string>().rfind("up port ", 0) == 0);
  }
  check_drawn(run);

  // As it was written it is read; a port that the switch has not is refused.
  std::string why;
  CHECK(selvage::report::read_events(run.text, why));
  const std::string out = R"("model":{"out":)" + m["model"]["out"].dump();
  std::string other = run.text;
  REQUIRE(other.find(out) != std::string::npos);
  other.replace(other.find(out), out.size(), R"("model":{"out":8)");
  CHECK_FALSE(selvage::report::read_events(other, why));
  CHECK(why.find("model: there is no such port") != std::string::npos);
}

TEST_CASE("VIEW-EV-6, VIEW-PAGE-9: state that differs, in a fat tree and in a mesh") {
  const WatchedRun tree =
      watched("scenarios/repair_four_levels.yaml --set bug.repair_clears_both=true");
  const json line = mismatch_of(tree);
  CHECK(line["block"] == "fault_table");
  const std::string lost = "table line <0,111>";
  CHECK(value(line["model"], lost) == "not by port 2");
  CHECK(value(line["rtl"], lost).is_null());
  CHECK(line["model"]["ways"] == line["rtl"]["ways"]);
  check_drawn(tree);

  const WatchedRun mesh = watched(kMesh + "--set bug.mcc_line_backwards=true");
  const json m = mismatch_of(mesh);
  CHECK(m["what"] == "line bits");
  CHECK(value(m["model"], "line bits") == m["expected"]);
  CHECK(value(m["rtl"], "line bits") == m["actual"]);
  CHECK(m["model"]["out"].is_null());
  check_drawn(mesh);
}

TEST_CASE("VIEW-EV-6, VIEW-PAGE-9: answers of a mesh node and of a two-level table") {
  const WatchedRun mesh = watched(kMesh + "--set bug.planar_no_reserve=true");
  const json m = mismatch_of(mesh);
  CHECK(m["block"] == "planar_route");
  CHECK(value(m["model"], "legal channels") == m["expected"]);
  CHECK(value(m["rtl"], "legal channels") == m["actual"]);
  CHECK(value(m["model"], "epoch") == value(m["rtl"], "epoch"));
  check_drawn(mesh);

  const WatchedRun table = watched(
      "scenarios/twolevel_compare.yaml --engine lockstep --set bug.highest_row=true "
      "--set phases.measure=3000");
  const json t = mismatch_of(table);
  CHECK(t["model"]["out"] != t["rtl"]["out"]);
  const std::string answer = value(t["model"], "answer");  // "row 4, port 6, ..."
  const std::string row = answer.substr(0, answer.find(','));
  CHECK(value(t["model"], row).is_string());
  CHECK(value(t["model"], row) == value(t["rtl"], row));  // the tables are the same
  check_drawn(table);
}

TEST_CASE("VIEW-EV-6, VIEW-PAGE-9: the fields of a block of flow channels") {
  const WatchedRun run = watched("scenarios/flow_lockstep.yaml --set bug.ifct_no_block=true");
  const json m = mismatch_of(run);
  const std::string what = m["what"];
  const std::string field = what.substr(0, what.find(' '));
  CHECK(value(m["model"], field) == m["expected"]);
  CHECK(value(m["rtl"], field) == m["actual"]);
  std::size_t same = 0;
  for (const json& row : m["model"]["state"]) same += value(m["rtl"], row[0]) == row[1] ? 1 : 0;
  CHECK(same > 0);  // all of them, not only what differs
  check_drawn(run);
}
