// SPDX-License-Identifier: Apache-2.0
#include "fabric/flow/twin/wire.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "golden/mix.hpp"

namespace selvage::fabric {

using cosim::FlowSymbol;

namespace {

/// The model has done what no wire expects of it.
void need(bool condition, const char* what) {
  if (!condition) throw std::logic_error(std::string("wire of a flow switch: ") + what);
}
void put_field(SaidBeat& beat, unsigned which, std::uint64_t value) {
  const HeaderField& f = kHeaderFields[which];
  const std::uint64_t mask = (std::uint64_t{1} << f.width) - 1;
  beat.beat.data[0] |= (value & mask) << f.at;
  beat.said[0] |= mask << f.at;
}
void put_byte(SaidBeat& beat, unsigned k, std::uint64_t value) {
  beat.beat.data[k / 8] |= (value & 0xff) << k % 8 * 8;
  beat.said[k / 8] |= std::uint64_t{0xff} << k % 8 * 8;
}
/// Eight bytes of a packet: no two packets are alike, nor two words of one.
std::uint64_t data_of(PacketId packet, unsigned part) {
  return mix64((packet + 1) * kMixStep + part);
}

}  // namespace

Load& Wire::begin(FlowSymbol symbol, Cycle now, Cycle until) {
  need(!load_ || load_->until <= now, "something begins while another thing is on the wire");
  load_ = std::make_shared<Load>();
  load_->symbol = symbol;
  load_->begun = now;
  load_->until = until;
  next_ = 0;
  loads_.push_back(load_);
  while (loads_.size() > 2 && loads_.front()->until + kept_ < now) loads_.pop_front();
  return *load_;
}

/// Its beats, but for what only links have in a header.
void Wire::body(Load& load, const flow::Packet& packet) {
  load.packet = packet.id;
  load.beats.emplace_back();
  SaidBeat& head = load.beats.back();
  put_field(head, kBytes, packet.bytes);
  put_field(head, kDestination, packet.destination);
  put_field(head, kClass, packet.tc);
  put_field(head, kOrdered, packet.ordered ? 1 : 0);
  unsigned at = cosim::kFlowHeaderBytes;
  std::uint64_t data = 0;
  for (unsigned k = 0; k < packet.bytes; ++k, ++at) {
    if (at == cosim::kFlowBeatBytes) {
      at = 0;
      load.beats.emplace_back();
    }
    if (k % 8 == 0) data = data_of(packet.id, k / 8);
    put_byte(load.beats.back(), at, data >> k % 8 * 8);
  }
}

void Wire::packet(Cycle now, const flow::Cargo& cargo, Cycle until) {
  Load& load = begin(FlowSymbol::kPacket, now, until);
  body(load, cargo.packet);
  need(load.beats.size() == until - now, "a packet of another length");
  if (kind_ == Kind::kToHost) return;
  put_field(load.beats.front(), kGap, cargo.gap ? 1 : 0);
  put_field(load.beats.front(), kFlowId, cargo.id);
  put_field(load.beats.front(), kPosition, cargo.start);
}

void Wire::from_host(Cycle now, const flow::Packet& packet) {
  Load& load = begin(FlowSymbol::kPacket, now, now);
  body(load, packet);
  load.until = now + load.beats.size();
}

void Wire::marker(Cycle now, Cycle until) {
  need(!markers_.empty() && until == now + 1, "a marker that nobody has put into the FIFO");
  Load& load = begin(FlowSymbol::kMarker, now, until);
  const std::uint32_t slot = markers_.front();
  markers_.pop_front();
  load.beats.emplace_back();
  put_field(load.beats.front(), kBytes, 0);
  put_field(load.beats.front(), kFlowId, slot & 0xffffU);
  put_field(load.beats.front(), kPosition, (slot & ~flow::kMarkerBit) >> 16);
}

void Wire::frame(Cycle now, unsigned count, Cycle until) {
  need(count >= 1 && count <= acks_.size(), "a frame of ACKs that nobody has pushed");
  Load& load = begin(FlowSymbol::kFrame, now, until);
  const auto end = acks_.begin() + count;
  const std::vector<std::uint32_t> acks(acks_.begin(), end);
  acks_.erase(acks_.begin(), end);
  golden::pack_ack_frame(acks.data(), count, sequence_++, load.words);
  load.beats.resize(until - now);
  const auto bytes = static_cast<unsigned>(golden::kAckWordBytes * load.words.size());
  for (unsigned k = 0; k < bytes && k < cosim::kFlowBeatBytes * load.beats.size(); ++k) {
    const golden::FrameData& word = load.words[k / golden::kAckWordBytes].word;
    const unsigned b = k % golden::kAckWordBytes;
    put_byte(load.beats[k / cosim::kFlowBeatBytes], k % cosim::kFlowBeatBytes,
             word[b / 8] >> b % 8 * 8);
  }
}

void Wire::end_cycle(Cycle now) {
  Sent sent;
  if (!messages_.empty() && messages_.front().first == now) {
    sent.beat.beat.symbol = FlowSymbol::kMessage;
    sent.beat.beat.data[0] = messages_.front().second;
    sent.beat.said[0] = (std::uint64_t{1} << cosim::kFlowMessageBits) - 1;
    messages_.pop_front();
  } else if (load_ && now < load_->until) {
    need(next_ < load_->beats.size(), "more beats than there are");
    sent.beat = load_->beats[next_];
    sent.beat.beat.symbol = load_->symbol;
    sent.beat.beat.head = next_ == 0;
    sent.beat.beat.tail = now + 1 == load_->until;
    sent.of = load_;
    ++next_;
    need(sent.beat.beat.tail == (next_ == load_->beats.size()), "a tail at another beat");
  }
  if (sent_.empty()) first_ = now;
  sent_.push_back(std::move(sent));
  if (sent_.size() <= kept_) return;
  sent_.pop_front();
  ++first_;
}

void Wire::arrived(FlowSymbol symbol, Cycle begun) {
  const auto found = std::find_if(loads_.begin(), loads_.end(),
                                  [&](const auto& load) { return load->begun == begun; });
  need(found != loads_.end() && (*found)->symbol == symbol, "something arrives that nobody sent");
  (*found)->arrived = true;
}

void Wire::frame_arrived(Cycle until, const std::vector<golden::FrameWord>& words) {
  const auto found = std::find_if(loads_.begin(), loads_.end(), [&](const auto& load) {
    return load->symbol == FlowSymbol::kFrame && load->until == until;
  });
  need(found != loads_.end(), "a frame arrives that nobody sent");
  Load& load = **found;
  need(load.words.size() == words.size(), "a frame of another length");
  for (std::size_t w = 0; w < words.size(); ++w)
    need(load.words[w].word == words[w].word, "a frame of other words");
  load.arrived = true;
}

const Wire::Sent& Wire::at(Cycle cycle) const {
  static const Sent idle;
  if (cycle < first_ || cycle - first_ >= sent_.size()) return idle;
  return sent_[cycle - first_];
}

}  // namespace selvage::fabric
