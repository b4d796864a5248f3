// SPDX-License-Identifier: Apache-2.0
/// \file
/// The head of a flow queue: candidates, choice, waiting (FLOW-C-1, FLOW-C-3, FLOW-C-4, FLOW-A-18).
#include "flow/net.hpp"

namespace selvage::flow {

using golden::DeqWhy;
using golden::FlowId;

void Net::front(G p, FlowId id) {
  Row& r = in_[p].rows[id];
  r.phase = Phase::kRouting;
  r.excluded = 0;
  const SwitchIdx sw = sw_of(p);
  switches_[sw].route.emplace_back(port_of(p), id);
  serve(Serve::kRoute, sw);
}

void Net::serve_route(SwitchIdx sw) {
  Switch& s = switches_[sw];
  if (s.route.empty()) return;
  const auto [port, id] = s.route.front();
  s.route.pop_front();
  const Row& r = in_[g(sw, port)].rows[id];
  const Cargo& c = cargo_[r.head];
  client_.control(sw).request(now_,
                              {c.packet.id, c.packet.source, c.packet.destination, port, c.vc});
  ++counts_.requests;
  in_[g(sw, port)].rows[id].epoch = s.epoch;
  in_[g(sw, port)].rows[id].asked = now_;
  s.routed.emplace_back(port, id);
  at(now_ + params_.route_latency, Kind::kRouteAnswer, sw);
  if (!s.route.empty()) serve_at(now_ + 1, Serve::kRoute, sw);
}

void Net::route_answer(SwitchIdx sw) {
  Switch& s = switches_[sw];
  const RouteDecision d = client_.control(sw).collect(now_);
  const auto [port, id] = s.routed.front();
  s.routed.pop_front();
  Row& r = in_[g(sw, port)].rows[id];
  if (observer_ != nullptr) observer_->decided(sw, r.head, d);
  if (d.outcome == RouteDecision::Outcome::kWait)
    violate("FLOW-C-1", "a control holds a packet: order is kept here", g(sw, port));
  r.candidates = d.outcome == RouteDecision::Outcome::kForward ? d.candidates : 0;
  r.vc = d.vc;
  if (r.candidates != 0 && params_.routing == Routing::kStaticHash) {
    const Packet& k = cargo_[r.head].packet;
    std::uint64_t h =
        (std::uint64_t{k.source} << 32 | k.destination) * 8 + k.tc + sw * 0x9e3779b9ULL;
    h = (h ^ h >> 31) * 0xbf58476d1ce4e5b9ULL;
    h = (h ^ h >> 27) * 0x94d049bb133111ebULL;
    auto pick = static_cast<unsigned>((h ^ h >> 31) %
                                      static_cast<unsigned>(__builtin_popcountll(r.candidates)));
    PortMask m = r.candidates;
    for (; pick > 0; --pick) m &= m - 1;
    r.candidates = m & (~m + 1);
  }
  choose(g(sw, port), id);
}

void Net::choose(G p, FlowId id) {
  in_[p].rows[id].phase = Phase::kChoosing;
  in_[p].deqs.push_back({DeqKind::kChoose, id});
  serve(Serve::kIfct, p);
}

PortMask Net::alive(SwitchIdx sw, PortMask candidates) const {
  PortMask m = 0;
  for (PortMask rest = candidates; rest != 0; rest &= rest - 1) {
    const auto o = static_cast<unsigned>(__builtin_ctzll(rest));
    if (o < ports_ && out_[g(sw, static_cast<PortIdx>(o))].alive) m |= PortMask{1} << o;
  }
  return m;
}

/// Candidates, alive, output table not full, credit; then the least load (G-2, FLOW-C-2). What
/// waits beyond a port does not show there: where a REDIRECT has come from, the floor of it does
/// (FLOW-C-6).
int Net::least_loaded(G p, const Row& r) {
  const SwitchIdx sw = sw_of(p);
  Switch& s = switches_[sw];
  const unsigned lane = lane_of(r.vc, cargo_[r.head].packet.tc);
  int best = -1;
  unsigned least = ~0U;
  for (unsigned i = 0; i < ports_; ++i) {
    const unsigned o = (s.rotor + i) % ports_;
    if (((r.candidates & ~r.excluded) >> o & 1) == 0) continue;
    const Output& out = out_[g(sw, static_cast<PortIdx>(o))];
    if (!out.alive || out.full || out.xoff[lane] != 0) continue;
    const unsigned beyond = params_.shun_left && (r.left >> o & 1) != 0 ? params_.redirect.d0 : 0;
    const unsigned load = (out.ahead + out.reserved + beyond) >> params_.load_q;
    if (load >= least) continue;
    least = load;
    best = static_cast<int>(o);
  }
  // A choice among one does not move the pointer: else what goes down decides what goes up.
  if (best >= 0 && (r.candidates & (r.candidates - 1)) != 0)
    s.rotor = static_cast<std::uint8_t>((static_cast<unsigned>(best) + 1) % ports_);
  return best;
}

void Net::deq_answer(G p, const DeqOp& op, const golden::DeqAnswer& a) {
  Input& in = in_[p];
  Row& r = in.rows[op.id];
  if (op.kind == DeqKind::kTake) {
    if (!a.go()) violate("FLOW-C-1", "an input table takes back what it granted", p);
    return depart(p, op.id);
  }
  if (op.kind == DeqKind::kDrop && a.go()) return drop_head(p, op.id);
  if (op.kind == DeqKind::kEgress && a.go()) return egress(p, op.id);
  if (op.kind == DeqKind::kLock && a.go() && a.port == r.out) {
    Output& o = out_[g(sw_of(p), a.port)];
    o.map = true;
    o.map_in = port_of(p);
    return serve(Serve::kOfct, g(sw_of(p), a.port));
  }
  if (op.kind == DeqKind::kLock || op.kind == DeqKind::kEgress) abort(p, op.id);
  if (op.kind == DeqKind::kBlock) {
    if (a.why != DeqWhy::kReroute) return choose(p, op.id);
    ++counts_.blocks;
    note(FlowEvent::What::kBlocked, p, op.id, r.flow);
    return park(p, op.id, DeqWhy::kState);
  }
  if (edge(p) && a.why != DeqWhy::kInjection) wake_limited(p);
  if (a.go()) return request(p, op.id, a.port, a.vc);
  if (a.why == DeqWhy::kReroute && op.kind == DeqKind::kEgress)
    return park(p, op.id, DeqWhy::kState);  // this DEQ was no peek: it blocks already
  if (a.why == DeqWhy::kReroute && !params_.block) {
    r.loose = true;  // the control experiment: it moves as soon as its row is redirected
    return park(p, op.id, DeqWhy::kState);
  }
  if (a.why == DeqWhy::kReroute) {
    r.phase = Phase::kChoosing;
    in.deqs.push_back({DeqKind::kBlock, op.id});
    return serve(Serve::kIfct, p);
  }
  park(p, op.id, a.why);
}

void Net::park(G p, FlowId id, DeqWhy why) {
  Input& in = in_[p];
  Row& r = in.rows[id];
  const SwitchIdx sw = sw_of(p);
  Switch& s = switches_[sw];
  r.phase = Phase::kParked;
  r.why = why;
  if (why == DeqWhy::kInjection && !r.in_limit) {
    r.in_limit = true;
    in.limited.push_back(id);
  } else if (why == DeqWhy::kBandwidth) {
    at(std::max(now_ + 1, blocks_[p]->ifct_row(now_, id).ready), Kind::kWake, p, id);
  } else if (why == DeqWhy::kNoPort) {
    if (alive(sw, r.candidates) == 0) {
      // The answer may be older than what the switch knows of its ports by now.
      if (r.candidates != 0 && !client_.knew_all(sw, r.asked)) return front(p, id);
      if (!incoming(sw, r.candidates)) {
        r.phase = Phase::kChoosing;
        in.deqs.push_back({DeqKind::kDrop, id});
        return serve(Serve::kIfct, p);
      }
    }
    if (s.any_at + Blocks::kLatency >= now_ || s.epoch != r.epoch) return wake(p, id);
    if (r.in_any) return;
    r.in_any = true;
    s.any.emplace_back(port_of(p), id);
  }
}

void Net::wake(G p, FlowId id) {
  Row& r = in_[p].rows[id];
  if (r.phase != Phase::kParked) return;
  r.excluded = 0;
  const SwitchIdx sw = sw_of(p);
  if (r.epoch != switches_[sw].epoch || alive(sw, r.candidates) == 0) return front(p, id);
  choose(p, id);
}

void Net::wake_any(SwitchIdx sw) {
  Switch& s = switches_[sw];
  s.any_at = now_;
  auto list = std::move(s.any);
  s.any.clear();
  for (const auto& [port, id] : list) {
    Row& r = in_[g(sw, port)].rows[id];
    r.in_any = false;
    if (r.why == DeqWhy::kNoPort) wake(g(sw, port), id);
  }
}

/// The first row that waits for the port's limit tries again; what it finds decides about the next.
void Net::wake_limited(G p) {
  Input& in = in_[p];
  while (!in.limited.empty()) {
    const FlowId id = in.limited.front();
    in.limited.pop_front();
    Row& r = in.rows[id];
    r.in_limit = false;
    if (r.phase != Phase::kParked || r.why != DeqWhy::kInjection) continue;
    return wake(p, id);
  }
}

void Net::routes_changed(SwitchIdx sw, Cycle now) {
  ++switches_[sw].epoch;
  at(now, Kind::kSignal, sw * ports_, std::uint64_t{2} << 32);
}

}  // namespace selvage::flow
