// SPDX-License-Identifier: Apache-2.0
// A cycle of the second reading of virtual cut-through.
#include "beat_rule.hpp"

#include <algorithm>
#include <utility>

namespace selvage::test {

using fabric::DropReason;
using fabric::kNoFault;

void BeatRule::cycle(Cycle now, const Controls& controls) {
  now_ = now;
  const auto all = [this](void (BeatRule::*step)(SwitchIdx)) {
    for (SwitchIdx n = 0; n < nodes_.size(); ++n) (this->*step)(n);
  };
  all(&BeatRule::tails);
  all(&BeatRule::levels);
  all(&BeatRule::messages);
  all(&BeatRule::arrivals);
  all(&BeatRule::xons);
  all(&BeatRule::news);
  all(&BeatRule::answers);
  for (HostIdx h = 0; h < hosts_.size(); ++h) host(h);
  all(&BeatRule::ask);
  all(&BeatRule::depart);
  all(&BeatRule::beats_leave);
  take(controls);
  all(&BeatRule::look_ahead);
}

/// What the controls have done acts from the next cycle on.
void BeatRule::take(const Controls& controls) {
  for (const SwitchIdx n : controls.stepped) {
    nodes_[n].stepped = now_;
    PortMask stopped = 0;
    for (unsigned o = 0; o < ports(n); ++o) {
      if (nodes_[n].out[o].stopped) stopped |= PortMask{1} << o;
    }
    see(Saw::kStopped, n, stopped);
  }
  for (Node& node : nodes_) {
    for (Output& out : node.out) out.message = false;
  }
  for (const auto& [from, content] : controls.messages) {
    nodes_[from.sw].out[from.port].message = true;
    const PortEnd end = far(from.sw, from.port);
    nodes_[end.index].out[end.port].messages.push_back({now_ + p_.latency, content});
  }
  for (const auto& [n, mask] : controls.stops) {
    for (unsigned o = 0; o < ports(n); ++o) {
      const bool stop = ((mask >> o) & 1U) != 0;
      const PortEnd end = far(n, o);
      if (end.kind != PortEnd::Kind::kSwitch || stop == nodes_[n].out[o].stop_shown) continue;
      nodes_[n].out[o].stop_shown = stop;
      nodes_[end.index].out[end.port].stops.push_back({now_, now_ + p_.latency + 1, stop});
    }
  }
  for (const auto& [at, up] : controls.declared) {
    nodes_[at.sw].known_dead[at.port] = !up;
    if (!up) nodes_[at.sw].news.push_back(at.port);
  }
}

/// Fault messages, and the stop flags of the far ends.
void BeatRule::messages(SwitchIdx n) {
  for (unsigned o = 0; o < ports(n); ++o) {
    Output& out = nodes_[n].out[o];
    const auto link = link_at(n, o);
    if (link && !links_[*link].dead.empty() && links_[*link].dead.back().first + 1 == now_) {
      out.stopped = false;  // a dead link shows nothing
    }
    for (; !out.stops.empty() && out.stops.front().acts == now_; out.stops.pop_front()) {
      if (!hit(n, o, out.stops.front().shown, now_ - 1)) out.stopped = out.stops.front().on;
    }
    for (; !out.messages.empty() && out.messages.front().at == now_; out.messages.pop_front()) {
      if (!hit(n, o)) see(Saw::kMessage, n, o, out.messages.front().content);
    }
  }
}

/// What had its last beat in the cycle before is gone.
void BeatRule::tails(SwitchIdx n) {
  Node& node = nodes_[n];
  for (unsigned o = 0; o < node.out.size(); ++o) {
    Output& out = node.out[o];
    if (!out.packet || out.gone != out.beats) continue;
    const PacketId id = *std::exchange(out.packet, std::nullopt);
    if (std::exchange(out.orphan, false)) continue;
    Input& in = node.in[out.in];
    in.read = false;
    in.vc[out.vc].leaving = false;
    in.vc[out.vc].packets.pop_front();
    if (o < ports(n)) continue;
    meet("output.drains");
    end(id);
  }
}

void BeatRule::levels(SwitchIdx n) {
  for (unsigned o = 0; o < ports(n); ++o) {
    Output& out = nodes_[n].out[o];
    for (; !out.levels.empty() && out.levels.front().at == now_; out.levels.pop_front()) {
      if (hit(n, o)) meet("dead.xon_lost");
      else out.on[out.levels.front().vc] = out.levels.front().on;
    }
  }
}

void BeatRule::arrivals(SwitchIdx n) {
  for (unsigned p = 0; p < ports(n); ++p) {
    Input& in = nodes_[n].in[p];
    const bool some = !in.coming.empty() && in.coming.front().at == now_;
    const Beat beat = some ? in.coming.front() : Beat{0, 0, false, 0};
    if (some) in.coming.pop_front();
    if (some && beat.header) {
      header(n, p, beat);
    } else if (!complete(in)) {
      // What a dead link has cut is made up to its end.
      const bool comes = some || hit(n, p) || in.made_up;
      in.came += comes ? 1 : 0;
      const Channel& c = in.vc[in.last_vc];
      if (comes || !c.leaving || c.packets.front().id != *in.last) continue;
      for (const Output& out : nodes_[n].out) {
        if (out.packet == in.last && in.came > out.gone + (out.hole ? 0 : 1))
          meet("beat.stall_absorbed");
      }
    }
  }
}

void BeatRule::header(SwitchIdx n, unsigned port, const Beat& beat) {
  Node& node = nodes_[n];
  Input& in = node.in[port];
  if (hit(n, port)) {
    const Link& link = links_[*link_at(n, port)];
    const bool into = now_ - p_.latency >= link.dead.back().first;
    meet(into ? "buffer.sent_into_dead" : "buffer.caught_on_link");
    lose(beat.packet, into ? DropReason::kSentIntoDead : DropReason::kCaughtOnLink, link.charged);
    return end(beat.packet);
  }
  if (node.death != kNoFault) {
    meet("buffer.at_dead_switch");
    lose(beat.packet, DropReason::kLostInSwitch, node.death);
    return end(beat.packet);
  }
  in.last = beat.packet;
  in.made_up = false;
  in.last_vc = beat.vc;
  in.beats = packets_.at(beat.packet).beats;
  in.came = 1;
  Channel& c = in.vc[beat.vc];
  meet(c.packets.empty() ? "buffer.empty" : "buffer.behind_others");
  if (c.xoff) meet("buffer.after_xoff");
  c.packets.push_back({beat.packet, in.beats});
  const std::uint64_t beats = held(node, c, false);
  if (beats == p_.capacity) meet("buffer.full");
  if (!c.xoff && p_.capacity - beats < p_.margin) say(n, port, beat.vc, false);
  if (c.packets.size() == (c.leaving ? 2U : 1U)) c.state = State::kQueued;
}

void BeatRule::xons(SwitchIdx n) {
  for (unsigned p = 0; p < ports(n); ++p) {
    for (unsigned vc = 0; vc < p_.vcs; ++vc) {
      const Channel& c = nodes_[n].in[p].vc[vc];
      if (!c.xoff || p_.capacity - held(nodes_[n], c, false) < p_.margin) continue;
      meet(c.leaving ? "flow.xon_while_leaving" : "flow.xon_behind_tail");
      say(n, p, vc, true);
    }
  }
}

void BeatRule::say(SwitchIdx n, unsigned in, unsigned vc, bool on) {
  nodes_[n].in[in].vc[vc].xoff = !on;
  if (!on) meet("flow.xoff");
  see(Saw::kLevel, n, in, vc, on ? 1 : 0);
  const PortEnd end = far(n, in);
  const Level level{now_ + p_.latency, vc, on};
  if (end.kind == PortEnd::Kind::kHost) hosts_[end.index].levels.push_back(level);
  else nodes_[end.index].out[end.port].levels.push_back(level);
}

/// What waits for a port that was declared dead in the cycle before asks again.
void BeatRule::news(SwitchIdx n) {
  Node& node = nodes_[n];
  for (const unsigned port : std::exchange(node.news, {})) {
    if (!node.known_dead[port]) continue;
    for (Input& in : node.in) {
      for (Channel& c : in.vc) {
        if (c.state != State::kWaits || c.out != port) continue;
        meet("dead.waiting_asks_again");
        c.state = State::kQueued;
      }
    }
  }
}

void BeatRule::answers(SwitchIdx n) {
  std::deque<Question>& asked = nodes_[n].asked;
  while (!asked.empty() && asked.front().at + p_.route == now_) {
    const Question q = asked.front();
    asked.pop_front();
    if (q.gone) meet("route.answer_lost");
    else answer(n, q);
  }
}

void BeatRule::answer(SwitchIdx n, const Question& q) {
  Node& node = nodes_[n];
  Channel& c = node.in[q.in].vc[q.vc];
  const Packet& packet = packets_.at(q.packet);
  const RouteDecision d = answer_(n,
                                  {q.packet, packet.from, packet.to, static_cast<PortIdx>(q.in),
                                   static_cast<std::uint8_t>(q.vc)},
                                  q.at);
  ++decisions;
  see(Saw::kDecided, n, q.packet, q.at, static_cast<std::uint64_t>(d.outcome));
  if (d.outcome == RouteDecision::Outcome::kDrop) {
    meet("route.no_way");
    lose(q.packet, DropReason::kNoRoute, kNoFault);
    c.state = State::kRefused;
  } else if (d.outcome == RouteDecision::Outcome::kWait) {
    meet("route.control_waits");
    c.state = State::kQueued;
  } else if (!node.known_dead[d.port]) {
    c.state = State::kWaits;
    c.out = d.port;
    c.out_vc = d.vc;
  } else if (node.stepped && *node.stepped >= q.at) {
    meet("route.asked_again");
    c.state = State::kQueued;
  } else {
    meet("route.dead_port");
    lose(q.packet, DropReason::kDeadPort, links_[*link_at(n, d.port)].charged);
    c.state = State::kRefused;
  }
}

/// One question a cycle, of the first channel behind the last that asked.
void BeatRule::ask(SwitchIdx n) {
  Node& node = nodes_[n];
  const unsigned channels = ports(n) * p_.vcs;
  std::optional<unsigned> first;
  unsigned queued = 0;
  for (unsigned i = 0; i < channels; ++i) {
    const unsigned c = (node.turn + i) % channels;
    if (node.in[c / p_.vcs].vc[c % p_.vcs].state != State::kQueued) continue;
    if (queued++ == 0) first = c;
  }
  if (queued > 1) meet("route.several_ask");
  if (!first) return;
  const unsigned in = *first / p_.vcs;
  const unsigned vc = *first % p_.vcs;
  Channel& c = node.in[in].vc[vc];
  c.state = State::kAsked;
  const PacketId packet = c.packets[c.leaving ? 1 : 0].id;
  node.turn = (*first + 1) % channels;
  node.asked.push_back({now_, in, vc, packet});
  see(Saw::kAsked, n, packet, in, vc);
}

/// Outputs, then what drains: each of a free input.
void BeatRule::depart(SwitchIdx n) {
  for (unsigned o = 0; o < ports(n); ++o) depart_by(n, o);
  Node& node = nodes_[n];
  for (unsigned in = 0; in < ports(n); ++in) {
    for (unsigned vc = 0; vc < p_.vcs; ++vc) {
      if (node.in[in].read || node.in[in].vc[vc].state != State::kRefused) continue;
      grant(n, ports(n) + in, in, vc);
    }
  }
}

void BeatRule::depart_by(SwitchIdx n, unsigned o) {
  Node& node = nodes_[n];
  const Output& out = node.out[o];
  std::optional<std::pair<unsigned, unsigned>> next;
  unsigned some = 0;
  for (unsigned i = 0; i < ports(n); ++i) {
    const unsigned in = (out.turn + i) % ports(n);
    bool its = false;
    for (unsigned vc = 0; vc < p_.vcs; ++vc) {
      const Channel& c = node.in[in].vc[vc];
      if (c.state != State::kWaits || c.out != o) continue;
      if (out.packet && !out.orphan) meet("output.busy");
      if (node.in[in].read) continue;
      its = true;
      if (out.on[c.out_vc] && !next) next = {in, vc};
      if (!out.packet && !next) meet("output.front_has_xoff");
    }
    some += its ? 1 : 0;
  }
  if (out.packet) return;
  if (some > 1) meet("output.several_inputs");
  if (!next) return;
  if (out.message) return meet("output.message_has_beat");
  if (next->first < out.turn) meet("output.turn_wraps");
  grant(n, o, next->first, next->second);
}

void BeatRule::grant(SwitchIdx n, unsigned o, unsigned i, unsigned vc) {
  Output& out = nodes_[n].out[o];
  Input& in = nodes_[n].in[i];
  Channel& c = in.vc[vc];
  out.packet = c.packets.front().id;
  out.beats = c.packets.front().beats;
  out.in = i;
  out.vc = vc;
  out.gone = 0;
  out.hole = false;
  out.turn = (i + 1) % ports(n);
  in.read = true;
  c.leaving = true;
  c.state = c.packets.size() > 1 ? State::kQueued : State::kNone;
  if (c.packets.size() > 1) meet("output.next_asks");
  if (o >= ports(n)) return;
  ++hops;
  see(Saw::kHeader, n, o, *out.packet, c.out_vc);
}

void BeatRule::beats_leave(SwitchIdx n) {
  for (unsigned o = 0; o < nodes_[n].out.size(); ++o) {
    Output& out = nodes_[n].out[o];
    out.left = out.packet && !out.hole && out.gone < out.beats;
    if (!out.left) continue;
    const bool first = out.gone++ == 0;
    if (o >= ports(n)) continue;
    const Beat beat{now_ + p_.latency, *out.packet, first,
                    first ? nodes_[n].in[out.in].vc[out.vc].out_vc : 0};
    const PortEnd end = far(n, o);
    if (end.kind == PortEnd::Kind::kHost) hosts_[end.index].coming.push_back(beat);
    else nodes_[end.index].in[end.port].coming.push_back(beat);
  }
}

/// A beat leaves in the cycle behind its arrival at the earliest, and in no cycle of a message.
void BeatRule::look_ahead(SwitchIdx n) {
  for (unsigned o = 0; o < nodes_[n].out.size(); ++o) {
    Output& out = nodes_[n].out[o];
    out.hole = false;
    if (!out.packet || out.orphan || out.gone == out.beats) continue;
    const Input& in = nodes_[n].in[out.in];
    const bool late = in.last == out.packet && in.came == out.gone;
    const bool begins = out.gone == 1 && out.left;
    if (late) meet("beat.late");
    else if (out.message && !begins) meet("beat.message_takes");
    out.hole = late || out.message;
    if (out.hole && o < ports(n)) see(Saw::kHole, n, o);
  }
}

}  // namespace selvage::test
