// SPDX-License-Identifier: Apache-2.0
#include "report/view/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <functional>
#include <iterator>
#include <limits>
#include <map>
#include <set>

#include "config/text/output.hpp"

namespace selvage::report {
namespace {

using nlohmann::json;

constexpr Cycle kBefore = 100;  ///< cycles before a death that its journeys are chosen from
constexpr Cycle kBehind = 200;  ///< and behind the last change

/// JSON inside an element script: no markup can begin in it.
void put_data(std::string& out, const std::string& line) {
  for (const char c : line) {
    if (c == '<') out += "\\u003c";
    else out += c;
  }
  out += '\n';
}

/// Whether each event is in the page: the heaviest, inside a weight the first.
std::vector<bool> chosen(const EventFile& file) {
  std::vector<bool> in(file.events.size(), false);
  std::size_t room = kMostPageEvents, bytes = kMostPageBytes;
  for (const std::string& line : file.head) bytes -= std::min(bytes, line.size() + 1);
  for (std::size_t weight = 0; weight < kWeights; ++weight) {
    for (std::size_t i = 0; i < in.size(); ++i) {
      const EventLine& e = file.events[i];
      if (static_cast<std::size_t>(e.weight) != weight) continue;
      if (room == 0 || e.text.size() + 1 > bytes) return in;
      in[i] = true;
      --room;
      bytes -= e.text.size() + 1;
    }
  }
  return in;
}

/// The number behind `key` in a line of journeys.ndjson.
std::optional<std::uint64_t> number_behind(const std::string& line, std::string_view key) {
  const std::size_t at = line.rfind(key);
  if (at == std::string::npos) return std::nullopt;
  std::uint64_t value = 0;
  const char* from = line.data() + at + key.size();
  const auto end = std::from_chars(from, line.data() + line.size(), value);
  return end.ec == std::errc() ? std::optional(value) : std::nullopt;
}

struct Wanted {
  std::set<PacketId> packets;
  std::vector<std::pair<Cycle, Cycle>> windows;
};

Wanted wanted_of(const EventFile& file) {
  Wanted wanted;
  for (const EventLine& e : file.events) {
    if (e.weight > Weight::kLoss) continue;
    const json value = json::parse(e.text);
    const json packet = value.value("packet", json());
    if (packet.is_number_unsigned()) wanted.packets.insert(packet.get<PacketId>());
  }
  for (const std::string& line : file.head) {
    if (line.find(R"("type":"fault")") == std::string::npos) continue;
    const json value = json::parse(line);
    if (!value["happened"] || value["failed"].is_null()) continue;
    const auto died = value["failed"].get<Cycle>();
    const json& last = value["last_change"];
    wanted.windows.push_back(
        {died - std::min(died, kBefore), (last.is_null() ? died : last.get<Cycle>()) + kBehind});
  }
  return wanted;
}

}  // namespace

std::vector<std::string> chosen_journeys(std::istream& journeys, const EventFile& file) {
  const Wanted wanted = wanted_of(file);
  std::vector<std::string> named, others;
  const std::size_t share =
      wanted.windows.empty() ? 0 : kMostPageJourneys / wanted.windows.size() + 1;
  std::vector<std::size_t> taken(wanted.windows.size(), 0);
  for (std::string line; std::getline(journeys, line);) {
    const auto id = number_behind(line, R"({"id":)");
    const auto created = number_behind(line, R"("created":)");
    const auto at = number_behind(line, R"(,"at":)");
    if (!id || !created || !at) continue;
    if (wanted.packets.count(*id) > 0) {
      if (named.size() < kMostPageJourneys && json::accept(line)) named.push_back(line);
      continue;
    }
    for (std::size_t w = 0; w < wanted.windows.size(); ++w) {
      const auto& [from, until] = wanted.windows[w];
      if (*created > until || *at < from || taken[w] >= share) continue;
      ++taken[w];
      if (json::accept(line)) others.push_back(line);
      break;
    }
  }
  for (std::string& line : others) {
    if (named.size() == kMostPageJourneys) break;
    named.push_back(std::move(line));
  }
  return named;
}

std::vector<std::string> chosen_flows(std::istream& flows) {
  // By how much happened to it, then by number; of those so far the last is the first to go.
  std::map<std::pair<std::size_t, std::size_t>, std::string, std::greater<>> most;
  std::size_t before = std::numeric_limits<std::size_t>::max();
  for (std::string line; std::getline(flows, line); --before) {
    std::size_t much = 0;
    for (const char* what : {R"("what":"redirect")", R"("what":"blocked")", R"("what":"diverged")",
                             R"("what":"loss")"}) {
      for (std::size_t at = line.find(what); at != std::string::npos;
           at = line.find(what, at + 1)) {
        ++much;
      }
    }
    const std::pair key{much, before};
    const bool full = most.size() == kMostPageFlows;
    if ((full && key < most.rbegin()->first) || !json::accept(line)) continue;
    if (full) most.erase(std::prev(most.end()));
    most.emplace(key, std::move(line));
  }
  std::vector<std::string> out;
  std::size_t bytes = kMostFlowBytes;
  for (auto& [key, line] : most) {
    if (line.size() > bytes) continue;
    bytes -= line.size();
    out.push_back(std::move(line));
  }
  return out;
}

std::string view_page(const EventFile& file, const std::vector<std::string>& journeys,
                      const std::vector<std::string>& flows) {
  const json run = json::parse(file.run);
  const std::vector<bool> in = chosen(file);
  std::array<std::uint64_t, kWeights> folded{};
  std::string events;
  put_data(events, file.run);
  for (const std::string& line : file.head) put_data(events, line);
  for (std::size_t i = 0; i < in.size(); ++i) {
    if (in[i]) put_data(events, file.events[i].text);
    else ++folded[static_cast<std::size_t>(file.events[i].weight)];
  }
  std::string lives;
  for (const std::string& line : journeys) put_data(lives, line);
  std::string streams;
  for (const std::string& line : flows) put_data(streams, line);
  const json left_out{{"faults", folded[0]},
                      {"changes", folded[1]},
                      {"losses", folded[2]},
                      {"news", folded[3]},
                      {"repeated", folded[4]}};
  const PageParts parts = page_parts();
  const std::string title = config::markup_text(run["name"].get<std::string>());
  const std::string folds = left_out.dump();
  const std::pair<std::string_view, std::string_view> marks[] = {
      {"@TITLE@", title},    {"@STYLE@", parts.style},  {"@EVENTS@", events},
      {"@JOURNEYS@", lives}, {"@FLOWS@", streams},      {"@FOLDED@", folds},
      {"@D3@", parts.d3},    {"@SCRIPT@", parts.script}};
  std::string out;
  std::size_t at = 0;
  for (const auto& [mark, text] : marks) {  // in the order of the template
    const std::size_t found = parts.html.find(mark, at);
    out += parts.html.substr(at, found - at);
    out += text;
    at = found + mark.size();
  }
  out += parts.html.substr(at);
  return out;
}

}  // namespace selvage::report
