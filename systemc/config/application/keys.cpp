// SPDX-License-Identifier: Apache-2.0
#include "config/application/keys.hpp"

#include <fmt/format.h>

#include <functional>
#include <numeric>
#include <set>

#include "config/application/generate.hpp"
#include "config/application/text.hpp"

namespace selvage::config {

const std::string_view kApplicationText = R"json({
  "description": "application: messages that wait for others.",
  "type": "object", "additionalProperties": false, "default": {},
  "properties": {
    "kind": {
      "description": "Whose: an all-reduce over a ring or a binary tree; everyone to everyone; neighbours in a grid; or a file of lines `time source destination bytes [id] [after id,...]`, traffic.trace_file.",
      "enum": ["ring_allreduce", "tree_allreduce", "all_to_all", "halo_exchange", "file"],
      "default": "ring_allreduce"
    },
    "bytes": {
      "description": "All-reduce: the vector of each host; all_to_all: from each host to each other; halo_exchange: to each neighbour.",
      "type": "integer", "minimum": 1, "maximum": 1099511627776, "default": 65536
    },
    "rounds": {
      "description": "How often; a host begins the next round when what it has to receive in the one before has arrived.",
      "type": "integer", "minimum": 1, "maximum": 1000000, "default": 1
    },
    "compute": {"$cycle": "Cycles of work at a host between the arrival of the last message that another one waits for and that one's offer.", "default": 0},
    "hosts": {
      "description": "Who takes part, in this order. Default: all hosts.",
      "type": "array", "maxItems": 65536, "items": {"type": ["string", "number"]}, "default": []
    },
    "grid": {
      "description": "halo_exchange: hosts in x, y and z, x fastest. Default: the squarest rectangle.",
      "type": "array", "maxItems": 3, "items": {"type": "integer", "minimum": 1, "maximum": 65536}, "default": []
    },
    "names": {
      "description": "file: how it writes hosts, by their names or by numbers from 0 on.",
      "enum": ["hosts", "numbers"], "default": "hosts"
    }
  }
})json";

namespace {

constexpr const char* kKeys = "/traffic/application";

/// traffic.application.hosts, whose names are written back; all of them if it is empty.
std::vector<HostIdx> read_ranks(Draft& draft, const Topology& topology) {
  const std::string list = std::string(kKeys) + "/hosts";
  const std::size_t named = draft.document.value.at(nlohmann::json::json_pointer(list)).size();
  std::vector<HostIdx> ranks;
  std::set<HostIdx> seen;
  for (std::size_t i = 0; i < named; ++i) {
    const std::string at = fmt::format("{}/{}", list, i);
    if (draft.document.value.at(nlohmann::json::json_pointer(at)).is_null()) continue;
    const auto host = read_host(draft, topology, at);
    if (!host) continue;
    if (!seen.insert(*host).second) {
      draft.error(at, fmt::format("host {} stands twice", topology.host_name(*host)));
    }
    ranks.push_back(*host);
  }
  if (named == 0) {
    ranks.resize(topology.host_count());
    std::iota(ranks.begin(), ranks.end(), HostIdx{0});
  }
  return ranks;
}

void generate_messages(Draft& draft, const Topology& topology, Scenario& s) {
  const std::size_t before = draft.diagnostics->errors().size();
  const nlohmann::json keys = draft.document.value.at("traffic").at("application");
  ApplicationKeys asked;
  const auto kind = keys.at("kind").get<std::string>();
  asked.kind = kind;
  asked.bytes = keys.at("bytes").get<std::uint64_t>();
  asked.rounds = keys.at("rounds").get<std::uint64_t>();
  asked.compute = keys.at("compute").get<Cycle>();
  asked.hosts = read_ranks(draft, topology);
  if (draft.diagnostics->errors().size() != before) return;
  const std::string hosts = std::string(kKeys) + "/hosts";
  if (asked.hosts.size() < 2) return draft.error(hosts, "an application has two hosts or more");
  for (const nlohmann::json& size : keys.at("grid")) {
    if (size.is_null()) return;  // reported before
    asked.grid.push_back(size.get<unsigned>());
  }
  if (asked.grid.empty()) asked.grid = squarest(asked.hosts.size());
  const std::uint64_t places =
      std::accumulate(asked.grid.begin(), asked.grid.end(), std::uint64_t{1}, std::multiplies<>());
  if (kind == "halo_exchange" && places != asked.hosts.size()) {
    return draft.error(std::string(kKeys) + "/grid",
                       fmt::format("{} places for {} hosts", places, asked.hosts.size()));
  }
  if (const std::uint64_t count = messages_of(asked); count > kMostMessages) {
    return draft.error(kKeys, fmt::format("more than the {} messages that an application may have: "
                                          "fewer hosts or rounds",
                                          kMostMessages));
  }
  s.traffic.application = generate(asked);
}

}  // namespace

std::vector<std::pair<std::string_view, std::string_view>> idle_application_keys(
    std::string_view kind) {
  std::vector<std::pair<std::string_view, std::string_view>> idle;
  if (kind == "file") {
    for (const char* key : {"bytes", "rounds", "compute", "hosts"}) {
      idle.emplace_back(key, "kind file does not use this: the file has the messages");
    }
  } else {
    idle.emplace_back("names", "this needs kind file");
  }
  if (kind != "halo_exchange") idle.emplace_back("grid", "this needs kind halo_exchange");
  return idle;
}

void read_application(Draft& draft, const Topology& topology, Scenario& s) {
  if (s.traffic.pattern != TrafficPattern::kApplication ||
      !draft.usable({"/traffic/pattern", kKeys, "/traffic/trace_file", "/link",
                     "/traffic/packet_beats", "/traffic/packet_bytes"})) {
    return;
  }
  if (packet_bytes(s.traffic, s.link, longest_length(s.traffic)) == 0) {
    return draft.error("/traffic/packet_beats",
                       "a packet holds no byte of a message: its beats are all overhead "
                       "(link.bytes_per_cycle, link.overhead_bytes)");
  }
  const nlohmann::json& keys = draft.document.value.at("traffic").at("application");
  if (keys.at("kind") != "file") return generate_messages(draft, topology, s);
  if (s.traffic.trace_file.empty()) {
    const bool written = draft.document.places.count("/traffic/application/kind") > 0;
    return draft.error(written ? "/traffic/application/kind" : "/traffic/pattern",
                       "kind file needs traffic.trace_file");
  }
  const auto source = open_trace_file(draft, s);
  if (!source) return;
  s.traffic.application =
      read_messages(*source, topology, keys.at("names") == "numbers", *draft.diagnostics);
}

}  // namespace selvage::config
