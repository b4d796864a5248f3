// SPDX-License-Identifier: Apache-2.0
// Lengths of packets: one for all or a mix, in beats or in bytes (FAB-LEN-1..4).
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "config/checks.hpp"

namespace selvage {

unsigned TrafficConfig::shortest_beats() const {
  unsigned least = packet_beats;
  for (const PacketLength& length : mix) least = std::min(least, length.beats);
  return least;
}

double TrafficConfig::mean_beats() const {
  if (mix.empty()) return packet_beats;
  return std::accumulate(mix.begin(), mix.end(), 0.0, [](double sum, const PacketLength& length) {
    return sum + length.share * length.beats;
  });
}

std::uint64_t beats_in_round_trip(unsigned link_latency, const TrafficConfig& traffic) {
  // Sums of lengths that fit into the cycles before the last one.
  std::vector<bool> sums(std::size_t{2} * link_latency);
  sums[0] = true;
  std::size_t fits = 0;
  for (std::size_t sum = 1; sum < sums.size(); ++sum) {
    for (std::size_t i = 0; i < traffic.lengths() && !sums[sum]; ++i) {
      const unsigned beats = traffic.beats(i);
      sums[sum] = beats <= sum && sums[sum - beats];
    }
    if (sums[sum]) fits = sum;
  }
  return fits + traffic.packet_beats;
}

std::uint8_t longest_length(const TrafficConfig& traffic) {
  std::size_t longest = 0;
  for (std::size_t i = 1; i < traffic.lengths(); ++i) {
    if (traffic.beats(i) > traffic.beats(longest)) longest = i;
  }
  return static_cast<std::uint8_t>(longest);
}

unsigned least_buffer_packets(unsigned link_latency, const TrafficConfig& traffic) {
  const unsigned beats = traffic.packet_beats;
  return static_cast<unsigned>(1 +
                               (beats_in_round_trip(link_latency, traffic) + beats - 1) / beats);
}

namespace config {
namespace {

using nlohmann::json;

constexpr const char* kBeats = "packet_beats";
constexpr const char* kBytes = "packet_bytes";

/// The simple IMIX: 64, 576 and 1518 bytes as 7 : 4 : 1.
json imix() {
  return {{{"bytes", 64}, {"share", 7.0 / 12}},
          {{"bytes", 576}, {"share", 4.0 / 12}},
          {{"bytes", 1518}, {"share", 1.0 / 12}}};
}

/// The lengths of the list `items` at `pointer`, in beats or bytes; empty, with an error
/// there is already or a new one, if they are none.
std::vector<PacketLength> read_list(const Draft& draft, const std::string& pointer, bool in_bytes,
                                    const json& items, const LinkConfig& link) {
  const char* unit = in_bytes ? "bytes" : "beats";
  const std::size_t before = draft.diagnostics->errors().size();
  std::vector<PacketLength> lengths;
  double sum = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    const json& item = items[i];
    if (!item.is_object() || !item.contains(unit) || !item.contains("share")) return {};
    const std::string at = fmt::format("{}/{}", pointer, i);
    const auto number = item[unit].get<unsigned>();
    const PacketLength length{in_bytes ? link.beats(number) : number,
                              in_bytes ? number : link.bytes(number), item["share"].get<double>()};
    const auto same = [&](const json& other) { return other[unit] == item[unit]; };
    if (std::any_of(items.begin(), items.begin() + static_cast<std::ptrdiff_t>(i), same)) {
      draft.error(at + "/" + unit, fmt::format("{} {} stand twice", number, unit));
    }
    if (length.share <= 0) draft.error(at + "/share", "no packet has this length: leave it out");
    sum += length.share;
    lengths.push_back(length);
  }
  constexpr double kRounding = 1e-6;
  if (draft.diagnostics->errors().size() == before && std::abs(sum - 1) > kRounding) {
    draft.error(pointer, fmt::format("the shares sum up to {:.6g}, not to 1", sum));
  }
  if (draft.diagnostics->errors().size() != before) lengths.clear();
  return lengths;
}

/// As `traffic.packet_beats` says them.
json in_beats(const std::vector<PacketLength>& lengths) {
  json list = json::array();
  for (const PacketLength& l : lengths) list.push_back({{"beats", l.beats}, {"share", l.share}});
  return list;
}

void adopt(TrafficConfig& traffic, const std::vector<PacketLength>& lengths) {
  traffic.packet_beats = 0;
  for (const PacketLength& l : lengths) {
    traffic.packet_beats = std::max(traffic.packet_beats, l.beats);
  }
  if (lengths.size() > 1) traffic.mix = lengths;
}

/// The lengths of the key in beats or bytes: a number, a list or a name; empty if something of them
/// is wrong.
std::vector<PacketLength> read_lengths(const Draft& draft, bool in_bytes, const LinkConfig& link) {
  const char* key = in_bytes ? kBytes : kBeats;
  const json& value = draft.document.value.at("traffic").at(key);
  const std::string pointer = fmt::format("/traffic/{}", key);
  if (value.is_string()) return read_list(draft, pointer, in_bytes, imix(), link);
  if (value.is_array()) return read_list(draft, pointer, in_bytes, value, link);
  const json only = {{in_bytes ? "bytes" : "beats", value}, {"share", 1}};
  return read_list(draft, pointer, in_bytes, json::array({only}), link);
}

}  // namespace

void read_packet_lengths(Draft& draft, Scenario& s) {
  json& traffic = draft.document.value.at("traffic");
  const bool bytes = traffic.contains(kBytes) && draft.usable({"/traffic/packet_bytes"});
  const std::vector<PacketLength> lengths = read_lengths(draft, bytes, s.link);
  if (lengths.empty()) {
    draft.unusable.insert(fmt::format("/traffic/{}", bytes ? kBytes : kBeats));
    return;
  }
  if (bytes) {
    const bool listed = lengths.size() > 1;
    const json beats = listed ? in_beats(lengths) : json(lengths.front().beats);
    if (draft.document.places.count("/traffic/packet_beats") > 0 && traffic[kBeats] != beats) {
      draft.error("/traffic/packet_beats",
                  listed ? "traffic.packet_bytes says the lengths already"
                         : fmt::format("traffic.packet_bytes says the length already: {} bytes "
                                       "are {} beats",
                                       lengths.front().bytes, lengths.front().beats));
      return;
    }
    if (!listed) s.traffic.packet_bytes = lengths.front().bytes;
    traffic[kBeats] = beats;
  }
  adopt(s.traffic, lengths);
}

std::string place_of_length(const Draft& draft, std::size_t length) {
  const json& traffic = draft.document.value.at("traffic");
  const bool bytes = traffic.contains(kBytes);
  const char* key = bytes ? kBytes : kBeats;
  const std::string pointer = fmt::format("/traffic/{}", key);
  if (!traffic.at(key).is_array()) return pointer;
  return fmt::format("{}/{}/{}", pointer, length, bytes ? "bytes" : "beats");
}

}  // namespace config
}  // namespace selvage
