// SPDX-License-Identifier: Apache-2.0
#include "support.hpp"

#include <catch2/catch.hpp>

namespace selvage::test {

using nlohmann::json;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size());
    lines.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return lines;
}

std::string between(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t from = text.find(begin);
  REQUIRE(from != std::string::npos);
  const std::size_t until = text.find(end, from + begin.size());
  REQUIRE(until != std::string::npos);
  return text.substr(from + begin.size(), until - from - begin.size());
}

std::vector<json> WatchedRun::of(const std::string& type, std::size_t fault) const {
  std::vector<json> out;
  for (const json& e : events) {
    if (e["type"] == type && e.value("fault", std::size_t{~0U}) == fault) out.push_back(e);
  }
  return out;
}

WatchedRun watched(const std::string& arguments) {
  const Directory out;
  const Ran ran = run_selvage("run " + arguments + " --waves never --out " + out.str());
  CAPTURE(ran.err);
  REQUIRE(ran.code <= 1);
  WatchedRun w;
  w.code = ran.code;
  w.printed = ran.out;
  w.result = json::parse(read_file(out.path() / "result.json"));
  w.text = read_file(out.path() / "events.ndjson");
  w.page = read_file(out.path() / "view.html");
  for (const std::string& line : lines_of(w.text)) {
    const json value = json::parse(line);
    const std::string type = value["type"];
    if (type == "run") w.run = value;
    else if (type == "switch") w.switches.push_back(value);
    else if (type == "link") w.links.push_back(value);
    else if (type == "fault") w.faults.push_back(value);
    else w.events.push_back(value);
  }
  return w;
}

bool node_is_there() {
  if (run_shell("command -v node").code == 0) return true;
  WARN("node is missing: scripts/setup installs it");
  return false;
}

}  // namespace selvage::test
