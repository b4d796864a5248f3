// SPDX-License-Identifier: Apache-2.0
#include "cosim/fattree_system.hpp"

#include <charconv>
#include <optional>
#include <stdexcept>

#include "cosim/fattree_audit.hpp"
#include "cosim/fattree_block.hpp"
#include "cosim/fattree_golden.hpp"
#include "golden/fattree/ground_truth.hpp"

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

struct FatTreeBug {
  BugInfo info;
  unsigned rtl = 0;
  bool golden::MessageBugs::*message = nullptr;
};

constexpr std::string_view kMainJob = "scenarios/fattree_8p3t_link_faults.yaml";

const std::vector<FatTreeBug>& bugs() {
  static const std::vector<FatTreeBug> all{
      {{"skip_lft", "route selection ignores the link fault table", true, kMainJob},
       kSkipLft,
       nullptr},
      {{"preferred_from_source", "the preferred up port comes from the source's digit", true,
        kMainJob},
       kPreferredFromSource,
       nullptr},
      {{"next_lowest", "the next port is the lowest of V, not the next above the preferred", true,
        kMainJob},
       kNextLowest,
       nullptr},
      {{"answer_late", "the route block answers a clock late", true, kMainJob},
       kAnswerLate,
       nullptr},
      {{"answer_lost", "of two requests in a row the second gets no answer", true, kMainJob},
       kAnswerLost,
       nullptr},
      {{"case3_as_printed", "case 3 by the printed rule although the corrected one is asked for",
        false, "scenarios/e1_corrected_rule.yaml"},
       0,
       &golden::MessageBugs::case3_as_printed},
      {{"dlfm_once", "a DLFM is never sent again when its level changes", false,
        "scenarios/dlfm_resend.yaml"},
       0,
       &golden::MessageBugs::dlfm_once}};
  return all;
}

class FatTreeSystem final : public System {
 public:
  FatTreeSystem(unsigned m, unsigned n, FatTreeConfig config) : tree_(m, n), config_(config) {
    config_.tree = &tree_;
    if (config_.engine == Engine::kGolden) return;
    embedding_.emplace(tree_, config_.lft_entries);
  }
  [[nodiscard]] const Topology& topology() const override { return tree_; }
  [[nodiscard]] std::unique_ptr<SwitchControl> make_control(SwitchIdx sw,
                                                            Scoreboard& scoreboard) override {
    return make_fattree_control(config_, sw, scoreboard);
  }
  [[nodiscard]] AuditReport audit(const std::vector<SwitchPort>& dead,
                                  const ControlOf& control_of) const override {
    return audit_fattree(tree_, dead, control_of);
  }
  [[nodiscard]] bool tolerable(const std::vector<SwitchPort>& dead) const override {
    return golden::GroundTruth(tree_, dead).tolerable();
  }
  [[nodiscard]] bool audit_must_hold() const override { return config_.rule == Rule::kCorrected; }
  /// FT-AUD-3. A message climbs at most to the roots and descends at most to level 0; what a switch
  /// derives from one that came from above only descends. So no chain is longer than 2n-3,
  /// whatever else fails meanwhile.
  [[nodiscard]] std::optional<HopBound> hop_bound(
      const std::vector<SwitchPort>& known,
      const std::vector<SwitchPort>& failing) const override {
    HopBound bound{2 * tree_.n() - 3, false, "FT-AUD-3"};
    if (known.empty() && failing.size() == 1) {
      bound.hops -= 2 * tree_.level(failing.front().sw);
      bound.exact = true;
    }
    return bound;
  }
  [[nodiscard]] MessageText describe(const ControlMessage& message) const override {
    const golden::FaultMessage m = golden::decode(message);
    using Kind = golden::FaultMessage::Kind;
    const std::string kind(to_string(m.kind));
    if (!names_link(m.kind)) {
      return {kind, kind + "<" + std::to_string(m.level) + ">", "my links up are dead"};
    }
    std::string name = tree_.switch_name(tree_.index_of({m.level, m.c}));
    name.back() = ',';
    return {kind, kind + name + std::to_string(m.k) + ">",
            m.kind == Kind::kDerf ? "that port is of no use" : "that link is dead"};
  }
  [[nodiscard]] std::string rtl_build() const override {
    return embedding_ ? embedding_->build().label() : std::string();
  }

 private:
  FatTree tree_;
  std::optional<FatTreeEmbedding> embedding_;
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
  for (const unsigned depth : {16U, 256U}) {
    timing.input_depth = depth;
    if (link_latency >= 1 && 2 * link_latency + 4 <= depth) return timing;
  }
  throw std::invalid_argument(
      "link.latency: must be from 1 to 126 cycles for a fat tree, not " +
      std::to_string(link_latency) + ": the longest queue of fault messages has 256 places");
}

std::unique_ptr<System> make(const nlohmann::json& topology, const SystemSetup& setup) {
  const Engine engine = setup.engine;
  const unsigned m = checked(topology, "m", 0, 4, 64);
  if (m == 0) throw std::invalid_argument("m: is missing");
  if (m % 2 != 0) throw std::invalid_argument("m: must be even, not " + std::to_string(m));
  const unsigned n = checked(topology, "n", 0, 2, 6);
  if (n == 0) throw std::invalid_argument("n: is missing");
  FatTreeConfig config;
  config.engine = engine;
  config.lft_entries = checked(topology, "lft_entries", 32, 1, 64);
  const nlohmann::json rule = topology.value("rule", nlohmann::json("corrected"));
  if (rule != "corrected" && rule != "paper") {
    throw std::invalid_argument("rule: must be corrected or paper, not " + rule.dump());
  }
  config.rule = rule == "paper" ? Rule::kPaper : Rule::kCorrected;
  config.timing = timing_of(setup.link_latency);
  for (const std::string& name : setup.bugs) {
    bool known = false;
    for (const FatTreeBug& bug : bugs()) {
      if (bug.info.name != name) continue;
      known = true;
      if (bug.info.in_rtl && engine == Engine::kGolden) {
        throw std::invalid_argument("bug." + name +
                                    ": lives in the RTL; the golden engine does not run it");
      }
      config.rtl_bugs |= bug.rtl;
      if (bug.message != nullptr) config.message_bugs.*bug.message = true;
    }
    if (!known) throw std::invalid_argument("bug." + name + ": fattree has no such bug");
  }
  return std::make_unique<FatTreeSystem>(m, n, config);
}

std::optional<unsigned> parse_number(std::string_view text) {
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return value;
}

nlohmann::json parse_short(std::string_view text, std::string& why) {
  const auto comma = text.find(',');
  const auto m = parse_number(text.substr(0, comma));
  const auto n = comma == std::string_view::npos ? std::nullopt
                                                 : parse_number(text.substr(comma + 1));
  if (!m || !n) {
    why = "\"" + std::string(text) + "\" is not M,N (ports of a switch, levels), for example 8,3";
    return nullptr;
  }
  return {{"kind", "fattree"}, {"m", *m}, {"n", *n}};
}

}  // namespace

SystemPlug fattree_plug() {
  SystemPlug plug;
  plug.kind = "fattree";
  plug.summary = "m-port n-tree (fat tree), distributed fault-tolerant routing";
  plug.schema = kSchema;
  for (const FatTreeBug& bug : bugs()) plug.bugs.push_back(bug.info);
  for (const FatTreeBuild& build : fattree_builds()) plug.rtl_builds.push_back(build.label());
  plug.parse_short = parse_short;
  plug.make = make;
  return plug;
}

}  // namespace selvage::cosim
