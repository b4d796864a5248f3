// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/explain_command.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "cli/result/record_line.hpp"
#include "cli/result/run_folder.hpp"
#include "config/exit_code.hpp"

namespace selvage::cli {
namespace {

using nlohmann::json;

/// What an event means, for people.
std::string text_of(const std::string& what, unsigned channel, unsigned value, unsigned port) {
  if (what == "opened") return fmt::format("channel {} opened", channel);
  if (what == "released") return fmt::format("channel {} released", channel);
  if (what == "redirect") return fmt::format("channel {} is asked to move", channel);
  if (what == "blocked")
    return fmt::format("channel {} waits for its packets, then moves", channel);
  if (what == "level") return fmt::format("channel {} is at congestion level {}", channel, value);
  if (what == "loss") return fmt::format("channel {}: packets are missing", channel);
  if (what == "paused") return fmt::format("channel {}: its host is paused", channel);
  if (what == "diverged") return fmt::format("its packets leave by port {} now", port);
  return what;
}

void print_flow_life(const json& life) {
  fmt::print("flow {}: {} -> {}, class {}, {}, {} packets\n", life.at("id").get<std::uint64_t>(),
             life.at("src").get<std::string>(), life.at("dst").get<std::string>(),
             life.at("class").get<unsigned>(),
             life.at("ordered").get<bool>() ? "ordered" : "unordered",
             grouped(life.at("packets").get<std::uint64_t>()));
  std::map<std::string, std::uint64_t> counts;
  unsigned highest = 0;
  for (const json& e : life.at("events")) {
    const auto what = e.at("what").get<std::string>();
    const auto port = e.at("port").get<unsigned>();
    const auto value = e.at("value").get<unsigned>();
    ++counts[what];
    if (what == "level") highest = std::max(highest, value);
    const std::string place =
        what == "diverged" ? e.at("switch").get<std::string>()
                           : fmt::format("{} port {}", e.at("switch").get<std::string>(), port);
    fmt::print("  {:>12}  {:<16}  {}\n", grouped(e.at("at").get<std::uint64_t>()), place,
               text_of(what, e.at("channel").get<unsigned>(), value, port));
  }
  fmt::print(
      "{} channels opened, {} released; asked to move {} times, blocked {}, diverged {}; "
      "highest congestion level {}\n",
      grouped(counts["opened"]), grouped(counts["released"]), grouped(counts["redirect"]),
      grouped(counts["blocked"]), grouped(counts["diverged"]), highest);
}

}  // namespace

int explain_command(const Options& o) {
  const std::string path = (std::filesystem::path(o.explain.directory) / kFlows).string();
  return print_record({o.program, "explain", "flow", path, "--flow-log"}, o.explain.id, o.json,
                      print_flow_life);
}

}  // namespace selvage::cli
