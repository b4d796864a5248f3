// SPDX-License-Identifier: Apache-2.0
#include "config/application/booksim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "config/application/generate.hpp"
#include "config/text/lines.hpp"
#include "golden/number.hpp"

namespace selvage::config {
namespace {

constexpr unsigned kMostFlits = 1U << 20U;

class BooksimReader final : private LineReader {
 public:
  BooksimReader(std::size_t source, const BooksimKeys& keys, Diagnostics& diagnostics)
      : LineReader(source, diagnostics), keys_(keys) {}

  Application read(std::string text) {
    application_.kind = "booksim";
    std::replace(text.begin(), text.end(), ',', ' ');  // some write commas between the numbers
    read_lines(text);
    if (application_.messages.empty() && flawless()) {
      error_of_file("no packet from one node to another in what is played of it");
    }
    return std::move(application_);
  }

 private:
  std::optional<HostIdx> host(const Word& word) {
    const auto node = parse_number<std::uint32_t>(word.text);
    if (node && *node < keys_.hosts.size()) return keys_.hosts[*node];
    error(word,
          fmt::format("'{}' is no node: 0 to {}", printable(word.text), keys_.hosts.size() - 1));
    return std::nullopt;
  }

  bool time(const Word& word) {
    const auto cycles = parse_number<Cycle>(word.text);
    const Cycle before = keys_.sizes.empty() ? 0 : now_;
    if (!cycles || *cycles > kLatest - before) {
      error(word, fmt::format("'{}' is no {}, or beyond cycle {}", printable(word.text),
                              keys_.sizes.empty() ? "cycle" : "delay", kLatest));
      return false;
    }
    if (before + *cycles < now_) {
      error(word, fmt::format("cycle {} after cycle {}: the lines have to ascend", *cycles, now_));
      return false;
    }
    now_ = before + *cycles;
    return true;
  }

  /// The flits of a packet; 0: there is none, time only passes.
  std::optional<unsigned> flits(const Word& word) {
    if (keys_.sizes.empty()) {
      const auto size = parse_number<unsigned>(word.text);
      if (size && *size > 0 && *size <= kMostFlits) return size;
      error(word, fmt::format("'{}' is no number of flits from 1 to {}", printable(word.text),
                              kMostFlits));
      return std::nullopt;
    }
    const auto type = parse_number<int>(word.text);
    if (type && *type < 0) return 0;
    if (type && static_cast<std::size_t>(*type) < keys_.sizes.size()) {
      return keys_.sizes[static_cast<std::size_t>(*type)];
    }
    error(word, fmt::format("'{}' is no type of packet: {} sizes are given "
                            "(traffic.application.sizes)",
                            printable(word.text), keys_.sizes.size()));
    return std::nullopt;
  }

  void read_line(std::string_view text) override {
    const std::vector<Word> words = words_of(text);
    if (words.empty() || keys_.part.ends_before(now_, packets_)) return;
    if (words.size() != 4) {
      return error(words.back(),
                   fmt::format("{} words; expected: {}", words.size(),
                               keys_.sizes.empty() ? "cycle source destination flits"
                                                   : "delay source destination type"));
    }
    if (!time(words[0])) return;
    const auto from = host(words[1]);
    const auto to = host(words[2]);
    const auto size = flits(words[3]);
    if (!from || !to || !size || *size == 0 || keys_.part.ends_before(now_, packets_)) return;
    ++packets_;
    if (*from == *to) return;
    if (application_.messages.size() == kMostMessages) {
      return error(words[0], fmt::format("more than {} messages: play less of it "
                                         "(traffic.application.packets, cycles)",
                                         kMostMessages));
    }
    AppMessage message;
    message.source = *from;
    message.destination = *to;
    message.bytes = std::uint64_t{*size} * keys_.flit_bytes;
    message.at = now_;
    message.name = fmt::format("line {}", line());
    application_.add(std::move(message), {});
  }

  const BooksimKeys& keys_;
  Application application_;
  Cycle now_ = 0;
  std::uint64_t packets_ = 0;
};

}  // namespace

Application read_booksim(std::size_t source, const BooksimKeys& keys, Diagnostics& diagnostics) {
  if (!is_text(source, diagnostics)) return {};
  return BooksimReader(source, keys, diagnostics).read(diagnostics.source(source).text);
}

}  // namespace selvage::config
