// SPDX-License-Identifier: Apache-2.0
/// \file
/// A switch: its sockets, the state of its links, its control and the fault plane that feeds it.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <systemc>
#include <vector>

#include "fabric/context.hpp"
#include "fabric/link/resend.hpp"
#include "fabric/link/sockets.hpp"
#include "golden/switch_control.hpp"

namespace selvage::fabric {

/// What every kind of switch has. Link-fault messages never wait for data: a message takes one beat
/// of the link; what that does to the packet under way is the data path's.
///
/// The control is stepped in every cycle in which something arrives for it and, while it is active,
/// in the next one.
class Switch : public sc_core::sc_module, protected LinkForwardIf, protected LinkBackwardIf {
 public:
  Switch(sc_core::sc_module_name name, Context& context, SwitchIdx self,
         std::unique_ptr<SwitchControl> control);
  ~Switch() override;

  [[nodiscard]] LinkTargetSocket& in() { return in_; }
  [[nodiscard]] LinkInitiatorSocket& out() { return out_; }
  /// Ties a port to the state of its link; ports to hosts have none.
  void set_link(PortIdx port, LinkState* link) { plugs_[port].link = link; }
  /// The link at `port` is dead, and known to be, from the start.
  void set_dead(PortIdx port);

  // Events, in the order of EventKind.
  /// The link at `port` dies.
  void link_dies(PortIdx port) {
    disturb(port);
    link_died(port);
  }
  /// The switch dies; its links have. Packets in it are lost.
  virtual void dies() {}
  /// Whether this end lets its dead link come back (WH-REP-1); asked before the data moves.
  [[nodiscard]] virtual bool link_clear(PortIdx port) const {
    return clear_at(port) <= context_.now();
  }
  /// The first cycle in which it does, as far as is known by now.
  [[nodiscard]] virtual Cycle clear_at(PortIdx /*port*/) const { return 0; }
  /// At a switch that another rank simulates: what that rank says of it.
  virtual void set_clear_at(PortIdx /*port*/, Cycle /*cycle*/) {}
  /// The link at `port` is alive again: this end sends its stop flag and its flow control anew.
  void link_healed(PortIdx port);
  /// The link at `port`, whose repair this end has not declared, is dead again.
  void still_dead(PortIdx port) {
    at_message_port(port, [](MessagePort& end) { end.give_up(); });
  }
  /// An outage of the link at `port` is over that this end has not declared.
  void flap_ended(PortIdx port);
  void stop_flag(PortIdx out, StopFlag flag);
  /// The far end of `out` requests all fault messages from `number` on once more.
  void resend(PortIdx out, std::uint32_t number);
  void message_arrives(PortIdx in, Message& message);
  /// This end has declared the link at `port` dead, or up again, because of `event`.
  void declared(PortIdx port, bool up, std::uint32_t event);
  void tick() { wake(); }

  /// At most one step of the control.
  void control_phase();

  /// At the end of the run: what the control is at is done, and its pipelines run dry. Nothing of
  /// it reaches the fabric.
  void finish_control();

  [[nodiscard]] SwitchControl& control() { return *control_; }
  [[nodiscard]] const SwitchControl& control() const { return *control_; }

  // What waves show.
  /// The last cycle in which the control was stepped.
  [[nodiscard]] Cycle stepped_at() const { return stepped_at_; }
  [[nodiscard]] bool control_active() const { return step_out_.active; }
  [[nodiscard]] bool declared_dead(PortIdx port) const { return ((port_dead_ >> port) & 1U) != 0; }
  [[nodiscard]] const LinkState* link(PortIdx port) const { return plugs_[port].link; }
  /// Whether the link at `port` was ever dead: the state of the others need not be looked at.
  [[nodiscard]] bool disturbed(PortIdx port) const { return ((disturbed_ >> port) & 1U) != 0; }
  /// Packets at a port, by slot. `front`: empty, queued, routing, waiting, sending.
  struct PortView {
    std::uint32_t in = kNoSlot;
    unsigned front = 0;
    unsigned held = 0;
    std::uint64_t beats = 0;  ///< in the input buffer, packets that come in counted whole
    std::uint32_t out = kNoSlot;
  };
  [[nodiscard]] virtual PortView view(PortIdx /*port*/) const { return {}; }

 protected:
  /// Where a port is plugged in.
  struct Plug {
    LinkState* link = nullptr;  ///< null: a host, or nothing
  };
  virtual void link_died(PortIdx /*port*/) {}
  // What comes over a link is an event of the cycle of its arrival, unless the data path keeps a
  // time of its own.
  /// A header comes to `in` and is there `delay` cycles from now.
  virtual void header_coming(PortIdx in, LinkPayload& payload, Cycle delay);
  /// The packet that comes in by `in` has no beat, `delay` cycles from now.
  virtual void stall_coming(PortIdx in, LinkPayload& payload, Cycle delay);
  /// Packets may, or may not, start on `vc` of `out`, `delay` cycles from now.
  virtual void flow_control_coming(PortIdx out, unsigned vc, bool xon, Cycle delay);
  /// A fault message takes a beat of the link at `out`, in this cycle; not called where messages
  /// have wires of their own.
  virtual void message_leaves(PortIdx /*out*/) {}
  /// This switch knows now that the link at `port` is dead.
  virtual void port_down(PortIdx /*port*/) {}
  /// This switch knows now that the link at `port` is back.
  virtual void port_up(PortIdx /*port*/) {}
  /// The routing state changes at the end of this cycle.
  virtual void routes_changed() {}
  /// The control has taken the step of this cycle.
  virtual void control_stepped(const StepInput& /*in*/, const StepOutput& /*out*/) {}
  /// Sends XON, XOFF or credits of the input at `port` anew.
  virtual void resend_flow_control(PortIdx /*port*/) {}
  /// Says the flow control of the input at `port` anew, and starts nothing by `port` before that of
  /// the far end has come (FAB-FLAP-2).
  virtual void hold_for_flow_control(PortIdx /*port*/) {}

  void disturb(PortIdx port) { disturbed_ |= PortMask{1} << port; }

  /// Who sends into input `in`, and by which port.
  [[nodiscard]] SwitchPort sender(PortIdx in) const;

  /// What every event touches: see kernel::with_look_ahead.
  void prefetch_shared() const {
    kernel::prefetch(self_);
    kernel::prefetch(port_dead_);
    out_.prefetch();
  }

  Context& context_;
  SwitchIdx self_;
  unsigned port_count_;
  std::unique_ptr<SwitchControl> control_;
  std::vector<Plug> plugs_;

 private:
  PortMask port_dead_ = 0;  ///< declared dead by this switch
  PortMask disturbed_ = 0;

 protected:
  LinkTargetSocket in_;
  LinkInitiatorSocket out_;

 private:
  // What comes over a link becomes an event of the cycle of its arrival.
  void transport_fw(PortIdx port, LinkPayload& payload, LinkPhase phase, Cycle delay) override;
  void transport_bw(PortIdx port, LinkPhase phase, unsigned vc, Cycle delay) override;
  void wake();
  void control_step();
  void take_link_event(const LinkEvent& event);
  void record_change(Cause cause);
  void send_messages();
  /// A message leaves by `port`, for the first time or once more.
  void transmit(PortIdx port, const ControlMessage& content, Cause cause, std::uint32_t number);
  /// One message of each port that has to send some once more.
  void send_again();
  void give_up();
  /// Ports by which the control may send nothing: the far end says so, or older messages go first.
  [[nodiscard]] PortMask stopped() const { return stop_seen_ | behind_; }
  /// Changes the message end of `port`, if there are any, and keeps account of it.
  void at_message_port(PortIdx port, const std::function<void(MessagePort&)>& change);
  /// The number of a message that leaves for the first time.
  [[nodiscard]] std::uint32_t number_new(const PortedMessage& m);
  /// Whether a message is whole and the next in turn; if not, requests what is missing.
  [[nodiscard]] bool in_turn(PortIdx in, const Message& message);
  void request_resend(PortIdx in);
  void resend_stop_flag(PortIdx port);
  void show_stop();

  StepInput step_in_;                       ///< for the control in this cycle
  StepOutput step_out_;                     ///< what it showed last
  std::vector<MessagePort> message_ports_;  ///< none, unless links damage or lose messages
  PortMask behind_ = 0;       ///< of them those that send again, or wait for what to send again
  PortMask given_up_ = 0;     ///< found dead in this cycle: what was lost there is lost
  PortMask stop_seen_ = 0;    ///< far ends that want no message
  PortMask stop_driven_ = 0;  ///< ports by which STOP stands at the far end
  Cycle stepped_at_ = 0;
  std::shared_ptr<const RouteView> view_;  ///< present routing state, for the log
};

}  // namespace selvage::fabric
