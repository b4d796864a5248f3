// SPDX-License-Identifier: Apache-2.0
/// \file
/// One scenario under mpirun with any number of ranks.
#pragma once

#include <catch2/catch.hpp>
#include <fstream>
#include <random>
#include <string>
#include <vector>

#include "run_selvage.hpp"

namespace selvage::test {

/// Before the executable: `ranks` of it.
inline std::string mpirun(unsigned ranks) {
  return "OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1 "
         "ASAN_OPTIONS=detect_leaks=0 "  // Open MPI leaves memory behind
         "timeout 300 mpirun --oversubscribe -n " +
         std::to_string(ranks) + " ";
}

/// What a run leaves, wall time left out.
struct Left {
  int code = -1;
  std::string result;    ///< result.json; empty: there is none
  std::string journeys;  ///< journeys.ndjson
  std::string timeline;  ///< as a picture
  std::string trace;     ///< the same as events
  std::string events;    ///< events.ndjson below its first line
  std::string err;
};

/// Runs `scenario` in a directory of its own, in which paths are the same for every run.
inline Left simulate(const std::string& scenario, unsigned ranks,
                     const std::string& arguments = "--waves never --journey --timeline always") {
  const Directory scratch;
  std::ofstream(scratch.path() / "s.yaml") << scenario;
  const Ran ran = run_shell("cd '" + scratch.str() + "' && " + (ranks > 1 ? mpirun(ranks) : "") +
                            "'" SELVAGE_EXECUTABLE "' run s.yaml --out o --quiet " + arguments);
  const std::filesystem::path out = scratch.path() / "o";
  Left left;
  left.code = ran.code;
  left.err = ran.err;
  left.journeys = read_file(out / "journeys.ndjson");
  left.timeline = read_file(out / "timeline.svg");
  left.trace = read_file(out / "timeline.trace.json");
  left.events = read_file(out / "events.ndjson");
  left.events.erase(0, left.events.find('\n'));
  const std::string text = read_file(out / "result.json");
  if (text.empty()) return left;
  auto result = nlohmann::ordered_json::parse(text);
  result.erase("wall");
  left.result = result.dump(2);
  return left;
}

/// Draws of a scenario.
class OneOf {
 public:
  explicit OneOf(unsigned seed) : random_(seed) {}
  template <class Values>
  auto operator()(const Values& values) {
    return values[random_() % values.size()];
  }
  [[nodiscard]] unsigned number() { return static_cast<unsigned>(random_()); }

 private:
  std::mt19937 random_;
};
using Numbers = std::vector<unsigned>;
using Texts = std::vector<const char*>;

/// What is wrong is found by `ranks` as by one, which simulates all once more.
inline void check_told_by_one(const std::string& scenario, unsigned ranks,
                              const std::string& why = "a mismatch or a failed check") {
  const Left one = simulate(scenario, 1);
  CHECK(one.code == 1);
  const Left several = simulate(scenario, ranks);
  INFO(one.err << several.err);
  CHECK_THAT(several.err, Catch::Contains(why + ": one rank simulates it again"));
  CHECK(several.code == 1);
  CHECK(several.result == one.result);
  CHECK((several.journeys == one.journeys));
}

/// Two and three ranks leave what one does, and need no help of a run by one.
inline Left check_same(const std::string& scenario, const std::string& arguments = "") {
  const std::string all = "--waves never --journey --timeline always " + arguments;
  const Left one = simulate(scenario, 1, all);
  INFO(scenario);
  CAPTURE(one.err);
  REQUIRE_FALSE(one.result.empty());
  for (const unsigned ranks : {2U, 3U}) {
    const Left several = simulate(scenario, ranks, all);
    CAPTURE(ranks, several.err);
    CHECK(several.err.find("one rank simulates it again") == std::string::npos);
    CHECK(several.code == one.code);
    CHECK(several.result == one.result);
    CHECK((several.journeys == one.journeys));  // too long to print
    CHECK((several.timeline == one.timeline));
    CHECK((several.trace == one.trace));
    CHECK((several.events == one.events));
  }
  return one;
}

}  // namespace selvage::test
