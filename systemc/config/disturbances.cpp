// SPDX-License-Identifier: Apache-2.0
#include "config/disturbances.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "config/flaps.hpp"
#include "config/switch/kinds.hpp"

namespace selvage::config {
namespace {

using nlohmann::json;

StallKind stall_kind(const std::string& name) {
  if (name == "random") return StallKind::kRandom;
  if (name == "header") return StallKind::kHeader;
  return name == "xon" ? StallKind::kXon : StallKind::kNone;
}

/// The first of `pointers` that was written, else the last.
std::string written(const Draft& draft, std::initializer_list<const char*> pointers) {
  std::string at;
  for (const char* pointer : pointers) {
    at = pointer;
    if (draft.document.places.count(at) > 0) break;
  }
  return at;
}

/// The list at `key`, ascending.
std::vector<HostIdx> sorted_hosts(Draft& draft, const Topology& topology, const std::string& key) {
  if (!draft.usable({key.c_str()})) return {};
  std::vector<HostIdx> hosts = read_hosts(draft, topology, key);
  std::sort(hosts.begin(), hosts.end());
  return hosts;
}

/// What their kind of switch makes of them.
void check_receivers(const Draft& draft, const Scenario& s) {
  const ReceiverConfig& receivers = s.traffic.receivers;
  const SwitchPlug& switches = switch_plug(s.sw.kind());
  if (receivers.in_use() && !switches.slow_hosts) {
    draft.error(written(draft, {"/traffic/receivers/rate", "/traffic/receivers/stalls"}),
                fmt::format("{} have hosts that take everything at once: slow receivers need "
                            "switch.kind {}",
                            switches.switches, kinds_with(&SwitchPlug::slow_hosts)));
  } else if (receivers.stalls == StallKind::kXon && !switches.xon) {
    draft.error("/traffic/receivers/stalls",
                fmt::format("hosts of {} send no XON, they give credits: stall at random or at "
                            "headers",
                            switches.switches));
  }
}

void read_receivers(Draft& draft, const Topology& topology, Scenario& s) {
  if (!draft.usable({"/traffic/receivers"})) return;
  ReceiverConfig& receivers = s.traffic.receivers;
  const json& keys = draft.document.value.at("traffic").at("receivers");
  receivers.rate = keys.at("rate").get<double>();
  receivers.stalls = stall_kind(keys.at("stalls").get<std::string>());
  receivers.every = keys.at("every").get<Cycle>();
  receivers.longest = keys.at("longest").get<Cycle>();
  receivers.hosts = sorted_hosts(draft, topology, "/traffic/receivers/hosts");
  if (draft.usable({"/switch/kind"})) check_receivers(draft, s);
  if (!receivers.in_use() && !receivers.hosts.empty() &&
      draft.usable({"/traffic/receivers/rate", "/traffic/receivers/stalls"})) {
    draft.error("/traffic/receivers/hosts",
                "nothing makes these hosts slow: this needs a rate below 1, or stalls");
  }
}

void read_malformed(Draft& draft, const Topology& topology, MalformedConfig& malformed) {
  if (!draft.usable({"/traffic/malformed"})) return;
  malformed.share = draft.document.value.at("traffic").at("malformed").at("share").get<double>();
  malformed.hosts = sorted_hosts(draft, topology, "/traffic/malformed/hosts");
  if (!malformed.in_use() && !malformed.hosts.empty())
    draft.error("/traffic/malformed/hosts", "nothing is malformed: this needs a share above 0");
}

/// What says how long an outage may be, and when the run is over.
bool flap_times_usable(const Draft& draft) {
  return draft.usable({"/probe/retries", "/probe/timeout", "/link/latency", "/phases"});
}

void read_flaps(Draft& draft, const Topology& topology, Scenario& s) {
  if (!draft.usable({"/faults/flaps"})) return;
  const json& items = draft.document.value.at("faults").at("flaps");
  const bool timing = flap_times_usable(draft);
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string item = fmt::format("/faults/flaps/{}", i);
    const auto end = read_link(draft, topology, item);
    if (!end) continue;
    s.faults.flaps.push_back(
        {*end, items[i].value("at", Cycle{0}), items[i].value("cycles", Cycle{1})});
    const auto problem = flap_problem(s, topology, s.faults.flaps.size() - 1);
    if (problem && timing) draft.error(item + "/" + problem->key, problem->why);
  }
}

void read_random_flaps(Draft& draft, const Topology& topology, Scenario& s) {
  RandomFaults& random = s.faults.random;
  const json& keys = draft.document.value.at("faults").at("random");
  if (!draft.usable({"/faults/random/flaps", "/faults/random/flap_cycles"})) return;
  random.flap_cycles = {keys.at("flap_cycles").at("from").get<Cycle>(),
                        keys.at("flap_cycles").at("until").get<Cycle>()};
  if (random.flaps == 0) return;
  const auto problem = random_flap_problem(s);
  if (problem && flap_times_usable(draft)) {
    draft.error(std::string("/faults/random/flap_cycles/") + problem->key, problem->why);
  }
  if (topology.fallible_link_count() == 0) {
    draft.error("/faults/random/flaps", "this fabric has no link that may fail");
  }
}

void read_link_errors(Draft& draft, const Topology& topology, Scenario& s) {
  if (!draft.usable({"/faults"})) return;
  if (draft.usable({"/faults/bit_errors"})) {
    s.faults.bit_errors = draft.document.value.at("faults").at("bit_errors").get<double>();
  }
  read_flaps(draft, topology, s);
  if (draft.usable({"/faults/random"})) read_random_flaps(draft, topology, s);
  const bool flaps = !s.faults.flaps.empty() || s.faults.random.flaps > 0;
  const SwitchPlug& switches = switch_plug(s.sw.kind());
  if (flaps && !switches.flaps && draft.usable({"/switch/kind"})) {
    draft.error(s.faults.flaps.empty() ? "/faults/random/flaps" : "/faults/flaps",
                fmt::format("{} do not get over an outage that their probers do not declare: this "
                            "needs switch.kind {}",
                            switches.switches, kinds_with(&SwitchPlug::flaps)));
  }
}

}  // namespace

void read_disturbances(Draft& draft, const Topology& topology, Scenario& s) {
  read_receivers(draft, topology, s);
  read_malformed(draft, topology, s.traffic.malformed);
  read_link_errors(draft, topology, s);
}

}  // namespace selvage::config
