// SPDX-License-Identifier: Apache-2.0
/// One cycle of a node: what comes, is asked, drained and sent.
#include "flit_rule.hpp"

#include <algorithm>

namespace selvage::test {

using wormhole::Allocator;
using wormhole::Answered;
using wormhole::DropCause;
using wormhole::kNoPort;
using wormhole::Release;
using Outcome = RouteDecision::Outcome;
using Kind = PortEnd::Kind;

void FlitRule::cycle(Cycle now) {
  now_ = now;
  for (HostIdx h = 0; h < hosts_.size(); ++h) {
    Host& host = hosts_[h];
    for (const Flying& f : host.flits) {
      if (f.at != now) continue;
      host.slow ? host.held[f.channel].push_back(f.flit) : at_host(h, f.flit);
    }
    host.flits.erase(std::remove_if(host.flits.begin(), host.flits.end(),
                                    [&](const Flying& f) { return f.at == now; }),
                     host.flits.end());
  }
  for (SwitchIdx n = 0; n < nodes_.size(); ++n) step(n);
  for (HostIdx h = 0; h < hosts_.size(); ++h) host_sends(h);
}

void FlitRule::step(SwitchIdx n) {
  Node& node = at(n);
  for (PortState& port : node.port) port.read = false;
  take_credits(node);
  take_flits(node);
  put_aborts(n);
  answer(n);
  ask(n);
  drain(n);
  const std::vector<unsigned> may = senders(n);
  p_.allocator == Allocator::kSerial ? serial(n, may) : separable(n, may);
}

void FlitRule::take_credits(Node& node) {
  bool awaited = false;
  std::uint64_t freed = 0;
  for (const auto& [cycle, c] : node.credits) {
    if (cycle != now_) continue;
    Output& out = node.out[c];
    const bool waits = out.owner >= 0 && !node.in[static_cast<unsigned>(out.owner)].buffer.empty();
    awaited = awaited || (waits && out.credits == 0);
    ++out.credits;
    if (!out.closing || out.credits != out.full) continue;
    out.closing = false;
    out.free = true;
    freed |= std::uint64_t{1} << c;
  }
  node.credits.erase(std::remove_if(node.credits.begin(), node.credits.end(),
                                    [&](const auto& c) { return c.first == now_; }),
                     node.credits.end());
  if (awaited) meet("credit.awaited");
  if (freed != 0) meet("channel.freed_by_credit");
  wake(node, freed);
}

void FlitRule::take_flits(Node& node) {
  for (const Flying& f : node.flits) {
    if (f.at != now_) continue;
    Input& in = node.in[f.channel];
    in.buffer.push_back(f.flit);
    if (in.buffer.size() == in.depth) meet("buffer.full");
    const auto coming =
        std::find_if(in.packets.begin(), in.packets.end(), [](const Coming& c) { return !c.tail; });
    coming->head = true;
    coming->tail = f.flit.tail;
    if (in.state != State::kEmpty) continue;
    const bool host = node.port[port_of(f.channel)].end.kind == Kind::kHost;
    if (!host && !node.out[f.channel].exists) meet("repair.used_before_known");
    head_comes(in);
  }
  node.flits.erase(std::remove_if(node.flits.begin(), node.flits.end(),
                                  [&](const Flying& f) { return f.at == now_; }),
                   node.flits.end());
}

void FlitRule::put_aborts(SwitchIdx n) {
  Node& node = at(n);
  std::vector<Cut> rest;
  for (const Cut& cut : node.cuts) {
    Input& in = node.in[cut.in];
    if (!cut.known || in.buffer.size() == in.depth) {
      if (cut.known) meet("abort.waits");
      rest.push_back(cut);
      continue;
    }
    meet("abort.comes");
    follow_abort(n, cut.in, cut.slot);
    in.buffer.push_back({cut.slot, false, true, true});
    in.packets.back().tail = true;
    ++counts.aborts;
  }
  node.cuts = rest;
}

/// Where it will pass: through routers that the worm's header has left.
void FlitRule::follow_abort(SwitchIdx n, unsigned in, std::uint32_t slot) {
  for (;;) {
    const Input& i = at(n).in[in];
    const bool heads = !i.buffer.empty() && i.buffer.front().head;
    if (i.state != State::kHolds || heads || i.packets.front().slot != slot) return;
    const PortState& port = at(n).port[port_of(i.out)];
    if (port.end.kind != Kind::kSwitch || port.dead) return;
    meet("abort.beyond");
    in = port.end.port * p_.vcs + i.out % p_.vcs;
    n = port.end.index;
  }
}

void FlitRule::head_comes(Input& in) {
  in.state = State::kAsks;
  in.bad = false;
}

void FlitRule::wake(Node& node, std::uint64_t freed) {
  for (Input& in : node.in) {
    if (in.state != State::kWaits || (in.waits & freed) == 0) continue;
    in.state = State::kAsks;
    meet("channel.wakes");
  }
}

std::uint64_t FlitRule::free_of(const Node& node) const {
  std::uint64_t free = 0;
  for (unsigned c = 0; c < channels_; ++c) free |= std::uint64_t{node.out[c].free} << c;
  return free;
}

void FlitRule::ask(SwitchIdx n) {
  Node& node = at(n);
  unsigned many = 0;
  unsigned next = channels_, first = channels_;
  for (unsigned c = channels_; c-- > 0;) {
    if (node.in[c].state != State::kAsks) continue;
    ++many;
    first = c;
    if (c >= node.next_ask) next = c;
  }
  if (many == 0) return;
  if (many > 1) meet("ask.several");
  if (next == channels_) {
    meet("ask.turn_wraps");
    next = first;
  }
  node.next_ask = next + 1;
  Input& in = node.in[next];
  in.state = State::kAsked;
  const RouteRequest r = request(n, next, free_of(node));
  node.asked.push_back({now_, next, r.free_channels, r, preview_(n, r)});
  ++counts.requests;
  see(Seen::kAsked, {n, r.packet, r.in_port * 8U + r.in_vc, r.header, r.free_channels,
                     (std::uint64_t{r.source} << 32) | r.destination});
}

void FlitRule::answer(SwitchIdx n) {
  Node& node = at(n);
  if (node.asked.empty() || node.asked.front().at + p_.route_latency != now_) return;
  const Question q = node.asked.front();
  node.asked.pop_front();
  if (q.gone) return meet("answer.lost");
  decide(n, q);
  const Input& in = node.in[q.in];
  const bool link = node.port[port_of(q.in)].end.kind != Kind::kHost;
  const auto [name, what] = in.state == State::kHolds    ? std::pair{"takes", Answered::kTakes}
                            : in.state == State::kDrains ? std::pair{"dropped", Answered::kDropped}
                            : in.state == State::kAsks   ? std::pair{"again", Answered::kAgain}
                                                         : std::pair{"waits", Answered::kWaits};
  ++met[std::string("flit_answer.") + name + (link ? ".from_link" : ".from_host")];
  ++met[std::string("flit_while.quiet.") + name];
  see(Seen::kAnswered,
      {n, q.in, static_cast<std::uint64_t>(what), what == Answered::kTakes ? in.out : 0U});
}

void FlitRule::decide(SwitchIdx n, const Question& q) {
  Node& node = at(n);
  Input& in = node.in[q.in];
  const RouteDecision& d = q.decision;
  if (d.outcome == Outcome::kDrop) {
    in.state = State::kDrains;
    return see(Seen::kRefused, {in.packets.front().slot, n, q.at, q.free, q.request.packet});
  }
  std::uint64_t wait = 0;
  if (d.outcome == Outcome::kForward) {
    if (forward(n, q, wait)) return;
  } else {
    for (unsigned c = 0; c < channels_; ++c) {
      if (((d.candidates >> port_of(c)) & 1U) != 0 && node.out[c].exists) {
        wait |= std::uint64_t{1} << c;
      }
    }
  }
  const bool to_host =
      d.outcome == Outcome::kForward && wait != 0 && node.port[d.port].end.kind == Kind::kHost;
  if (q.stale && !to_host && (wait != 0 || d.outcome == Outcome::kWait)) {
    meet("answer.stale");
    in.state = State::kAsks;
    return;
  }
  if (wait == 0) return bad(node, q);
  ++counts.waits;
  in.waits = wait;
  const bool freed = (wait & free_of(node) & ~q.free) != 0;
  if (freed) meet("answer.freed_meanwhile");
  in.state = freed ? State::kAsks : State::kWaits;
}

/// True when the header has its channel, or asks again; else `wait` is what it waits for.
bool FlitRule::forward(SwitchIdx n, const Question& q, std::uint64_t& wait) {
  Node& node = at(n);
  const RouteDecision& d = q.decision;
  if (d.port >= ports_ || d.vc >= p_.vcs) return false;
  const bool host = node.port[d.port].end.kind == Kind::kHost;
  for (unsigned vc = 0; vc < p_.vcs; ++vc) {
    const unsigned c = d.port * p_.vcs + vc;
    if ((!host && vc != d.vc) || !node.out[c].exists) continue;
    if (node.out[c].free) {
      take_channel(n, q.in, c, d);
      return true;
    }
    wait |= std::uint64_t{1} << c;
  }
  if ((wait & q.free) != 0) {
    ++counts.overtaken;
    meet("answer.overtaken");
    node.in[q.in].state = State::kAsks;
    return true;
  }
  if (wait != 0) meet("answer.choice_not_free");
  return false;
}

void FlitRule::take_channel(SwitchIdx n, unsigned in, unsigned out, const RouteDecision& d) {
  Node& node = at(n);
  const bool from_link = node.port[port_of(in)].end.kind != Kind::kHost;
  const bool to_link = node.port[d.port].end.kind != Kind::kHost;
  if (!to_link && out % p_.vcs != d.vc) meet("answer.host_channel");
  ++met[std::string("flit_way.") + (from_link ? "link" : "host") +
        (to_link ? "_to_link" : "_to_host") +
        (out % p_.vcs == in % p_.vcs ? ".same_vc" : ".other_vc")];
  lives_.at(node.in[in].packets.front().slot).packet.header = d.header;
  node.in[in].state = State::kHolds;
  node.in[in].out = out;
  node.out[out].owner = static_cast<int>(in);
  node.out[out].free = false;
}

/// Nothing that exists.
void FlitRule::bad(Node& node, const Question& q) {
  Input& in = node.in[q.in];
  if (outdated_(static_cast<SwitchIdx>(&node - nodes_.data()), q.at)) {
    meet("answer.outdated");
    in.state = State::kAsks;
    return;
  }
  meet("answer.names_nothing");
  in.state = State::kDrains;
  in.bad = true;
  const RouteDecision& d = q.decision;
  in.named = kNoPort;
  if (d.outcome == Outcome::kForward) {
    if (d.port < ports_) in.named = d.port;
  } else {
    for (unsigned p = ports_; p-- > 0;) {
      if (((d.candidates >> p) & 1U) != 0) in.named = static_cast<PortIdx>(p);
    }
  }
}

void FlitRule::drain(SwitchIdx n) {
  Node& node = at(n);
  for (unsigned c = 0; c < channels_; ++c) {
    Input& in = node.in[c];
    if (in.state != State::kDrains) continue;
    if (in.buffer.empty()) {
      meet("drain.flit_not_there");
      continue;
    }
    if (node.port[port_of(c)].read) {
      meet("drain.port_read");
      continue;
    }
    meet("drain.flit");
    const Flit flit = in.buffer.front();
    const bool bad = in.bad;
    const PortIdx named = in.named;
    ++counts.drained;
    progress = now_;
    leaves(n, c);
    const bool lost = lives_.at(flit.slot).met;
    gone(flit);
    if (!flit.tail || lost) continue;
    --in_flight;
    lives_.erase(flit.slot);
    see(Seen::kDropped,
        {flit.slot, n,
         static_cast<std::uint64_t>(bad ? DropCause::kBadChannel : DropCause::kNoRoute),
         bad ? named : kNoPort});
  }
}

bool FlitRule::may_send(const Node& node, unsigned out) const {
  const Output& o = node.out[out];
  const bool dead = node.port[port_of(out)].dead;
  return o.owner >= 0 && !node.in[static_cast<unsigned>(o.owner)].buffer.empty() &&
         (dead || o.full == 0 || o.credits > 0);
}

/// Input channels that may send.
std::vector<unsigned> FlitRule::senders(SwitchIdx n) {
  const Node& node = at(n);
  std::vector<unsigned> may;
  bool taken = false;
  for (unsigned in = 0; in < channels_; ++in) {
    if (node.in[in].state != State::kHolds || !may_send(node, node.in[in].out)) continue;
    const bool message = node.port[port_of(node.in[in].out)].taken == now_;
    taken = taken || message;
    if (!message) may.push_back(in);
  }
  if (taken) meet("crossbar.message_has_flit");
  return may;
}

void FlitRule::serial(SwitchIdx n, const std::vector<unsigned>& may) {
  Node& node = at(n);
  const bool down = now_ % 2 != 0;
  for (unsigned i = 0; i < ports_; ++i) {
    const unsigned first = static_cast<unsigned>(now_ / 2 % ports_);
    const unsigned p = (first + (down ? ports_ - i : i)) % ports_;
    std::vector<unsigned> wanting;
    bool read = false;
    for (const unsigned in : may) {
      if (port_of(node.in[in].out) != p || node.in[in].state != State::kHolds) continue;
      const bool before = node.port[port_of(in)].read;
      read = read || before;
      if (!before) wanting.push_back(in);
    }
    if (read) meet("crossbar.input_read");
    if (wanting.empty()) continue;
    if (wanting.size() > 1) meet("crossbar.several_inputs");
    const auto later = std::find_if(wanting.begin(), wanting.end(),
                                    [&](unsigned in) { return in > node.port[p].last; });
    if (wanting.size() > 1 && later == wanting.end()) meet("crossbar.turn_wraps");
    send(n, later == wanting.end() ? wanting.front() : *later);
  }
}

void FlitRule::separable(SwitchIdx n, const std::vector<unsigned>& may) {
  Node& node = at(n);
  const auto behind = [](const std::vector<unsigned>& of, unsigned last) {
    const auto later = std::find_if(of.begin(), of.end(), [&](unsigned c) { return c > last; });
    return later == of.end() ? of.front() : *later;
  };
  std::vector<std::vector<unsigned>> asking(ports_), chosen(ports_);
  for (const unsigned in : may) {
    if (!node.port[port_of(in)].read) asking[port_of(in)].push_back(in);
  }
  for (unsigned p = 0; p < ports_; ++p) {
    if (asking[p].empty()) continue;
    const unsigned in = behind(asking[p], node.port[p].last_read);
    chosen[port_of(node.in[in].out)].push_back(in);
  }
  std::vector<unsigned> granted;
  for (unsigned p = 0; p < ports_; ++p) {
    if (!chosen[p].empty()) granted.push_back(behind(chosen[p], node.port[p].last));
  }
  for (const unsigned in : granted) {
    node.port[port_of(in)].last_read = in;
    send(n, in);
  }
  for (const std::vector<unsigned>& of_port : asking) {
    for (const unsigned in : of_port) {
      if (std::find(granted.begin(), granted.end(), in) != granted.end()) continue;
      if (of_port.size() > 1) meet("separable.several_channels");
      if (!node.port[port_of(in)].read) meet("separable.choice_lost");
    }
  }
}

}  // namespace selvage::test
