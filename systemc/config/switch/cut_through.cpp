// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "config/checks.hpp"
#include "config/switch/kinds.hpp"

namespace selvage::config {

namespace {

constexpr std::string_view kKeys = R"json({
  "buffer_packets": {
    "description": "cut_through: input buffer of a port and data virtual channel, in packets. At least 1 + ceil(2 x link.latency / packet_beats), the XON/XOFF round trip.",
    "type": "integer", "minimum": 1, "maximum": 1024, "default": 4
  }
})json";

void read(const Draft& draft, Scenario& s) {
  s.sw.buffer_packets = draft.document.value.at("switch").at("buffer_packets").get<unsigned>();
}

void check(Draft& draft, const Topology&, Scenario& s) {
  const unsigned least = 1 + packets_in_round_trip(s.link.latency, s.traffic.packet_beats);
  if (draft.usable({"/switch/buffer_packets", "/link/latency", "/traffic/packet_beats"}) &&
      s.sw.buffer_packets < least) {
    draft.error(
        "/switch/buffer_packets",
        fmt::format("{} is too small: the XON/XOFF round trip of 2 x link.latency = {} "
                    "cycles needs at least {} packets of {} beats",
                    s.sw.buffer_packets, 2 * s.link.latency, least, s.traffic.packet_beats));
  }
}

}  // namespace

SwitchPlug cut_through_plug() {
  SwitchPlug plug;
  plug.kind = SwitchKind::kCutThrough;
  plug.keys = kKeys;
  plug.by_ranks = true;
  plug.read = read;
  plug.check = check;
  return plug;
}

}  // namespace selvage::config
