// SPDX-License-Identifier: Apache-2.0
#include "cosim/fattree/system.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>

#include "certify/fattree_channels.hpp"
#include "cosim/fattree/audit.hpp"
#include "cosim/fattree/bugs.hpp"
#include "cosim/fattree/flow/switch_block.hpp"
#include "cosim/fattree/golden.hpp"
#include "cosim/fattree/text.hpp"
#include "cosim/fattree/whole/plugin_switch.hpp"
#include "cosim/fattree/whole/switch_block.hpp"
#include "golden/fattree/ground_truth.hpp"
#include "golden/fattree/recognize.hpp"
#include "golden/number.hpp"
#include "tolerance/engine.hpp"

namespace selvage::cosim {

using golden::FatTree;
using golden::Rule;

namespace {

constexpr std::string_view kSchema = R"json({
  "$schema": "http://json-schema.org/draft-07/schema#",
  "title": "m-port n-tree with distributed fault-tolerant routing",
  "type": "object",
  "additionalProperties": false,
  "required": ["kind", "m", "n"],
  "properties": {
    "kind": {"const": "fattree"},
    "m": {
      "type": "integer", "minimum": 4, "maximum": 64, "multipleOf": 2,
      "description": "ports of a switch, even"
    },
    "n": {
      "type": "integer", "minimum": 2, "maximum": 6,
      "description": "levels of switches"
    },
    "rule": {
      "enum": ["corrected", "paper"], "default": "corrected",
      "description": "case 3 of the fault messages: corrected, or as the paper prints it"
    },
    "lft_entries": {
      "type": "integer", "minimum": 1, "maximum": 64, "default": 32,
      "description": "lines of the link fault table in each switch"
    }
  }
})json";

struct SettledHolder {
  golden::SettledTree settled;
};
/// The certifier's view of a settled tree, and the tree.
class OwnedFatTreeChannels final : private SettledHolder, public certify::FatTreeChannels {
 public:
  explicit OwnedFatTreeChannels(golden::SettledTree tree)
      : SettledHolder{std::move(tree)}, FatTreeChannels(settled) {}
};

/// "4P3T, 8P3T".
std::string all_of(const std::vector<SwitchBuild>& builds) {
  std::string text;
  for (const SwitchBuild& b : builds) {
    if (b.r != SwitchControl::kRouteLatency) continue;  // of a size that is there already
    text += (text.empty() ? "" : ", ") + FatTree(b.m, b.n).label();
  }
  return text;
}

class FatTreeSystem final : public System {
 public:
  FatTreeSystem(unsigned m, unsigned n, const FatTreeConfig& config)
      : tree_(m, n), config_(config) {
    config_.tree = &tree_;
    config_.route_cover = std::make_shared<golden::RouteCover>(n);
    config_.control_cover = std::make_shared<golden::ControlCover>(n, config_.rule);
    if (config_.plane == Engine::kGolden) return;
    config_.build = &find_control_build(tree_, config_.lft_entries, config_.timing.input_depth);
  }
  [[nodiscard]] const Topology& topology() const override { return tree_; }
  [[nodiscard]] std::unique_ptr<SwitchControl> make_control(SwitchIdx sw,
                                                            Scoreboard& scoreboard) override {
    return make_fattree_control(config_, sw, scoreboard);
  }
  [[nodiscard]] std::vector<cover::ModelPtr> cover_models() const override {
    return {config_.route_cover->model(), config_.control_cover->model()};
  }
  [[nodiscard]] AuditReport audit(const std::vector<SwitchPort>& dead,
                                  const ControlOf& control_of) const override {
    return audit_fattree(tree_, tree_, dead, control_of);
  }
  [[nodiscard]] bool tolerable(const std::vector<SwitchPort>& dead) const override {
    return golden::GroundTruth(tree_, dead).tolerable();
  }
  [[nodiscard]] bool audit_must_hold() const override { return config_.rule == Rule::kCorrected; }
  /// FT-AUD-3. A message climbs at most to the roots and descends at most to level 0; what a switch
  /// derives from one that came from above only descends. So no chain is longer than 2n-3,
  /// whatever else fails meanwhile.
  [[nodiscard]] std::optional<HopBound> hop_bound(
      const std::vector<SwitchPort>& known, const std::vector<SwitchPort>& failing) const override {
    HopBound bound{2 * tree_.n() - 3, false, "FT-AUD-3"};
    if (known.empty() && failing.size() == 1) {
      bound.hops -= 2 * tree_.level(failing.front().sw);
      bound.exact = true;
    }
    return bound;
  }
  [[nodiscard]] MessageText describe(const ControlMessage& message) const override {
    const golden::FaultMessage m = golden::decode(message);
    return {std::string(to_string(m.kind)), cosim::describe(tree_, m),
            std::string(meaning(m.kind))};
  }
  [[nodiscard]] std::unique_ptr<certify::Relation> relation(
      const std::vector<SwitchPort>& dead) const override {
    golden::SettledTree settled(tree_, config_.lft_entries, config_.rule);
    settled.skip_repeats();
    // Under the printed rule every other order leaves a part of these candidates (TOL-ORDER).
    settled.kill_all_lower_first(dead);
    settled.settle();
    return std::make_unique<OwnedFatTreeChannels>(std::move(settled));
  }
  [[nodiscard]] std::unique_ptr<tolerance::Engine> tolerance(bool any_size) const override {
    return tolerance::make_engine(tree_, {config_.rule, any_size ? 0 : config_.lft_entries});
  }
  [[nodiscard]] std::optional<std::map<std::string, std::int64_t>> foreign_sizes(
      const std::string& block) const override {
    if (block == "route_select") return {{{"M", tree_.m()}, {"N", tree_.n()}}};
    if (block == "fault_table")
      return {{{"M", tree_.m()}, {"N", tree_.n()}, {"W", config_.lft_entries}}};
    if (block == "fault_message_unit") {
      return {{{"M", tree_.m()},
               {"N", tree_.n()},
               {"QI", config_.timing.input_depth},
               {"QO", config_.timing.output_depth}}};
    }
    return System::foreign_sizes(block);
  }
  void use(const ForeignDesign& foreign) override { config_.foreign = foreign; }
  [[nodiscard]] std::unique_ptr<SwitchBlock> make_switch(const SwitchBlockOptions& options,
                                                         std::string& why) const override {
    const golden::ControlTiming& timing = config_.timing;
    SwitchOptions all{options};
    all.tree = &tree_;
    all.lft_entries = config_.lft_entries;
    all.rule_paper = config_.rule == Rule::kPaper;
    all.message_xoff = timing.xoff();
    all.bugs = config_.rtl_bugs;
    if (config_.whole) {
      why = why_not_plugin(*config_.whole, all, timing.input_depth);
      return why.empty() ? make_plugin_switch(config_.whole, all) : nullptr;
    }
    const auto latencies = switch_route_latencies(tree_, config_.lft_entries, timing.input_depth);
    // Its buffers are those of the others where it does not answer in time.
    const bool answers =
        std::find(latencies.begin(), latencies.end(), options.route_latency) != latencies.end();
    const SwitchBuild* build =
        latencies.empty() ? nullptr : whole_build(answers ? options.route_latency : latencies[0]);
    why = build == nullptr ? no_switch() : why_no_switch(options, build->depth, latencies);
    return why.empty() ? build->make(all) : nullptr;
  }
  [[nodiscard]] std::unique_ptr<FlowSwitchBlock> make_flow_switch(const FlowSwitchOptions& options,
                                                                  SwitchIdx sw) const override {
    const FatTreeFlowSwitchBuild* build = flow_switch(options.hosts);
    if (build == nullptr) return nullptr;
    FatTreeFlowSwitchOptions all{options};
    all.bugs |= static_cast<std::uint32_t>(config_.rtl_bugs & kControlBugs) << kFlowControlBugsAt;
    all.tree = &tree_;
    all.self = sw;
    all.lft_entries = config_.lft_entries;
    all.rule_paper = config_.rule == Rule::kPaper;
    all.message_xoff = config_.timing.xoff();
    return build->make(all);
  }
  [[nodiscard]] std::string flow_switch_build() const override {
    const FatTreeFlowSwitchBuild* build = flow_switch(0);
    return build == nullptr ? std::string() : build->label();
  }
  [[nodiscard]] const SwitchPlugin* whole_plugin() const override { return config_.whole.get(); }
  [[nodiscard]] std::string rtl_build() const override {
    if (config_.build != nullptr) return config_.build->label();
    if (!config_.whole_switch) return {};
    if (config_.whole) return config_.whole->api().name;
    const SwitchBuild* whole = whole_build(config_.route_latency);
    return whole != nullptr ? whole->label() : std::string();
  }

 private:
  [[nodiscard]] const FatTreeFlowSwitchBuild* flow_switch(unsigned hosts) const {
    return find_fattree_flow_switch(tree_, config_.lft_entries, config_.timing.input_depth, hosts);
  }
  [[nodiscard]] const SwitchBuild* whole_build(unsigned route_latency) const {
    return find_switch_build(tree_, config_.lft_entries, config_.timing.input_depth, route_latency);
  }
  /// Why no build of the whole switch fits, behind the key of the first thing that does not.
  [[nodiscard]] std::string no_switch() const {
    const auto& builds = switch_builds();
    const auto fits = [&](auto&& does) { return std::any_of(builds.begin(), builds.end(), does); };
    if (!fits([&](const SwitchBuild& b) { return b.m == tree_.m() && b.n == tree_.n(); })) {
      const bool ports = fits([&](const SwitchBuild& b) { return b.m == tree_.m(); });
      return std::string(ports ? "n" : "m") + ": no verilated switch is one of " + tree_.label() +
             "; there are " + all_of(builds);
    }
    if (switch_route_latencies(tree_, config_.lft_entries, 0).empty()) {
      return "lft_entries: a verilated switch has fewer lines than " +
             std::to_string(config_.lft_entries);
    }
    return "link.latency: a verilated switch has shorter queues than the " +
           std::to_string(config_.timing.input_depth) + " fault messages that this needs";
  }

  FatTree tree_;
  FatTreeConfig config_;
};

unsigned checked(const nlohmann::json& topology, const char* key, unsigned fallback, unsigned low,
                 unsigned high) {
  if (!topology.contains(key)) return fallback;
  const nlohmann::json& value = topology.at(key);
  if (!value.is_number_integer() || value < low || value > high) {
    throw std::invalid_argument(std::string(key) + ": must be a whole number from " +
                                std::to_string(low) + " to " + std::to_string(high) + ", not " +
                                value.dump());
  }
  return value.get<unsigned>();
}

/// FT-CYC-2: the input queues hold what is under way when a stop is asked for.
golden::ControlTiming timing_of(unsigned link_latency) {
  golden::ControlTiming timing;
  timing.latency = link_latency;
  timing.output_depth = 8;
  for (const unsigned depth : {16U, 32U, 256U}) {
    timing.input_depth = depth;
    if (link_latency >= 1 && 2 * link_latency + 4 <= depth) return timing;
  }
  throw std::invalid_argument("link.latency: must be from 1 to 126 cycles for a fat tree, not " +
                              std::to_string(link_latency) +
                              ": the longest queue of fault messages has 256 places");
}

std::unique_ptr<System> make(const nlohmann::json& topology, const SystemSetup& setup) {
  const unsigned m = checked(topology, "m", 0, 4, 64);
  if (m == 0) throw std::invalid_argument("m: is missing");
  if (m % 2 != 0) throw std::invalid_argument("m: must be even, not " + std::to_string(m));
  const unsigned n = checked(topology, "n", 0, 2, 6);
  if (n == 0) throw std::invalid_argument("n: is missing");
  FatTreeConfig config;
  config.plane = setup.engine.of("control_plane");
  config.route = setup.engine.of("route_select");
  if (config.plane == Engine::kGolden && config.route != Engine::kGolden) {
    throw std::invalid_argument(
        "engine: the RTL of route_select reads the tables of the RTL's control_plane, which cannot "
        "be golden then: give route_select golden too");
  }
  config.whole_switch = setup.engine.whole_switches();
  config.route_latency = setup.route_latency;
  config.whole = config.whole_switch ? setup.whole : nullptr;
  config.lft_entries = checked(topology, "lft_entries", 32, 1, 64);
  const nlohmann::json rule = topology.value("rule", nlohmann::json("corrected"));
  if (rule != "corrected" && rule != "paper") {
    throw std::invalid_argument("rule: must be corrected or paper, not " + rule.dump());
  }
  config.rule = rule == "paper" ? Rule::kPaper : Rule::kCorrected;
  config.timing = timing_of(setup.link_latency);
  for (const std::string& name : setup.bugs) {
    const FatTreeBug* bug = find_fattree_bug(name);
    if (bug == nullptr) throw std::invalid_argument("bug." + name + ": fattree has no such bug");
    if (bug->info.in_rtl && config.plane == Engine::kGolden && !config.whole_switch) {
      throw std::invalid_argument("bug." + name +
                                  ": lives in the RTL; the golden engine does not run it");
    }
    config.rtl_bugs |= bug->rtl;
    if (bug->message != nullptr) config.message_bugs.*bug->message = true;
  }
  return std::make_unique<FatTreeSystem>(m, n, config);
}

nlohmann::json parse_short(std::string_view text, std::string& why) {
  const auto comma = text.find(',');
  const auto m = parse_number(text.substr(0, comma));
  const auto n =
      comma == std::string_view::npos ? std::nullopt : parse_number(text.substr(comma + 1));
  if (!m || !n) {
    why = "\"" + std::string(text) + "\" is not M,N (ports of a switch, levels), for example 8,3";
    return nullptr;
  }
  return {{"kind", "fattree"}, {"m", *m}, {"n", *n}};
}

std::optional<NamedNetwork> recognize(const Network& network, Misfit& misfit) {
  const auto placed = golden::recognize_tree(network, misfit);
  if (!placed) return std::nullopt;
  const golden::FatTree tree(placed->m, placed->n);
  NamedNetwork named;
  named.topology = {{"kind", "fattree"}, {"m", placed->m}, {"n", placed->n}};
  for (const SwitchPort& end : placed->missing) named.missing.push_back(tree.link_path(end));
  for (std::size_t i = 0; i < network.nodes.size(); ++i) {
    const std::uint32_t place = placed->place[i];
    named.names.emplace_back(network.nodes[i].id, network.nodes[i].host ? tree.host_name(place)
                                                                        : tree.switch_name(place));
  }
  return named;
}

}  // namespace

SystemPlug fattree_plug() {
  SystemPlug plug;
  plug.kind = "fattree";
  plug.summary = "m-port n-tree (fat tree), distributed fault-tolerant routing";
  plug.schema = kSchema;
  plug.switch_kinds = {"cut_through", "wormhole", "flow"};
  plug.blocks = {"control_plane", "route_select"};
  for (const FatTreeBug& bug : fattree_bugs()) plug.bugs.push_back(bug.info);
  for (const ControlBuild& build : control_builds()) plug.rtl_builds.push_back(build.label());
  for (const SwitchBuild& build : switch_builds()) plug.rtl_builds.push_back(build.label());
  if (const auto& builds = fattree_flow_switch_builds(); !builds.empty())
    plug.rtl_builds.push_back(builds.front().label());
  plug.parse_short = parse_short;
  plug.recognize = recognize;
  plug.make = make;
  return plug;
}

}  // namespace selvage::cosim
