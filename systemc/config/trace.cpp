// SPDX-License-Identifier: Apache-2.0
#include "config/trace.hpp"

#include <fmt/format.h>

#include <optional>
#include <string_view>

#include "config/text/lines.hpp"
#include "golden/number.hpp"

namespace selvage::config {
namespace {

constexpr Cycle kLastCycle = 1'000'000'000'000;

class TraceReader final : private LineReader {
 public:
  TraceReader(std::size_t source, const Topology& topology, const TrafficConfig& traffic,
              Diagnostics& diagnostics)
      : LineReader(source, diagnostics), topology_(topology), traffic_(traffic) {}

  std::vector<TraceRecord> read(std::string_view text) {
    read_lines(text);
    if (records_.empty() && flawless()) error_of_file("no packet in this trace");
    return std::move(records_);
  }

 private:
  std::optional<HostIdx> host(const Word& word) {
    std::string why;
    const auto found = topology_.parse_host(word.text, why);
    if (!found) error(word, fmt::format("'{}' is no host: {}", printable(word.text), why));
    return found;
  }

  /// Which length of the mix a packet of so many beats has.
  std::optional<std::uint8_t> length(const Word& word) {
    const auto beats = parse_number<unsigned>(word.text);
    for (std::size_t i = 0; i < traffic_.lengths(); ++i) {
      if (beats && traffic_.beats(i) == *beats) return static_cast<std::uint8_t>(i);
    }
    error(word, fmt::format("'{}' is no length of this scenario's packets in beats "
                            "(traffic.packet_beats)",
                            printable(word.text)));
    return std::nullopt;
  }

  void read_line(std::string_view line) override {
    const std::vector<Word> words = words_of(line);
    if (words.empty()) return;
    if (words.size() != 3 && words.size() != 4) {
      return error(words[words.size() > 4 ? 4 : 0],
                   fmt::format("{} words; expected: cycle source destination, and perhaps beats",
                               words.size()));
    }
    TraceRecord record;
    const std::string_view digits = words[0].text;
    const auto cycle = parse_number<Cycle>(digits);
    if (!cycle || *cycle > kLastCycle) {
      return error(words[0], fmt::format("'{}' is no cycle", printable(digits)));
    }
    record.cycle = *cycle;
    if (!records_.empty() && record.cycle < records_.back().cycle) {
      return error(words[0], fmt::format("cycle {} after cycle {}: the lines have to ascend",
                                         record.cycle, records_.back().cycle));
    }
    const auto from = host(words[1]);
    const auto to = host(words[2]);
    if (!from || !to) return;
    if (*from == *to) return error(words[2], "a host does not send to itself");
    if (words.size() == 4 && !(record.length = length(words[3]))) return;
    record.source = *from;
    record.destination = *to;
    records_.push_back(record);
  }

  const Topology& topology_;
  const TrafficConfig& traffic_;
  std::vector<TraceRecord> records_;
};

}  // namespace

std::vector<TraceRecord> read_trace(std::size_t source, const Topology& topology,
                                    const TrafficConfig& traffic, Diagnostics& diagnostics) {
  if (!is_text(source, diagnostics)) return {};
  const std::string text = diagnostics.source(source).text;
  return TraceReader(source, topology, traffic, diagnostics).read(text);
}

}  // namespace selvage::config
