// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "support.hpp"

using namespace selvage::test;
namespace fs = std::filesystem;

namespace {

bool has(const std::string& text, const std::string& word) {
  return text.find(word) != std::string::npos;
}

}  // namespace

TEST_CASE("VIEW-CMD-1: selvage view makes the page that the run left") {
  const Directory out;
  const Ran ran = run_selvage(std::string("run ") + kSmall + " --out " + out.str());
  REQUIRE(ran.code == 0);
  CHECK(has(ran.out, "view      " + out.str() + "/view.html\n"));
  const std::string page = read_file(out.path() / "view.html");
  fs::remove(out.path() / "view.html");
  const Ran again = run_selvage("view " + out.str());
  CHECK(again.code == 0);
  CHECK(again.out == "view  " + out.str() + "/view.html\n");
  CHECK(read_file(out.path() / "view.html") == page);
  CHECK(run_selvage("view " + out.str() + " --out " + out.str() + "/other.html").code == 0);
  CHECK(read_file(out.path() / "other.html") == page);
}

TEST_CASE("VIEW-CMD-1: without events there is nothing to make a page of") {
  const Directory out;
  const Ran none = run_selvage("view " + out.str());
  CHECK(none.code == 2);
  CHECK(has(none.err, "events.ndjson"));
  const Ran bad = run_shell("echo '{}' > " + out.str() + "/events.ndjson");
  REQUIRE(bad.code == 0);
  const Ran refused = run_selvage("view " + out.str());
  CHECK(refused.code == 2);
  CHECK(has(refused.err, "line 1: its type is none of an event's"));
  CHECK_FALSE(fs::exists(out.path() / "view.html"));
}

TEST_CASE(
    "VIEW-CMD-2: a run without failures, or told not to, leaves no page, and an old one goes") {
  const Directory out;
  const std::string run = std::string("run ") + kSmall + " --out " + out.str();
  REQUIRE(run_selvage(run).code == 0);
  REQUIRE(fs::exists(out.path() / "view.html"));
  for (const char* option : {" --no-view", " --timeline never", " --set faults={}"}) {
    CAPTURE(option);
    REQUIRE(run_selvage(run).code == 0);
    const Ran ran = run_selvage(run + option);
    REQUIRE(ran.code == 0);
    CHECK_FALSE(has(ran.out, "view.html"));
    CHECK_FALSE(fs::exists(out.path() / "view.html"));
    CHECK_FALSE(fs::exists(out.path() / "events.ndjson"));
  }
}

TEST_CASE("VIEW-CMD-2: a run with what is dead from the start leaves a page") {
  for (const char* dead : {"{preset: [{link: 0/11/2}]}", "{nodes: [0/00]}",
                           "{random: {count: 1}, random_preset: true}"}) {
    CAPTURE(dead);
    const Directory out;
    REQUIRE(run_selvage(std::string("run ") + kSmall + " --set 'faults=" + dead +
                        "' --engine golden --out " + out.str())
                .code == 0);
    CHECK(fs::exists(out.path() / "view.html"));
  }
}

TEST_CASE("VIEW-CMD-3: a failed run prints the address of the place where it failed") {
  const Directory out;
  const Ran ran =
      run_selvage(std::string("run ") + kMismatch + " --waves never --out " + out.str());
  REQUIRE(ran.code == 1);
  const auto j = nlohmann::json::parse(read_file(out.path() / "result.json"));
  std::string name = j["mismatch"]["switch"];  // "<1,31>" is "1.31" in an address
  name = name.substr(1, name.size() - 2);
  name.replace(name.find(','), 1, ".");
  const std::string cycle = std::to_string(j["mismatch"]["cycle"].get<std::uint64_t>());
  CHECK(has(ran.out, "view: " + out.str() + "/view.html#t=" + cycle + "&sw=" + name + "\n"));
}
