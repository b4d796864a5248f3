// SPDX-License-Identifier: Apache-2.0
#include "fabric/context.hpp"

#include <fmt/format.h>

#include "fabric/faults/bit_errors.hpp"
#include "fabric/faults/drop_review.hpp"

namespace selvage::fabric {

LinkUse::LinkUse(const Topology& topology) {
  std::size_t ports = 0;
  for (SwitchIdx sw = 0; sw < topology.switch_count(); ++sw) {
    first_.push_back(ports);
    ports += topology.port_count(sw);
  }
  sent_.resize(ports);
}

Context::Context(const Scenario& s, const Topology& t, Scoreboard& b)
    : scenario(s),
      topology(t),
      scoreboard(b),
      tally(t),
      agenda(t),
      most_hops(tally.link_use.ports() * t.data_vc_count()),
      large(tally.link_use.ports() > 16'384) {}

Context::~Context() = default;

std::vector<SwitchPort> LinkBook::dead_links() const {
  std::vector<SwitchPort> dead;
  for (const LinkState& link : links) {
    if (link.dead) dead.push_back(link.ends[0]);
  }
  return dead;
}

std::vector<SwitchPort> LinkBook::known_dead_links() const {
  std::vector<SwitchPort> dead;
  for (const LinkState& link : links) {
    if (link.known_dead[0] || link.known_dead[1]) dead.push_back(link.ends[0]);
  }
  return dead;
}

void Context::left(Packet& packet, SwitchPort from) {
  ++tally.packet_hops;
  if (now() >= timing.measure_from && now() < timing.measure_until) {
    tally.link_use.count(from, packet.beats);
  }
  if (++packet.switches > most_hops) {
    violate(fmt::format("FAB-DEST: cycle {}: packet {} runs in circles", now(), packet.id));
  }
  record(PacketLeft{packet, from, now()});
  if (errors && errors->damages(from, packet.beats)) damage(packet, from);
  if (watch != nullptr && topology.peer(from.sw, from.port).kind == PortEnd::Kind::kHost) {
    watch->leaving(now(), packet.id, packet.source, packet.destination);
  }
}

void Context::damage(Packet& packet, SwitchPort from) {
  ++tally.errors.packets;
  if (packet.lost) return;
  packet.lost = true;
  packet.reason = DropReason::kBitError;
  packet.fault = kNoFault;
  record_loss(packet, from, now());
}

void Context::lose(Packet& packet, DropReason reason, std::uint32_t fault, SwitchPort where) {
  if (packet.lost) return;
  const std::uint32_t death = book.death_of(topology.attachment(packet.destination).sw);
  if (death != kNoFault && (reason == DropReason::kNoRoute || reason == DropReason::kDeadPort)) {
    reason = DropReason::kHostGone;
    fault = death;
  }
  packet.lost = true;
  packet.reason = reason;
  packet.fault = fault;
  note_loss(packet);
  record_loss(packet, where, now());
}

void Context::record_loss(const Packet& packet, SwitchPort where, Cycle at) {
  record(PacketLost{packet.fault, where, packet.reason, packet.id, at, moment, packet.source,
                    packet.destination});
}

void Context::drop(Packet& packet, DropReason reason, std::uint32_t fault, SwitchPort where) {
  lose(packet, reason, fault, where);
  reason = packet.reason;
  fault = packet.fault;
  ++tally.counts.dropped[static_cast<std::size_t>(reason)];
  if (drops && reason == DropReason::kNoRoute) {
    ++tally.drop_classes[static_cast<std::size_t>(packet.verdict)];
  }
  last_progress = now();
  std::string_view met;
  const auto charge = [&met](auto& event) {
    ++event.packets_lost;
    met = event.name;
  };
  if (is_death(fault)) charge(book.deaths[fault - kDeaths]);
  else if (is_flap(fault)) charge(book.flaps[fault - kFlaps]);
  else if (fault != kNoFault) charge(book.faults[fault]);
  record(PacketEnded{packet, to_string(reason), met, now()});
  packets.give_back(packet);
}

void Context::check_link(const LinkState& link, Cycle sent, SwitchPort at) {
  const auto place = static_cast<std::size_t>(&link - book.links.data());
  if (!book.monitor.forbids(place, sent, now())) return;
  violate(fmt::format("FAB-LINK: cycle {}: something has come to {} over the dead link {}", now(),
                      topology.port_name(at.sw, at.port), topology.link_name(link.ends[0])));
}

void Context::first_over(const LinkState& link) {
  book.links[static_cast<std::size_t>(&link - book.links.data())].unused = false;
  book.faults[link.fault].repair->first_packet = now();
}

void Context::enter(cover::Phase phase) {
  scoreboard.coverage().enter(phase);
  doubles.coverage().enter(phase);
}

void Context::begin_news(cover::Phase phase) {
  enter(scoreboard.coverage().phase() == cover::Phase::kQuiet ? phase : cover::Phase::kOverlap);
}

void Context::violate_coverage(const cover::Forbidden& met) {
  const cover::Situation& s = *met.situation;
  const std::string where = fmt::format("cycle {}, switch {}", now(), topology.switch_name(met.sw));
  violate(s.kind == cover::Situation::Kind::kIllegal
              ? fmt::format("{}: {} at {}: {}", s.requirements, s.name, where, s.text)
              : fmt::format("COV-3: {} at {}, argued to be impossible: {} ({})", s.name, where,
                            s.reason, s.requirements));
}

}  // namespace selvage::fabric
