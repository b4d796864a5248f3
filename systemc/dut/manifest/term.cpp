// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <cctype>

#include "dut/manifest/manifest.hpp"
#include "golden/number.hpp"

namespace selvage::dut {

namespace {

constexpr unsigned kMostBits = 4096;

/// Reads a term from left to right; the first thing that does not fit is reported.
class TermReader {
 public:
  explicit TermReader(const std::string& text) : text_(text) {}

  std::optional<Term> read(std::string& why) {
    Term term;
    blanks();
    const bool braces = take('{');
    do {
      if (!part(term)) return refuse(why);
    } while (braces && take(','));
    if (braces && !take('}')) fail("a '}' is missing");
    if (why_.empty() && at_ < text_.size())
      fail(fmt::format("'{}' is too much", text_.substr(at_)));
    if (!why_.empty()) return refuse(why);
    return term;
  }

 private:
  std::optional<Term> refuse(std::string& why) {
    why = why_ +
          "; a pin, a slice of one, a sized constant, or several of them in braces, e.g. d[5:0], "
          "4'd0, {hi, lo}";
    return std::nullopt;
  }
  bool fail(std::string what) {
    if (why_.empty()) why_ = std::move(what);
    return false;
  }
  void blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  bool take(char c) {
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    blanks();
    return true;
  }
  std::string word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (std::isalnum(static_cast<unsigned char>(text_[at_])) != 0 ||
                                  text_[at_] == '_' || text_[at_] == '$')) {
      ++at_;
    }
    std::string found = text_.substr(begin, at_ - begin);
    blanks();
    return found;
  }

  bool part(Term& term) {
    const std::string first = word();
    if (first.empty()) return fail("a pin or a constant is missing");
    Part p;
    if (std::isdigit(static_cast<unsigned char>(first[0])) != 0) {
      if (!constant(first, p)) return false;
    } else if (!is_name(first)) {
      return fail(fmt::format("'{}' is no name of a pin", first));
    } else {
      p.pin = first;
      p.whole = true;
      if (take('[') && !slice(p)) return false;
    }
    term.push_back(p);
    return true;
  }

  bool slice(Part& p) {
    p.whole = false;
    const auto high = parse_number(word());
    const auto low = take(':') ? parse_number(word()) : high;
    if (!high || !low || !take(']')) return fail("a slice is [HIGH:LOW] or [BIT]");
    if (*low > *high || *high >= kMostBits)
      return fail(fmt::format("[{}:{}] is no slice", *high, *low));
    p.high = *high;
    p.low = *low;
    return true;
  }

  bool constant(const std::string& size, Part& p) {
    const auto width = parse_number(size);
    if (!take('\'')) return fail(fmt::format("'{}' has no width: write e.g. 4'd{}", size, size));
    const std::string digits = word();
    const int base = digits.empty()     ? 0
                     : digits[0] == 'd' ? 10
                     : digits[0] == 'h' ? 16
                     : digits[0] == 'b' ? 2
                                        : 0;
    std::optional<std::uint64_t> parsed;
    if (base != 0) parsed = parse_number<std::uint64_t>(std::string_view(digits).substr(1), base);
    const std::uint64_t value = parsed.value_or(0);
    if (!width || *width == 0 || *width > 64 || !parsed) {
      return fail(fmt::format("{}'{} is no constant of 1 to 64 bits", size, digits));
    }
    if (*width < 64 && value >> *width != 0) {
      return fail(fmt::format("{}'{} does not fit its {} bits", size, digits, *width));
    }
    p.width = *width;
    p.value = value;
    return true;
  }

  const std::string& text_;
  std::size_t at_ = 0;
  std::string why_;
};

}  // namespace

bool is_name(const std::string& text) {
  if (text.empty() || std::isdigit(static_cast<unsigned char>(text[0])) != 0 || text[0] == '$')
    return false;
  for (const char c : text) {
    if (std::isalnum(static_cast<unsigned char>(c)) == 0 && c != '_' && c != '$') return false;
  }
  return true;
}

std::optional<Term> parse_term(const std::string& text, std::string& why) {
  return TermReader(text).read(why);
}

}  // namespace selvage::dut
