// SPDX-License-Identifier: Apache-2.0
#include "cli/cover/candidates.hpp"

#include <algorithm>
#include <array>
#include <iterator>

namespace selvage::cli {

using kernel::Stream;
using nlohmann::json;

namespace {

constexpr unsigned kCommonKeys = 6;  ///< of `draw`, before those of the topology

template <class Value, std::size_t N>
Value one_of(const std::array<Value, N>& values, Stream& stream) {
  return values[stream.below(N)];
}

/// Links that die, and when; most of them come back.
json faults(Stream& stream) {
  constexpr std::array<unsigned, 8> kCounts{1, 2, 3, 5, 8, 12, 20, 32};
  constexpr std::array<unsigned, 5> kWithin{1, 300, 4000, 20000, 45000};
  constexpr std::array<unsigned, 4> kBackAfter{100, 600, 4000, 20000};
  const unsigned from = 1500 + static_cast<unsigned>(stream.below(1000));
  const unsigned count = one_of(kCounts, stream);
  const bool few = count <= 3;  // a tolerable set of many takes long to find
  json random{{"count", count},
              {"from", from},
              {"until", from + one_of(kWithin, stream)},
              {"tolerable", stream.chance(0.5) && few}};
  if (stream.chance(0.15)) random["nodes"] = 1 + stream.below(2);
  if (stream.chance(0.7)) {
    const unsigned soonest = one_of(kBackAfter, stream);
    random["repair_after"] = {{"from", soonest}, {"until", soonest * 2}};
  }
  return random;
}

}  // namespace

json phases_of(unsigned measure, bool own_drain) {
  json phases{{"warmup", 1000}, {"measure", measure}};
  if (!own_drain) phases["drain"] = 40000;
  return phases;
}

CandidateMaker::CandidateMaker(const json& topology_schema, json tries, bool own_drain)
    : tries_(std::move(tries)), own_drain_(own_drain) {
  const json properties = topology_schema.value("properties", json::object());
  for (const auto& [key, schema] : properties.items()) {
    const bool number = schema.value("type", json()) == "integer" && schema.contains("default") &&
                        schema.contains("minimum") && schema.contains("maximum");
    if (number) numbers_["topology." + key] = schema;
  }
}

unsigned CandidateMaker::keys() const {
  return kCommonKeys + static_cast<unsigned>(numbers_.size() + tries_.size());
}

void CandidateMaker::draw(Candidate& c, unsigned key, Stream& stream) const {
  constexpr std::array<double, 5> kLoads{0.05, 0.2, 0.4, 0.7, 0.95};
  constexpr std::array<unsigned, 4> kLatencies{1, 2, 4, 6};
  constexpr std::array<unsigned, 3> kMeasures{kShortestMeasure, 20000, 50000};
  switch (key) {
    case 0: c["traffic.load"] = one_of(kLoads, stream); return;
    case 1: c["faults.random"] = faults(stream); return;
    case 2: c["link.latency"] = one_of(kLatencies, stream); return;
    case 3:
      // A short round of probes lets many changes follow one another.
      if (stream.chance(0.6)) c["probe"] = {{"period", 60}, {"timeout", 14}, {"retries", 2}};
      else c.erase("probe");
      return;
    case 4: c["phases"] = phases_of(one_of(kMeasures, stream), own_drain_); return;
    case 5:
      if (stream.chance(0.6)) c.erase("traffic.packet_beats");
      else
        c["traffic.packet_beats"] = {{{"beats", 4}, {"share", 0.7}},
                                     {{"beats", 40}, {"share", 0.3}}};
      return;
    default: break;
  }
  const unsigned own = key - kCommonKeys;
  const auto numbers = static_cast<unsigned>(numbers_.size());
  if (own < numbers) draw_number(c, own, stream);
  else draw_try(c, own - numbers, stream);
}

void CandidateMaker::draw_try(Candidate& c, unsigned group, Stream& stream) const {
  const json& alternatives = tries_[group];
  for (const json& one : alternatives) {
    for (const auto& [path, value] : one.items()) c.erase(path);
  }
  if (stream.chance(0.6)) return;
  for (const auto& [path, value] : alternatives[stream.below(alternatives.size())].items()) {
    c[path] = value;
  }
}

void CandidateMaker::draw_number(Candidate& c, unsigned number, Stream& stream) const {
  const auto& [path, schema] = *std::next(numbers_.begin(), static_cast<std::ptrdiff_t>(number));
  const auto least = schema["minimum"].get<std::uint64_t>();
  const auto most = schema["default"].get<std::uint64_t>();
  if (stream.chance(0.5) || most <= least) c.erase(path);
  else c[path] = least + stream.below(std::min<std::uint64_t>(most - least, 6));
}

Candidate CandidateMaker::fresh(Stream& stream) const {
  Candidate c;
  for (unsigned key = 0; key < keys(); ++key) draw(c, key, stream);
  return c;
}

Candidate CandidateMaker::changed(const Candidate& parent, Stream& stream) const {
  Candidate c = parent;
  const unsigned changes = stream.chance(0.5) ? 1 : 2;
  for (unsigned i = 0; i < changes; ++i) {
    draw(c, static_cast<unsigned>(stream.below(keys())), stream);
  }
  return c;
}

}  // namespace selvage::cli
