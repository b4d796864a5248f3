// SPDX-License-Identifier: Apache-2.0
// scripts/netlist_lockstep and scripts/mutate on the smallest blocks, with the tests of this build.
#include <catch2/catch.hpp>

#include <algorithm>
#include <fstream>

#include "run_selvage.hpp"

using namespace selvage::test;
using Catch::Contains;

namespace {

/// Results are left in `folder`, nothing is kept.
Ran script(const std::string& command, const Directory& folder) {
  return run_shell("SELVAGE_ALL=1 SELVAGE_BUILD='" SELVAGE_BUILD_DIR "' SELVAGE_MUTANTS='" +
                   folder.str() + "' scripts/" + command);
}

/// What a row says of the text of a block or a source.
std::string text_of(const std::string& name) {
  const std::string said = run_shell("scripts/plan --text " + name).out;
  return said.substr(0, said.find('\n'));
}

}  // namespace

TEST_CASE("SCR-NETLIST: netlists pass the lockstep of their blocks, one with a wrong gate does not",
          "[scripts][nightly]") {
  const Directory folder;
  const Ran right = script("netlist_lockstep mcc_label ep_ack_type", folder);
  CAPTURE(right.out, right.err);
  CHECK(right.code == 0);
  CHECK_THAT(right.out, Contains("ep_ack_type") && Contains("is the golden model"));
  const Ran wrong = script("netlist_lockstep --broken mcc_label", folder);
  CAPTURE(wrong.out, wrong.err);
  CHECK(wrong.code == 0);
  CHECK_THAT(wrong.out, Contains("a broken gate is found: "));
}

TEST_CASE("SCR-MUTATE: mutants are killed, what was tried is not tried again, who lives is told",
          "[scripts]") {
  const Directory folder;
  const std::string results = folder.str() + "/flow_walker.txt";
  const Ran first = script("mutate flow_walker --count 4", folder);
  CAPTURE(first.out, first.err);
  CHECK(first.code == 0);
  CHECK_THAT(first.out,
             Contains("reset in mid-run: ") && Contains(" circuit ") &&
                 Contains("| 4 | 4 | 0 | 0 | 0 | 0 | 100 % | " + text_of("flow_walker") + " |\n"));
  std::string text = read_file(results);
  CHECK(std::count(text.begin(), text.end(), '\n') >= 5);
  // The verdict of one that was tried is that of the file.
  const std::size_t at = text.find("\treset in mid-run: ");
  REQUIRE(at != std::string::npos);
  text.replace(at, text.find('\n', at) - at, "\tlives");
  std::ofstream(results) << text;
  const Ran again = script("mutate flow_walker --count 4", folder);
  CAPTURE(again.out);
  CHECK(again.code == 1);
  CHECK_THAT(again.out, Contains(": LIVES\n") && Contains("| 4 | 3 | 0 | 0 | 0 | 1 | 75 % | " +
                                                          text_of("flow_walker") + " |\n"));
  CHECK(read_file(results) == text);
}

TEST_CASE("SCR-GOLDEN: mutants of a golden source are killed by its tests, who lives is told",
          "[scripts]") {
  const std::string command =
      "scripts/mutate_golden twolevel/table.cpp --count 4 --build '" SELVAGE_BUILD_DIR "'";
  const Ran killed = run_shell(command);
  CAPTURE(killed.out, killed.err);
  CHECK(killed.code == 0);
  CHECK_THAT(killed.out, Contains("| `twolevel/table.cpp`, 4 chosen | 4 | 4 | 0 | 0 | 100 % | " +
                                  text_of("twolevel/table.cpp") + " |\n"));
  const Ran unseen = run_shell(command + " --tests golden_probe");  // look at something else
  CAPTURE(unseen.out, unseen.err);
  CHECK(unseen.code == 1);
  CHECK_THAT(unseen.out, Contains(": LIVES\n") &&
                             Contains("| `twolevel/table.cpp`, 4 chosen | 4 | 0 | 0 | 4 | 0 % | " +
                                      text_of("twolevel/table.cpp") + " |\n"));
  CHECK(run_shell("scripts/mutate_golden nothing.cpp").code == 2);
  const Ran one = run_shell(command + " --only " + killed.out.substr(0, 8));
  CHECK(one.code == 0);
  CHECK_THAT(one.out, Contains(killed.out.substr(0, 8)) && !Contains("%"));
  // The compiler works enumerators out: they are none.
  const Ran listed = run_shell("scripts/mutate_golden fattree/fault_message.hpp --list");
  CHECK_THAT(listed.out, Contains("unsigned level = 0") && !Contains("kUlfm = 1"));
}

TEST_CASE("SCR-GOLDEN: headers of the same tests are compiled together, each has its row",
          "[scripts]") {
  const Ran ran = run_shell(
      "scripts/mutate_golden twolevel/ecmp.hpp mix.hpp --count 2 --tests golden_twolevel"
      " --build '" SELVAGE_BUILD_DIR "'");
  CAPTURE(ran.out, ran.err);
  CHECK(ran.code == 0);
  CHECK_THAT(ran.out, Contains("| `twolevel/ecmp.hpp`, 2 chosen | 2 | 2 | 0 | 0 | 100 % | " +
                               text_of("twolevel/ecmp.hpp") +
                               " |\n| `mix.hpp`, 2 chosen | 2 | 2 | 0 | 0 | 100 % | " +
                               text_of("mix.hpp") + " |\n"));
}
