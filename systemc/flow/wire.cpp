// SPDX-License-Identifier: Apache-2.0
/// \file
/// Links: output FIFO, ACK frames before data (FLOW-B-7), XON and XOFF, loss.
#include <algorithm>
#include <utility>

#include "flow/router.hpp"

namespace selvage::flow {

void OutputUnit::fifo_in(std::uint32_t slot) {
  Output& out = output();
  out.fifo.push_back(slot);
  if (shared_.observer != nullptr) shared_.observer->into_fifo({sw_, port_}, slot);
  if (is_marker(slot)) return serve(Serve::kTx);
  const Cargo& c = shared_.cargo[slot];
  out.depth += c.len;
  serve(Serve::kTx);
  if (shared_.params.ack_at_write && edge()) acknowledge(c);
}

/// The packet leaves the egress FIFO: its ACK is made (FLOW-A-3, FLOW-A-6).
void OutputUnit::acknowledge(const Cargo& c) {
  const unsigned level = router().blocks(c.in).ifct_row(now(), c.id).level;
  const golden::AckType type = shared_.params.congestion_aware
                                   ? blocks().ack_type(now(), output().depth, level)
                                   : golden::AckType::kNormal;
  const unsigned units = c.hole + c.len;
  router().input(c.in).rows[c.id].returning -= units;  // give_ack counts it again
  router().input_unit(c.in).give_ack(
      {now() + shared_.params.stages.ack_xbar, {c.id, type, units, port_, c.vc}, units});
}

/// The last phase of a cycle: what the redirect generator and the aggregator see of it, and what
/// starts on the wire.
void OutputUnit::serve_tx() {
  Output& out = output();
  if (out.kind == PortEnd::Kind::kSwitch) {
    const unsigned depth = shared_.redirect_depth(out);
    if (out.load.load || depth != out.sent_depth) {
      out.load.depth = out.sent_depth = depth;
      blocks().redirect(now(), out.load);
      out.load = {};
    }
    if (tell_aggregator()) return;
  }
  send_data();
}

/// True if data has to wait: an ACK frame requests it, though the one before is not out of the
/// packer (FLOW-B-7).
bool OutputUnit::tell_aggregator() {
  Output& out = output();
  const bool idle = out.data_until <= now() && out.fifo.empty();
  if (out.push.empty() && out.held.empty()) return false;
  const AggregatorView view = blocks().aggregator(now());
  golden::AggregatorInput in;
  in.idle = idle;
  in.grant = view.req && out.wire_free <= now() && out.ack_free <= now();
  if (in.grant) send_acks(view.len);  // before the push: that one is not in the frame
  if (!out.push.empty() && view.ready) push_ack(in);
  if (in.grant && !out.held.empty())
    out.data_free = now() + 2;  // they may request then, not before
  if (in.push || in.grant || idle != out.sent_idle) {
    blocks().aggregator_step(now(), in);
    out.sent_idle = idle;
  }
  Cycle next = blocks().aggregator_next(now());
  if (!out.push.empty()) next = now() + 1;
  const bool requested = view.req && !in.grant;
  if (requested) next = std::min(next, std::max(out.wire_free, out.ack_free));
  if (next != kNever) serve_at(next, Serve::kTx);
  return requested;
}

/// The next ACK goes into the aggregator.
void OutputUnit::push_ack(golden::AggregatorInput& in) {
  Output& out = output();
  in.push = true;
  in.ack = golden::with_parity(golden::encode(out.push.front().ack));
  out.held.push_back(out.push.front());
  out.held.back().since = now();
  out.held.back().messages = out.messages;
  out.push.pop_front();
}

std::uint32_t OutputUnit::take_frame() {
  if (shared_.free_frames.empty()) {
    shared_.frames.emplace_back();
    return static_cast<std::uint32_t>(shared_.frames.size() - 1);
  }
  const std::uint32_t index = shared_.free_frames.back();
  shared_.free_frames.pop_back();
  return index;
}

/// A frame of the `count` oldest ACKs goes onto the wire.
void OutputUnit::send_acks(unsigned count) {
  Output& out = output();
  const std::uint32_t index = take_frame();
  const Cycle cycles = ack_frame_cycles(count);
  if (count > out.held.size()) {
    shared_.violate("FLOW-P-2", "a frame of more ACKs than were taken", self_);
    count = static_cast<unsigned>(out.held.size());
  }
  count_waits(count);
  ++shared_.counts.ack_sizes[count];
  for (unsigned i = 0; i < count; ++i) shared_.frames[index].acks.push_back(out.held[i]);
  out.held.drop(count);
  onto_wire(Output::Load::kFrame, index, cycles);
  out.ack_free = now() + golden::ack_frame_words(count);
  if (shared_.observer != nullptr) shared_.observer->sent_acks({sw_, port_}, count, out.wire_free);
  shared_.counts.acks += count;
  ++shared_.counts.ack_frames;
  shared_.counts.ack_bytes += 8 * golden::ack_frame_blocks(count);
  shared_.agenda.at(now() + cycles + shared_.params.link_latency + shared_.params.stages.ack_rx,
                    Kind::kFrame, out.peer, index);
}

/// How long these have waited: no longer than the aggregator allows, and each message that they met
/// one cycle more (FLOW-P-5).
void OutputUnit::count_waits(unsigned count) {
  const Output& out = output();
  if (count == 0) return;
  const unsigned most = shared_.params.aggregator.max;
  const Cycle frame = std::max<Cycle>(golden::ack_frame_words(most), ack_frame_cycles(most));
  const Cycle longest = golden::longest_ack_wait(shared_.params.aggregator, out.longest, frame) +
                        (out.messages - out.held.front().messages);
  if (now() - out.held.front().since > longest)
    shared_.violate("FLOW-P-5",
                    "an ACK has waited " + std::to_string(now() - out.held.front().since) +
                        " cycles for its frame, more than " + std::to_string(longest),
                    self_);
  for (unsigned i = 0; i < count; ++i) {
    const Cycle wait = now() - out.held[i].since;
    shared_.counts.ack_wait += wait;
    shared_.counts.ack_wait_most = std::max(shared_.counts.ack_wait_most, wait);
  }
}

/// Something begins that takes so many cycles.
void OutputUnit::onto_wire(Output::Load what, std::uint32_t which, Cycle cycles) {
  Output& out = output();
  out.carries = what;
  out.carried = which;
  out.began = now();
  out.wire_free = out.tail_at = now() + cycles;
  at(out.tail_at, Kind::kTail);
}

void OutputUnit::send_data() {
  Output& out = output();
  if (out.fifo.empty() || out.host_full) return;
  if (out.wire_free > now()) {  // behind a message no tail marks it free
    if (out.tail_at <= now()) serve_at(out.wire_free, Serve::kTx);
    return;
  }
  if (out.data_free > now()) return serve_at(out.data_free, Serve::kTx);
  const std::uint32_t slot = out.fifo.front();
  out.fifo.pop_front();
  if (is_marker(slot)) return send_marker(slot);
  Cargo& c = shared_.cargo[slot];
  const unsigned cycles = shared_.beats(c);
  onto_wire(Output::Load::kPacket, slot, cycles);
  out.data_until = out.wire_free;
  out.longest = std::max<Cycle>(out.longest, cycles);
  out.sending = c.len;
  if (shared_.observer != nullptr) shared_.observer->sent({sw_, port_}, c, out.wire_free);
  if (edge()) {
    if (!shared_.params.ack_at_write) acknowledge(c);
    shared_.client.header_leaves(slot, sw_, port_, c.vc);
  } else if (out.cut) {
    lose(slot, DropCause::kSentIntoDead);
  } else if (out.lose_next > 0) {
    --out.lose_next;
    lose(slot, DropCause::kLost);
  } else if (shared_.params.loss > 0 && shared_.loss.chance(shared_.params.loss)) {
    lose(slot, DropCause::kLost);
  } else {
    shared_.client.header_leaves(slot, sw_, port_, c.vc);
  }
}

/// What is on the wire ends one cycle later; nothing begins in that beat.
void OutputUnit::message_leaves(Cycle now) {
  Output& out = output();
  ++out.messages;
  if (out.tail_at > now + 1) return stretch(now);
  out.wire_free = std::max(out.wire_free, now + 2);
}

/// The beats behind the message come a cycle later, here and at the far end; further on nothing is
/// later, since more than that has been read ahead.
void OutputUnit::stretch(Cycle now) {
  Output& out = output();
  out.wire_free = ++out.tail_at;
  if (shared_.observer != nullptr) shared_.observer->stretched({sw_, port_}, out.tail_at);
  if (out.carries == Output::Load::kFrame) {
    ++shared_.frames[out.carried].late;
    return;
  }
  out.data_until = out.tail_at;
  if (out.carries == Output::Load::kMarker) return;
  out.longest = std::max(out.longest, out.tail_at - out.began);
  if (out.carried == kNoSlot) return;  // lost
  shared_.client.stalled(out.carried, sw_, port_);
  const Cycle arrives = out.began + shared_.params.link_latency + shared_.params.stages.rx_fabric;
  if (arrives > now) {
    ++shared_.cargo[out.carried].late;
    return;
  }
  Input& far = shared_.in[out.peer];
  ++far.last_tail;
  if (far.last_read) far.read_free = std::max(far.read_free, far.last_tail);
}

/// A header without data: no units, no credit, no room in a pool (FLOW-A-31).
void OutputUnit::send_marker(std::uint32_t slot) {
  Output& out = output();
  const unsigned cycles = (shared_.params.overhead_bytes + shared_.params.bytes_per_cycle - 1) /
                          shared_.params.bytes_per_cycle;
  onto_wire(Output::Load::kMarker, slot, std::max(1U, cycles));
  out.data_until = out.wire_free;
  if (shared_.observer != nullptr)
    shared_.observer->sent_marker({sw_, port_}, shared_.id_of(slot), out.wire_free);
  if (out.cut || (shared_.params.loss > 0 && shared_.loss.chance(shared_.params.loss))) {
    shared_.last_progress = now();  // it will be sent again: nothing is stuck
    return;
  }
  shared_.inputs[out.peer].header_coming(slot, shared_.params.link_latency);
}

void OutputUnit::tail_gone() {
  Output& out = output();
  if (out.tail_at > now()) return at(out.tail_at, Kind::kTail);  // messages took beats of it
  out.reserved -= out.sending;
  out.depth -= out.sending;
  out.sending = 0;
  serve(Serve::kTx);
  if (out.waiting != 0) router().serve(Serve::kArbiter);
}

void OutputUnit::frame(std::uint64_t index) {
  if (const unsigned late = std::exchange(shared_.frames[index].late, 0); late != 0)
    return at(now() + late, Kind::kFrame, index);
  std::vector<UpAck>& acks = shared_.frames[index].acks;
  Output& out = output();
  if (shared_.params.wire_frames) unpack(acks);
  if (!out.cut && !acks.empty()) {
    for (const UpAck& ack : acks) out.revs.push_back(ack);
    // What the unpacker of this port has to hold, an aggregator's worth at most.
    if (out.revs.size() > shared_.params.aggregator.depth + shared_.params.aggregator.max)
      shared_.violate("FLOW-B-8", "more ACKs have come than an unpacker holds", self_);
    serve(Serve::kOfct);
  }
  acks.clear();
  shared_.free_frames.push_back(static_cast<std::uint32_t>(index));
}

/// Puts what the unpacker takes out of the words in the place of `acks`: it has to be the same.
void OutputUnit::unpack(std::vector<UpAck>& acks) {
  shared_.blocks[output().peer]->frame(now(), shared_.words);
  if (output().cut) return;
  const unsigned bytes = golden::ack_frame_bytes(static_cast<unsigned>(acks.size()));
  if (golden::kAckWordBytes * shared_.words.size() < bytes) {
    shared_.violate("FLOW-B-1", "a frame of too few words", self_);
    return acks.clear();
  }
  const bool flip =
      shared_.params.ack_errors > 0 && shared_.flips.chance(shared_.params.ack_errors);
  if (flip) {
    const std::uint64_t bit = shared_.flips.below(8 * bytes);  // nobody looks at the padding
    constexpr unsigned kWordBits = 8 * golden::kAckWordBytes;
    shared_.words[bit / kWordBits].word[bit % kWordBits / 64] ^= std::uint64_t{1} << bit % 64;
  }
  shared_.unpacked.clear();
  if (!blocks().unpack(now(), shared_.words, shared_.unpacked)) {
    if (!flip) shared_.violate("FLOW-B-1", "the unpacker throws a frame away", self_);
    shared_.lossy = true;
    ++shared_.counts.ack_thrown;
    shared_.last_progress = now();  // its ACKs will be asked for again: nothing is stuck
  } else if (flip) {
    shared_.violate("FLOW-B-1", "the unpacker takes a damaged frame", self_);
  } else if (shared_.unpacked.size() != acks.size()) {
    shared_.violate("FLOW-P-2",
                    "the unpacker gives another number of ACKs than went into the frame", self_);
  }
  acks.resize(shared_.unpacked.size());
  for (std::size_t i = 0; i < shared_.unpacked.size(); ++i) {
    if (shared_.unpacked[i] == golden::with_parity(golden::encode(acks[i].ack)))
      acks[i].ack = golden::decode_ack(shared_.unpacked[i]);
    else shared_.violate("FLOW-P-2", "an ACK comes out of its frame as another one", self_);
  }
}

void OutputUnit::lose(std::uint32_t slot, DropCause cause) {
  const Cargo& c = shared_.cargo[slot];
  Output& out = output();
  if (out.carried == slot) out.carried = kNoSlot;
  out.transit[c.id] -= c.carried + c.len;
  out.lost[c.id] += c.carried + c.len;
  shared_.lossy = true;
  ++shared_.counts.lost;
  shared_.counts.lost_units += c.carried + c.len;
  if (shared_.observer != nullptr) shared_.observer->lost({sw_, port_}, c);
  shared_.drop(slot, place(), cause);
}

}  // namespace selvage::flow
