// SPDX-License-Identifier: Apache-2.0
/// \file
/// The fabric around the switches: a cycle of the model, and what it says of them.
#include <memory>
#include <utility>

#include "flow/blocks/forwarding.hpp"
#include "golden/flow/ack_frame.hpp"
#include "twin.hpp"

namespace selvage::test {

using cosim::FlowSymbol;

namespace {

constexpr unsigned kTagMask = 0xffff;

/// Writes down what is given to an edge table and to an input table.
class LookRecorder final : public flow::ForwardingBlocks {
 public:
  LookRecorder(std::unique_ptr<flow::Blocks> own, PortMoment& into)
      : ForwardingBlocks(std::move(own)), into_(into.look), step_(into.step) {}
  void ifct(const golden::IfctInput& in) override {
    step_.given = true;
    step_.step = in;
    ForwardingBlocks::ifct(in);
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

 private:
  LookMoment& into_;
  StepMoment& step_;
  std::deque<bool> asked_;
};

}  // namespace

Twins::Twins(Lab& lab, const std::vector<SwitchIdx>& switches, const std::vector<bool>& buffers,
             const PartBugs& bugs)
    : lab_(lab) {
  for (std::size_t i = 0; i < switches.size(); ++i)
    twins_.push_back(std::make_unique<SwitchTwin>(lab, switches[i], buffers[i], bugs));
  lab.net.observe(this);
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
