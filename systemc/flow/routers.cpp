// SPDX-License-Identifier: Apache-2.0
#include "flow/routers.hpp"

#include <algorithm>

#include "flow/bounds/bounds.hpp"

namespace selvage::flow {

Routers::Routers(const Params& params, const Wiring& wiring, Client& client)
    : shared_(params, wiring, client), longest_news_(news_bound(params, wiring)) {
  const auto count = static_cast<PortNumber>(wiring.ends.size());
  inputs_.reserve(count);
  outputs_.reserve(count);
  routers_.reserve(wiring.switches);
  for (SwitchIdx sw = 0; sw < wiring.switches; ++sw) routers_.emplace_back(shared_, sw);
  for (PortNumber p = 0; p < count; ++p) {
    Router& router = routers_[shared_.place(p).sw];
    inputs_.emplace_back(shared_, router, p);
    outputs_.emplace_back(shared_, router, p);
  }
  terminals_.reserve(wiring.hosts);
  for (HostIdx host = 0; host < wiring.hosts; ++host) terminals_.emplace_back(shared_, host);
  shared_.inputs = inputs_.data();
  shared_.outputs = outputs_.data();
  for (PortNumber p = 0; p < count; ++p) wire(p, wiring);
}

void Routers::wire(PortNumber p, const Wiring& wiring) {
  const PortEnd& end = wiring.ends[p];
  const Params& params = shared_.params;
  const unsigned lanes = shared_.lanes;
  const unsigned rows = shared_.sizes().rows();
  Output& out = shared_.out[p];
  out.kind = end.kind;
  if (end.kind == PortEnd::Kind::kNone) return;
  const bool host = end.kind == PortEnd::Kind::kHost;
  out.alive = true;
  const unsigned ahead = wiring.ahead.empty() ? 0 : wiring.ahead[p];
  out.drain = drain_time(params, wiring, ahead);
  if (!host) {
    longest_drain_ = std::max(longest_drain_, out.drain);
    longest_bound_ = std::max(longest_bound_, drain_bound(params, wiring, ahead));
    short_drain_ = short_drain_ || out.drain < drain_bound(params, wiring, ahead);
    out.transit.assign(rows, 0);
    out.lost.assign(rows, 0);
  }
  out.peer = host ? end.index : end.index * shared_.ports + end.port;
  if (host) terminals_[end.index].wire(p);
  out.lanes.resize(lanes);
  for (Lane& l : out.lanes) {
    l.first.assign(shared_.ports, kNoRow);
    l.last.assign(shared_.ports, kNoRow);
  }
  out.buckets.resize(kClasses);
  out.xoff.assign(lanes, 0);
  Input& in = shared_.in[p];
  in.rows.resize(rows);
  in.pool.assign(lanes, 0);
  in.xoff.assign(lanes, 0);
  const SwitchPort at = shared_.place(p);
  shared_.blocks[p] = shared_.client.blocks(at.sw, at.port, blocks_config(params, host, p));
}

void Routers::cycle(Cycle now) {
  shared_.agenda.cycle(
      now, [this](Kind kind, std::uint32_t where, std::uint64_t arg) { handle(kind, where, arg); },
      [this](Serve what, std::uint32_t where) {
        switch (what) {
          case Serve::kArbiter: routers_[where].serve_arbiter(); break;
          case Serve::kEfct: inputs_[where].serve_efct(); break;
          case Serve::kOfct: outputs_[where].serve_ofct(); break;
          case Serve::kChoice: routers_[where].serve_choice(); break;
          case Serve::kIfct: inputs_[where].serve_ifct(); break;
          case Serve::kRoute: routers_[where].serve_route(); break;
          case Serve::kPool: inputs_[where].serve_pool(); break;
          default: outputs_[where].serve_tx(); break;
        }
      });
}

void Routers::handle(Kind kind, std::uint32_t where, std::uint64_t arg) {
  const auto slot = static_cast<std::uint32_t>(arg);
  switch (kind) {
    case Kind::kTail: outputs_[where].tail_gone(); break;
    case Kind::kSignal: signal(where, arg); break;
    case Kind::kFrame: outputs_[where].frame(arg); break;
    case Kind::kPacket: inputs_[where].arrive(slot); break;
    case Kind::kFromHost: inputs_[where].from_host(slot); break;
    case Kind::kDelivered: terminals_[where].deliver(slot); break;
    case Kind::kMarkerIn:
    case Kind::kFifoIn: outputs_[where].fifo_in(slot); break;
    case Kind::kEfctAnswer: inputs_[where].efct_answer(); break;
    case Kind::kOfctAnswer: outputs_[where].ofct_answer(); break;
    case Kind::kRedirectAnswer: outputs_[where].redirect_answer(arg); break;
    case Kind::kIfctAnswer: inputs_[where].ifct_answer(); break;
    case Kind::kRouteAnswer: routers_[where].route_answer(); break;
    case Kind::kWake:
      if (arg >> 32 != 0) {
        outputs_[where].wake(arg >> 32);
      } else {
        const SwitchPort in = shared_.place(where);
        routers_[in.sw].wake(in.port, static_cast<golden::FlowId>(slot));
      }
      break;
    case Kind::kPoll: inputs_[where].poll(); break;
    case Kind::kPause: terminals_[where].pause(slot, (arg >> 32) != 0); break;
    case Kind::kHostSend: terminals_[where].send(); break;
    case Kind::kServe: break;  // the agenda's own
  }
}

/// Flow control of a lane, at a port or (1) at a host, or (2) news of routes.
void Routers::signal(std::uint32_t where, std::uint64_t arg) {
  const auto lane = static_cast<std::uint32_t>(arg) >> 1;
  const bool on = (arg & 1) != 0;
  if (arg >> 32 == 2) routers_[shared_.place(where).sw].routes_due();
  else if (arg >> 32 == 1) terminals_[where].flow_control(lane, on);
  else outputs_[where].flow_control(lane, on);
}

void Routers::carry(std::uint32_t slot, SwitchIdx sw, PortIdx out) {
  const Output& from = routers_[sw].output(out);
  const Cycle delay = shared_.params.link_latency;
  if (from.kind == PortEnd::Kind::kHost) terminals_[from.peer].header_coming(slot, delay);
  else inputs_[from.peer].header_coming(slot, delay);
}

void Routers::carry_from(std::uint32_t slot, HostIdx host) {
  inputs_[terminals_[host].port()].header_coming(slot, shared_.params.link_latency);
}

double Routers::mean_live(Cycle now) const {
  return now == 0 ? 0 : static_cast<double>(live_cycles(now)) / static_cast<double>(now);
}

void Routers::finish(Cycle now) {
  for (const std::unique_ptr<Blocks>& b : shared_.blocks)
    if (b) b->finish(now);
  for (Router& router : routers_) router.finish(now);
}

std::uint64_t Routers::occupancy() const {
  std::uint64_t units = 0;
  for (const Input& in : shared_.in)
    for (const std::uint32_t u : in.pool) units += u;
  for (const Output& out : shared_.out) units += out.depth;
  return units;
}

}  // namespace selvage::flow
