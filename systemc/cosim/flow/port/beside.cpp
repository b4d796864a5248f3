// SPDX-License-Identifier: Apache-2.0
#include "cosim/flow/port/beside.hpp"

#include <utility>

#include "cosim/flow/port/lagging.hpp"
#include "flow/blocks/forwarding.hpp"

namespace selvage::cosim {

namespace {

using namespace golden;

class PortBeside final : public flow::ForwardingBlocks {
  using Base = ForwardingBlocks;

 public:
  PortBeside(std::unique_ptr<flow::Blocks> golden, const FlowPortPair::Options& options,
             const flow::BlocksConfig& config, FlowReport report)
      : Base(std::move(golden)), port_(options, config, std::move(report)) {}

  void efct(Cycle now, const EfctInput& in) override {
    port_.at(now).in.efct = in;
    Base::efct(now, in);
  }
  EfctOutput efct_answer(Cycle now) override {
    const EfctOutput a = Base::efct_answer(now);
    port_.at(now, now - kLatency).efct = a;
    return a;
  }
  void ifct(const IfctInput& in) override {
    port_.at(in.now).in.ifct = in;
    Base::ifct(in);
  }
  IfctOutput ifct_answer(Cycle now) override {
    const IfctOutput a = Base::ifct_answer(now);
    port_.at(now, now - kLatency).ifct = a;
    return a;
  }
  void ofct(const OfctInput& in) override {
    port_.at(in.now).in.ofct = in;
    Base::ofct(in);
  }
  OfctOutput ofct_answer(Cycle now) override {
    const OfctOutput a = Base::ofct_answer(now);
    port_.at(now, now - kLatency).ofct = a;
    return a;
  }
  void redirect(Cycle now, const flow::RedirectInput& in) override {
    PortCycle& given = port_.at(now);
    given.redirect = true;
    given.in.redirect.depth = in.depth;
    given.in.redirect.load = in.load;
    given.in.redirect.exempt = in.exempt;
    given.in.redirect.port = in.port;
    given.in.redirect.id = in.id;
    given.in.redirect.delta = in.delta;
    Base::redirect(now, in);
  }
  flow::RedirectOutput redirect_answer(Cycle now) override {
    const flow::RedirectOutput a = Base::redirect_answer(now);
    port_.at(now, now - RedirectGen::kLatency).redirected = a;
    return a;
  }
  AckType ack_type(Cycle now, unsigned depth, unsigned level) override {
    PortCycle& given = port_.at(now);
    given.in.ep = {true, depth, level};
    given.type = Base::ack_type(now, depth, level);
    return *given.type;
  }
  flow::AggregatorView aggregator(Cycle now) override {
    const flow::AggregatorView view = Base::aggregator(now);
    port_.at(now).view = view;
    return view;
  }
  void aggregator_step(Cycle now, const AggregatorInput& in) override {
    PortCycle& given = port_.at(now);
    given.aggregator = true;
    given.in.aggregator = in;
    Base::aggregator_step(now, in);
  }
  void frame(Cycle now, std::vector<FrameWord>& words) override {
    Base::frame(now, words);
    port_.sent(words);
  }
  bool unpack(Cycle now, const std::vector<FrameWord>& words,
              std::vector<std::uint32_t>& acks) override {
    const bool ok = Base::unpack(now, words, acks);
    port_.received(now, words, acks);
    return ok;
  }
  void walker_down(Cycle now, Cycle drain) override {
    port_.dies(now, drain);
    Base::walker_down(now, drain);
  }
  void walker_up(Cycle now) override {
    port_.comes_back(now);
    Base::walker_up(now);
  }
  void finish(Cycle now) override {
    Base::finish(now);
    port_.finish(now);
  }

 private:
  LaggingPort port_;
};

}  // namespace

std::unique_ptr<flow::Blocks> port_beside(std::unique_ptr<flow::Blocks> golden,
                                          const flow::BlocksConfig& config, const FlowPlace& place,
                                          Scoreboard& scoreboard, unsigned bugs) {
  FlowPortPair::Options options;
  options.edge = config.edge;
  options.bugs = bugs;
  options.stale = static_cast<unsigned>(golden::ticks_of(config.ofct.stale_t, config.ofct.tick));
  options.redirect = config.redirect;
  options.ep_seed = config.ep.seed;
  return std::make_unique<PortBeside>(std::move(golden), options, config,
                                      FlowReport{place, scoreboard, "flow_port"});
}

}  // namespace selvage::cosim
