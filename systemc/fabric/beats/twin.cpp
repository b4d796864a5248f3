// SPDX-License-Identifier: Apache-2.0
#include "fabric/beats/twin.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

#include "cosim/lockstep/runtime.hpp"

namespace selvage::fabric {

/// Sits on the wire that leaves `from`, or the one from a host to `to`.
class SwitchTwin::Tap final : public LinkTap {
 public:
  Tap(SwitchTwin& twin, SwitchPort from, bool of_host, SwitchPort to, bool to_switch)
      : twin_(twin), from_(from), to_(to), of_host_(of_host), to_switch_(to_switch) {}

 private:
  void forward(LinkPayload& payload, LinkPhase phase, Cycle /*delay*/) override {
    if (phase == LinkPhase::kStall) {
      if (!of_host_ && !to_switch_) twin_.port(from_).late = twin_.context_.now() + 1;
    } else if (of_host_) {
      twin_.sent_by_host(to_, payload);
    } else {
      twin_.left(from_, payload);
    }
  }
  void backward(LinkPhase phase, unsigned /*vc*/, Cycle /*delay*/) override {
    if (to_switch_) twin_.said(to_, phase);
    else twin_.said_by_host(from_, phase);
  }

  SwitchTwin& twin_;
  SwitchPort from_;
  SwitchPort to_;
  bool of_host_;
  bool to_switch_;
};

SwitchTwin::SwitchTwin(Context& context, const System& system, Held held)
    : context_(context),
      system_(system),
      held_(std::move(held)),
      d_(context.timing.link),
      numbered_(system.sends_messages() && context.scenario.faults.lossy()),
      awake_(context.topology.switch_count()),
      beats_(d_),
      wires_(d_ + 2),
      ledger_(context.topology.switch_count()) {
  if (d_ < 2) throw std::invalid_argument("link.latency: a switch in RTL needs links of 2 cycles");
  const Topology& topology = context.topology;
  for (SwitchIdx s = 0; s < topology.switch_count(); ++s) {
    Node& node = nodes_.emplace_back();
    if (here(s)) node.block = make(s, topology.switch_name(s));
    node.first = ports_.size();
    for (unsigned p = 0; p < topology.port_count(s); ++p) {
      ports_.emplace_back().far = topology.peer(s, static_cast<PortIdx>(p));
      node.ports |= PortMask{1} << p;
    }
  }
  link_dead_.resize(topology.fallible_link_count());
  for (std::size_t kind = 0; kind < counts_.size(); ++kind) {
    const auto name = block_of(static_cast<LedgerEntry::Kind>(kind));
    counts_[kind] = &context.scoreboard.block(std::string(name));
  }
  const ReceiverConfig& receivers = context.scenario.traffic.receivers;
  if (receivers.in_use()) {
    for (const HostIdx host : receivers.slow_hosts(topology.host_count())) {
      port(topology.attachment(host)).slow = true;
    }
  }
  context.record.add(*this);
}

SwitchTwin::~SwitchTwin() = default;

std::unique_ptr<cosim::SwitchBlock> SwitchTwin::make(SwitchIdx sw, const std::string& name) {
  const Timing& timing = context_.timing;
  cosim::SwitchBlockOptions options;
  options.self = sw;
  options.name = name;
  options.capacity = timing.capacity;
  const Scenario& s = context_.scenario;  // not of the model, whose bug.late_xoff is to be seen
  options.xon_most = timing.capacity - beats_in_round_trip(s.link.latency, s.traffic);
  options.route_latency = static_cast<unsigned>(timing.route);
  options.numbered = numbered_;
  options.sideband = s.link.messages == LinkMessages::kSideband;
  std::string why;
  auto block = system_.make_switch(options, why);
  if (block == nullptr) throw std::invalid_argument(why);
  return block;
}

cosim::TracedModel* SwitchTwin::trace(SwitchIdx sw, const std::string& scope) {
  traced_.push_back(std::make_unique<cosim::TracedSwitch>(make(sw, scope)));
  std::unique_ptr<cosim::SwitchBlock>& block = nodes_[sw].block;
  block = std::make_unique<cosim::RecordedSwitch>(std::move(block), *traced_.back());
  return traced_.back().get();
}

void SwitchTwin::sit_on_switch_link(SwitchPort from, LinkInitiatorSocket& out, LinkTargetSocket& in,
                                    PortIdx far) {
  const PortEnd& end = port(from).far;
  const bool to_switch = end.kind == PortEnd::Kind::kSwitch;
  const SwitchPort to = to_switch ? SwitchPort{end.index, far} : SwitchPort{};
  taps_.push_back(std::make_unique<Tap>(*this, from, false, to, to_switch));
  taps_.back()->sit(out, from.port, in, far);
}

void SwitchTwin::sit_on_host_link(SwitchPort to, LinkInitiatorSocket& out, LinkTargetSocket& in) {
  taps_.push_back(std::make_unique<Tap>(*this, SwitchPort{}, true, to, true));
  taps_.back()->sit(out, 0, in, to.port);
}

// ---- what the model says ------------------------------------------------------------------------

void SwitchTwin::left(SwitchPort from, const LinkPayload& payload) {
  if (!here(from.sw)) return;
  const Cycle now = context_.now();
  if (payload.kind == LinkPayload::Kind::kPacket) {
    const auto& packet = static_cast<const Packet&>(payload);
    ledger_.expect(now, {from, LedgerEntry::Kind::kHeader, tag_of(packet.id)});
    port(from).beats = packet.beats;
    ++port(from).counts.begun;
  } else {
    ++port(from).counts.messages;
    const auto& message = static_cast<const Message&>(payload);
    keep(message.content);
    if (numbered_) port(from).damaged.push_back(message.bad);
    ledger_.expect(now,
                   {from, LedgerEntry::Kind::kMessage, mixed(message.content, message.number)});
  }
}

void SwitchTwin::sent_by_host(SwitchPort to, const LinkPayload& payload) {
  const auto& packet = static_cast<const Packet&>(payload);
  host_heads_.push_back({context_.now() + d_ - 1,
                         to,
                         {tag_of(packet.id), packet.beats, packet.source, packet.destination}});
}

void SwitchTwin::said(SwitchPort in, LinkPhase phase) {
  if (!here(in.sw)) return;
  Port& at = port(in);
  const auto change = [&](bool& level, bool value, LedgerEntry::Kind kind) {
    if (std::exchange(level, value) == value) return;
    if (kind == LedgerEntry::Kind::kXon) count_xoff(at.counts, value);
    ledger_.expect(context_.now(), {in, kind, value ? 1U : 0U});
  };
  switch (phase) {
    case LinkPhase::kXon:
    case LinkPhase::kXoff:
      return change(at.model_xon, phase == LinkPhase::kXon, LedgerEntry::Kind::kXon);
    case LinkPhase::kStop:
    case LinkPhase::kGo:
      return change(at.model_stop, phase == LinkPhase::kStop, LedgerEntry::Kind::kStop);
    default: return;  // said once more
  }
}

void SwitchTwin::said_by_host(SwitchPort to, LinkPhase phase) {
  host_xons_.push_back({context_.now() + d_ - 1, to, phase == LinkPhase::kXon});
}

void SwitchTwin::on(const Decided& e) {
  const bool goes = e.decision.outcome == RouteDecision::Outcome::kForward;
  ledger_.expect(e.at, {{e.sw, e.request.in_port},
                        LedgerEntry::Kind::kDecided,
                        goes ? e.decision.port : LedgerEntry::kNowhere});
}

void SwitchTwin::on(const LinkDeclared& e) {
  if (!here(e.where.sw)) return;
  declarations_.push_back({e.at, e.where, e.up});
  ledger_.note(e.at, {e.where, LedgerEntry::Kind::kDeclared, e.up ? 1U : 0U});
}

void SwitchTwin::on(const ResendAsked& e) {
  if (!numbered_ || !here(e.where.sw)) return;  // no fault message ever comes, or not here
  ledger_.expect(e.at, {e.where, LedgerEntry::Kind::kResend, e.number % cosim::kMessageNumbers});
}

void SwitchTwin::on(const PacketEnded& e) {
  if (e.packet.tail == 0) return;  // it did not come to its host
  // A host finds damage when it has the whole packet; no switch does.
  const bool whole =
      e.end == "delivered" || (e.end == to_string(DropReason::kBitError) && !e.packet.cut);
  arrivals_.push_back({e.at,
                       tag_of(e.packet.id),
                       context_.topology.attachment(e.packet.destination),
                       {e.packet.tail, !whole}});
}

void SwitchTwin::on(const PacketCut& e) {
  if (here(e.where.sw)) cut_tails_.add({e.where, tag_of(e.packet)});
}

/// A packet that is cut is so in all switches behind.
void SwitchTwin::on(const TailGone& e) {
  if (!here(e.in.sw)) return;
  const std::uint32_t tag = tag_of(e.packet);
  const bool cut = cut_tails_.take({e.in, tag});
  if (!e.out) {
    ++port(e.in).counts.drained;
    return;
  }
  const SwitchPort from{e.in.sw, *e.out};
  const PortEnd& far = port(from).far;
  if (far.kind != PortEnd::Kind::kSwitch) return;  // compared at its host
  ledger_.expect(e.at, {from, LedgerEntry::Kind::kTail, tail_value(tag, cut)});
  if (cut) send(e.at + d_ - 1, CutTail{{far.index, far.port}, tag});
}

/// XOFF begins or ends in this cycle.
void SwitchTwin::count_xoff(Counts& counts, bool xon) const {
  if (xon) counts.xoff += context_.now() - counts.xoff_since;
  counts.xoff_since = xon ? kNever : context_.now();
}

// ---- time ---------------------------------------------------------------------------------------

/// As far as no event of `cycle` can matter.
void SwitchTwin::before(Cycle cycle) {
  if (!traced_.empty() && cycle > 0) run_until(cycle - 1);
}

void SwitchTwin::after(Cycle cycle) {
  look_at_links(cycle);
  for (const auto& copy : traced_) copy->drawn(cycle);
  run_until(cycle);
  compare(next_ == 0 ? 0 : next_ - 1);
}

void SwitchTwin::run_until(Cycle cycle) {
  while (next_ < cycle && !context_.scoreboard.failed()) {
    // With nothing awake or under way the next edge is the first for which there is something.
    if (nothing_moves()) {
      const Cycle until = std::min(cycle, next_known());
      next_ = std::max(next_, until);
      if (next_ >= cycle) break;
    }
    edge(next_++);
  }
}

void SwitchTwin::finish(Cycle cycle) {
  for (const auto& copy : traced_) copy->close();
  if (!context_.scoreboard.failed()) after(cycle + kComparesWithin);
  if (!context_.scoreboard.failed()) compare_counters(cycle);
}

Cycle SwitchTwin::next_known() const {
  Cycle next = kNever;
  if (!host_xons_.empty()) next = std::min(next, host_xons_.front().edge);
  if (!host_heads_.empty()) next = std::min(next, host_heads_.front().edge);
  if (!declarations_.empty()) next = std::min(next, declarations_.front().at);
  if (!link_changes_.empty()) next = std::min(next, link_changes_.front().at - 1);
  if (!deaths_.empty()) next = std::min(next, deaths_.front().at - 1);
  return next;
}

bool SwitchTwin::nothing_moves() const {
  return awake_.empty() && beats_.empty() && wires_.empty() && host_packets_.empty() &&
         dead_stops_.empty() && made_up_.empty();
}

SwitchTwin::Node& SwitchTwin::touch(SwitchIdx sw) {
  awake_.insert(sw);
  return nodes_[sw];
}

void SwitchTwin::edge(Cycle c) {
  take_deaths(c);
  take_link_changes(c);
  put_wires(c);
  put_hosts(c);
  put_declarations(c);
  const std::vector<SwitchIdx>& working = awake_.take();
  for (const SwitchIdx sw : working) {
    nodes_[sw].block->edge(c);
    if (const auto failed = cosim::failed_assertion()) {
      Mismatch place;
      place.cycle = c;
      fail(cosim::assertions(context_.scoreboard), place, *failed, sw);
    }
    std::string_view rule;
    if (std::string text = nodes_[sw].block->trouble(rule); !text.empty()) {
      Mismatch place;
      place.cycle = c;
      fail(cosim::assertions(context_.scoreboard), place,
           {rule, "switch in RTL", "goes on", std::move(text)}, sw);
    }
  }
  for (const SwitchIdx sw : working) {
    show(sw, c);
    if (!nodes_[sw].block->idle()) touch(sw);
  }
  say_stops_again(c);
}

void SwitchTwin::put_hosts(Cycle c) {
  for (; !host_xons_.empty() && host_xons_.front().edge <= c; host_xons_.pop_front()) {
    const HostXon& said = host_xons_.front();
    port(said.to).host_xon = said.xon;
    const bool takes = std::none_of(made_up_.begin(), made_up_.end(), [&](const MadeUp& m) {
      return m.by.sw == said.to.sw && m.by.port == said.to.port;
    });
    if (takes) touch(said.to.sw).block->far_xon(said.to.port, said.xon);
  }
  end_made_up(c);
  for (; !host_heads_.empty() && host_heads_.front().edge <= c; host_heads_.pop_front()) {
    const HostHead& came = host_heads_.front();
    if (!dead_in(came.to.sw, came.edge + 1)) host_packets_.push_back({came.to, came.head});
  }
  for (HostPacket& packet : host_packets_) {
    const std::uint32_t i = packet.sent++;
    cosim::SwitchBlock& block = *touch(packet.to.sw).block;
    block.beat(packet.to.port,
               {i == 0, packet.sent == packet.head.beats, false,
                i == 0 ? block.head(packet.head)
                       : cosim::BeatData{std::uint64_t{packet.head.tag} << 32 | i}});
  }
  const auto over = [](const HostPacket& p) { return p.sent == p.head.beats; };
  host_packets_.erase(std::remove_if(host_packets_.begin(), host_packets_.end(), over),
                      host_packets_.end());
}

void SwitchTwin::put_declarations(Cycle c) {
  while (!declarations_.empty() && declarations_.front().at <= c) {
    const Declaration d = declarations_.front();
    declarations_.pop_front();
    touch(d.where.sw).block->link_event(d.where.port, d.up);
  }
}

}  // namespace selvage::fabric
