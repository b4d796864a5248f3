// SPDX-License-Identifier: Apache-2.0
/// \file
/// A switch of flow channels (docs/reference/flow-fabric.md): an input and an output unit a port,
/// the routing of the heads of flow queues, and the allocation of outputs. Every routing question
/// goes to its SwitchControl, every table is behind Blocks.
#pragma once

#include "flow/input_unit.hpp"
#include "flow/output_unit.hpp"
#include "flow/turns.hpp"
#include "golden/flow/least_loaded.hpp"

namespace selvage::flow {

class Router {
 public:
  Router(Shared& shared, SwitchIdx self)
      : shared_(shared),
        in_(&shared.in[std::size_t{self} * shared.ports]),
        out_(&shared.out[std::size_t{self} * shared.ports]),
        self_(self),
        first_(self * shared.ports),
        deqs_(shared.ports, shared.sizes().rows()),
        asks_(shared.ports, shared.sizes().rows()),
        choice_(choice_config(shared)),
        beside_(shared.client.choice(self, choice_config(shared))) {}

  // What comes over its links, and what takes their beats.
  /// The header of a packet comes to `port`; its first beat is there `delay` cycles after the one
  /// being handled.
  void header_coming(PortIdx port, std::uint32_t slot, Cycle delay) {
    input_unit(port).header_coming(slot, delay);
  }
  /// A fault message of cycle `now` takes the next beat of the link at `port` (FLOW-MSG).
  void message_leaves(PortIdx port, Cycle now) { output_unit(port).message_leaves(now); }

  /// The host at `port` takes packets again, or takes none for now (FLOW-RECV-1).
  void host_says(PortIdx port, bool on, Cycle now) { output_unit(port).host_says(on, now); }

  // Links that die and come back; to be called for both ends.
  /// The link at this port dies: nothing comes by it from `now` on.
  void cut(PortIdx port, Cycle now) { output_unit(port).cut(now); }
  /// It knows its port as dead: no candidate any more, its channels are closed (FLOW-A-29).
  void port_dead(PortIdx port, Cycle now) { output_unit(port).port_dead(now); }
  /// The link at this port is dead, and known to be, before the first cycle.
  void start_dead(PortIdx port) { output_unit(port).start_dead(); }
  /// Nothing of the time before is left at this end of a dead link. A link that comes back before
  /// is held at the initialisation, and so are packets that have no other way.
  [[nodiscard]] bool link_clear(PortIdx port, Cycle now) const {
    return output_unit(port).at_rest(now);
  }
  /// The link is whole again; this end has not been notified.
  void healed(PortIdx port) { output(port).severed = false; }
  /// It knows its port as up. It is used once both ends do and are initialised (FLOW-A-9).
  void port_up(PortIdx port, Cycle now) { output_unit(port).port_up(now); }
  /// Its routing state is another one from cycle `at` on, in which heads that wait request again. A
  /// call before that puts it off.
  void routes_changed(Cycle at);

  // Experiments.
  /// The next `count` packets sent by this port vanish.
  void lose_next(PortIdx port, unsigned count) { output(port).lose_next = count; }
  /// The port grants `count` more packets and then holds (kNoSlot: it does not).
  void allow(PortIdx port, std::uint32_t count, Cycle now);

  // What is there, for reports.
  [[nodiscard]] PortLook look(PortIdx port) const;
  [[nodiscard]] const Row& row(PortIdx in, golden::FlowId id) const { return input(in).rows[id]; }
  [[nodiscard]] Blocks& blocks(PortIdx port) const { return *shared_.blocks[first_ + port]; }
  /// The outputs that the head of a row waits for; 0: for none.
  [[nodiscard]] PortMask waits_for(PortIdx in, golden::FlowId id) const;

  // For its units and the clock.
  void serve_choice();
  void serve_route();
  void route_answer();
  void serve_arbiter();
  void serve(Serve what) { shared_.agenda.serve(what, self_); }
  /// The head of a row is to be routed.
  void front(PortIdx in, golden::FlowId id);
  void choose(PortIdx in, golden::FlowId id);
  void wake(PortIdx in, golden::FlowId id);
  void wake_any();
  /// The routing state is another one, unless that has been put off.
  void routes_due();
  void wake_limited(PortIdx in);
  void deq_answer(PortIdx in, const DeqOp& op, const golden::DeqAnswer& a);
  [[nodiscard]] PortMask alive(PortMask candidates) const;
  /// Takes the first head of `lane` and input off the list of an output.
  golden::FlowId unrequest(PortIdx out, unsigned lane, PortIdx in);
  /// More units have come behind a head that waits at `out`.
  void queued_behind(PortIdx out, unsigned units);
  /// A grant that came to nothing.
  void abort(PortIdx in, golden::FlowId id);
  /// Nothing of the input is leaving any more.
  void unlock(PortIdx in);
  [[nodiscard]] InputUnit& input_unit(PortIdx port) const { return shared_.inputs[first_ + port]; }
  [[nodiscard]] OutputUnit& output_unit(PortIdx port) const {
    return shared_.outputs[first_ + port];
  }
  [[nodiscard]] Input& input(PortIdx port) const { return in_[port]; }
  [[nodiscard]] Output& output(PortIdx port) const { return out_[port]; }
  /// Lets what stands beside it run dry.
  void finish(Cycle now) {
    if (beside_) beside_->finish(now);
  }
  /// No head of this input has to give a DEQ, or to ask for ways.
  [[nodiscard]] bool quiet(PortIdx in) const { return deqs_.empty(in) && asks_.empty(in); }

 private:
  using Head = Turns::Head;
  /// Heads that may be granted at an output, one a class.
  struct Eligible {
    std::uint32_t classes = 0;
    std::array<std::uint8_t, kClasses> lane{};
    std::array<PortIdx, kClasses> input{};
  };

  static golden::LeastLoadedConfig choice_config(const Shared& shared) {
    return {shared.ports, shared.params.redirect.d0, shared.params.load_q};
  }
  // routing.cpp
  /// Its head has a DEQ to give.
  void give(PortIdx in, golden::FlowId id, DeqKind kind);
  [[nodiscard]] int least_loaded(const Row& r);
  void park(PortIdx in, golden::FlowId id, golden::DeqWhy why);
  void refused(PortIdx in, const DeqOp& op, const golden::DeqAnswer& a);
  [[nodiscard]] PortMask hashed(PortMask candidates, const Packet& packet) const;
  /// One of these ports is not usable yet, but will be.
  [[nodiscard]] bool incoming(PortMask candidates) const;
  // allocator.cpp
  void request(PortIdx in, golden::FlowId id, PortIdx out, std::uint8_t vc);
  bool arbitrate(PortIdx out);
  [[nodiscard]] Eligible eligible(PortIdx out);
  [[nodiscard]] int pick_class(Output& out, std::uint32_t classes, Cycle& retry) const;
  void grant(PortIdx out, unsigned lane, PortIdx in);
  void depart(PortIdx in, golden::FlowId id);
  void left(PortIdx in, golden::FlowId id, std::uint32_t slot, PortIdx out);
  void into_fifo(std::uint32_t slot, PortIdx out);
  /// The redirect generator of an output sees another depth.
  void load_changed(PortIdx out) {
    if (!edge(out)) output_unit(out).serve(Serve::kTx);
  }
  void egress(PortIdx in, golden::FlowId id);
  void drop_head(PortIdx in, golden::FlowId id);

  [[nodiscard]] Cycle now() const { return shared_.agenda.now(); }
  /// Whoever looks at it in the cycle of a change sees that.
  [[nodiscard]] std::uint32_t epoch() const { return epoch_ + (changes_ <= now() ? 1 : 0); }
  void serve_at(Cycle when, Serve what) { shared_.agenda.serve_at(when, what, self_); }
  [[nodiscard]] bool edge(PortIdx port) const { return out_[port].kind == PortEnd::Kind::kHost; }

  Shared& shared_;
  Input* in_;  ///< of its first port; so is out_
  Output* out_;
  SwitchIdx self_;
  PortNumber first_;
  Turns deqs_;                  ///< rows that have a DEQ to give
  Turns asks_;                  ///< rows that request a route
  kernel::Queue<Head> routed_;  ///< answers under way
  kernel::Queue<Head> any_;     ///< rows that wait for any port
  PortMask asked_ = 0;          ///< outputs with requests
  std::uint32_t epoch_ = 0;     ///< of the routing state, up to the next change
  Cycle changes_ = kNever;      ///< there is one
  Cycle any_at_ = 0;            ///< last time the list was woken
  golden::LeastLoaded choice_;
  std::unique_ptr<ChoiceBeside> beside_;
  std::uint8_t first_out_ = 0;
};

}  // namespace selvage::flow
