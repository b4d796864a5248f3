// SPDX-License-Identifier: Apache-2.0
/// \file
/// Engine `switch`: every switch in RTL, beat by beat, on the traffic, links and declarations of
/// the model, and each thing that it shows held against the model in its cycle
/// (docs/reference/switch-rtl.md).
#pragma once

#include <array>
#include <deque>
#include <functional>
#include <memory>
#include <unordered_map>
#include <vector>

#include "cosim/lockstep/difference.hpp"
#include "cosim/switch_block.hpp"
#include "cosim/system.hpp"
#include "cosim/traced_switch.hpp"
#include "fabric/beats/ledger.hpp"
#include "fabric/beats/whole.hpp"
#include "fabric/beats/wires.hpp"
#include "fabric/context.hpp"
#include "fabric/link/tap.hpp"
#include "fabric/record/record.hpp"
#include "kernel/index_set.hpp"

namespace selvage::fabric {

/// The model says what happens; the RTL runs a cycle behind it, so that it is known whether what is
/// on a wire arrives.
class SwitchTwin final : public Sink, public WholeSwitches {
 public:
  /// Beats that the model has in the buffer of an input.
  using Held = std::function<std::uint64_t(SwitchPort)>;

  /// Throws std::invalid_argument, text fit for people, if the system has no such RTL.
  SwitchTwin(Context& context, const System& system, Held held);
  ~SwitchTwin() override;

  // WholeSwitches
  void sit_on_switch_link(SwitchPort from, LinkInitiatorSocket& out, LinkTargetSocket& in,
                          PortIdx far) override;
  void sit_on_host_link(SwitchPort to, LinkInitiatorSocket& out, LinkTargetSocket& in) override;
  void starts_dead(const std::vector<SwitchPort>& links) override;
  void settled() override;
  [[nodiscard]] cosim::TracedModel* trace(SwitchIdx sw, const std::string& scope) override;
  void before(Cycle cycle) override;
  void after(Cycle cycle) override;
  void finish(Cycle cycle) override;
  void on(const Decided& event) override;
  void on(const LinkDeclared& event) override;
  void on(const ResendAsked& event) override;
  void on(const PacketEnded& event) override;
  void on(const TailGone& event) override;
  void on(const PacketCut& event) override;
  [[nodiscard]] bool follows_packets() const override { return true; }
  void share(Carrier& carrier) override { carrier_ = &carrier; }
  [[nodiscard]] bool carried(ByteReader& reader) override;
  [[nodiscard]] Cycle behind() const override { return 1; }
  [[nodiscard]] Cycle compares_within() const override { return kComparesWithin; }
  [[nodiscard]] bool at_rest() const override;

 private:
  class Tap;
  static constexpr Cycle kComparesWithin = 2;  ///< what the control shows comes an edge later
  struct Node {
    std::unique_ptr<cosim::SwitchBlock> block;  ///< null: it is another rank's
    std::size_t first = 0;                      ///< its port 0 in `ports_`
    PortMask ports = 0;                         ///< all of them
    Cycle settling = 0;                         ///< its next edge while it settles
    PortMask xon = ~PortMask{0};
    PortMask stop = 0;
    PortMask headless = 0;  ///< inputs to which a beat comes whose head an outage has taken
  };
  /// What the model has done at a port, as the RTL counts it (FS-CNT).
  struct Counts {
    std::uint64_t begun = 0;
    std::uint64_t messages = 0;
    std::uint64_t drained = 0;
    std::uint64_t xoff = 0;      ///< cycles, without those since the last XOFF
    Cycle xoff_since = kNever;   ///< what it says is XOFF since then
    std::uint32_t settling = 0;  ///< messages of the RTL before cycle 0
    Cycle rtl_drained = kNever;  ///< edge behind which the RTL said so last
  };
  /// A port of a switch, and the wire that leaves by it.
  struct Port {
    PortEnd far;
    // As of the cycle that the next edge prepares for.
    bool dead = false;
    Cycle died = 0;
    Cycle healed = 0;
    std::uint32_t tag = 0;    ///< of the packet that left last
    std::uint32_t beats = 0;  ///< of the one that left last in the model
    std::uint32_t left = 0;   ///< beats still to come of one that leaves to a host
    Cycle late = kNever;      ///< cycle in which a packet to a host has no beat, as the model says
    bool host_xon = true;     ///< what the host has said last
    bool slow = false;  ///< to a host that takes packets slowly: they end later than their tails
    bool model_xon = true;  ///< what the model's input said last
    bool model_stop = false;
    std::deque<bool> damaged;   ///< of the fault messages that leave in the model, not yet in RTL
    std::uint32_t settled = 0;  ///< messages that came while links that are dead settled
    Counts counts;
    // Of the packet that comes in:
    bool headless = false;   ///< its head was lost on its way
    Cycle began = 0;         ///< its head came
    Cycle cut = kNever;      ///< the link was out since, from this cycle on: the rest is made up
    std::uint32_t rest = 0;  ///< beats still to come, or to be made up
  };
  struct LinkChange {
    Cycle at = 0;
    std::size_t link = 0;
    bool dead = false;
    bool flap = false;
  };
  struct Declaration {
    Cycle at = 0;
    SwitchPort where;
    bool up = false;
  };
  struct Death {
    Cycle at = 0;
    SwitchIdx sw = 0;
  };
  /// The death of a switch has cut a packet that was leaving to a host, which makes up the rest and
  /// takes no other before its last beat.
  struct MadeUp {
    Cycle edge = 0;  ///< of that beat
    SwitchPort by;
  };
  /// A packet that a host begins to send, for the edge that takes its first beat.
  struct HostHead {
    Cycle edge = 0;
    SwitchPort to;
    cosim::HeadBeat head;
  };
  /// A packet that a host is sending, a beat an edge: a host makes no gaps.
  struct HostPacket {
    SwitchPort to;
    cosim::HeadBeat head;
    std::uint32_t sent = 0;  ///< beats
  };
  /// What a host has said, for the edge that takes it.
  struct HostXon {
    Cycle edge = 0;
    SwitchPort to;
    bool xon = true;
  };
  /// The last beat of a packet, at its host.
  struct Tail {
    Cycle at = 0;
    bool bad = false;  ///< the packet is cut
    friend bool operator==(const Tail& a, const Tail& b) { return a.at == b.at && a.bad == b.bad; }
  };
  /// A packet that came to its host by `by`; in the model it ended there in `end`.
  struct Arrival {
    Cycle end = 0;
    std::uint32_t tag = 0;
    SwitchPort by;
    Tail tail;
  };

  // What the taps and the model report.
  void left(SwitchPort from, const LinkPayload& payload);
  void sent_by_host(SwitchPort to, const LinkPayload& payload);
  void said(SwitchPort in, LinkPhase phase);
  void said_by_host(SwitchPort to, LinkPhase phase);
  void count_xoff(Counts& counts, bool xon) const;
  void step_along(SwitchIdx sw, Cycle now, const StepInput& in) override;
  void has_settled(SwitchIdx sw) override;

  [[nodiscard]] bool here(SwitchIdx sw) const { return !context_.share.elsewhere(sw); }
  /// Before edge `at` it is put on the pins, of a switch of this rank or another.
  void send(Cycle at, const WireBeat& item);
  void send(Cycle at, const WireItem& item);
  void send(Cycle at, const CutTail& item);
  void look_at_links(Cycle now);
  /// Nothing is inside or under way.
  [[nodiscard]] bool nothing_moves() const;
  /// The first edge for which the model has said something; kNever: none.
  [[nodiscard]] Cycle next_known() const;
  /// All edges before that of `cycle`.
  void run_until(Cycle cycle);
  [[nodiscard]] std::unique_ptr<cosim::SwitchBlock> make(SwitchIdx sw, const std::string& name);
  /// The edge that executes cycle `c`; links are known up to c + 1.
  void edge(Cycle c);
  void take_deaths(Cycle c);
  [[nodiscard]] bool dead_in(SwitchIdx sw, Cycle cycle) const;
  void take_link_changes(Cycle c);
  void say_again(SwitchPort end, Cycle c, bool flap);
  void say_stops_again(Cycle c);
  void put_wires(Cycle c);
  void put_beat(const WireBeat& item, Cycle c);
  void put_hosts(Cycle c);
  void end_made_up(Cycle c);
  void comes_to_host(SwitchPort by, const Tail& tail);
  void put_declarations(Cycle c);
  void show(SwitchIdx sw, Cycle c);
  void show_beat(SwitchIdx sw, PortIdx p, Cycle c);
  /// Whether the wire to this port was alive from the cycle in which something was sent.
  [[nodiscard]] bool arrives(SwitchPort to, Cycle sent, Cycle arrived) const;
  [[nodiscard]] bool arrives(const WireItem& item, Cycle c) const;
  void compare(Cycle end);
  void compare_at_hosts(Cycle end);
  /// At the end: what the RTL has counted up to the last cycle is what the model did.
  void compare_counters(Cycle last);
  void compare_counters(SwitchPort at, Cycle last);
  void differ_at_host(const Arrival& at, const Tail* model, const Tail* rtl);
  /// A pin of the port is not what it always has to be, by this rule.
  void wrong_pin(SwitchPort at, Cycle c, const char* rule, const char* pin, bool has_to_be);
  void fail(const Ledger::Difference& difference);
  /// The first difference; the place gets the buffers and the past of its switch.
  void fail(BlockCount& block, Mismatch place, const cosim::Difference& difference, SwitchIdx sw);
  void fail(LedgerEntry::Kind kind, SwitchPort where, Mismatch place,
            const cosim::Difference& difference);
  [[nodiscard]] std::string value_of(const LedgerEntry& entry) const;
  [[nodiscard]] std::string text_of(const LedgerEntry& entry) const;
  [[nodiscard]] std::vector<std::string> buffers(SwitchIdx sw) const;
  void keep(const ControlMessage& message);
  Node& touch(SwitchIdx sw);
  Port& port(SwitchPort at) { return ports_[nodes_[at.sw].first + at.port]; }
  [[nodiscard]] const Port& port(SwitchPort at) const {
    return ports_[nodes_[at.sw].first + at.port];
  }

  Context& context_;
  const System& system_;
  Held held_;
  std::array<BlockCount*, LedgerEntry::kCounted> counts_{};
  Cycle d_;
  bool numbered_;   ///< fault messages, since links lose some
  Cycle next_ = 0;  ///< edge that comes next
  std::vector<Node> nodes_;
  std::vector<std::unique_ptr<cosim::TracedSwitch>> traced_;
  std::vector<Port> ports_;
  std::vector<std::unique_ptr<Tap>> taps_;
  kernel::IndexSet awake_;      ///< are clocked at the next edge
  Carrier* carrier_ = nullptr;  ///< not null: of several ranks
  Wires<WireBeat> beats_;
  Wires<WireItem> wires_;
  CutTails cut_tails_;
  std::deque<HostHead> host_heads_;
  std::deque<HostXon> host_xons_;
  std::deque<LinkChange> link_changes_;
  std::deque<Death> deaths_;
  std::vector<bool> death_seen_;
  std::vector<MadeUp> made_up_;
  std::vector<SwitchPort> back_;  ///< ends of links that begin anew at this edge
  std::deque<std::pair<Cycle, SwitchPort>> dead_stops_;  ///< edge at which a dead link's flag falls
  std::vector<bool> link_dead_;                          ///< as the model's book had it last
  std::deque<Declaration> declarations_;
  std::uint64_t outages_seen_ = 0;
  std::uint64_t changes_seen_ = 0;
  std::vector<HostPacket> host_packets_;
  std::unordered_map<std::uint32_t, Tail>
      tails_;                            ///< at hosts, in RTL, by packet; not compared yet
  std::deque<Arrival> shown_arrivals_;   ///< the same, as they come
  std::deque<Arrival> arrivals_;         ///< in the model, as they end
  std::deque<ControlMessage> messages_;  ///< of late, by either side
  Ledger ledger_;
};

}  // namespace selvage::fabric
