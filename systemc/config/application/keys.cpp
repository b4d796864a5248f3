// SPDX-License-Identifier: Apache-2.0
#include "config/application/keys.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <initializer_list>

#include "config/application/booksim.hpp"
#include "config/application/generate.hpp"
#include "config/application/netrace.hpp"
#include "config/application/text.hpp"
#include "config/loader.hpp"

namespace selvage::config {

const std::string_view kApplicationText = R"json({
  "description": "application: messages that wait for others.",
  "type": "object", "additionalProperties": false, "default": {},
  "properties": {
    "kind": {
      "description": "Whose: an all-reduce over a ring or a binary tree; everyone to everyone; neighbours in a grid; or of traffic.trace_file: a file of lines `time source destination bytes [id] [after id,...]`, a trace of netrace, a trace of BookSim2.",
      "enum": ["ring_allreduce", "tree_allreduce", "all_to_all", "halo_exchange", "file", "netrace", "booksim"],
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
      "description": "Who takes part, in this order; of a trace, the hosts that its nodes are, from node 0 on. Default: all hosts.",
      "type": "array", "maxItems": 65536, "items": {"type": ["string", "number"]}, "default": []
    },
    "grid": {
      "description": "halo_exchange: hosts in x, y and z, x fastest. Default: the squarest rectangle.",
      "type": "array", "maxItems": 3, "items": {"type": "integer", "minimum": 1, "maximum": 65536}, "default": []
    },
    "names": {
      "description": "file: how it writes hosts, by their names or by numbers from 0 on.",
      "enum": ["hosts", "numbers"], "default": "hosts"
    },
    "packets": {
      "description": "netrace, booksim: so many packets from the beginning; 0: all.",
      "type": "integer", "minimum": 0, "maximum": 4000000, "default": 0
    },
    "cycles": {"$cycle": "netrace, booksim: what is due in so many cycles from the beginning; 0: all.", "default": 0},
    "region": {
      "description": "netrace: this region alone, whose beginning is cycle 0; -1: the whole trace.",
      "type": "integer", "minimum": -1, "maximum": 99, "default": -1
    },
    "dependencies": {
      "description": "netrace: packets wait for others; false: each is due in its cycle.",
      "type": "boolean", "default": true
    },
    "sizes": {
      "description": "booksim: flits by type of packet, for lines `delay source destination type`; without: lines `cycle source destination flits`.",
      "type": "array", "maxItems": 256, "items": {"type": "integer", "minimum": 1, "maximum": 1048576}, "default": []
    },
    "flit_bytes": {
      "description": "booksim: the bytes of a flit; 1 where the file has sizes in bytes.",
      "type": "integer", "minimum": 1, "maximum": 65536, "default": 16
    }
  }
})json";

namespace {

constexpr const char* kKeys = "/traffic/application";
constexpr const char* kHosts = "/traffic/application/hosts";

void generate_messages(Draft& draft, const Topology& topology, Scenario& s) {
  const std::size_t before = draft.diagnostics->errors().size();
  const nlohmann::json keys = draft.document.value.at("traffic").at("application");
  ApplicationKeys asked;
  const auto kind = keys.at("kind").get<std::string>();
  asked.kind = kind;
  asked.bytes = keys.at("bytes").get<std::uint64_t>();
  asked.rounds = keys.at("rounds").get<std::uint64_t>();
  asked.compute = keys.at("compute").get<Cycle>();
  asked.hosts = named_hosts(read_hosts(draft, topology, kHosts), topology.host_count());
  if (draft.diagnostics->errors().size() != before) return;
  if (asked.hosts.size() < 2) return draft.error(kHosts, "an application has two hosts or more");
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

/// The hosts that the nodes of a trace are, and how much of it is played; false: something of it
/// was reported.
bool read_trace_keys(Draft& draft, const Topology& topology, std::vector<HostIdx>& hosts,
                     TracePart& part) {
  const std::size_t before = draft.diagnostics->errors().size();
  const nlohmann::json& keys = draft.document.value.at("traffic").at("application");
  part.packets = keys.at("packets").get<std::uint64_t>();
  part.cycles = keys.at("cycles").get<Cycle>();
  hosts = named_hosts(read_hosts(draft, topology, kHosts), topology.host_count());
  return draft.diagnostics->errors().size() == before;
}

void read_netrace_keys(Draft& draft, const Topology& topology, Scenario& s) {
  NetraceKeys asked;
  if (!read_trace_keys(draft, topology, asked.hosts, asked.part)) return;
  const nlohmann::json& keys = draft.document.value.at("traffic").at("application");
  const int region = keys.at("region").get<int>();
  if (region >= 0) asked.region = static_cast<unsigned>(region);
  asked.dependencies = keys.at("dependencies").get<bool>();
  asked.compute = keys.at("compute").get<Cycle>();
  const std::string path = trace_path(s);
  std::string why;
  if (!is_readable_file(path, why)) {
    return draft.error("/traffic/trace_file", fmt::format("{}: {}", path, why));
  }
  const std::size_t source = draft.diagnostics->add_source({path, "", false});
  s.traffic.application = read_netrace(path, asked, source, *draft.diagnostics);
}

void read_booksim_keys(Draft& draft, const Topology& topology, Scenario& s) {
  BooksimKeys asked;
  if (!read_trace_keys(draft, topology, asked.hosts, asked.part)) return;
  const nlohmann::json& keys = draft.document.value.at("traffic").at("application");
  for (const nlohmann::json& size : keys.at("sizes")) {
    if (size.is_null()) return;  // reported before
    asked.sizes.push_back(size.get<unsigned>());
  }
  asked.flit_bytes = keys.at("flit_bytes").get<unsigned>();
  const auto source = open_trace_file(draft, s);
  if (source) s.traffic.application = read_booksim(*source, asked, *draft.diagnostics);
}

void read_messages_keys(Draft& draft, const Topology& topology, Scenario& s) {
  const auto source = open_trace_file(draft, s);
  if (!source) return;
  const nlohmann::json& keys = draft.document.value.at("traffic").at("application");
  s.traffic.application =
      read_messages(*source, topology, keys.at("names") == "numbers", *draft.diagnostics);
}

}  // namespace

bool is_from_file(std::string_view kind) {
  return kind == "file" || kind == "netrace" || kind == "booksim";
}

std::vector<std::pair<std::string_view, std::string>> idle_application_keys(std::string_view kind) {
  std::vector<std::pair<std::string_view, std::string>> idle;
  for (const char* key : {"bytes", "rounds"}) {
    if (is_from_file(kind)) {
      idle.emplace_back(key,
                        fmt::format("kind {} does not use this: the file has the messages", kind));
    }
  }
  struct User {
    std::string_view key;
    std::vector<std::string_view> kinds;
  };
  const User users[] = {{"grid", {"halo_exchange"}},
                        {"names", {"file"}},
                        {"packets", {"netrace", "booksim"}},
                        {"cycles", {"netrace", "booksim"}},
                        {"region", {"netrace"}},
                        {"dependencies", {"netrace"}},
                        {"sizes", {"booksim"}},
                        {"flit_bytes", {"booksim"}}};
  for (const User& user : users) {
    if (std::find(user.kinds.begin(), user.kinds.end(), kind) != user.kinds.end()) continue;
    idle.emplace_back(user.key, fmt::format("this needs kind {}", fmt::join(user.kinds, " or ")));
  }
  if (kind == "file")
    idle.emplace_back("hosts", "kind file does not use this: the file names them");
  if (kind == "file" || kind == "booksim") {
    idle.emplace_back("compute",
                      fmt::format("kind {} does not use this: the file has its times", kind));
  }
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
  const auto kind =
      draft.document.value.at("traffic").at("application").at("kind").get<std::string>();
  if (!is_from_file(kind)) return generate_messages(draft, topology, s);
  if (s.traffic.trace_file.empty()) {
    const bool written = draft.document.places.count("/traffic/application/kind") > 0;
    return draft.error(written ? "/traffic/application/kind" : "/traffic/pattern",
                       fmt::format("kind {} needs traffic.trace_file", kind));
  }
  if (kind == "netrace") return read_netrace_keys(draft, topology, s);
  if (kind == "booksim") return read_booksim_keys(draft, topology, s);
  read_messages_keys(draft, topology, s);
}

}  // namespace selvage::config
