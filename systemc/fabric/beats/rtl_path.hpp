// SPDX-License-Identifier: Apache-2.0
/// \file
/// Engine `switch` with `compare: legal`: the packets of the fabric are moved by whole switches of
/// others, beat by beat, and a judge looks at their pins. Hosts, faults, probers and golden's
/// controls are those of every fabric.
#pragma once

#include <deque>
#include <memory>
#include <unordered_map>
#include <vector>

#include "cosim/lockstep/difference.hpp"
#include "cosim/system.hpp"
#include "fabric/beats/judge.hpp"
#include "fabric/beats/ledger.hpp"
#include "fabric/beats/malformed.hpp"
#include "fabric/data_path.hpp"
#include "fabric/receivers/receivers.hpp"

namespace selvage::fabric {

/// The switches run a cycle behind, so that it is known which links die in the cycle that an edge
/// prepares for.
class RtlPath final : public DataPath, private JudgeClient {
 public:
  RtlPath(Context& context, System& system, const Switches& switches, const Hosts& hosts);
  ~RtlPath() override;

  // DataPath
  [[nodiscard]] std::unique_ptr<Switch> make_switch(
      const std::string& name, SwitchIdx self, std::unique_ptr<SwitchControl> control) override;
  [[nodiscard]] bool may_send(HostIdx host) const override;
  void send(HostIdx host, Packet& packet) override;
  void event(const kernel::Event& event) override;
  void route() override;
  void forward() override;
  [[nodiscard]] Cycle patience() const override { return receivers_.busy() ? kNoDeadlock : 0; }
  [[nodiscard]] std::vector<std::string> wait_cycle() const override { return {}; }
  void header_to_host(HostIdx, Packet&, Cycle) override {}
  void flow_control_to_host(HostIdx, unsigned, bool, Cycle) override {}
  void finish() override;

 private:
  class Node;
  class Control;
  /// What a wire carries to a pin, or to a host, for an edge.
  struct Item {
    enum class Kind : std::uint8_t { kBeat, kMessage, kXon, kStop };
    Kind kind = Kind::kBeat;
    SwitchPort to;
    Cycle edge = 0;  ///< that drove it
    bool level = false;
    bool again = false;  ///< of a stop: said once more as the link came back
    cosim::Beat beat;
    ControlMessage message;
  };
  struct Port {
    PortEnd far;
    bool dead = false;
    Cycle died = 0;
    Cycle healed = 0;
    std::uint32_t sending = 0;  ///< tag of the packet that leaves
    bool open = false;          ///< to a host: its tail has still to come
    bool taken = false;         ///< to a slow one: it has taken all but that
  };
  struct State {
    std::unique_ptr<cosim::SwitchBlock> block;
    std::vector<Port> ports;
    PortMask xon = ~PortMask{0};
    PortMask stop = 0;        ///< as the RTL has it
    PortMask model_stop = 0;  ///< as golden has it
    bool listed = false;
    bool touched = false;  ///< something is new at its pins
    bool changed = false;  ///< golden's routing state
    Cycle settling = 0;    ///< its next edge while it settles
    Cycle clocked_to = 0;  ///< of one that does not say that it is idle: its clock stands then
  };
  struct Sender {
    bool xon = true;
    Cycle busy_until = 0;
    bool owes_malformed = false;
  };
  struct LinkChange {
    Cycle at = 0;
    SwitchPort end;
    bool dead = false;
  };
  /// Edges of a switch that does not say that it is idle, behind the last thing that it did.
  static constexpr Cycle kMore = 64;
  struct Declaration {
    Cycle at = 0;
    SwitchPort where;
    bool up = false;
  };

  // What switches and their controls report.
  void stepped(SwitchIdx sw, Cycle now, const StepInput& in, const StepOutput& out);
  void step_along(SwitchIdx sw, Cycle now, const StepInput& in);
  void link_changes(SwitchPort end, bool dead);
  void host_says(SwitchPort at, bool xon, Cycle when);
  void declared(SwitchPort where, bool up);
  [[nodiscard]] bool link_clear(SwitchPort end);

  // JudgeClient
  PortMask ways(SwitchIdx sw, const RouteRequest& request) override;
  [[nodiscard]] bool in_flux() const override { return flux_; }
  void left(SwitchPort from, std::uint32_t tag) override;
  void dropped(SwitchPort in, std::uint32_t tag, Cycle empty, PortMask dead) override;

  void send_malformed();
  void send_malformed(HostIdx host);
  void taken(HostIdx host, Packet& packet);
  void deliver(HostIdx host, Packet& packet);
  void begin();
  void run_until(Cycle cycle);
  void edge(Cycle c);
  /// Whether it has to be clocked at the next edge, whatever comes.
  [[nodiscard]] bool works(SwitchIdx sw, Cycle c);
  void take_link_changes(Cycle c);
  void say_stops_again(Cycle c);
  void put_wires(Cycle c);
  void put_beat(const Item& item, Cycle c);
  [[nodiscard]] bool spreads(Cycle c) const;
  void put_declarations(Cycle c);
  void news(Cycle c);
  void show(SwitchIdx sw, Cycle c);
  void show_beat(SwitchPort out, Cycle c);
  void to_host(Port& at, const cosim::Beat& beat, Cycle c);
  void show_levels(SwitchIdx sw, Cycle c, const cosim::SwitchShown& shown);
  void lose(const Item& head);
  [[nodiscard]] bool arrives(const Item& item, Cycle c) const;
  void compare(Cycle end);
  [[nodiscard]] bool busy() const;
  void wake();
  /// While nothing is under way no edge before this one matters.
  void pass_over(Cycle cycle);
  std::vector<Item>& row(Cycle at) { return wires_[at % wires_.size()]; }
  void fly(Cycle at, const Item& item);
  State& list(SwitchIdx sw);   ///< it is clocked at the next edge
  State& touch(SwitchIdx sw);  ///< and something is new at its pins
  Port& port(SwitchPort at) { return states_[at.sw].ports[at.port]; }
  [[nodiscard]] const Port& port(SwitchPort at) const { return states_[at.sw].ports[at.port]; }
  [[nodiscard]] Packet* packet_of(std::uint32_t tag);

  // Of the first violation (rtl_path_report.cpp).
  void tell();
  void tell(SwitchPort at, std::optional<std::uint32_t> tag, Cycle c,
            const cosim::Difference& difference);
  [[nodiscard]] std::string text_of(const LedgerEntry& entry) const;
  [[nodiscard]] std::string message_text(std::uint64_t value) const;
  /// With messages of their own: what all had to know, and since when.
  [[nodiscard]] std::string news_text() const;
  void keep(const ControlMessage& message);
  [[nodiscard]] bool own_messages() const { return !unaware_.empty(); }

  Context& context_;
  const System& system_;
  const Switches& switches_;
  const Hosts& hosts_;
  Cycle d_;
  Cycle next_ = 0;     ///< edge that comes next
  bool flux_ = false;  ///< of the present edge: with messages of their own not all have to know
  bool begun_ = false;
  PinJudge judge_;
  /// Of switches with fault messages of their own, which only they read: controls of golden that
  /// never hear of a dead link.
  std::vector<std::unique_ptr<SwitchControl>> unaware_;
  Scoreboard unaware_board_;
  Ledger ledger_;  ///< messages and stop flags; and what happened of late
  std::vector<State> states_;
  std::vector<Sender> senders_;
  Receivers receivers_;
  MalformedHosts malformed_;
  std::vector<HostIdx> owing_;  ///< hosts that may be able to send what they owe of it
  std::vector<SwitchIdx> awake_;
  std::vector<SwitchIdx> working_;
  std::vector<std::vector<Item>> wires_;  ///< by edge
  std::vector<Item> taken_;
  std::uint64_t under_way_ = 0;
  std::deque<LinkChange> link_changes_;
  std::vector<SwitchPort> back_;  ///< ends of links that begin anew at this edge
  std::deque<std::pair<Cycle, SwitchPort>> dead_stops_;  ///< edge at which a dead link's flag falls
  std::deque<Declaration> declarations_;
  std::unordered_map<std::uint32_t, std::uint32_t> slots_;  ///< by tag
  std::deque<ControlMessage> messages_;                     ///< of late, by either side
  Cycle due_ = kNever;
  BlockCount* departures_;
  BlockCount* sent_messages_;
  BlockCount* stops_;
};

/// For a system whose switches are a plug-in with `compare: legal`.
[[nodiscard]] std::unique_ptr<DataPath> make_rtl_path(Context& context, System& system,
                                                      const Switches& switches, const Hosts& hosts);

}  // namespace selvage::fabric
