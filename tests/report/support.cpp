// SPDX-License-Identifier: Apache-2.0
#include "support.hpp"

#include <catch2/catch.hpp>
#include <cctype>
#include <set>

#include "forked.hpp"
#include "report/chrome_trace.hpp"
#include "report/timeline.hpp"

namespace selvage::test {

using nlohmann::json;

Scenario failing(const tb::MakeSystem& make, const std::vector<std::string>& links, Cycle at) {
  const auto system = make();
  Scenario s;
  s.name = "test";
  s.traffic.load = 0.2;
  s.phases = {0, at + 8000, 100000};
  for (const std::string& link : links) {
    std::string why;
    const auto end = system->topology().parse_link(link, why);
    REQUIRE(end);
    s.faults.links.push_back({link, *end, at});
  }
  return s;
}

Scenario failing_at_random(unsigned count, Cycle from, Cycle until, std::uint64_t seed) {
  Scenario s;
  s.name = "test & <random>";
  s.seed = seed;
  s.traffic.load = 0.2;
  s.phases = {0, until + 4000, 100000};
  s.faults.random = {count, from, until, false};
  return s;
}

namespace {

/// One fault as the run has it, and what its story adds up to.
json told_fault(const fabric::FaultEvent& f, const fabric::FaultStory& s,
                const Topology& topology) {
  const PortEnd far = topology.peer(f.link.sw, f.link.port);
  std::set<SwitchIdx> took_part{f.link.sw, far.index};
  unsigned hops = 0, changed_by_message = 0;
  for (const auto& m : s.messages) {
    took_part.insert({m.from.sw, m.to.sw});
    if (m.changed) ++changed_by_message;
  }
  Cycle last = kNever, last_by_repair = kNever;
  for (const auto& c : s.changes) {
    (c.repair ? last_by_repair : last) = c.at;
    if (!c.repair) hops = std::max(hops, c.hops);
  }
  std::size_t no_route = 0;
  for (const auto& l : s.losses) {
    took_part.insert(l.where.sw);
    no_route += l.reason == fabric::DropReason::kNoRoute ? 1 : 0;
  }
  for (const auto& x : s.reroutes) took_part.insert(x.sw);
  std::set<std::string> names;
  for (const SwitchIdx sw : took_part) names.insert(topology.switch_name(sw));
  return {{"name", f.name},
          {"messages", f.messages + (f.repair ? f.repair->messages : 0)},
          {"hops", f.hops},
          {"lost", f.packets_lost},
          {"failed", f.failed},
          {"detected", {f.detected[0], f.detected[1]}},
          {"last_change", f.last_change},
          {"back", f.repair ? f.repair->repaired : kNever},
          {"last_change_by_repair", f.repair ? f.repair->last_change : kNever},
          {"story",
           {{"messages", s.messages.size() + s.messages_cut},
            {"declarations", s.declarations.size()},
            {"changes", s.changes.size()},
            {"changed_by_message", changed_by_message},
            {"losses", s.losses.size() - no_route},
            {"no_route", no_route},
            {"reroutes", s.reroutes.size()},
            {"hops", hops},
            {"last_change", last},
            {"last_change_by_repair", last_by_repair},
            {"names", names}}}};
}

}  // namespace

json reported(const Scenario& scenario, const tb::MakeSystem& make) {
  const auto report = tb::forked([&] {
    const auto system = make();
    Scoreboard board;
    fabric::RunOptions options;
    options.stories = true;
    const fabric::RunResult r = fabric::run(scenario, *system, board, options);
    const report::TimelineInput input{scenario, *system, r};
    json j{{"svg", report::timeline_svg(input)},
           {"trace", report::chrome_trace(input)},
           {"messages", r.messages},
           {"faults", json::array()},
           {"nodes", json::array()},
           {"flaps", json::array()},
           {"other", r.other_losses.of_nothing.losses.size() + r.other_losses.of_nothing.cut},
           {"dropped", r.packets.dropped_total()}};
    for (const auto& n : r.failed_nodes)
      j["nodes"].push_back({{"name", n.name}, {"lost", n.packets_lost}});
    for (const auto& f : r.flaps)
      j["flaps"].push_back({{"name", f.name}, {"lost", f.packets_lost}});
    for (std::size_t i = 0; i < r.faults.size(); ++i) {
      j["faults"].push_back(told_fault(r.faults[i], r.stories[i], system->topology()));
    }
    return j.dump();
  });
  INFO(report.text);
  REQUIRE(report.finished);
  return json::parse(report.text);
}

namespace {

std::string unescaped(std::string text) {
  const std::pair<const char*, const char*> all[] = {
      {"&lt;", "<"}, {"&gt;", ">"}, {"&quot;", "\""}, {"&#39;", "'"}, {"&amp;", "&"}};
  for (const auto& [from, to] : all) {
    for (std::size_t at = 0; (at = text.find(from, at)) != std::string::npos; ++at) {
      text.replace(at, std::string(from).size(), to);
    }
  }
  return text;
}

}  // namespace

std::vector<Element> parse_xml(const std::string& d) {
  std::vector<Element> elements;
  std::vector<std::size_t> open;
  std::vector<std::string> panels;
  std::size_t at = 0;
  const auto expect = [&](bool holds, const char* what) {
    INFO(what << " at: " << d.substr(at, 80));
    REQUIRE(holds);
  };
  while (at < d.size()) {
    const std::size_t less = d.find('<', at);
    const std::string text = d.substr(at, less - at);
    expect(text.find('>') == std::string::npos || !open.empty(), "stray text");
    for (std::size_t a = text.find('&'); a != std::string::npos; a = text.find('&', a + 1)) {
      expect(text.find(';', a) != std::string::npos, "bare ampersand");
    }
    if (!open.empty()) elements[open.back()].text += unescaped(text);
    if (less == std::string::npos) break;
    at = less;
    if (d.compare(at, 2, "<?") == 0 || d.compare(at, 4, "<!--") == 0) {
      at = d.find('>', at) + 1;
      continue;
    }
    const std::size_t end = d.find('>', at);
    expect(end != std::string::npos, "unclosed tag");
    if (d[at + 1] == '/') {
      expect(!open.empty(), "closing tag without opening one");
      Element& e = elements[open.back()];
      expect(d.substr(at + 2, end - at - 2) == e.tag, "closing tag does not match");
      open.pop_back();
      if (e.tag == "title" && !open.empty()) elements[open.back()].title = e.text;
      if (e.tag == "g") panels.pop_back();
      at = end + 1;
      continue;
    }
    Element e;
    std::size_t i = at + 1;
    while (std::isalnum(static_cast<unsigned char>(d[i])) != 0) e.tag += d[i++];
    while (d[i] == ' ') {
      const std::size_t equals = d.find("=\"", i);
      expect(equals < end, "attribute without a value");
      const std::size_t quote = d.find('"', equals + 2);
      e.attributes[d.substr(i + 1, equals - i - 1)] =
          unescaped(d.substr(equals + 2, quote - equals - 2));
      i = quote + 1;
    }
    const bool empty = d[i] == '/';
    expect(d[empty ? i + 1 : i] == '>', "malformed tag");
    if (e.tag == "g") {
      const std::string css = e.attributes.value("class", "");
      panels.push_back(
          css.rfind("panel", 0) == 0 || css == "others" || panels.empty() ? css : panels.back());
    }
    if (!panels.empty()) e.panel = panels.back();
    at = d.find('>', i) + 1;
    elements.push_back(e);
    if (!empty) open.push_back(elements.size() - 1);
  }
  expect(open.empty(), "elements left open");
  return elements;
}

}  // namespace selvage::test
