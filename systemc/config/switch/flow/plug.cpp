// SPDX-License-Identifier: Apache-2.0
// `switch.flow`: values, and what they need.
#include <fmt/format.h>

#include <algorithm>

#include "config/checks.hpp"
#include "config/switch/flow/config.hpp"
#include "config/switch/flow/cover.hpp"
#include "config/switch/flow/text.hpp"
#include "config/switch/flow/whole.hpp"
#include "config/switch/kinds.hpp"
#include "cosim/flow/blocks.hpp"
#include "cosim/flow/bugs.hpp"
#include "cosim/flow/foreign/foreign.hpp"
#include "flow/bounds/bounds.hpp"
#include "flow/bounds/loop.hpp"
#include "golden/flow/setting_rules.hpp"

namespace selvage {

flow::SlowHosts slow_hosts(const Scenario& s, unsigned unit_bytes) {
  const ReceiverConfig& r = s.traffic.receivers;
  unsigned bytes = packet_bytes(s.traffic, s.link);
  for (const PacketLength& length : s.traffic.mix) bytes = std::min(bytes, length.bytes);
  flow::SlowHosts slow{r.rate, r.stalls, r.every, r.longest};
  slow.least_units = std::max(1U, (bytes + unit_bytes - 1) / unit_bytes);
  slow.least_beats = s.traffic.shortest_beats();
  // The smallest that XON and XOFF do not leave idle (FLOW-RECV-1).
  slow.buffer =
      std::uint64_t{least_buffer_packets(s.link.latency, s.traffic)} * s.traffic.packet_beats;
  return slow;
}

}  // namespace selvage

namespace selvage::config {
namespace {

using nlohmann::json;

constexpr const char* kAt = "/switch/flow";
constexpr const char* kTick = "/switch/flow/timers/tick";

unsigned number(const json& map, const char* key) { return map.at(key).get<unsigned>(); }

void read_limits(const json& c, const char* key, golden::LevelLimits& out) {
  if (!c.contains(key) || !c[key].is_array() || c[key].size() != out.size()) return;
  for (std::size_t i = 0; i < out.size(); ++i)
    if (c[key][i].is_number_unsigned()) out[i] = c[key][i].get<unsigned>();
}

flow::Routing routing_of(const std::string& name) {
  if (name == "static_hash") return flow::Routing::kStaticHash;
  return name == "per_packet" ? flow::Routing::kPerPacketAdaptive : flow::Routing::kFlow;
}

void read_classes(const json& classes, flow::Params& p) {
  for (std::size_t i = 0; i < std::min<std::size_t>(classes.size(), flow::kClasses); ++i) {
    if (!classes[i].is_object()) continue;
    p.rates[i] = {classes[i].value("min", 0.0), classes[i].value("max", 1.0),
                  classes[i].value("weight", 1U)};
  }
}

void check_lengths(const Draft& draft, const Scenario& s) {
  const flow::Params& p = s.sw.as<FlowConfig>().params;
  const unsigned most = std::min<unsigned>(flow::kMostUnits, p.sizes.mask());
  for (std::size_t i = 0; i < s.traffic.lengths(); ++i) {
    const std::string place = place_of_length(draft, i);
    if (!draft.usable({place.c_str(), "/link"})) continue;
    const unsigned bytes = packet_bytes(s.traffic, s.link, i);
    const unsigned units = (bytes + p.unit_bytes - 1) / p.unit_bytes;
    if (bytes == 0) {
      draft.error(place, "too short for link.overhead_bytes and a byte");
    } else if (units > most) {
      draft.error(place, fmt::format("{} bytes are {} units of {} bytes, more than {}", bytes,
                                     units, p.unit_bytes, most));
    }
  }
}

void check_sizes(const Draft& draft, const Scenario& s) {
  const flow::Params& p = s.sw.as<FlowConfig>().params;
  const unsigned least = flow::pool_headroom(p) + flow::kMostUnits;
  if (p.pool_units < least) {
    draft.error("/switch/flow/pool_units",
                fmt::format("{} is too small: a FIFO, the link and a packet need {} units",
                            p.pool_units, least));
  }
  const json& c = draft.document.value.at("switch").at("flow");
  if (number(c, "severe_units") != p.ep.severe()) {
    draft.error(
        "/switch/flow/severe_units",
        fmt::format("must be congested_units, {}, and 2, 4, 8 or so on to 2048", p.ep.congested));
  }
  if (!golden::endpoint_severe_in_range(p.ep.severe())) {
    draft.error("/switch/flow/severe_units",
                fmt::format("{} is more than {}", p.ep.severe(), golden::kMostDepth));
  }
  if (!golden::credit_off_at_most_on(p.ifct.fc_lo, p.ifct.fc_hi)) {
    draft.error("/switch/flow/credit/off_units",
                fmt::format("must be at most on_units, {}", p.ifct.fc_hi));
  }
  for (const char* key : {"flow_limits", "queue_limits"}) {
    const golden::LevelLimits& limits = key[0] == 'f' ? p.ifct.mfe : p.ifct.mqe;
    for (std::size_t i = 0; i < limits.size(); ++i) {
      if (limits[i] <= p.sizes.mask()) continue;
      draft.error(
          fmt::format("{}/{}/{}", kAt, key, i),
          fmt::format("{} is more than a position of {} bits can say", limits[i], p.sizes.pos_w));
    }
  }
}

void check_classes(const Draft& draft, const flow::Params& p) {
  double guaranteed = 0;
  for (std::size_t i = 0; i < p.rates.size(); ++i) {
    guaranteed += p.rates[i].min;
    if (p.rates[i].min <= p.rates[i].max) continue;
    draft.error(fmt::format("{}/classes/{}/min", kAt, i),
                fmt::format("more than its max, {}", p.rates[i].max));
  }
  if (guaranteed > 1) {
    draft.error("/switch/flow/classes", fmt::format("the guarantees sum up to {}", guaranteed));
  }
}

/// A class is used that no packet of this kind of switch can have, or the other way.
unsigned most_ports(const Topology& topology) {
  unsigned most = 0;
  for (SwitchIdx s = 0; s < topology.switch_count(); ++s) {
    most = std::max(most, topology.port_count(s));
  }
  return most;
}

/// Classes that packets have, one bit each.
unsigned classes_used(const TrafficConfig& traffic) {
  unsigned used = 0;
  for (std::size_t i = 0; i < std::min<std::size_t>(traffic.classes.size(), flow::kClasses); ++i)
    if (traffic.classes[i] > 0) used |= 1U << i;
  for (const NamedFlow& f : traffic.flows) used |= 1U << f.tc;
  return used;
}

/// All packets are ordered, or none.
bool one_order(const TrafficConfig& traffic) {
  if (traffic.pattern == TrafficPattern::kFlows) return false;  // whatever its flows say
  return traffic.ordered <= 0 || traffic.ordered >= 1;
}

/// Times that follow from the fabric (FLOW-A-30). The end of the run leaves room for them.
void complete_times(Draft& draft, const Topology& topology, Scenario& s) {
  flow::Params& p = s.sw.as<FlowConfig>().params;
  json& timers = draft.document.value.at("switch").at("flow").at("timers");
  const flow::Wiring wiring = flow::wiring_of(topology);
  const Cycle drain = flow::longest_drain(p, wiring);
  if (!timers.contains("stale")) timers["stale"] = p.stale_t = flow::marker_interval(p, wiring);
  const FaultConfig& f = s.faults;
  const bool faults = f.random.count > 0 || !f.links.empty() || p.loss > 0 || p.ack_errors > 0;
  if (!faults || draft.document.places.count("/phases/drain") > 0 || !draft.usable({"/phases"}))
    return;
  s.phases.drain += 2 * (flow::news_bound(p, wiring) + drain);
  draft.document.value.at("phases")["drain"] = s.phases.drain;
}

/// What is not given follows from the round trip (FLOW-C-12).
void complete_loop(json& c, const Topology& topology, flow::Params& p) {
  json& redirect = c.at("redirect");
  json& timers = c.at("timers");
  flow::follow_round_trip(p, flow::round_trip(p, flow::wiring_of(topology)),
                          {!redirect.contains("floor_units"), !redirect.contains("depth_gain"),
                           !timers.contains("cooldown"), !timers.contains("hold"),
                           !c.contains("severe_units"), !c.contains("egress_units")});
  redirect["floor_units"] = p.redirect.d0;
  redirect["depth_gain"] = p.redirect.kd;
  timers["cooldown"] = p.ifct.cool_t;
  timers["hold"] = p.ifct.hold_t;
  c["egress_units"] = p.egress_units;
  if (!c.contains("severe_units")) c["severe_units"] = p.ep.severe();
}

/// The tables keep their times in ticks of so many cycles (FLOW-A-32).
void read_tick(const Draft& draft, const json& timers, flow::Params& p) {
  if (!timers.contains("tick")) return;
  const auto tick = timers["tick"].get<Cycle>();
  p.ifct.tick = static_cast<unsigned>(__builtin_ctzll(tick));
  if ((tick & (tick - 1)) != 0) draft.error(kTick, fmt::format("{} is no power of 2", tick));
}

/// No timer is too long for the tick that is given, and a credit is renewed before it expires.
void check_tick(const Draft& draft, const json& timers, const flow::Params& p) {
  const bool given = timers.contains("tick");
  bool counted = true;
  const std::pair<const char*, Cycle> times[] = {{"stale", p.stale_t},
                                                 {"cooldown", p.ifct.cool_t},
                                                 {"hold", p.ifct.hold_t},
                                                 {"refresh", p.ifct.refresh_t},
                                                 {"expire", p.ifct.expire_t}};
  for (const auto& [key, time] : times) {
    if (!given || golden::ticks_of(time, p.ifct.tick) <= golden::kMostTicks) continue;
    counted = false;
    draft.error(kTick, fmt::format("too short for {}: {} cycles would be more than {} ticks", key,
                                   time, golden::kMostTicks));
  }
  if (!counted) return;
  if (!golden::credit_renewed_before_expiry(p.ifct.refresh_t, p.ifct.expire_t)) {
    draft.error("/switch/flow/timers/refresh",
                fmt::format("must be less than expire, {}", p.ifct.expire_t));
    return;
  }
  const unsigned tick = flow::table_tick(p);
  const auto refresh = golden::ticks_of(p.ifct.refresh_t, tick);
  const auto expire = golden::ticks_of(p.ifct.expire_t, tick);
  if (golden::credit_renewed_before_expiry(refresh, expire)) return;
  draft.error(given ? kTick : "/switch/flow/timers/refresh",
              fmt::format("a tick of {} cycles is too long: expire ({} cycles) has {} of them and "
                          "refresh ({}) {}, so that credits expire before they are renewed",
                          Cycle{1} << tick, p.ifct.expire_t, expire, p.ifct.refresh_t, refresh));
}

void read(const Draft& draft, Scenario& s) {
  if (!draft.usable({kAt})) return;
  const json& c = draft.document.value.at("switch").at("flow");
  flow::Params& p = s.sw.as<FlowConfig>().params;
  p.unit_bytes = number(c, "unit_bytes");
  p.pool_units = number(c, "pool_units");
  p.fifo_units = number(c, "fifo_units");
  p.egress_units = c.value("egress_units", p.egress_units);
  p.ep.congested = number(c, "congested_units");
  if (c.contains("severe_units"))
    for (p.ep.draw_w = 1; p.ep.severe() < number(c, "severe_units") && p.ep.draw_w < 11;)
      ++p.ep.draw_w;
  p.ep.draw = c.at("endpoint_draw").get<bool>();
  p.ack_at_write = c.at("ack_at_write").get<bool>();
  p.load_q = number(c, "load_shift");
  p.routing = routing_of(c.at("routing").get<std::string>());
  p.congestion_aware = c.at("congestion_aware").get<bool>();
  p.redirects = c.at("redirects").get<bool>();
  p.rd_enable_fabric = c.at("redirect_inside").get<bool>();
  p.block = c.at("block").get<bool>();
  p.loss = c.at("loss").get<double>();
  p.wire_frames = c.at("wire_frames").get<bool>();
  p.ack_errors = c.at("ack_errors").get<double>();
  p.ifct.inj_limit = number(c, "injection_limit");
  p.ifct.ep_rec = number(c, "recovery_acks");
  p.ifct.ep_weigh = c.at("recovery_weighted").get<bool>();
  const json& credit = c.at("credit");
  p.ifct.fc_hi = number(credit, "on_units");
  p.ifct.fc_lo = number(credit, "off_units");
  p.ifct.headroom = number(credit, "headroom_units");
  const json& redirect = c.at("redirect");
  p.redirect.d0 = redirect.value("floor_units", p.redirect.d0);
  p.redirect.kd = redirect.value("depth_gain", p.redirect.kd);
  p.redirect.kg = number(redirect, "growth_gain");
  p.redirect.rw = number(redirect, "random_bits");
  p.count_queues = redirect.at("count_queues").get<bool>();
  p.shun_left = redirect.at("shun_left").get<bool>();
  const json& timers = c.at("timers");
  if (timers.contains("stale") && timers["stale"].is_number_unsigned())
    p.stale_t = timers["stale"].get<Cycle>();
  p.ifct.cool_t = timers.value("cooldown", p.ifct.cool_t);
  p.ifct.hold_t = timers.value("hold", p.ifct.hold_t);
  p.ifct.refresh_t = timers.at("refresh").get<Cycle>();
  p.ifct.expire_t = timers.at("expire").get<Cycle>();
  if (timers.contains("drain") && timers["drain"].is_number_unsigned())
    p.drain_t = timers["drain"].get<Cycle>();
  p.pause_t = timers.at("pause").get<Cycle>();
  const json& aggregator = c.at("aggregator");
  p.aggregator.max = number(aggregator, "max");
  p.aggregator.t1 = number(aggregator, "t1");
  p.aggregator.t2 = number(aggregator, "t2");
  p.aggregator.t3 = number(aggregator, "t3");
  read_classes(c.at("classes"), p);
  s.sw.as<FlowConfig>().audit_period = c.at("audit_period").get<Cycle>();
}

void check(Draft& draft, const Topology& topology, Scenario& s) {
  // What stands in a dead switch would have to be written off at both ends of its channels.
  const char* stays = "with switch.kind flow no switch dies during the run";
  if (!s.faults.failing_nodes.empty()) draft.error("/faults/failing_nodes", stays);
  if (s.faults.random.nodes > 0) draft.error("/faults/random/nodes", stays);
  if (!draft.usable({kAt})) return;
  json& c = draft.document.value.at("switch").at("flow");
  flow::Params& p = s.sw.as<FlowConfig>().params;
  const bool small = most_ports(topology) <= golden::kSmallFlowSizes.ports;
  const golden::FlowSizes& own = small ? golden::kSmallFlowSizes : golden::kLargeFlowSizes;
  p.sizes = own;
  if (c.contains("flow_id_bits")) p.sizes.flow_id_w = c["flow_id_bits"].get<unsigned>();
  if (c.contains("position_bits")) p.sizes.pos_w = c["position_bits"].get<unsigned>();
  if (p.sizes.flow_id_w != own.flow_id_w) p.sizes.ports = golden::kLargeFlowSizes.ports;
  const flow::Params standard = flow::standard_params(p.sizes);
  p.ifct.mfe = standard.ifct.mfe;
  p.ifct.mqe = standard.ifct.mqe;
  read_limits(c, "flow_limits", p.ifct.mfe);
  read_limits(c, "queue_limits", p.ifct.mqe);
  c["flow_id_bits"] = p.sizes.flow_id_w;
  c["position_bits"] = p.sizes.pos_w;
  c["flow_limits"] = p.ifct.mfe;
  c["queue_limits"] = p.ifct.mqe;
  p.link_latency = s.link.latency;
  p.bytes_per_cycle = s.link.bytes_per_cycle;
  p.overhead_bytes = s.link.overhead_bytes;
  p.ifct.unit_cyc = std::max(1U, p.unit_bytes / p.bytes_per_cycle);
  const unsigned used = classes_used(s.traffic);
  p.least_share = flow::least_share(p.rates, used);
  p.pair_flows = static_cast<unsigned>(__builtin_popcount(used)) * (one_order(s.traffic) ? 1 : 2);
  p.slow = slow_hosts(s, p.unit_bytes);
  p.route_latency = s.sw.route_latency;
  complete_loop(c, topology, p);
  check_lengths(draft, s);
  check_sizes(draft, s);
  check_classes(draft, p);
  read_tick(draft, c.at("timers"), p);
  complete_times(draft, topology, s);
  check_tick(draft, c.at("timers"), p);
  if (!p.aggregator.legal()) {
    draft.error("/switch/flow/aggregator",
                fmt::format("t1 < t2 < t3 must hold, not {}, {}, {}", p.aggregator.t1,
                            p.aggregator.t2, p.aggregator.t3));
  }
  if (p.ack_errors > 0 && !p.wire_frames)
    draft.error("/switch/flow/ack_errors", "needs wire_frames: no bits travel without");
  for (const bool edge : {false, true}) {
    const std::string why = cosim::flow_build_problem(flow::blocks_config(p, edge, 0), s.engine);
    if (why.empty()) continue;
    if (cosim::whole_port(s.engine)) draft.error("/engine/flow_port", why);
    else draft.error(kAt, fmt::format("{}: use engine golden, not {}", why, to_string(s.engine)));
    return;
  }
}

std::string short_drain(const Scenario& s, const Topology& topology) {
  const flow::Params& p = s.sw.as<FlowConfig>().params;
  const flow::Wiring wiring = flow::wiring_of(topology);
  for (const unsigned ahead : wiring.ahead) {
    if (flow::drain_time(p, wiring, ahead) < flow::drain_bound(p, wiring, ahead))
      return "switch.flow.timers.drain";
  }
  return {};
}

std::string rtl_build(const Scenario& s, const System& system) {
  if (s.engine.whole_switches()) {
    const std::string own = system.flow_switch_build();
    return own + (own.empty() ? "" : ", ") + whole_flow_label();
  }
  const auto& blocks = cosim::flow_engine_names();
  const auto rtl = [&](std::string_view block) { return s.engine.rtl(block); };
  if (std::none_of(blocks.begin(), blocks.end(), rtl)) return {};
  return cosim::flow_build_label(s.sw.as<FlowConfig>().params.sizes);
}

std::optional<cosim::PortBlock> port_block(const std::string& block, const Scenario& s) {
  auto foreign = cosim::foreign_flow(block, s.sw.as<FlowConfig>().params);
  if (foreign && cosim::whole_port(s.engine))
    foreign->why_not = "a whole flow_port stands in its place";
  return foreign;
}

}  // namespace

SwitchPlug flow_plug() {
  SwitchPlug plug;
  plug.kind = FlowConfig::kName;
  plug.switches = "flow-channel switches";
  plug.moves = "whole in flow channels";
  plug.use = [](SwitchConfig& sw) { sw.use<FlowConfig>(); };
  plug.keeps_order = true;
  plug.cover = flow_cover_model;
  plug.cover_keys.assign(kFlowCoverKeys.begin(), kFlowCoverKeys.end());
  plug.tries = kFlowTries;
  plug.own_drain = true;
  plug.unsure = short_drain;
  plug.slow_hosts = true;
  plug.xon = true;
  plug.classes = true;
  plug.keys = kFlowKeys;
  for (const cosim::FlowBug& bug : cosim::flow_bugs()) plug.bugs.push_back({bug.info});
  plug.bugs.insert(plug.bugs.end(), whole_flow_bugs().begin(), whole_flow_bugs().end());
  for (const golden::FlowSizes& sizes : {golden::kSmallFlowSizes, golden::kLargeFlowSizes}) {
    plug.rtl_builds.push_back(cosim::flow_build_label(sizes));
  }
  plug.rtl_builds.push_back(whole_flow_label());
  plug.check_whole = check_whole_flow;
  plug.rtl_roles = whole_flow_roles();
  plug.blocks = cosim::flow_engine_names();
  plug.rtl_build = rtl_build;
  plug.result_key = "flow_channels";
  plug.result_schema = kFlowResultSchema;
  plug.keeps_flow_log = true;
  plug.port_block = port_block;
  plug.read = read;
  plug.check = check;
  return plug;
}

}  // namespace selvage::config
