// SPDX-License-Identifier: Apache-2.0
#include "cosim/twolevel_control.hpp"

#include <optional>
#include <utility>

#include "cosim/watched.hpp"
#include "golden/twolevel/ecmp.hpp"

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
      : by_digit_(config.preferred == PreferredBy::kDigit),
        fault_tables_(config.fault_tables),
        rule_(std::make_shared<TwoLevelRule>(config, self)),
        fat_tree_(std::move(fat_tree)),
        watched_(dynamic_cast<Watched*>(fat_tree_.get())) {
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
    if (unit_) unit_->request(now, request.packet, rule_->address(request));
    else if (!by_digit_) preferred_.push(rule_->preferred(request));
  }
  [[nodiscard]] RouteDecision collect(Cycle now) override {
    RouteDecision alive;
    if (fat_tree_) alive = fat_tree_->collect(now);
    if (by_digit_) return alive;
    return rule_->join(unit_ ? unit_->collect(now) : preferred_.pop(),
                       fat_tree_ ? &alive : nullptr);
  }
  void finish(Cycle now) override {
    if (fat_tree_) fat_tree_->finish(now);
    if (unit_) unit_->finish(now);
    while (!preferred_.empty()) static_cast<void>(preferred_.pop());
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

  // Watched: what the fat tree's control shows of faults
  [[nodiscard]] std::vector<WatchedRow> rows() const override {
    return watched_ != nullptr ? watched_->rows() : std::vector<WatchedRow>{};
  }
  void values(std::vector<std::uint64_t>& out) const override {
    if (watched_ != nullptr) watched_->values(out);
  }
  [[nodiscard]] std::string tell(const ControlMessage& message) const override {
    return watched_ != nullptr ? watched_->tell(message) : std::string();
  }
  TracedModel* make_twin(const std::string& scope) override {
    return watched_ != nullptr ? watched_->make_twin(scope) : nullptr;
  }

 private:
  bool by_digit_;
  bool fault_tables_;
  std::shared_ptr<const TwoLevelRule> rule_;
  std::unique_ptr<SwitchControl> fat_tree_;
  Watched* watched_;                  ///< `fat_tree_`, if it shows something
  std::optional<TwoLevelUnit> unit_;  ///< engines rtl and lockstep
  Ring<NextHop> preferred_;           ///< engine golden: answers not yet collected
};

}  // namespace

TwoLevelRule::TwoLevelRule(const TwoLevelConfig& config, SwitchIdx self)
    : config_(&config),
      self_(self),
      level_(config.net->tree().level(self)),
      table_(config.net->table_of(self)) {}

NextHop TwoLevelRule::preferred(const RouteRequest& request) const {
  NextHop hop = golden::look_up(table_, address(request));
  const unsigned h = config_->net->tree().h();
  if (config_->preferred == PreferredBy::kHash && level_ < 2 && !hop.drop && hop.port >= h) {
    const unsigned way = golden::ecmp_way(request.source, request.destination, self_, h);
    hop = {false, static_cast<PortIdx>(h + way), {}};
  }
  return hop;
}

RouteDecision TwoLevelRule::join(const NextHop& preferred, const RouteDecision* alive) const {
  if (preferred.drop) return {};
  const unsigned h = config_->net->tree().h();
  if (alive == nullptr || level_ == 2 || preferred.port < h) {
    return forward(preferred.port, PortMask{1} << preferred.port);
  }
  const PortMask up = alive->candidates >> h << h;
  if (up == 0) return {};
  const PortMask from_preferred = up & (~PortMask{0} << preferred.port);
  return forward(
      static_cast<PortIdx>(__builtin_ctzll(from_preferred != 0 ? from_preferred : up)), up);
}

std::unique_ptr<SwitchControl> make_twolevel_control(const TwoLevelConfig& config, SwitchIdx self,
                                                     std::unique_ptr<SwitchControl> fat_tree,
                                                     Scoreboard& scoreboard) {
  return std::make_unique<TwoLevelControl>(config, self, std::move(fat_tree), scoreboard);
}

}  // namespace selvage::cosim
