// SPDX-License-Identifier: Apache-2.0
#include "flow/net.hpp"

#include "flow/bounds.hpp"

#include <algorithm>
#include <stdexcept>

namespace selvage::flow {

Params standard_params(const golden::FlowSizes& sizes) {
  Params p;
  p.sizes = sizes;
  p.ifct.mfe = golden::standard_flow_limits(sizes.pos_w);
  p.ifct.mqe = golden::standard_queue_limits(sizes.pos_w);
  return p;
}

BlocksConfig blocks_config(const Params& params, bool edge, std::uint32_t port) {
  BlocksConfig c;
  c.edge = edge;
  c.wire_frames = params.wire_frames;
  c.ifct = params.ifct;
  c.ifct.sizes = params.sizes;
  c.ifct.edge = edge;
  c.ifct.rd_enable = edge || params.rd_enable_fabric;
  c.ofct.sizes = params.sizes;
  c.ofct.stale_t = params.stale_t;
  c.ofct.expire_t = params.ifct.expire_t;
  c.redirect = params.redirect;
  c.redirect.seed = 1 + (params.redirect.seed + port * 37) % ((1U << params.redirect.rw) - 1);
  c.aggregator = params.aggregator;
  c.ep = params.ep;
  c.ep.seed = 1 + (params.ep.seed + port * 37) % 4095;
  return c;
}

/// The FIFO, two link latencies and the stages before the count.
unsigned pool_headroom(const Params& params) {
  const unsigned cycles = 2 * params.link_latency + params.stages.rx_edge + 2;
  return std::max(params.fifo_units, kMostUnits) + 2 * kMostUnits +
         (cycles * params.bytes_per_cycle + params.unit_bytes - 1) / params.unit_bytes + cycles;
}

Wiring wiring_of(const Topology& topology) {
  Wiring w;
  w.switches = topology.switch_count();
  w.hosts = topology.host_count();
  for (SwitchIdx s = 0; s < w.switches; ++s) w.ports = std::max(w.ports, topology.port_count(s));
  w.ends.resize(std::size_t{w.switches} * w.ports);
  w.ahead.resize(w.ends.size());
  unsigned top = 0;
  for (SwitchIdx s = 0; s < w.switches; ++s) top = std::max(top, topology.level(s));
  for (SwitchIdx s = 0; s < w.switches; ++s) {
    for (unsigned p = 0; p < topology.port_count(s); ++p) {
      const PortEnd end = topology.peer(s, static_cast<PortIdx>(p));
      w.ends[s * w.ports + p] = end;
      if (end.kind != PortEnd::Kind::kSwitch) continue;
      const unsigned here = topology.level(s), there = topology.level(end.index);
      w.ahead[s * w.ports + p] = there < here   ? there
                                 : there > here ? 2 * top - there
                                                : w.switches - 1;
    }
  }
  return w;
}

std::string_view to_string(FlowEvent::What what) {
  static constexpr std::string_view names[] = {"opened", "released", "redirect", "blocked",
                                               "level",  "loss",     "paused",   "diverged"};
  return names[static_cast<unsigned>(what)];
}

Net::Net(const Params& params, const Wiring& wiring, Client& client)
    : params_(params),
      client_(client),
      ports_(wiring.ports),
      lanes_(params.vcs * kClasses),
      sizes_(params.sizes),
      switches_(wiring.switches),
      in_(wiring.ends.size()),
      out_(wiring.ends.size()),
      blocks_(wiring.ends.size()),
      hosts_(wiring.hosts),
      loss_(params.seed, "flow loss"),
      flips_(params.seed, "flow ack errors") {
  if (ports_ == 0 || ports_ > kMaxPorts ||
      wiring.ends.size() != std::size_t{wiring.switches} * ports_)
    throw std::invalid_argument("a network has 1 to 64 ports at each switch");
  if (params.link_latency < 1 || params.bytes_per_cycle < 1 || params.vcs < 1)
    throw std::invalid_argument("link latency, width and channels are at least 1");
  if (lanes_ > 64) throw std::invalid_argument("a network has 1 to 8 virtual channels");
  headroom_ = pool_headroom(params);
  if (params.pool_units < headroom_ + kMostUnits)
    throw std::invalid_argument("pool_units leaves no headroom");
  if (params.fifo_units < kMostUnits || params.egress_units < kMostUnits)
    throw std::invalid_argument("an output FIFO holds less than one packet");
  const golden::IfctConfig& t = params.ifct;
  poll_period_ = std::min({params.stale_t, t.refresh_t, t.expire_t});
  for (std::size_t s = 0; s < lists_.size(); ++s) {
    scheduled_[s].assign(in_.size(), kNever);
    due_[s].assign(in_.size(), kNever);
  }
  longest_news_ = news_bound(params, wiring);
  for (G p = 0; p < in_.size(); ++p) {
    const PortEnd& end = wiring.ends[p];
    Output& out = out_[p];
    out.kind = end.kind;
    if (end.kind == PortEnd::Kind::kNone) continue;
    const bool host = end.kind == PortEnd::Kind::kHost;
    out.alive = true;
    const unsigned ahead = wiring.ahead.empty() ? 0 : wiring.ahead[p];
    out.drain = drain_time(params, wiring, ahead);
    if (!host) {
      longest_drain_ = std::max(longest_drain_, out.drain);
      longest_bound_ = std::max(longest_bound_, drain_bound(params, wiring, ahead));
      short_drain_ = short_drain_ || out.drain < drain_bound(params, wiring, ahead);
    }
    out.peer = host ? end.index : end.index * ports_ + end.port;
    if (host) hosts_[end.index].port = p;
    out.lanes.resize(lanes_);
    for (Lane& l : out.lanes) {
      l.first.assign(ports_, kNoRow);
      l.last.assign(ports_, kNoRow);
    }
    out.buckets.resize(kClasses);
    out.xoff.assign(lanes_, 0);
    if (!host) {
      out.transit.assign(sizes_.rows(), 0);
      out.lost.assign(sizes_.rows(), 0);
    }
    Input& in = in_[p];
    in.rows.resize(sizes_.rows());
    in.pool.assign(lanes_, 0);
    in.xoff.assign(lanes_, 0);
    blocks_[p] = client.blocks(sw_of(p), port_of(p), blocks_config(params, host, p));
  }
}

void Net::at(Cycle when, Kind kind, G where, std::uint64_t arg) {
  wheel_.schedule(when, {static_cast<std::uint64_t>(kind) << 32 | where, arg});
}

void Net::serve(Serve what, G where) {
  const auto s = static_cast<std::size_t>(what);
  if (static_cast<int>(s) < phase_) return serve_at(now_ + 1, what, where);
  if (scheduled_[s][where] == now_) return;
  scheduled_[s][where] = now_;
  lists_[s].push_back(where);
}

void Net::serve_at(Cycle when, Serve what, G where) {
  Cycle& due = due_[static_cast<std::size_t>(what)][where];
  if (due != kNever && due > now_ && due <= when) return;
  due = when;
  at(when, Kind::kServe, where, static_cast<std::uint64_t>(what));
}

Cycle Net::next_activity(Cycle from) const {
  const Cycle next = wheel_.next();
  return next == kNever ? kNever : std::max(next, from);
}

void Net::cycle(Cycle now) {
  now_ = now;
  if (wheel_.next() != now) return;
  wheel_.take(now, [this](const kernel::Event& e) { handle(e); });
  for (std::size_t s = 0; s < lists_.size(); ++s) {
    phase_ = static_cast<int>(s);
    for (std::size_t i = 0; i < lists_[s].size(); ++i) {
      const G p = lists_[s][i];
      switch (static_cast<Serve>(s)) {
        case Serve::kArbiter: serve_arbiter(p); break;
        case Serve::kEfct: serve_efct(p); break;
        case Serve::kOfct: serve_ofct(p); break;
        case Serve::kIfct: serve_ifct(p); break;
        case Serve::kRoute: serve_route(p); break;
        default: serve_tx(p); break;
      }
    }
    lists_[s].clear();
  }
  phase_ = -1;
}

void Net::handle(const kernel::Event& e) {
  const auto where = static_cast<G>(e.key);
  const auto slot = static_cast<std::uint32_t>(e.arg);
  switch (static_cast<Kind>(e.key >> 32)) {
    case Kind::kSignal: {
      const unsigned lane = slot >> 1;
      const bool on = (slot & 1) != 0;
      if (e.arg >> 32 == 2) {  // routing state has changed
        wake_any(sw_of(where));
        break;
      }
      if (e.arg >> 32 == 1) {  // to a host
        hosts_[where].xoff[lane % kClasses] = on ? 0 : 1;
        if (on) host_send(where);
        break;
      }
      if (out_[where].cut) break;
      out_[where].xoff[lane] = on ? 0 : 1;
      if (!on) break;
      serve(Serve::kArbiter, sw_of(where));
      wake_any(sw_of(where));
      break;
    }
    case Kind::kTail: tail_gone(where); break;
    case Kind::kFrame: frame(where, e.arg); break;
    case Kind::kPacket: arrive(where, slot); break;
    case Kind::kFromHost: from_host(where, slot); break;
    case Kind::kDelivered: deliver(where, slot); break;
    case Kind::kFifoIn: fifo_in(where, slot); break;
    case Kind::kEfctAnswer: efct_answer(where); break;
    case Kind::kOfctAnswer: ofct_answer(where); break;
    case Kind::kIfctAnswer: ifct_answer(where); break;
    case Kind::kRouteAnswer: route_answer(where); break;
    case Kind::kWake:
      if (e.arg >> 32 == kLeave) leave_output(where);
      else if (e.arg >> 32 == kJoin) join(where);
      else wake(where, static_cast<golden::FlowId>(slot));
      break;
    case Kind::kPoll: poll(where); break;
    case Kind::kPause: pause(slot, (e.arg >> 32) != 0); break;
    case Kind::kServe: serve(static_cast<Serve>(e.arg), where); break;
    case Kind::kHostSend: host_send(where); break;
  }
}

void Net::violate(const std::string& requirement, const std::string& what, G where) {
  if (!violation_.empty()) return;
  violation_ = requirement + ": cycle " + std::to_string(now_) + ": at " +
               client_.port_name(sw_of(where), port_of(where)) + ": " + what;
}

void Net::note(FlowEvent::What what, G p, golden::FlowId id, std::uint32_t flow, unsigned value) {
  if (params_.log) log_.push_back({now_, flow, sw_of(p), port_of(p), id, what, value});
}

double Net::mean_live(Cycle now) const {
  return now == 0 ? 0 : static_cast<double>(live_cycles(now)) / static_cast<double>(now);
}

void Net::finish(Cycle now) {
  for (const std::unique_ptr<Blocks>& b : blocks_)
    if (b) b->finish(now);
}

std::uint64_t Net::occupancy() const {
  std::uint64_t units = 0;
  for (const Input& in : in_)
    for (const std::uint32_t u : in.pool) units += u;
  for (const Output& out : out_) units += out.depth;
  return units;
}

}  // namespace selvage::flow
