// SPDX-License-Identifier: Apache-2.0
// scripts/coverage on counts that Verilator wrote (tests/coverage/recorded.dat): the table, the
// floor, what is not counted. Nothing is built.
#include <catch2/catch.hpp>

#include <fstream>
#include <regex>
#include <sstream>

#include "run_selvage.hpp"

using namespace selvage::test;
using Catch::Contains;

namespace {

const char* const kCounts = "tests/coverage/recorded.dat";

/// A table and a list of exclusions of their own.
class Files {
 public:
  Files() { exclude("[]\n"); }
  void rows(const std::string& text) const {
    std::ofstream(page()) << "Text.\n<!-- scripts/coverage: begin -->\n"
                          << text << "<!-- scripts/coverage: end -->\nMore.\n";
  }
  void exclude(const std::string& text) const { std::ofstream(exclusions()) << text; }
  [[nodiscard]] std::string page() const { return folder_.str() + "/page.md"; }
  [[nodiscard]] Ran run(const std::string& arguments = "",
                        const std::string& data = kCounts) const {
    return run_shell("scripts/coverage --data '" + data + "' --page '" + page() +
                     "' --exclusions '" + exclusions() + "' " + arguments);
  }
  [[nodiscard]] std::string path(const std::string& name) const {
    return folder_.str() + "/" + name;
  }

 private:
  [[nodiscard]] std::string exclusions() const { return path("exclusions.yaml"); }
  Directory folder_;
};

/// A page without its rows of sums.
std::string modules_of(const std::string& page) {
  std::istringstream in(page);
  std::string text;
  for (std::string line; std::getline(in, line);) {
    if (line.rfind("| all ", 0) != 0) text += line + "\n";
  }
  return text;
}

/// Branches reached and all of them: by the row of sums, or by those of the modules.
std::pair<int, int> branches_of(const std::string& page, bool sums) {
  const std::regex row(R"(\| ([^|]+)\|[^|]*\| [\d.]+ %, (\d+) of (\d+) \|.*)");
  std::istringstream in(page);
  std::pair<int, int> all;
  std::smatch found;
  for (std::string line; std::getline(in, line);) {
    if (!std::regex_match(line, found, row) || (found[1] == "all RTL ") != sums) continue;
    all.first += std::stoi(found[2]);
    all.second += std::stoi(found[3]);
  }
  return all;
}

}  // namespace

TEST_CASE("SCR-COV: a floor that is not reached fails, and --raise lowers none", "[scripts]") {
  const Files files;
  files.rows("");
  const Ran bare = files.run();
  CHECK(bare.code == 1);
  CHECK_THAT(bare.out, Contains("ep_ack_type: branches 66.6 %, 8 of 12: no floor"));
  REQUIRE(files.run("--raise").code == 0);
  const Ran held = files.run();
  CHECK(held.code == 0);
  CHECK_THAT(held.out, Contains("nothing below its floor"));
  const std::string page = read_file(files.page());
  CHECK_THAT(page, Contains("Text.\n") && Contains("More.\n") && Contains("| all RTL | "));
  // One point more than is reached, and a greater part of fewer points.
  for (const char* cell : {"75.0 %, 9 of 12", "87.5 %, 7 of 8"}) {
    std::string higher = page;
    const std::string reached = "66.6 %, 8 of 12";
    higher.replace(higher.find(reached), reached.size(), cell);
    std::ofstream(files.page()) << higher;
    for (const char* option : {"", "--raise"}) {
      CAPTURE(cell, option);
      const Ran below = files.run(option);
      CHECK(below.code == 1);
      CHECK_THAT(below.out, Contains("ep_ack_type: branches 66.6 %, 8 of 12, and the floor is " +
                                     std::string(cell) + "\n"));
      const std::string left = read_file(files.page());
      CHECK(modules_of(left) == modules_of(higher));
      if (*option != '\0') CHECK(branches_of(left, true) == branches_of(left, false));
    }
  }
  // A smaller part of more points is reached.
  std::string lower = page;
  lower.replace(lower.find("66.6 %, 8 of 12"), 15, "50.0 %, 12 of 24");
  std::ofstream(files.page()) << lower;
  CHECK(files.run("--raise").code == 0);
  CHECK(read_file(files.page()) == page);
}

TEST_CASE("SCR-COV: a module that is no longer there fails, and stays in the table", "[scripts]") {
  const Files files;
  files.rows("| `gone` | 50.0 %, 1 of 2 |  |  |  |\n");
  const Ran gone = files.run("--raise");
  CHECK(gone.code == 1);
  CHECK_THAT(gone.out, Contains("gone: lines none, and the floor is 50.0 %, 1 of 2"));
  CHECK_THAT(read_file(files.page()),
             Contains("| `gone` | 50.0 %, 1 of 2 |  |  |  |") && Contains("| `ep_ack_type` | "));
}

TEST_CASE("SCR-COV: instances and parameters of a module are one", "[scripts]") {
  const Files files;
  files.rows("");
  const auto point = [](const char* module, const char* what, const char* name, int count) {
    return std::string("C '\001f\002rtl/a.sv\001l\0023\001n\0027\001page\002v_") + what + "/" +
           module + "\001o\002" + name + "\001h\002" + module + "' " + std::to_string(count) + "\n";
  };
  const std::string data = files.path("two.dat");
  std::ofstream(data) << point("a__N4", "toggle", "q[0]", 0) << point("a__N8", "toggle", "q[0]", 2)
                      << point("a__N8", "toggle", "q[7]", 0) << point("a__N4", "branch", "if", 0)
                      << point("a__N8", "branch", "if", 0);
  CHECK_THAT(files.run("", data).out, Contains("| `a` |  | 0.0 %, 0 of 1 | 50.0 %, 1 of 2 |  |\n"));
  CHECK(files.run("--list a", data).out == "branches: rtl/a.sv:3: if: \ntoggles: q 7\n");
}

TEST_CASE("SCR-COV: exclusions take away, and one that matches nothing is refused", "[scripts]") {
  const Files files;
  files.rows("");
  files.exclude(
      "- {lines: SELVAGE_BUG_IF, why: none}\n- {toggles: 'bug_i\\[\\d+\\]', why: none}\n"
      "- {functions: rows_of, in: ep_ack_type, why: a constant}\n");
  CHECK_THAT(files.run().out, Contains("| `ep_ack_type` | 87.5 %, 14 of 16 | 75.0 %, 6 of 8 | "
                                       "34.4 %, 51 of 148 | 50.0 %, 1 of 2 |"));
  const struct {
    const char* text;
    const char* told;
  } wrong[] = {
      {"- {toggles: nothing, why: none}\n", "the exclusion nothing matches nothing"},
      {"- {functions: rows_of, in: ifct, why: none}\n", "the exclusion rows_of matches nothing"},
      {"- {lines: x}\n", "row 1 has to have"},
      {"- {lines: '(', why: none}\n", "row 1: (: "},
      {"- {lines: x, toggles: y, why: none}\n", "row 1 has to have"},
      {"a: [\n", "line 2"},
  };
  for (const auto& [text, told] : wrong) {
    CAPTURE(text);
    files.exclude(text);
    const Ran refused = files.run();
    CHECK(refused.code == 2);
    CHECK_THAT(refused.err, Contains(told));
  }
}

TEST_CASE("SCR-COV: files that are none are refused with their place", "[scripts]") {
  const Files files;
  files.rows("| `ep_ack_type` | a lot |\n");
  CHECK_THAT(files.run().err, Contains("page.md: not a row of the table: "));
  CHECK(files.run().code == 2);
  files.rows("");
  const std::string data = files.path("bad.dat");
  CHECK(files.run("", data).code == 2);
  std::ofstream(data) << "# SystemC::Coverage-3\nC 'nonsense' 5\n";
  CHECK_THAT(files.run("", data).err, Contains("bad.dat: line 2 is none of Verilator"));
  CHECK_THAT(files.run("--list other").err, Contains("no other; there are ep_ack_type"));
}
