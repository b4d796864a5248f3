// SPDX-License-Identifier: Apache-2.0
// The search of `selvage cover` when its time is over within a round.
#include <catch2/catch.hpp>

#include <filesystem>
#include <fstream>

#include "cli/cover/search.hpp"
#include "run_selvage.hpp"

using selvage::test::Directory;

namespace {

/// An executable that runs the first trial it is given, and hangs in all others.
std::string first_only(const Directory& folder) {
  const std::string path = (folder.path() / "first_only").string();
  std::ofstream(path) << "#!/bin/sh\nmkdir '" << folder.str()
                      << "/first' 2> /dev/null && exec '" SELVAGE_EXECUTABLE
                         "' \"$@\"\nexec sleep 20\n";
  std::filesystem::permissions(path, std::filesystem::perms::owner_all);
  return path;
}

selvage::cli::SearchResult search(const Directory& folder, const std::string& bug) {
  selvage::cli::SearchOrder order;
  order.base = (folder.path() / "base.yaml").string();
  std::ofstream(order.base) << "topology: {kind: twolevel, k: 4, faults: none}\n"
                               "traffic: {load: 0.2}\nphases: {measure: 2000}\n"
                            << bug;
  order.executable = first_only(folder);
  order.folder = (folder.path() / "trials").string();
  order.jobs = 2;
  order.limits.seconds = 3;
  order.accepts = [](const selvage::cli::Candidate& c) {
    return !c.at("faults.random").contains("repair_after");  // it could be due behind the end
  };
  return search_scenarios(selvage::cli::CandidateMaker(nlohmann::json::object()), order);
}

}  // namespace

TEST_CASE("COV-6: a failure found in a round that is cut short ends the search with it",
          "[cli][coverage]") {
  const Directory folder;
  SECTION("one trial fails, the others do not come to their end") {
    const auto found = search(folder, "bug: {no_prefixes: true}\n");
    CHECK(found.rounds == 0);
    CHECK(found.tried.empty());
    REQUIRE(found.failed);
    CHECK(found.failed->exit == 1);
    CHECK(found.failed->detail.find("F-PATH-1: path.") != std::string::npos);
  }
  SECTION("one passes: of a round that is cut nothing counts") {
    const auto found = search(folder, "");
    CHECK(found.rounds == 0);
    CHECK(found.tried.empty());
    CHECK(found.met.empty());
    CHECK_FALSE(found.failed);
  }
}
