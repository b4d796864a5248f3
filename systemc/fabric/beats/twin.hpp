// SPDX-License-Identifier: Apache-2.0
/// \file
/// Engine `switch`: every switch in RTL, beat by beat, on the traffic, links and declarations of
/// the model, and each thing that it shows held against the model in its cycle
/// (docs/switch-rtl.md).
#pragma once

#include <deque>
#include <memory>
#include <unordered_map>
#include <vector>

#include "cosim/switch_block.hpp"
#include "cosim/system.hpp"
#include "fabric/beats/ledger.hpp"
#include "fabric/beats/wires.hpp"
#include "fabric/context.hpp"
#include "fabric/link/tap.hpp"
#include "fabric/record/record.hpp"

namespace selvage::fabric {

/// The model says what happens; the RTL runs a cycle behind it, so that it is known whether what is
/// on a wire arrives.
class SwitchTwin final : public Sink {
 public:
  /// Throws std::invalid_argument, text fit for people, if the system has no such RTL.
  SwitchTwin(Context& context, const System& system, std::uint32_t bugs);
  ~SwitchTwin() override;

  /// Sits on a link, from a switch or a host.
  void sit_on_switch_link(SwitchPort from, LinkInitiatorSocket& out, LinkTargetSocket& in,
                          PortIdx far);
  void sit_on_host_link(SwitchPort to, LinkInitiatorSocket& out, LinkTargetSocket& in);

  /// All that happens in `cycle` has happened; nothing did since the cycle of the last call.
  void after(Cycle cycle);
  /// At the end: what is under way in the model at `cycle` is not looked for.
  void finish(Cycle cycle);

  void on(const Decided& event) override;
  void on(const LinkDeclared& event) override;
  void on(const PacketEnded& event) override;
  [[nodiscard]] bool follows_packets() const override { return true; }

 private:
  class Tap;
  struct Node {
    std::unique_ptr<cosim::SwitchBlock> block;
    std::size_t first = 0;  ///< its port 0 in `ports_`
    bool listed = false;    ///< among `awake_`
    PortMask xon = ~PortMask{0};
    PortMask stop = 0;
  };
  /// A port of a switch, and the wire that leaves by it.
  struct Port {
    PortEnd far;
    // As of the cycle that the next edge prepares for.
    bool dead = false;
    Cycle died = 0;
    Cycle healed = 0;
    std::uint32_t tag = 0;  ///< of the packet that left last
    bool model_xon = true;  ///< what the model's input said last
    bool model_stop = false;
  };
  /// A packet that a host sends.
  struct Sending {
    cosim::HeadBeat head;
    std::uint32_t next = 0;  ///< beat
  };
  struct LinkChange {
    Cycle at = 0;
    std::size_t link = 0;
    bool dead = false;
  };
  struct Declaration {
    Cycle at = 0;
    SwitchPort where;
    bool up = false;
  };

  // What the taps and the model report.
  void left(SwitchPort from, const LinkPayload& payload);
  void sent_by_host(SwitchPort to, const LinkPayload& payload);
  void said(SwitchPort in, LinkPhase phase);

  void look_at_links(Cycle now);
  /// The edge that executes cycle `c`; links are known up to c + 1.
  void edge(Cycle c);
  void take_link_changes(Cycle c);
  void put_wires(Cycle c);
  void put_hosts(Cycle c);
  void put_declarations(Cycle c);
  void show(SwitchIdx sw, Cycle c);
  void show_beat(SwitchIdx sw, PortIdx p, Cycle c);
  [[nodiscard]] bool arrives(const WireItem& item, Cycle c) const;
  void compare(Cycle end);
  void fail(const Ledger::Difference& difference);
  Node& touch(SwitchIdx sw);
  Port& port(SwitchPort at) { return ports_[nodes_[at.sw].first + at.port]; }
  [[nodiscard]] const Port& port(SwitchPort at) const {
    return ports_[nodes_[at.sw].first + at.port];
  }

  Context& context_;
  BlockCount& count_;
  Cycle d_;
  Cycle next_ = 0;  ///< edge that comes next
  std::vector<Node> nodes_;
  std::vector<Port> ports_;
  std::vector<std::unique_ptr<Tap>> taps_;
  std::vector<SwitchIdx> awake_;
  std::vector<SwitchIdx> working_;
  Wires wires_;
  std::unordered_map<std::size_t, std::deque<Sending>> hosts_;  ///< by port, as they come there
  std::deque<std::pair<Cycle, std::size_t>> host_heads_;  ///< edge, port: a packet's first beat
  std::deque<LinkChange> link_changes_;
  std::deque<std::pair<Cycle, SwitchPort>> stops_end_;  ///< edge at which a dead link's flag falls
  std::vector<bool> link_dead_;                         ///< as the model's book had it last
  std::deque<Declaration> declarations_;
  std::uint64_t outages_seen_ = 0;
  std::uint64_t changes_seen_ = 0;
  Wires host_beats_;
  std::deque<std::pair<Cycle, std::uint32_t>> cut_arrivals_;  ///< at hosts, in RTL
  std::unordered_map<std::uint32_t, Cycle> cut_;              ///< packets that ended cut, and when
  Ledger ledger_;
  std::uint64_t departures_ = 0;
};

}  // namespace selvage::fabric
