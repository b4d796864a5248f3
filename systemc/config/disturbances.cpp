// SPDX-License-Identifier: Apache-2.0
#include "config/disturbances.hpp"

#include <fmt/format.h>

#include <algorithm>

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

void read_slow_hosts(Draft& draft, const Topology& topology, ReceiverConfig& receivers) {
  const json& hosts = draft.document.value.at("traffic").at("receivers").at("hosts");
  for (std::size_t i = 0; i < hosts.size(); ++i) {
    if (hosts[i].is_null()) continue;  // reported before
    const std::string pointer = fmt::format("/traffic/receivers/hosts/{}", i);
    const auto host = read_host(draft, topology, pointer);
    if (!host) continue;
    const auto at = std::lower_bound(receivers.hosts.begin(), receivers.hosts.end(), *host);
    if (at != receivers.hosts.end() && *at == *host) {
      draft.error(pointer, fmt::format("host {} stands twice", topology.host_name(*host)));
    } else {
      receivers.hosts.insert(at, *host);
    }
  }
}

/// What their kind of switch makes of them.
void check_receivers(const Draft& draft, const Scenario& s) {
  const ReceiverConfig& receivers = s.traffic.receivers;
  if (receivers.in_use() && s.sw.kind == SwitchKind::kFlow) {
    draft.error(written(draft, {"/traffic/receivers/rate", "/traffic/receivers/stalls"}),
                fmt::format("{} have hosts that take everything at once: slow receivers need "
                            "switch.kind cut_through or wormhole",
                            switches_of(s.sw.kind)));
  } else if (receivers.stalls == StallKind::kXon && s.sw.kind == SwitchKind::kWormhole) {
    draft.error("/traffic/receivers/stalls",
                fmt::format("hosts of {} say no XON, they give credits: stall at random or at "
                            "headers",
                            switches_of(s.sw.kind)));
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
  if (draft.usable({"/traffic/receivers/hosts"})) read_slow_hosts(draft, topology, receivers);
  if (draft.usable({"/switch/kind"})) check_receivers(draft, s);
  if (!receivers.in_use() && !receivers.hosts.empty() &&
      draft.usable({"/traffic/receivers/rate", "/traffic/receivers/stalls"})) {
    draft.error("/traffic/receivers/hosts",
                "nothing makes these hosts slow: this needs a rate below 1, or stalls");
  }
}

/// An outage of `cycles` at `pointer` must be too short to be declared.
void check_length(const Draft& draft, const Scenario& s, const std::string& pointer, Cycle cycles) {
  const Cycle most = longest_flap(s);
  if (!draft.usable({"/probe/retries", "/probe/timeout", "/link/latency"}) || cycles <= most)
    return;
  draft.error(pointer, fmt::format("an outage of {} cycles may be declared as a death: at most "
                                   "probe.retries x probe.timeout - 2 x link.latency, {}",
                                   cycles, most));
}

/// What else is said of a link that flaps.
bool fails(const Topology& topology, const FaultConfig& faults, const SwitchPort& link) {
  const auto is_end = [&](SwitchIdx sw) {
    return link.sw == sw || topology.peer(link.sw, link.port).index == sw;
  };
  const auto named = [&](const LinkFault& f) {
    return f.end.sw == link.sw && f.end.port == link.port;
  };
  return std::any_of(faults.links.begin(), faults.links.end(), named) ||
         std::any_of(faults.preset.begin(), faults.preset.end(), named) ||
         std::any_of(faults.nodes.begin(), faults.nodes.end(), is_end) ||
         std::any_of(faults.failing_nodes.begin(), faults.failing_nodes.end(),
                     [&](const NodeFault& f) { return is_end(f.node); });
}

/// `flap` stands at `item`, behind those in `s`.
void check_flap(const Draft& draft, const Topology& topology, const Scenario& s,
                const std::string& item, const LinkFlap& flap) {
  const std::string name = topology.link_name(flap.end);
  check_length(draft, s, item + "/cycles", flap.cycles);
  if (fails(topology, s.faults, flap.end)) {
    draft.error(item + "/link", fmt::format("the link {} fails otherwise too", name));
  }
  if (flap.at + flap.cycles >= last_cycle(s) && draft.usable({"/phases"})) {
    draft.error(item + "/at",
                fmt::format("the run is over at cycle {} at the latest", last_cycle(s)));
  }
  for (const LinkFlap& other : s.faults.flaps) {
    if (other.end.sw != flap.end.sw || other.end.port != flap.end.port) continue;
    const Cycle round = probe_round(s);
    if (flap.at >= other.at + other.cycles + round || other.at >= flap.at + flap.cycles + round) {
      continue;
    }
    draft.error(item + "/at", fmt::format("less than a round of probes, {} cycles, lies between "
                                          "two outages of the link {}: it may be declared dead",
                                          round, name));
    return;
  }
}

void read_flaps(Draft& draft, const Topology& topology, Scenario& s) {
  if (!draft.usable({"/faults/flaps"})) return;
  const json& items = draft.document.value.at("faults").at("flaps");
  for (std::size_t i = 0; i < items.size(); ++i) {
    const std::string item = fmt::format("/faults/flaps/{}", i);
    const auto end = read_link(draft, topology, item);
    if (!end) continue;
    const LinkFlap flap{*end, items[i].value("at", Cycle{0}), items[i].value("cycles", Cycle{1})};
    check_flap(draft, topology, s, item, flap);
    s.faults.flaps.push_back(flap);
  }
}

void read_random_flaps(Draft& draft, const Topology& topology, Scenario& s) {
  RandomFaults& random = s.faults.random;
  const json& keys = draft.document.value.at("faults").at("random");
  if (!draft.usable({"/faults/random/flaps", "/faults/random/flap_cycles"})) return;
  random.flap_cycles = {keys.at("flap_cycles").at("from").get<Cycle>(),
                        keys.at("flap_cycles").at("until").get<Cycle>()};
  const auto [from, until] = random.flap_cycles;
  if (random.flaps == 0) return;
  const char* pointer = "/faults/random/flap_cycles/until";
  if (until <= from) {
    draft.error(pointer, fmt::format("no number in [from, until) = [{}, {})", from, until));
  } else {
    check_length(draft, s, pointer, until - 1);
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
  if (flaps && s.sw.kind != SwitchKind::kCutThrough && draft.usable({"/switch/kind"})) {
    draft.error(s.faults.flaps.empty() ? "/faults/random/flaps" : "/faults/flaps",
                fmt::format("{} do not get over an outage that their probers do not declare: this "
                            "needs switch.kind cut_through",
                            switches_of(s.sw.kind)));
  }
}

}  // namespace

void read_disturbances(Draft& draft, const Topology& topology, Scenario& s) {
  read_receivers(draft, topology, s);
  read_link_errors(draft, topology, s);
}

}  // namespace selvage::config
