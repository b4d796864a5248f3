// SPDX-License-Identifier: Apache-2.0
/// \file
/// Virtual cut-through with XON/XOFF (docs/reference/fabric.md): the switch and the data path made
/// of them.
#pragma once

#include <optional>

#include "config/switch/cut_through/cover.hpp"
#include "fabric/data_path.hpp"
#include "fabric/receivers/receivers.hpp"

namespace selvage::fabric {

/// An input-queued switch with one route computation a cycle and round-robin output arbitration.
/// The data path knows ports, buffers and cycles; every routing question goes to the SwitchControl.
///
/// A packet waits in the buffer of its (input port, VC) in order of arrival. It requests its route
/// when it becomes the first that is not being sent; its decision takes `route_latency` cycles;
/// then it waits for its output. An output serves one packet at a time and an input sends one at a
/// time. A packet starts only when the whole of it fits downstream (XON), so its L beats need three
/// events however long it is. A beat that a fault message takes, or that has not come in time, is
/// one event more at each switch that it delays (FAB-STALL).
class CutThroughSwitch final : public Switch {
 public:
  CutThroughSwitch(sc_core::sc_module_name name, Context& context, SwitchIdx self,
                   std::unique_ptr<SwitchControl> control);
  ~CutThroughSwitch() override;

  // Events.
  void link_died(PortIdx port) override;
  /// Nothing is being sent into the dead link, and what it has cut is filled up (FAB-REP).
  [[nodiscard]] Cycle clear_at(PortIdx port) const override;
  void set_clear_at(PortIdx port, Cycle cycle) override;
  /// Its data path is wiped: what stands in it is lost (FAB-DIE).
  void dies() override;
  void tail_gone(PortIdx out);
  void flow_control(PortIdx out, unsigned vc, bool xon);
  void header_arrives(PortIdx in, Packet& packet);
  void message_gone(PortIdx out);
  /// The packet that is coming in by `in` has no beat in this cycle.
  void stall_arrives(PortIdx in);
  void port_known(PortIdx port);
  void xon_due(PortIdx in, unsigned vc);
  void route_done(PortIdx in, unsigned vc);
  /// There are headers that have to ask.
  void list_request();

  /// At most one route request.
  void route_phase();
  /// Arbitration and departures.
  void arbitrate_phase();

  // What events and phases touch: see kernel::with_look_ahead.
  void prefetch_module() const;
  /// The state of an input, or of an output, of virtual channel 0.
  void prefetch_input(PortIdx in) const;
  void prefetch_output(PortIdx out) const;
  /// What the state of an input leads to: the link, the place for one more packet.
  void prefetch_behind_input(PortIdx in) const;
  /// For the answer to a request of `in`.
  void prefetch_answer(PortIdx in) const;
  /// The output that the next answer will name.
  void prefetch_expected() const;
  /// The buffer that the packet under way by `out` comes from.
  void prefetch_behind_output(PortIdx out) const;
  /// For the next request.
  void prefetch_request(unsigned step) const;
  /// The outputs to arbitrate in this cycle, what waits for them and where they lead.
  void prefetch_departures(unsigned step) const;

  /// What a full buffer waits for: the buffer at the far end of the output its front waits for,
  /// when that buffer has said XOFF. For the search of a deadlock.
  struct Wait {
    SwitchIdx sw = 0;
    PortIdx in = 0;
    unsigned vc = 0;
    PortIdx out = 0;  ///< output of this switch
  };
  [[nodiscard]] std::optional<Wait> waits_for(PortIdx in, unsigned vc) const;
  [[nodiscard]] PortView view(PortIdx port) const override;

 private:
  struct Input;
  struct Output;
  struct Buffer;
  /// A virtual channel of an input.
  struct Channel {
    PortIdx in = 0;
    std::uint8_t vc = 0;
  };
  void message_leaves(PortIdx out) override;
  /// The packet that leaves by `out` has no beat in the next cycle.
  void skip_beat(PortIdx out);
  /// The same because the beat has not come in time.
  void gap(PortIdx out);
  /// For a packet that begins to leave: works out its slack, and whether it has no beat in the next
  /// cycle.
  [[nodiscard]] bool second_beat_late(Output& out, const Buffer& b, const Packet& packet);
  void port_down(PortIdx port) override;
  void resend_flow_control(PortIdx port) override;
  void hold_for_flow_control(PortIdx port) override;
  [[nodiscard]] Buffer& buffer(PortIdx in, unsigned vc);
  [[nodiscard]] const Buffer& buffer(PortIdx in, unsigned vc) const;
  [[nodiscard]] std::uint64_t free_beats(const Buffer& b) const;
  void queue_request(PortIdx in, unsigned vc);
  [[nodiscard]] std::optional<Channel> next_request() const;
  [[nodiscard]] bool has_requests() const;
  /// In this cycle, if its turn comes: for events.
  void request_route(PortIdx in, unsigned vc);
  void schedule_request();
  void after_space(PortIdx in, unsigned vc);
  void signal(PortIdx in, unsigned vc, bool xon);
  void mark_dirty(PortIdx out);
  void refuse_front(PortIdx in, unsigned vc, DropReason reason, std::uint32_t fault, PortIdx at);
  /// The output of input `in` into which what is refused drains (FAB-DRAIN).
  [[nodiscard]] PortIdx sink(PortIdx in) const { return static_cast<PortIdx>(port_count_ + in); }
  [[nodiscard]] bool is_sink(PortIdx out) const { return out >= port_count_; }
  /// Whether the first packet of some VC of `in` waits for `out`.
  [[nodiscard]] bool waits_for(PortIdx in, PortIdx out) const;
  void arbitrate(PortIdx out);
  /// Whose turn it is at an output that is free, if anybody's.
  [[nodiscard]] std::optional<Channel> next_for(PortIdx out);
  void arbitrate_sink(PortIdx in);
  void record_tail(PortIdx in, PortIdx out) const;
  void grant(PortIdx out, PortIdx in, unsigned vc);
  void send_header(PortIdx out, Buffer& from, Packet& packet);
  /// The slot of the packet under way by `out`, while its life lasts: one that was sent into a dead
  /// link is over before its last beat.
  [[nodiscard]] std::uint32_t leaving(PortIdx out) const;
  void reroute_waiting(PortIdx out);
  void wipe(PortIdx in, unsigned vc);

  void met(DataCase which) { counts_->meet(static_cast<std::size_t>(which), self_); }

  cover::Counts* counts_;
  unsigned vcs_;
  std::vector<Input> inputs_;
  std::vector<Output> outputs_;       ///< of the ports, then the sinks of the inputs
  std::vector<Buffer> buffers_;       ///< [port * vcs + vc]
  std::vector<std::uint32_t> slots_;  ///< rings of all buffers
  PortMask input_busy_ = 0;
  PortMask dirty_ = 0;                ///< outputs to arbitrate in this cycle
  PortMask dirty_sinks_ = 0;          ///< inputs whose sinks are to be arbitrated
  std::vector<PortMask> requesting_;  ///< [vc]: inputs whose front requests a route
  Channel first_channel_;             ///< round robin: the first to look at
  Cycle request_at_ = 0;              ///< latest kRouteDue scheduled
};

class CutThroughPath final : public DataPath {
 public:
  CutThroughPath(Context& context, const Hosts& hosts);

  [[nodiscard]] std::unique_ptr<Switch> make_switch(
      const std::string& name, SwitchIdx self, std::unique_ptr<SwitchControl> control) override;
  [[nodiscard]] std::unique_ptr<WholeSwitches> make_twin(const System& system) override;
  [[nodiscard]] bool may_send(HostIdx host) const override;
  void send(HostIdx host, Packet& packet) override;
  void event(const kernel::Event& event) override;
  void prefetch(const kernel::Event& event, unsigned step) const override;
  void route() override;
  void forward() override;
  [[nodiscard]] std::vector<std::string> wait_cycle() const override;
  void header_to_host(HostIdx host, Packet& packet, Cycle delay) override;
  void stall_to_host(HostIdx, Packet& packet) override { ++packet.tail; }
  void flow_control_to_host(HostIdx host, unsigned vc, bool xon, Cycle delay) override;
  /// A slow receiver is no deadlock (FAB-RECV-4).
  [[nodiscard]] Cycle patience() const override;

 private:
  void tail_at_host(HostIdx host, Packet& packet);
  /// Whether a host may send.
  struct Sender {
    Cycle busy_until = 0;
    bool xon = true;
  };

  Context& context_;
  const Hosts& hosts_;
  std::vector<CutThroughSwitch*> switches_;
  std::vector<Sender> senders_;  ///< by host
  Receivers receivers_;
};

}  // namespace selvage::fabric
