// SPDX-License-Identifier: Apache-2.0
// Completion of bash and zsh, and the man pages: made of --help.
#include <catch2/catch.hpp>

#include <algorithm>
#include <sstream>

#include "run_selvage.hpp"

using Catch::Contains;
using namespace selvage::test;

namespace {

/// What is offered for the last of `words`, one a line.
std::string asked(const std::string& shell, const std::string& words) {
  const Directory scratch;
  const std::string scripts = "'" SELVAGE_SOURCE_DIR "/scripts/completion";
  const std::string bash = "source " + scripts + "/selvage.bash'; COMP_WORDS=(" + words +
                           "); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); _selvage; "
                           "printf '%s\\n' \"${COMPREPLY[@]}\"";
  const std::string zsh =
      "compadd() { shift; print -l -- \"$@\" }; _files() { print files }; words=(" + words +
      "); CURRENT=$#words; _selvage_bash=" + scripts + "/selvage.bash'; source " + scripts +
      "/_selvage'";
  const Ran ran = run_shell("ln -s '" SELVAGE_EXECUTABLE "' '" + scratch.str() + "/selvage'; cd '" +
                            scratch.str() + "' && PATH=$PWD:$PATH && " +
                            (shell == "zsh" ? "zsh -f -c '" : "bash -c '") +
                            [&] {
                              std::string quoted;
                              for (const char c : shell == "zsh" ? zsh : bash) {
                                quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
                              }
                              return quoted;
                            }() +
                            "'");
  CHECK(ran.err.empty());
  return ran.out;
}

}  // namespace

TEST_CASE("FMT-COMPLETE: bash and zsh complete commands, options and their values", "[cli]") {
  for (const char* shell : {"bash", "zsh"}) {
    INFO(shell);
    CHECK(asked(shell, "selvage ce") == "certify\n");
    CHECK(asked(shell, "selvage topology --fo") == "--format\n");
    CHECK(asked(shell, "selvage topology --format g") == "graphml\n");
    CHECK(asked(shell, "selvage dut pro") == "prove\n");
    CHECK(asked(shell, "selvage run --engine sw") == "switch\n");
    CHECK_THAT(asked(shell, "selvage run --wave"),
               Contains("--waves\n") && Contains("--wave-window\n"));
  }
  CHECK(asked("bash", "selvage run selv") == "selvage\n");  // a file
  CHECK(asked("zsh", "selvage run x") == "files\n");
}

TEST_CASE("FMT-MAN: every command has a man page that renders without a warning", "[cli]") {
  const Directory scratch;
  const Ran made = run_shell("'" SELVAGE_SOURCE_DIR "/scripts/man' '" SELVAGE_EXECUTABLE "' '" +
                             scratch.str() + "/man'");
  INFO(made.err);
  REQUIRE(made.code == 0);
  std::istringstream help(run_selvage("--help").out);
  unsigned commands = 0;
  bool listed = false;
  for (std::string line; std::getline(help, line);) {
    if (line.empty()) listed = false;
    if (listed) {
      const std::string name = line.substr(2, line.find(' ', 2) - 2);
      ++commands;
      CHECK_THAT(read_file(scratch.path() / ("man/selvage-" + name + ".1")),
                 Contains("selvage-" + name + " \\- ") && Contains(".SH OPTIONS"));
    }
    listed = listed || line == "Subcommands:";
  }
  CHECK(commands > 15);
  const Ran shown = run_shell("cd '" + scratch.str() +
                              "/man' && for f in *.1; do MANWIDTH=100 man --warnings -l $f; done");
  CHECK(shown.code == 0);
  CHECK(shown.err.empty());
  CHECK_THAT(shown.out, Contains("Simulate one scenario and print the verdict"));
}
