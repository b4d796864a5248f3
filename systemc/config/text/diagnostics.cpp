// SPDX-License-Identifier: Apache-2.0
#include "config/text/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

namespace selvage::config {
namespace {

constexpr std::size_t kWidest = 160;  ///< longest source line shown under an error

std::string_view line_of(std::string_view text, unsigned line) {
  std::size_t begin = 0;
  for (unsigned i = 1; i < line; ++i) {
    begin = text.find('\n', begin);
    if (begin == std::string_view::npos) return {};
    ++begin;
  }
  std::string_view rest = text.substr(begin);
  rest = rest.substr(0, rest.find('\n'));
  if (!rest.empty() && rest.back() == '\r') rest.remove_suffix(1);
  return rest;
}

/// Edit distance in which two letters swapped count as one edit; letters compared without case.
std::size_t distance(std::string_view a, std::string_view b) {
  const auto same = [](char x, char y) {
    const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
    return lower(x) == lower(y);
  };
  std::vector<std::size_t> before(b.size() + 1), last(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = last[j - 1] + (same(a[i - 1], b[j - 1]) ? 0 : 1);
      row[j] = std::min({last[j] + 1, row[j - 1] + 1, change});
      if (i > 1 && j > 1 && same(a[i - 1], b[j - 2]) && same(a[i - 2], b[j - 1])) {
        row[j] = std::min(row[j], before[j - 2] + 1);
      }
    }
    before.swap(last);
    last.swap(row);
  }
  return last[b.size()];
}

/// Bytes of the character that `text` begins with; 0: it is no UTF-8 (RFC 3629: no overlong forms,
/// no surrogates, nothing above U+10FFFF).
std::size_t character(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  const std::size_t length = first >= 0xc2 && first <= 0xdf   ? 2
                             : first >= 0xe0 && first <= 0xef ? 3
                             : first >= 0xf0 && first <= 0xf4 ? 4
                                                              : 0;
  if (length == 0 || text.size() < length) return 0;
  const unsigned least = first == 0xe0 ? 0xa0 : first == 0xf0 ? 0x90 : 0x80;
  const unsigned most = first == 0xed ? 0x9f : first == 0xf4 ? 0x8f : 0xbf;
  if (byte(1) < least || byte(1) > most) return 0;
  for (std::size_t i = 2; i < length; ++i) {
    if (byte(i) < 0x80 || byte(i) > 0xbf) return 0;
  }
  return length;
}

/// The parts between underscores of a name of two or more stand in the other in their order:
/// lookup_i in lookup_valid_i.
bool parts_within(std::string_view word, std::string_view other) {
  if (word.find('_') == std::string_view::npos) return false;
  while (!other.empty()) {
    const std::string_view next = other.substr(0, other.find('_'));
    other.remove_prefix(std::min(next.size() + 1, other.size()));
    const std::string_view part = word.substr(0, word.find('_'));
    if (part != next) continue;
    if (part.size() == word.size()) return true;
    word.remove_prefix(part.size() + 1);
  }
  return false;
}

}  // namespace

std::size_t Diagnostics::add_source(Source source) {
  sources_.push_back(std::move(source));
  return sources_.size() - 1;
}

void Diagnostics::error(Diagnostic diagnostic) { errors_.push_back(std::move(diagnostic)); }

std::string Diagnostics::headline(const Diagnostic& d) const {
  const Source& source = sources_[d.spot.source];
  std::string out = source.name;
  if (source.has_lines && d.spot.line > 0) {
    out += fmt::format(":{}:{}", d.spot.line, d.spot.column);
  }
  out += ": error: ";
  if (!d.path.empty()) out += d.path + ": ";
  out += d.what;
  if (!d.hint.empty()) out += fmt::format(" ({})", d.hint);
  return out;
}

std::string Diagnostics::text() const {
  std::vector<const Diagnostic*> order;
  for (const Diagnostic& d : errors_) order.push_back(&d);
  std::stable_sort(order.begin(), order.end(), [](const Diagnostic* a, const Diagnostic* b) {
    return std::tie(a->spot.source, a->spot.line, a->spot.column) <
           std::tie(b->spot.source, b->spot.line, b->spot.column);
  });
  std::string out;
  const std::size_t reported = std::min(order.size(), kMostReported);
  for (std::size_t n = 0; n < reported; ++n) {
    const Diagnostic* d = order[n];
    out += headline(*d) + "\n";
    const Source& source = sources_[d->spot.source];
    if (!source.has_lines || d->spot.line == 0) continue;
    const std::string_view line = line_of(source.text, d->spot.line);
    if (line.empty() || d->spot.column == 0 || d->spot.column > kWidest) continue;
    const std::string number = std::to_string(d->spot.line);
    std::string lead(d->spot.column - 1, ' ');  // tabs stay tabs, so that the caret lines up
    for (std::size_t i = 0; i < lead.size() && i < line.size(); ++i) {
      if (line[i] == '\t') lead[i] = '\t';
    }
    out += fmt::format("  {} | {}\n  {} | {}^\n", number, printable(line, kWidest),
                       std::string(number.size(), ' '), lead);
  }
  if (reported < order.size()) {
    out += fmt::format("{}: error: {} more errors, not shown\n",
                       sources_[order[reported]->spot.source].name, order.size() - reported);
  }
  return out;
}

std::size_t find_bad_utf8(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t length = character(text.substr(i));
    if (length == 0) return i;
    i += length;
  }
  return std::string_view::npos;
}

bool is_text(std::size_t source, Diagnostics& diagnostics) {
  const std::string_view text = diagnostics.source(source).text;
  const std::size_t zero = text.find('\0');
  const std::size_t bad = find_bad_utf8(text.substr(0, zero));
  const std::size_t at = std::min(zero, bad);
  if (at == std::string_view::npos) return true;
  const std::string_view before = text.substr(0, at);
  const std::size_t start = before.rfind('\n') + 1;  // npos + 1 is 0
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  diagnostics.error(
      {{source, static_cast<unsigned>(line), static_cast<unsigned>(at - start + 1)},
       "",
       at == zero ? std::string("a zero byte: this is not a text file")
                  : fmt::format("the byte {}: this is not UTF-8", printable(text.substr(at, 1))),
       ""});
  return false;
}

std::string printable(std::string_view value, std::size_t limit) {
  std::string out;
  for (std::size_t i = 0; i < value.size();) {
    if (out.size() >= limit) return out + "...";
    const auto u = static_cast<unsigned char>(value[i]);
    const std::size_t length = character(value.substr(i));
    if (length == 0 || (u < 0x20 && u != '\t') || u == 0x7f) {
      out += fmt::format("\\x{:02x}", u);
    } else {
      out += value.substr(i, length);
    }
    i += std::max<std::size_t>(length, 1);
  }
  return out;
}

std::string printable_path(const std::string& path) { return printable(path, 400); }

std::string nearest(std::string_view word, const std::vector<std::string>& candidates) {
  if (word.size() > 64) return {};
  std::string best;
  std::size_t least = std::max<std::size_t>(1, word.size() / 3) + 1;
  for (const std::string& candidate : candidates) {
    const bool begun = word.size() >= 3 && candidate.compare(0, word.size(), word) == 0;
    const std::size_t d = begun ? 0 : parts_within(word, candidate) ? 1 : distance(word, candidate);
    if (d < least && d < candidate.size()) {
      least = d;
      best = candidate;
    }
  }
  return best;
}

std::string did_you_mean(std::string_view word, const std::vector<std::string>& candidates) {
  const std::string best = nearest(word, candidates);
  return best.empty() || best == word ? std::string() : fmt::format("did you mean '{}'?", best);
}

std::string join(const std::vector<std::string>& words, std::string_view separator) {
  std::string out;
  for (const std::string& word : words) {
    if (!out.empty()) out += separator;
    out += word;
  }
  return out;
}

}  // namespace selvage::config
