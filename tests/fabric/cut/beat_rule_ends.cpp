// SPDX-License-Identifier: Apache-2.0
// Hosts, where packets begin and end, and what can be seen of a switch, in the second reading of
// virtual cut-through.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <tuple>
#include <utility>

#include "beat_rule.hpp"

namespace selvage::test {

using fabric::DropReason;
using fabric::kNoFault;

std::string text_of(const Seen& seen) {
  constexpr std::array<const char*, 12> kWords{
      "header of packet {2}, VC {3}, leaves switch {0} by output {1}",
      "header of packet {1} leaves host {0}",
      "output {1} of switch {0} has no beat for the next cycle",
      "input {1} of switch {0}, VC {2}: XON {3}",
      "host {0}, VC {1}: XON {2}",
      "message {2:#x} comes to input {1} of switch {0}",
      "far ends of ports {1:#x} of switch {0} want no message",
      "packet {1} at input {2} of switch {0}, VC {3}, asks",
      "packet {1}, which asked switch {0} in cycle {2}, is answered: {3}",
      "packet {0} is lost, {4}, fault {2}",
      "loss of packet {0} is kept in mind, {4}, fault {2}",
      "packet {0} ends, delivered {1}"};
  static_assert(kWords.size() == static_cast<std::size_t>(Saw::kEnded) + 1);
  const auto kind = static_cast<Saw>(seen[0]);
  const bool loss = kind == Saw::kLost || kind == Saw::kKept;
  return fmt::format(fmt::runtime(kWords.at(seen[0])), seen[1], seen[2], seen[3], seen[4],
                     loss ? to_string(static_cast<DropReason>(seen[2])) : "");
}

BeatRule::BeatRule(const Topology& topology, const Params& params, Answer answer)
    : topology_(topology),
      p_(params),
      answer_(std::move(answer)),
      nodes_(topology.switch_count()),
      hosts_(topology.host_count()),
      links_(topology.fallible_link_count()) {
  for (SwitchIdx n = 0; n < nodes_.size(); ++n) {
    Node& node = nodes_[n];
    node.in.resize(ports(n));
    for (Input& in : node.in) in.vc.resize(p_.vcs);
    node.out.resize(2 * std::size_t{ports(n)});
    for (Output& out : node.out) out.on.assign(p_.vcs, true);
    node.known_dead.assign(ports(n), false);
  }
  for (std::size_t l = 0; l < links_.size(); ++l) {
    const SwitchPort end = topology.fallible_link(static_cast<std::uint32_t>(l));
    const PortEnd other = far(end.sw, end.port);
    link_of_[{end.sw, end.port}] = link_of_[{other.index, other.port}] = l;
  }
}

std::optional<std::size_t> BeatRule::link_at(SwitchIdx n, unsigned port) const {
  const auto it = link_of_.find({n, port});
  return it == link_of_.end() ? std::nullopt : std::optional(it->second);
}

bool BeatRule::hit(SwitchIdx n, unsigned port, Cycle sent, Cycle came) const {
  const auto link = link_at(n, port);
  if (!link) return false;
  const std::vector<std::pair<Cycle, Cycle>>& dead = links_[*link].dead;
  return std::any_of(dead.begin(), dead.end(),
                     [&](const auto& span) { return span.first <= came && sent < span.second; });
}

void BeatRule::offer(HostIdx host, PacketId id, HostIdx to, unsigned beats) {
  packets_[id] = {host, to, beats, {}};
  ++in_flight;
  const std::uint32_t death = nodes_[topology_.attachment(host).sw].death;
  if (death == kNoFault) return hosts_[host].queue.push_back(id);
  lose(id, DropReason::kHostGone, death);
  end(id);
}

void BeatRule::lose(PacketId id, DropReason reason, std::uint32_t fault) {
  const auto it = packets_.find(id);
  if (it == packets_.end() || it->second.lost) return;  // over, or lost before
  Packet& packet = it->second;
  const std::uint32_t death = nodes_[topology_.attachment(packet.to).sw].death;
  const bool none = reason == DropReason::kNoRoute || reason == DropReason::kDeadPort;
  if (none && death != kNoFault) std::tie(reason, fault) = std::pair(DropReason::kHostGone, death);
  packet.lost = Loss{reason, fault};
  see(Saw::kLost, id, static_cast<std::uint64_t>(reason), fault);
  see(Saw::kKept, id, static_cast<std::uint64_t>(reason), fault);
}

void BeatRule::end(PacketId id) {
  see(Saw::kEnded, id, packets_.at(id).lost ? 0 : 1);
  packets_.erase(id);
  --in_flight;
}

/// Beats of a buffer: whole packets, less what has gone of the one that leaves; `before`: what goes
/// in this cycle still counts.
std::uint64_t BeatRule::held(const Node& node, const Channel& c, bool before) {
  std::uint64_t sum = 0;
  for (const Held& packet : c.packets) sum += packet.beats;
  if (!c.leaving) return sum;
  for (const Output& out : node.out) {
    if (out.packet != c.packets.front().id || out.orphan) continue;
    sum -= out.gone - (before && out.left ? 1 : 0);
  }
  return sum;
}

void BeatRule::host(HostIdx h) {
  Host& host = hosts_[h];
  for (; !host.levels.empty() && host.levels.front().at == now_; host.levels.pop_front()) {
    host.on = host.levels.front().on;
  }
  std::optional<std::uint32_t> header;
  if (!host.coming.empty() && host.coming.front().at == now_) {
    const Beat beat = host.coming.front();
    host.coming.pop_front();
    if (beat.header) {
      host.got.push_back({beat.packet, packets_.at(beat.packet).beats, 0, !host.slow});
      header = static_cast<std::uint32_t>(beat.packet);
    }
    ++host.got.back().came;
  }
  if (host.slow) {
    const SwitchPort at = topology_.attachment(h);
    const fabric::Receiver::Output out = host.slow->cycle(now_, header);
    for (unsigned vc = 0; vc < p_.vcs && (out.xoff || out.xon); ++vc) {
      see(Saw::kHostLevel, h, vc, out.xon ? 1 : 0);
      nodes_[at.sw].out[at.port].levels.push_back({now_ + p_.latency, vc, out.xon});
    }
    for (Host::Got& got : host.got) got.taken = got.taken || out.taken == got.id;
  }
  for (; !host.got.empty() && host.got.front().taken; host.got.pop_front()) {
    if (host.got.front().came != host.got.front().beats) break;
    end(host.got.front().id);
  }
  host_sends(h);
}

void BeatRule::host_sends(HostIdx h) {
  Host& host = hosts_[h];
  if (host.queue.empty() || !host.on || now_ < host.free_at) return;
  const PacketId id = host.queue.front();
  host.queue.pop_front();
  const unsigned beats = packets_.at(id).beats;
  host.free_at = now_ + beats;
  see(Saw::kHostHeader, h, id);
  const SwitchPort at = topology_.attachment(h);
  for (unsigned i = 0; i < beats; ++i) {
    nodes_[at.sw].in[at.port].coming.push_back({now_ + i + p_.latency, id, i == 0, 0});
  }
}

BeatRule::View BeatRule::view(SwitchPort at) const {
  const Node& node = nodes_[at.sw];
  const std::vector<Channel>& channels = node.in[at.port].vc;
  const Channel* c = channels.data();
  for (const Channel& other : channels) {
    if (c->packets.empty() && !other.packets.empty()) c = &other;
  }
  for (const Channel& other : channels) {
    if (other.leaving) c = &other;
  }
  View v;
  const auto alive = [this](PacketId id) {
    return packets_.count(id) != 0 ? std::optional(id) : std::nullopt;
  };
  if (!c->packets.empty()) v.in = alive(c->packets.front().id);
  v.held = c->packets.size();
  v.beats = held(node, *c, true);
  const std::array<unsigned, 5> shown{0, 1, 2, 3, 3};
  v.front = c->leaving ? 4 : shown[static_cast<std::size_t>(c->state)];
  const Output& out = node.out[at.port];
  if (out.packet && !out.orphan) v.out = alive(*out.packet);
  return v;
}

std::optional<std::pair<PortIdx, unsigned>> BeatRule::waits(SwitchPort at, unsigned vc) const {
  const Channel& c = nodes_[at.sw].in[at.port].vc[vc];
  if (c.state != State::kWaits || c.leaving || nodes_[at.sw].out[c.out].on[c.out_vc]) return {};
  if (far(at.sw, c.out).kind != PortEnd::Kind::kSwitch) return {};
  return std::pair{static_cast<PortIdx>(c.out), c.out_vc};
}

}  // namespace selvage::test
