// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "config/checks.hpp"
#include "config/switch/kinds.hpp"
#include "config/switch/wormhole/config.hpp"
#include "config/switch/wormhole/whole.hpp"
#include "wormhole/cover.hpp"

namespace selvage::config {

namespace {

constexpr std::string_view kKeys = R"json({
  "node_buffer": {
    "description": "wormhole: flits of buffer of a switch, split over its network channels.",
    "type": "integer", "minimum": 1, "maximum": 65535, "default": 216
  },
  "release": {
    "description": "wormhole: a channel is free again when the tail has left the buffer at its far end, or when the tail has been sent.",
    "enum": ["tail_left_buffer", "tail_sent"], "default": "tail_left_buffer"
  },
  "injection_channels": {
    "description": "wormhole: packets a host may send at the same time; at most the data virtual channels.",
    "type": "integer", "minimum": 1, "maximum": 4, "default": 1
  },
  "allocator": {
    "description": "wormhole: the crossbar is given away output after output, or by an arbiter for each input port and then one for each output port.",
    "enum": ["serial", "separable"], "default": "serial"
  }
})json";

constexpr std::string_view kTries = R"json([
  [{"switch.allocator": "separable"}],
  [{"switch.node_buffer": 24}, {"switch.injection_channels": 2}, {"switch.release": "tail_sent"}],
  [{"traffic.receivers": {"rate": 0.5}}, {"traffic.receivers": {"stalls": "random", "every": 200, "longest": 100}}]
])json";

constexpr std::string_view kResultSchema = R"json({
  "description": "Flits that left hosts, switches for switches, switches for hosts, those taken out with dropped packets, those lost on links that died or were dead, abort flits made for worms cut by a dying link, and answers that no legal channel was free; null where packets move whole.",
  "type": ["object", "null"], "additionalProperties": false,
  "required": ["injected", "hops", "ejected", "drained", "lost", "aborts", "waits"],
  "properties": {
    "injected": {"type": "integer", "minimum": 0},
    "hops": {"type": "integer", "minimum": 0},
    "ejected": {"type": "integer", "minimum": 0},
    "drained": {"type": "integer", "minimum": 0},
    "lost": {"type": "integer", "minimum": 0},
    "aborts": {"type": "integer", "minimum": 0},
    "waits": {"type": "integer", "minimum": 0}
  }
})json";

std::vector<SwitchBug> bugs() {
  const auto repair = [](std::string_view name, std::string_view summary, wormhole::Bug bit) {
    return SwitchBug{{name, summary, false, "scenarios/mesh_repair.yaml"}, bit};
  };
  return {
      {{"drain_keeps_credits", "a flit of a dropped packet gives no credit back", false,
        "scenarios/mesh_repair.yaml"},
       wormhole::kDrainsCredits},
      {{"channel_frees_early", "an output channel is free as soon as a tail is sent", false,
        "scenarios/mesh_repair.yaml"},
       wormhole::kFreesEarly},
      repair("repair_keeps_credits", "a link comes back with the credits it died with",
             wormhole::kKeepsCredits),
      repair("repair_keeps_front", "a link comes back while its far end holds a worm it has cut",
             wormhole::kKeepsFront),
      repair("repair_keeps_worm", "a link comes back while a worm goes into its dead output",
             wormhole::kKeepsWorm)};
}

void read(const Draft& draft, Scenario& s) {
  const nlohmann::json& c = draft.document.value.at("switch");
  auto& own = s.sw.as<WormholeConfig>();
  own.node_buffer = c.at("node_buffer").get<unsigned>();
  own.release = c.at("release") == "tail_sent" ? wormhole::Release::kTailSent
                                               : wormhole::Release::kTailLeftBuffer;
  own.injection_channels = c.at("injection_channels").get<unsigned>();
  own.allocator = c.at("allocator") == "separable" ? wormhole::Allocator::kSeparable
                                                   : wormhole::Allocator::kSerial;
}

/// Network channels of the switch that has most.
unsigned most_channels(const Topology& topology) {
  unsigned most = 0;
  for (SwitchIdx s = 0; s < topology.switch_count(); ++s) {
    unsigned ports = 0;
    for (unsigned p = 0; p < topology.port_count(s); ++p) {
      const auto kind = topology.peer(s, static_cast<PortIdx>(p)).kind;
      ports += kind != PortEnd::Kind::kHost ? 1 : 0;
    }
    most = std::max(most, ports * topology.data_vc_count());
  }
  return most;
}

void check(Draft& draft, const Topology& topology, Scenario& s) {
  const auto& own = s.sw.as<WormholeConfig>();
  const unsigned channels = most_channels(topology);
  if (draft.usable({"/switch/node_buffer"}) && own.node_buffer < channels) {
    draft.error("/switch/node_buffer",
                fmt::format("{} is too small: a switch of {} has {} channels, each needs a flit",
                            own.node_buffer, topology.label(), channels));
  }
  if (draft.usable({"/switch/injection_channels"}) &&
      own.injection_channels > topology.data_vc_count()) {
    draft.error("/switch/injection_channels",
                fmt::format("{} are more than the {} data virtual channels of a link",
                            own.injection_channels, topology.data_vc_count()));
  }
  if (draft.usable({"/link/latency"}) && s.link.latency > 1024) {
    draft.error("/link/latency", "wormhole switches take links of at most 1024 cycles");
  }
}

bool several_hosts(const Topology& topology) {
  for (SwitchIdx s = 0; s < topology.switch_count(); ++s) {
    unsigned hosts = 0;
    for (unsigned p = 0; p < topology.port_count(s); ++p) {
      hosts += topology.peer(s, static_cast<PortIdx>(p)).kind == PortEnd::Kind::kHost ? 1 : 0;
    }
    if (hosts > 1) return true;
  }
  return false;
}

cover::ModelPtr cover_model(const nlohmann::json& merged, const Topology& topology) {
  using nlohmann::json;
  const json own = merged.value("switch", json::object());
  wormhole::FlitShape shape;
  if (own.contains("allocator")) {
    shape.separable = own["allocator"] == "separable";
    shape.serial = !shape.separable;
  }
  const json receivers = merged.value("traffic", json::object()).value("receivers", json());
  if (receivers.is_object()) {
    shape.slow_hosts =
        receivers.value("rate", 1.0) < 1 || receivers.value("stalls", "none") != "none";
  }
  shape.several_hosts = several_hosts(topology);
  shape.several_vcs = topology.data_vc_count() > 1;
  return wormhole::FlitCover(shape).model();
}

void check_whole(const Draft& draft, const System& system, const Scenario& s) {
  std::string why;
  if (system.make_router(router_options(s, system.topology()), why) == nullptr) {
    place_objection(draft, why);
  }
}

/// Groups of the signals of a router in RTL, whole, in waves.
std::vector<waves::RtlRole> roles() {
  return {{"flits in, credits",
           {"link_ok_i", "rx_valid_i", "rx_vc_i", "rx_head_i", "rx_tail_i", "rx_abort_i",
            "i_inputs.count_q", "credit_o", "malformed_o", "rx_data_i"}},
          {"headers: fronts, questions, answers",
           {"i_inputs.fronted_q", "i_inputs.header_q", "i_request.need_q", "i_request.waiting_q",
            "mesh_router.ask", "mesh_router.free", "i_inputs.drop_q", "dec_in_o", "dec_kind_o",
            "dec_out_o"}},
          {"grants, outputs",
           {"turn_i", "credit_i", "i_outputs.credits_q", "i_outputs.free_q", "i_outputs.closing_q",
            "mesh_router.grant", "mesh_router.sent", "tx_valid_o", "tx_vc_o", "tx_head_o",
            "tx_tail_o", "tx_abort_o", "tx_data_o"}},
          {"fault messages, declarations",
           {"msg_valid_i", "msg_bad_i", "msg_valid_o", "msg_i", "msg_o", "rx_resend_o",
            "tx_resend_i", "link_down_i", "link_up_i", "link_init_i", "mesh_router.dead",
            "mesh_router.unsafe", "mesh_router.line", "mesh_router.news", "clear_o", "wipe_i"}}};
}

}  // namespace

cosim::RouterBlockOptions router_options(const Scenario& s, const Topology& topology) {
  const auto& own = s.sw.as<WormholeConfig>();
  const unsigned network = most_channels(topology);
  const unsigned deepest =
      std::max((own.node_buffer + network - 1) / network, wormhole::Params{}.injection_flits);
  cosim::RouterBlockOptions options;
  options.name = topology.switch_name(0);
  options.depth.assign(topology.port_count(0) * topology.data_vc_count(), deepest);
  options.full = options.depth;
  options.separable = own.allocator == wormhole::Allocator::kSeparable;
  options.free_at_tail = own.release == wormhole::Release::kTailSent;
  options.messages_take = s.link.messages == LinkMessages::kBeat;
  options.route_latency = s.sw.route_latency;
  return options;
}

SwitchPlug wormhole_plug() {
  SwitchPlug plug;
  plug.kind = WormholeConfig::kName;
  plug.switches = "wormhole switches";
  plug.moves = "flit by flit with credits";
  plug.use = [](SwitchConfig& sw) { sw.use<WormholeConfig>(); };
  plug.slow_hosts = true;
  plug.keys = kKeys;
  plug.check_whole = check_whole;
  plug.rtl_roles = roles();
  plug.by_ranks = true;
  plug.bugs = bugs();
  plug.result_key = "flits";
  plug.result_schema = kResultSchema;
  plug.cover = cover_model;
  plug.tries = kTries;
  plug.cover_keys = {"/switch/allocator", "/traffic/receivers"};
  plug.read = read;
  plug.check = check;
  return plug;
}

}  // namespace selvage::config
