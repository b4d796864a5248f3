// SPDX-License-Identifier: Apache-2.0
// What whole cut-through switches in RTL do not do, ours and those of others (COS-SWITCH-2).
#include <fmt/format.h>

#include <algorithm>

#include "config/checks.hpp"
#include "config/switch/cut_through/config.hpp"
#include "config/switch/cut_through/whole.hpp"
#include "config/switch/kinds.hpp"
#include "cosim/foreign/switch_plugin.hpp"
#include "cosim/plugs.hpp"

namespace selvage::config {

namespace {

void check_links(const Draft& draft, const Scenario& s) {
  if (s.link.latency < 2) {
    draft.error("/link/latency",
                "engine switch: pins of a switch in RTL are registers at both ends of a link, "
                "which takes 2 cycles or more then");
  }
}

/// What the switch of `--switch` does not do, and what golden cannot judge of it.
void check_plugin(const Draft& draft, const cosim::SwitchPlugin& plugin, const Scenario& s) {
  const cosim::SwitchFacts& facts = plugin.facts();
  const auto refuse = [&](bool used, const char* pointer, const char* why) {
    if (used) draft.error(pointer, fmt::format("--switch: {}", why));
  };
  if (s.link.latency < facts.min_latency) {
    draft.error("/link/latency",
                fmt::format("--switch: its links take {} cycles or more", facts.min_latency));
  }
  refuse(s.link.messages != LinkMessages::kBeat, "/link/messages",
         "it sends fault messages as beats of its links");
  if (facts.compare == cosim::SwitchFacts::Compare::kExact) return;
  const char* legal = "not with `compare: legal`";
  const unsigned least = least_buffer_packets(facts.round_trip_latency(s.link.latency), s.traffic);
  if (s.traffic.receivers.in_use() && s.sw.as<CutThroughConfig>().buffer_packets < least) {
    draft.error("/switch/buffer_packets",
                fmt::format("--switch: slow hosts have buffers of this size, and need {} packets: "
                            "heads come up to {} edges behind XOFF (link.xon_lag)",
                            least, facts.xon_lag));
  }
  refuse(s.faults.bit_errors > 0, "/faults/bit_errors", legal);
  const SystemPlug* plug =
      find_plug(draft.document.value.at("topology").at("kind").get<std::string>());
  for (const BugInfo& bug : bugs_for(*plug)) {
    const bool on = std::find(s.bugs.begin(), s.bugs.end(), bug.name) != s.bugs.end();
    refuse(on && bug.in_rtl, ("/bug/" + std::string(bug.name)).c_str(), legal);
  }
}

}  // namespace

WholeLimits whole_cut_through_limits(const System& system) {
  WholeLimits limits;
  const cosim::SwitchPlugin* plugin = system.whole_plugin();
  if (plugin == nullptr) return limits;
  const cosim::SwitchFacts& facts = plugin->facts();
  const bool legal = system.judged();
  limits.messages = !legal && system.sends_messages() && !plugin->offers(SELVAGE_SWITCH_NUMBERED);
  if (legal) limits.flaps = "a switch of --switch takes outages with `compare: exact` only";
  if (legal || !plugin->offers(SELVAGE_SWITCH_WIPE))
    limits.deaths = "a switch of --switch dies with `compare: exact` and a pin wipe_i only";
  if (!facts.hears())
    limits.outages = "its manifest has `control: none`: it hears of no link that dies";
  return limits;
}

std::vector<waves::RtlRole> whole_cut_through_roles() {
  return {{"beats in, XON",
           {"rx_ok_i", "rx_sym_i", "rx_head_i", "rx_tail_i", "rx_bad_i", "i_inputs.in_q",
            "i_inputs.cut_q", "i_inputs.used_q", "rx_xon_o", "malformed_o", "rx_data_i"}},
          {"headers: fronts, questions, answers",
           {"i_inputs.queued_q", "i_inputs.routing_q", "i_inputs.wants_q", "i_inputs.drains_q",
            "i_path.asked", "i_path.answer", "i_path.answer_want", "i_path.answer_again",
            "i_path.answer_drop", "dec_in_o", "dec_want_o"}},
          {"grants, outputs",
           {"i_path.wanted", "tx_xon_i", "i_path.xon_q", "i_path.grant", "i_path.out_busy",
            "i_outputs.holder_q", "i_path.pop", "tx_ok_i", "tx_sym_o", "tx_head_o", "tx_tail_o",
            "tx_bad_o", "drained_o", "tx_data_o"}},
          {"fault messages, declarations",
           {"fattree_switch.wire_in", "twolevel_switch.message", "fattree_switch.msg_in",
            "rx_stop_o", "fattree_switch.msg_out", "fattree_switch.wire_out", "tx_stop_i",
            "rx_resend_o", "rx_number_o", "tx_resend_i", "tx_number_i", "link_down_i", "link_up_i",
            "link_init_i", "i_path.dead_q", "clear_o", "wipe_i"}}};
}

void check_whole_cut_through(const Draft& draft, const System& system, const Scenario& s) {
  check_links(draft, s);
  cosim::SwitchBlockOptions options;
  options.name = system.topology().switch_name(0);
  options.capacity = buffer_beats(s);
  options.route_latency = s.sw.route_latency;
  if (const cosim::SwitchPlugin* plugin = system.whole_plugin()) {
    check_plugin(draft, *plugin, s);
    if (system.judged()) {  // its buffers are its own
      options.capacity =
          std::uint64_t{least_buffer_packets(s.link.latency, s.traffic)} * s.traffic.packet_beats;
    }
  }
  std::string why;
  if (system.make_switch(options, why) == nullptr) place_objection(draft, why);
}

}  // namespace selvage::config
