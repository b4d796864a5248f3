// SPDX-License-Identifier: Apache-2.0
/// \file
/// The data path of all flow-channel switches of a fabric (docs/flow-fabric.md). It knows ports,
/// queues and cycles; every routing question goes to the SwitchControl of the switch, every table
/// is behind Blocks.
#pragma once

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "flow/observer.hpp"
#include "flow/state.hpp"
#include "kernel/stream.hpp"
#include "kernel/wheel.hpp"

namespace selvage::flow {

class Net {
 public:
  /// Throws std::invalid_argument on parameters or wiring that make no network.
  Net(const Params& params, const Wiring& wiring, Client& client);

  /// Whether the source queue of `host` has room.
  [[nodiscard]] bool can_inject(HostIdx host) const {
    return hosts_[host].waiting < params_.source_packets;
  }
  /// Packets in that queue.
  [[nodiscard]] unsigned waiting(HostIdx host) const { return hosts_[host].waiting; }
  /// Puts a packet into the source queue of `host` in cycle `now`, which must not have been
  /// handled.
  void inject(HostIdx host, std::uint32_t slot, const Packet& packet, Cycle now);
  /// Handles cycle `now`. Cycles may be left out while next_activity() lies later.
  void cycle(Cycle now);
  /// The first cycle from `from` on in which something happens; kNever if nothing will.
  [[nodiscard]] Cycle next_activity(Cycle from) const;

  /// The link at this port dies in both directions: nothing arrives from `now` on.
  void cut(SwitchIdx sw, PortIdx port, Cycle now);
  /// The switch knows its port as dead: no candidate any more, its channels are closed (FLOW-A-29).
  void port_dead(SwitchIdx sw, PortIdx port, Cycle now);
  /// The link at this port is dead, and known to be, before the first cycle; to be said of both
  /// ends.
  void start_dead(SwitchIdx sw, PortIdx port);
  /// Nothing of the time before is left at this end of a dead link. A link that comes back before
  /// is held at `join`, and so are packets that have no other way: in front of others, if long.
  [[nodiscard]] bool link_clear(SwitchIdx sw, PortIdx port, Cycle now) const {
    return at_rest(g(sw, port), now);
  }
  /// The link is whole again; its ends know nothing of it.
  void healed(SwitchIdx sw, PortIdx port);
  /// The switch knows its port as up. It is used once both ends do and are initialised (FLOW-A-9).
  void port_up(SwitchIdx sw, PortIdx port, Cycle now);
  /// Routing state of the switch has changed: heads that wait ask again.
  void routes_changed(SwitchIdx sw, Cycle now);
  /// The header of a packet comes to this port; its first beat is there `delay` cycles after the
  /// one being handled.
  void header_coming(SwitchIdx sw, PortIdx port, std::uint32_t slot, Cycle delay);
  void header_to_host(HostIdx host, std::uint32_t slot, Cycle delay);
  /// A fault message of cycle `now` takes the next beat of the link at this port (FLOW-MSG).
  void message_leaves(SwitchIdx sw, PortIdx port, Cycle now);
  // Plain wires for headers, where no modules carry them: for Client::header_leaves.
  void carry(std::uint32_t slot, SwitchIdx sw, PortIdx out);
  void carry_from(std::uint32_t slot, HostIdx host);
  /// The next `count` packets sent by this port vanish.
  void lose_next(SwitchIdx sw, PortIdx port, unsigned count) {
    out_[g(sw, port)].lose_next = count;
  }

  /// The port grants `count` more packets and then holds (kNoSlot: it does not): a host that says
  /// pause, or an experiment.
  void allow(SwitchIdx sw, PortIdx port, std::uint32_t count, Cycle now);

  [[nodiscard]] const Counts& counts() const { return counts_; }
  [[nodiscard]] std::uint64_t packets_in_flight() const {
    return counts_.injected - counts_.delivered - counts_.dropped;
  }
  [[nodiscard]] Cycle last_progress() const { return last_progress_; }
  /// Live channels of the edge tables, summed over all cycles up to `now`.
  [[nodiscard]] std::uint64_t live_cycles(Cycle now) const {
    return counts_.live_cycles + live_ * (now - live_since_);
  }
  /// Their mean over these cycles.
  [[nodiscard]] double mean_live(Cycle now) const;
  [[nodiscard]] unsigned live() const { return live_; }
  /// Units that have left the queues of their ingress edge and are not delivered.
  [[nodiscard]] std::uint64_t in_fabric() const { return in_fabric_; }
  /// The most since the start, or since the last call.
  [[nodiscard]] std::uint64_t fabric_high() const { return fabric_high_; }
  /// Sum of MFE over the flows, each at the level of its last packet, when that was reached.
  [[nodiscard]] std::uint64_t limit_at_high() const { return cap_at_high_; }
  std::uint64_t take_fabric_high() { return std::exchange(fabric_high_, in_fabric_); }
  /// Rows of all input tables that are not free.
  [[nodiscard]] std::uint64_t channels() const { return counts_.opened - counts_.closed; }
  /// Ordered packets have to be delivered in order, as far as the parameters go.
  [[nodiscard]] bool keeps_order() const {
    return params_.block && params_.routing != Routing::kPerPacketAdaptive;
  }
  /// Something was lost: what the ACKs say is no longer exact.
  [[nodiscard]] bool lossy() const { return lossy_; }
  /// From the news of a dead link to the end of its channels, at most.
  [[nodiscard]] Cycle longest_drain() const { return longest_drain_; }
  /// From a loss to news of it, if nothing more is lost, at most (FLOW-A-31).
  [[nodiscard]] Cycle longest_news() const { return longest_news_; }
  /// What that has to be for order to be sure, and whether a link has less (FLOW-A-30).
  [[nodiscard]] Cycle longest_bound() const { return longest_bound_; }
  [[nodiscard]] bool short_drain() const { return short_drain_; }
  /// Units queued in the pools of all input ports, and in output FIFOs.
  [[nodiscard]] std::uint64_t occupancy() const;

  /// Branches of the edge rows that have any.
  [[nodiscard]] Branches branches(Cycle now);

  /// When nothing moves any more: outputs, each waits for what is queued behind it and that for the
  /// next one. Empty if there is no cycle.
  [[nodiscard]] std::vector<WaitPort> wait_cycle() const;

  /// Checks every law that holds between cycles (FLOW-A-5, 7, 8, 9); `now` is the last one handled.
  /// The first thing found, or empty.
  [[nodiscard]] std::string audit(Cycle now);
  /// After everything drained: no packet, no channel, no id left. Empty if so.
  [[nodiscard]] std::string audit_end(Cycle now);
  /// A violation seen while running; empty if none.
  [[nodiscard]] const std::string& violation() const { return violation_; }
  /// The channels of a flow from its ingress on, as far as it is live and follows one path.
  [[nodiscard]] std::vector<HopView> path(HostIdx source, HostIdx destination, std::uint8_t tc,
                                          bool ordered, Cycle now);
  [[nodiscard]] const FlowStat& flow(std::uint32_t index) const { return flows_[index]; }
  [[nodiscard]] std::uint32_t flow_count() const {
    return static_cast<std::uint32_t>(flows_.size());
  }
  [[nodiscard]] const std::vector<FlowEvent>& log() const { return log_; }
  [[nodiscard]] Blocks& blocks(SwitchIdx sw, PortIdx port) { return *blocks_[g(sw, port)]; }
  /// Tells `observer` from now on; null: nobody.
  void observe(Observer* observer) { observer_ = observer; }
  [[nodiscard]] PortLook look(SwitchIdx sw, PortIdx port) const;
  [[nodiscard]] const Row& row(SwitchIdx sw, PortIdx in, golden::FlowId id) const {
    return in_[g(sw, in)].rows[id];
  }
  [[nodiscard]] const Cargo& cargo(std::uint32_t slot) const { return cargo_[slot]; }
  /// Lets the pipelines of all blocks run dry and compares what is left.
  void finish(Cycle now);

 private:
  using G = std::uint32_t;  ///< a port: switch * ports + port
  /// What a kWake beyond a row's means, in the upper half of its argument.
  static constexpr std::uint64_t kLeave = 1;  ///< heads leave a dead output
  static constexpr std::uint64_t kJoin = 2;   ///< the link is initialised, if it can be
  /// Order inside a cycle.
  enum class Kind : std::uint8_t {
    kTail,
    kSignal,
    kFrame,
    kPacket,
    kFromHost,
    kDelivered,
    kFifoIn,
    kEfctAnswer,
    kOfctAnswer,
    kIfctAnswer,
    kRouteAnswer,
    kWake,
    kPoll,
    kPause,
    kServe,
    kHostSend
  };
  /// Places to be looked at in a cycle, in this order after all events.
  enum class Serve : std::uint8_t { kArbiter, kEfct, kOfct, kIfct, kRoute, kTx, kCount };

  struct Switch {
    kernel::Queue<std::pair<std::uint8_t, golden::FlowId>> route;   ///< rows that ask
    kernel::Queue<std::pair<std::uint8_t, golden::FlowId>> routed;  ///< answers under way
    kernel::Queue<std::pair<std::uint8_t, golden::FlowId>> any;     ///< rows that wait for any port
    PortMask asked = 0;                                             ///< outputs with requests
    std::uint32_t epoch = 0;
    Cycle any_at = 0;  ///< last time the list was woken
    std::uint8_t rotor = 0;
    std::uint8_t first_out = 0;
  };

  [[nodiscard]] G g(SwitchIdx sw, PortIdx port) const { return sw * ports_ + port; }
  [[nodiscard]] SwitchIdx sw_of(G p) const { return p / ports_; }
  [[nodiscard]] std::uint8_t port_of(G p) const { return static_cast<std::uint8_t>(p % ports_); }
  // A marker (FLOW-A-31) goes where slots do: bit 31, its start from bit 16 on, its id.
  static constexpr std::uint32_t kMarkerBit = 0x8000'0000U;
  [[nodiscard]] static bool is_marker(std::uint32_t slot) {
    return slot != kNoSlot && (slot & kMarkerBit) != 0;
  }
  [[nodiscard]] golden::FlowId id_of(std::uint32_t slot) const {
    return is_marker(slot) ? static_cast<golden::FlowId>(slot & 0xffffU) : cargo_[slot].id;
  }
  [[nodiscard]] unsigned len_of(std::uint32_t slot) const {
    return is_marker(slot) ? 0 : cargo_[slot].len;
  }
  [[nodiscard]] unsigned beats(const Cargo& c) const {
    return (c.packet.bytes + params_.overhead_bytes + params_.bytes_per_cycle - 1) /
           params_.bytes_per_cycle;
  }
  [[nodiscard]] unsigned lane_of(unsigned vc, unsigned tc) const { return vc * kClasses + tc; }
  [[nodiscard]] bool edge(G p) const { return out_[p].kind == PortEnd::Kind::kHost; }
  void at(Cycle when, Kind kind, G where, std::uint64_t arg = 0);
  void serve(Serve what, G where);                 ///< in this cycle
  void serve_at(Cycle when, Serve what, G where);  ///< in that one
  void handle(const kernel::Event& e);
  void violate(const std::string& requirement, const std::string& what, G where);
  [[nodiscard]] std::string at_row(G p, unsigned id) const;
  void note(FlowEvent::What what, G p, golden::FlowId id, std::uint32_t flow, unsigned value = 0);

  // host.cpp
  void host_send(HostIdx h);
  void list_flow(HostIdx h, std::uint32_t flow);
  void deliver(HostIdx h, std::uint32_t slot);
  void leave_fabric(Cargo& c);
  void pause(std::uint32_t flow, bool on);
  // edge.cpp
  void from_host(G p, std::uint32_t slot);
  void serve_efct(G p);
  void efct_answer(G p);
  // input.cpp
  void arrive(G p, std::uint32_t slot);
  void serve_ifct(G p);
  void ifct_answer(G p);
  void enqueued(G p, std::uint32_t slot, const golden::EnqAnswer& a);
  void acknowledged(G p, const AckOp& op, const golden::AckAnswer& a);
  void upstream(G p, const golden::UpMessage& m, std::uint32_t units);
  void give_ack(G p, const AckOp& op);
  void level_changed(G p, golden::FlowId id);
  void poll(G p);
  void watch(G p);
  [[nodiscard]] golden::DeqRequest deq_request(G p, const DeqOp& op);
  // choose.cpp
  void front(G p, golden::FlowId id);
  void serve_route(SwitchIdx sw);
  void route_answer(SwitchIdx sw);
  void choose(G p, golden::FlowId id);
  [[nodiscard]] PortMask alive(SwitchIdx sw, PortMask candidates) const;
  [[nodiscard]] int least_loaded(G p, const Row& r);
  /// Its head stands at an output or is granted: the queue behind counts there (FLOW-C-6).
  [[nodiscard]] static bool is_pending(const Row& r) {
    return r.phase == Phase::kRequesting || r.phase == Phase::kLeaving;
  }
  /// What the redirect generator of an output is given.
  [[nodiscard]] unsigned redirect_depth(const Output& out) const {
    return std::min(out.ahead + out.reserved + (params_.count_queues ? out.behind : 0), kMostDepth);
  }
  [[nodiscard]] unsigned behind(const Row& r) const { return r.units - cargo_[r.head].len; }
  void park(G p, golden::FlowId id, golden::DeqWhy why);
  void wake(G p, golden::FlowId id);
  void wake_any(SwitchIdx sw);
  void wake_limited(G p);
  [[nodiscard]] bool as_ordered(const Row& r, const Cargo& c) const {
    return c.packet.ordered && params_.routing != Routing::kPerPacketAdaptive && !r.loose;
  }
  void deq_answer(G p, const DeqOp& op, const golden::DeqAnswer& a);
  // output.cpp
  void request(G p, golden::FlowId id, std::uint8_t out, std::uint8_t vc);
  golden::FlowId unrequest(G o, unsigned lane, std::uint8_t in);
  void serve_arbiter(SwitchIdx sw);
  bool arbitrate(G o);
  [[nodiscard]] int pick_class(Output& out, std::uint32_t eligible, Cycle& retry) const;
  void abort(G p, golden::FlowId id);
  void depart(G p, golden::FlowId id);
  void egress(G p, golden::FlowId id);
  void drop_head(G p, golden::FlowId id);
  std::uint32_t pop(G p, golden::FlowId id);
  void closed(G p, golden::FlowId id);
  // ofct.cpp
  void serve_ofct(G o);
  void ofct_answer(G o);
  void mapped(G o, std::uint8_t in, const golden::MapAnswer& a);
  void came_back(G o, const golden::BackMessage& m);
  void look_full(G o);
  [[nodiscard]] WalkerRow walk(G o);
  // link.cpp
  [[nodiscard]] bool at_rest(G p, Cycle now) const;
  void join(G o);
  void leave_output(G o);
  /// One of these ports is not usable yet, but will be.
  [[nodiscard]] bool incoming(SwitchIdx sw, PortMask candidates) const;
  // wire.cpp
  void serve_tx(G o);
  void fifo_in(G o, std::uint32_t slot);
  void acknowledge(G o, const Cargo& c);
  void frame(G o, std::uint64_t index);
  void unpack(G p, std::vector<UpAck>& acks);
  void tail_gone(G o);
  void onto_wire(G o, Output::Load what, std::uint32_t which, Cycle cycles);
  void stretch(G o, Cycle now);
  void send_data(G o);
  [[nodiscard]] bool tell_aggregator(G o);
  [[nodiscard]] Cycle ack_frame_cycles(unsigned acks) const {
    return (8 * golden::ack_frame_blocks(acks) + params_.bytes_per_cycle - 1) /
           params_.bytes_per_cycle;
  }
  void send_acks(G o, unsigned count);
  void pool_changed(G p, unsigned lane);
  void drop(std::uint32_t slot, SwitchPort at, DropCause cause);
  void lose(G o, std::uint32_t slot, DropCause cause);
  void send_marker(G o, std::uint32_t slot);
  void marked(G p, std::uint32_t slot, const golden::EnqAnswer& a);

  void tell_step(G p, const IfctStep& step);
  [[nodiscard]] PortMask waits_for(G p, golden::FlowId id) const;
  [[nodiscard]] std::string audit_port(G p, Cycle now,
                                       std::vector<std::vector<std::uint32_t>>& sums);

  Params params_;
  Client& client_;
  Observer* observer_ = nullptr;
  unsigned ports_;
  unsigned lanes_;
  Cycle longest_drain_ = 0;
  Cycle longest_news_ = 0;
  Cycle longest_bound_ = 0;
  bool short_drain_ = false;
  unsigned headroom_;
  golden::FlowSizes sizes_;
  Cycle poll_period_;
  std::vector<Switch> switches_;
  std::vector<Input> in_;
  std::vector<Output> out_;
  std::vector<std::unique_ptr<Blocks>> blocks_;
  std::vector<Host> hosts_;
  std::vector<Cargo> cargo_;  ///< [slot]
  std::vector<FlowStat> flows_;
  std::unordered_map<std::uint64_t, std::uint32_t> flow_of_;
  std::vector<Frame> frames_;
  std::vector<std::uint32_t> free_frames_;
  std::vector<FlowEvent> log_;
  kernel::Wheel wheel_;
  std::vector<golden::FrameWord> words_;  ///< of the frame that is unpacked
  std::vector<std::uint32_t> unpacked_;
  kernel::Stream loss_;
  kernel::Stream flips_;
  std::array<std::vector<G>, static_cast<std::size_t>(Serve::kCount)> lists_;
  std::array<std::vector<Cycle>, static_cast<std::size_t>(Serve::kCount)> scheduled_;
  std::array<std::vector<Cycle>, static_cast<std::size_t>(Serve::kCount)> due_;
  Counts counts_;
  std::string violation_;
  int phase_ = -1;      ///< list being served
  bool lossy_ = false;  ///< something was lost: exact laws of the ACKs do not hold any more
  std::uint64_t in_fabric_ = 0;
  std::uint64_t fabric_high_ = 0;
  std::uint64_t cap_sum_ = 0;  ///< of all edge rows
  std::uint64_t cap_at_high_ = 0;
  unsigned live_ = 0;
  Cycle live_since_ = 0;
  Cycle now_ = 0;
  Cycle last_progress_ = 0;
};

}  // namespace selvage::flow
