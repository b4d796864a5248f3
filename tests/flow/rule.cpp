// SPDX-License-Identifier: Apache-2.0
#include "rule.hpp"

#include <algorithm>
#include <utility>

#include "flow/shared.hpp"

namespace selvage::test {

namespace {
// Cycles of the stages, as the page has them.
constexpr Cycle kEdge = 7, kFabric = 3, kTable = 2, kRoute = 2, kCrossbarTx = 5;
constexpr unsigned kRead = 32, kLine = 25, kUnit = 256;
constexpr double kTokens = 2048;
}  // namespace

Rule::Rule(const Lab& lab, const Shown& shown)
    : lab_(lab),
      p_(lab.params),
      ports_(lab.wiring.ports),
      at_(lab.packets.size(), kNever),
      in_(lab.wiring.ends.size()),
      out_(lab.wiring.ends.size()),
      switches_(lab.wiring.switches),
      hosts_(lab.wiring.hosts) {
  for (const flow::Packet& k : lab.packets) {
    Packet& p = packets_.emplace_back();
    p.bytes = k.bytes;
    p.len = std::max(1U, (k.bytes + kUnit - 1) / kUnit);
    p.beats = (k.bytes + kOverheadBytes + kLine - 1) / kLine;
    p.reads = (k.bytes + kRead - 1) / kRead;
    p.tc = k.tc;
    p.from = k.source;
    p.to = k.destination;
    p.ordered = k.ordered;
    p.flow = flow_of(k);
  }
  for (std::uint32_t port = 0; port < in_.size(); ++port)
    if (edge(port)) hosts_[lab.wiring.ends[port].index].port = port;
  for (const Shown::Acked& a : shown.acks) acked_[{a.port, a.at}] = flow_of(a.like);
  for (const Hop& h : shown.hops) way_[{h.slot, h.sw}] = h.out;
  ids_ = shown.rows;
}

void Rule::fail(const std::string& what) {
  if (wrong_.empty()) wrong_ = "cycle " + std::to_string(now_) + ": " + what;
}

void Rule::act(const Action& a) {
  if (a.what == Action::kHost) out_[a.where].stopped = a.value == 0;
  if (a.what == Action::kAllow) out_[a.where].allowed = a.value;
  if (a.what != Action::kOffer) return;
  const Packet& p = packets_[a.where];
  Host& h = hosts_[p.from];
  h.packets[p.flow].push_back(a.where);
  if (h.listed.insert(p.flow).second) h.ready[p.tc].push_back(p.flow);
}

void Rule::cycle(Cycle now) {
  now_ = now;
  for (Out& o : out_) {
    for (unsigned tc = 0; tc < flow::kClasses && now != 0; ++tc) {
      o.min[tc] = std::min(kTokens, o.min[tc] + kLine * p_.rates[tc].min);
      o.max[tc] = std::min(kTokens, o.max[tc] + kLine * p_.rates[tc].max);
    }
    if (o.sending == 0 || o.tail != now) continue;
    o.reserved -= o.sending;
    o.depth -= o.sending;
    o.sending = 0;
  }
  signals();
  arrivals();
  for (std::uint32_t port = 0; port < in_.size(); ++port) answers(port);
  for (std::uint32_t sw = 0; sw < switches_.size(); ++sw) route_answer(sw);
  for (Host& h : hosts_) host(h);
  for (std::uint32_t sw = 0; sw < switches_.size(); ++sw) arbitrate(sw);
  for (In& in : in_) look_up(in);
  for (std::uint32_t sw = 0; sw < switches_.size(); ++sw) {
    if (switches_[sw].choices.heads.empty()) continue;  // one a cycle
    Step s;
    s.what = Step::kChoose;
    const auto [in, flow] = take(switches_[sw].choices);
    s.flow = flow;
    choose(sw * ports_ + in, s);
    in_[sw * ports_ + in].choices.push_back(s);
  }
  for (std::uint32_t port = 0; port < in_.size(); ++port) step(port);
  for (Switch& s : switches_)
    if (!s.asks.heads.empty()) s.routed.emplace_back(now + kRoute, take(s.asks));
  for (std::uint32_t port = 0; port < out_.size(); ++port) transmit(port);
  for (std::uint32_t port = 0; port < in_.size(); ++port) say(port);
}

/// XON and XOFF; with an XON everything that found no port open chooses again.
void Rule::signals() {
  for (const Signal& s : signal_[now_]) {
    const PortEnd& end = lab_.wiring.ends[s.port];
    const bool to_host = end.kind == PortEnd::Kind::kHost;
    const std::uint32_t far = end.index * ports_ + end.port;
    std::uint64_t& off = to_host ? hosts_[end.index].off : out_[far].off;
    const std::uint64_t bit = std::uint64_t{1} << s.lane;
    off = s.on ? off & ~bit : off | bit;
    if (to_host || !s.on) continue;
    Switch& sw = switches_[end.index];
    sw.woken = now_;
    for (const auto& [in, flow] : std::exchange(sw.waiting, {})) {
      in_[end.index * ports_ + in].rows[flow].listed = false;
      wake(end.index * ports_ + in, flow);
    }
  }
}

void Rule::arrivals() {
  for (const auto& [port, slot] : arrive_[now_]) arrive(port, slot);
  for (const auto& [port, slot] : into_fifo_[now_]) {
    out_[port].fifo.push_back(slot);
    out_[port].depth += packets_[slot].len;
  }
  for (In& in : in_)
    for (; !in.looked.empty() && in.looked.front().first == now_; in.looked.pop_front())
      in.enq.push_back(in.looked.front().second);
}

void Rule::arrive(std::uint32_t port, std::uint32_t slot) {
  Packet& p = packets_[slot];
  In& in = in_[port];
  in.last = slot;
  in.last_tail = now_ + p.beats - 1 + p.late;
  in.reading = false;
  p.late = 0;
  pool(port, lane(p), static_cast<int>(p.len));
  if (edge(port)) in.lookup[p.tc].push_back(slot);
  else in.enq.push_back(slot);
}

void Rule::pool(std::uint32_t port, unsigned lane, int units) {
  in_[port].pool[lane] += static_cast<unsigned>(units);
}

/// XON and XOFF of its pools, as this cycle ends.
void Rule::say(std::uint32_t port) {
  In& in = in_[port];
  for (const auto& [lane, units] : in.pool) {
    const bool off = units + flow::pool_headroom(p_) > p_.pool_units;
    const std::uint64_t bit = std::uint64_t{1} << lane;
    if (off == ((in.off & bit) != 0)) continue;
    in.off ^= bit;
    signal_[now_ + p_.link_latency].push_back({port, lane, !off});
  }
}

void Rule::answers(std::uint32_t port) {
  In& in = in_[port];
  if (in.mapped == now_) {
    in.mapped = kNever;
    in.urgent = {0, Step::kTake, in.locked};
  }
  if (!in.steps.empty() && in.steps.front().due == now_) {
    const Step s = in.steps.front();
    in.steps.pop_front();
    answered(port, s);
    if (s.enq != kNobody) enqueue(port, s.enq);
  }
  if (const auto a = acked_.find({port, now_}); a != acked_.end()) wake(port, a->second);
}

/// By an ACK of its row or an XON: a head without a port chooses again.
void Rule::wake(std::uint32_t port, Flow f) {
  Row& r = in_[port].rows[f];
  if (!r.parked) return;
  r.parked = false;
  add(&Switch::choices, port, f);
}

void Rule::add(Turns Switch::*turns, std::uint32_t port, Flow f) {
  const unsigned row = ids_.at({port, in_[port].rows[f].packets.front()});
  (switches_[port / ports_].*turns).heads[port % ports_][row] = f;
}

/// Inputs in turn, rows of an input in turn: the first at or behind the one after the last.
std::pair<unsigned, Rule::Flow> Rule::take(Turns& turns) {
  const auto from = [](auto& all, unsigned next) {
    const auto at = all.lower_bound(next);
    return at == all.end() ? all.begin() : at;
  };
  const auto input = from(turns.heads, turns.next);
  const unsigned in = input->first;
  const auto row = from(input->second, turns.next_row[in]);
  const Flow f = row->second;
  turns.next = in + 1;
  turns.next_row[in] = row->first + 1;
  input->second.erase(row);
  if (input->second.empty()) turns.heads.erase(input);
  return {in, f};
}

void Rule::answered(std::uint32_t port, const Step& s) {
  Switch& sw = switches_[port / ports_];
  In& in = in_[port];
  switch (s.what) {
    case Step::kChoose:
      if (s.open) return request(port, s.flow, s.out);
      ++waits;
      in.rows[s.flow].parked = true;
      if (sw.woken >= in.rows[s.flow].chose) return wake(port, s.flow);
      if (!std::exchange(in.rows[s.flow].listed, true))
        sw.waiting.emplace_back(port % ports_, s.flow);
      return;
    case Step::kPeek: in.mapped = now_ + kTable; return;
    case Step::kEgress:
    case Step::kTake: return leave(port, s.flow);
    case Step::kNothing: return;
  }
}

void Rule::enqueue(std::uint32_t port, std::uint32_t slot) {
  const Packet& p = packets_[slot];
  Row& r = in_[port].rows[p.flow];
  r.packets.push_back(slot);
  r.units += p.len;
  if (r.packets.size() == 1) add(&Switch::asks, port, p.flow);
}

void Rule::request(std::uint32_t port, Flow f, unsigned out) {
  Row& r = in_[port].rows[f];
  r.pending = true;
  r.out = out;
  Out& o = out_[port / ports_ * ports_ + out];
  o.waiting[way_lane(head(port, f))][port % ports_].push_back(f);
  o.ahead += head(port, f).len;
}

void Rule::leave(std::uint32_t port, Flow f) {
  In& in = in_[port];
  Row& r = in.rows[f];
  const std::uint32_t slot = r.packets.front();
  Packet& p = packets_[slot];
  r.packets.pop_front();
  r.pending = false;
  r.units -= p.len;
  in.locked = kNone;
  in.read_free = now_ + p.reads;
  if (slot == in.last) {
    in.read_free = std::max(in.read_free, in.last_tail);
    in.reading = true;
  }
  pool(port, lane(p), -static_cast<int>(p.len));
  const std::uint32_t out = port / ports_ * ports_ + r.out;
  if (!edge(out)) p.vc = way_lane(p) / flow::kClasses;
  into_fifo_[now_ + kCrossbarTx].emplace_back(out, slot);
  if (!r.packets.empty()) add(&Switch::asks, port, f);
}

void Rule::route_answer(std::uint32_t sw) {
  Switch& s = switches_[sw];
  if (s.routed.empty() || s.routed.front().first != now_) return;
  const auto [in, flow] = s.routed.front().second;
  add(&Switch::choices, sw * ports_ + in, flow);
  s.routed.pop_front();
}

/// One look-up a cycle, one of a class at a time, classes in turn.
void Rule::look_up(In& in) {
  for (unsigned i = 0; i < flow::kClasses; ++i) {
    const unsigned tc = (in.next_class + i) % flow::kClasses;
    if (in.lookup[tc].empty() || in.free_at[tc] > now_) continue;
    in.looked.emplace_back(now_ + kTable, in.lookup[tc].front());
    in.lookup[tc].pop_front();
    in.free_at[tc] = now_ + kTable;
    in.next_class = tc + 1;
    return;
  }
}

void Rule::step(std::uint32_t port) {
  In& in = in_[port];
  Step s = in.urgent;
  in.urgent = {};
  if (s.what == Step::kNothing && !in.choices.empty()) {
    s = in.choices.front();
    in.choices.pop_front();
  }
  if (!in.enq.empty() && packets_[in.enq.front()].flow != in.locked) {
    s.enq = in.enq.front();
    in.enq.pop_front();
  }
  if (s.what == Step::kNothing && s.enq == kNobody) return;
  s.due = now_ + kTable;
  in.steps.push_back(s);
}

/// The port has to be open and, unless the flow may follow its packets, one with the least load.
void Rule::choose(std::uint32_t port, Step& s) {
  const std::uint32_t sw = port / ports_;
  const std::uint32_t slot = in_[port].rows[s.flow].packets.front();
  const Packet& p = packets_[slot];
  in_[port].rows[s.flow].chose = now_;
  RouteRequest q{};
  q.destination = p.to;
  const PortMask candidates = lab_.controls[sw]->preview(q).candidates;
  const auto load = [&](unsigned o) {
    return (out_[sw * ports_ + o].ahead + out_[sw * ports_ + o].reserved) >> p_.load_q;
  };
  unsigned least = ~0U;
  for (unsigned o = 0; o < ports_; ++o)
    if ((candidates >> o & 1) != 0 && (out_[sw * ports_ + o].off >> way_lane(p) & 1) == 0)
      least = std::min(least, load(o));
  s.open = least != ~0U;
  if (!s.open) return;
  s.out = way_[{slot, sw}];
  const bool open = (out_[sw * ports_ + s.out].off >> way_lane(p) & 1) == 0;
  if ((candidates >> s.out & 1) == 0 || !open || (!p.ordered && load(s.out) != least))
    fail("packet " + std::to_string(slot) + " takes port " + std::to_string(s.out) + " of switch " +
         std::to_string(sw));
}

void Rule::transmit(std::uint32_t port) {
  Out& o = out_[port];
  if (o.fifo.empty() || o.stopped || o.free > now_) return;
  const std::uint32_t slot = o.carried = o.fifo.front();
  o.fifo.pop_front();
  const Packet& p = packets_[slot];
  o.began = now_;
  o.free = o.tail = now_ + p.beats;
  o.sending = p.len;
  const PortEnd& end = lab_.wiring.ends[port];
  if (edge(port)) at_[slot] = now_ + p_.link_latency + p.beats - 1;
  else arrive_[now_ + p_.link_latency + kFabric].emplace_back(end.index * ports_ + end.port, slot);
}

/// It takes the beat of the next cycle.
void Rule::message(std::uint32_t port) {
  Out& o = out_[port];
  if (o.tail <= now_ + 1) {
    o.free = std::max(o.free, now_ + 2);
    return;
  }
  ++stretched;
  o.free = ++o.tail;
  const PortEnd& end = lab_.wiring.ends[port];
  In& far = in_[end.index * ports_ + end.port];
  if (o.began + p_.link_latency + kFabric > now_) {
    ++packets_[o.carried].late;
    return;
  }
  ++far.last_tail;
  if (far.reading) far.read_free = std::max(far.read_free, far.last_tail);
}

void Rule::host(Host& h) {
  if (h.free > now_) return;
  for (unsigned i = 0; i < flow::kClasses; ++i) {
    const unsigned tc = (h.next_class + i) % flow::kClasses;
    if ((h.off >> tc & 1) != 0 || h.ready[tc].empty()) continue;
    const Flow f = h.ready[tc].front();
    h.ready[tc].pop_front();
    const std::uint32_t slot = h.packets[f].front();
    h.packets[f].pop_front();
    if (h.packets[f].empty()) h.listed.erase(f);
    else h.ready[tc].push_back(f);
    h.next_class = tc + 1;
    h.free = now_ + packets_[slot].beats;
    arrive_[now_ + p_.link_latency + kEdge].emplace_back(h.port, slot);
    return;
  }
}

flow::PortLook Rule::look(std::uint32_t port) const {
  flow::PortLook look;
  if (lab_.wiring.ends[port].kind == PortEnd::Kind::kNone) return look;
  const In& in = in_[port];
  const Out& o = out_[port];
  for (const auto& [lane, units] : in.pool) look.held += units;
  look.xoff_said = in.off;
  if (in.locked != kNone) look.leaving = in.rows.at(in.locked).packets.front();
  for (const auto& [lane, heads] : o.waiting) {
    for (unsigned i = 0; i < ports_ && look.waiting == kNobody; ++i) {
      const unsigned from = ((o.turn.count(lane) != 0 ? o.turn.at(lane) : 0) + i) % ports_;
      const auto at = heads.find(from);
      if (at == heads.end() || at->second.empty()) continue;
      const std::uint32_t input = port / ports_ * ports_ + from;
      look.waiting = in_[input].rows.at(at->second.front()).packets.front();
    }
  }
  look.waiting_units = o.ahead;
  look.load = look.depth = o.ahead + o.reserved;
  for (std::uint32_t i = port / ports_ * ports_; i < port / ports_ * ports_ + ports_; ++i)
    for (const auto& [flow, row] : in_[i].rows)
      if (row.pending && row.out == port % ports_)
        look.depth += row.units - packets_[row.packets.front()].len;
  if (!o.fifo.empty()) look.fifo_front = o.fifo.front();
  look.fifo = o.depth;
  look.xoff_seen = o.off;
  return look;
}

}  // namespace selvage::test
