// SPDX-License-Identifier: Apache-2.0
// How a run that fails is shown, whatever it runs on: deadlock, what holds from cycle 0 on, the
// block that differs, labels of markers.
#include <catch2/catch.hpp>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "fabric/record/wave_scope.hpp"
#include "golden/types.hpp"
#include "run_selvage.hpp"
#include "wave_values.hpp"
#include "waves/save_file.hpp"

using namespace selvage;
using Catch::Contains;
using nlohmann::json;
using selvage::test::Directory;
using selvage::test::read_file;
using selvage::test::run_selvage;
using tb::kPeriod;
using tb::WaveValues;

namespace {

constexpr unsigned kDeadlock = 3;  // of the row verdict

/// A run into a folder, which has to end with exit code 1.
struct Failed {
  explicit Failed(const std::string& arguments) {
    const auto ran = run_selvage("run " + arguments + " --out " + out.str());
    INFO(ran.out << ran.err);
    REQUIRE(ran.code == 1);
    printed = ran.out;
    result = json::parse(read_file(out.path() / "result.json"));
    view = read_file(out.path() / "waves.gtkw");
    waves = std::make_unique<WaveValues>(out.str() + "/waves.fst");
    REQUIRE(waves->readable());
  }
  /// "(1,2,3)" -> "fabric.sw_1_2_3."
  [[nodiscard]] static std::string scope_of(const std::string& name) {
    return "fabric." + fabric::wave_scope(name) + ".";
  }
  /// The lines between the begin of an open group and its end.
  [[nodiscard]] std::string open_group(const std::string& name, std::size_t from = 0) const {
    const std::size_t at = view.find("@800200\n-" + name, from);
    INFO(name << " is no open group");
    REQUIRE(at != std::string::npos);
    const std::string title = view.substr(at + 9, view.find('\n', at + 9) - at - 9);
    return view.substr(at, view.find("@1000200\n-" + title + "\n", at) - at);
  }

  Directory out;
  std::string printed;
  json result;
  std::string view;
  std::unique_ptr<WaveValues> waves;
};

/// Place of a marker in ps, and its name without the blanks that move it.
std::map<std::string, std::uint64_t> markers(const std::string& view) {
  std::istringstream lines(view);
  std::vector<std::uint64_t> places;
  std::map<std::string, std::uint64_t> found;
  for (std::string line; std::getline(lines, line);) {
    if (line[0] == '*') {
      std::istringstream numbers(line.substr(1));
      std::string zoom, cursor;
      numbers >> zoom >> cursor;
      for (std::string place; numbers >> place && place != "-1";)
        places.push_back(std::stoull(place));
    }
    const std::string lead = "[markername] ";
    if (line.rfind(lead, 0) != 0) continue;
    std::string name = line.substr(lead.size() + 1);
    name.erase(0, name.find_first_not_of(' '));
    name.erase(name.find_last_not_of(' ') + 1);
    found[name] = places.at(static_cast<std::size_t>(line[lead.size()] - 'A'));
  }
  return found;
}

}  // namespace

TEST_CASE("WAVE-DEAD: a deadlock of a mesh: verdict, markers, its channels open", "[waves][cli]") {
  const Failed run("scenarios/mesh_literal_deadlock.yaml");
  const Cycle since = run.result["idle_since"];
  CHECK_THAT(run.printed,
             Contains("nothing has moved since cycle " + std::to_string(since) + "\n"));
  CHECK_THAT(run.printed, Contains("#t=" + std::to_string(since) + "\n"));
  CHECK(run.waves->number("fabric.verdict", since * kPeriod) == kDeadlock);
  CHECK(run.waves->number("fabric.verdict", since * kPeriod - 1) == 0U);
  const auto marks = markers(run.view);
  REQUIRE(marks.count("deadlock") == 1);
  CHECK(marks.at("deadlock") == since * kPeriod);
  REQUIRE(marks.count("cycle closes") == 1);
  const std::uint64_t closed = marks.at("cycle closes");
  CHECK(closed < since * kPeriod);
  unsigned late = 0;
  REQUIRE(run.result["wait_cycle"].size() > 1);
  for (const std::string channel : run.result["wait_cycle"]) {  // "... -> (2,1,0) (2,1,0)y- vc1"
    CAPTURE(channel);
    std::string sw, port, vc;
    std::istringstream(channel.substr(channel.find("-> ") + 3)) >> sw >> port >> vc;
    const std::vector<std::string> names{"x+", "x-", "y+", "y-", "z+", "z-"};
    const auto at = std::find(names.begin(), names.end(), port.substr(port.size() - 2));
    const std::string number = std::to_string(at - names.begin());
    const std::string scope =
        Failed::scope_of(sw) + "port_" + number + ".channel_" + vc.substr(2) + ".";
    // Open, with all three rows, also of a channel in which nothing changes any more.
    const std::string group = run.open_group("switch " + sw + ", in the cycle");
    CHECK_THAT(group, Contains("@800200\n-port " + number + " to ") &&
                          Contains("@800200\n-channel " + vc.substr(2) + "\n") &&
                          Contains(scope + "head[") && Contains(scope + "flits[") &&
                          Contains(scope + "waits_for["));
    // From its closing on each waits as it does at the end; one of them only since then.
    const std::string waits = run.waves->text(scope + "waits_for", run.waves->end());
    CHECK(waits != "");
    for (std::uint64_t t = closed; t < run.waves->end(); t += kPeriod) {
      REQUIRE(run.waves->text(scope + "waits_for", t) == waits);
    }
    late += run.waves->text(scope + "waits_for", closed - kPeriod) != waits ? 1 : 0;
  }
  CHECK(late > 0);
  std::uint64_t start = 0;
  std::istringstream(run.view.substr(run.view.find("[timestart] ") + 12)) >> start;
  CHECK(start < closed);
}

TEST_CASE("WAVE-DEAD: without a replay the verdict is known when the watchdog is", "[waves][cli]") {
  const Directory out;
  const auto ran = run_selvage(
      "run scenarios/mesh_literal_deadlock.yaml --waves always --quiet --wave-window 6000:9000 "
      "--out " +
      out.str());
  CHECK(ran.code == 1);
  const json result = json::parse(read_file(out.path() / "result.json"));
  const WaveValues w(out.str() + "/waves.fst");
  REQUIRE(w.readable());
  const auto end = result["cycles"].get<Cycle>();
  CHECK(w.number("fabric.verdict", (end + 1) * kPeriod) == kDeadlock);
  CHECK(w.number("fabric.verdict", (end - 1) * kPeriod) == 0U);
}

TEST_CASE("WAVE-ZERO: what holds from cycle 0 on is in the view", "[waves][cli]") {
  const Directory out;
  const auto ran = run_selvage(
      "run scenarios/mesh_4x4x4_faults.yaml --waves always --quiet --wave-window 0:200 "
      "--wave-switches 3.0.1,3.2.2 --set phases.measure=300 --out " +
      out.str());
  CHECK(ran.code == 0);
  const std::string view = read_file(out.path() / "waves.gtkw");
  const WaveValues w(out.str() + "/waves.fst");
  REQUIRE(w.readable());
  unsigned unsafe = 0, known = 0;
  for (const std::string sw : {"fabric.sw_3_0_1.", "fabric.sw_3_2_2."}) {
    std::uint64_t statuses = 0;
    unsigned bit = 0;
    for (const std::string status :
         {"xy_same", "xy_mixed", "yz_same", "yz_mixed", "zx_same", "zx_mixed"}) {
      const auto now = w.number(sw + "unsafe_" + status, 0).value_or(0);
      CHECK(now == w.number(sw + "unsafe_" + status, 100 * kPeriod));
      CHECK((view.find(sw + "unsafe_" + status) != std::string::npos) == (now != 0));
      statuses |= now << bit++;
      unsafe += now != 0 ? 1 : 0;
    }
    CHECK(w.number(sw + "rtl.mcc_label.unsafe_o", 0) == statuses);
    for (unsigned p = 0; p < 6; ++p) {
      const std::string link = sw + "link_" + std::to_string(p);
      const bool dead = w.number(link, 0) == 2U;  // known_dead
      CHECK((view.find(link + "[") != std::string::npos) == dead);
      known += dead ? 1 : 0;
    }
    CHECK(w.number(sw + "neighbours_down", 0) != 0U);
    CHECK_THAT(view, Contains(sw + "neighbours_down"));
  }
  CHECK(unsafe > 0);
  CHECK(known > 0);
}

TEST_CASE("WAVE-DIFF: a mismatch is named in the waves with the block that differs",
          "[waves][cli]") {
  struct Case {
    std::string arguments, block, group;
  };
  const auto c = GENERATE(
      Case{"scenarios/mesh_4x4x4_faults.yaml --set bug.planar_no_reserve=true", "planar_route",
           "planar_route\n"},
      Case{"scenarios/twolevel_compare.yaml --set bug.highest_row=true", "twolevel_route",
           "twolevel_route\n"},
      Case{"scenarios/flow_lockstep.yaml --set bug.ifct_no_block=true", "ifct", "channel "},
      Case{"scenarios/mesh_repair.yaml --set bug.epoch_not_begun=true", "label_epoch",
           "label_epoch\n"});
  const Failed run(c.arguments);
  const json& m = run.result["mismatch"];
  CAPTURE(c.arguments, m.dump());
  CHECK(m["block"] == c.block);
  const std::uint64_t t = run.waves->end() - 1;
  CHECK(run.waves->number("fabric.verdict", t) == 1U);
  CHECK(run.waves->text("fabric.mismatch", t) == m["what"].get<std::string>() + " of " + c.block);
  CHECK(run.waves->text("fabric.mismatch_golden", t) == m["expected"]);
  CHECK(run.waves->text("fabric.mismatch_rtl", t) == m["actual"]);
  const std::uint64_t at = m["cycle"].get<std::uint64_t>() * kPeriod;
  CHECK(run.waves->text("fabric.mismatch", at - 1).empty());
  CHECK_THAT(run.view, Contains("fabric.mismatch_golden[") && Contains("fabric.mismatch_rtl["));
  const std::string sw = run.open_group("switch ");
  CHECK_THAT(sw, Contains(", of the mismatch\n"));
  if (c.block != "ifct") {
    CHECK_THAT(sw, Contains("@800200\n-" + c.group));
    return;
  }
  const std::string what = m["what"];  // "state_q of row 0"
  const std::string row = what.substr(what.rfind(' ') + 1);
  CHECK_THAT(sw, Contains("@800200\n-channel " + std::string(row.size() < 2 ? "0" : "") + row));
}

TEST_CASE("COS-PLACE: what happened before stands before a mismatch, in words", "[waves][cli]") {
  struct Case {
    std::string arguments, last;
  };
  const auto c = GENERATE(
      Case{"scenarios/mesh_4x4x4_faults.yaml --set bug.planar_no_reserve=true", "goes: "},
      Case{"scenarios/twolevel_compare.yaml --set bug.highest_row=true", "goes: row 8, drop"},
      Case{"scenarios/flow_lockstep.yaml --set bug.ep_draws_less=true", "packet depth "},
      Case{"scenarios/flow_lockstep.yaml --set bug.redirect_exempt=true", "load of row "},
      Case{"scenarios/flow_lockstep.yaml --set bug.ack_any_size=true", "push of ACK "},
      Case{"scenarios/flow_lockstep.yaml --set bug.unpack_one_word=true", "word"},
      Case{"scenarios/flow_lockstep.yaml --set bug.ifct_no_release=true", "ACK NORMAL of row "});
  const Directory out;
  const auto ran = run_selvage("run " + c.arguments + " --waves never --quiet --out " + out.str());
  CHECK(ran.code == 1);
  const json m = json::parse(read_file(out.path() / "result.json"))["mismatch"];
  CAPTURE(m.dump());
  REQUIRE(!m["recent"].empty());
  CHECK_THAT(m["recent"].back().get<std::string>(), Contains(c.last));
  for (const std::string line : m["recent"]) {
    if (line.rfind("before cycle 0: ", 0) == 0) {
      CHECK_THAT(line, Contains("statuses "));
      continue;
    }
    REQUIRE(line.rfind("cycle ", 0) == 0);
    CHECK(std::stoull(line.substr(6)) <= m["cycle"].get<std::uint64_t>());
  }
}

TEST_CASE("WAVE-MARK: names of markers stand beside each other", "[waves]") {
  waves::SaveFile save("w.fst", "w.gtkw");
  constexpr double kPane = waves::SaveFile::kWidth - waves::SaveFile::kNamesWidth - 40.0;
  constexpr double kCharacter = 5.0;  // points, as GTKWave draws it
  save.zoom(10'000, 20'000);
  const std::vector<std::pair<std::uint64_t, std::string>> moments{
      {500, "before the window"}, {10'000, "fault"},       {15'000, "detected"},
      {15'040, "detected too"},   {15'040, "last change"}, {15'090, "repaired"},
      {17'500, "alone"},          {19'990, "mismatch"}};
  for (const auto& [ps, name] : moments) save.marker(ps, name);
  std::istringstream lines(save.text());
  double right = 0;
  std::size_t next = 0;
  for (std::string line; std::getline(lines, line);) {
    const std::string lead = "[markername] ";
    if (line.rfind(lead, 0) != 0) continue;
    REQUIRE(next < moments.size());
    const auto& [ps, name] = moments[next];
    CHECK(line[lead.size()] == static_cast<char>('A' + next));
    const std::string padded = line.substr(lead.size() + 1);
    const std::size_t at = padded.find(name);
    REQUIRE(at != std::string::npos);
    CHECK(padded.find_first_not_of(' ') == at);
    CHECK(padded.find_last_not_of(' ') == at + name.size() - 1);
    ++next;
    if (ps < 10'000) {
      CHECK(padded == name);
      continue;
    }
    // The middle of the whole text stands above the marker.
    const double marker = static_cast<double>(ps - 10'000) / 10'000 * kPane;
    const double left =
        marker + kCharacter * (static_cast<double>(at) - static_cast<double>(padded.size()) / 2);
    CAPTURE(name, left, right);
    CHECK(left >= right - 1);
    right = left + kCharacter * static_cast<double>(name.size());
    CHECK(right <= kPane + 3);
    if (name == "alone") CHECK(padded == name);
    if (name != "before the window") CHECK(std::abs((left + right) / 2 - marker) < 120);
  }
  CHECK(next == moments.size());
}
