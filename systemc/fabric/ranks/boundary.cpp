// SPDX-License-Identifier: Apache-2.0
#include "fabric/ranks/boundary.hpp"

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

#include "fabric/beats/whole.hpp"
#include "fabric/record/journey.hpp"

namespace selvage::fabric {
namespace {

/// What of a packet goes along with its front.
struct Image {
  PacketId id;
  Cycle created;
  Cycle sent;
  Cycle lost_at;  ///< kNever: it is not lost, or was so long ago
  std::uint64_t lost_moment;
  HostIdx source;
  HostIdx destination;
  std::uint32_t switches;
  std::uint32_t flow;
  std::uint32_t fault;
  std::uint32_t beats;
  std::uint8_t vc;
  std::uint8_t tc;
  std::uint8_t length;
  bool ordered;
  bool measured;
  bool lost;
  bool cut;
  DropReason reason;
  DropClass verdict;
};

Image image_of(const Packet& p, const Loss* loss) {
  return {p.id,
          p.created,
          p.sent,
          loss != nullptr ? loss->at : kNever,
          loss != nullptr ? loss->moment : 0,
          p.source,
          p.destination,
          p.switches,
          p.flow,
          p.fault,
          p.beats,
          p.vc,
          p.tc,
          p.length,
          p.ordered,
          p.measured,
          p.lost,
          p.cut,
          p.reason,
          p.verdict};
}

void restore(Packet& p, const Image& i) {
  p.id = i.id;
  p.created = i.created;
  p.sent = i.sent;
  p.source = i.source;
  p.destination = i.destination;
  p.switches = i.switches;
  p.flow = i.flow;
  p.fault = i.fault;
  p.beats = i.beats;
  p.vc = i.vc;
  p.tc = i.tc;
  p.length = i.length;
  p.ordered = i.ordered;
  p.measured = i.measured;
  p.lost = i.lost;
  p.cut = i.cut;
  p.tail = 0;  // it has not come to a host
  p.reason = i.reason;
  p.verdict = i.verdict;
}

bool earlier(const Loss& a, const Loss& b) {
  return std::tie(a.at, a.moment) < std::tie(b.at, b.moment);
}

}  // namespace

/// One direction of a link that has an end at another rank.
class CutLink final : public LinkForwardIf, public LinkBackwardIf {
 public:
  /// `holds`: packets whose front has left and whose rest has not, at most.
  CutLink(Boundary& boundary, SwitchPort from, SwitchPort to, unsigned holds)
      : boundary_(boundary), from_(from), to_(to), held_(holds) {}

  void sit(LinkInitiatorSocket& from, LinkTargetSocket& to) {
    forward_ = std::exchange(from.end(from_.port), {this, to_.port});
    backward_ = std::exchange(to.end(to_.port), {this, from_.port});
  }

  void transport_fw(PortIdx port, LinkPayload& payload, LinkPhase phase, Cycle delay) override {
    if (phase == LinkPhase::kMessage) {
      return forward_.interface->transport_fw(port, payload, phase, delay);
    }
    const bool header = phase == LinkPhase::kHeader;
    Context& c = boundary_.context_;
    const Boundary::Crossing crossing{header ? Boundary::Kind::kHeader : Boundary::Kind::kStall,
                                      payload.vc,
                                      header && boundary_.journeys_ != nullptr,
                                      to_.port,
                                      to_.sw,
                                      c.now() + delay};
    const std::uint32_t rank = c.share.rank_of[to_.sw];
    if (!header) return boundary_.put_crossing(rank, crossing);
    const Packet& packet = c.packets.at(payload.slot);
    boundary_.put_packet(rank, crossing, packet);
    hold(packet);
  }

  void transport_bw(PortIdx port, LinkPhase phase, unsigned vc, Cycle delay) override {
    if (phase != LinkPhase::kXon && phase != LinkPhase::kXoff) {
      return backward_.interface->transport_bw(port, phase, vc, delay);
    }
    const Context& c = boundary_.context_;
    if (c.share.elsewhere(to_.sw)) return;  // its own rank says so
    boundary_.put_crossing(c.share.rank_of[from_.sw],
                           {Boundary::Kind::kFlowControl, static_cast<std::uint8_t>(vc),
                            phase == LinkPhase::kXon, from_.port, from_.sw, c.now() + delay});
  }

  /// Its rest is still to leave here, and may be cut. The last one's on its channel has gone.
  void hold(const Packet& packet) {
    Held& held = held_[held_.size() == 1 ? 0 : packet.vc];
    release(held);
    held = {packet.slot, packet.lost, packet.fault, packet.switches};
    ++boundary_.held_;
  }
  void release() {
    for (Held& held : held_) release(held);
  }
  /// Tells the far rank what has been cut here since.
  void tell_cuts() {
    for (Held& held : held_) tell_cut(held);
  }

 private:
  /// A packet whose front has gone to the far rank.
  struct Held {
    std::uint32_t slot = kNoSlot;
    bool lost = false;               ///< the far rank knows that it is
    std::uint32_t fault = kNoFault;  ///< and by which fault
    std::uint32_t switches = 0;
  };
  void release(Held& held) {
    if (held.slot == kNoSlot) return;
    tell_cut(held);
    boundary_.context_.packets.give_back(boundary_.context_.packets.at(held.slot));
    held.slot = kNoSlot;
    --boundary_.held_;
  }
  void tell_cut(Held& held) {
    if (held.slot == kNoSlot) return;
    const Packet& packet = boundary_.context_.packets.at(held.slot);
    if (packet.lost == held.lost && packet.fault == held.fault) return;
    held.lost = packet.lost;
    held.fault = packet.fault;
    boundary_.put_cut(boundary_.context_.share.rank_of[to_.sw],
                      {held.switches, *boundary_.loss_of(packet.id)});
  }

  Boundary& boundary_;
  SwitchPort from_;
  SwitchPort to_;
  LinkEnd<LinkForwardIf> forward_;
  LinkEnd<LinkBackwardIf> backward_;
  std::vector<Held> held_;  ///< by virtual channel if packets take turns on the link
};

Boundary::Boundary(Context& context, const Switches& switches, DataPath& path, unsigned ranks,
                   JourneyLog* journeys)
    : context_(context), switches_(switches), path_(path), journeys_(journeys), queues_(ranks) {
  context.losses = &losses_;
  path.share(*this);
}

Boundary::~Boundary() = default;

void Boundary::cut(SwitchPort sw, SwitchPort far) {
  if (!context_.share.elsewhere(sw.sw) && !context_.share.elsewhere(far.sw)) return;
  const bool interleaved = path_.link_rules({}).interleaved;
  links_.push_back(std::make_unique<CutLink>(*this, sw, far,
                                             interleaved ? context_.topology.data_vc_count() : 1));
  links_.back()->sit(switches_[sw.sw]->out(), switches_[far.sw]->in());
}

// ---- to other ranks -----------------------------------------------------------------------------

void Boundary::put_crossing(std::uint32_t to, const Crossing& crossing) {
  first_arrival_ = std::min(first_arrival_, crossing.at);
  put(queues_[to], crossing);
}

void Boundary::put_packet(std::uint32_t to, const Crossing& crossing, const Packet& packet) {
  put_crossing(to, crossing);
  put(queues_[to], image_of(packet, packet.lost ? loss_of(packet.id) : nullptr));
  path_.pack(packet, queues_[to]);
  if (!crossing.flag) return;
  const JourneyLog::Life life = journeys_->take_out(packet.id);
  put_all(queues_[to], life.hops);
}

mpi::Bytes& Boundary::carry(SwitchIdx to, Cycle at) {
  const std::uint32_t rank = context_.share.rank_of[to];
  put_crossing(rank, {Kind::kPath, 0, false, 0, to, at});
  return queues_[rank];
}

mpi::Bytes& Boundary::carry_beats(SwitchIdx to) {
  const std::uint32_t rank = context_.share.rank_of[to];
  put(queues_[rank], Crossing{Kind::kBeats, 0, false, 0, to, 0});
  beats_ = true;
  return queues_[rank];
}

void Boundary::follow(WholeSwitches& twin) {
  twin_ = &twin;
  twin.share(*this);
}

void Boundary::put_cut(std::uint32_t to, const CutPacket& cut) {
  put(queues_[to], Crossing{Kind::kCut, 0, false, 0, 0, 0});
  put(queues_[to], cut);
}

void Boundary::complete(const std::vector<std::uint32_t>& repairs) {
  constexpr Cycle kLatencies = 64;  // longer than the news of a cut packet is under way
  while (!losses_.empty() &&
         losses_.front().at + kLatencies * context_.timing.link < context_.now()) {
    losses_.pop_front();
  }
  if (look_ || outages_ != context_.book.outages) {
    look_ = false;
    outages_ = context_.book.outages;
    keep_first_losses();
    for (const auto& link : links_) link->tell_cuts();
  }
  for (const std::uint32_t fault : repairs) {
    const SwitchPort end = context_.book.faults[fault].link;
    const PortEnd far = context_.topology.peer(end.sw, end.port);
    for (const SwitchPort& here : {end, SwitchPort{far.index, far.port}}) {
      if (context_.share.elsewhere(here.sw)) continue;
      const Crossing crossing{Kind::kClear, 0,       false,
                              here.port,    here.sw, switches_[here.sw]->clear_at(here.port)};
      for (std::uint32_t to = 0; to < queues_.size(); ++to) {
        if (to != context_.share.rank) put(queues_[to], crossing);
      }
    }
  }
}

// ---- from other ranks ---------------------------------------------------------------------------

void Boundary::play(ByteReader& reader) {
  while (!reader.done()) {
    const auto c = reader.get<Crossing>();
    const Cycle delay = c.at - context_.now();
    Switch& sw = *switches_[c.sw];
    switch (c.kind) {
      case Kind::kHeader:
        sw.in().get_base_interface().transport_fw(c.port, take_packet(reader, c.flag),
                                                  LinkPhase::kHeader, delay);
        break;
      case Kind::kStall:
        sw.in().get_base_interface().transport_fw(c.port, stalled_, LinkPhase::kStall, delay);
        break;
      case Kind::kFlowControl:
        sw.out().get_base_interface().transport_bw(
            c.port, c.flag ? LinkPhase::kXon : LinkPhase::kXoff, c.vc, delay);
        break;
      case Kind::kCut: play_cut(reader.get<CutPacket>()); break;
      case Kind::kClear: sw.set_clear_at(c.port, c.at); break;
      case Kind::kPath: path_.carried(c.sw, c.at, reader); break;
      case Kind::kBeats: late_ = !twin_->carried(reader) || late_; break;
    }
  }
}

Packet& Boundary::take_packet(ByteReader& reader, bool journey) {
  Packet& packet = context_.packets.take();
  const auto image = reader.get<Image>();
  restore(packet, image);
  path_.unpack(packet, reader);
  if (image.lost_at != kNever) {
    losses_.push_back(
        {image.id, image.lost_at, image.lost_moment, image.fault, image.reason, false});
  }
  if (journey) {
    journeys_->put_in({packet.id, packet.source, packet.destination, packet.created,
                       reader.all<JourneyLog::Hop>()});
  }
  return packet;
}

const Loss* Boundary::loss_of(PacketId packet) const {
  const Loss* first = nullptr;
  for (const Loss& loss : losses_) {
    if (loss.packet == packet && (first == nullptr || earlier(loss, *first))) first = &loss;
  }
  return first;
}

/// A packet may be cut at two places of this rank, between which it is at another one: there are
/// two of it here, each of which has logged a loss.
void Boundary::keep_first_losses() {
  std::map<PacketId, Loss> first;
  for (const Loss& loss : losses_) {
    const auto at = first.emplace(loss.packet, loss).first;
    if (earlier(loss, at->second)) at->second = loss;
  }
  const auto later = [this, &first](const Loss& loss) {
    if (!loss.logged || !earlier(first.at(loss.packet), loss)) return false;
    mistaken_.push_back(loss);
    return true;
  };
  losses_.erase(std::remove_if(losses_.begin(), losses_.end(), later), losses_.end());
}

/// Of two losses the first counts; the news of one may come by two ways. A packet that was lost
/// here too long ago to be known was so before it was cut.
void Boundary::play_cut(const CutPacket& cut) {
  Packet* packet = context_.packets.find(
      [&cut](const Packet& p) { return p.id == cut.loss.packet && p.switches >= cut.switches; });
  const Loss* here = loss_of(cut.loss.packet);
  if (here != nullptr && !earlier(cut.loss, *here)) {
    if (earlier(*here, cut.loss)) mistaken_.push_back(cut.loss);
    if (packet != nullptr) lose(*packet, *here);
    return;
  }
  if (here == nullptr && (packet == nullptr || packet->lost)) {
    mistaken_.push_back(cut.loss);
    return;
  }
  if (packet == nullptr) {
    confused_ = true;
    return;
  }
  if (here != nullptr) mistaken_.push_back(*here);
  losses_.push_back(cut.loss);
  losses_.back().logged = false;
  lose(*packet, cut.loss);
}

void Boundary::lose(Packet& packet, const Loss& loss) {
  if (packet.lost && packet.fault == loss.fault) return;
  packet.lost = true;
  packet.fault = loss.fault;
  packet.reason = loss.reason;
  look_ = true;  // its front may have gone on to a third rank
}

void Boundary::release() {
  for (const auto& link : links_) link->release();
}

}  // namespace selvage::fabric
