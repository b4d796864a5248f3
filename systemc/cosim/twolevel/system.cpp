// SPDX-License-Identifier: Apache-2.0
#include "cosim/twolevel/system.hpp"

#include <algorithm>
#include <array>
#include <stdexcept>

#include "certify/relation.hpp"
#include "cosim/fattree/audit.hpp"
#include "cosim/fattree/system.hpp"
#include "cosim/twolevel/audit.hpp"
#include "cosim/twolevel/control.hpp"
#include "cosim/twolevel/switch_block.hpp"
#include "golden/number.hpp"
#include "golden/twolevel/topology.hpp"

namespace selvage::cosim {

using nlohmann::json;

namespace {

constexpr std::string_view kSchema = R"json({
  "$schema": "http://json-schema.org/draft-07/schema#",
  "title": "k-ary fat tree with two-level routing tables",
  "type": "object",
  "additionalProperties": false,
  "required": ["kind", "k"],
  "properties": {
    "kind": {"const": "twolevel"},
    "k": {
      "type": "integer", "minimum": 4, "maximum": 256, "multipleOf": 2,
      "description": "ports of a switch, even"
    },
    "routing": {
      "enum": ["two_level", "destination_digit", "hash"], "default": "two_level",
      "description": "how an up port is preferred: host number plus switch number, digit of the destination, or hash of source and destination"
    },
    "faults": {
      "enum": ["none", "lft"], "default": "lft",
      "description": "link faults: known at their own ports alone, or spread into fault tables"
    },
    "flows": {
      "type": "object", "additionalProperties": false, "default": {},
      "description": "flows that are moved between up ports",
      "properties": {
        "mode": {
          "enum": ["none", "classify", "schedule"], "default": "none",
          "description": "switches even out their up ports; besides, a scheduler places large flows"
        },
        "period": {
          "type": "integer", "minimum": 100, "maximum": 1000000, "default": 2000,
          "description": "cycles between two passes"
        },
        "moves": {
          "type": "integer", "minimum": 0, "maximum": 64, "default": 3,
          "description": "flows a switch moves in a pass, at most"
        },
        "large": {
          "type": "integer", "minimum": 1, "maximum": 1000000, "default": 8,
          "description": "packets in a period that make a flow large"
        },
        "latency": {
          "type": "integer", "minimum": 1, "maximum": 100000, "default": 100,
          "description": "cycles an acknowledgement, or a word to or from the scheduler, takes"
        },
        "hold": {
          "type": "integer", "minimum": 1, "maximum": 1000000, "default": 8000,
          "description": "most cycles a moved flow waits for its packets on the old way"
        },
        "ordered": {
          "type": "boolean", "default": true,
          "description": "moved flows wait for their packets on the old way"
        }
      }
    },
    "lft_entries": {
      "type": "integer", "minimum": 1, "maximum": 64, "default": 32,
      "description": "lines of the link fault table in each switch"
    }
  }
})json";

constexpr unsigned kMostPortsHere = 64;

struct RoutingName {
  std::string_view name;
  PreferredBy preferred;
};
constexpr std::array<RoutingName, 3> kRoutings{{{"two_level", PreferredBy::kTwoLevel},
                                                {"destination_digit", PreferredBy::kDigit},
                                                {"hash", PreferredBy::kHash}}};

struct TwoLevelBug {
  BugInfo info;
  std::uint32_t rtl;  ///< 0: of the tables, under every engine
};

constexpr std::string_view kCompare = "scenarios/twolevel_compare.yaml";
constexpr std::string_view kSwitchRtl = "scenarios/switch_rtl_twolevel.yaml";

/// Those a fabric can meet. The other straps of the block need tables that change or addresses that
/// are no host's: tests/cosim/twolevel.
const std::vector<TwoLevelBug>& twolevel_bugs() {
  static const std::vector<TwoLevelBug> all{
      {{"highest_row", "of several matching rows the highest answers", true, kCompare}, 1U << 0},
      {{"mask_ignored", "every bit of a key is compared", true, kCompare}, 1U << 1},
      {{"switch_stale_answer", "an answer that names a dead port is never asked for again", true,
        kSwitchRtl, true},
       1U << 6},
      {{"switch_source_looked_up", "a switch goes by the source of a head", true, kSwitchRtl, true},
       1U << 16},
      {{"switch_length_even", "the lowest bit of a head's length is not read", true, kSwitchRtl,
        true},
       1U << 17},
      {{"switch_port_beside", "an answer names the port beside", true, kSwitchRtl, true}, 1U << 18},
      {{"no_prefixes", "the tables of pod switches have no prefixes", false, kCompare}, 0}};
  return all;
}

struct Setup {
  TwoLevelConfig config;
  std::unique_ptr<System> fat_tree;  ///< knows V, the messages and how far they go
  std::optional<golden::FlowOptions> flows;
};

class TwoLevelSystem final : public System, private PacketWatch {
 public:
  TwoLevelSystem(unsigned k, Setup setup)
      : topology_(k), config_(setup.config), fat_tree_(std::move(setup.fat_tree)) {
    config_.net = &topology_.net();
    if (setup.flows) flows_.emplace(topology_.net(), *setup.flows);
    config_.flows = flows_ ? &*flows_ : nullptr;
    if (config_.preferred == PreferredBy::kDigit) return;
    golden::TwoLevelCover::Shape shape;
    shape.fault_tables = config_.fault_tables;
    shape.hash = config_.preferred == PreferredBy::kHash;
    shape.flows = flows_.has_value();
    shape.held = flows_ && setup.flows->ordered;
    config_.cover = std::make_shared<golden::TwoLevelCover>(shape);
  }
  [[nodiscard]] const Topology& topology() const override { return topology_; }
  [[nodiscard]] std::unique_ptr<SwitchControl> make_control(SwitchIdx sw,
                                                            Scoreboard& scoreboard) override {
    return make_twolevel_control(
        config_, sw, uses_tree() ? fat_tree_->make_control(sw, scoreboard) : nullptr, scoreboard);
  }
  [[nodiscard]] std::vector<cover::ModelPtr> cover_models() const override {
    std::vector<cover::ModelPtr> models;
    if (uses_tree()) models = fat_tree_->cover_models();
    if (config_.cover) models.push_back(config_.cover->model());
    return models;
  }
  [[nodiscard]] AuditReport audit(const std::vector<SwitchPort>& dead,
                                  const ControlOf& control_of) const override {
    if (!config_.fault_tables) return audit_ways(topology_, dead, control_of);
    return audit_fattree(topology_.net().tree(), topology_, dead, control_of);
  }
  [[nodiscard]] bool tolerable(const std::vector<SwitchPort>& dead) const override {
    return fat_tree_->tolerable(dead);
  }
  [[nodiscard]] std::optional<std::map<std::string, std::int64_t>> foreign_sizes(
      const std::string& block) const override {
    if (block != "twolevel_route" || config_.preferred != PreferredBy::kTwoLevel)
      return std::nullopt;
    return {{{"K", topology_.net().k()}}};
  }
  void use(const ForeignDesign& foreign) override { config_.foreign = foreign; }
  [[nodiscard]] bool audit_must_hold() const override { return true; }
  [[nodiscard]] std::optional<HopBound> hop_bound(
      const std::vector<SwitchPort>& known, const std::vector<SwitchPort>& failing) const override {
    if (!config_.fault_tables) return std::nullopt;
    return fat_tree_->hop_bound(known, failing);
  }
  [[nodiscard]] MessageText describe(const ControlMessage& message) const override {
    return fat_tree_->describe(message);
  }
  [[nodiscard]] PacketWatch* packet_watch() override { return flows_ ? this : nullptr; }
  [[nodiscard]] std::vector<NamedCount> counters() const override {
    if (!flows_) return {};
    const golden::FlowPlane::Totals t = flows_->totals();
    return {{"flows_moved", t.moves.moved},     {"flows_held", t.moves.held},
            {"holds_overdue", t.moves.overdue}, {"packets_overtaken", t.overtaken},
            {"flows_placed", t.placed},         {"reports_refused", t.refused}};
  }
  [[nodiscard]] std::unique_ptr<SwitchBlock> make_switch(const SwitchBlockOptions& options,
                                                         std::string& why) const override {
    return make_twolevel_switch(config_, options, why);
  }
  [[nodiscard]] bool sends_messages() const override { return config_.fault_tables; }
  /// The candidates of all three ways of preferring a port are those of the k-port 3-tree.
  [[nodiscard]] std::unique_ptr<certify::Relation> relation(
      const std::vector<SwitchPort>& dead) const override {
    return config_.fault_tables ? fat_tree_->relation(dead) : nullptr;
  }
  [[nodiscard]] std::string rtl_build() const override {
    std::string text;
    if (config_.whole_switch) {
      const TwoLevelSwitchBuild* whole = find_twolevel_switch(topology_.net().k());
      return whole != nullptr ? whole->label() : text;
    }
    if (config_.build != nullptr) text = "twolevel_route K=" + std::to_string(config_.build->k);
    if (!uses_tree() || fat_tree_->rtl_build().empty()) return text;
    return text + (text.empty() ? "" : ", ") + fat_tree_->rtl_build();
  }

 private:
  void leaving(Cycle now, PacketId packet, HostIdx source, HostIdx destination) override {
    flows_->leaving(now, {source, destination}, packet);
  }
  [[nodiscard]] bool uses_tree() const {
    return config_.fault_tables || config_.preferred == PreferredBy::kDigit;
  }

  golden::AlFaresTopology topology_;
  TwoLevelConfig config_;
  std::unique_ptr<System> fat_tree_;
  std::optional<golden::FlowPlane> flows_;
};

/// Empty: switches do not know flows.
std::optional<golden::FlowOptions> flow_options(const json& topology, PreferredBy preferred,
                                                bool switches_keep_order) {
  const json flows = topology.value("flows", json::object());
  const std::string mode = flows.value("mode", "none");
  if (mode == "none") return std::nullopt;
  if (mode != "classify" && mode != "schedule") {
    throw std::invalid_argument("flows.mode: must be none, classify or schedule, not " + mode);
  }
  if (preferred == PreferredBy::kDigit) {
    throw std::invalid_argument("flows.mode: goes with routing two_level or hash");
  }
  golden::FlowOptions o;
  o.scheduler = mode == "schedule";
  o.period = flows.value("period", o.period);
  o.moves = flows.value("moves", o.moves);
  o.large = flows.value("large", o.large);
  o.latency = flows.value("latency", o.latency);
  o.hold = flows.value("hold", o.hold);
  o.ordered = flows.value("ordered", o.ordered);
  if (switches_keep_order && !o.ordered) {
    throw std::invalid_argument(
        "flows.ordered: flow channels keep the order by themselves: see "
        "switch.flow.block");
  }
  if (switches_keep_order) o.ordered = false;  // F-FLOW-3: the input tables hold, not the control
  return o;
}

unsigned checked_k(const json& topology) {
  const json k = topology.value("k", json());
  if (!k.is_number_integer() || k < 4) {
    throw std::invalid_argument("k: must be a whole number from 4 on");
  }
  // F-LIM-1; cores are numbered 10.k.j.i.
  if (k > 256) throw std::invalid_argument("k: must be at most 256, not " + k.dump());
  const auto ports = k.get<unsigned>();
  if (const std::string why = golden::addressing_error(ports); !why.empty()) {
    throw std::invalid_argument("k: " + why);
  }
  if (ports > kMostPortsHere) {
    throw std::invalid_argument("k: " + std::to_string(ports) +
                                " is a legal tree, but a switch has at most " +
                                std::to_string(kMostPortsHere) + " ports here");
  }
  return ports;
}

/// A deliberate bug that was asked for; throws std::invalid_argument where nothing would show it.
void use_bug(const std::string& name, TwoLevelConfig& config) {
  const auto& bugs = twolevel_bugs();
  const auto bug = std::find_if(bugs.begin(), bugs.end(),
                                [&](const TwoLevelBug& b) { return b.info.name == name; });
  const auto refuse = [&](const char* why) { throw std::invalid_argument("bug." + name + why); };
  if (bug == bugs.end()) refuse(": twolevel has no such bug");
  if (bug->rtl == 0) {
    if (config.preferred == PreferredBy::kDigit) {
      refuse(": lives in the two-level tables, which routing: destination_digit does not ask");
    }
    if (config.whole_switch) {
      refuse(": packets from above would go up again, for which a switch in RTL has no crossbar");
    }
    config.no_prefixes = true;
    return;
  }
  if (!config.whole_switch &&
      (config.engine == Engine::kGolden || config.preferred != PreferredBy::kTwoLevel)) {
    refuse(
        ": lives in the RTL of the two-level lookup, which does not run with this engine and "
        "routing");
  }
  config.rtl_bugs |= bug->rtl;
}

std::unique_ptr<System> make(const json& topology, const SystemSetup& setup) {
  const unsigned k = checked_k(topology);
  Setup made;
  TwoLevelConfig& config = made.config;
  config.engine = setup.engine.of("twolevel_route");
  config.whole_switch = setup.engine.whole_switches();
  const json routing = topology.value("routing", json("two_level"));
  const auto* named = std::find_if(kRoutings.begin(), kRoutings.end(),
                                   [&](const RoutingName& r) { return routing == r.name; });
  if (named == kRoutings.end()) {
    throw std::invalid_argument("routing: must be two_level, destination_digit or hash, not " +
                                routing.dump());
  }
  config.preferred = named->preferred;
  if (config.preferred == PreferredBy::kHash && !setup.engine.only(Engine::kGolden)) {
    throw std::invalid_argument("routing: hash has no RTL: it needs engine golden");
  }
  const json faults = topology.value("faults", json("lft"));
  if (faults != "none" && faults != "lft") {
    throw std::invalid_argument("faults: must be none or lft, not " + faults.dump());
  }
  config.fault_tables = faults == "lft";
  made.flows = flow_options(topology, config.preferred, setup.switches_keep_order);
  for (const std::string& name : setup.bugs) use_bug(name, config);
  if (config.preferred == PreferredBy::kTwoLevel && config.engine != Engine::kGolden) {
    for (const TwoLevelBuild& build : twolevel_builds()) {
      if (build.k >= k && config.build == nullptr) config.build = &build;
    }
    if (config.build == nullptr) {
      throw std::invalid_argument("k: no verilated lookup has " + std::to_string(k) +
                                  " ports; the golden engine needs none");
    }
  }
  // F-ISO-1: the same tree, by the same numbers.
  json tree{{"kind", "fattree"}, {"m", k}, {"n", 3}};
  tree["lft_entries"] = topology.value("lft_entries", json(32));
  SystemSetup tree_setup = setup;
  tree_setup.bugs.clear();
  made.fat_tree = fattree_plug().make(tree, tree_setup);
  return std::make_unique<TwoLevelSystem>(k, std::move(made));
}

/// "8", "8,hash" or "8,two_level,none".
json parse_short(std::string_view text, std::string& why) {
  json topology{{"kind", "twolevel"}};
  const std::array<const char*, 3> keys{"k", "routing", "faults"};
  std::string_view left = text;
  for (std::size_t i = 0; i < keys.size(); ++i) {
    const auto comma = left.find(',');
    const std::string_view part = left.substr(0, comma);
    if (i > 0) {
      topology[keys[i]] = std::string(part);
    } else {
      const auto k = parse_number(part);
      if (!k) break;
      topology[keys[i]] = *k;
    }
    if (comma == std::string_view::npos) return topology;
    left.remove_prefix(comma + 1);
  }
  why = "\"" + std::string(text) +
        "\" is not K, K,ROUTING or K,ROUTING,FAULTS, for example 4 or 8,two_level,none";
  return nullptr;
}

}  // namespace

SystemPlug twolevel_plug() {
  SystemPlug plug;
  plug.kind = "twolevel";
  plug.summary = "k-ary fat tree, two-level prefix and suffix tables";
  plug.schema = kSchema;
  for (const TwoLevelBug& bug : twolevel_bugs()) plug.bugs.push_back(bug.info);
  for (const TwoLevelSwitchBuild& build : twolevel_switch_builds())
    plug.rtl_builds.push_back(build.label());
  for (const TwoLevelBuild& build : twolevel_builds()) {
    plug.rtl_builds.push_back("twolevel_route K=" + std::to_string(build.k));
  }
  plug.switch_kinds = {"cut_through", "flow"};
  plug.blocks = {"twolevel_route", "control_plane", "route_select"};
  plug.parse_short = parse_short;
  plug.make = make;
  return plug;
}

}  // namespace selvage::cosim
