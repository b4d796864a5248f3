// SPDX-License-Identifier: Apache-2.0
/// \file
/// An input-queued switch: virtual cut-through, XON/XOFF, one route computation a cycle, round-robin
/// output arbitration, and a control plane of its own for link-fault messages.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <systemc>
#include <tlm>
#include <vector>

#include "fabric/context.hpp"
#include "golden/switch_control.hpp"

namespace selvage::fabric {

/// The data path knows ports, buffers and cycles; every routing question goes to the SwitchControl.
///
/// A packet waits in the buffer of its (input port, VC) in order of arrival. It asks for its route
/// when it becomes the first that is not being sent; its decision takes `route_latency` cycles; then
/// it waits for its output. An output serves one packet at a time and an input sends one at a time.
/// A packet starts only when the whole of it fits downstream (XON), so its L beats need three events
/// however long it is. Link-fault messages never wait for data: a message takes one beat of the link
/// and stretches the packet under way by that beat.
///
/// The control is stepped in every cycle in which something arrives for it and, while it is active,
/// in the next one.
class Switch final : public sc_core::sc_module {
 public:
  Switch(sc_core::sc_module_name name, Context& context, SwitchIdx self,
         std::unique_ptr<SwitchControl> control);
  ~Switch() override;

  tlm::tlm_target_socket<>& in(PortIdx port);
  tlm::tlm_initiator_socket<>& out(PortIdx port);
  /// Ties a port to the state of its link; ports to hosts have none.
  void set_link(PortIdx port, LinkState* link);
  /// The link at `port` is dead, and known to be, from the start.
  void set_dead(PortIdx port);

  // Events, in the order of EventKind.
  /// The link at `port` dies; `other_end`, `out` sends into it.
  void link_died(PortIdx port, const Switch& other_end, PortIdx out);
  /// The link at `port` is alive again: what this end has to say of its buffers it says again.
  void link_healed(PortIdx port);
  void tail_gone(PortIdx out);
  void flow_control(PortIdx out, unsigned vc, bool xon);
  void header_arrives(PortIdx in, Packet& packet);
  void stop_flag(PortIdx out, StopFlag flag);
  void message_arrives(PortIdx in, Message& message);
  /// This end has declared the link at `port` dead, or up again, because of `event`.
  void declared(PortIdx port, bool up, std::uint32_t event);
  void message_gone(PortIdx out);
  void xon_due(PortIdx in, unsigned vc);
  void route_done(PortIdx in, unsigned vc);
  void tick();

  /// Phase 2 of a cycle: at most one route request, at most one step of the control.
  void route_phase();
  /// Phase 3: arbitration and departures.
  void arbitrate_phase();

  [[nodiscard]] SwitchControl& control() { return *control_; }
  [[nodiscard]] const SwitchControl& control() const { return *control_; }
  /// What a full buffer waits for: the buffer at the far end of the output its front waits for,
  /// when that buffer has said XOFF. For the search of a deadlock.
  struct Wait {
    SwitchIdx sw = 0;
    PortIdx in = 0;
    unsigned vc = 0;
    PortIdx out = 0;  ///< output of this switch
  };
  [[nodiscard]] std::optional<Wait> waits_for(PortIdx in, unsigned vc) const;
  /// Packets that `out` started to send in the measurement phase.
  [[nodiscard]] std::uint64_t measured(PortIdx out) const;

 private:
  friend class WaveRows;  // reads what it shows
  /// Looks up once what each socket is bound to.
  void end_of_elaboration() override;
  struct InSocket;
  struct OutSocket;
  struct Input;
  struct Output;
  struct Buffer;
  [[nodiscard]] Buffer& buffer(PortIdx in, unsigned vc);
  [[nodiscard]] const Buffer& buffer(PortIdx in, unsigned vc) const;
  [[nodiscard]] std::uint64_t free_beats(const Buffer& b) const;
  void wake();
  void ask_route(PortIdx in, unsigned vc);
  void after_space(PortIdx in, unsigned vc);
  void signal(PortIdx in, unsigned vc, bool xon);
  void mark_dirty(PortIdx out);
  void discard_front(PortIdx in, unsigned vc, DropReason reason, std::uint32_t fault, PortIdx at);
  /// Who sends into input `in`, and by which port.
  [[nodiscard]] SwitchPort sender(PortIdx in) const;
  void grant(PortIdx out, PortIdx in, unsigned vc);
  void control_step();
  void take_link_event(const LinkEvent& event);
  void record_change(Cause cause);
  void send_messages();
  void show_stop();
  void reroute_waiting(PortIdx out);
  void tick_next();

  Context& context_;
  SwitchIdx self_;
  unsigned ports_;
  unsigned vcs_;
  std::unique_ptr<SwitchControl> control_;
  std::vector<std::unique_ptr<InSocket>> in_sockets_;
  std::vector<std::unique_ptr<OutSocket>> out_sockets_;
  // State that the data path touches, packed apart from the sockets.
  std::vector<Input> inputs_;
  std::vector<Output> outputs_;
  std::vector<Buffer> buffers_;           ///< [port * vcs + vc]
  std::vector<std::uint32_t> slots_;      ///< rings of all buffers
  std::vector<PortMask> waiting_;         ///< [out * vcs + in vc]: inputs whose front wants `out`
  PortMask input_busy_ = 0;
  PortMask dirty_ = 0;                    ///< outputs to arbitrate in this cycle
  PortMask port_dead_ = 0;                ///< declared dead by this switch
  std::deque<std::uint16_t> route_queue_; ///< port * vcs + vc
  StepInput step_in_;                     ///< for the control in this cycle
  StepOutput step_out_;                   ///< what it showed last
  PortMask stop_seen_ = 0;                ///< far ends that want no message
  PortMask stop_shown_ = 0;               ///< ports whose far ends have been told so
  Cycle stepped_at_ = 0;                  ///< the last cycle in which the control was stepped
  std::shared_ptr<const RouteView> view_; ///< present routing state, for the log
  Cycle listed_route_ = kNever;           ///< cycle for which this switch is on the route list
  Cycle listed_arbitrate_ = kNever;
  Cycle tick_at_ = 0;                     ///< latest tick scheduled
};

}  // namespace selvage::fabric
