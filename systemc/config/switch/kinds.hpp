// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the kinds of switch declare to all that is above them: their keys, what these need, their
/// deliberate bugs, and their block of result.json. A kind is added by a row of the registry.
#pragma once

#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "config/scenario.hpp"
#include "config/switch/registry.hpp"
#include "cosim/foreign/port_block.hpp"
#include "cosim/system.hpp"
#include "waves/rtl_role.hpp"

namespace selvage::config {

struct Draft;

/// A deliberate defect of a kind of switch, or of the fabric.
struct SwitchBug {
  BugInfo info;
  unsigned bit = 0;  ///< by which its kind knows it
};

/// Why switches in RTL, whole, do not take some faults; an empty text: they do.
struct WholeLimits {
  std::string_view deaths;   ///< switches that die
  std::string_view outages;  ///< links that die, or are dead from the start
  std::string_view flaps;    ///< outages that nobody declares
  bool messages = false;     ///< fault messages are sent, and not again if a link loses them
};

struct SwitchPlug {
  std::string_view kind;      ///< value of switch.kind
  std::string_view switches;  ///< such switches, for people: "wormhole switches"
  std::string_view moves;     ///< how packets move, for people
  /// Makes the switches of a scenario of this kind, with its defaults.
  void (*use)(SwitchConfig& switches) = nullptr;
  /// It keeps each flow in order when its candidates change (SystemSetup::switches_keep_order).
  bool keeps_order = false;
  bool slow_hosts = false;  ///< its hosts may be slow to take what comes (traffic.receivers)
  bool xon = false;         ///< and send XON when they do (traffic.receivers.stalls: xon)
  bool flaps = false;       ///< it gets over outages that no prober declares (faults.flaps)
  bool classes = false;     ///< packets have a traffic class, and an order to keep or not
  /// Its properties of the scenario's `switch`, as text of a JSON Schema.
  std::string_view keys;
  std::vector<SwitchBug> bugs;
  std::vector<std::string_view> blocks;  ///< those that may have an engine of their own
  std::vector<std::string> rtl_builds;   ///< verilated parameter sets of its own, smallest first
  /// The one that a run uses; null: there is none.
  std::string (*rtl_build)(const Scenario& scenario, const System& system) = nullptr;
  std::string_view result_key;     ///< of its block in result.json, null under others; empty: none
  std::string_view result_schema;  ///< JSON Schema of that
  /// What its data path samples (COV-1), by a merged scenario; null: nothing. A key that is not
  /// there leaves nothing out.
  cover::ModelPtr (*cover)(const nlohmann::json& merged, const Topology& topology) = nullptr;
  std::vector<std::string_view> cover_keys;  ///< what that asks for, as JSON pointers
  /// What a search of scenarios may set of them, as a JSON text: groups of alternatives, each of
  /// them values by path. Of a group at most one holds.
  std::string_view tries = "[]";
  bool own_drain = false;  ///< phases.drain that is not given follows from the fabric
  /// A key that is given so that order is not sure, by design; empty: none.
  std::string (*unsure)(const Scenario& scenario, const Topology& topology) = nullptr;
  bool keeps_flow_log = false;  ///< `run --flow-log`
  /// Adds what such switches in RTL, whole, cannot do of the scenario (engine: switch).
  void (*check_whole)(const Draft& draft, const System& system, const Scenario& scenario) = nullptr;
  WholeLimits (*whole_limits)(const System& system) = nullptr;  ///< of faults; null: none
  std::vector<waves::RtlRole> rtl_roles;  ///< what signals of such switches in RTL, whole, are for
  bool by_ranks = false;          ///< several ranks may simulate a fabric of them (FAB-RANK-1)
  bool outages_by_ranks = false;  ///< also one whose links die during the run
  /// The block of a contract that others may put into its ports (`run --dut`); empty: it has none
  /// of that name. Null: it has none.
  std::optional<cosim::PortBlock> (*port_block)(const std::string& block,
                                                const Scenario& scenario) = nullptr;
  /// Takes over values of its own keys; the scenario is of this kind.
  void (*read)(const Draft& draft, Scenario& scenario) = nullptr;
  /// Completes them with what depends on the fabric, and checks what they need of it.
  void (*check)(Draft& draft, const Topology& topology, Scenario& scenario) = nullptr;
};

/// The block of the fabric itself that may have an engine of its own.
inline constexpr std::string_view kLinkProbe = "link_probe";

/// All blocks of a fabric that may have an engine of their own.
[[nodiscard]] std::vector<std::string_view> engine_blocks(const SystemPlug& plug,
                                                          std::string_view kind);

/// All kinds, in the order of the registry.
[[nodiscard]] const std::vector<SwitchPlug>& switch_plugs();
/// The kind of this name; null: there is none.
[[nodiscard]] const SwitchPlug* find_switch_plug(std::string_view kind);
/// The same; throws std::invalid_argument if there is none.
[[nodiscard]] const SwitchPlug& switch_plug(std::string_view kind);
/// The kinds that a system runs on, default first; std::invalid_argument if one does not exist.
[[nodiscard]] std::vector<std::string_view> switch_kinds(const SystemPlug& plug);
/// Names of the kinds with a trait, for people: "cut_through".
[[nodiscard]] std::string kinds_with(bool SwitchPlug::*trait);
/// The kind of switch that has this block in its ports; null: none.
[[nodiscard]] const SwitchPlug* kind_with_block(const std::string& block);

/// What the data path of a merged scenario samples; null: nothing.
[[nodiscard]] cover::ModelPtr data_path_cover(const nlohmann::json& merged,
                                              const Topology& topology);
/// The same of a scenario, which need not be made of a file: what it does not say leaves nothing
/// out.
[[nodiscard]] cover::ModelPtr data_path_cover(const Scenario& scenario, const Topology& topology);
/// Of a merged scenario what its cover models hang on.
[[nodiscard]] nlohmann::json cover_settings(const nlohmann::json& merged);

/// The block of a contract that others may put into ports whatever the kind of switch; empty: it is
/// none.
[[nodiscard]] std::optional<cosim::PortBlock> fabric_block(const std::string& block,
                                                           const Scenario& scenario);

inline constexpr std::string_view kCrossDeadLink = "cross_dead_link";
inline constexpr std::string_view kNoResend = "no_resend";
/// Deliberate defects of the fabric, whatever its switches.
[[nodiscard]] const std::vector<BugInfo>& fabric_bugs();
/// The bits of those of `names` that `kind` has.
[[nodiscard]] unsigned switch_bug_bits(std::string_view kind,
                                       const std::vector<std::string>& names);
/// The kind of switch that has the bug of this name; null: none.
[[nodiscard]] const SwitchPlug* kind_with_bug(std::string_view name);
/// Every bug that a scenario of this system may switch on.
[[nodiscard]] std::vector<BugInfo> bugs_for(const SystemPlug& plug);
/// Those of `names` that the system has to know of.
[[nodiscard]] std::vector<std::string> system_bugs(std::vector<std::string> names);

}  // namespace selvage::config
