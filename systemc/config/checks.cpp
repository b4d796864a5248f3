// SPDX-License-Identifier: Apache-2.0
#include "config/checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "config/switch/kinds.hpp"
#include "golden/probe/link_probe.hpp"

namespace selvage::config {
namespace {

using nlohmann::json;

constexpr std::array<std::pair<const char*, TrafficPattern>, 9> kPatterns{{
    {"uniform", TrafficPattern::kUniform},
    {"transpose", TrafficPattern::kTranspose},
    {"bit-complement", TrafficPattern::kBitComplement},
    {"hot-spot", TrafficPattern::kHotSpot},
    {"trace", TrafficPattern::kTrace},
    {"permutation", TrafficPattern::kPermutation},
    {"incast", TrafficPattern::kIncast},
    {"flows", TrafficPattern::kFlows},
    {"application", TrafficPattern::kApplication},
}};

TrafficPattern pattern_of(const std::string& name) {
  for (const auto& [text, pattern] : kPatterns) {
    if (name == text) return pattern;
  }
  return TrafficPattern::kUniform;
}

/// faults.random.repair_after.
void check_repairs(const Draft& draft, const Scenario& s) {
  const RandomFaults& random = s.faults.random;
  if (!random.repair_after || random.count + random.nodes == 0) return;
  const RepairSpan& after = *random.repair_after;
  const char* until = "/faults/random/repair_after/until";
  if (after.until <= after.from) {
    draft.error(until,
                fmt::format("no cycle in [from, until) = [{}, {})", after.from, after.until));
    return;
  }
  if (!draft.usable({"/phases", "/faults/random/from", "/faults/random/until"})) return;
  const bool from_start = s.faults.random_preset && random.nodes == 0;
  const Cycle latest = (from_start ? 0 : random.until - 1) + after.until - 1;
  if (latest < last_cycle(s)) return;
  draft.error(until, fmt::format("a repair could be due in cycle {}, but the run is over at cycle "
                                 "{} at the latest",
                                 latest, last_cycle(s)));
}

/// The engine of blocks that have none of their own.
void read_engine(const Draft& draft, Scenario& s) {
  const json& engine = draft.document.value.at("engine");
  const json& asked = engine.is_object() ? engine.at("default") : engine;
  if (const auto known = parse_engine(asked.get<std::string>())) {
    s.engine = *known;
  } else {
    const std::string text = asked.get<std::string>();
    draft.error("/engine",
                fmt::format("'{}' is not one of golden, rtl, lockstep, switch", printable(text)),
                did_you_mean(text, {"golden", "rtl", "lockstep", "switch"}));
  }
}

}  // namespace

bool Draft::usable(std::initializer_list<const char*> pointers) const {
  for (std::string pointer : pointers) {
    for (; !pointer.empty(); pointer.erase(pointer.rfind('/'))) {
      if (unusable.count(pointer) > 0) return false;
    }
  }
  return true;
}

void Draft::error(const std::string& pointer, std::string what, std::string hint) const {
  diagnostics->error(
      {document.place(pointer).value, dotted(pointer), std::move(what), std::move(hint)});
}

void read_values(const Draft& draft, Scenario& s) {
  const json& c = draft.document.value;
  s.name = c.at("name").get<std::string>();
  read_engine(draft, s);
  s.seed = c.at("seed").get<std::uint64_t>();
  s.clock_ns = c.at("clock_ns").get<double>();
  s.audit = c.at("audit").get<bool>();

  const json& traffic = c.at("traffic");
  s.traffic.pattern = pattern_of(traffic.at("pattern").get<std::string>());
  s.traffic.load = traffic.at("load").get<double>();
  s.traffic.source_queue_packets = traffic.at("source_queue_packets").get<unsigned>();
  s.traffic.hot_fraction = traffic.at("hot_fraction").get<double>();
  s.traffic.trace_file = traffic.at("trace_file").get<std::string>();

  const json& phases = c.at("phases");
  s.phases.warmup = phases.at("warmup").get<Cycle>();
  s.phases.measure = phases.at("measure").get<Cycle>();
  s.phases.drain = phases.at("drain").get<Cycle>();

  s.sw.route_latency = c.at("switch").at("route_latency").get<unsigned>();
  s.link.latency = c.at("link").at("latency").get<unsigned>();
  s.link.bytes_per_cycle = c.at("link").at("bytes_per_cycle").get<unsigned>();
  s.link.overhead_bytes = c.at("link").at("overhead_bytes").get<unsigned>();
  s.link.messages =
      c.at("link").at("messages") == "beat" ? LinkMessages::kBeat : LinkMessages::kSideband;
  s.link.checker = c.at("link").at("checker").get<bool>();

  const json& probe = c.at("probe");
  s.probe.period = probe.at("period").get<Cycle>();
  s.probe.timeout = probe.at("timeout").get<Cycle>();
  s.probe.retries = probe.at("retries").get<unsigned>();

  const json& random = c.at("faults").at("random");
  s.faults.random.count = random.at("count").get<unsigned>();
  s.faults.random.nodes = random.at("nodes").get<unsigned>();
  s.faults.random.flaps = random.at("flaps").get<unsigned>();
  s.faults.random.from = random.at("from").get<Cycle>();
  s.faults.random.until = random.at("until").get<Cycle>();
  s.faults.random.tolerable = random.at("tolerable").get<bool>();
  if (random.contains("repair_after") && random["repair_after"].contains("from") &&
      random["repair_after"].contains("until")) {
    s.faults.random.repair_after = {random["repair_after"]["from"].get<Cycle>(),
                                    random["repair_after"]["until"].get<Cycle>()};
  }
  s.faults.random_nodes = c.at("faults").at("random_nodes").get<unsigned>();
  s.faults.random_preset = c.at("faults").at("random_preset").get<bool>();

  s.limits.watchdog = c.at("limits").at("watchdog").get<Cycle>();
  s.limits.wall_seconds = c.at("limits").at("wall_seconds").get<double>();
}

void check_relations(const Draft& draft, const Scenario& s) {
  if (draft.usable({"/probe/timeout", "/link/latency"}) &&
      s.probe.timeout <= golden::probe_round_trip(s.link.latency)) {
    draft.error("/probe/timeout",
                fmt::format("{} cycles are over before an answer counts: must be more than 2 x "
                            "link.latency + 1, {}",
                            s.probe.timeout, golden::probe_round_trip(s.link.latency)));
  }
  const Cycle round = s.probe.timeout * (Cycle{s.probe.retries} + 1);
  if (draft.usable({"/probe/period", "/probe/timeout", "/probe/retries"}) &&
      s.probe.period <= round) {
    draft.error("/probe/period",
                fmt::format("{} cycles are too short: must be more than probe.timeout x "
                            "(probe.retries + 1), {}",
                            s.probe.period, round));
  }
  const Cycle slow = Cycle{s.traffic.packet_beats} + s.link.latency + s.sw.route_latency;
  if (draft.usable({"/limits/watchdog", "/traffic/packet_beats", "/link/latency",
                    "/switch/route_latency"}) &&
      s.limits.watchdog <= slow) {
    draft.error("/limits/watchdog",
                fmt::format("{} cycles are too short: one hop of one packet takes up to {}",
                            s.limits.watchdog, slow));
  }
  const RandomFaults& random = s.faults.random;
  if (draft.usable({"/faults/random/from", "/faults/random/until", "/faults/random/count"}) &&
      random.count + random.nodes + random.flaps > 0) {
    const bool written = draft.document.places.count("/faults/random/until") > 0;
    const bool from_start = s.faults.random_preset && random.nodes + random.flaps == 0;
    const Cycle end = last_cycle(s);
    if (random.until <= random.from) {
      draft.error(written ? "/faults/random/until" : "/faults/random/from",
                  fmt::format("no cycle in [from, until) = [{}, {})", random.from, random.until));
    } else if (random.until > end && !from_start && draft.usable({"/phases"})) {
      draft.error("/faults/random/until",
                  fmt::format("the run is over at cycle {} at the latest", end));
    }
  }
  check_repairs(draft, s);
  if (draft.usable({"/traffic/pattern", "/traffic/hot_hosts"}) &&
      s.traffic.pattern == TrafficPattern::kHotSpot &&
      draft.document.value.at("traffic").at("hot_hosts").empty()) {
    const bool written = draft.document.places.count("/traffic/hot_hosts") > 0;
    draft.error(written ? "/traffic/hot_hosts" : "/traffic/pattern",
                "pattern hot-spot needs at least one host in traffic.hot_hosts");
  }
  if (draft.usable({"/traffic/pattern", "/traffic/trace_file"}) &&
      s.traffic.pattern == TrafficPattern::kTrace && s.traffic.trace_file.empty()) {
    const bool written = draft.document.places.count("/traffic/trace_file") > 0;
    draft.error(written ? "/traffic/trace_file" : "/traffic/pattern",
                "pattern trace needs traffic.trace_file");
  }
}

void read_switches(Draft& draft, const SystemPlug& plug, Scenario& s) {
  json& section = draft.document.value.at("switch");
  const std::vector<std::string_view> kinds = switch_kinds(plug);
  std::string kind = section.value("kind", std::string(kinds.front()));
  if (std::count(kinds.begin(), kinds.end(), kind) == 0) {
    const std::string why = plug.why_not ? plug.why_not(kind) : std::string();
    draft.error("/switch/kind", fmt::format("topology {} does not run on {} switches{}{}",
                                            plug.kind, kind, why.empty() ? "" : ": ", why));
    kind = kinds.front();
  }
  section["kind"] = kind;
  s.sw.use_kind(kind);
  switch_plug(kind).read(draft, s);
}

void read_engines(const Draft& draft, const SystemPlug& plug, Scenario& s) {
  const json& asked = draft.document.value.at("engine");
  if (!draft.usable({"/engine"}) || !asked.is_object()) return;
  const std::vector<std::string_view> blocks = engine_blocks(plug, s.sw.kind());
  for (const auto& [block, engine] : asked.items()) {
    if (block == "default" || !draft.usable({("/engine/" + block).c_str()})) continue;
    if (std::find(blocks.begin(), blocks.end(), block) != blocks.end()) {
      s.engine.set(block, *parse_engine(engine.get<std::string>()));
      continue;
    }
    draft.error("/engine" + pointer_step(block),
                fmt::format("topology {} on {} has no such block; it has {}", plug.kind,
                            switch_plug(s.sw.kind()).switches, fmt::join(blocks, ", ")));
  }
}

void read_bugs(const Draft& draft, const SystemPlug& plug, Scenario& s) {
  for (const auto& [name, on] : draft.document.value.at("bug").items()) {
    if (!on.is_boolean() || !on.get<bool>()) continue;
    const std::string pointer = "/bug" + pointer_step(name);
    const std::vector<BugInfo> bugs = bugs_for(plug);
    const SwitchPlug* of = kind_with_bug(name);
    const auto bug = std::find_if(bugs.begin(), bugs.end(),
                                  [&, n = name](const BugInfo& b) { return b.name == n; });
    if (bug == bugs.end()) {
      draft.error(pointer, fmt::format("topology {} has no such bug", plug.kind));
    } else if (bug->in_rtl && s.engine.only(Engine::kGolden) && draft.usable({"/engine"})) {
      draft.error(pointer,
                  "this bug lives in the RTL, which engine golden does not use: nothing "
                  "would be tested");
    } else if (bug->in_switch && !s.engine.whole_switches() && draft.usable({"/engine"})) {
      draft.error(pointer, fmt::format("this bug lives in the data path of a whole switch, which "
                                       "engine {} does not use: it needs engine switch",
                                       to_string(s.engine)));
    } else if (of != nullptr && of->kind != s.sw.kind() && draft.usable({"/switch/kind"})) {
      draft.error(pointer,
                  fmt::format("this bug lives in {}, which switch.kind {} asks for: nothing "
                              "would be tested",
                              of->switches, of->kind));
    } else {
      s.bugs.push_back(name);
    }
  }
}

}  // namespace selvage::config
