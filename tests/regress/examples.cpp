// SPDX-License-Identifier: Apache-2.0
/// The CI examples name only what there is (REGR-CI). What their services do with them is not
/// tested here.
#include <catch2/catch.hpp>

#include <fstream>
#include <regex>
#include <set>

#include "config/text/document.hpp"
#include "run_selvage.hpp"

using namespace selvage;
using namespace selvage::test;
using nlohmann::json;

namespace {

const std::filesystem::path kFolder = std::filesystem::path(SELVAGE_SOURCE_DIR) / "examples/ci";

json yaml(const std::string& name) {
  config::Diagnostics diagnostics;
  const std::size_t source = diagnostics.add_source({name, read_file(kFolder / name), true});
  const json value = config::read_yaml(source, diagnostics).value;
  INFO(diagnostics.text());
  REQUIRE(diagnostics.empty());
  return value;
}

/// Paths of this project in a text, as far as they begin with one of its folders.
std::set<std::string> paths_in(const std::string& text) {
  static const std::regex kPath("(examples|scenarios|scripts|systemc|docs|tests)/[A-Za-z0-9_./-]+");
  std::set<std::string> found;
  for (std::sregex_iterator it(text.begin(), text.end(), kPath), end; it != end; ++it) {
    found.insert(it->str());
  }
  return found;
}

/// Lines that a CI hands to a shell.
std::string commands_of(const json& value) {
  if (value.is_string()) return value.get<std::string>() + "\n";
  std::string all;
  if (value.is_array()) {
    for (const json& one : value) all += commands_of(one);
  }
  return all;
}

}  // namespace

TEST_CASE("REGR-CI: paths that the examples name are there", "[regress]") {
  for (const auto& entry : std::filesystem::directory_iterator(kFolder)) {
    for (const std::string& path : paths_in(read_file(entry.path()))) {
      INFO(entry.path().filename().string() << " names " << path);
      CHECK(std::filesystem::exists(std::filesystem::path(SELVAGE_SOURCE_DIR) / path));
    }
  }
  CHECK(paths_in("run: scenarios/no_such.yaml").count("scenarios/no_such.yaml") == 1);
}

TEST_CASE("REGR-CI: GitHub and GitLab run the steps, and keep what they leave", "[regress]") {
  const json github = yaml("github.yml");
  std::string run;
  std::string kept;
  json restored, saved;
  for (const json& step : github["jobs"]["regress"]["steps"]) {
    CHECK(step.contains("run") != step.contains("uses"));
    run += commands_of(step.value("run", json()));
    if (step.value("uses", "").rfind("actions/upload-artifact@", 0) == 0) {
      kept = step["with"]["path"].get<std::string>();
      CHECK(step["if"] == "always()");
    }
    if (step.value("uses", "").rfind("actions/cache/restore@", 0) == 0) restored = step;
    if (step.value("uses", "").rfind("actions/cache/save@", 0) == 0) saved = step;
  }
  CHECK_THAT(kept, Catch::Contains("out/regress/"));
  CHECK(saved["if"] == "always()");  // a run that fails is in the trend, too
  for (const char* key : {"path", "key"}) CHECK(saved["with"][key] == restored["with"][key]);
  const json gitlab = yaml("gitlab-ci.yml");
  for (const char* job : {"build", "ci", "nightly"}) run += commands_of(gitlab[job]["script"]);
  CHECK(gitlab[".regress"]["artifacts"]["when"] == "always");
  CHECK(gitlab[".regress"]["artifacts"]["reports"]["junit"] == "out/regress/*/junit.xml");
  for (const char* stage : {"build", "regress"}) {
    CHECK(std::count(gitlab["stages"].begin(), gitlab["stages"].end(), stage) == 1);
  }
  for (const char* command : {"examples/ci/steps build\n", "examples/ci/steps suite scenarios/",
                              "examples/ci/steps nightly scenarios/"}) {
    const auto first = run.find(command);
    REQUIRE(first != std::string::npos);
    CHECK(run.find(command, first + 1) != std::string::npos);  // both
  }
}

TEST_CASE("REGR-CI: the container of the editor is a stage of the Dockerfile", "[regress]") {
  const json container = json::parse(read_file(kFolder / "devcontainer.json"));
  const std::string stage = container["build"]["target"];
  CHECK_THAT(read_file(kFolder / "Dockerfile"), Catch::Contains(" AS " + stage + "\n"));
  CHECK(container["build"]["dockerfile"] == "../examples/ci/Dockerfile");
}

TEST_CASE("REGR-CI: the steps run a suite with its exit code, and a spent budget fails no night",
          "[regress]") {
  // A tree of links, in which build/release/selvage is one that ends as it is told.
  const Directory scratch;
  const std::string tree = scratch.str();
  std::filesystem::create_directories(scratch.path() / "examples/ci");
  std::filesystem::create_directories(scratch.path() / "build/release");
  std::filesystem::copy_file(kFolder / "steps", scratch.path() / "examples/ci/steps");
  std::ofstream(scratch.path() / "build/release/selvage")
      << "#!/bin/sh\necho \"$@\" > asked\nexit $CODE\n";
  std::filesystem::permissions(scratch.path() / "build/release/selvage",
                               std::filesystem::perms::owner_all);
  const auto steps = [&](int code, const std::string& words) {
    return run_shell("JOBS=3 CODE=" + std::to_string(code) + " '" + tree + "/examples/ci/steps' " +
                     words)
        .code;
  };
  for (const int code : {0, 1, 2, 3}) CHECK(steps(code, "suite s.yaml --quiet") == code);
  CHECK(read_file(scratch.path() / "asked") == "regress s.yaml --quiet --jobs 3\n");
  CHECK(steps(3, "nightly n.yaml 30m") == 0);
  CHECK(read_file(scratch.path() / "asked") == "regress n.yaml --budget 30m --jobs 3\n");
  for (const int code : {1, 2, 4}) CHECK(steps(code, "nightly n.yaml 30m") == code);
  CHECK(steps(0, "nonsense") == 2);
}
