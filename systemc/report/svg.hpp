// SPDX-License-Identifier: Apache-2.0
/// \file
/// Plain SVG 1.1 as text: no scripts, no external references, the same bytes every time.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace selvage::report {

/// Coordinate with one decimal, without a trailing ".0".
[[nodiscard]] std::string number(double value);
/// Upper estimate of the width of sans-serif text, in pixels.
[[nodiscard]] double text_width(std::string_view text, double size);

enum class Anchor { kStart, kMiddle, kEnd };

/// Collects elements; y grows downwards.
class Svg {
 public:
  void raw(std::string_view element) { body_ += element; }
  void group(std::string_view css_class, std::string_view title = {});
  void end_group() { body_ += "</g>\n"; }
  void line(double x1, double y1, double x2, double y2, std::string_view css_class,
            std::string_view title = {});
  void rect(double x, double y, double width, double height, std::string_view css_class,
            std::string_view title = {});
  void circle(double x, double y, double r, std::string_view css_class,
              std::string_view title = {});
  void path(std::string_view d, std::string_view css_class, std::string_view title = {});
  void text(double x, double y, std::string_view text, std::string_view css_class = {},
            Anchor anchor = Anchor::kStart);
  // Marks of the timeline, centred on (x, y).
  void cross(double x, double y, double r, std::string_view css_class, std::string_view title = {});
  void diamond(double x, double y, double r, std::string_view css_class,
               std::string_view title = {});
  void star(double x, double y, double r, std::string_view css_class, std::string_view title = {});

  /// Until end_merge, elements that look alike and lie at one place become one, whose title counts
  /// them; only marks and lines stand between the two.
  void merge_alike();
  void end_merge();

  [[nodiscard]] const std::string& body() const { return body_; }

 private:
  struct Alike {
    std::string element;  ///< up to its title
    std::string tag;
    std::string title;  ///< of the first
    std::size_t count = 0;
  };
  void close(std::string_view tag, std::string_view title);
  std::string body_;
  bool merging_ = false;
  std::size_t merged_from_ = 0;  ///< where in the body the next element begins
  std::vector<Alike> alike_;
  std::map<std::string, std::size_t> places_;  ///< of elements in alike_
};

/// A label hung on a vertical line.
struct Flag {
  double x = 0;
  std::string text;
  std::string css_class;
};

/// Lanes, 0 the lowest, such that no text covers another, and none a line where that is possible.
/// A text starts at its line, or ends there; none goes beyond `x1`.
struct PlacedFlag {
  Flag flag;
  double left = 0;
  double width = 0;
  unsigned lane = 0;
};
[[nodiscard]] std::vector<PlacedFlag> place_flags(std::vector<Flag> flags, double size, double x1);

}  // namespace selvage::report
