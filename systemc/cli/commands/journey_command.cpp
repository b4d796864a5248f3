// SPDX-License-Identifier: Apache-2.0
#include "cli/commands/journey_command.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "cli/result/record_line.hpp"
#include "cli/result/run_folder.hpp"

namespace selvage::cli {
namespace {

using nlohmann::json;

void print_packet_life(const json& life) {
  const auto created = life.at("created").get<std::uint64_t>();
  fmt::print("packet {}: {} -> {}\n", life.at("id").get<std::uint64_t>(),
             life.at("src").get<std::string>(), life.at("dst").get<std::string>());
  fmt::print("  {:>12}  created, into the source queue of {}\n", grouped(created),
             life.at("src").get<std::string>());
  for (const json& hop : life.at("hops")) {
    fmt::print("  {:>12}  {} by port {}", grouped(hop.at("arrive").get<std::uint64_t>()),
               hop.at("switch").get<std::string>(), hop.at("in").get<unsigned>());
    if (hop.contains("depart")) {
      const auto depart = hop.at("depart").get<std::uint64_t>();
      fmt::print(", out by port {} at {}, {} cycles later", hop.at("out").get<unsigned>(),
                 grouped(depart), depart - hop.at("arrive").get<std::uint64_t>());
    }
    fmt::print("\n");
  }
  const auto at = life.at("at").get<std::uint64_t>();
  fmt::print("  {:>12}  {}, {} cycles after its creation", grouped(at),
             life.at("end").get<std::string>(), grouped(at - created));
  if (life.contains("fault")) fmt::print(", by the fault of {}", life["fault"].get<std::string>());
  fmt::print("\n");
}

}  // namespace

int journey_command(const Options& o) {
  const std::string path = (std::filesystem::path(o.journey.directory) / kJourneys).string();
  return print_record({o.program, "journey", "packet", path, "--journey"}, o.journey.id, o.json,
                      print_packet_life);
}

}  // namespace selvage::cli
