// SPDX-License-Identifier: Apache-2.0
#include "cosim/flow/blocks.hpp"

#include <cassert>

#include "cosim/flow/rtl_link.hpp"
#include "cosim/flow/rtl_port.hpp"
#include "cosim/flow/rtl_table.hpp"
#include "flow/walk_clock.hpp"
#include "golden/flow/row_timers.hpp"

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

template <class Golden, class Config>
std::optional<Golden> compared_with(Engine engine, const Config& config) {
  if (engine != Engine::kLockstep) return std::nullopt;
  return Golden(config);
}

class RtlFlowBlocks final : public flow::Blocks {
 public:
  RtlFlowBlocks(Engine engine, const flow::BlocksConfig& c, const FlowPlace& place,
                Scoreboard& scoreboard, const FlowBugs& bugs)
      : config_(c),
        ifct_(make_ifct(*size_of(c.ifct.sizes), c.edge, to_rtl(c.ifct), bugs.ifct),
              compared_with<Ifct>(engine, c.ifct), c.ifct.sizes.rows(),
              {place, scoreboard, "ifct"}),
        ifct_timers_(c.ifct.sizes.rows()),
        ofct_timers_(c.ifct.sizes.rows()) {
    const FlowSize size = *size_of(c.ifct.sizes);
    const bool compared = engine == Engine::kLockstep;
    if (c.edge) {
      efct_.emplace(make_efct(size, bugs.efct), compared_with<Efct>(engine, c.ifct.sizes),
                    c.ifct.sizes.rows(), FlowReport{place, scoreboard, "efct"});
      EpAckTypeOptions options = to_rtl(c.ep);
      options.bugs = bugs.ep;
      ep_.emplace(make_ep_ack_type(options), c.ep, compared,
                  FlowReport{place, scoreboard, "ep_ack_type"});
    } else {
      ofct_.emplace(make_ofct(size, to_rtl(c.ofct), bugs.ofct), compared_with<Ofct>(engine, c.ofct),
                    c.ifct.sizes.rows(), FlowReport{place, scoreboard, "ofct"});
      RedirectOptions options = to_rtl(c.redirect);
      options.bugs = bugs.redirect;
      redirect_.emplace(redirect_build(c.ifct.sizes)->make(options), c.redirect, compared,
                        FlowReport{place, scoreboard, "redirect_gen"});
      walker_.emplace(RtlWalker(make_walker(size, bugs.walker), c.ofct.sizes.rows(), compared,
                                {place, scoreboard, "flow_walker"}));
      if (c.wire_frames)
        unpacker_.emplace(*unpacker_build(c.aggregator), bugs.unpacker, compared,
                          FlowReport{place, scoreboard, "ack_frame_unpacker"});
    }
    AckAggregatorOptions options = to_rtl(c.aggregator);
    options.bugs = bugs.aggregator;
    aggregator_.emplace(aggregator_build(c.aggregator)->make(options), c.aggregator, compared,
                        c.wire_frames, FlowReport{place, scoreboard, "ack_aggregator"});
  }

  void efct(Cycle now, const EfctInput& in) override { efct_->give(now, in); }
  EfctOutput efct_answer(Cycle now) override {
    run_efct(now);
    return efct_->take();
  }
  void ifct(const IfctInput& in) override { ifct_.give(in.now, in); }
  IfctOutput ifct_answer(Cycle now) override {
    run_ifct(now);
    return ifct_.take();
  }
  void ofct(const OfctInput& in) override { ofct_->give(in.now, in); }
  OfctOutput ofct_answer(Cycle now) override {
    run_ofct(now);
    return ofct_->take();
  }
  void redirect(Cycle now, const flow::RedirectInput& in) override { redirect_->give(now, in); }
  flow::RedirectOutput redirect_answer(Cycle now) override { return redirect_->take(now); }

  AckType ack_type(Cycle now, unsigned depth, unsigned level) override {
    return ep_->packet(now, depth, level);
  }

  flow::AggregatorView aggregator(Cycle now) override { return aggregator_->view(now); }
  void aggregator_step(Cycle now, const AggregatorInput& in) override {
    aggregator_->step(now, in);
  }
  Cycle aggregator_next(Cycle now) override { return aggregator_->next(now); }
  void frame(Cycle now, std::vector<FrameWord>& words) override { aggregator_->frame(now, words); }
  bool unpack(Cycle now, const std::vector<FrameWord>& words,
              std::vector<std::uint32_t>& acks) override {
    return unpacker_->take(now, words, acks);
  }

  void walker_down(Cycle now, Cycle drain) override { walker_->down(now, drain); }
  flow::WalkerRow walker(Cycle now) override { return walker_->walk(now); }
  void walker_up(Cycle now) override { walker_->up(now); }

  std::pair<Cycle, FlowId> ifct_timer(Cycle now) override {
    run_ifct(now);
    if (Ifct* const golden = ifct_.golden()) return golden->next_activity();
    return ifct_timers_.first([this](FlowId id) { return ifct_deadline(id); });
  }
  std::pair<Cycle, FlowId> ofct_timer(Cycle now) override {
    run_ofct(now);
    if (Ofct* const golden = ofct_->golden()) return golden->next_activity();
    return ofct_timers_.first([this](FlowId id) { return ofct_deadline(id); });
  }
  bool ofct_full(Cycle now) override {
    run_ofct(now);
    return ofct_->rtl().out().full;
  }
  flow::EfctView efct_row(Cycle now, FlowId id) override {
    run_efct(now);
    const EfctRow row = efct_->rtl().row(id);
    return {row.cam.valid, {row.cam.key, 0}, row.data, row.ack};
  }
  const golden::IfctRow& ifct_row(Cycle now, FlowId id) override {
    run_ifct(now);
    return shown_row_ = to_golden(ifct_.rtl().row(id));
  }
  flow::OfctView ofct_row(Cycle now, FlowId id) override {
    run_ofct(now);
    const OfctRow row = ofct_->rtl().row(id);
    return {row.valid, row.port, row.id, to_golden(row)};
  }

  void finish(Cycle now) override {
    run_ifct(kNever);
    ifct_.compare_all(now);
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
    static_cast<void>(aggregator_->view(now));
  }

 private:
  [[nodiscard]] Cycle ifct_deadline(FlowId id) const {
    return next_deadline(config_.ifct, to_golden(ifct_.rtl().row(id)));
  }
  [[nodiscard]] Cycle ofct_deadline(FlowId id) const {
    const OfctRow row = ofct_->rtl().row(id);
    return row.valid ? next_deadline(config_.ofct, to_golden(row)) : kNever;
  }
  void run_efct(Cycle now) {
    efct_->run(now, [](unsigned) {});
  }
  void run_ifct(Cycle now) {
    ifct_.run(now, [this](unsigned row) {
      if (ifct_.golden() != nullptr) return;  // its timers serve
      const auto id = static_cast<FlowId>(row);
      ifct_timers_.note(id, ifct_deadline(id));
    });
  }
  void run_ofct(Cycle now) {
    ofct_->run(now, [this](unsigned row) {
      if (ofct_->golden() != nullptr) return;
      const auto id = static_cast<FlowId>(row);
      ofct_timers_.note(id, ofct_deadline(id));
    });
  }

  flow::BlocksConfig config_;
  RtlTable<Ifct, IfctInput, IfctBlock> ifct_;
  std::optional<RtlTable<Efct, EfctInput, EfctBlock>> efct_;
  std::optional<RtlTable<Ofct, OfctInput, OfctBlock>> ofct_;
  std::optional<RtlRedirect> redirect_;
  std::optional<RtlEpAckType> ep_;
  std::optional<RtlAggregator> aggregator_;
  std::optional<RtlUnpacker> unpacker_;
  std::optional<flow::WalkClock<RtlWalker>> walker_;
  RowTimers ifct_timers_;
  RowTimers ofct_timers_;
  golden::IfctRow shown_row_;
};

}  // namespace

std::string flow_build_problem(const flow::BlocksConfig& c) {
  if (!size_of(c.ifct.sizes)) return "no verilated tables of these sizes";
  if (!same(c.ifct.sizes, c.ofct.sizes)) return "ifct and ofct differ in size";
  for (const unsigned units : {c.ifct.fc_hi, c.ifct.fc_lo, c.ifct.headroom})
    if (units > c.ifct.sizes.mask())
      return "a threshold of the credits, " + std::to_string(units) +
             " units, is more than the positions of the ifct can say";
  if (c.ifct.unit_cyc > 1023) return "the ifct's unit takes at most 1023 cycles";
  if (c.ifct.inj_limit > 65535 || c.ifct.ep_rec > 16) return "the ifct's limits are too large";
  if (c.redirect.rw != kRedirectBits) return "redirect_gen's random number has 12 bits";
  if (c.redirect.kd >= kRedirectGains || c.redirect.kg >= kRedirectGains)
    return "redirect_gen's gains are at most 255";
  if (c.redirect.hist > kRedirectPlaces) return "redirect_gen's history has 8 places";
  if (aggregator_build(c.aggregator) == nullptr) return "no verilated ack_aggregator of this size";
  if (unpacker_build(c.aggregator) == nullptr) return "no verilated ack_frame_unpacker of this max";
  if (c.aggregator.t3 > 1023) return "ack_aggregator's timers have 10 bits";
  return "";
}

std::string flow_build_label(const FlowSizes& sizes) {
  return "flow channels P=" + std::to_string(sizes.ports) +
         " ID=" + std::to_string(sizes.flow_id_w) + " POS=" + std::to_string(sizes.pos_w);
}

std::unique_ptr<flow::Blocks> rtl_flow_blocks(Engine engine, const flow::BlocksConfig& config,
                                              FlowPlace place, Scoreboard& scoreboard,
                                              const FlowBugs& bugs) {
  assert(engine != Engine::kGolden && flow_build_problem(config).empty());
  return std::make_unique<RtlFlowBlocks>(engine, config, place, scoreboard, bugs);
}

}  // namespace selvage::cosim
