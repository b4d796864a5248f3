// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "config/checks.hpp"
#include "config/switch/cut_through/config.hpp"
#include "config/switch/cut_through/cover.hpp"
#include "config/switch/cut_through/whole.hpp"
#include "config/switch/kinds.hpp"

namespace selvage::config {

namespace {

constexpr std::string_view kKeys = R"json({
  "buffer_packets": {
    "description": "cut_through: input buffer of a port and data virtual channel, in packets. At least 1 + ceil(2 x link.latency / packet_beats), the XON/XOFF round trip. With several lengths: packets of the longest, and what may start in the round trip of all lengths.",
    "type": "integer", "minimum": 1, "maximum": 1024, "default": 4
  }
})json";

void read(const Draft& draft, Scenario& s) {
  s.sw.as<CutThroughConfig>().buffer_packets =
      draft.document.value.at("switch").at("buffer_packets").get<unsigned>();
}

void check(Draft& draft, const Topology&, Scenario& s) {
  for (std::size_t i = 0; i < s.traffic.lengths(); ++i) {
    if (s.traffic.beats(i) <= kMostBeats) continue;
    const std::string place = place_of_length(draft, i);
    if (draft.usable({place.c_str(), "/link"})) {
      draft.error(place, fmt::format("{} beats are more than {}", s.traffic.beats(i), kMostBeats));
    }
  }
  const unsigned beats = s.traffic.packet_beats;
  const unsigned packets = s.sw.as<CutThroughConfig>().buffer_packets;
  const unsigned least = least_buffer_packets(s.link.latency, s.traffic);
  if (draft.usable({"/switch/buffer_packets", "/link/latency", "/traffic/packet_beats",
                    "/traffic/packet_bytes"}) &&
      packets < least) {
    draft.error("/switch/buffer_packets",
                fmt::format("{} is too small: the XON/XOFF round trip of 2 x link.latency = {} "
                            "cycles needs at least {} packets of {} beats",
                            packets, 2 * s.link.latency, least, beats));
    return;
  }
  const std::uint64_t headers = std::uint64_t{packets} * beats / s.traffic.shortest_beats();
  if (headers > kMostHeaders) {
    draft.error("/switch/buffer_packets",
                fmt::format("{} packets of {} beats are {} of the shortest, more than {}", packets,
                            beats, headers, kMostHeaders));
  }
}

constexpr std::string_view kTries = R"json([
  [{"traffic.receivers": {"rate": 0.5}}, {"traffic.receivers": {"stalls": "xon", "longest": 200}}]
])json";

}  // namespace

SwitchPlug cut_through_plug() {
  SwitchPlug plug;
  plug.kind = CutThroughConfig::kName;
  plug.switches = "cut-through switches";
  plug.moves = "whole with XON/XOFF";
  plug.use = [](SwitchConfig& sw) { sw.use<CutThroughConfig>(); };
  plug.cover = [](const nlohmann::json&, const Topology&) { return cut_through_cover(); };
  plug.tries = kTries;
  plug.slow_hosts = true;
  plug.xon = true;
  plug.flaps = true;
  plug.keys = kKeys;
  plug.check_whole = check_whole_cut_through;
  plug.whole_limits = whole_cut_through_limits;
  plug.rtl_roles = whole_cut_through_roles();
  plug.by_ranks = true;
  plug.outages_by_ranks = true;
  plug.bugs = {
      {{"late_xoff", "XOFF goes out when a beat less is free than the round trip may bring", false,
        "scenarios/mixed_lengths.yaml"},
       kLateXoff}};
  plug.read = read;
  plug.check = check;
  return plug;
}

}  // namespace selvage::config
