// SPDX-License-Identifier: Apache-2.0
/// \file
/// How a published system plugs in: its topology, the control of its switches under each engine,
/// its audit, and the names of its parameters and deliberate bugs. Adding a system means adding one
/// SystemPlug; nothing above this file asks which system it carries.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cosim/engine.hpp"
#include "cosim/foreign/block.hpp"
#include "cosim/lockstep/scoreboard.hpp"
#include "cosim/router_block.hpp"
#include "cosim/switch_block.hpp"
#include "golden/network.hpp"
#include "golden/switch_control.hpp"
#include "golden/topology.hpp"

namespace selvage {

namespace certify {
class Relation;
}
namespace tolerance {
class Engine;
}
namespace cosim {
class SwitchPlugin;
class FlowSwitchBlock;
struct FlowSwitchOptions;
}  // namespace cosim

/// Settled routing state held against ground truth.
struct AuditReport {
  std::uint64_t checked = 0;            ///< (switch, destination) decisions looked at
  std::uint64_t dead_ends = 0;          ///< a candidate from which no healthy path exists
  std::uint64_t excluded = 0;           ///< a good candidate that is missing
  std::uint64_t unreachable_pairs = 0;  ///< ordered host pairs without a healthy path at all
  std::string first;                    ///< the first violation, reported in full; empty if none
  std::string requirement;              ///< the id audited, or the one violated first
  bool applicable = true;  ///< false when the state is known to be incomplete (overflow)
  std::string why_not;     ///< reason when not applicable
};

/// How far the knowledge of a link failure spreads by the rules of a system.
struct HopBound {
  unsigned hops = 0;   ///< most message hops from a detection to a change of state it leads to
  bool exact = false;  ///< the longest such chain has exactly so many, once all has settled
  std::string requirement;
};

/// A fault message for people.
struct MessageText {
  std::string kind;     ///< e.g. "ULFM"; messages of a kind share a colour
  std::string text;     ///< e.g. "ULFM<0,21,3>"
  std::string meaning;  ///< of the kind, in a few words for a legend
};

/// Notifies a system of packets on their way, as acknowledgements would.
class PacketWatch {
 public:
  virtual ~PacketWatch() = default;
  /// The packet begins to leave the last switch of its way.
  virtual void leaving(Cycle now, PacketId packet, HostIdx source, HostIdx destination) = 0;
};

/// What a header that found no way could have expected of the routing relation, settled.
enum class DropClass : std::uint8_t {
  kUndeliverable,  ///< not even its source has a way
  kStranded,       ///< its source has one, from here, as it came, there is none
  kTransient,      ///< there is one from here: it was dropped while the routing state was in flux
  kCount
};
inline constexpr std::size_t kDropClasses = static_cast<std::size_t>(DropClass::kCount);

/// Holds drops for want of a way against the relation that follows from the links alone.
class DropJudge {
 public:
  virtual ~DropJudge() = default;
  /// From now on exactly the links `dead` are dead, and those `known` are declared so by an end.
  virtual void links(const std::vector<SwitchPort>& dead, const std::vector<SwitchPort>& known) = 0;
  /// A header that asked `request` at `sw` and was answered that there is no way, by the dead
  /// links.
  [[nodiscard]] virtual DropClass judge(SwitchIdx sw, const RouteRequest& request) = 0;
  /// The ways that it has by the known ones, once all has settled, by name of port; empty: none.
  [[nodiscard]] virtual std::string ways(SwitchIdx sw, const RouteRequest& request) = 0;
  /// Cycles after the last declaration of all in which the routing state at `sw` may be in flux,
  /// over links of `latency` cycles.
  [[nodiscard]] virtual Cycle settle_bound(SwitchIdx sw, unsigned latency) = 0;
  /// Id of the rule that a drop outside of that time breaks.
  [[nodiscard]] virtual std::string_view requirement() const = 0;
};

/// Something a system counts for reports.
struct NamedCount {
  std::string name;
  std::uint64_t value = 0;
};

/// Where an audit reads a switch's present decisions from.
using ControlOf = std::function<const SwitchControl&(SwitchIdx)>;

/// One system with its parameters fixed.
class System {
 public:
  virtual ~System() = default;
  [[nodiscard]] virtual const Topology& topology() const = 0;
  /// The control plane of one switch. `scoreboard` outlives it.
  [[nodiscard]] virtual std::unique_ptr<SwitchControl> make_control(SwitchIdx sw,
                                                                    Scoreboard& scoreboard) = 0;
  /// Compares settled decisions of every switch with ground truth for the given dead links.
  [[nodiscard]] virtual AuditReport audit(const std::vector<SwitchPort>& dead,
                                          const ControlOf& control_of) const = 0;
  /// Whether every host pair keeps a path the routing relation may use with these links dead.
  [[nodiscard]] virtual bool tolerable(const std::vector<SwitchPort>& dead) const = 0;
  /// Whether a violation found by the audit is an error (false when the printed, defective rule was
  /// asked for on purpose).
  [[nodiscard]] virtual bool audit_must_hold() const = 0;
  /// Bound on the spread when `known` links are dead from the start and `failing` die later, in any
  /// order and however close in time, and none comes back; empty: the system promises none.
  [[nodiscard]] virtual std::optional<HopBound> hop_bound(
      const std::vector<SwitchPort>& /*known*/, const std::vector<SwitchPort>& /*failing*/) const {
    return std::nullopt;
  }
  [[nodiscard]] virtual MessageText describe(const ControlMessage& /*message*/) const {
    return {"message", "message", "a message about a fault"};
  }
  /// The routing relation with these links dead and known everywhere, for the certifier; null where
  /// the system offers none. Must not outlive the system.
  [[nodiscard]] virtual std::unique_ptr<certify::Relation> relation(
      const std::vector<SwitchPort>& dead) const;
  /// Who judges drops for want of a way; null: nobody does. Must not outlive the system.
  [[nodiscard]] virtual std::unique_ptr<DropJudge> drop_judge() const { return nullptr; }
  /// Who is notified of packets; null: nobody. Lives as long as the system.
  [[nodiscard]] virtual PacketWatch* packet_watch() { return nullptr; }
  [[nodiscard]] virtual std::vector<NamedCount> counters() const { return {}; }
  /// What its controls sample into the coverage of their scoreboard (COV-1).
  [[nodiscard]] virtual std::vector<cover::ModelPtr> cover_models() const { return {}; }
  /// Works out many fault sets without simulating, under this system's routing rule, with its
  /// tables or with tables of `any_size`; null where the system offers none. Must not outlive the
  /// system.
  [[nodiscard]] virtual std::unique_ptr<tolerance::Engine> tolerance(bool any_size) const;
  /// The chosen parameters of a contract's block that others may put into these switches; empty
  /// where there is no such block.
  [[nodiscard]] virtual std::optional<std::map<std::string, std::int64_t>> foreign_sizes(
      const std::string& /*block*/) const {
    return std::nullopt;
  }
  /// Controls made from now on have this block in place of their own; one that foreign_sizes()
  /// knows.
  virtual void use(const cosim::ForeignDesign& /*foreign*/) {}
  /// The RTL of the whole switch, as this system would set it, with its deliberate bugs; null if
  /// there is none, and why, for people, behind the key concerned: "switch.buffer_packets: ...".
  [[nodiscard]] virtual std::unique_ptr<cosim::SwitchBlock> make_switch(
      const cosim::SwitchBlockOptions& /*options*/, std::string& why) const {
    why = "engine: no whole switch of this topology is there in RTL";
    return nullptr;
  }
  /// Likewise of a switch that moves flits.
  [[nodiscard]] virtual std::unique_ptr<cosim::RouterBlock> make_router(
      const cosim::RouterBlockOptions& /*options*/, std::string& why) const {
    why = "engine: no whole wormhole router of this topology is there in RTL";
    return nullptr;
  }
  /// The RTL of a flow-channel switch with the control of this system inside; null: there is none.
  [[nodiscard]] virtual std::unique_ptr<cosim::FlowSwitchBlock> make_flow_switch(
      const cosim::FlowSwitchOptions& options, SwitchIdx sw) const;
  /// Which build that is; empty: there is none.
  [[nodiscard]] virtual std::string flow_switch_build() const { return {}; }
  /// Whether its controls ever send a fault message.
  [[nodiscard]] virtual bool sends_messages() const { return true; }
  /// The switch of others that make_switch() makes; null: ours.
  [[nodiscard]] virtual const cosim::SwitchPlugin* whole_plugin() const { return nullptr; }
  /// Whether that moves the packets, judged by its pins (`compare: legal`).
  [[nodiscard]] bool judged() const;
  /// The verilated build in use, e.g. "fattree_control M=8 N=3 W=32 QI=16"; empty for the golden
  /// engine.
  [[nodiscard]] virtual std::string rtl_build() const = 0;
};

/// A deliberate defect, switched on with `--set bug.NAME=true`.
struct BugInfo {
  std::string_view name;
  std::string_view summary;
  bool in_rtl = false;        ///< lives in the RTL: needs engine rtl or lockstep
  std::string_view shown_by;  ///< scenario that catches it
  bool in_switch = false;     ///< of the RTL, in the data path of a switch: needs engine switch
};

/// What a system is made for, beside its topology.
struct SystemSetup {
  Engines engine;
  std::vector<std::string> bugs;
  unsigned link_latency = 4;  ///< cycles; sizes the queues of fault messages
  /// The switches keep each flow in order when its candidates change (flow channels): a control
  /// never has to answer that a packet waits.
  bool switches_keep_order = false;
  /// Engine `switch`: a switch of others in place of ours; null: none.
  std::shared_ptr<const cosim::SwitchPlugin> whole = nullptr;
  unsigned route_latency = 2;  ///< cycles from a question to its answer, of whole switches
};

/// A network that is a topology of some kind.
struct NamedNetwork {
  nlohmann::json topology;                                 ///< as under `topology` of a scenario
  std::vector<std::string> missing;                        ///< links without a cable, by name
  std::vector<std::pair<std::string, std::string>> names;  ///< of its nodes: theirs, ours
};

/// One kind of system, as it is added to the list of them (plugs.hpp).
struct SystemPlug {
  std::string_view kind;     ///< value of topology.kind
  std::string_view summary;  ///< one line for `selvage list`
  /// JSON Schema (draft-07) of the `topology` object, as text; its properties include `kind`.
  std::string_view schema;
  /// Values of switch.kind that it runs on, its default first; empty: the first kind there is.
  std::vector<std::string_view> switch_kinds;
  /// Why not on a kind that is not among them, for people; empty: no more to say.
  std::function<std::string(std::string_view kind)> why_not;
  std::vector<BugInfo> bugs;
  std::vector<std::string_view> blocks;  ///< those that may have an engine of their own
  std::vector<std::string> rtl_builds;   ///< verilated parameter sets, smallest first
  /// From the command line's short form, e.g. "8,3" of "fattree:8,3"; on failure null and `why`.
  std::function<nlohmann::json(std::string_view text, std::string& why)> parse_short;
  /// The topology of this kind that a network of others is, whatever names and ports it has there;
  /// empty, and why not. Null: no network is recognized.
  std::function<std::optional<NamedNetwork>(const Network& network, Misfit& misfit)> recognize;
  /// `topology` has passed the schema. Throws std::invalid_argument, text fit for people, for
  /// what a schema cannot say (the message starts with the key concerned, e.g. "m: must be even").
  std::function<std::unique_ptr<System>(const nlohmann::json& topology, const SystemSetup& setup)>
      make;
};

}  // namespace selvage
