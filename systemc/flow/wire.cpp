// SPDX-License-Identifier: Apache-2.0
/// \file
/// Links: output FIFO, ACK frames before data (FLOW-B-7), XON and XOFF, loss.
#include <algorithm>

#include "flow/net.hpp"

namespace selvage::flow {

void Net::fifo_in(G o, std::uint32_t slot) {
  Output& out = out_[o];
  out.fifo.push_back(slot);
  if (is_marker(slot)) return serve(Serve::kTx, o);
  const Cargo& c = cargo_[slot];
  out.depth += c.len;
  serve(Serve::kTx, o);
  if (params_.ack_at_write && edge(o)) acknowledge(o, c);
}

/// The packet leaves the egress FIFO: its ACK is made (FLOW-A-3, FLOW-A-6).
void Net::acknowledge(G o, const Cargo& c) {
  const G p = g(sw_of(o), c.in);
  const unsigned level = blocks_[p]->ifct_row(now_, c.id).level;
  const golden::AckType type = params_.congestion_aware
                                   ? blocks_[o]->ack_type(now_, out_[o].depth, level)
                                   : golden::AckType::kNormal;
  const unsigned units = c.hole + c.len;
  in_[p].rows[c.id].returning -= units;  // give_ack counts it again
  give_ack(p, {now_ + params_.stages.ack_xbar, {c.id, type, units, port_of(o), c.vc}, units});
}

/// The last phase of a cycle: what the redirect generator and the aggregator see of it, and what
/// starts on the wire.
void Net::serve_tx(G o) {
  Output& out = out_[o];
  if (out.kind == PortEnd::Kind::kSwitch) {
    const unsigned depth = redirect_depth(out);
    if (out.load.load || depth != out.sent_depth) {
      out.load.depth = out.sent_depth = depth;
      blocks_[o]->redirect(now_, out.load);
      out.load = {};
    }
    if (tell_aggregator(o)) return;
  }
  send_data(o);
}

/// True if data has to wait: an ACK frame asks, though the one before is not out of the packer
/// (FLOW-B-7).
bool Net::tell_aggregator(G o) {
  Output& out = out_[o];
  const bool idle = out.data_until <= now_ && out.fifo.empty();
  if (out.push.empty() && out.held.empty()) return false;
  const AggregatorView view = blocks_[o]->aggregator(now_);
  golden::AggregatorInput in;
  in.idle = idle;
  in.grant = view.req && out.wire_free <= now_ && out.ack_free <= now_;
  if (in.grant) send_acks(o, view.len);  // before the push: that one is not in the frame
  if (!out.push.empty() && view.ready) {
    in.push = true;
    in.ack = golden::with_parity(golden::encode(out.push.front().ack));
    out.held.push_back(out.push.front());
    out.held.back().since = now_;
    out.held.back().messages = out.messages;
    out.push.pop_front();
  }
  if (in.grant && !out.held.empty()) out.data_free = now_ + 2;  // they may ask then, not before
  if (in.push || in.grant || idle != out.sent_idle) {
    blocks_[o]->aggregator_step(now_, in);
    out.sent_idle = idle;
  }
  Cycle next = blocks_[o]->aggregator_next(now_);
  if (!out.push.empty()) next = now_ + 1;
  const bool asks = view.req && !in.grant;
  if (asks) next = std::min(next, std::max(out.wire_free, out.ack_free));
  if (next != kNever) serve_at(std::max(next, now_ + 1), Serve::kTx, o);
  return asks;
}

/// A frame of the `count` oldest ACKs goes onto the wire.
void Net::send_acks(G o, unsigned count) {
  Output& out = out_[o];
  const Cycle cycles = ack_frame_cycles(count);
  std::uint32_t index = static_cast<std::uint32_t>(frames_.size());
  if (free_frames_.empty()) {
    frames_.emplace_back();
  } else {
    index = free_frames_.back();
    free_frames_.pop_back();
  }
  if (count > out.held.size()) {
    violate("FLOW-P-2", "a frame of more ACKs than were taken", o);
    count = static_cast<unsigned>(out.held.size());
  }
  Cycle longest =
      golden::longest_ack_wait(params_.aggregator, out.longest,
                               std::max<Cycle>(golden::ack_frame_blocks(params_.aggregator.max),
                                               ack_frame_cycles(params_.aggregator.max)));
  if (count > 0) longest += out.messages - out.held.front().messages;
  if (count > 0 && now_ - out.held.front().since > longest)
    violate("FLOW-P-5",
            "an ACK has waited " + std::to_string(now_ - out.held.front().since) +
                " cycles for its frame, more than " + std::to_string(longest),
            o);
  for (unsigned i = 0; i < count; ++i) {
    const Cycle wait = now_ - out.held[i].since;
    counts_.ack_wait += wait;
    counts_.ack_wait_most = std::max(counts_.ack_wait_most, wait);
  }
  ++counts_.ack_sizes[count];
  for (unsigned i = 0; i < count; ++i) frames_[index].acks.push_back(out.held[i]);
  out.held.drop(count);
  const unsigned blocks = golden::ack_frame_blocks(count);
  onto_wire(o, Output::Load::kFrame, index, cycles);
  out.ack_free = now_ + blocks;
  if (observer_ != nullptr) observer_->sent_acks({sw_of(o), port_of(o)}, count, out.wire_free);
  counts_.acks += count;
  ++counts_.ack_frames;
  counts_.ack_bytes += 8 * blocks;
  at(now_ + cycles + params_.link_latency + params_.stages.ack_rx, Kind::kFrame, out.peer, index);
  if (out.ack_free != out.wire_free) serve_at(out.ack_free, Serve::kTx, o);
}

/// Something begins that takes so many cycles.
void Net::onto_wire(G o, Output::Load what, std::uint32_t which, Cycle cycles) {
  Output& out = out_[o];
  out.carries = what;
  out.carried = which;
  out.began = now_;
  out.wire_free = out.tail_at = now_ + cycles;
  at(out.tail_at, Kind::kTail, o);
}

void Net::send_data(G o) {
  Output& out = out_[o];
  if (out.fifo.empty()) return;
  if (out.wire_free > now_) {  // behind a message no tail tells that it is free
    if (out.tail_at <= now_) serve_at(out.wire_free, Serve::kTx, o);
    return;
  }
  if (out.data_free > now_) return serve_at(out.data_free, Serve::kTx, o);
  const std::uint32_t slot = out.fifo.front();
  out.fifo.pop_front();
  if (is_marker(slot)) return send_marker(o, slot);
  Cargo& c = cargo_[slot];
  const unsigned cycles = beats(c);
  onto_wire(o, Output::Load::kPacket, slot, cycles);
  out.data_until = out.wire_free;
  out.longest = std::max<Cycle>(out.longest, cycles);
  out.sending = c.len;
  if (observer_ != nullptr) observer_->sent({sw_of(o), port_of(o)}, c, out.wire_free);
  if (edge(o)) {
    if (!params_.ack_at_write) acknowledge(o, c);
    client_.header_leaves(slot, sw_of(o), port_of(o), c.vc);
  } else if (out.cut) {
    lose(o, slot, DropCause::kSentIntoDead);
  } else if (out.lose_next > 0) {
    --out.lose_next;
    lose(o, slot, DropCause::kLost);
  } else if (params_.loss > 0 && loss_.chance(params_.loss)) {
    lose(o, slot, DropCause::kLost);
  } else {
    client_.header_leaves(slot, sw_of(o), port_of(o), c.vc);
  }
}

void Net::carry(std::uint32_t slot, SwitchIdx sw, PortIdx port) {
  const Output& out = out_[g(sw, port)];
  if (edge(g(sw, port))) return header_to_host(out.peer, slot, params_.link_latency);
  header_coming(sw_of(out.peer), port_of(out.peer), slot, params_.link_latency);
}

/// What is on the wire ends one cycle later; nothing begins in that beat.
void Net::message_leaves(SwitchIdx sw, PortIdx port, Cycle now) {
  const G o = g(sw, port);
  Output& out = out_[o];
  ++out.messages;
  if (out.tail_at > now + 1) return stretch(o, now);
  out.wire_free = std::max(out.wire_free, now + 2);
}

/// The beats behind the message come a cycle later, here and at the far end; further on nothing is
/// later, since more than that has been read ahead.
void Net::stretch(G o, Cycle now) {
  Output& out = out_[o];
  out.wire_free = ++out.tail_at;
  if (observer_ != nullptr) observer_->stretched({sw_of(o), port_of(o)}, out.tail_at);
  if (out.carries == Output::Load::kFrame) {
    ++frames_[out.carried].late;
    return;
  }
  out.data_until = out.tail_at;
  if (out.carries == Output::Load::kMarker) return;
  out.longest = std::max(out.longest, out.tail_at - out.began);
  if (out.carried == kNoSlot) return;  // lost
  const Cycle arrives = out.began + params_.link_latency + params_.stages.rx_fabric;
  if (arrives > now) {
    ++cargo_[out.carried].late;
    return;
  }
  Input& far = in_[out.peer];
  ++far.last_tail;
  if (far.last_read) far.read_free = std::max(far.read_free, far.last_tail);
}

/// A header without data: no units, no credit, no room in a pool (FLOW-A-31).
void Net::send_marker(G o, std::uint32_t slot) {
  Output& out = out_[o];
  const unsigned cycles =
      (params_.overhead_bytes + params_.bytes_per_cycle - 1) / params_.bytes_per_cycle;
  onto_wire(o, Output::Load::kMarker, slot, std::max(1U, cycles));
  out.data_until = out.wire_free;
  if (observer_ != nullptr)
    observer_->sent_marker({sw_of(o), port_of(o)}, id_of(slot), out.wire_free);
  if (out.cut || (params_.loss > 0 && loss_.chance(params_.loss))) {
    last_progress_ = now_;  // it will be sent again: nothing is stuck
    return;
  }
  at(now_ + params_.link_latency + params_.stages.rx_fabric, Kind::kPacket, out.peer, slot);
}

void Net::tail_gone(G o) {
  Output& out = out_[o];
  if (out.tail_at > now_) return at(out.tail_at, Kind::kTail, o);  // messages took beats of it
  out.reserved -= out.sending;
  out.depth -= out.sending;
  out.sending = 0;
  serve(Serve::kTx, o);
  if (out.waiting != 0) serve(Serve::kArbiter, sw_of(o));
}

void Net::frame(G p, std::uint64_t index) {
  if (const unsigned late = std::exchange(frames_[index].late, 0); late != 0)
    return at(now_ + late, Kind::kFrame, p, index);
  std::vector<UpAck>& acks = frames_[index].acks;
  Output& out = out_[p];
  if (params_.wire_frames) unpack(p, acks);
  if (!out.cut && !acks.empty()) {
    Cycle due = now_;
    for (const UpAck& ack : acks) {  // one a clock
      if (!out.revs.empty()) due = std::max(due, out.revs.back().first + 1);
      out.revs.emplace_back(due++, ack);
    }
    // What the unpacker of this port has to hold, an aggregator's worth at most.
    if (out.revs.size() > params_.aggregator.depth + params_.aggregator.max)
      violate("FLOW-B-8", "more ACKs have come than an unpacker holds", p);
    serve(Serve::kOfct, p);
    serve_at(std::max(now_ + 1, out.revs.front().first), Serve::kOfct, p);
  }
  acks.clear();
  free_frames_.push_back(static_cast<std::uint32_t>(index));
}

/// Puts what the unpacker takes out of the words in the place of `acks`: it has to be the same.
void Net::unpack(G p, std::vector<UpAck>& acks) {
  blocks_[out_[p].peer]->frame(now_, words_);
  if (out_[p].cut) return;
  const unsigned bytes = golden::ack_frame_bytes(static_cast<unsigned>(acks.size()));
  if (8 * words_.size() < bytes) {
    violate("FLOW-B-1", "a frame of too few words", p);
    return acks.clear();
  }
  const bool flip = params_.ack_errors > 0 && flips_.chance(params_.ack_errors);
  if (flip) {
    const std::uint64_t bit = flips_.below(8 * bytes);  // nobody looks at the padding
    words_[bit / 64].word ^= std::uint64_t{1} << bit % 64;
  }
  unpacked_.clear();
  if (!blocks_[p]->unpack(now_, words_, unpacked_)) {
    if (!flip) violate("FLOW-B-1", "the unpacker throws a frame away", p);
    lossy_ = true;
    ++counts_.ack_thrown;
    last_progress_ = now_;  // its ACKs will be asked for again: nothing is stuck
  } else if (flip) {
    violate("FLOW-B-1", "the unpacker takes a damaged frame", p);
  } else if (unpacked_.size() != acks.size()) {
    violate("FLOW-P-2", "the unpacker gives another number of ACKs than went into the frame", p);
  }
  acks.resize(unpacked_.size());
  for (std::size_t i = 0; i < unpacked_.size(); ++i) {
    if (unpacked_[i] == golden::with_parity(golden::encode(acks[i].ack)))
      acks[i].ack = golden::decode_ack(unpacked_[i]);
    else violate("FLOW-P-2", "an ACK comes out of its frame as another one", p);
  }
}

/// XOFF while what is free could not take all that may still come (the back-stop of FLOW-D-4).
void Net::pool_changed(G p, unsigned lane) {
  Input& in = in_[p];
  const unsigned units = in.pool[lane];
  counts_.pool_high = std::max(counts_.pool_high, units);
  if (units > params_.pool_units) violate("FAB-BUF", "a pool overflows", p);
  const bool off = units + headroom_ > params_.pool_units;
  if (off == (in.xoff[lane] != 0)) return;
  in.xoff[lane] = off ? 1 : 0;
  if (off) ++counts_.xoffs;
  const std::uint64_t to_host = edge(p) ? std::uint64_t{1} << 32 : 0;
  at(now_ + params_.link_latency, Kind::kSignal, out_[p].peer,
     to_host | std::uint64_t{lane} << 1 | (off ? 0U : 1U));
}

void Net::lose(G o, std::uint32_t slot, DropCause cause) {
  const Cargo& c = cargo_[slot];
  Output& out = out_[o];
  if (out.carried == slot) out.carried = kNoSlot;
  out.transit[c.id] -= c.carried + c.len;
  out.lost[c.id] += c.carried + c.len;
  lossy_ = true;
  ++counts_.lost;
  counts_.lost_units += c.carried + c.len;
  if (observer_ != nullptr) observer_->lost({sw_of(o), port_of(o)}, c);
  drop(slot, {sw_of(o), port_of(o)}, cause);
}

void Net::drop(std::uint32_t slot, SwitchPort at, DropCause cause) {
  ++counts_.dropped;
  leave_fabric(cargo_[slot]);
  last_progress_ = now_;
  client_.dropped(slot, at, cause, now_);
}

}  // namespace selvage::flow
