// SPDX-License-Identifier: Apache-2.0
// What a switch shows behind an edge, rule by rule.
#include <fmt/format.h>

#include <algorithm>

#include "fabric/beats/judge.hpp"

namespace selvage::fabric {

namespace {

std::string hex(const cosim::BeatData& data) {
  return data.high == 0 ? fmt::format("{:016x}", data.low)
                        : fmt::format("{:x}{:016x}", data.high, data.low);
}

}  // namespace

void PinJudge::look(SwitchIdx sw, Cycle c, const cosim::SwitchBlock& block) {
  const cosim::SwitchShown shown = block.shown();
  each_port(shown.beats & shown.messages, [&](PortIdx p) {
    fail("SW-CONS", "tx_sym_o", "a beat or a message", "both", {sw, p});
  });
  each_port(shown.malformed, [&](PortIdx p) {
    if (!port({sw, p}).strays)
      fail("SW-CONS", "malformed_o", "0: what came is well formed", "1", {sw, p});
  });
  each_port(shown.messages, [&](PortIdx p) { speaks({sw, p}, c, "fault message"); });
  each_port(shown.stop, [&](PortIdx p) { speaks({sw, p}, c, "stop flag"); });
  each_port(shown.beats, [&](PortIdx p) {
    const cosim::Beat beat = block.sent(p);
    beat_out({sw, p}, c, beat, block.tag_of(beat.data));
  });
  each_port(shown.drained, [&](PortIdx p) { drops({sw, p}, c, block.drained_tag(p)); });
  look_at_levels(sw, c, shown);
  look_at_waiting(sw, c);
  if (block.idle()) look_at_idle(sw, c);
}

/// Its clock may stand now.
void PinJudge::look_at_idle(SwitchIdx sw, Cycle c) {
  Node& node = nodes_[sw];
  for (std::size_t i = node.inside.size(); i-- > 0;) {
    Inside& packet = *node.inside[i];
    if (packet.malformed && !packet.leaving && packet.here()) vanishes(node, packet, c);
  }
  for (const auto& packet : node.inside) {
    if (packet->gone || !packet->here()) continue;  // it waits for beats that have still to come
    fail("SW-PROG", "idle", "0: a packet is inside", "1", {sw, packet->in}, packet->head.tag);
  }
  for (unsigned p = 0; p < node.ports.size(); ++p) {
    if (node.ports[p].says_xon || node.ports[p].used != 0) continue;
    fail(node.ports[p].strays ? "SW-BAD" : "SW-FC", "XON of an empty input",
         "before the switch says that it is idle", "XOFF", {sw, static_cast<PortIdx>(p)});
  }
}

/// A message, or a stop flag, at a port: edge 0 executes the first cycle that has any.
void PinJudge::speaks(SwitchPort at, Cycle c, const char* what) {
  if (topology_.peer(at.sw, at.port).kind != PortEnd::Kind::kSwitch) {
    fail("SW-MSG", what, "none: no switch is at the other end", "one", at);
  } else if (c == 0) {
    fail("SW-MSG", what, "none behind edge 0", "one", at);
  }
}

// ---- beats --------------------------------------------------------------------------------------

void PinJudge::beat_out(SwitchPort out, Cycle c, const cosim::Beat& beat, std::uint32_t tag) {
  Port& at = port(out);
  if (at.leaving == nullptr) {
    if (!beat.head) return fail("SW-CONS", "beat", "none: no packet is leaving", "a beat", out);
    if (!head_out(out, c, beat, tag)) return;
  } else if (beat.head) {
    return fail("SW-CONS", "head within a packet", "no head", fmt::format("packet {}", tag), out,
                at.leaving->head.tag);
  }
  Inside& packet = *at.leaving;
  const std::uint32_t id = packet.head.tag;
  const std::string_view usual = packet.rule("SW-CONS");
  const unsigned index = packet.sent++;
  if (index >= packet.data.size() && !packet.cut) {
    return fail(usual, fmt::format("beat {}", index), "none: it has not come", "a beat", out, id);
  }
  if (index < packet.data.size() && beat.data != packet.data[index]) {
    return fail(packet.rule("SW-DATA"), fmt::format("data of beat {}", index),
                hex(packet.data[index]), hex(beat.data), out, id);
  }
  const bool last = index + 1 == packet.head.beats;
  if (beat.tail != last) {
    return fail(usual, fmt::format("tail at beat {}", index), last ? "1" : "0", last ? "0" : "1",
                out, id);
  }
  free_beats(nodes_[out.sw].ports[packet.in], packet, 1, c);
  if (!last) return;
  const bool bad = packet.cut || packet.came_bad;
  if (beat.bad != bad) {
    return fail(packet.rule(packet.cut ? "SW-DEAD" : "SW-DATA"), "mark of a cut packet",
                bad ? "1" : "0", bad ? "0" : "1", out, id);
  }
  at.leaving = nullptr;
  packet.gone = true;
  if (packet.here()) forget(nodes_[out.sw], packet);
}

bool PinJudge::head_out(SwitchPort out, Cycle c, const cosim::Beat& beat, std::uint32_t tag) {
  Node& node = nodes_[out.sw];
  const auto found = std::find_if(node.inside.begin(), node.inside.end(),
                                  [&](const auto& p) { return p->head.tag == tag && !p->gone; });
  if (found == node.inside.end()) {
    fail("SW-CONS", "head", "of a packet that is inside", fmt::format("packet {}", tag), out, tag);
    return false;
  }
  Inside& packet = **found;
  if (packet.leaving) {
    fail("SW-CONS", "head", "once", "once more", out, tag);
    return false;
  }
  if (beat.data != packet.data[0]) {
    fail("SW-DATA", "head", hex(packet.data[0]), hex(beat.data), out, tag);
    return false;
  }
  if (!may_go(out, c, packet) || !in_order(out, packet)) return false;
  packet.leaving = true;
  port(out).leaving = &packet;
  ++judged_;
  if (const auto known = known_.find(tag); known != known_.end()) ++known->second.hops;
  client_.left(out, tag);
  return true;
}

bool PinJudge::may_go(SwitchPort out, Cycle c, const Inside& packet) {
  const Node& node = nodes_[out.sw];
  const Port& at = port(out);
  const std::uint32_t tag = packet.head.tag;
  const std::string name = topology_.port_name(out.sw, out.port);
  if (packet.in == out.port || (at.up && node.ports[packet.in].up)) {
    fail("SW-MIN", "turn", "no way back, and none up for what came down",
         fmt::format("from {} to {}", topology_.port_name(out.sw, packet.in), name), out, tag);
  } else if (packet.hops + 1 > 2 * facts_.levels - 1) {
    fail("SW-MIN", "switches on the way", fmt::format("at most {}", 2 * facts_.levels - 1),
         fmt::format("{}", packet.hops + 1), out, tag);
  } else if ((packet.ways >> out.port & 1U) == 0) {
    fail(packet.rule("SW-ROUTE"), "output", "one of " + names(out.sw, packet.ways), name, out, tag);
  } else if (at.dead && c > at.dead_since + facts_.dead_within) {
    fail("SW-DEAD", "head into a dead port",
         fmt::format("none: declared dead in cycle {}", at.dead_since), "a head", out, tag);
  } else if (at.alive && !at.dead && !(at.xon && at.on_since < c) &&
             at.off_since + facts_.xon_lag <= c) {
    fail(at.host ? "SW-RECV" : "SW-FC", "head against XOFF",
         fmt::format("none: XOFF at the pin since cycle {}", at.off_since), "a head", out, tag);
  } else if (c - packet.came < facts_.least_latency ||
             (packet.alone && c - packet.came > facts_.most_latency)) {
    fail("SW-LAT", "edges from head to head",
         fmt::format("{} to {}", facts_.least_latency, facts_.most_latency),
         fmt::format("{}", c - packet.came), out, tag);
  } else {
    return true;
  }
  return false;
}

bool PinJudge::in_order(SwitchPort out, const Inside& packet) {
  using Order = cosim::SwitchFacts::Order;
  if (facts_.order == Order::kNone) return true;
  if (facts_.order == Order::kFlow && packet.nowhere) return true;  // of no flow
  const std::uint64_t flow = facts_.order == Order::kFlow
                                 ? std::uint64_t{packet.head.source} << 32 | packet.head.destination
                                 : out.port;
  std::uint64_t& last = nodes_[out.sw].last[{packet.in, flow}];
  if (packet.order < last) {
    fail("SW-ORDER",
         facts_.order == Order::kFlow ? "packets of a flow" : "packets of an input and output",
         "as they came", "a later one has left before", out, packet.head.tag);
    return false;
  }
  last = packet.order;
  return true;
}

void PinJudge::drops(SwitchPort in, Cycle c, std::optional<std::uint32_t> tag) {
  Node& node = nodes_[in.sw];
  Inside* first = nullptr;
  for (const auto& packet : node.inside) {
    if (packet->in != in.port || packet->leaving || packet->gone) continue;
    if (tag && packet->head.tag != *tag) continue;
    if (first == nullptr) first = packet.get();
    if (packet->empty == kNever && !packet->malformed) continue;
    first = packet.get();
    break;
  }
  if (first == nullptr)
    return fail("SW-CONS", "drained_o", "0: no such packet waits here", "1", in, tag);
  if (first->empty == kNever && !first->malformed) {
    return fail("SW-DROP", "drop", "forwarded by one of " + names(in.sw, first->ways), "dropped",
                in, first->head.tag);
  }
  free_beats(port(in), *first, first->head.beats, c);
  first->gone = true;
  client_.dropped(in, first->head.tag, first->empty, first->dead_ways);
  if (first->here()) forget(node, *first);
}

// ---- levels and time ----------------------------------------------------------------------------

void PinJudge::look_at_levels(SwitchIdx sw, Cycle c, const cosim::SwitchShown& shown) {
  Node& node = nodes_[sw];
  for (unsigned p = 0; p < node.ports.size(); ++p) {
    Port& at = node.ports[p];
    at.says_xon = (shown.xon >> p & 1U) != 0;
    if (at.says_xon || at.used != 0 || at.doubtful != 0) {
      at.empty_since = c;
    } else if (c > at.empty_since + facts_.stall_max) {
      fail(at.strays ? "SW-BAD" : "SW-FC", "XON of an empty input",
           fmt::format("within {} edges", facts_.stall_max), "XOFF", {sw, static_cast<PortIdx>(p)});
    }
  }
}

void PinJudge::look_at_waiting(SwitchIdx sw, Cycle c) {
  Node& node = nodes_[sw];
  PortMask seen = 0;
  Inside* over = nullptr;
  for (const auto& packet : node.inside) {
    const PortMask bit = PortMask{1} << packet->in;
    if (packet->leaving || packet->gone || (seen & bit) != 0) continue;
    seen |= bit;
    const PortMask live = packet->now & ~node.dead;
    bool free = live != 0 || packet->nowhere;
    each_port(live, [&](PortIdx p) { free = free && node.ports[p].xon; });
    if (!free) continue;
    if (packet->alone && c - packet->came > facts_.most_latency) {
      fail("SW-LAT", "head alone in its switch",
           fmt::format("leaves within {} edges", facts_.most_latency), "waits", {sw, packet->in},
           packet->head.tag);
    }
    if (++packet->waited <= facts_.stall_max) continue;
    if (packet->malformed) {
      over = packet.get();
      continue;
    }
    fail("SW-PROG", "head that waits while its outputs have XON",
         fmt::format("at most {} edges", facts_.stall_max), "more", {sw, packet->in},
         packet->head.tag);
  }
  if (over != nullptr) vanishes(node, *over, c);
}

/// A malformed packet that could have left has not: the switch has it no more.
void PinJudge::vanishes(Node& node, Inside& packet, Cycle c) {
  node.ports[packet.in].empty_since = c;
  ended(packet.head.tag);
  packet.gone = true;
  if (packet.here()) forget(node, packet);
}

}  // namespace selvage::fabric
