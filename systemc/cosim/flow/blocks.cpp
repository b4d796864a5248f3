// SPDX-License-Identifier: Apache-2.0
#include "cosim/flow/blocks.hpp"

#include <algorithm>
#include <cassert>

#include "cosim/flow/choice/rtl.hpp"
#include "cosim/flow/port/beside.hpp"
#include "cosim/flow/port/settings.hpp"
#include "cosim/flow/rtl_link.hpp"
#include "cosim/flow/rtl_port.hpp"
#include "cosim/flow/rtl_table.hpp"
#include "flow/blocks/forwarding.hpp"
#include "flow/blocks/walk_clock.hpp"
#include "golden/flow/tables/row_timers.hpp"

namespace selvage::cosim {

using namespace golden;

namespace {

bool same(const FlowSizes& a, const FlowSizes& b) {
  return a.ports == b.ports && a.flow_id_w == b.flow_id_w && a.pos_w == b.pos_w;
}
std::optional<FlowSize> size_of(const FlowSizes& sizes) {
  if (same(sizes, kSmallFlowSizes)) return FlowSize::kSmall;
  if (same(sizes, kLargeFlowSizes)) return FlowSize::kLarge;
  return std::nullopt;
}
const AckAggregatorBuild* aggregator_build(const AggregatorConfig& c) {
  for (const AckAggregatorBuild& build : ack_aggregator_builds())
    if (build.max >= c.max && build.depth == c.depth) return &build;
  return nullptr;
}
/// A frame is taken out of its buffer as it comes, so that any number of them will do.
const AckUnpackerBuild* unpacker_build(const AggregatorConfig& c) {
  for (const AckUnpackerBuild& build : ack_unpacker_builds())
    if (build.max >= c.max) return &build;
  return nullptr;
}
const RedirectBuild* redirect_build(const FlowSizes& sizes) {
  for (const RedirectBuild& build : redirect_builds())
    if (build.flow_id_w == sizes.flow_id_w && build.n_ports == sizes.ports) return &build;
  return nullptr;
}

/// What one block of a port is made with.
struct Maker {
  const Engines& engines;
  const flow::BlocksConfig& config;
  const FlowPlace& place;
  Scoreboard& scoreboard;

  [[nodiscard]] bool rtl(const char* block) const { return engines.rtl(block); }
  [[nodiscard]] bool compared(const char* block) const {
    return engines.of(block) == Engine::kLockstep;
  }
  [[nodiscard]] FlowReport report(const char* block) const { return {place, scoreboard, block}; }
  template <class Golden, class Config>
  [[nodiscard]] std::optional<Golden> golden(const char* block, const Config& settings) const {
    if (!compared(block)) return std::nullopt;
    return Golden(settings);
  }
};

/// The blocks of a port, those with RTL or the others.
std::size_t count(const Engines& engines, const flow::BlocksConfig& c, bool rtl) {
  const auto& names = flow_block_names(c.edge);
  return static_cast<std::size_t>(
      std::count_if(names.begin(), names.end(),
                    [&](const std::string& name) { return engines.rtl(name) == rtl; }));
}

/// A block whose engine is golden is not there, and its calls are passed on.
class RtlFlowBlocks final : public flow::ForwardingBlocks {
  using Base = ForwardingBlocks;

 public:
  RtlFlowBlocks(const Maker& make, const FlowBugs& bugs)
      : Base(count(make.engines, make.config, false) == 0 ? nullptr
                                                          : flow::golden_blocks(make.config)),
        config_(make.config),
        ifct_timers_(config_.ifct.sizes.rows()),
        ofct_timers_(config_.ifct.sizes.rows()) {
    const std::optional<FlowSize> size = size_of(config_.ifct.sizes);
    if (make.rtl("ifct"))
      ifct_.emplace(make_ifct(*size, config_.edge, to_rtl(config_.ifct), bugs.ifct),
                    make.golden<Ifct>("ifct", config_.ifct), config_.ifct.sizes.rows(),
                    make.report("ifct"));
    if (config_.edge) make_edge(make, size, bugs);
    else make_fabric(make, size, bugs);
  }

  void efct(Cycle now, const EfctInput& in) override {
    efct_ ? efct_->give(now, in) : Base::efct(now, in);
  }
  EfctOutput efct_answer(Cycle now) override {
    if (!efct_) return Base::efct_answer(now);
    run_efct(now);
    return efct_->take();
  }
  void ifct(const IfctInput& in) override { ifct_ ? ifct_->give(in.now, in) : Base::ifct(in); }
  IfctOutput ifct_answer(Cycle now) override {
    if (!ifct_) return Base::ifct_answer(now);
    run_ifct(now);
    return ifct_->take();
  }
  void ofct(const OfctInput& in) override { ofct_ ? ofct_->give(in.now, in) : Base::ofct(in); }
  OfctOutput ofct_answer(Cycle now) override {
    if (!ofct_) return Base::ofct_answer(now);
    run_ofct(now);
    return ofct_->take();
  }
  void redirect(Cycle now, const flow::RedirectInput& in) override {
    redirect_ ? redirect_->give(now, in) : Base::redirect(now, in);
  }
  flow::RedirectOutput redirect_answer(Cycle now) override {
    return redirect_ ? redirect_->take(now) : Base::redirect_answer(now);
  }

  AckType ack_type(Cycle now, unsigned depth, unsigned level) override {
    return ep_ ? ep_->packet(now, depth, level) : Base::ack_type(now, depth, level);
  }

  flow::AggregatorView aggregator(Cycle now) override {
    return aggregator_ ? aggregator_->view(now) : Base::aggregator(now);
  }
  void aggregator_step(Cycle now, const AggregatorInput& in) override {
    aggregator_ ? aggregator_->step(now, in) : Base::aggregator_step(now, in);
  }
  Cycle aggregator_next(Cycle now) override {
    return aggregator_ ? aggregator_->next(now) : Base::aggregator_next(now);
  }
  void frame(Cycle now, std::vector<FrameWord>& words) override {
    aggregator_ ? aggregator_->frame(now, words) : Base::frame(now, words);
  }
  bool unpack(Cycle now, const std::vector<FrameWord>& words,
              std::vector<std::uint32_t>& acks) override {
    return unpacker_ ? unpacker_->take(now, words, acks) : Base::unpack(now, words, acks);
  }

  void walker_down(Cycle now, Cycle drain) override {
    walker_ ? walker_->down(now, drain) : Base::walker_down(now, drain);
  }
  flow::WalkerRow walker(Cycle now) override {
    return walker_ ? walker_->walk(now) : Base::walker(now);
  }
  void walker_up(Cycle now) override { walker_ ? walker_->up(now) : Base::walker_up(now); }

  std::pair<Cycle, FlowId> ifct_walk(Cycle now, Cycle from) override {
    if (!ifct_) return Base::ifct_walk(now, from);
    run_ifct(now);
    if (Ifct* const golden = ifct_->golden()) return golden->next_walk(from);
    return ifct_timers_.walked(from, [this, now](FlowId id) { return ifct_deadline(now, id); });
  }
  std::pair<Cycle, FlowId> ofct_walk(Cycle now, Cycle from) override {
    if (!ofct_) return Base::ofct_walk(now, from);
    run_ofct(now);
    if (Ofct* const golden = ofct_->golden()) return golden->next_walk(from);
    return ofct_timers_.walked(from, [this, now](FlowId id) { return ofct_deadline(now, id); });
  }
  bool ofct_full(Cycle now) override {
    if (!ofct_) return Base::ofct_full(now);
    run_ofct(now);
    return ofct_->rtl().out().full;
  }
  flow::EfctView efct_row(Cycle now, FlowId id) override {
    if (!efct_) return Base::efct_row(now, id);
    run_efct(now);
    const EfctRow row = efct_->rtl().row(id);
    return {row.cam.valid, {row.cam.key, 0}, row.data, row.ack};
  }
  const golden::IfctRow& ifct_row(Cycle now, FlowId id) override {
    if (!ifct_) return Base::ifct_row(now, id);
    run_ifct(now);
    return visible_row_ = to_golden(ifct_->rtl().row(id), config_.ifct, now);
  }
  flow::OfctView ofct_row(Cycle now, FlowId id) override {
    if (!ofct_) return Base::ofct_row(now, id);
    run_ofct(now);
    const OfctRow row = ofct_->rtl().row(id);
    return {row.valid, row.port, row.id, to_golden(row, config_.ofct, now)};
  }

  void finish(Cycle now) override {
    if (ifct_) {
      run_ifct(kNever);
      ifct_->compare_all(now);
    }
    if (efct_) {
      run_efct(kNever);
      efct_->compare_all(now);
    }
    if (ofct_) {
      run_ofct(kNever);
      ofct_->compare_all(now);
    }
    if (redirect_) redirect_->finish(now);
    if (walker_) walker_->pass(now);
    if (aggregator_) static_cast<void>(aggregator_->view(now));
  }

 private:
  void make_edge(const Maker& make, std::optional<FlowSize> size, const FlowBugs& bugs) {
    const flow::BlocksConfig& c = config_;
    if (make.rtl("efct"))
      efct_.emplace(make_efct(*size, bugs.efct), make.golden<Efct>("efct", c.ifct.sizes),
                    c.ifct.sizes.rows(), make.report("efct"));
    if (!make.rtl("ep_ack_type")) return;
    EpAckTypeOptions options = to_rtl(c.ep);
    options.bugs = bugs.ep;
    ep_.emplace(make_ep_ack_type(options), c.ep, make.compared("ep_ack_type"),
                make.report("ep_ack_type"));
  }
  void make_fabric(const Maker& make, std::optional<FlowSize> size, const FlowBugs& bugs) {
    const flow::BlocksConfig& c = config_;
    if (make.rtl("ofct"))
      ofct_.emplace(make_ofct(*size, to_rtl(c.ofct), bugs.ofct), make.golden<Ofct>("ofct", c.ofct),
                    c.ifct.sizes.rows(), make.report("ofct"));
    if (make.rtl("redirect_gen")) {
      RedirectOptions options = to_rtl(c.redirect);
      options.bugs = bugs.redirect;
      redirect_.emplace(redirect_build(c.ifct.sizes)->make(options), c.redirect,
                        make.compared("redirect_gen"), make.report("redirect_gen"));
    }
    if (make.rtl("flow_walker"))
      walker_.emplace(RtlWalker(make_walker(*size, bugs.walker), c.ofct.sizes.rows(),
                                make.compared("flow_walker"), make.report("flow_walker")));
    if (make.rtl("ack_aggregator")) {
      AckAggregatorOptions options = to_rtl(c.aggregator);
      options.bugs = bugs.aggregator;
      aggregator_.emplace(aggregator_build(c.aggregator)->make(options), c.aggregator,
                          make.compared("ack_aggregator"), c.wire_frames,
                          make.report("ack_aggregator"));
    }
    if (c.wire_frames && make.rtl("ack_frame_unpacker"))
      unpacker_.emplace(*unpacker_build(c.aggregator),
                        unpacker_build(c.aggregator)->make({bugs.unpacker}),
                        make.compared("ack_frame_unpacker"), make.report("ack_frame_unpacker"));
  }
  [[nodiscard]] Cycle ifct_deadline(Cycle now, FlowId id) const {
    return next_deadline(config_.ifct, to_golden(ifct_->rtl().row(id), config_.ifct, now));
  }
  [[nodiscard]] Cycle ofct_deadline(Cycle now, FlowId id) const {
    const OfctRow row = ofct_->rtl().row(id);
    return row.valid ? next_deadline(config_.ofct, to_golden(row, config_.ofct, now)) : kNever;
  }
  void run_efct(Cycle now) {
    efct_->run(now, [](unsigned) {});
  }
  void run_ifct(Cycle now) {
    ifct_->run(now, [this, now](unsigned row) {
      if (ifct_->golden() != nullptr) return;  // its timers serve
      const auto id = static_cast<FlowId>(row);
      ifct_timers_.note(id, ifct_deadline(now, id));
    });
  }
  void run_ofct(Cycle now) {
    ofct_->run(now, [this, now](unsigned row) {
      if (ofct_->golden() != nullptr) return;
      const auto id = static_cast<FlowId>(row);
      ofct_timers_.note(id, ofct_deadline(now, id));
    });
  }

  flow::BlocksConfig config_;
  std::optional<RtlTable<Ifct, IfctInput, IfctBlock>> ifct_;
  std::optional<RtlTable<Efct, EfctInput, EfctBlock>> efct_;
  std::optional<RtlTable<Ofct, OfctInput, OfctBlock>> ofct_;
  std::optional<RtlRedirect> redirect_;
  std::optional<RtlEpAckType> ep_;
  std::optional<RtlAggregator> aggregator_;
  std::optional<RtlUnpacker> unpacker_;
  std::optional<flow::WalkClock<RtlWalker>> walker_;
  RowTimers ifct_timers_;
  RowTimers ofct_timers_;
  golden::IfctRow visible_row_;
};

}  // namespace

const std::vector<std::string>& flow_block_names(bool edge) {
  static const std::vector<std::string> host{"efct", "ifct", "ep_ack_type"};
  static const std::vector<std::string> link{"ifct",        "ofct",           "redirect_gen",
                                             "flow_walker", "ack_aggregator", "ack_frame_unpacker"};
  return edge ? host : link;
}

const std::vector<std::string_view>& flow_engine_names() {
  static const std::vector<std::string_view> names = [] {
    std::vector<std::string_view> all;
    for (const bool edge : {true, false})
      for (const std::string& name : flow_block_names(edge))
        if (std::find(all.begin(), all.end(), name) == all.end()) all.emplace_back(name);
    all.insert(all.end(), {kFlowPort, kFlowChoice});
    return all;
  }();
  return names;
}

bool whole_port(const Engines& engines) {
  return engines.own().count(kFlowPort) != 0 && engines.rtl(kFlowPort);
}

namespace {

std::string tables_problem(const flow::BlocksConfig& c) {
  if (!size_of(c.ifct.sizes)) return "no verilated tables of these sizes";
  if (!same(c.ifct.sizes, c.ofct.sizes)) return "ifct and ofct differ in size";
  for (const unsigned units : {c.ifct.fc_hi, c.ifct.fc_lo, c.ifct.headroom})
    if (units > c.ifct.sizes.mask())
      return "a threshold of the credits, " + std::to_string(units) +
             " units, is more than the positions of the ifct can say";
  if (c.ifct.inj_limit > 65535 || c.ifct.ep_rec > 16) return "the ifct's limits are too large";
  return "";
}

std::string port_problem(const flow::BlocksConfig& c, const Engines& engines) {
  if (engines.of(kFlowPort) != Engine::kLockstep)
    return "flow_port, a whole port as one model, runs in lockstep only";
  for (const bool edge : {false, true})
    for (const std::string& name : flow_block_names(edge))
      if (engines.own().count(name) != 0)
        return "flow_port stands for all blocks of a port, of which " + name +
               " has an engine of its own";
  return flow_port_problem(c);
}

std::string redirect_problem(const flow::BlocksConfig& c) {
  if (redirect_build(c.ifct.sizes) == nullptr) return "no verilated redirect_gen of this size";
  if (c.redirect.rw != kRedirectBits) return "redirect_gen's random number has 12 bits";
  if (c.redirect.kd >= kRedirectGains || c.redirect.kg >= kRedirectGains)
    return "redirect_gen's gains are at most 255";
  if (c.redirect.hist > kRedirectPlaces) return "redirect_gen's history has 8 places";
  return "";
}

}  // namespace

std::string flow_build_problem(const flow::BlocksConfig& c, const Engines& engines) {
  std::string why;
  if (whole_port(engines)) return port_problem(c, engines);
  for (const char* table : {"efct", "ifct", "ofct", "flow_walker"})
    if (why.empty() && engines.rtl(table)) why = tables_problem(c);
  if (why.empty() && engines.rtl("redirect_gen")) why = redirect_problem(c);
  if (!why.empty()) return why;
  if (engines.rtl("ack_frame_unpacker") && unpacker_build(c.aggregator) == nullptr)
    return "no verilated ack_frame_unpacker of this max";
  if (!engines.rtl("ack_aggregator")) return "";
  if (aggregator_build(c.aggregator) == nullptr) return "no verilated ack_aggregator of this size";
  if (c.aggregator.t3 > 1023) return "ack_aggregator's timers have 10 bits";
  return "";
}

std::string flow_build_label(const FlowSizes& sizes) {
  return "flow channels P=" + std::to_string(sizes.ports) +
         " ID=" + std::to_string(sizes.flow_id_w) + " POS=" + std::to_string(sizes.pos_w);
}

std::unique_ptr<flow::Blocks> rtl_flow_blocks(const Engines& engines,
                                              const flow::BlocksConfig& config,
                                              const FlowPlace& place, Scoreboard& scoreboard,
                                              const FlowBugs& bugs) {
  if (whole_port(engines))
    return port_beside(flow::golden_blocks(config), config, place, scoreboard, bugs.port);
  if (count(engines, config, true) == 0) return flow::golden_blocks(config);
  assert(flow_build_problem(config, engines).empty());
  return std::make_unique<RtlFlowBlocks>(Maker{engines, config, place, scoreboard}, bugs);
}

}  // namespace selvage::cosim
