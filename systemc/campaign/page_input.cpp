// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cctype>

#include "campaign/page.hpp"
#include "config/diagnostics.hpp"
#include "config/explain.hpp"
#include "config/validate.hpp"

namespace selvage::campaign {

namespace {

using nlohmann::json;

constexpr const char* kCampaign = R"json({
  "type": "object",
  "required": ["name", "title", "trials", "done", "seeds", "first_seed", "example", "failed", "points"],
  "properties": {
    "name": {"type": "string"}, "title": {"type": "string"}, "example": {"type": "string"},
    "trials": {"type": "integer", "minimum": 0}, "done": {"type": "integer", "minimum": 0},
    "seeds": {"type": "integer", "minimum": 0}, "first_seed": {"type": "integer", "minimum": 0},
    "failed": {
      "type": "array",
      "items": {
        "type": "object", "required": ["kind", "replay"],
        "properties": {"kind": {"type": "string"}, "replay": {"type": "string"}}
      }
    },
    "points": {
      "type": "array",
      "items": {
        "type": "object", "required": ["levels", "values"],
        "properties": {
          "levels": {"type": "object", "additionalProperties": {"type": "string"}},
          "values": {
            "type": "object",
            "additionalProperties": {
              "type": "object", "required": ["n", "mean", "low", "high"],
              "properties": {
                "n": {"type": "integer"}, "mean": {"type": ["number", "null"]},
                "low": {"type": ["number", "null"]}, "high": {"type": ["number", "null"]}
              }
            }
          }
        }
      }
    }
  }
})json";

constexpr const char* kFigure = R"json({
  "type": "object", "required": ["name", "title", "source", "setup", "svg", "claims"],
  "properties": {
    "name": {"type": "string"}, "title": {"type": "string"}, "source": {"type": "string"},
    "setup": {"type": "string"}, "svg": {"type": "string"}, "quick": {"type": "boolean"},
    "unsteady": {"type": "array", "items": {"type": "string"}},
    "claims": {
      "type": "array",
      "items": {
        "type": "object", "required": ["id", "says", "measured", "reproduced"],
        "properties": {
          "id": {"type": "string"}, "says": {"type": "string"}, "measured": {"type": "string"},
          "reproduced": {"type": "boolean"}, "note": {"type": "string"}
        }
      }
    }
  }
})json";

/// What gnuplot draws with, and little more.
constexpr const char* kElements[] = {
    "svg", "g", "path", "text", "tspan", "title", "desc", "defs", "rect", "circle", "ellipse",
    "line", "polyline", "polygon", "use", "clippath", "mask", "marker", "pattern",
    "lineargradient", "radialgradient", "stop", "filter", "feflood", "fecomposite"};

bool space(char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }

std::string lower(std::string text) {
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

/// Reads tags strictly: what it does not understand is a complaint, since a browser may.
class SvgReader {
 public:
  explicit SvgReader(const std::string& svg) : svg_(svg), at_(svg.find("<svg")) {}

  std::string complaint() {
    if (at_ == std::string::npos || svg_.find("</svg>", at_) == std::string::npos) {
      return "it is no SVG picture";
    }
    while (why_.empty() && (at_ = svg_.find('<', at_)) != std::string::npos) {
      ++at_;
      tag();
    }
    return why_;
  }

 private:
  void tag() {
    const bool closing = peek() == '/';
    if (closing) ++at_;
    const std::string name = lower(word());
    if (std::find(std::begin(kElements), std::end(kElements), name) == std::end(kElements)) {
      why_ = "it has a '<" + config::printable(svg_.substr(at_ - name.size(), 20)) +
             "', which is no shape or text";
      return;
    }
    for (;;) {
      skip_space();
      if (peek() == '/' && !closing) ++at_;
      if (peek() == '>') return;
      if (closing || !attribute(name)) {
        if (why_.empty()) why_ = "a tag '" + name + "' cannot be read";
        return;
      }
    }
  }

  bool attribute(const std::string& element) {
    const std::string name = lower(word());
    skip_space();
    if (name.empty() || peek() != '=') return false;
    ++at_;
    skip_space();
    const char quote = peek();
    if (quote != '"' && quote != '\'') return false;
    const std::size_t end = svg_.find(quote, at_ + 1);
    if (end == std::string::npos) return false;
    const std::string value = lower(svg_.substr(at_ + 1, end - at_ - 1));
    at_ = end + 1;
    const std::string local = name.substr(name.find(':') == std::string::npos ? 0
                                                                             : name.find(':') + 1);
    if (name.rfind("on", 0) == 0) why_ = "it has an event handler, " + name;
    if (local == "href" && value.rfind('#', 0) != 0) why_ = "it links to what is elsewhere";
    if (local == "style" || value.find("\\") != std::string::npos) {
      why_ = "it has a style, in " + element;
    }
    for (std::size_t at = 0; (at = value.find("url", at)) != std::string::npos; at += 3) {
      if (value.compare(at, 5, "url(#") != 0) why_ = "it links to what is elsewhere";
    }
    return why_.empty();
  }

  std::string word() {
    const std::size_t from = at_;
    while (std::isalnum(static_cast<unsigned char>(peek())) != 0 || peek() == ':' ||
           peek() == '-' || peek() == '_') {
      ++at_;
    }
    return svg_.substr(from, at_ - from);
  }
  void skip_space() {
    while (space(peek())) ++at_;
  }
  [[nodiscard]] char peek() const { return at_ < svg_.size() ? svg_[at_] : '\0'; }

  const std::string& svg_;
  std::size_t at_;
  std::string why_;
};

}  // namespace

std::string shape_complaint(const nlohmann::ordered_json& given) {
  const json value = json::parse(given.dump(), nullptr, false);
  const json schema =
      json::parse(value.value("schema", std::string()) == "selvage.figure/1" ? kFigure : kCampaign);
  const auto complaints = config::complaints(schema, value, config::validate(schema, value));
  return complaints.empty() ? "" : complaints.front();
}

std::string svg_complaint(const std::string& svg) { return SvgReader(svg).complaint(); }

}  // namespace selvage::campaign
