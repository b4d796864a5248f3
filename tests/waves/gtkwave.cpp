// SPDX-License-Identifier: Apache-2.0
// GTKWave itself, on a virtual screen: it shows every signal that the view lists.
#include <catch2/catch.hpp>

#include <cstdlib>
#include <fstream>
#include <set>
#include <sstream>

#include "run_selvage.hpp"

using selvage::test::Directory;
using selvage::test::read_file;
using selvage::test::run_selvage;
using selvage::test::run_shell;

namespace {

std::set<std::string> lines_of(const std::string& text) {
  std::set<std::string> out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) out.insert(line);
  return out;
}

/// Paths of the signals a save file lists.
std::set<std::string> listed(const std::string& view) {
  std::set<std::string> out;
  for (const std::string& line : lines_of(view)) {
    const auto alias = line.rfind("+{", 0) == 0 ? line.find("} ") : std::string::npos;
    if (alias != std::string::npos) out.insert(line.substr(alias + 2));
  }
  return out;
}

}  // namespace

TEST_CASE("GTKWave shows every signal of the view, at the right place",
          "[waves][gtkwave][WAVE-VIEW]") {
  if (std::system("command -v gtkwave xvfb-run > /dev/null") != 0) {
    WARN("gtkwave or xvfb-run is missing: scripts/setup installs them");
    return;
  }
  const std::string run = GENERATE(
      "scenarios/hello_fault.yaml --seed 4 --set bug.skip_lft=true",
      "scenarios/fault_spread.yaml --waves always",
      "scenarios/switch_rtl.yaml --set bug.switch_message_free=true",
      "scenarios/hello_fault.yaml --waves always "
      "--engine golden",
      "scenarios/flow/e2_victims.yaml --waves always --wave-window 8990:9450 --wave-switches 0/0 "
      "--set phases.warmup=0 --set phases.measure=10000",
      "scenarios/hello_fault.yaml --waves always --set clock_ns=2.5 "
      "--set topology.m=16 --set topology.n=2 --set 'faults.links[0].link=0/15/12' "
      "--set phases.measure=12000");
  const Directory out;
  const auto ran = run_selvage("run " + run + " --quiet --out " + out.str());
  INFO(run << "\n" << ran.err);
  REQUIRE((ran.code == 0 || ran.code == 1));
  std::ofstream(out.path() / "ask.tcl")
      << "set f [open " << out.str() << "/shown w]\n"
      << "foreach s [gtkwave::getDisplayedSignals] { puts $f $s }\nclose $f\n"
      << "set f [open " << out.str() << "/window w]\n"
      << "puts $f [gtkwave::getWindowStartTime]\nputs $f [gtkwave::getWindowEndTime]\n"
      << "puts $f [gtkwave::getMarker]\nclose $f\n"
      << "gtkwave::/File/Quit\n";
  // The command that `selvage waves` prints, with a script added.
  const auto command = run_selvage("waves " + out.str() + "/result.json --viewer none");
  REQUIRE(command.code == 0);
  std::string line = command.out.substr(0, command.out.find('\n'));
  line.insert(line.find(' '), " -S " + out.str() + "/ask.tcl");
  const auto viewed = run_shell("timeout 40 xvfb-run -a " + line);
  INFO(viewed.out << viewed.err);
  REQUIRE(viewed.code == 0);
  const std::string view = read_file(out.path() / "waves.gtkw");
  const auto want = listed(view);
  const auto shown = lines_of(read_file(out.path() / "shown"));
  CHECK(want.size() > 20);
  for (const std::string& signal : want) {
    CAPTURE(signal);
    CHECK(shown.count(signal) == 1);
  }
  std::istringstream window(read_file(out.path() / "window"));
  std::uint64_t from = 0, until = 0, marker = 0;
  window >> from >> until >> marker;
  CHECK(from <= marker);
  CHECK(marker <= until);
  std::uint64_t start = 0;
  std::istringstream(view.substr(view.find("[timestart] ") + 12)) >> start;
  CHECK(from == start);
}
