// SPDX-License-Identifier: Apache-2.0
#include "cosim/twolevel/control.hpp"

#include <optional>
#include <utility>

#include "cosim/lockstep/watched.hpp"
#include "golden/twolevel/ecmp.hpp"

#include "cosim/twolevel/foreign.hpp"

namespace selvage::cosim {

using golden::NextHop;

namespace {

RouteDecision forward(PortIdx port, PortMask candidates) {
  RouteDecision d;
  d.outcome = RouteDecision::Outcome::kForward;
  d.port = port;
  d.candidates = candidates;
  return d;
}

/// The state of a moment: the tables never change, the fault tables are frozen.
class FrozenTwoLevel final : public RouteView {
 public:
  FrozenTwoLevel(std::shared_ptr<const TwoLevelRule> rule, std::unique_ptr<RouteView> alive)
      : rule_(std::move(rule)), alive_(std::move(alive)) {}
  [[nodiscard]] RouteDecision preview(const RouteRequest& request) const override {
    if (!alive_) return rule_->join(rule_->preferred(request), nullptr);
    const RouteDecision alive = alive_->preview(request);
    return rule_->join(rule_->preferred(request), &alive);
  }

 private:
  std::shared_ptr<const TwoLevelRule> rule_;
  std::unique_ptr<RouteView> alive_;
};

class TwoLevelControl final : public SwitchControl, public Watched {
 public:
  TwoLevelControl(const TwoLevelConfig& config, SwitchIdx self,
                  std::unique_ptr<SwitchControl> fat_tree, Scoreboard& scoreboard)
      : flows_(config.flows != nullptr && config.flows->classifies(self) ? config.flows : nullptr),
        self_(self),
        by_digit_(config.preferred == PreferredBy::kDigit),
        fault_tables_(config.fault_tables),
        rule_(std::make_shared<TwoLevelRule>(config, self)),
        fat_tree_(std::move(fat_tree)),
        watched_(dynamic_cast<Watched*>(fat_tree_.get())) {
    if (auto block = config.foreign.make ? config.foreign.make(self) : nullptr) {
      foreign_.emplace(golden::to_string(config.net->switch_address(self)),
                       golden::rows_of(rule_->table(), config.net->k()), std::move(block),
                       scoreboard);
    }
    if (config.cover) {
      sampler_.emplace(*config.cover, scoreboard.coverage().of(config.cover->model()), self,
                       config.net->tree().level(self), config.net->tree().h(), rule_->table());
    }
    if (config.build == nullptr) return;
    TwoLevelUnitSetup setup;
    setup.switch_name = golden::to_string(config.net->switch_address(self));
    setup.rows = golden::rows_of(rule_->table(), config.net->k());
    setup.build = config.build;
    setup.engine = config.engine;
    setup.rtl_bugs = config.rtl_bugs;
    unit_.emplace(std::move(setup), scoreboard);
  }

  void step(Cycle now, const StepInput& in, StepOutput& out) override {
    if (fault_tables_) fat_tree_->step(now, in, out);
    else out = {};
  }
  void request(Cycle now, const RouteRequest& request) override {
    if (fat_tree_) fat_tree_->request(now, request);
    if (!by_digit_) {
      golden_.push(look_up(now, request));
      if (sampler_) sampler_->looked_up(rule_->address(request), request.in_port, golden_.back());
    }
    if (foreign_) foreign_->request(now, request.packet, rule_->address(request));
    if (flows_ != nullptr) flow_requests_.push(request_flow(now, request));
  }
  [[nodiscard]] RouteDecision collect(Cycle now) override {
    RouteDecision alive;
    if (fat_tree_) alive = fat_tree_->collect(now);
    if (by_digit_) return alive;
    const NextHop golden = golden_.pop();
    NextHop preferred = unit_ ? unit_->collect(now) : golden;
    if (foreign_) preferred = foreign_->collect(now);
    const RouteDecision* known = fat_tree_ ? &alive : nullptr;
    if (flows_ != nullptr) return join_flow(preferred, golden, known);
    if (sampler_ && rule_->goes_up(golden)) {
      sampler_->joined(golden.port, known != nullptr, rule_->join(golden, known));
    }
    return rule_->join(preferred, known);
  }
  void finish(Cycle now) override {
    if (fat_tree_) fat_tree_->finish(now);
    if (unit_) unit_->finish(now);
    if (foreign_) foreign_->finish(now);
    while (!golden_.empty()) static_cast<void>(golden_.pop());
    while (!flow_requests_.empty()) static_cast<void>(flow_requests_.pop());
  }
  [[nodiscard]] RouteDecision preview(const RouteRequest& request) const override {
    if (by_digit_) return fat_tree_->preview(request);
    if (!fat_tree_) return rule_->join(rule_->preferred(request), nullptr);
    const RouteDecision alive = fat_tree_->preview(request);
    return rule_->join(rule_->preferred(request), &alive);
  }
  [[nodiscard]] std::unique_ptr<RouteView> snapshot() const override {
    if (by_digit_) return fat_tree_->snapshot();
    return std::make_unique<FrozenTwoLevel>(rule_, fat_tree_ ? fat_tree_->snapshot() : nullptr);
  }
  [[nodiscard]] std::uint64_t overflows() const override {
    return fat_tree_ ? fat_tree_->overflows() : 0;
  }

  // Watched: what the fat tree's control shows of faults, and the lookup
  [[nodiscard]] std::vector<WatchedRow> rows() const override {
    std::vector<WatchedRow> rows;
    if (watched_ != nullptr) rows = watched_->rows();
    if (!unit_) return rows;
    for (WatchedRow& row : unit_->rows()) rows.push_back(std::move(row));
    return rows;
  }
  void values(std::vector<std::uint64_t>& out) const override {
    if (watched_ != nullptr) watched_->values(out);
    if (unit_) unit_->values(out);
  }
  [[nodiscard]] std::string describe(const ControlMessage& message) const override {
    return watched_ != nullptr ? watched_->describe(message) : std::string();
  }
  [[nodiscard]] std::vector<StateRow> state() const override {
    return watched_ != nullptr ? watched_->state() : std::vector<StateRow>();
  }
  TracedModel* make_traced_model(const std::string& scope) override {
    traced_.add(watched_ != nullptr ? watched_->make_traced_model(scope) : nullptr);
    if (unit_) traced_.add(unit_->make_traced_model(scope));
    return traced_.empty() ? nullptr : &traced_;
  }

 private:
  /// Asks the unit; returns golden's answer.
  [[nodiscard]] NextHop look_up(Cycle now, const RouteRequest& request) {
    std::optional<NextHop> golden;
    if (unit_) golden = unit_->request(now, request.packet, rule_->address(request));
    return golden ? *golden : rule_->preferred(request);
  }
  /// What the flows answer to a request; the port tables give is held against `preferred`.
  struct FlowRequest {
    golden::FlowKey flow;
    bool up = false;
    golden::FlowClassifier::Way way;
  };
  [[nodiscard]] FlowRequest request_flow(Cycle now, const RouteRequest& request) {
    FlowRequest asked{{request.source, request.destination}, false, {}};
    const NextHop preferred = golden_.back();
    asked.up = rule_->goes_up(preferred);
    if (asked.up)
      asked.way = flows_->request(now, self_, asked.flow, request.packet, preferred.port);
    return asked;
  }
  /// F-FLOW-1: the flow's port takes the place of the tables'; faults have the last word. Nothing
  /// but this port is a candidate: a switch that chooses among candidates has no choice.
  [[nodiscard]] RouteDecision join_flow(const NextHop& preferred, const NextHop& golden,
                                        const RouteDecision* alive) {
    const FlowRequest asked = flow_requests_.pop();
    if (!asked.up || !rule_->goes_up(preferred)) return rule_->join(preferred, alive);
    RouteDecision d = rule_->join({false, asked.way.port, {}}, alive);
    if (sampler_) sampler_->joined(asked.way.port, alive != nullptr, d);
    if (d.outcome != RouteDecision::Outcome::kForward) return d;
    d.candidates = PortMask{1} << d.port;
    if (sampler_) sampler_->flow_went(golden.port, asked.way.port, asked.way.hold, d.port);
    if (d.port != asked.way.port) {
      flows_->diverted(self_, asked.flow, d.port);
    } else if (asked.way.hold) {
      d.outcome = RouteDecision::Outcome::kWait;
    }
    return d;
  }

  golden::FlowPlane* flows_;  ///< null: this switch does not know flows
  SwitchIdx self_;
  Ring<FlowRequest> flow_requests_;  ///< answers not yet collected
  bool by_digit_;
  bool fault_tables_;
  std::shared_ptr<const TwoLevelRule> rule_;
  std::unique_ptr<SwitchControl> fat_tree_;
  Watched* watched_;                  ///< `fat_tree_`, if it shows something
  std::optional<TwoLevelUnit> unit_;  ///< engines rtl and lockstep
  std::optional<ForeignLookup> foreign_;
  Ring<NextHop> golden_;  ///< golden answers not yet collected
  std::optional<golden::TwoLevelSampler> sampler_;
  TracedModels traced_;  ///< run for waves
};

}  // namespace

TwoLevelRule::TwoLevelRule(const TwoLevelConfig& config, SwitchIdx self)
    : config_(&config),
      self_(self),
      level_(config.net->tree().level(self)),
      table_(config.net->table_of(self)) {
  if (config.no_prefixes && level_ < 2) table_.prefixes.clear();
}

NextHop TwoLevelRule::preferred(const RouteRequest& request) const {
  NextHop hop = golden::look_up(table_, address(request));
  const unsigned h = config_->net->tree().h();
  if (config_->preferred == PreferredBy::kHash && goes_up(hop)) {
    const unsigned way = golden::ecmp_way(request.source, request.destination, self_, h);
    hop = {false, static_cast<PortIdx>(h + way), {}};
  }
  return hop;
}

RouteDecision TwoLevelRule::join(const NextHop& preferred, const RouteDecision* alive) const {
  if (preferred.drop) return {};
  const unsigned h = config_->net->tree().h();
  if (alive == nullptr || !goes_up(preferred)) {
    return forward(preferred.port, PortMask{1} << preferred.port);
  }
  const PortMask up = alive->candidates >> h << h;
  if (up == 0) return {};
  const PortMask from_preferred = up & (~PortMask{0} << preferred.port);
  return forward(static_cast<PortIdx>(__builtin_ctzll(from_preferred != 0 ? from_preferred : up)),
                 up);
}

std::unique_ptr<SwitchControl> make_twolevel_control(const TwoLevelConfig& config, SwitchIdx self,
                                                     std::unique_ptr<SwitchControl> fat_tree,
                                                     Scoreboard& scoreboard) {
  return std::make_unique<TwoLevelControl>(config, self, std::move(fat_tree), scoreboard);
}

}  // namespace selvage::cosim
