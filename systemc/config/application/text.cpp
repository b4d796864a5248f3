// SPDX-License-Identifier: Apache-2.0
#include "config/application/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "config/application/generate.hpp"
#include "config/text/lines.hpp"
#include "golden/number.hpp"

namespace selvage::config {
namespace {

constexpr std::uint64_t kMostBytes = std::uint64_t{1} << 40;

class MessageReader final : private LineReader {
 public:
  MessageReader(std::size_t source, const Topology& topology, bool numbered,
                Diagnostics& diagnostics)
      : LineReader(source, diagnostics), topology_(topology), numbered_(numbered) {}

  Application read(std::string_view text) {
    application_.kind = "file";
    read_lines(text);
    if (application_.messages.empty() && flawless()) error_of_file("no message in this file");
    return std::move(application_);
  }

 private:
  std::optional<HostIdx> host(const Word& word) {
    if (numbered_) {
      const auto number = parse_number<HostIdx>(word.text);
      if (number && *number < topology_.host_count()) return number;
      error(word, fmt::format("'{}' is no number of a host: 0 to {}", printable(word.text),
                              topology_.host_count() - 1));
      return std::nullopt;
    }
    std::string why;
    const auto found = topology_.parse_host(word.text, why);
    if (!found) error(word, fmt::format("'{}' is no host: {}", printable(word.text), why));
    return found;
  }

  bool time(const Word& word, bool waits, AppMessage& message) {
    const bool relative = word.text.front() == '+';
    const auto cycles = parse_number<Cycle>(word.text.substr(relative ? 1 : 0));
    if (!cycles || *cycles > kLatest) {
      error(word, fmt::format("'{}' is no cycle", printable(word.text)));
      return false;
    }
    if (relative && !waits) {
      error(word, "so many cycles behind what? This message waits for no other");
      return false;
    }
    (relative ? message.work : message.at) = *cycles;
    return true;
  }

  /// The messages that `word` names, "a,b,c".
  bool named(const Word& word, const AppMessage& message, std::vector<std::uint32_t>& after) {
    const std::size_t before = after.size();
    for (std::size_t from = 0; from <= word.text.size();) {
      const std::size_t comma = std::min(word.text.find(',', from), word.text.size());
      const Word id{word.text.substr(from, comma - from),
                    word.column + static_cast<unsigned>(from)};
      from = comma + 1;
      const auto found = numbers_.find(std::string(id.text));
      if (found == numbers_.end()) {
        error(id, fmt::format("no line above has the id '{}'", printable(id.text)));
        return false;
      }
      const AppMessage& other = application_.messages[found->second];
      if (other.destination != message.source && other.source != message.source) {
        error(id, fmt::format("message '{}' neither arrives at nor leaves from {}, which cannot "
                              "know of it",
                              printable(id.text), topology_.host_name(message.source)));
        return false;
      }
      after.push_back(found->second);
    }
    std::sort(after.begin(), after.end());
    const bool twice = std::adjacent_find(after.begin(), after.end()) != after.end();
    if (twice) error(word, "an id stands twice");
    return !twice && after.size() > before;
  }

  void read_line(std::string_view text) override {
    const std::vector<Word> words = words_of(text);
    if (words.empty()) return;
    const bool waits = words.size() >= 6 && words[words.size() - 2].text == "after";
    const std::size_t plain = words.size() - (waits ? 2 : 0);
    if (plain != 4 && plain != 5) {
      return error(words.back(), fmt::format("{} words; expected: time source destination bytes, "
                                             "perhaps an id, perhaps 'after' and ids",
                                             words.size()));
    }
    AppMessage message;
    if (!time(words[0], waits, message)) return;
    const auto from = host(words[1]);
    const auto to = host(words[2]);
    if (!from || !to) return;
    if (*from == *to) return error(words[2], "a host does not send to itself");
    message.source = *from;
    message.destination = *to;
    const auto bytes = parse_number<std::uint64_t>(words[3].text);
    if (!bytes || *bytes == 0 || *bytes > kMostBytes) {
      return error(words[3], fmt::format("'{}' is no number of bytes from 1 to 2^40",
                                         printable(words[3].text)));
    }
    message.bytes = *bytes;
    std::vector<std::uint32_t> after;
    if (waits && !named(words.back(), message, after)) return;
    const auto number = static_cast<std::uint32_t>(application_.messages.size());
    if (plain == 5) {
      message.name = std::string(words[4].text);
      if (message.name.find(',') != std::string::npos) {
        return error(words[4], "an id has no comma");
      }
      if (!numbers_.emplace(message.name, number).second) {
        return error(words[4],
                     fmt::format("a line above has the id '{}' already", printable(message.name)));
      }
    }
    if (number == kMostMessages) {
      return error(words[0], fmt::format("more than {} messages", kMostMessages));
    }
    application_.add(std::move(message), after);
  }

  const Topology& topology_;
  bool numbered_;
  Application application_;
  std::unordered_map<std::string, std::uint32_t> numbers_;  ///< by id
};

}  // namespace

Application read_messages(std::size_t source, const Topology& topology, bool numbered,
                          Diagnostics& diagnostics) {
  if (!is_text(source, diagnostics)) return {};
  const std::string text = diagnostics.source(source).text;
  return MessageReader(source, topology, numbered, diagnostics).read(text);
}

}  // namespace selvage::config
