// SPDX-License-Identifier: Apache-2.0
#include "report/svg.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <iterator>

#include "config/text/output.hpp"

namespace selvage::report {

std::string number(double value) {
  std::string out = fmt::format("{:.1f}", value);
  if (out.size() > 2 && out.compare(out.size() - 2, 2, ".0") == 0) out.resize(out.size() - 2);
  return out == "-0" ? "0" : out;
}

double text_width(std::string_view text, double size) {
  const auto glyphs = std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;  // no UTF-8 continuation
  });
  return 0.62 * size * static_cast<double>(glyphs);
}

void Svg::merge_alike() {
  merging_ = true;
  merged_from_ = body_.size();
}

void Svg::end_merge() {
  merging_ = false;
  for (const Alike& one : alike_) {
    body_ += one.element;
    close(one.tag, one.count == 1 ? one.title
                                  : fmt::format("{} alike, the first: {}", one.count, one.title));
  }
  alike_.clear();
  places_.clear();
}

void Svg::close(std::string_view tag, std::string_view title) {
  if (merging_) {
    std::string element = body_.substr(merged_from_);
    body_.resize(merged_from_);
    const auto [place, fresh] = places_.emplace(element, alike_.size());
    if (fresh) alike_.push_back({std::move(element), std::string(tag), std::string(title), 0});
    ++alike_[place->second].count;
  } else if (title.empty()) {
    body_ += "/>\n";
  } else {
    fmt::format_to(std::back_inserter(body_), "><title>{}</title></{}>\n",
                   config::markup_text(title), tag);
  }
}

void Svg::group(std::string_view css_class, std::string_view title) {
  fmt::format_to(std::back_inserter(body_), "<g class=\"{}\">", css_class);
  if (!title.empty()) {
    fmt::format_to(std::back_inserter(body_), "<title>{}</title>", config::markup_text(title));
  }
  body_ += '\n';
}

void Svg::line(double x1, double y1, double x2, double y2, std::string_view css_class,
               std::string_view title) {
  fmt::format_to(std::back_inserter(body_), R"(<line class="{}" x1="{}" y1="{}" x2="{}" y2="{}")",
                 css_class, number(x1), number(y1), number(x2), number(y2));
  close("line", title);
}

void Svg::rect(double x, double y, double width, double height, std::string_view css_class,
               std::string_view title) {
  fmt::format_to(std::back_inserter(body_),
                 R"(<rect class="{}" x="{}" y="{}" width="{}" height="{}")", css_class, number(x),
                 number(y), number(std::max(width, 0.0)), number(std::max(height, 0.0)));
  close("rect", title);
}

void Svg::circle(double x, double y, double r, std::string_view css_class, std::string_view title) {
  fmt::format_to(std::back_inserter(body_), R"(<circle class="{}" cx="{}" cy="{}" r="{}")",
                 css_class, number(x), number(y), number(r));
  close("circle", title);
}

void Svg::path(std::string_view d, std::string_view css_class, std::string_view title) {
  fmt::format_to(std::back_inserter(body_), R"(<path class="{}" d="{}")", css_class, d);
  close("path", title);
}

void Svg::text(double x, double y, std::string_view text, std::string_view css_class,
               Anchor anchor) {
  fmt::format_to(std::back_inserter(body_), R"(<text x="{}" y="{}")", number(x), number(y));
  if (!css_class.empty()) {
    fmt::format_to(std::back_inserter(body_), R"( class="{}")", css_class);
  }
  if (anchor != Anchor::kStart) {
    fmt::format_to(std::back_inserter(body_), R"( text-anchor="{}")",
                   anchor == Anchor::kEnd ? "end" : "middle");
  }
  fmt::format_to(std::back_inserter(body_), ">{}</text>\n", config::markup_text(text));
}

void Svg::cross(double x, double y, double r, std::string_view css_class, std::string_view title) {
  path(fmt::format("M{} {}l{} {}m0 -{}l-{} {}", number(x - r), number(y - r), number(2 * r),
                   number(2 * r), number(2 * r), number(2 * r), number(2 * r)),
       css_class, title);
}

void Svg::diamond(double x, double y, double r, std::string_view css_class,
                  std::string_view title) {
  path(fmt::format("M{} {}l{} {}l-{} {}l-{} -{}z", number(x), number(y - r), number(r), number(r),
                   number(r), number(r), number(r), number(r)),
       css_class, title);
}

void Svg::star(double x, double y, double r, std::string_view css_class, std::string_view title) {
  std::string d;
  for (int i = 0; i < 10; ++i) {
    const double angle = 3.14159265358979 * (i / 5.0 - 0.5);
    const double radius = i % 2 == 0 ? r : 0.42 * r;
    d += fmt::format("{}{} {}", i == 0 ? "M" : "L", number(x + radius * std::cos(angle)),
                     number(y + radius * std::sin(angle)));
  }
  path(d + "z", css_class, title);
}

namespace {

/// Whether `p` and `q` hide each other: text on text, or a text across the other's line.
bool clash(const PlacedFlag& p, const PlacedFlag& q) {
  const auto covers = [](const PlacedFlag& over, double x) {
    return over.left - 3 < x && x < over.left + over.width + 3;
  };
  const bool beside = p.left + p.width <= q.left || q.left + q.width <= p.left;
  return (p.lane == q.lane && !beside) || (p.lane < q.lane && covers(p, q.flag.x)) ||
         (p.lane > q.lane && covers(q, p.flag.x));
}

struct Arrangement {
  std::vector<PlacedFlag> placed;
  unsigned clashes = 0;
  unsigned lanes = 0;
};

/// Each flag in the lowest lane that fits, one after the other; bit i of `turned`: text i ends at
/// its line.
Arrangement arrange(const std::vector<Flag>& flags, std::uint64_t turned, double size, double x1) {
  Arrangement a;
  for (std::size_t i = 0; i < flags.size(); ++i) {
    const double width = text_width(flags[i].text, size) + 8;
    const bool turns = (turned >> i & 1U) != 0 && flags[i].x >= width;  // not out of the picture
    const bool left = turns || flags[i].x + width > x1;
    PlacedFlag p{flags[i], left ? flags[i].x - width : flags[i].x, width, 0};
    const auto clashes = [&](const PlacedFlag& q) { return clash(p, q); };
    while (p.lane < a.lanes && std::any_of(a.placed.begin(), a.placed.end(), clashes)) ++p.lane;
    a.clashes += static_cast<unsigned>(std::count_if(a.placed.begin(), a.placed.end(), clashes));
    a.lanes = std::max(a.lanes, p.lane + 1);
    a.placed.push_back(std::move(p));
  }
  return a;
}

}  // namespace

std::vector<PlacedFlag> place_flags(std::vector<Flag> flags, double size, double x1) {
  std::stable_sort(flags.begin(), flags.end(),
                   [](const Flag& a, const Flag& b) { return a.x > b.x; });
  constexpr std::size_t kFew = 6;  // so many are tried in every way, from either side
  const std::uint64_t ways = flags.size() <= kFew ? std::uint64_t{1} << flags.size() : 1;
  Arrangement best = arrange(flags, 0, size, x1);
  for (unsigned order = 0; order < 2; ++order) {
    for (std::uint64_t turned = 0; turned < ways; ++turned) {
      Arrangement next = arrange(flags, turned, size, x1);
      if (next.clashes < best.clashes ||
          (next.clashes == best.clashes && next.lanes < best.lanes)) {
        best = std::move(next);
      }
    }
    std::reverse(flags.begin(), flags.end());
  }
  return std::move(best.placed);
}

}  // namespace selvage::report
