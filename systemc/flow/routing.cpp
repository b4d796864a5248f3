// SPDX-License-Identifier: Apache-2.0
/// \file
/// The head of a flow queue: candidates, choice, waiting (FLOW-C-1, FLOW-C-3, FLOW-C-4, FLOW-A-18).
#include <algorithm>

#include "flow/router.hpp"
#include "golden/mix.hpp"

namespace selvage::flow {

using golden::DeqWhy;
using golden::FlowId;

void Router::front(PortIdx p, FlowId id) {
  Row& r = input(p).rows[id];
  r.phase = Phase::kRouting;
  r.excluded = 0;
  asks_.add(p, id);
  serve(Serve::kRoute);
}

void Router::serve_route() {
  if (asks_.empty()) return;
  const auto [port, id] = asks_.take();
  const Row& r = input(port).rows[id];
  const Cargo& c = shared_.cargo[r.head];
  shared_.client.control(self_).request(
      now(), {c.packet.id, c.packet.source, c.packet.destination, port, c.vc});
  if (shared_.observer != nullptr) shared_.observer->requested({self_, port}, r.head);
  ++shared_.counts.requests;
  input(port).rows[id].epoch = epoch();
  input(port).rows[id].asked = now();
  routed_.push_back({port, id});
  shared_.agenda.at(now() + shared_.params.route_latency, Kind::kRouteAnswer, self_);
  if (!asks_.empty()) serve_at(now() + 1, Serve::kRoute);
}

void Router::route_answer() {
  const RouteDecision d = shared_.client.control(self_).collect(now());
  const auto [port, id] = routed_.front();
  routed_.pop_front();
  Row& r = input(port).rows[id];
  if (shared_.observer != nullptr) shared_.observer->decided(self_, r.head, d);
  if (d.outcome == RouteDecision::Outcome::kWait)
    shared_.violate("FLOW-C-1", "a control holds a packet: order is kept here", first_ + port);
  r.candidates = d.outcome == RouteDecision::Outcome::kForward ? d.candidates : 0;
  r.vc = d.vc;
  if (r.candidates != 0 && shared_.params.routing == Routing::kStaticHash)
    r.candidates = hashed(r.candidates, shared_.cargo[r.head].packet);
  choose(port, id);
}

/// One of the candidates, the same for all packets between two hosts.
PortMask Router::hashed(PortMask candidates, const Packet& packet) const {
  const std::uint64_t flow =
      (std::uint64_t{packet.source} << 32 | packet.destination) * kClasses + packet.tc;
  const std::uint64_t h = mix64(flow + kMixStep * (self_ + std::uint64_t{1}));
  auto pick = static_cast<unsigned>(h % static_cast<unsigned>(__builtin_popcountll(candidates)));
  for (; pick > 0; --pick) candidates &= candidates - 1;
  return candidates & (~candidates + 1);
}

void Router::choose(PortIdx p, FlowId id) { give(p, id, DeqKind::kChoose); }

void Router::give(PortIdx p, FlowId id, DeqKind kind) {
  Row& r = input(p).rows[id];
  r.phase = Phase::kChoosing;
  r.gives = kind;
  deqs_.add(p, id);
  serve(Serve::kChoice);
}

/// One head of the switch has its turn: what it gives stands at its input's table (FL-TURN).
void Router::serve_choice() {
  if (deqs_.empty()) return;
  const auto [p, id] = deqs_.take();
  Row& r = input(p).rows[id];
  DeqOp op{r.gives, id, 0, false, 0};
  if (op.kind != DeqKind::kBlock) op.mask = alive(r.candidates);  // who blocks has no port
  op.any = op.kind == DeqKind::kDrop;
  if (op.kind == DeqKind::kChoose) {
    const int best = least_loaded(r);
    op.any = best >= 0;
    op.port = static_cast<std::uint8_t>(op.any ? best : 0);
  }
  r.chose = now();
  input_unit(p).step(op);
  if (!deqs_.empty()) serve_at(now() + 1, Serve::kChoice);
}

PortMask Router::alive(PortMask candidates) const {
  PortMask m = 0;
  for (PortMask rest = candidates; rest != 0; rest &= rest - 1) {
    const auto o = static_cast<unsigned>(__builtin_ctzll(rest));
    if (o < shared_.ports && output(static_cast<PortIdx>(o)).alive) m |= PortMask{1} << o;
  }
  return m;
}

/// Candidates, alive, output table not full, credit; then the least load (G-2, FLOW-C-2). What
/// waits beyond a port does not show there: where a REDIRECT has come from, the floor of it does
/// (FLOW-C-6).
int Router::least_loaded(const Row& r) {
  const unsigned lane = lane_of(r.vc, shared_.cargo[r.head].packet.tc);
  const PortMask left = shared_.params.shun_left ? r.left : 0;
  const auto open = [&](unsigned o) {
    const Output& out = output(static_cast<PortIdx>(o));
    return (r.excluded >> o & 1) == 0 && out.alive && !out.full && out.xoff[lane] == 0;
  };
  const auto load = [&](unsigned o) {
    const Output& out = output(static_cast<PortIdx>(o));
    return std::min(out.ahead + out.reserved, golden::LeastLoaded::kMostLoad);
  };
  const int best = choice_.choose(r.candidates, left, open, load);
  if (!beside_) return best;
  ChoiceQuestion question{r.candidates, 0, left, {}};
  for (unsigned o = 0; o < shared_.ports; ++o) {
    question.open |= std::uint64_t{open(o)} << o;
    question.load[o] = load(o);
  }
  return beside_->asked(now(), question, best);
}

void Router::deq_answer(PortIdx p, const DeqOp& op, const golden::DeqAnswer& a) {
  const Row& r = input(p).rows[op.id];
  if (op.kind == DeqKind::kTake) {
    if (!a.go())
      shared_.violate("FLOW-C-1", "an input table takes back what it granted", first_ + p);
    return depart(p, op.id);
  }
  if (op.kind == DeqKind::kDrop && a.go()) return drop_head(p, op.id);
  if (op.kind == DeqKind::kEgress && a.go()) return egress(p, op.id);
  if (op.kind == DeqKind::kLock && a.go() && a.port == r.out) {
    output(a.port).map = true;
    output(a.port).map_in = p;
    return output_unit(a.port).serve(Serve::kOfct);
  }
  if (op.kind == DeqKind::kLock || op.kind == DeqKind::kEgress) abort(p, op.id);
  if (op.kind == DeqKind::kDrop) unlock(p);
  if (op.kind == DeqKind::kBlock) {
    if (a.why != DeqWhy::kReroute) return choose(p, op.id);
    ++shared_.counts.blocks;
    shared_.note(FlowEvent::What::kBlocked, first_ + p, op.id, r.flow);
    park(p, op.id, DeqWhy::kState);
  } else if (a.go()) {
    request(p, op.id, a.port, a.vc);
  } else {
    refused(p, op, a);
  }
  if (edge(p) && a.why != DeqWhy::kInjection) wake_limited(p);
}

/// The input table lets the head go nowhere for now.
void Router::refused(PortIdx p, const DeqOp& op, const golden::DeqAnswer& a) {
  if (a.why != DeqWhy::kReroute) return park(p, op.id, a.why);
  if (op.kind == DeqKind::kEgress)
    return park(p, op.id, DeqWhy::kState);  // this DEQ was no peek: it blocks already
  if (!shared_.params.block) {
    Row& r = input(p).rows[op.id];
    r.loose = true;  // the control experiment: it moves as soon as its row is redirected
    return park(p, op.id, DeqWhy::kState);
  }
  give(p, op.id, DeqKind::kBlock);
}

void Router::park(PortIdx p, FlowId id, DeqWhy why) {
  Input& in = input(p);
  Row& r = in.rows[id];
  r.phase = Phase::kParked;
  r.why = why;
  if (why == DeqWhy::kInjection && r.turn == 0) {
    r.turn = ++in.turns;
    in.limited.emplace(r.turn, id);
  } else if (why == DeqWhy::kBandwidth) {
    shared_.agenda.at(std::max(now() + 1, 2 * blocks(p).ifct_row(now(), id).ready), Kind::kWake,
                      first_ + p, id);
  } else if (why == DeqWhy::kNoPort) {
    if (alive(r.candidates) == 0) {
      // The answer may be older than what the switch knows of its ports by now.
      if (r.candidates != 0 && !shared_.client.knew_all(self_, r.asked)) return front(p, id);
      if (!incoming(r.candidates)) return give(p, id, DeqKind::kDrop);
    }
    if (any_at_ >= r.chose || epoch() != r.epoch) return wake(p, id);
    if (r.in_any) return;
    r.in_any = true;
    any_.push_back({p, id});
  }
}

void Router::wake(PortIdx p, FlowId id) {
  Row& r = input(p).rows[id];
  if (r.phase != Phase::kParked) return;
  r.excluded = 0;
  if (r.epoch != epoch() || alive(r.candidates) == 0) return front(p, id);
  choose(p, id);
}

void Router::wake_any() {
  any_at_ = now();
  auto list = std::move(any_);
  any_.clear();
  for (const auto& [port, id] : list) {
    Row& r = input(port).rows[id];
    r.in_any = false;
    if (r.why == DeqWhy::kNoPort) wake(port, id);
  }
}

/// The first row that waits for the port's limit tries again; what it finds decides about the next.
/// Each keeps its turn until a packet of it has left.
void Router::wake_limited(PortIdx p) {
  const Input& in = input(p);
  for (const auto& [turn, id] : in.limited) {
    const Row& r = in.rows[id];
    if (is_pending(r)) continue;
    if (r.phase != Phase::kParked) return;  // it asks already
    if (r.why == DeqWhy::kInjection) return wake(p, id);
  }
}

void Router::routes_changed(Cycle at) {
  changes_ = at;
  shared_.agenda.at(at, Kind::kSignal, first_, std::uint64_t{2} << 32);
}

void Router::routes_due() {
  if (changes_ > now()) return;
  changes_ = kNever;
  ++epoch_;
  wake_any();
}

bool Router::incoming(PortMask candidates) const {
  for (PortMask rest = candidates; rest != 0; rest &= rest - 1) {
    const auto o = static_cast<unsigned>(__builtin_ctzll(rest));
    if (o < shared_.ports && output(static_cast<PortIdx>(o)).up) return true;
  }
  return false;
}

}  // namespace selvage::flow
