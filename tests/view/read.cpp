// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "report/view/events.hpp"
#include "support.hpp"

using namespace selvage;
using namespace selvage::test;
using nlohmann::json;

namespace {

/// What is wrong with a file of events after `change` has gone over its lines.
template <typename Change>
std::string wrong(const std::vector<std::string>& good, Change&& change) {
  std::vector<std::string> lines = good;
  change(lines);
  std::string text, why;
  for (const std::string& line : lines) text += line + "\n";
  return report::read_events(text, why) ? "" : why;
}

/// The first line of a type, as JSON, and its place.
std::size_t place_of(const std::vector<std::string>& lines, const std::string& type) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (json::parse(lines[i])["type"] == type) return i;
  }
  FAIL("no line of type " << type);
  return 0;
}

}  // namespace

TEST_CASE("VIEW-READ: a file of events comes back as it was written") {
  const std::string text = watched(kSmall).text;
  std::string why;
  const auto file = report::read_events(text, why);
  CAPTURE(why);
  REQUIRE(file);
  CHECK(file->text() == text);
}

TEST_CASE("VIEW-READ: a damaged file of events is refused, with the line") {
  const std::vector<std::string> good = lines_of(watched(kSmall).text);
  CHECK(wrong(good, [](auto&) {}).empty());
  CHECK(wrong(good, [](auto& l) { l.clear(); }) == "no line in it");
  CHECK(wrong(good, [](auto& l) { l.erase(l.begin()); }) ==
        "line 1: the first line is not of type run");
  CHECK(wrong(good, [](auto& l) { l[1] = "{"; }).rfind("line 2: ", 0) == 0);
  CHECK(wrong(good, [](auto& l) { l[1] = "[]"; }) == "line 2: not an object");
  CHECK(wrong(good, [](auto& l) { l.push_back(l[0]); }).find("a second line of type run") !=
        std::string::npos);
  const auto set = [&](const std::string& type, const std::string& pointer, const json& value) {
    return wrong(good, [&](std::vector<std::string>& lines) {
      const std::size_t at = place_of(lines, type);
      json line = json::parse(lines[at]);
      line[json::json_pointer(pointer)] = value;
      lines[at] = line.dump();
    });
  };
  CHECK(set("death", "/type", "birth").find("its type is none of an event's") != std::string::npos);
  CHECK(set("death", "/link", 999).find("link: it is not listed") != std::string::npos);
  CHECK(set("death", "/fault", 1).find("fault: it is not listed") != std::string::npos);
  CHECK(set("loss", "/node", 0).find("node: it is not listed") != std::string::npos);
  CHECK(set("loss", "/flap", 0).find("flap: it is not listed") != std::string::npos);
  CHECK(set("detection", "/sw", 20).find("sw: there is no such port") != std::string::npos);
  CHECK(set("detection", "/port", 4).find("sw: there is no such port") != std::string::npos);
  CHECK(set("message", "/from", {0, 9}).find("from: there is no such port") != std::string::npos);
  CHECK(set("link", "/b", {99, 0}).find("b: there is no such port") != std::string::npos);
  CHECK(set("switch", "/sw", 3).find("numbered in order") != std::string::npos);
  CHECK(!set("message", "/hops", "one").empty());
  CHECK(set("run", "/schema", "selvage.events/1") ==
        "line 1: it is of format \"selvage.events/1\", and selvage.events/2 is what is read here: "
        "repeat the run");
}
