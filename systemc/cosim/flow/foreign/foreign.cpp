// SPDX-License-Identifier: Apache-2.0
#include "cosim/flow/foreign/foreign.hpp"

#include <algorithm>
#include <any>

#include "cosim/flow/convert.hpp"
#include "cosim/flow/foreign/aggregator.hpp"
#include "cosim/foreign/pins.hpp"
#include "flow/blocks/forwarding.hpp"

namespace selvage::cosim {

namespace {

using flow::Blocks;
using Own = std::unique_ptr<Blocks>;

class ForeignEpAckType final : public flow::ForwardingBlocks {
 public:
  ForeignEpAckType(Own own, const flow::BlocksConfig& config, ForeignAgent agent)
      : ForwardingBlocks(std::move(own)), agent_(std::move(agent)) {
    using namespace pins::ep_ack_type;
    const EpAckTypeOptions o = to_rtl(config.ep);
    agent_.put({{kSeed, o.seed}, {kThreshold, o.th}, {kMask, o.mask}, {kDraw, o.draw}});
  }
  golden::AckType ack_type(Cycle now, unsigned depth, unsigned level) override {
    using namespace pins::ep_ack_type;
    const golden::AckType own = ForwardingBlocks::ack_type(now, depth, level);
    if (agent_.failed_before()) return own;
    agent_.put({{kRequest, 1}, {kDepth, depth}, {kLevel, level}});
    agent_.block().ask(now, now, {});
    return agent_.judge(now + 1, now) ? static_cast<golden::AckType>(agent_.get(kType)) : own;
  }
  void finish(Cycle now) override {
    ForwardingBlocks::finish(now);
    agent_.finish(now);
  }

 private:
  ForeignAgent agent_;
};

/// The rows of the edge table. That of an output port gives two of them back in a clock, which the
/// contract does not know.
class ForeignCam final : public flow::ForwardingBlocks {
 public:
  ForeignCam(Own own, const flow::BlocksConfig& config, ForeignAgent agent)
      : ForwardingBlocks(std::move(own)), agent_(std::move(agent)), golden_(config.ifct.sizes) {}

  /// A row is given back unless the step hits it, which the block has to see by itself.
  void efct(Cycle now, const golden::EfctInput& in) override {
    using namespace pins::flow_cam_alloc;
    ForwardingBlocks::efct(now, in);
    if (agent_.failed_before()) return;
    const golden::EfctOutput out = golden_.step(in);
    const bool frees = out.rel || out.kept;
    if (in.req) {
      agent_.put({{kReq, 1}, {kKey, in.key.low}});
      agent_.block().put(kKey, 64, 64, in.key.high);
    }
    if (frees) agent_.put({{kFree, 1}, {kFreeId, in.ack_id}});
    agent_.block().ask(now, now, {});
  }
  golden::EfctOutput efct_answer(Cycle now) override {
    using namespace pins::flow_cam_alloc;
    golden::EfctOutput out = ForwardingBlocks::efct_answer(now);
    if (agent_.failed_before()) return out;
    if (agent_.judge(now, now) && (out.hit || out.alloc)) {
      out.id = static_cast<golden::FlowId>(agent_.get(kId));
    }
    return out;
  }
  void finish(Cycle now) override {
    ForwardingBlocks::finish(now);
    agent_.finish(now);
  }

 private:
  ForeignAgent agent_;
  golden::Efct golden_;  ///< knows which rows are free again
};

class ForeignRedirect final : public flow::ForwardingBlocks {
 public:
  ForeignRedirect(Own own, const flow::BlocksConfig& config, ForeignAgent agent)
      : ForwardingBlocks(std::move(own)), agent_(std::move(agent)), tick_(config.redirect) {
    using namespace pins::redirect_gen;
    const golden::RedirectConfig& c = config.redirect;
    agent_.put({{kD0, c.d0}, {kKd, c.kd}, {kKg, c.kg}, {kSeed, c.seed}});
  }
  void redirect(Cycle now, const flow::RedirectInput& in) override {
    using namespace pins::redirect_gen;
    ForwardingBlocks::redirect(now, in);
    pass(now);
    depth_ = in.depth;
    if (!in.load || agent_.failed_before()) return;
    const bool sample = tick_.due(now);
    agent_.put({{kLoad, 1}, {kExempt, in.exempt}, {kPort, in.port}, {kId, in.id}});
    agent_.put({{kDelta, in.delta}});
    ask(now, sample, tick_.slot());
    if (sample) tick_.pass(now + 1, [](unsigned, Cycle) {});
  }
  /// A load is the last question that is answered in its cycle.
  flow::RedirectOutput redirect_answer(Cycle now) override {
    using namespace pins::redirect_gen;
    const flow::RedirectOutput own = ForwardingBlocks::redirect_answer(now);
    if (!take_all(now)) return own;
    return {agent_.get(kRedirect) != 0, static_cast<std::uint8_t>(agent_.get(kPortOut)),
            static_cast<golden::FlowId>(agent_.get(kIdOut)),
            static_cast<golden::Position>(agent_.get(kDeltaOut))};
  }
  void finish(Cycle now) override {
    ForwardingBlocks::finish(now);
    static_cast<void>(take_all(now));
    agent_.finish(now);
  }

 private:
  /// The samples before `now`: all, since a block may count their places by itself.
  void pass(Cycle now) {
    using namespace pins::redirect_gen;
    tick_.pass(now, [this](unsigned slot, Cycle at) {
      if (!agent_.failed_before()) ask(at, true, slot);
    });
  }
  void ask(Cycle now, bool sample, unsigned slot) {
    using namespace pins::redirect_gen;
    agent_.put({{kSample, sample}, {kSlot, slot}, {kDepth, depth_}});
    agent_.block().ask(now, now, now);
  }
  /// Whether all answers that are due by `now` are golden's.
  bool take_all(Cycle now) {
    pass(now);
    while (!agent_.failed_before()) {
      const std::any* const asked = agent_.block().due(now);
      if (asked == nullptr) break;
      const Cycle due = std::any_cast<Cycle>(*asked) + golden::RedirectGen::kLatency;
      if (due > now) break;
      agent_.judge(due, due);
    }
    return !agent_.failed_before();
  }

  ForeignAgent agent_;
  golden::SampleTick tick_;
  unsigned depth_ = 0;
};

class ForeignAckAggregator final : public flow::ForwardingBlocks {
 public:
  ForeignAckAggregator(Own own, const flow::BlocksConfig& config, ForeignAgent agent)
      : ForwardingBlocks(std::move(own)),
        aggregator_(std::move(agent), config.aggregator, config.wire_frames) {}

  flow::AggregatorView aggregator(Cycle now) override {
    aggregator_.advance(now);
    return ForwardingBlocks::aggregator(now);
  }
  void aggregator_step(Cycle now, const golden::AggregatorInput& in) override {
    aggregator_.step(now, in);
    ForwardingBlocks::aggregator_step(now, in);
  }
  void frame(Cycle now, std::vector<golden::FrameWord>& words) override {
    ForwardingBlocks::frame(now, words);
    aggregator_.frame(now, words);
  }
  void finish(Cycle now) override {
    ForwardingBlocks::finish(now);
    aggregator_.finish(now);
  }

 private:
  ForeignAggregator aggregator_;
};

template <class Foreign>
Own made(Own own, const flow::BlocksConfig& config, ForeignAgent agent) {
  return std::make_unique<Foreign>(std::move(own), config, std::move(agent));
}

struct Kind {
  const char* block;
  bool edge;
  std::map<std::string, std::int64_t> (*sizes)(const flow::Params& params);
  std::string (*why_not)(const flow::Params& params);
  Own (*make)(Own own, const flow::BlocksConfig& config, ForeignAgent agent);
};

/// Bits of a depth, of those that our own blocks have or more.
unsigned depth_bits(unsigned most) { return std::max(14U, pins::bits_for(most + 1U)); }

std::string always(const flow::Params&) { return {}; }

const Kind kKinds[] = {{"ack_aggregator", false,
                        [](const flow::Params& p) -> std::map<std::string, std::int64_t> {
                          const golden::AggregatorConfig& c = p.aggregator;
                          return {{"MAX", std::min(c.depth, golden::kAckMax)},
                                  {"DEPTH", c.depth},
                                  {"T_W", std::max(10U, pins::bits_for(c.t3 + 1U))},
                                  {"TS_W", 40}};
                        },
                        &always, &made<ForeignAckAggregator>},
                       {"ep_ack_type", true,
                        [](const flow::Params& p) -> std::map<std::string, std::int64_t> {
                          return {{"DEPTH_W", depth_bits(p.egress_units + flow::kMostUnits)}};
                        },
                        [](const flow::Params& p) -> std::string {
                          return p.congestion_aware ? "" : "switch.flow.congestion_aware is false";
                        },
                        &made<ForeignEpAckType>},
                       {"flow_cam_alloc", true,
                        [](const flow::Params& p) -> std::map<std::string, std::int64_t> {
                          return {{"ROWS", p.sizes.rows()}, {"MATCH_W", flow::kMatchBits}};
                        },
                        &always, &made<ForeignCam>},
                       {"redirect_gen", false,
                        [](const flow::Params& p) -> std::map<std::string, std::int64_t> {
                          return {{"N_PORTS", p.sizes.ports},
                                  {"FLOW_ID_W", p.sizes.flow_id_w},
                                  {"POS_W", p.sizes.pos_w},
                                  {"DEPTH_W", depth_bits(flow::kMostDepth)},
                                  {"RD_HIST", p.redirect.hist},
                                  {"RD_RW", p.redirect.rw},
                                  {"GAIN_W", 8}};
                        },
                        [](const flow::Params& p) -> std::string {
                          return p.redirects ? "" : "switch.flow.redirects is false";
                        },
                        &made<ForeignRedirect>}};

const Kind* kind_of(const std::string& block) {
  const auto* const found = std::find_if(std::begin(kKinds), std::end(kKinds),
                                         [&](const Kind& k) { return k.block == block; });
  return found == std::end(kKinds) ? nullptr : found;
}

}  // namespace

std::optional<PortBlock> foreign_flow(const std::string& block, const flow::Params& params) {
  const Kind* const kind = kind_of(block);
  if (kind == nullptr) return std::nullopt;
  return PortBlock{kind->edge, kind->sizes(params), kind->why_not(params)};
}

Own with_foreign_flow_block(Own own, const flow::BlocksConfig& config, const ForeignDesign& design,
                            SwitchPort at, const FlowPlace& place, Scoreboard& scoreboard) {
  const Kind* const kind = kind_of(design.block);
  if (kind == nullptr || kind->edge != config.edge) return own;
  auto block = design.make_at(at);
  if (!block) return own;
  return kind->make(
      std::move(own), config,
      ForeignAgent(std::move(block), scoreboard, design.block, place.switch_name, place.port));
}

}  // namespace selvage::cosim
