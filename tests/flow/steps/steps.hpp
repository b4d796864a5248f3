// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the tables, aggregators and wires of a network have to do in every cycle, a second time,
/// from docs/reference/flow-fabric.md: of each is known what it has been given and what it
/// answered, and so what has to be done with that, where and when. Beside rule.hpp, which has the
/// way of packets and leaves these out.
#pragma once

#include <array>
#include <deque>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "../lab.hpp"
#include "watched.hpp"

namespace selvage::test {

class Steps final : public flow::Observer {
 public:
  explicit Steps(Lab& lab);
  ~Steps() override { lab_.net.forget(*this); }

  /// Runs the network through its next cycle and holds against the page what has been done in it.
  void cycle();
  /// A fault message of the cycle just run takes the next beat of the link at this port.
  void message(std::uint32_t port);
  /// The port is declared dead before its next cycle.
  void dies(std::uint32_t port) { ports_[port].told_dead = true; }
  /// The first thing that is not as it has to be, or empty.
  [[nodiscard]] const std::string& wrong() const { return wrong_; }
  /// What has been met; compared with the network's own counts.
  flow::Counts counts;
  unsigned refused_maps = 0;
  unsigned timers = 0;  ///< CHKs of input tables
  unsigned walked = 0;  ///< rows shown by walkers

  /// What has happened to flows, of all kinds but pauses and changes of way, in order.
  [[nodiscard]] std::vector<flow::FlowEvent> events() const { return events_; }
  std::uint64_t live_cycles = 0;

  void arrives(SwitchPort in, const flow::Cargo& packet) override;
  void decided(SwitchIdx, std::uint32_t, const RouteDecision&) override {}
  void stepped(SwitchPort in, golden::FlowId id, const golden::IfctRow& row) override;
  void acked(SwitchPort in, const golden::AckRequest& ack) override;
  void came_back(SwitchPort, const golden::Ack&, const golden::BackMessage&) override {}
  void redirected(SwitchPort out, const flow::RedirectOutput& redirect) override;
  void sent(SwitchPort out, const flow::Cargo& packet, Cycle until) override;
  void sent_marker(SwitchPort out, golden::FlowId id, Cycle until) override;
  void sent_acks(SwitchPort out, unsigned count, Cycle until) override;
  void stretched(SwitchPort, Cycle) override {}
  void lost(SwitchPort, const flow::Cargo& packet) override;

 private:
  /// A packet or a marker that comes to an input table.
  struct Enq {
    std::uint32_t slot = flow::kNoSlot;  ///< kNoSlot: a marker
    golden::EnqRequest request;
  };
  struct Due {
    Cycle at = 0;
    golden::AckRequest ack;
  };
  struct Held {
    golden::Ack ack;
    Cycle since = 0;
  };
  struct Frame {
    Cycle at = 0;  ///< is there
    std::vector<golden::Ack> acks;
  };
  struct InStep {
    Cycle at = 0;
    golden::IfctInput in;
    golden::FlowId locked = flow::kNoRow;
    std::uint32_t head = flow::kNoSlot;  ///< of the row of its DEQ
    std::uint32_t enq = flow::kNoSlot;
  };
  struct InFifo {
    Cycle at = 0;
    std::uint32_t slot = flow::kNoSlot;  ///< kNoSlot: a marker
    golden::EnqRequest marker;
  };
  struct Begun {
    enum What { kNothing, kPacket, kMarker, kFrame } what = kNothing;
    std::uint32_t slot = flow::kNoSlot;
    golden::FlowId id = 0;
    unsigned count = 0;
    Cycle until = 0;
  };
  /// A flow at an input, since its row was opened.
  struct Life {
    std::uint32_t flow = 0;
    unsigned level = 0;
    unsigned packets = 0;
    Cycle opened = 0;
  };
  struct Port {
    std::uint32_t number = 0;
    Calls calls;
    flow::AggregatorView view;
    // Edge table: a class looks up one packet at a time.
    std::array<std::deque<std::uint32_t>, flow::kClasses> lookup;
    std::array<Cycle, flow::kClasses> busy{};  ///< until then; kNever: it waits for an ACK
    unsigned next_class = 0;
    std::deque<golden::UpMessage> edge_acks;
    struct Asked {
      Cycle at = 0;
      unsigned tc = flow::kClasses;
      bool ack = false;
    };
    std::deque<Asked> asked;
    // Input table.
    std::deque<Enq> enq;
    std::deque<Due> acks;
    golden::FlowId check = flow::kNoRow;
    std::deque<InStep> in_steps;
    golden::FlowId locked = flow::kNoRow;  ///< the row of what is leaving
    unsigned rows = 0;
    std::vector<Life> lives;                                  ///< [id]
    std::vector<std::pair<unsigned, golden::FlowId>> owners;  ///< [outgoing id] input and row
    std::vector<golden::FlowId> told;  ///< rows of which a step has been told in this cycle
    std::vector<golden::AckRequest> told_acks;
    // Output table.
    std::deque<golden::Ack> back;
    std::deque<std::pair<Cycle, golden::OfctInput>> out_steps;
    bool map = false;
    golden::MapRequest mapping;
    bool take = false;  ///< the MAP of what leaves this input has been answered in this cycle
    std::map<golden::FlowId, PortMask> turned;  ///< ways that heads had in their turns
    flow::RedirectInput load;
    unsigned told_depth = 0;
    std::deque<Cycle> drawing;
    unsigned ids = 0;
    bool told_dead = false;
    bool walks = false;
    bool to_close = false;  ///< no row has been closed yet
    unsigned to_tell = 0;   ///< rows without a LOSS yet
    Cycle last_loss = 0;
    Cycle walk_at = kNever;
    Cycle poll_at = kNever;
    // Wire.
    std::deque<InFifo> fifo;
    std::deque<golden::UpMessage> push;
    std::deque<Held> held;
    bool told_idle = true;
    Cycle wire_free = 0, tail = 0, packer_free = 0, data_until = 0, data_from = 0;
    Begun::What carries = Begun::kNothing;
    std::deque<Frame> coming;  ///< to this port
    std::deque<std::pair<Cycle, golden::EnqRequest>> markers;
    std::deque<Enq> arrived;                                      ///< in this cycle
    Begun begun;                                                  ///< likewise
    std::optional<std::pair<unsigned, golden::AckRequest>> left;  ///< to a host: input, its ACK
    bool told_redirect = false;
  };

  [[nodiscard]] bool host(const Port& p) const {
    return lab_.wiring.ends[p.number].kind == PortEnd::Kind::kHost;
  }
  [[nodiscard]] Port& beside(const Port& p, unsigned port) {
    return ports_[p.number / lab_.wiring.ports * lab_.wiring.ports + port];
  }
  [[nodiscard]] Port& far(const Port& p) {
    const PortEnd& end = lab_.wiring.ends[p.number];
    return ports_[end.index * lab_.wiring.ports + end.port];
  }
  [[nodiscard]] Port& at(SwitchPort p) { return ports_[p.sw * lab_.wiring.ports + p.port]; }
  [[nodiscard]] flow::Router& router(const Port& p) {
    return lab_.net[p.number / lab_.wiring.ports];
  }
  [[nodiscard]] PortIdx index(const Port& p) const {
    return static_cast<PortIdx>(p.number % lab_.wiring.ports);
  }
  void need(const Port& p, bool right, const std::string& what);

  // tables.cpp: what is answered
  void edge_answer(Port& p);
  void output_answer(Port& p);
  void map_answer(Port& p, const golden::MapRequest& request, const golden::MapAnswer& a);
  void back(Port& p, const golden::BackMessage& m);
  void input_answer(Port& p);
  void deq_answer(Port& p, const InStep& step, const golden::DeqAnswer& a);
  void enq_answer(Port& p, const InStep& step, const golden::EnqAnswer& a);
  void ack_answer(const InStep& step, const golden::AckAnswer& a, Port& p);
  void drawn(Port& p);
  // log.cpp
  void is_told(const Port& p, const InStep& step);
  void found(const InStep& step, const golden::EnqAnswer& a, const Port& p);
  void opens(Port& p, const InStep& step, bool open);
  void acts(Port& p, const golden::AckRequest& ack, const golden::AckAnswer& a);
  void note(const Port& p, golden::FlowId id, flow::FlowEvent::What what, unsigned value = 0);
  void up(Port& p, const golden::UpMessage& m);
  void poll(Port& p);
  // tables.cpp: what is to be done
  void edge_step(Port& p);
  [[nodiscard]] flow::TableState table(const Port& p);
  void output_step(Port& p);
  void input_step(Port& p);
  void deq_step(Port& p, const golden::IfctInput& s, golden::FlowId locked);
  void turns(Port& p);
  [[nodiscard]] PortMask ways(const Port& p, const flow::Row& r);
  // wire.cpp
  void comes(Port& p);
  void redirect_step(Port& p);
  void wire(Port& p);
  void begins(Port& p, bool request, bool grant, bool waiting);
  void frame(Port& p);

  Lab& lab_;
  std::vector<Port> ports_;
  std::vector<flow::FlowEvent> events_;
  std::vector<std::uint32_t> to_hosts_;  ///< ports of this cycle's packets, in turn
  struct Header {
    golden::FlowId id = 0;
    golden::Position start = 0;
    bool gap = false;
  };
  std::vector<Header> headers_;          ///< [slot] on its next link
  std::vector<golden::Position> holes_;  ///< [slot]
  Cycle period_ = 0;                     ///< of the timers
  Cycle now_ = 0;
  unsigned live_ = 0;
  std::string wrong_;
};

}  // namespace selvage::test
