// SPDX-License-Identifier: Apache-2.0
#include "network.hpp"
#include "golden/flow/ep_ack_type.hpp"

namespace selvage::test {

using namespace golden;

namespace {

constexpr FlowSizes kSizes{8, 3, 6};  // 8 ids a link, positions modulo 64
constexpr unsigned kFlowsPerPort = 12;
constexpr unsigned kHostPorts = 4;

IfctConfig input_config(bool edge) {
  IfctConfig c;
  c.sizes = kSizes;
  c.edge = c.rd_enable = edge;
  c.fc_hi = 12;
  c.fc_lo = 4;
  c.headroom = 8;
  c.mfe = {40, 20, 10, 9, 9, 9, 9, 9};
  c.mqe = {30, 20, 10, 9, 9, 9, 9, 9};
  c.unit_cyc = 1;
  c.cool_t = 300;
  c.hold_t = 200;
  c.refresh_t = 2000;
  c.expire_t = 6000;
  return c;
}

}  // namespace

FlowNetwork::FlowNetwork(const NetworkConfig& config)
    : config_(config), random_(config.seed, "flow network"), switches_(7), held_(kHostPorts) {
  const std::vector<std::deque<Packet>> queues(kSizes.rows());
  const std::vector<unsigned> none(kSizes.rows(), 0);
  for (unsigned s = 0; s < 7; ++s) switches_[s].layer = s < 2 ? 0 : s < 5 ? 1 : 2;
  for (unsigned p = 0; p < kHostPorts; ++p)
    switches_[p / 2].in.push_back({Ifct(input_config(true)), Efct(kSizes), queues, none, 0});
  for (unsigned from = 0; from < 2; ++from)
    for (unsigned to = 2; to < 5; ++to) join(from, to);
  for (unsigned from = 2; from < 5; ++from)
    for (const unsigned to : {5U, 5U, 6U, 6U}) join(from, to);
  for (unsigned s = 5; s < 7; ++s) switches_[s].egress.resize(2);
  flows_.resize(kHostPorts * kFlowsPerPort);
  for (Flow& f : flows_) {
    f.dst = static_cast<unsigned>(random_.below(4));
    f.ordered = random_.chance(0.7);
  }
}

void FlowNetwork::join(unsigned from, unsigned to) {
  const auto link = static_cast<unsigned>(links_.size());
  links_.push_back({from,
                    static_cast<unsigned>(switches_[from].out.size()),
                    to,
                    static_cast<unsigned>(switches_[to].in.size()),
                    {},
                    {},
                    false});
  switches_[from].out.push_back({Ofct({kSizes, config_.stale, 6000}), link});
  switches_[to].in.push_back({Ifct(input_config(false)), std::nullopt,
                              std::vector<std::deque<Packet>>(kSizes.rows()),
                              std::vector<unsigned>(kSizes.rows(), 0), link});
}

bool FlowNetwork::inject() {
  const auto port = static_cast<unsigned>(random_.below(kHostPorts));
  if (!held_[port]) {
    if (injected_ == config_.packets) return false;
    const auto f = port * kFlowsPerPort + static_cast<unsigned>(random_.below(kFlowsPerPort));
    Packet p;
    p.flow = f;
    p.dst = flows_[f].dst;
    p.ordered = flows_[f].ordered;
    p.sequence = flows_[f].sent++;
    p.len = 1 + static_cast<unsigned>(random_.below(9));
    held_[port] = p;
    ++injected_;
  }
  Packet p = *held_[port];
  InPort& in = switches_[port / 2].in[port % 2];
  const EfctOutput out = in.edge->step({true, {p.flow, 7}, p.len, false, 0, 0});
  if (out.stall) {
    if (!out.window) ++result_.no_id;
    return false;
  }
  held_[port].reset();
  p.id = out.id;
  p.start = out.start;
  enqueue(port / 2, port % 2, p);
  return true;
}

void FlowNetwork::enqueue(unsigned s, unsigned in, Packet p) {
  InPort& port = switches_[s].in[in];
  if (p.len == 0) {
    const EnqAnswer out = port.table.enqueue({p.id, p.start, 0, false, false}, now_);
    if (out.loss.valid) ++result_.reports;
    upstream(s, in, out.loss, 0);
    upstream(s, in, out.up, 0);
    return;
  }
  const Position hole = kSizes.wrap(p.start - port.table.row(p.id).next);
  if (port.table.total_extent(p.id) + hole + p.len > kSizes.mask()) result_.in_window = false;
  const EnqAnswer out =
      port.table.enqueue({p.id, p.start, p.len, p.gap, p.ordered && config_.follow}, now_);
  if (out.open && p.row_was_there) ++result_.reopened;
  if (out.loss.valid) ++result_.reports;
  p.hole = out.hole;
  p.gap = out.gap;
  port.outstanding[p.id] += p.len;
  port.queue[p.id].push_back(p);
  upstream(s, in, out.loss, 0);
  upstream(s, in, out.up, 0);
}

bool FlowNetwork::arrive() {
  Link& link = links_[random_.below(links_.size())];
  if (link.forward.empty()) return false;
  const Packet p = link.forward.front();
  link.forward.pop_front();
  enqueue(link.to, link.to_port, p);
  return true;
}

bool FlowNetwork::depart() {
  const auto s = static_cast<unsigned>(random_.below(switches_.size()));
  const auto in = static_cast<unsigned>(random_.below(switches_[s].in.size()));
  const auto first = static_cast<unsigned>(random_.below(kSizes.rows()));
  for (unsigned i = 0; i < kSizes.rows(); ++i) {
    const auto id = static_cast<FlowId>((first + i) % kSizes.rows());
    if (!switches_[s].in[in].queue[id].empty()) return send_head(s, in, id);
  }
  return false;
}

bool FlowNetwork::send_head(unsigned s, unsigned in, FlowId id) {
  Switch& sw = switches_[s];
  InPort& port = sw.in[in];
  Packet p = port.queue[id].front();
  DeqRequest ask{id, p.len, p.hole, true, 0, 0, 0, true};
  if (sw.layer == 2) {
    ask.port = static_cast<std::uint8_t>(p.dst % 2);
    ask.mask = PortMask{1} << ask.port;
    ask.peek = false;
    const DeqAnswer out = port.table.dequeue(ask, now_);
    upstream(s, in, out.up, 0);
    if (!out.go()) return false;
    port.queue[id].pop_front();
    sw.egress[ask.port].push_back({in, id, p});
    return true;
  }
  const unsigned base = sw.layer == 0 ? 0 : p.dst / 2 * 2;
  const unsigned ways = sw.layer == 0 ? 3 : 2;
  std::vector<unsigned> open;
  for (unsigned w = base; w < base + ways; ++w) {
    if (links_[sw.out[w].link].dead) continue;
    ask.mask |= PortMask{1} << w;
    const Ofct& table = sw.out[w].table;
    if (!table.rows().full() || table.find(static_cast<std::uint8_t>(in), id)) open.push_back(w);
  }
  ask.any = !open.empty();
  if (ask.any) ask.port = static_cast<std::uint8_t>(open[random_.below(open.size())]);
  const DeqAnswer peek = port.table.dequeue(ask, now_);
  if (peek.why == DeqWhy::kReroute) {
    ask.peek = false;
    port.table.dequeue(ask, now_);
    ++result_.rerouted;
  }
  if (!peek.go()) return false;
  const bool in_flight = port.table.flow_extent(id) > 0;
  OutPort& out = sw.out[peek.port];
  const MapAnswer map = out.table.map(
      {static_cast<std::uint8_t>(in), id, p.len, p.hole, p.ordered && config_.follow}, now_);
  if (in_flight && p.ordered && config_.follow && !map.hit) result_.followed = false;
  if (map.stall) {
    if (!map.over) ++result_.no_id;
    return false;
  }
  ask.peek = false;
  ask.any = true;
  ask.port = peek.port;
  const DeqAnswer gone = port.table.dequeue(ask, now_);
  upstream(s, in, gone.up, 0);
  port.queue[id].pop_front();
  if (sw.layer == 0) {
    if (p.sequence > 0 && flows_[p.flow].last_port != gone.port) ++result_.divergences;
    flows_[p.flow].last_port = gone.port;
  }
  if (p.ordered && random_.chance(config_.redirect))
    acknowledge(s, in, {id, AckType::kRedirect, map.delta, gone.port, 0}, 0);
  p.id = map.oid;
  p.start = map.start;
  p.row_was_there = map.hit;
  if (random_.chance(config_.loss)) {
    ++result_.dropped;
    return true;
  }
  links_[out.link].forward.push_back(p);
  return true;
}

bool FlowNetwork::take_ack() {
  Link& link = links_[random_.below(links_.size())];
  if (link.back.empty()) return false;
  const BackAck back = link.back.front();
  link.back.pop_front();
  Switch& sw = switches_[link.from];
  const BackMessage m = sw.out[link.from_port].table.reverse(back.ack, now_);
  if (!m.valid) return true;
  if (lossless() && moves(m.type) && m.delta != back.units) result_.exact = false;
  acknowledge(link.from, m.port,
              {m.id, m.type, m.delta, static_cast<std::uint8_t>(link.from_port), 0}, back.units);
  return true;
}

bool FlowNetwork::leave() {
  const auto s = 5 + static_cast<unsigned>(random_.below(2));
  auto& fifo = switches_[s].egress[random_.below(2)];
  if (fifo.empty()) return false;
  const Egress e = fifo.front();
  fifo.pop_front();
  Flow& f = flows_[e.packet.flow];
  ++result_.delivered;
  if (e.packet.sequence < f.delivered)
    ++(f.ordered ? result_.late_ordered : result_.late_unordered);
  f.delivered = std::max(f.delivered, e.packet.sequence + 1);
  AckType type = AckType::kNormal;
  if (random_.chance(config_.endpoint)) {
    const unsigned level = switches_[s].in[e.in].table.row(e.id).level;
    EpAckConfig every;
    every.draw = false;
    type = EpAckType(every).packet(64 + static_cast<unsigned>(random_.below(150)), level);
  }
  acknowledge(
      s, e.in,
      {e.id, type, e.packet.hole + e.packet.len, static_cast<std::uint8_t>(e.packet.dst % 2), 0},
      e.packet.len);
  return true;
}

void FlowNetwork::acknowledge(unsigned s, unsigned in, const AckRequest& ack, unsigned units) {
  InPort& port = switches_[s].in[in];
  const AckAnswer out = port.table.acknowledge(ack, now_);
  if (moves(ack.type)) {
    port.outstanding[ack.id] -= units;
    if (lossless() && port.table.total_extent(ack.id) != port.outstanding[ack.id])
      result_.exact = false;
  }
  upstream(s, in, out.up, units);
}

void FlowNetwork::upstream(unsigned s, unsigned in, const UpMessage& m, unsigned units) {
  if (!m.valid) return;
  InPort& port = switches_[s].in[in];
  if (m.type == AckType::kCredit) ++result_.credits;
  if (port.edge) port.edge->step({false, {}, 0, moves(m.type), m.id, m.pos});
  else if (!links_[port.link].dead && random_.chance(config_.ack_loss)) ++result_.acks_lost;
  else if (!links_[port.link].dead)
    links_[port.link].back.push_back({{m.id, m.type, m.pos}, units});
}

void FlowNetwork::cut_link() {
  dead_ = static_cast<unsigned>(random_.below(links_.size()));
  Link& link = links_[*dead_];
  link.dead = true;
  for (const Packet& p : link.forward) result_.dropped += p.len != 0;
  link.forward.clear();
  link.back.clear();
  walk_dead_link(OfctCheck::kLinkDied);
  close_at_ = now_ + config_.drain;
}

void FlowNetwork::walk_dead_link(OfctCheck kind) {
  const Link& link = links_[*dead_];
  Ofct& table = switches_[link.from].out[link.from_port].table;
  for (unsigned id = 0; id < kSizes.rows(); ++id) {
    const BackMessage m = table.check(static_cast<FlowId>(id), kind, now_).back;
    if (m.valid) acknowledge(link.from, m.port, {m.id, m.type, m.delta, 0, 0}, 0);
  }
}

void FlowNetwork::send_marker(Link& link, const Marker& m) {
  ++result_.markers;
  if (link.dead || random_.chance(config_.loss)) return;
  Packet p;
  p.id = m.id;
  p.start = m.start;
  link.forward.push_back(p);
}

void FlowNetwork::check_timers() {
  if (now_ >= close_at_) {
    walk_dead_link(OfctCheck::kClose);
    close_at_ = kNever;
  }
  for (unsigned s = 0; s < switches_.size(); ++s) {
    for (unsigned in = 0; in < switches_[s].in.size(); ++in) {
      Ifct& t = switches_[s].in[in].table;
      for (auto due = t.next_activity(); due.first <= now_; due = t.next_activity())
        upstream(s, in, t.check(due.second, now_), 0);
    }
    for (OutPort& out : switches_[s].out)
      for (auto due = out.table.next_walk(walked_); due.first <= now_;
           due = out.table.next_walk(due.first + 1)) {
        const Marker m = out.table.check(due.second, OfctCheck::kTimers, now_).marker;
        if (m.valid) send_marker(links_[out.link], m);
      }
  }
  walked_ = now_ + 1;
}

bool FlowNetwork::empty() const {
  for (const auto& held : held_)
    if (held) return false;
  for (const Link& link : links_)
    if (!link.forward.empty() || !link.back.empty()) return false;
  for (const Switch& sw : switches_) {
    for (const InPort& in : sw.in)
      if (in.table.live() != 0 || (in.edge && in.edge->rows().count() != 0)) return false;
    for (const OutPort& out : sw.out)
      if (out.table.rows().count() != 0) return false;
  }
  return true;
}

NetworkResult FlowNetwork::run() {
  unsigned idle = 0;
  for (unsigned i = 0; i < 3'000'000; ++i) {
    ++now_;
    bool done = false;
    switch (random_.below(8)) {
      case 0: done = inject(); break;
      case 1:
      case 2: done = arrive(); break;
      case 3:
      case 4: done = depart(); break;
      case 5:
      case 6: done = take_ack(); break;
      default: done = leave(); break;
    }
    idle = done ? 0 : idle + 1;
    if (idle > 4000) now_ += 100;  // only timers are left
    if (config_.cut && !dead_ && injected_ > config_.packets / 3) cut_link();
    if (i % 64 == 0) check_timers();
    if (i % 256 == 0 && injected_ == config_.packets && empty()) {
      result_.drained = true;
      break;
    }
  }
  for (const Switch& sw : switches_) {
    for (const InPort& in : sw.in) {
      result_.moves += in.table.totals().moves;
      result_.stray += in.table.totals().stray;
    }
    for (const OutPort& out : sw.out) result_.stray += out.table.stray();
  }
  result_.end = now_;
  return result_;
}

}  // namespace selvage::test
