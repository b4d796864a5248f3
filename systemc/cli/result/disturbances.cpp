// SPDX-License-Identifier: Apache-2.0
#include "cli/result/disturbances.hpp"

#include <fmt/format.h>

#include "kernel/words.hpp"

namespace selvage::cli {
namespace {

using kernel::grouped;
using kernel::plural;
using nlohmann::ordered_json;

}  // namespace

void add_disturbances(ordered_json& j, const fabric::RunResult& r) {
  j["receivers"] = nullptr;
  if (r.receivers) {
    j["receivers"] = {{"xoff", r.receivers->xoff},
                      {"xon", r.receivers->xon},
                      {"stalled", r.receivers->stalled},
                      {"fullest", r.receivers->fullest}};
  }
  j["link_errors"] = nullptr;
  if (r.errors) {
    j["link_errors"] = {{"packets", r.errors->packets},
                        {"messages", r.errors->messages},
                        {"resent", r.errors->resent}};
  }
  j["flaps"] = ordered_json::array();
  for (const fabric::FlapEvent& f : r.flaps) {
    j["flaps"].push_back({{"link", f.name},
                          {"at", f.at},
                          {"cycles", f.cycles},
                          {"happened", f.happened},
                          {"packets_lost", f.packets_lost},
                          {"messages_lost", f.messages_lost}});
  }
}

std::vector<std::pair<std::string, std::string>> disturbance_rows(const fabric::RunResult& r) {
  std::vector<std::pair<std::string, std::string>> rows;
  if (r.receivers) {
    rows.emplace_back("receivers",
                      fmt::format("{} XOFF and {} XON by hosts, {} cycles stalled, at most {} "
                                  "beats in a buffer",
                                  grouped(r.receivers->xoff), grouped(r.receivers->xon),
                                  grouped(r.receivers->stalled), grouped(r.receivers->fullest)));
  }
  std::uint64_t flaps = 0, lost = 0;
  for (const fabric::FlapEvent& f : r.flaps) {
    flaps += f.happened ? 1 : 0;
    lost += f.packets_lost;
  }
  if (flaps > 0) {
    rows.emplace_back("flaps", fmt::format("{} of links, {} lost", plural(flaps, "outage"),
                                           plural(lost, "packet")));
  }
  if (r.errors && r.errors->packets + r.errors->messages + r.errors->resent > 0) {
    rows.emplace_back("errors", fmt::format("{} and {} damaged on links, {} sent again",
                                            plural(r.errors->packets, "packet"),
                                            plural(r.errors->messages, "fault message"),
                                            plural(r.errors->resent, "fault message")));
  }
  return rows;
}

}  // namespace selvage::cli
