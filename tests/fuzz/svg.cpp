// SPDX-License-Identifier: Apache-2.0
// SCR-FUZZ: Pictures that a report takes in. What is let in is read once more, the lenient way a browser reads
// HTML: nothing in it may load, run, style or link.
#include "fuzz.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>

#include "campaign/page.hpp"

namespace {

using selvage::fuzz::require;

/// &#106; &#x6a; &colon; and the like as the characters that a browser sees; without blanks and
/// control characters, which hide a word; letters lower.
std::string seen(const std::string& text) {
  std::string out;
  const auto add = [&](unsigned long code) {
    if (code > ' ' && code < 127) out += static_cast<char>(std::tolower(static_cast<int>(code)));
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char* at = text.c_str() + i;
    if (at[0] == '&' && at[1] == '#') {
      const bool hex = (at[2] | 0x20) == 'x';
      char* end = nullptr;
      const unsigned long code = std::strtoul(at + (hex ? 3 : 2), &end, hex ? 16 : 10);
      i += static_cast<std::size_t>(end - at) - (*end == ';' ? 0 : 1);
      add(code);
    } else if (std::strncmp(at, "&colon;", 7) == 0 || std::strncmp(at, "&lpar;", 6) == 0) {
      add(at[1] == 'c' ? ':' : '(');
      i += at[1] == 'c' ? 6 : 5;
    } else {
      add(static_cast<unsigned char>(at[0]));
    }
  }
  return out;
}

void check_attribute(const std::string& name, const std::string& value) {
  const std::string local = name.substr(name.rfind(':') == std::string::npos ? 0
                                                                            : name.rfind(':') + 1);
  for (const char* word : {"style", "src", "srcset", "action", "formaction", "data", "srcdoc"}) {
    require(local != word, "an attribute " + name);
  }
  require(name.rfind("on", 0) != 0, "an event handler " + name);
  require(local != "href" || value.rfind('#', 0) == 0, "a reference to " + value);
  for (std::size_t at = 0; (at = value.find("url(", at)) != std::string::npos; ++at) {
    const char first = value[std::min(at + 4, value.size() - 1)];
    require(first == '#', "a link in " + name + ": " + value);
  }
}

/// Attributes of a tag as HTML has them: also without quotes, values or blanks between.
void check_tag(const std::string& tag) {
  std::size_t at = 0;
  const auto is = [&](const char* set) {
    return at < tag.size() && std::strchr(set, tag[at]) != nullptr && tag[at] != '\0';
  };
  const char* blank = " \t\r\n\f/";
  while (at < tag.size() && !is(" \t\r\n\f/")) ++at;
  while (at < tag.size()) {
    while (is(blank)) ++at;
    const std::size_t from = at;
    while (at < tag.size() && !is(" \t\r\n\f/=")) ++at;
    const std::string name = seen(tag.substr(from, at - from));
    while (is(" \t\r\n\f")) ++at;
    std::string value;
    if (is("=")) {
      ++at;
      while (is(" \t\r\n\f")) ++at;
      if (is("\"'")) {
        const std::size_t end = std::min(tag.find(tag[at], at + 1), tag.size());
        value = tag.substr(at + 1, end - at - 1);
        at = std::min(end + 1, tag.size());
      } else {
        const std::size_t end = std::min(tag.find_first_of(" \t\r\n\f", at), tag.size());
        value = tag.substr(at, end - at);
        at = end;
      }
    }
    check_attribute(name, seen(value));
  }
}

/// A tag may stand here for a browser.
bool opens(const std::string& svg, std::size_t at) {
  const char next = at + 1 < svg.size() ? svg[at + 1] : '\0';
  return svg[at] == '<' && (std::isalpha(static_cast<unsigned char>(next)) != 0 || next == '/' ||
                            next == '!' || next == '?');
}

}  // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string svg = selvage::fuzz::text_of(data, size);
  if (!selvage::campaign::svg_complaint(svg).empty()) return 0;
  std::size_t at = svg.find("<svg");  // what stands before it is cut off when it is taken in
  while ((at = svg.find('<', at)) != std::string::npos) {
    if (!opens(svg, at)) {
      ++at;
      continue;
    }
    const std::size_t from = at + 1;
    char quote = '\0';
    for (++at; at < svg.size() && (quote != '\0' || svg[at] != '>'); ++at) {
      if (quote == svg[at]) quote = '\0';
      else if (quote == '\0' && (svg[at] == '"' || svg[at] == '\'')) quote = svg[at];
    }
    require(at < svg.size(), "a tag is left open");
    const std::string tag = svg.substr(from, at - from);
    std::string name = tag.substr(0, tag.find_first_of(" \t\r\n\f/>", 1));
    std::transform(name.begin(), name.end(), name.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    for (const char* word : {"script", "style", "foreignobject", "iframe", "object", "embed",
                             "image", "img", "a", "animate", "set", "link", "meta", "base", "!--",
                             "!doctype", "![cdata[", "?xml", "!", "?"}) {
      require(name != word && name != std::string("/") + word, "let in: <" + name);
    }
    check_tag(tag);
  }
  return 0;
}
