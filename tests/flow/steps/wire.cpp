// SPDX-License-Identifier: Apache-2.0
/// The wires: what comes, the aggregators, what begins.
#include <algorithm>

#include "steps.hpp"

namespace selvage::test {

namespace {
// Cycles, as the page has them; bytes of a header, of a word and of a block.
constexpr Cycle kFabric = 3, kAckDeframe = 2, kAckCrossbar = 2, kTable = 2;
constexpr unsigned kHeader = 9, kWord = 32, kBlock = 8;
constexpr unsigned up_to(unsigned value, unsigned of) { return (value + of - 1) / of; }
/// 25 bits an ACK, 9 bytes around them.
constexpr unsigned frame_bytes(unsigned acks) { return 9 + up_to(25 * acks, 8); }
}  // namespace

Steps::Steps(Lab& lab) : lab_(lab), ports_(lab.wiring.ends.size()) {
  const flow::Params& params = lab.params;
  const Cycle tick = Cycle{1} << flow::table_tick(params);
  period_ = std::min({params.stale_t, params.ifct.refresh_t, params.ifct.expire_t});
  period_ = period_ > tick + kTable ? period_ - tick - kTable : 1;
  const auto around = [this](Port& p) {
    return [&p](const flow::BlocksConfig&, std::unique_ptr<flow::Blocks> own) {
      return std::unique_ptr<flow::Blocks>(std::make_unique<Watched>(std::move(own), p.calls));
    };
  };
  for (std::uint32_t i = 0; i < ports_.size(); ++i) {
    ports_[i].number = i;
    ports_[i].lives.resize(lab.params.sizes.rows());
    ports_[i].owners.resize(lab.params.sizes.rows());
    const auto sw = i / lab.wiring.ports;
    lab.net.wrap({sw, index(ports_[i])}, around(ports_[i]));
  }
  lab.maker = [this](SwitchIdx sw, PortIdx port, const flow::BlocksConfig& config) {
    Port& p = at({sw, port});
    need(p, p.calls.up && p.calls.finished, "end of the old blocks");
    p.told_idle = true;
    p.told_depth = 0;
    p.walks = false;
    return std::unique_ptr<flow::Blocks>(
        std::make_unique<Watched>(flow::golden_blocks(config), p.calls));
  };
  lab.net.observe(*this);
}

void Steps::need(const Port& p, bool right, const std::string& what) {
  if (right || !wrong_.empty()) return;
  wrong_ = "cycle " + std::to_string(now_) + ", switch " +
           std::to_string(p.number / lab_.wiring.ports) + " port " + std::to_string(index(p)) +
           ": " + what;
}

void Steps::cycle() {
  live_cycles += live_ * (lab_.now - now_);
  now_ = lab_.now;
  holes_.resize(lab_.packets.size());
  headers_.resize(lab_.packets.size());
  for (Port& p : ports_) {
    if (lab_.wiring.ends[p.number].kind == PortEnd::Kind::kSwitch)
      p.view = router(p).blocks(index(p)).aggregator(now_);
    p.calls = {};
    p.begun = {};
    p.left.reset();
    p.told_redirect = false;
    p.told.clear();
    p.told_acks.clear();
  }
  to_hosts_.clear();
  lab_.run_to(now_ + 1);
  for (Port& p : ports_) comes(p);
  for (Port& p : ports_) edge_answer(p);
  for (Port& p : ports_) output_answer(p);
  for (Port& p : ports_) drawn(p);
  for (Port& p : ports_) input_answer(p);
  for (Port& p : ports_) poll(p);
  for (Port& p : ports_) edge_step(p);
  for (Port& p : ports_) output_step(p);
  for (Port& p : ports_) input_step(p);
  for (Port& p : ports_) {
    if (!host(p)) redirect_step(p);
    wire(p);
    need(p, p.calls.twice.empty(), p.calls.twice + " twice");
  }
  unsigned live = 0;
  for (const Port& p : ports_) live += host(p) ? p.rows : 0;
  need(ports_[0], lab_.net.live() == live, "channels of the edge tables");
  live_ = live;
  for (const std::uint32_t port : to_hosts_)  // which of them is first is left open
    if (const auto& left = ports_[port].left)
      beside(ports_[port], left->first).acks.push_back({now_ + kAckCrossbar, left->second});
}

// ---- what the network says

void Steps::arrives(SwitchPort in, const flow::Cargo& c) {
  const Header& h = headers_[c.packet.id];
  // What comes from a host has no channel yet.
  const bool channel =
      host(at(in)) ? c.id == 0 && c.start == 0 : c.id == h.id && c.start == h.start;
  need(at(in), c.gap == h.gap && channel, "header");
  at(in).arrived.push_back(
      {static_cast<std::uint32_t>(c.packet.id), {c.id, c.start, c.len, c.gap, c.packet.ordered}});
}
void Steps::redirected(SwitchPort out, const flow::RedirectOutput&) {
  at(out).told_redirect = true;
}
void Steps::sent(SwitchPort out, const flow::Cargo& c, Cycle until) {
  Port& p = at(out);
  need(p, p.begun.what == Begun::kNothing, "two things begin");
  p.begun = {Begun::kPacket, static_cast<std::uint32_t>(c.packet.id), 0, 0, until};
  if (!host(p)) return;
  p.left = {c.in, {c.id, golden::AckType::kNormal, c.hole + c.len, out.port, c.vc}};
  to_hosts_.push_back(p.number);
}
void Steps::sent_marker(SwitchPort out, golden::FlowId id, Cycle until) {
  need(at(out), at(out).begun.what == Begun::kNothing, "two things begin");
  at(out).begun = {Begun::kMarker, flow::kNoSlot, id, 0, until};
}
void Steps::sent_acks(SwitchPort out, unsigned count, Cycle until) {
  need(at(out), at(out).begun.what == Begun::kNothing, "two things begin");
  at(out).begun = {Begun::kFrame, flow::kNoSlot, 0, count, until};
}

/// Frames one ACK a cycle, by and by; markers and packets to the table.
void Steps::comes(Port& p) {
  const bool cut = router(p).output(index(p)).cut;
  const bool frame = !p.coming.empty() && p.coming.front().at == now_;
  need(p, p.calls.unpacked.has_value() == (frame && !cut && lab_.params.wire_frames), "a frame");
  if (frame) {
    const bool thrown = p.calls.unpacked.has_value() && !*p.calls.unpacked;
    counts.ack_thrown += thrown ? 1 : 0;
    if (!cut && !thrown)
      for (const golden::Ack& a : p.coming.front().acks) p.back.push_back(a);
    p.coming.pop_front();
  }
  if (!p.markers.empty() && p.markers.front().first == now_) {
    if (!cut) p.enq.push_back({flow::kNoSlot, p.markers.front().second});
    p.markers.pop_front();
  }
  for (const Enq& e : p.arrived) {
    if (host(p)) p.lookup[lab_.packets[e.slot].tc].push_back(e.slot);
    else p.enq.push_back(e);
  }
  p.arrived.clear();
}

/// It is told what has been mapped, and of each other depth.
void Steps::redirect_step(Port& p) {
  if (lab_.wiring.ends[p.number].kind != PortEnd::Kind::kSwitch) return;
  const flow::RedirectInput s = p.calls.redirect.value_or(flow::RedirectInput{});
  need(p, s.load == p.load.load, "load of the redirect generator");
  need(p,
       s.port == p.load.port && s.id == p.load.id && s.delta == p.load.delta &&
           s.exempt == p.load.exempt,
       "header at the redirect generator");
  if (p.calls.redirect) {
    need(p, s.depth == router(p).look(index(p)).depth, "depth at the redirect generator");
    need(p, s.load || s.depth != p.told_depth, "what the redirect generator knows");
    p.told_depth = s.depth;
  }
  need(p, router(p).look(index(p)).depth <= p.told_depth, "depth that grows");
  p.load = {};
}

void Steps::wire(Port& p) {
  const bool waiting =
      std::any_of(p.fifo.begin(), p.fifo.end(), [&](const InFifo& f) { return f.at <= now_; });
  bool grant = false;
  if (!host(p) && p.push.size() + p.held.size() != 0) {
    golden::AggregatorInput want;
    want.idle = p.data_until <= now_ && !waiting;
    want.grant = grant = p.view.req && p.wire_free <= now_ && p.packer_free <= now_;
    want.push = !p.push.empty() && p.view.ready;
    if (want.push) {
      const golden::UpMessage& m = p.push.front();
      want.ack = golden::with_parity(golden::encode({m.id, m.type, m.pos}));
    }
    const bool step = want.push || grant || want.idle != p.told_idle;
    need(p, p.calls.aggregator.has_value() == step, "clock of the aggregator");
    const golden::AggregatorInput s = p.calls.aggregator.value_or(golden::AggregatorInput{});
    need(p,
         !step || (s.push == want.push && s.ack == want.ack && s.idle == want.idle &&
                   s.grant == want.grant),
         "what the aggregator is given");
    if (step) p.told_idle = want.idle;
    if (grant) frame(p);
    if (want.push) {
      const golden::UpMessage& m = p.push.front();
      p.held.push_back({{m.id, m.type, m.pos}, now_});
      p.push.pop_front();
    }
    if (grant && !p.held.empty()) p.data_from = now_ + 2;
    begins(p, p.view.req && !grant, grant, waiting);
  } else {
    need(p, !p.calls.aggregator, "the aggregator has nothing");
    begins(p, false, false, waiting);
  }
}

/// The oldest ACKs go before data.
void Steps::frame(Port& p) {
  const unsigned count = p.view.len;
  need(p, p.begun.what == Begun::kFrame && p.begun.count == count && count <= p.held.size(),
       "a frame of ACKs");
  if (p.begun.what != Begun::kFrame || count > p.held.size()) return;
  const unsigned bytes = frame_bytes(count);
  need(p, p.begun.until == now_ + up_to(up_to(bytes, kBlock) * kBlock, lab_.params.bytes_per_cycle),
       "length of a frame");
  p.packer_free = now_ + up_to(bytes, kWord);
  Frame f{p.begun.until + lab_.params.link_latency + kAckDeframe, {}};
  for (unsigned i = 0; i < count; ++i) {
    const Cycle wait = now_ - p.held.front().since;
    counts.ack_wait += wait;
    counts.ack_wait_most = std::max(counts.ack_wait_most, wait);
    f.acks.push_back(p.held.front().ack);
    p.held.pop_front();
  }
  far(p).coming.push_back(f);
  counts.acks += count;
  ++counts.ack_frames;
  counts.ack_bytes += up_to(bytes, kBlock) * kBlock;
  ++counts.ack_sizes[count];
}

void Steps::begins(Port& p, bool request, bool grant, bool waiting) {
  const bool data = !request && !grant && waiting && p.wire_free <= now_ && p.data_from <= now_;
  const Begun& b = p.begun;
  need(p, data == (b.what == Begun::kPacket || b.what == Begun::kMarker), "what begins");
  need(p, grant == (b.what == Begun::kFrame), "whether a frame begins");
  if (b.what == Begun::kNothing || !wrong_.empty()) return;
  p.carries = b.what;
  p.wire_free = p.tail = b.until;
  if (!data) return;
  p.data_until = b.until;
  auto first = p.fifo.begin();  // packets and markers of a cycle may come in either order
  for (auto f = p.fifo.begin(); f != p.fifo.end(); ++f)
    if (f->at < first->at || (f->at == first->at && f->slot == b.slot)) first = f;
  need(p, first->slot == b.slot && (b.what == Begun::kPacket || first->marker.id == b.id),
       "what is first in the FIFO");
  const unsigned bytes = b.what == Begun::kMarker ? 0 : lab_.packets[b.slot].bytes;
  need(p, b.until == now_ + up_to(bytes + kHeader, lab_.params.bytes_per_cycle), "its length");
  if (b.what == Begun::kMarker)
    far(p).markers.emplace_back(now_ + lab_.params.link_latency + kFabric, first->marker);
  p.fifo.erase(first);
  if (!host(p)) return;
  golden::AckRequest ack = p.left->second;
  if (lab_.params.congestion_aware) {
    need(p, p.calls.type.has_value(), "the type of an ACK");
    ack.type = p.calls.type.value_or(golden::AckType::kNormal);
  }
  p.left->second = ack;
}

void Steps::message(std::uint32_t port) {
  Port& p = ports_[port];
  if (p.tail <= now_ + 1) {
    p.wire_free = std::max(p.wire_free, now_ + 2);
    return;
  }
  p.wire_free = ++p.tail;
  if (p.carries == Begun::kFrame) ++far(p).coming.back().at;
  else p.data_until = p.tail;
}

}  // namespace selvage::test
