// SPDX-License-Identifier: Apache-2.0
/// \file
/// What a schema cannot say of a scenario: relations between its values, and names that have to
/// exist in the fabric.
#pragma once

#include <initializer_list>
#include <optional>
#include <set>
#include <string>

#include "config/scenario.hpp"
#include "config/text/diagnostics.hpp"
#include "config/text/document.hpp"
#include "cosim/system.hpp"

namespace selvage::config {

/// A merged configuration on its way to a Scenario. Values the schema found wrong are no longer in
/// `document` (null inside lists) and are named in `unusable`.
struct Draft {
  Document document;
  nlohmann::json schema;  ///< of all but the topology: scenario_frame()
  std::set<std::string> unusable;
  Diagnostics* diagnostics = nullptr;

  /// Whether none of `pointers`, nor a value around one, was found wrong.
  [[nodiscard]] bool usable(std::initializer_list<const char*> pointers) const;
  void error(const std::string& pointer, std::string what, std::string hint = "") const;
};

/// Fills the sections of `scenario` that are plain numbers and names, but for those of its
/// switches.
void read_values(const Draft& draft, Scenario& scenario);
/// `switch.kind`: as written, else the topology's own; it must be one that the topology supports.
/// Then the keys of that kind.
void read_switches(Draft& draft, const SystemPlug& plug, Scenario& scenario);
/// Engines of single blocks; each has to exist in this kind of system and switch.
void read_engines(const Draft& draft, const SystemPlug& plug, Scenario& scenario);
/// `traffic.packet_beats` and `packet_bytes`; lengths in bytes are written back in beats.
void read_packet_lengths(Draft& draft, Scenario& scenario);
/// Where the draft gives the packets' length number `length`.
[[nodiscard]] std::string place_of_length(const Draft& draft, std::size_t length);
/// Hosts of `traffic.incast` and `traffic.flows`; needs and shares of the patterns.
void read_flows(Draft& draft, const Topology& topology, Scenario& scenario);
/// The host at `pointer`, whose canonical name is written back; empty, with an error, if it is
/// none.
[[nodiscard]] std::optional<HostIdx> read_host(Draft& draft, const Topology& topology,
                                               const std::string& pointer);
/// The hosts of the list at `pointer` in its order, likewise, without those that are reported: no
/// hosts, or named twice.
[[nodiscard]] std::vector<HostIdx> read_hosts(Draft& draft, const Topology& topology,
                                              const std::string& pointer);
/// The canonical end of the link of list item `item`, whose name is written back; empty, with an
/// error unless there is one already, if it is none.
[[nodiscard]] std::optional<SwitchPort> read_link(Draft& draft, const Topology& topology,
                                                  const std::string& item);
/// Keys that cannot matter here must have their defaults: those of other kinds of switch, of other
/// patterns and of other stalls. What says more of an amount, such as faults.random.flap_cycles,
/// may be set where the amount is 0, so that a sweep can begin there.
void check_idle_keys(const Draft& draft, const Scenario& scenario);
/// Relations between those values.
void check_relations(const Draft& draft, const Scenario& scenario);
/// `bug.*`: names of switched-on bugs; each has to exist in this kind of system, and to be seen by
/// this engine.
void read_bugs(const Draft& draft, const SystemPlug& plug, Scenario& scenario);
/// Under engine switch: what switches in RTL, whole, do not have. `system` has that engine.
/// `plugin`: the switches are those of --switch.
void check_whole_switches(const Draft& draft, const System& system, const Scenario& scenario,
                          bool plugin);
/// What a system objects to, at the key that the text starts with.
void place_objection(const Draft& draft, std::string what);
/// Where traffic.trace_file lies: its path is relative to the scenario.
[[nodiscard]] std::string trace_path(const Scenario& scenario);
/// The text of traffic.trace_file, its number among the sources of the draft's diagnostics; empty,
/// with an error, if it cannot be read.
[[nodiscard]] std::optional<std::size_t> open_trace_file(const Draft& draft,
                                                         const Scenario& scenario);
/// Hosts and links by name, trace and application. Writes their canonical names back to the draft.
void read_names(Draft& draft, const Topology& topology, Scenario& scenario);

}  // namespace selvage::config
