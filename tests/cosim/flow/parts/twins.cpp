// SPDX-License-Identifier: Apache-2.0
/// \file
/// The fabric around the switches: a cycle of the model, and what it says of them.
#include <algorithm>
#include <memory>
#include <utility>

#include "flow/blocks/forwarding.hpp"
#include "golden/flow/ack_frame.hpp"
#include "twin.hpp"

namespace selvage::test {

using cosim::FlowSymbol;

namespace {

constexpr unsigned kTagMask = 0xffff;

/// Writes down what is given to the tables of a port, and what they answer.
class LookRecorder final : public flow::ForwardingBlocks {
 public:
  LookRecorder(std::unique_ptr<flow::Blocks> own, PortMoment& into)
      : ForwardingBlocks(std::move(own)), into_(into.look), step_(into.step), heads_(into.heads) {}
  void ifct(const golden::IfctInput& in) override {
    step_.given = true;
    step_.step = in;
    deqs_.push_back(in);
    ForwardingBlocks::ifct(in);
  }
  golden::IfctOutput ifct_answer(Cycle now) override {
    const golden::IfctOutput a = ForwardingBlocks::ifct_answer(now);
    const golden::IfctInput in = deqs_.front();
    deqs_.pop_front();
    if (!in.deq_valid) return a;
    heads_.answered = true;
    heads_.deq = a.deq;
    const bool drop = !in.deq.peek && in.deq.any && in.deq.mask == 0;
    heads_.drop = {drop && a.deq.go(), in.deq.id, 0, in.deq.len + in.deq.hole};
    if (a.deq.why != golden::DeqWhy::kBandwidth) return a;
    heads_.wake_id = in.deq.id;
    heads_.wake_at = std::max(now + 1, 2 * Cycle{ForwardingBlocks::ifct_row(now, in.deq.id).ready});
    return a;
  }
  void efct(Cycle now, const golden::EfctInput& in) override {
    into_.step = in;
    asked_.push_back(in.req);
    ForwardingBlocks::efct(now, in);
  }
  golden::EfctOutput efct_answer(Cycle now) override {
    into_.answered = ForwardingBlocks::efct_answer(now);
    into_.answer = asked_.front();
    asked_.pop_front();
    return into_.answered;
  }
  void ofct(const golden::OfctInput& in) override {
    heads_.map = in.map_valid;
    heads_.map_for = in.map;
    maps_.push_back(in.map_valid);
    ForwardingBlocks::ofct(in);
  }
  golden::OfctOutput ofct_answer(Cycle now) override {
    const golden::OfctOutput a = ForwardingBlocks::ofct_answer(now);
    heads_.mapped = maps_.front();
    maps_.pop_front();
    heads_.map_answer = a.map;
    heads_.rev = a.rev;
    heads_.chk = a.chk.back;
    return a;
  }
  flow::OfctView ofct_row(Cycle now, golden::FlowId id) override {
    const flow::OfctView row = ForwardingBlocks::ofct_row(now, id);
    heads_.check = row.valid;
    heads_.check_in = row.port;
    heads_.check_id = row.id;
    return row;
  }
  std::pair<Cycle, golden::FlowId> ifct_walk(Cycle now, Cycle from) override {
    const auto found = ForwardingBlocks::ifct_walk(now, from);
    if (found.first != now) return found;
    step_.in.chk = true;
    step_.in.chk_id = found.second;
    return found;
  }
  flow::RedirectOutput redirect_answer(Cycle now) override {
    return heads_.turn = ForwardingBlocks::redirect_answer(now);
  }
  golden::AckType ack_type(Cycle now, unsigned depth, unsigned level) override {
    const golden::AckType type = ForwardingBlocks::ack_type(now, depth, level);
    heads_.made.type = static_cast<unsigned>(type);
    return type;
  }

 private:
  LookMoment& into_;
  StepMoment& step_;
  HeadMoment& heads_;
  std::deque<bool> asked_, maps_;
  std::deque<golden::IfctInput> deqs_;
};

}  // namespace

Twins::Twins(Lab& lab, const std::vector<SwitchIdx>& switches, const std::vector<bool>& buffers,
             const PartBugs& bugs)
    : lab_(lab) {
  for (std::size_t i = 0; i < switches.size(); ++i)
    twins_.push_back(std::make_unique<SwitchTwin>(lab, switches[i], buffers[i], bugs));
  lab.net.observe(*this);
  const auto around = [this](SwitchPort port, std::unique_ptr<flow::Blocks> own) {
    PortMoment* m = at(port);
    if (m == nullptr) return own;
    return std::unique_ptr<flow::Blocks>(std::make_unique<LookRecorder>(std::move(own), *m));
  };
  for (const SwitchIdx sw : switches)
    for (PortIdx p = 0; p < kPorts; ++p)
      lab.net.wrap({sw, p}, [&](const flow::BlocksConfig&, std::unique_ptr<flow::Blocks> own) {
        return around({sw, p}, std::move(own));
      });
  lab.maker = [around](SwitchIdx sw, PortIdx p, const flow::BlocksConfig& config) {
    return around({sw, p}, flow::golden_blocks(config));  // a link that is initialised
  };
}

void Twins::cycle() {
  for (auto& t : twins_) t->before();
  if (lab_.net.next_activity(lab_.now) == lab_.now) {
    lab_.net.cycle(lab_.now);
    lab_.last = lab_.now;
  }
  for (auto& t : twins_) t->after(lab_.now);
  for (auto& t : twins_) t->clock();
  ++lab_.now;
}

void Twins::message(SwitchPort port) {
  if (SwitchTwin* t = of(port.sw)) t->message(port.port);
  lab_.net[port.sw].message_leaves(port.port, lab_.now - 1);
}

void Twins::routes_changed(SwitchIdx sw) {
  if (SwitchTwin* t = of(sw)) t->routes();
  lab_.net[sw].routes_changed(lab_.now);
}

std::string Twins::difference() const {
  for (const auto& t : twins_)
    if (!t->difference().empty()) return t->difference();
  return {};
}

SwitchTwin* Twins::of(SwitchIdx sw) {
  for (auto& t : twins_)
    if (t->self() == sw) return t.get();
  return nullptr;
}
PortMoment* Twins::at(SwitchPort p) {
  SwitchTwin* t = of(p.sw);
  return t == nullptr ? nullptr : &t->now.ports[p.port];
}

void Twins::begins(SwitchPort p, FlowSymbol what, std::uint32_t tag, Cycle until) {
  SwitchTwin* t = of(p.sw);
  if (t == nullptr) return;
  t->wires[p.port] = {what, until};
  t->now.ports[p.port].begins = true;
  t->now.ports[p.port].tag = tag & kTagMask;
}
void Twins::sent(SwitchPort out, const flow::Cargo& packet, Cycle until) {
  begins(out, FlowSymbol::kPacket, static_cast<std::uint32_t>(packet.packet.id), until);
  PortMoment* m = at(out);
  if (m == nullptr) return;
  m->heads.begins = lab_.wiring.ends[out.sw * kPorts + out.port].kind == PortEnd::Kind::kHost;
  m->heads.begins_in = packet.in;
  m->heads.made = {m->heads.begins, packet.id, m->heads.made.type, packet.hole + packet.len};
}
/// The row is the one of this head.
void Twins::decided(SwitchIdx sw, std::uint32_t slot, const RouteDecision& decision) {
  const bool leads = decision.outcome == RouteDecision::Outcome::kForward;
  for (PortIdx p = 0; of(sw) != nullptr && p < kPorts; ++p) {
    const auto& rows = lab_.net[sw].input(p).rows;
    for (unsigned id = 0; id < rows.size(); ++id) {
      if (rows[id].head != slot) continue;
      HeadMoment& h = at({sw, p})->heads;
      h.route = {true, id};
      h.ways = leads ? static_cast<unsigned>(decision.candidates) : 0;
    }
  }
}
void Twins::sent_marker(SwitchPort out, golden::FlowId id, Cycle until) {
  begins(out, FlowSymbol::kMarker, id, until);
}
void Twins::sent_acks(SwitchPort out, unsigned count, Cycle until) {
  begins(out, FlowSymbol::kFrame, count, until);
}
void Twins::stretched(SwitchPort out, Cycle until) {
  if (SwitchTwin* t = of(out.sw)) t->wires[out.port].until = until;
}
void Twins::arrives(SwitchPort in, const flow::Cargo& packet) {
  if (PortMoment* m = at(in)) {
    m->head = true;
    m->head_slot = static_cast<std::uint32_t>(packet.packet.id);
    m->head_id = packet.id;
  }
}
void Twins::marked(SwitchPort in, golden::FlowId id) {
  if (PortMoment* m = at(in)) {
    m->marker = true;
    m->marker_id = id;
  }
}
void Twins::queued(SwitchPort in, golden::FlowId id, std::uint32_t slot) {
  if (PortMoment* m = at(in)) {
    m->put = true;
    m->put_id = id;
    m->put_slot = slot;
  }
}
void Twins::asks(SwitchPort in, golden::FlowId id, PortIdx out, const flow::Cargo& packet) {
  if (PortMoment* m = at(in))
    m->ask = {true, out, packet.packet.tc, id, packet.len, packet.packet.bytes};
}
void Twins::granted(SwitchPort in, golden::FlowId id, PortIdx out) {
  PortMoment* m = at(in);
  if (m == nullptr) return;
  const std::uint32_t head = lab_.net[in.sw].row(in.port, id).head;
  m->grant = {true, out, lab_.packets[head].tc, id};
}
void Twins::aborted(SwitchPort in) {
  if (PortMoment* m = at(in)) m->abort = true;
}
void Twins::leaves(SwitchPort in, golden::FlowId id, std::uint32_t slot) {
  if (PortMoment* m = at(in)) {
    m->leave = true;
    m->leave_id = id;
    m->leave_slot = slot;
  }
}
void Twins::into_fifo(SwitchPort out, std::uint32_t slot) {
  if (PortMoment* m = at(out)) m->fifo.push_back(slot);
}
void Twins::pushed(SwitchPort out, const golden::Ack& ack) {
  if (PortMoment* m = at(out)) m->pushed.push_back(golden::with_parity(golden::encode(ack)));
}
void Twins::sent_away(SwitchPort out) {
  if (PortMoment* m = at(out)) m->sent_away = true;
}

}  // namespace selvage::test
