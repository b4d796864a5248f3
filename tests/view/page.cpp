// SPDX-License-Identifier: Apache-2.0
#include "report/view/page.hpp"

#include <catch2/catch.hpp>
#include <numeric>
#include <sstream>

#include "support.hpp"

using namespace selvage;
using namespace selvage::test;
using nlohmann::json;

namespace {

const std::string kEvents = "<script type=\"application/json\" id=\"events\">";
const std::string kJourneys = "<script type=\"application/json\" id=\"journeys\">";
const std::string kFolded = "<script type=\"application/json\" id=\"folded\">";
const std::string kHostile = "</script><script>alert(1)</script><!--<script>\"'&\\";

std::size_t count(const std::string& text, const std::string& word) {
  std::size_t n = 0;
  for (std::size_t at = text.find(word); at != std::string::npos; at = text.find(word, at + 1)) ++n;
  return n;
}

/// Data of a page as its script reads it: up to the first end of a script.
std::vector<json> data_of(const std::string& page, const std::string& begin) {
  std::vector<json> values;
  for (const std::string& line : lines_of(between(page, begin, "</script"))) {
    if (!line.empty()) values.push_back(json::parse(line));
  }
  return values;
}

/// A run of two switches with a link, in which `text` stands wherever a text may stand.
report::EventFile fabric_of(const std::string& text) {
  const std::string t = report::json_string(text);
  report::EventFile file;
  file.run =
      R"({"type":"run","schema":")" + std::string(report::kEventsId) + R"(","name":)" + t +
      R"(,"engine":"golden","seed":1,)" +
      R"("clock_ns":1,"cycles":9,"link_latency":4,"status":"mismatch","exit_code":1,"detail":)" +
      t + R"(,"reproduce":)" + t +
      R"(,"packets":{"offered":1,"accepted":1,"delivered":0,"dropped":1,"in_flight":0},"messages":1,)" +
      R"("topology":{"kind":"k","label":)" + t +
      R"(,"arrangement":"levels","group_word":"pod","switches":2,"hosts":0,"links":1},)" +
      R"("links_listed":1,"hop_bound":null,"cut":0})";
  for (const char* sw : {"0", "1"}) {
    file.head.push_back(
        R"({"type":"switch","sw":)" + std::string(sw) + R"(,"name":)" + t +
        R"(,"level":0,"ports":2,"group":null,"row":0,"column":0,"at":null,"dead":false,"hosts":[]})");
  }
  file.head.push_back(R"({"type":"link","link":0,"name":)" + t +
                      R"(,"a":[0,0],"b":[1,0],"load":[null,null],"dead":false})");
  file.head.push_back(
      R"({"type":"fault","fault":0,"link":0,"happened":true,"preset":false,"failed":2,"detected":[3,null],)"
      R"("last_change":null,"hops":0,"messages":1,"switches":0,"changes":0,"packets_lost":1,"node":null,)"
      R"("repair":null,"cut":{"messages":0,"changes":0,"losses":0}})");
  file.events.push_back(
      {2, report::Weight::kFault, R"({"type":"death","t":2,"fault":0,"link":0,"preset":false})"});
  file.events.push_back(
      {3, report::Weight::kLoss,
       R"({"type":"loss","t":3,"fault":0,"node":null,"flap":null,"sw":0,"port":0,"packet":7,"source":)" +
           t + R"(,"destination":)" + t + R"(,"why":)" + t + "}"});
  return file;
}

std::string message(Cycle at, bool changed) {
  return R"({"type":"message","t":)" + std::to_string(at) +
         R"(,"fault":0,"from":[0,0],"to":[1,0],"arrives":null,"kind":"K","text":"K","hops":1,)" +
         R"("repair":false,"changed":)" + (changed ? "true}" : "false}");
}

}  // namespace

TEST_CASE("VIEW-PAGE-1: text of a run is data in its page, never markup or script") {
  report::EventFile file = fabric_of(kHostile);
  std::string why;
  REQUIRE(report::read_events(file.text(), why));  // it is a file of events
  const std::string life = R"({"id":7,"src":)" + report::json_string(kHostile) +
                           R"(,"dst":"b","created":1,"hops":[],"end":"delivered","at":9})";
  const std::string page = report::view_page(file, {life});
  const std::string plain = report::view_page(fabric_of("x"), {});
  for (const char* tag : {"<script", "</script", "<!--", "<title", "</title", "<style"}) {
    CHECK(count(page, tag) == count(plain, tag));
  }
  CHECK(between(page, "<title>", "</title>").find('<') == std::string::npos);
  const auto events = data_of(page, kEvents);
  REQUIRE(events.size() == 7);
  CHECK(events[0]["name"] == kHostile);
  CHECK(events[1]["name"] == kHostile);
  CHECK(events[6]["source"] == kHostile);
  CHECK(data_of(page, kJourneys)[0]["src"] == kHostile);
}

TEST_CASE("VIEW-PAGE-1: nothing in the scripts makes markup of a text") {
  const std::string script(report::page_parts().script);
  for (const char* word : {"innerHTML", "outerHTML", "insertAdjacentHTML", "document.write",
                           "eval(", "new Function", "DOMParser", "srcdoc"}) {
    CAPTURE(word);
    CHECK(count(script, word) == 0);
  }
}

TEST_CASE("VIEW-PAGE-2: a page asks for nothing from outside") {
  std::string page = report::view_page(fabric_of("x"), {});
  const std::string d3(report::page_parts().d3);
  REQUIRE(count(page, d3) == 1);
  page.erase(page.find(d3), d3.size());
  CHECK(count(page, "default-src 'none'") == 1);
  for (const char* word : {" src=", " href=", "url(", "@import", "fetch(", "XMLHttpRequest",
                           "WebSocket", "import(", "<link", "<img", "<iframe", "https:"}) {
    CAPTURE(word);
    CHECK(count(page, word) == 0);
  }
  CHECK(count(page, "http:") == count(page, "http://www.w3.org/2000/svg"));
  // d3 says where it comes from, and asks nobody either.
  for (const char* word : {"fetch(", "XMLHttpRequest", "WebSocket", "import(", "sendBeacon",
                           "eval(", "new Function", "<script", "</script"}) {
    CAPTURE(word);
    CHECK(count(d3, word) == 0);
  }
}

TEST_CASE("VIEW-PAGE-2: the notices of what others have written go along in the page") {
  const std::string page = report::view_page(fabric_of("x"), {});
  for (const char* words : {"Copyright 2010-2017 Mike Bostock", "Robert Penner", "BSD-3-Clause:",
                            "ISC:", "THIS SOFTWARE IS PROVIDED BY THE COPYRIGHT HOLDERS"}) {
    CAPTURE(words);
    CHECK(count(page, words) == 1);
  }
  for (const char* part : {"zoom", "scale", "selection", "transition", "interpolate", "array"}) {
    CAPTURE(part);
    CHECK(count(page, "// https://d3js.org/d3-" + std::string(part) + "/ v") == 1);
  }
}

TEST_CASE("VIEW-PAGE-3: what has no room is folded, the lightest first, and the page says so") {
  report::EventFile file = fabric_of("x");
  const std::size_t news = report::kMostPageEvents / 2, repeated = 3 * report::kMostPageEvents;
  for (std::size_t i = 0; i < repeated; ++i) {
    file.events.push_back({10 + i, report::Weight::kRepeated, message(10 + i, false)});
    if (i >= news) continue;
    file.events.push_back({10 + i, report::Weight::kNews, message(10 + i, true)});
  }
  const std::size_t all = file.events.size();
  const std::string page = report::view_page(file, {});
  CHECK(page.size() < 5'000'000);
  const auto folded = data_of(page, kFolded)[0];
  std::size_t shown = 0, told = 0;
  for (const json& e : data_of(page, kEvents)) {
    shown += e.contains("t") ? 1 : 0;
    told += e["type"] == "message" && e["changed"] == true ? 1 : 0;
  }
  CHECK(shown <= report::kMostPageEvents);
  CHECK(told == news);
  CHECK(folded["faults"] == 0);
  CHECK(folded["losses"] == 0);
  CHECK(folded["news"] == 0);
  CHECK(folded["repeated"] == all - shown);
  CHECK(folded["repeated"] > 0);
  // A small run has nothing folded.
  const json none = data_of(report::view_page(fabric_of("x"), {}), kFolded)[0];
  CHECK(none.size() == report::kWeights);
  for (const auto& [what, many] : none.items()) {
    CAPTURE(what);
    CHECK(many == 0);
  }
}

TEST_CASE("VIEW-PAGE-3: the page of a tree of 128 hosts with 20 failures is below 5 MB") {
  const WatchedRun run = watched(
      "scenarios/fattree_8p3t_link_faults.yaml --engine golden --set phases.measure=24000 "
      "--set traffic.load=0.05 --set faults.links.0.at=3000 --set faults.random.count=19 "
      "--set faults.random.from=2000 --set faults.random.until=22000 --journey");
  CHECK(run.faults.size() == 20);
  CHECK(run.page.size() < 5'000'000);
  CHECK(run.page.size() > 100'000);
  const auto folded = data_of(run.page, kFolded)[0];
  CHECK(folded["news"] == 0);
}

TEST_CASE("VIEW-PAGE-5: a page has the flows that moved, waited or lost most, and at most 200") {
  const auto flow = [](unsigned id, unsigned moves) {
    std::string events;
    for (unsigned i = 0; i < moves; ++i) {
      events += std::string(i == 0 ? "" : ",") +
                R"({"at":5,"what":"redirect","switch":"x","port":0,"channel":0,"value":0})";
    }
    return R"({"id":)" + std::to_string(id) + R"(,"src":)" + report::json_string(kHostile) +
           R"(,"dst":"b","packets":1,"events":[)" + events + "]}\n";
  };
  std::string log = "{damaged\n";
  for (unsigned i = 0; i < 300; ++i) log += flow(i, i == 250 ? 3 : i % 2);
  std::istringstream in(log);
  const auto chosen = report::chosen_flows(in);
  REQUIRE(chosen.size() == report::kMostPageFlows);
  const std::string page = report::view_page(fabric_of("x"), {}, chosen);
  const auto lives = data_of(page, "<script type=\"application/json\" id=\"flow-lives\">");
  REQUIRE(lives.size() == chosen.size());
  CHECK(lives[0]["id"] == 250);
  CHECK(lives[1]["id"] == 1);  // of equal ones in their order
  CHECK(lives[0]["src"] == kHostile);
  for (std::size_t i = 1; i < 151; ++i) CHECK(!lives[i]["events"].empty());
}

TEST_CASE("VIEW-PAGE-4: a page has the journeys of the packets that its events name") {
  const WatchedRun run = watched(std::string(kSmall) + " --journey");
  std::set<std::uint64_t> named, there;
  for (const json& e : run.events) {
    if (e.contains("packet")) named.insert(e["packet"].get<std::uint64_t>());
  }
  REQUIRE(!named.empty());
  const auto lives = data_of(run.page, kJourneys);
  for (const json& life : lives) there.insert(life["id"].get<std::uint64_t>());
  for (const std::uint64_t packet : named) CHECK(there.count(packet) == 1);
  CHECK(lives.size() > named.size());  // and others that were on their way
  CHECK(lives.size() <= report::kMostPageJourneys);
  CHECK(data_of(watched(kSmall).page, kJourneys).empty());
}
