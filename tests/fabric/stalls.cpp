// SPDX-License-Identifier: Apache-2.0
/// FAB-STALL: a beat that a packet does not get in time, held against a simulation of every beat of
/// every packet on its way.
#include <catch2/catch.hpp>
#include <cstdio>
#include <fstream>
#include <map>
#include <set>
#include <tuple>

#include "fabric_bench.hpp"
#include "forked.hpp"
#include "met.hpp"

using namespace selvage;
using nlohmann::json;

namespace {

using Port = std::pair<std::string, unsigned>;

/// Cycles in which fault messages take the beat of each port, and the life of each packet.
struct Trace {
  std::map<Port, std::set<Cycle>> taken;
  std::vector<json> lives;
  json met;  ///< situations of the data path
};

Trace traced(const Scenario& s, const tb::MakeSystem& make) {
  const std::string log = std::string(std::tmpnam(nullptr)) + ".ndjson";
  const tb::ChildReport report = tb::forked([&] {
    const auto system = make();
    Scoreboard board;
    fabric::RunOptions options;
    options.journey_file = log;
    options.stories = true;
    const fabric::RunResult r = fabric::run(s, *system, board, options);
    json messages = json::array();
    for (const fabric::FaultStory& story : r.stories) {
      if (story.messages_cut != 0) return std::string("the story was cut");
      for (const fabric::MessageHop& m : story.messages) {
        messages.push_back({system->topology().switch_name(m.from.sw), m.from.port, m.departs});
      }
    }
    json met;
    for (const auto& [name, count] : tb::met_in(board.coverage())) met[name] = count;
    return r.detail.empty() ? json{{"messages", messages}, {"met", met}}.dump() : r.detail;
  });
  INFO(report.text);
  REQUIRE(report.finished);
  Trace trace;
  const json told = json::parse(report.text);
  trace.met = told["met"];
  for (const json& m : told["messages"]) trace.taken[{m[0], m[1]}].insert(m[2].get<Cycle>() + 1);
  std::ifstream in(log);
  for (std::string line; std::getline(in, line);) trace.lives.push_back(json::parse(line));
  std::remove(log.c_str());
  return trace;
}

/// What the simulation of beats has seen.
struct Seen {
  std::set<Cycle> offsets;  ///< of a message, from the header of the packet it delays
  unsigned late = 0;        ///< tails that came to their host later than L - 1 behind the header
  unsigned gaps = 0;        ///< beats that had not come when their turn was
  Cycle taken = 0;          ///< beats that messages took of packets already under way
  Cycle waited = 0;         ///< cycles in which a beat had not come
  Cycle stalls = 0;         ///< cycles without a beat at a switch that was sending the packet
  unsigned caught_up = 0;   ///< packets delayed at one switch and no later at their host
  unsigned tight = 0;       ///< packets that leave in the cycle after such a tail
  unsigned wrong = 0;       ///< laws that do not hold
  json first;               ///< the life of the first packet for which one does not
};

/// Beat by beat through every switch: a beat leaves after the one before it, after the cycle of its
/// arrival, and in no cycle that a message takes.
Seen held(const Scenario& s, const Trace& trace) {
  const Cycle beats = s.traffic.packet_beats;
  Seen seen;
  std::map<Port, std::map<Cycle, Cycle>> sent;  // by port: first and last beat of each packet
  for (const json& life : trace.lives) {
    if (life["end"] != "delivered") continue;
    std::vector<Cycle> at(beats);
    for (Cycle j = 0; j < beats; ++j) at[j] = life["hops"][0]["arrive"].get<Cycle>() + j;
    bool met = false;
    std::vector<Cycle> without;  // cycles in which no beat comes to this switch
    for (const json& hop : life["hops"]) {
      const Port port{hop["switch"], hop["out"]};
      const auto it = trace.taken.find(port);
      const auto taken = [&](Cycle t) {
        return it != trace.taken.end() && it->second.count(t) > 0;
      };
      const auto depart = hop["depart"].get<Cycle>();
      const bool legal = at[0] == hop["arrive"] && depart > at[0] && !taken(depart);
      if (!legal && seen.wrong++ == 0) seen.first = life;
      for (const Cycle c : without) seen.stalls += c > depart ? 1 : 0;
      without.clear();
      Cycle last = depart;
      at[0] = depart + s.link.latency;
      for (Cycle j = 1; j < beats; ++j) {
        if (at[j] > last) ++seen.gaps;
        seen.waited += at[j] > last ? at[j] - last : 0;
        const Cycle before = last;
        last = std::max(last + 1, at[j] + 1);
        for (; taken(last); ++last) {
          seen.taken += last > depart + 1 ? 1 : 0;
          seen.offsets.insert(last - depart);
          met = true;
        }
        at[j] = last + s.link.latency;
        for (Cycle c = before + 1; c < last; ++c) without.push_back(c + s.link.latency);
      }
      sent[port][depart] = last;
    }
    if (life["at"] != at[beats - 1] && seen.wrong++ == 0) seen.first = life;
    const bool late = at[beats - 1] != at[0] + beats - 1;
    seen.late += late ? 1 : 0;
    seen.caught_up += met && !late ? 1 : 0;
  }
  for (const auto& [port, packets] : sent) {
    for (auto p = packets.begin(); std::next(p) != packets.end(); ++p) {
      seen.wrong += std::next(p)->first > p->second ? 0 : 1;
      seen.tight += p->second != p->first + beats - 1 && std::next(p)->first == p->second + 1;
    }
  }
  return seen;
}

LinkFault fault(const tb::MakeSystem& make, const std::string& link, Cycle at) {
  std::string why;
  const auto end = make()->topology().parse_link(link, why);
  REQUIRE(end);
  return {link, *end, at};
}

Scenario heavily_loaded(unsigned beats, unsigned route, unsigned latency, unsigned packets) {
  Scenario s;
  s.engine = Engine::kGolden;
  s.traffic.load = 0.8;
  s.traffic.packet_beats = beats;
  s.traffic.source_queue_packets = 8;
  s.link.latency = latency;
  s.link.checker = true;
  s.sw.route_latency = route;
  s.sw.as<CutThroughConfig>().buffer_packets = packets;
  s.audit = false;
  return s;
}

}  // namespace

TEST_CASE("FAB-STALL: exact tails for every offset of a message, over five switches") {
  const tb::MakeSystem make = tb::fat_tree(4, 3, Engine::kGolden);
  constexpr Cycle kBeats = 12;
  std::set<Cycle> offsets;
  Seen all;
  Cycle absorbed = 0;
  for (Cycle offset = 0; offset < kBeats + 4; ++offset) {
    Scenario s;
    s.engine = Engine::kGolden;
    s.traffic.pattern = TrafficPattern::kTrace;
    s.traffic.packet_beats = kBeats;
    s.traffic.source_queue_packets = 100;
    s.link.checker = true;
    // Packets alone on their way, two flows up and down through the roots.
    for (Cycle i = 0; i < 80; ++i) {
      s.traffic.trace.push_back({1500 + 16 * i + offset, 0, 8});
      s.traffic.trace.push_back({1500 + 16 * i + offset, 9, 1});
    }
    s.phases = {0, 3000, 10000};
    s.faults.links = {fault(make, "0/30/2", 1500), fault(make, "0/11/3", 1520)};
    const Trace trace = traced(s, make);
    const Seen seen = held(s, trace);
    INFO(seen.first.dump() << trace.met.dump());
    CHECK(seen.wrong == 0);
    CHECK(trace.met.value("data.beat.message_takes", Cycle{0}) == seen.taken);
    CHECK(trace.met.value("data.beat.late", Cycle{0}) == seen.waited);
    CHECK(trace.met.value("data.beat.stall_absorbed", Cycle{0}) + seen.waited == seen.stalls);
    absorbed += seen.stalls - seen.waited;
    offsets.insert(seen.offsets.begin(), seen.offsets.end());
    all.late += seen.late;
    all.gaps += seen.gaps;
    all.caught_up += seen.caught_up;
  }
  for (Cycle beat = 1; beat < kBeats; ++beat) CHECK(offsets.count(beat) == 1);
  CHECK(all.late > 10);
  CHECK(all.caught_up > 5);
  CHECK(absorbed > 5);
}

TEST_CASE("FAB-STALL: exact tails in a loaded fabric, through bursts of messages") {
  const auto [beats, route, latency, packets] = GENERATE(
      std::tuple{16U, 2U, 4U, 4U}, std::tuple{9U, 2U, 1U, 3U}, std::tuple{64U, 3U, 4U, 4U},
      std::tuple{12U, 5U, 2U, 3U}, std::tuple{2U, 2U, 4U, 6U}, std::tuple{1U, 2U, 4U, 10U});
  const auto make = tb::fat_tree(16, 3, Engine::kGolden, {}, "corrected", 32, latency);
  Scenario s = heavily_loaded(beats, route, latency, packets);
  s.phases = {0, 1200, 20000};
  for (unsigned k = 8; k < 16; ++k) {  // the last: bursts of messages by every down port
    s.faults.links.push_back(fault(make, "1/0.0/" + std::to_string(k), 100 + 100 * (k - 8)));
  }
  const Seen seen = held(s, traced(s, make));
  INFO(seen.first.dump());
  CHECK(seen.wrong == 0);
  CHECK(seen.late >= (beats > 8 ? 5 : beats > 1 ? 1 : 0));
  if (beats == 1) CHECK(seen.late == 0);
  if (beats > 8) CHECK(seen.tight > 0);
  if (beats > 8 && route == 2) CHECK(seen.gaps > 0);
}

TEST_CASE("FAB-STALL: exact tails in small fabrics, through bursts of messages") {
  const auto [beats, route, latency, packets] = GENERATE(
      std::tuple{16U, 2U, 4U, 4U}, std::tuple{9U, 2U, 1U, 3U}, std::tuple{200U, 2U, 4U, 2U},
      std::tuple{60U, 2U, 2U, 2U}, std::tuple{1U, 2U, 4U, 10U});
  const auto make = tb::fat_tree(8, 3, Engine::kGolden, {}, "corrected", 32, latency);
  Scenario s = heavily_loaded(beats, route, latency, packets);
  s.phases = {0, 900, 20000};
  s.probe = {100, 24, 1};
  for (unsigned k = 4; k < 8; ++k) {  // the last: bursts of messages by every down port
    for (const char* sw : {"1/0.0/", "1/2.1/", "1/5.3/"}) {
      s.faults.links.push_back(fault(make, sw + std::to_string(k), 60 + 80 * (k - 4)));
    }
  }
  s.faults.random = {12, 60, 800, false};
  const Seen seen = held(s, traced(s, make));
  INFO(seen.first.dump());
  CHECK(seen.wrong == 0);
  CHECK(seen.late >= (beats > 1 ? 20 : 0));
  if (beats > 8) CHECK(seen.gaps > 0);
}
