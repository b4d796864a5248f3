// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>
#include <set>

#include "report/panel_rows.hpp"
#include "report/svg.hpp"
#include "report/timeline.hpp"
#include "support.hpp"

using namespace selvage;
using namespace selvage::test;
using nlohmann::json;

namespace {

bool has_class(const Element& e, const std::string& wanted) {
  const std::string all = " " + e.attributes.value("class", "") + " ";
  return all.find(" " + wanted + " ") != std::string::npos;
}

std::vector<Element> in_panel(const std::vector<Element>& all, std::size_t fault,
                              const std::string& tag, const std::string& css) {
  std::vector<Element> out;
  for (const Element& e : all) {
    if (e.panel == "panel fault" + std::to_string(fault + 1) && e.tag == tag && has_class(e, css)) {
      out.push_back(e);
    }
  }
  return out;
}

struct Box {
  double left, right, top, bottom;
  std::string text;
};

/// Where the texts are, by the writer's own estimate of their width.
std::vector<Box> text_boxes(const std::vector<Element>& all) {
  std::vector<Box> boxes;
  for (const Element& e : all) {
    if (e.tag != "text") continue;
    const double size = has_class(e, "h1")                             ? 20
                        : has_class(e, "h2")                           ? 15
                        : has_class(e, "facts") || has_class(e, "sub") ? 12
                        : has_class(e, "tick")                         ? 10
                                                                       : 11;
    const double x = std::stod(e.attributes["x"].get<std::string>());
    const double y = std::stod(e.attributes["y"].get<std::string>());
    const double width = report::text_width(e.text, size);
    const std::string anchor = e.attributes.value("text-anchor", "start");
    const double left = anchor == "start" ? x : anchor == "end" ? x - width : x - width / 2;
    boxes.push_back({left, left + width, y - 0.75 * size, y + 0.2 * size, e.text});
  }
  return boxes;
}

void check_texts(const std::vector<Element>& all) {
  const auto boxes = text_boxes(all);
  for (std::size_t a = 0; a < boxes.size(); ++a) {
    CHECK(boxes[a].left >= 0);
    CHECK(boxes[a].right <= 1200);
    for (std::size_t b = a + 1; b < boxes.size(); ++b) {
      const bool apart = boxes[a].right <= boxes[b].left || boxes[b].right <= boxes[a].left ||
                         boxes[a].bottom <= boxes[b].top || boxes[b].bottom <= boxes[a].top;
      INFO('"' << boxes[a].text << "\" and \"" << boxes[b].text << '"');
      REQUIRE(apart);
    }
  }
}

void check_drawing(const json& run) {
  const auto all = parse_xml(run["svg"]);
  REQUIRE(all.front().tag == "svg");
  const std::size_t faults = run["faults"].size();
  for (std::size_t i = 0; i < std::min(faults, report::kMostPanels); ++i) {
    const json& f = run["faults"][i];
    const json& story = f["story"];
    INFO(f.dump());
    // The story is that of the result.
    CHECK(story["messages"] == f["messages"]);
    CHECK(story["losses"] == f["lost"]);
    CHECK(story["hops"] == f["hops"]);
    CHECK(story["last_change"] == f["last_change"]);
    CHECK(story["last_change_by_repair"] == f["last_change_by_repair"]);
    // The drawing is that of the story.
    CHECK(in_panel(all, i, "line", "msg").size() == f["messages"]);
    CHECK(in_panel(all, i, "line", "msg").size() - in_panel(all, i, "line", "known").size() -
              in_panel(all, i, "line", "gone").size() ==
          story["changed_by_message"]);
    CHECK(in_panel(all, i, "circle", "changed").size() == story["changes"]);
    CHECK(in_panel(all, i, "path", "noticed").size() == story["declarations"]);
    CHECK(in_panel(all, i, "rect", "death").size() == 2);
    const bool back = f["back"] != kNever;
    CHECK(in_panel(all, i, "rect", "repair").size() == (back ? 2 : 0));
    CHECK(in_panel(all, i, "line", "mended").size() == (back ? 1 : 0));
    CHECK(in_panel(all, i, "path", "up").size() == (back ? 2 : 0));
    CHECK(in_panel(all, i, "line", "broken").size() == 1);
    std::set<std::string> rows;
    double last_level = 1e9;
    for (const Element& e : in_panel(all, i, "text", "name")) {
      rows.insert(e.text);
      const double level = std::stod(e.text.substr(1));
      CHECK(level <= last_level);
      last_level = level;
    }
    CHECK(json(rows) == story["names"]);
    CHECK(in_panel(all, i, "text", "end").size() == 2);
    // Losses and reroutes after the last mark of the panel are left out.
    CHECK(in_panel(all, i, "path", "lost").size() <=
          story["losses"].get<std::size_t>() + story["no_route"].get<std::size_t>());
    CHECK(in_panel(all, i, "path", "rerouted").size() <= story["reroutes"]);
    if (story["reroutes"] > 0) CHECK(!in_panel(all, i, "path", "rerouted").empty());
  }
  check_texts(all);
}

/// "3 alike, the first: ..." is 3, any other title 1.
std::size_t times(const std::string& title) {
  const std::size_t at = title.find(" alike, the first: ");
  return at == std::string::npos ? 1 : std::stoul(title.substr(0, at));
}

std::size_t sum(const std::vector<Element>& marks) {
  std::size_t all = 0;
  for (const Element& e : marks) all += times(e.title);
  return all;
}

/// Each failure has a panel whose marks stand for its whole story, or is counted among the others.
void check_folded(const json& run, const std::vector<Element>& all) {
  std::size_t panels = 0, others = 0, deaths = 0;
  bool merged = false;
  for (std::size_t i = 0; i < run["faults"].size(); ++i) {
    if (in_panel(all, i, "rect", "death").empty()) continue;
    ++panels;
    const json& story = run["faults"][i]["story"];
    INFO(run["faults"][i].dump());
    CHECK(sum(in_panel(all, i, "circle", "changed")) == story["changes"]);
    CHECK(sum(in_panel(all, i, "path", "noticed")) == story["declarations"]);
    CHECK(sum(in_panel(all, i, "line", "msg")) <= run["faults"][i]["messages"]);
    CHECK(in_panel(all, i, "text", "name").size() <= report::kMostFoldedRows + 2);
    CHECK(in_panel(all, i, "text", "end").size() == 2);
    for (const Element& e : in_panel(all, i, "line", "msg")) merged = merged || times(e.title) > 1;
  }
  CHECK(merged);
  for (const Element& e : all) {
    if (e.panel != "others") continue;
    const std::size_t at = e.text.find(" failures, ");
    if (e.tag == "text" && at != std::string::npos) others += std::stoul(e.text.substr(0, at));
    if (e.tag == "text" && e.text.find("1 failure, ") == 0) ++others;
    if (e.tag == "rect" && has_class(e, "death")) deaths += times(e.title);
  }
  CHECK(others == deaths);
  CHECK(panels > 4);
  CHECK(panels + others == run["faults"].size());
}

}  // namespace

TEST_CASE("the drawing of a single failure shows what the result counts", "[RUN-FOLD]") {
  struct Case {
    unsigned m, n;
    std::string link;
  };
  const Case c = GENERATE(Case{4, 3, "0/21/3"}, Case{4, 3, "1/01/2"}, Case{8, 3, "0/73/6"},
                          Case{8, 3, "1/20/4"});
  const auto make = tb::fat_tree(c.m, c.n, Engine::kGolden);
  Scenario s = failing(make, {c.link});
  s.engine = Engine::kGolden;
  const json run = reported(s, make);
  check_drawing(run);
  const json& story = run["faults"][0]["story"];
  CHECK(story["declarations"] == 2);
  CHECK(story["no_route"] == 0);
  CHECK(story["reroutes"] > 0);
}

TEST_CASE("the drawing of failures close in time shows what the result counts", "[RUN-FOLD]") {
  struct Case {
    unsigned m, n, count;
  };
  const Case c = GENERATE(Case{4, 3, 10}, Case{4, 4, 8}, Case{8, 3, 10});
  Scenario s = failing_at_random(c.count, 3000, 3300, 5);
  s.engine = Engine::kGolden;
  check_drawing(reported(s, tb::fat_tree(c.m, c.n, Engine::kGolden)));
}

TEST_CASE("the drawing of failures and repairs shows what the result counts", "[RUN-FOLD]") {
  const auto make = tb::fat_tree(8, 3, Engine::kGolden);
  Scenario s = failing(make, {"0/73/6", "1/20/4"});
  s.engine = Engine::kGolden;
  s.faults.links[0].repaired = 5000;
  s.faults.links[1].repaired = 3010;  // held
  const json run = reported(s, make);
  check_drawing(run);
  const std::string svg = run["svg"];
  CHECK(svg.find("is back in cycle 5000") != std::string::npos);
  CHECK(svg.find("sees it up") != std::string::npos);
  CHECK(svg.find("message RESYNC") != std::string::npos);
  CHECK(svg.find("2 link failures, 2 repairs") != std::string::npos);
  const std::string trace = run["trace"];
  CHECK(trace.find("LK<0,73>6 is back") != std::string::npos);
  CHECK(trace.find("notices that LK<0,73>6 is up again") != std::string::npos);
}

TEST_CASE("RUN-FOLD: a large drawing is folded, says so, stays small and leaves no failure out") {
  struct Case {
    tb::MakeSystem make;
    unsigned count;
    const char* words;
  };
  const auto i = GENERATE(0, 1, 2);
  const Case cases[] = {{tb::fat_tree(8, 3, Engine::kGolden), 30, "level and pod"},
                        {tb::fat_tree(8, 3, Engine::kGolden), 120, "level and pod"},
                        {tb::fat_tree(16, 3, Engine::kGolden), 40, "by level. "}};
  const Case& c = cases[i];
  Scenario s = failing_at_random(c.count, 3000, 9000, 2);
  s.engine = Engine::kGolden;
  const json run = reported(s, c.make);
  const std::string svg = run["svg"];
  const auto all = parse_xml(svg);
  check_texts(all);
  CHECK(std::stod(all.front().attributes["height"].get<std::string>()) <= report::kMostHeight);
  CHECK(svg.size() < 2'000'000);
  CHECK(svg.find("Too many failures for a row a switch") != std::string::npos);
  CHECK(svg.find(c.words) != std::string::npos);
  CHECK(svg.find("test &amp; &lt;random&gt;") != std::string::npos);
  check_folded(run, all);
}

TEST_CASE("a run that ends too early is drawn up to its end") {
  const auto make = tb::fat_tree(4, 3, Engine::kGolden);
  Scenario s = failing(make, {"0/21/3"}, 3000);
  const Scenario late = failing(make, {"1/01/2"}, 9000);
  s.faults.links.push_back(late.faults.links.front());
  s.engine = Engine::kGolden;
  s.phases = {0, 3050, 100};  // before the second failure, and before anyone notices the first
  const json run = reported(s, make);
  const std::string svg = run["svg"];
  const auto all = parse_xml(svg);
  check_texts(all);
  CHECK(svg.find("the run ends") != std::string::npos);
  CHECK(in_panel(all, 0, "rect", "death").size() == 2);
  CHECK(in_panel(all, 1, "rect", "death").empty());
  CHECK(run["trace"].get<std::string>().find("LK<1,01>2 dies") == std::string::npos);
}

TEST_CASE("a run without a failure has a drawing that says so", "[RUN-TIMELINE]") {
  Scenario s;
  s.engine = Engine::kGolden;
  s.phases = {0, 2000, 10000};
  const json run = reported(s, tb::fat_tree(4, 3, Engine::kGolden));
  CHECK(run["svg"].get<std::string>().find("no link failed") != std::string::npos);
  CHECK(parse_xml(run["svg"]).size() > 3);
}

TEST_CASE("FAB-DET: the timeline has the same bytes each time and under every engine") {
  Scenario s = failing_at_random(4, 2000, 4000, 11);
  const auto with = [&](Engine engine) {
    s.engine = engine;
    const json run = reported(s, tb::fat_tree(4, 3, engine));
    return run["svg"].get<std::string>() + run["trace"].get<std::string>();
  };
  const std::string golden = with(Engine::kGolden);
  CHECK(golden == with(Engine::kGolden));
  CHECK(golden == with(Engine::kLockstep));
  CHECK(golden == with(Engine::kRtl));
}

TEST_CASE("recording the stories changes nothing in the run", "[FAB-DET]") {
  Scenario s = failing_at_random(5, 2000, 4000, 12);
  s.engine = Engine::kGolden;
  s.traffic.load = 0.5;
  const auto make = tb::fat_tree(4, 3, Engine::kGolden);
  fabric::RunOptions options;
  const json without = tb::simulate(s, make, options);
  options.stories = true;
  CHECK(tb::simulate(s, make, options) == without);
}
