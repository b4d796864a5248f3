// SPDX-License-Identifier: Apache-2.0
#include "config/switch/flow/whole.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "config/checks.hpp"
#include "config/switch/flow/config.hpp"
#include "cosim/flow/switch/switch_block.hpp"
#include "cosim/plugs.hpp"
#include "flow/bounds/bounds.hpp"

namespace selvage::config {

namespace {

using cosim::kFlowBeatBytes;
using cosim::kFlowHeaderBytes;
using cosim::kFlowSwitchPorts;

constexpr unsigned kUnitBytes = 256, kRandomBits = 12;

/// Refuses a key.
class Refusals {
 public:
  explicit Refusals(const Draft& draft) : draft_(draft) {}
  void operator()(bool used, const std::string& pointer, const std::string& why) const {
    if (used) draft_.error(pointer, "engine switch: " + why);
  }
  /// A key of `switch.flow`.
  void flow(bool used, const std::string& key, const std::string& why) const {
    (*this)(used, "/switch/flow/" + key, why);
  }

 private:
  const Draft& draft_;
};

void check_topology(const Draft& draft, const Topology& t) {
  if (t.data_vc_count() > 1)
    place_objection(draft, "engine switch: switches in RTL have one virtual channel");
  if (cosim::flow_switch_builds().empty())
    return place_objection(draft,
                           "engine switch: this build has no switches of flow channels in RTL, "
                           "-DSELVAGE_BUILDS=all builds them");
  for (SwitchIdx sw = 0; sw < t.switch_count(); ++sw) {
    if (t.port_count(sw) == kFlowSwitchPorts &&
        cosim::flow_switch_build(flow_hosts(t, sw)) != nullptr)
      continue;
    return place_objection(draft, fmt::format("engine switch: no switch in RTL is {}: they have {} "
                                              "ports, with hosts at the first four or at none",
                                              t.switch_name(sw), kFlowSwitchPorts));
  }
}

void check_link(const Refusals& refuse, const LinkConfig& link, const flow::Params& own) {
  flow::Params p = own;
  p.link_latency = link.latency;
  refuse(flow::pool_headroom(p) + flow::kMostUnits > cosim::kFlowSwitchPool, "/link/latency",
         fmt::format("an input would have to hold more than {} units of a class",
                     cosim::kFlowSwitchPool));
  refuse(link.latency < cosim::kFlowLeastLatency, "/link/latency",
         fmt::format("registers at both ends of a link take {} cycles of it",
                     cosim::kFlowLeastLatency));
  refuse(link.messages != LinkMessages::kSideband, "/link/messages",
         "beats that messages take under a packet are not the same yet: use sideband");
  refuse(link.bytes_per_cycle != kFlowBeatBytes, "/link/bytes_per_cycle",
         fmt::format("a beat of a switch in RTL has {} bytes", kFlowBeatBytes));
  refuse(link.overhead_bytes != kFlowHeaderBytes, "/link/overhead_bytes",
         fmt::format("a header has {} bytes", kFlowHeaderBytes));
}

void check_sizes(const Refusals& refuse, const flow::Params& p) {
  const golden::FlowSizes& built = golden::kSmallFlowSizes;
  refuse.flow(p.sizes.flow_id_w != built.flow_id_w, "flow_id_bits",
              fmt::format("tables in RTL have ids of {} bits", built.flow_id_w));
  refuse.flow(p.sizes.pos_w != built.pos_w, "position_bits",
              fmt::format("tables in RTL have positions of {} bits", built.pos_w));
  refuse.flow(p.unit_bytes != kUnitBytes, "unit_bytes",
              fmt::format("a unit has {} bytes", kUnitBytes));
  refuse.flow(
      p.pool_units > cosim::kFlowSwitchPool, "pool_units",
      fmt::format("{} units of a class are what loads of 14 bits count", cosim::kFlowSwitchPool));
  refuse.flow(
      p.stale_t < cosim::kFlowLeastStale, "timers/stale",
      fmt::format("a FIFO has room for a marker of each row in {} cycles", cosim::kFlowLeastStale));
  const golden::IfctConfig& t = p.ifct;
  for (const auto& [units, key] :
       {std::pair{t.fc_hi, "on_units"}, std::pair{t.headroom, "headroom_units"}})
    refuse.flow(units > built.mask(), fmt::format("credit/{}", key),
                fmt::format("a table in RTL counts to {}", built.mask()));
  refuse.flow(p.fifo_units > cosim::kFlowSwitchFifo, "fifo_units",
              fmt::format("the crossbar has memory for {} units", cosim::kFlowSwitchFifo));
  refuse.flow(p.egress_units > cosim::kFlowSwitchEgress, "egress_units",
              fmt::format("the FIFO to a host has memory for {} units", cosim::kFlowSwitchEgress));
}

void check_classes(const Refusals& refuse, const flow::Params& p) {
  const auto between = [](double share) {
    const double steps = share * cosim::kFlowRateSteps;
    return steps != std::floor(steps);
  };
  const std::string rates =
      fmt::format("rates are multiples of 1/{} of the link", cosim::kFlowRateSteps);
  for (std::size_t i = 0; i < p.rates.size(); ++i) {
    const flow::ClassRate& r = p.rates[i];
    const std::string at = fmt::format("classes/{}/", i);
    refuse.flow(between(r.min), at + "min", rates);
    refuse.flow(between(r.max), at + "max", rates);
    refuse.flow(r.weight > cosim::kFlowMostWeight || (r.weight & (r.weight - 1)) != 0,
                at + "weight",
                fmt::format("weights are powers of 2 up to {}", cosim::kFlowMostWeight));
  }
}

void check_rules(const Refusals& refuse, const flow::Params& p) {
  refuse.flow(p.count_queues, "redirect/count_queues",
              "what is queued behind heads is not counted in RTL: use false");
  refuse.flow(!p.shun_left, "redirect/shun_left", "a choice in RTL counts the port that was left");
  refuse.flow(p.redirect.rw != kRandomBits, "redirect/random_bits",
              fmt::format("a draw in RTL has {} bits", kRandomBits));
  refuse.flow(p.routing != flow::Routing::kFlow, "routing", "in RTL packets follow their flow");
  refuse.flow(p.ack_at_write, "ack_at_write", "in RTL a packet is acknowledged as it leaves");
  refuse.flow(!p.block, "block", "in RTL a flow that is asked to move waits for its packets");
  refuse.flow(!p.wire_frames, "wire_frames", "in RTL frames are made of words");
  refuse.flow(p.ack_errors > 0, "ack_errors", "links damage no frames");
}

/// The model has nothing to close behind a link that is dead from the start. The RTL hears of it
/// from its prober, and walks through its tables then.
void check_links_dead_at_start(const Refusals& refuse, const Topology& t, const Scenario& s,
                               const flow::Params& p) {
  const ProbeConfig& probe = s.probe;
  const Cycle closed = probe.period + probe.timeout * (Cycle{probe.retries} + 1) +
                       flow::longest_drain(p, flow::wiring_of(t)) + 4 * Cycle{p.sizes.rows()};
  const std::string why = fmt::format(
      "a link that is dead at the start stays so for {} cycles, until a switch in RTL "
      "has heard of it and closed its tables",
      closed);
  const FaultConfig& f = s.faults;
  for (std::size_t i = 0; i < f.preset.size(); ++i)
    refuse(f.preset[i].repaired.value_or(closed) < closed,
           fmt::format("/faults/preset/{}/repaired", i), why);
  refuse(f.random_preset && f.random.count > 0 && f.random.repair_after &&
             f.random.repair_after->from < closed,
         "/faults/random/repair_after", why);
}

/// Where the control is outside its faults are nowhere, nor are those of other data paths.
void check_bugs(const Draft& draft, const Refusals& refuse, bool control, const Scenario& s) {
  const auto check = [&](const BugInfo& bug, bool there) {
    const bool on = std::find(s.bugs.begin(), s.bugs.end(), bug.name) != s.bugs.end();
    refuse(on && !there, "/bug/" + std::string(bug.name),
           "these switches in RTL do not have what this bug is in: nothing would be tested");
  };
  const SystemPlug* plug =
      find_plug(draft.document.value.at("topology").at("kind").get<std::string>());
  for (const BugInfo& bug : plug->bugs) check(bug, !bug.in_rtl || (control && !bug.in_switch));
  for (const SwitchBug& bug : whole_flow_bugs())
    check(bug.info, control || bug.bit < 1U << cosim::kFlowControlBugsAt);
}

SwitchBug bug(unsigned bit, std::string_view name, std::string_view summary) {
  return {{name, summary, true, "scenarios/switch_rtl_flow.yaml", true}, 1U << bit};
}

}  // namespace

unsigned flow_hosts(const Topology& t, SwitchIdx sw) {
  unsigned hosts = 0;
  for (PortIdx p = 0; p < kFlowSwitchPorts; ++p)
    if (t.peer(sw, p).kind == PortEnd::Kind::kHost) hosts |= 1U << p;
  return hosts;
}

void check_whole_flow(const Draft& draft, const System& system, const Scenario& s) {
  const Refusals refuse(draft);
  if (system.whole_plugin() != nullptr)
    draft.error("/switch/kind", "--switch: no switch of others is of flow channels");
  const flow::Params& p = s.sw.as<FlowConfig>().params;
  check_topology(draft, system.topology());
  check_link(refuse, s.link, p);
  refuse(s.sw.route_latency > cosim::kFlowMostRoute, "/switch/route_latency",
         fmt::format("questions of {} cycles are kept", cosim::kFlowMostRoute));
  check_sizes(refuse, p);
  check_classes(refuse, p);
  check_rules(refuse, p);
  check_links_dead_at_start(refuse, system.topology(), s, p);
  check_bugs(draft, refuse, !system.flow_switch_build().empty(), s);
}

const std::vector<SwitchBug>& whole_flow_bugs() {
  static const std::vector<SwitchBug> all{
      bug(0, "flow_switch_far_ack",
          "an ACK that has come by a link is taken for one of the switch"),
      bug(1, "flow_switch_marker_late", "markers come a cycle late"),
      bug(2, "flow_switch_looks", "every row is looked at, though no time of it is over"),
      bug(3, "flow_switch_knows_all", "every answer knows all dead ports"),
      bug(4, "flow_switch_pace_late", "a row's bandwidth comes a cycle late"),
      bug(5, "flow_switch_says_ack_first", "what an ACK says goes before what a packet says"),
      bug(6, "flow_switch_other_level", "levels are those of another input"),
      bug(22, "flow_switch_half_digit",
          "of a host's number the control reads the highest digit without its highest bit"),
      bug(23, "flow_switch_rest_unheard", "heads do not hear that the control has come to rest"),
      bug(24, "flow_switch_work_unheard", "heads do not hear that the control is at work"),
  };
  return all;
}

std::vector<waves::RtlRole> whole_flow_roles() {
  return {{"beats in, XON",
           {"wire_sym_i", "wire_head_i", "wire_tail_i", "xon_o", "pause_o", "wire_data_i"}},
          {"heads: fronts, questions, answers",
           {"flow_switch.heads", "i_switch.heads", "flow_switch.head_out", "i_switch.head_out",
            "ask_valid_o", "ask_in_o", "ask_dest_o", "route_valid_i", "route_valid_o",
            "route_ways_i", "route_ways_o", "flow_switch.pick_any", "i_switch.pick_any",
            "flow_switch.pick_port", "i_switch.pick_port", "flow_switch.way", "i_switch.way"}},
          {"grants, outputs",
           {"xon_i", "hold_i", "grant_valid_o", "grant_out_o", "grant_id_o", "flow_switch.leave",
            "i_switch.leave", "flow_switch.abort", "i_switch.abort", "load_o", "wire_sym_o",
            "wire_head_o", "wire_tail_o", "wire_data_o"}},
          {"fault messages, declarations",
           {"msg_valid_i", "msg_stop_o", "msg_valid_o", "msg_stop_i", "dead_i", "link_down_i",
            "link_up_i", "init_i", "link_init_i", "coming_i", "rest_o", "changed_i", "learns_i",
            "flow_switch.alive_q", "i_switch.alive_q"}}};
}

std::string whole_flow_label() {
  return fmt::format("flow_switch N={} ID_W={} POS_W={}", kFlowSwitchPorts,
                     golden::kSmallFlowSizes.flow_id_w, golden::kSmallFlowSizes.pos_w);
}

}  // namespace selvage::config
