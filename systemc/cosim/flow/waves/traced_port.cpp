// SPDX-License-Identifier: Apache-2.0
#include "cosim/flow/waves/traced_port.hpp"

#include <optional>
#include <utility>

#include "cosim/flow/rtl_link.hpp"
#include "cosim/flow/rtl_port.hpp"
#include "cosim/flow/waves/make.hpp"
#include "flow/blocks/forwarding.hpp"
#include "flow/blocks/walk_clock.hpp"

namespace selvage::cosim {

using namespace golden;

namespace {

constexpr Cycle kStages = 3;  ///< edges until the answer to a step is off the outputs again
constexpr unsigned kMostAcks = 48;
constexpr unsigned kDepth = 512;

template <class In>
auto set_time(In& in, Cycle now, int) -> decltype(in.now = now, void()) {
  in.now = now;
}
template <class In>
void set_time(In&, Cycle, long) {}

}  // namespace

/// A block that is clocked for its steps: each stands at its own edge.
template <class Block, class In>
class TracedFlowPort::Steps final : public TracedPipeline<In> {
 public:
  explicit Steps(std::unique_ptr<Block> block)
      : TracedPipeline<In>(kStages), block_(std::move(block)) {}

  void give(Cycle now, const In& in) { this->inputs_at(now, now) = in; }
  void restart(Cycle now) {
    this->skip_to(now);
    block_->reset();
    block_->fall_idle();
  }
  void declare(VerilatedFstC& file) override { block_->declare(file); }

 private:
  void rise_on(const In* in) override {
    In pins = in == nullptr ? In{} : *in;
    set_time(pins, this->next(), 0);
    block_->edge(pins);
  }
  void clock_falls() override { block_->fall_idle(); }

  std::unique_ptr<Block> block_;
};

/// The other blocks, behind what decides when they are clocked; in each cycle they are called as
/// those of the port are, and then brought up to its end.
class TracedFlowPort::Calls final : public TracedPipeline<std::vector<std::function<void()>>> {
 public:
  std::shared_ptr<RedirectBlock> redirect_gen;
  std::shared_ptr<AckAggregatorBlock> ack_aggregator;
  std::shared_ptr<AckUnpackerBlock> ack_unpacker;
  std::shared_ptr<WalkerBlock> flow_walker;

  explicit Calls(const flow::BlocksConfig& config) : TracedPipeline(0), config_(config) {}

  void add(Cycle now, std::function<void()> call) {
    inputs_at(now, now).push_back(std::move(call));
  }
  void restart(Cycle now) {
    skip_to(now);
    each([](auto& block) {
      block.reset();
      block.fall_idle();
    });
    const auto report = [this](const char* block) { return FlowReport({}, unread_, block); };
    if (redirect_gen)
      redirect.emplace(redirect_gen, config_.redirect, false, report("redirect_gen"));
    if (ack_aggregator)
      aggregator.emplace(ack_aggregator, config_.aggregator, false, config_.wire_frames,
                         report("ack_aggregator"));
    if (ack_unpacker)
      unpacker.emplace(AckUnpackerBuild{kMostAcks, 2}, ack_unpacker, false,
                       report("ack_frame_unpacker"));
    if (flow_walker)
      walker.emplace(
          RtlWalker(flow_walker, config_.ofct.sizes.rows(), false, report("flow_walker")));
  }
  void declare(VerilatedFstC& file) override {
    each([&file](auto& block) { block.declare(file); });
  }
  [[nodiscard]] bool any() const {
    return redirect_gen || ack_aggregator || ack_unpacker || flow_walker;
  }

  std::optional<RtlRedirect> redirect;
  std::optional<RtlAggregator> aggregator;
  std::optional<RtlUnpacker> unpacker;
  std::optional<flow::WalkClock<RtlWalker>> walker;
  std::vector<FrameWord> words;         ///< unread
  std::vector<std::uint32_t> unpacked;  ///< unread

 private:
  template <class Do>
  void each(const Do& act) {
    if (redirect_gen) act(*redirect_gen);
    if (ack_aggregator) act(*ack_aggregator);
    if (ack_unpacker) act(*ack_unpacker);
    if (flow_walker) act(*flow_walker);
  }
  void rise_on(const std::vector<std::function<void()>>* calls) override {
    if (calls != nullptr) {
      for (const auto& call : *calls) call();
    }
    const Cycle end = next() + 1;
    if (redirect) redirect->finish(end);
    if (aggregator) static_cast<void>(aggregator->view(end));
    if (walker) walker->pass(end);
  }
  void clock_falls() override {
    each([](auto& block) { block.fall_idle(); });
  }
  /// What they left out they do when they are called again.
  [[nodiscard]] bool idle() const override { return true; }

  flow::BlocksConfig config_;
  Scoreboard unread_;
};

struct TracedFlowPort::Models {
  explicit Models(const flow::BlocksConfig& config) : calls(config) {}

  std::optional<Steps<IfctBlock, IfctIn>> ifct;
  std::optional<Steps<EfctBlock, EfctIn>> efct;
  std::optional<Steps<OfctBlock, OfctIn>> ofct;
  std::optional<Steps<EpAckTypeBlock, EpAckTypeIn>> ep;
  Calls calls;
};

/// Only what changes a block is passed on to it.
class TracedFlowPort::Beside final : public flow::ForwardingBlocks {
  using Base = ForwardingBlocks;

 public:
  Beside(std::unique_ptr<Blocks> own, Models& models)
      : Base(std::move(own)), models_(models), calls_(models.calls) {}

  void efct(Cycle now, const EfctInput& in) override {
    if (models_.efct) models_.efct->give(now, to_rtl(in));
    Base::efct(now, in);
  }
  void ifct(const IfctInput& in) override {
    if (models_.ifct) models_.ifct->give(in.now, to_rtl(in));
    Base::ifct(in);
  }
  void ofct(const OfctInput& in) override {
    if (models_.ofct) models_.ofct->give(in.now, to_rtl(in));
    Base::ofct(in);
  }
  AckType ack_type(Cycle now, unsigned depth, unsigned level) override {
    if (models_.ep) models_.ep->give(now, {true, depth, level});
    return Base::ack_type(now, depth, level);
  }
  void redirect(Cycle now, const flow::RedirectInput& in) override {
    if (auto* const r = part(calls_.redirect)) calls_.add(now, [r, now, in] { r->give(now, in); });
    Base::redirect(now, in);
  }
  flow::RedirectOutput redirect_answer(Cycle now) override {
    if (auto* const r = part(calls_.redirect))
      calls_.add(now, [r, now] { static_cast<void>(r->take(now)); });
    return Base::redirect_answer(now);
  }
  void aggregator_step(Cycle now, const AggregatorInput& in) override {
    if (auto* const a = part(calls_.aggregator))
      calls_.add(now, [a, now, in] { a->step(now, in); });
    Base::aggregator_step(now, in);
  }
  void frame(Cycle now, std::vector<FrameWord>& words) override {
    if (auto* const a = part(calls_.aggregator))
      calls_.add(now, [a, now, this] { a->frame(now, calls_.words); });
    Base::frame(now, words);
  }
  bool unpack(Cycle now, const std::vector<FrameWord>& words,
              std::vector<std::uint32_t>& acks) override {
    if (auto* const u = part(calls_.unpacker))
      calls_.add(now, [u, now, words, this] {
        calls_.unpacked.clear();
        static_cast<void>(u->take(now, words, calls_.unpacked));
      });
    return Base::unpack(now, words, acks);
  }
  void walker_down(Cycle now, Cycle drain) override {
    if (auto* const w = part(calls_.walker))
      calls_.add(now, [w, now, drain] { w->down(now, drain); });
    Base::walker_down(now, drain);
  }
  flow::WalkerRow walker(Cycle now) override {
    if (auto* const w = part(calls_.walker))
      calls_.add(now, [w, now] { static_cast<void>(w->walk(now)); });
    return Base::walker(now);
  }
  void walker_up(Cycle now) override {
    if (auto* const w = part(calls_.walker)) calls_.add(now, [w, now] { w->up(now); });
    Base::walker_up(now);
  }

 private:
  template <class Part>
  static Part* part(std::optional<Part>& part) {
    return part ? &*part : nullptr;
  }

  Models& models_;
  Calls& calls_;
};

TracedFlowPort::TracedFlowPort(const Engines& engines, const flow::BlocksConfig& config,
                               const FlowBugs& bugs, const std::string& scope)
    : models_(std::make_unique<Models>(config)) {
  const auto rtl = [&](const char* block) { return engines.rtl(block); };
  const auto named = [&scope](const char* block) { return scope + ' ' + block; };
  const auto options = [&](auto made, unsigned bug, const char* block) {
    made.bugs = bug;
    made.scope = named(block);
    return made;
  };
  const FlowSizes& sizes = config.ifct.sizes;
  const bool small = sizes.ports == kSmallFlowSizes.ports &&
                     sizes.flow_id_w == kSmallFlowSizes.flow_id_w &&
                     sizes.pos_w == kSmallFlowSizes.pos_w;
  const FlowTableMakers& make = kFlowTables_small_shown;
  Models& m = *models_;
  if (small && rtl("ifct"))
    m.ifct.emplace(make.ifct(config.edge, to_rtl(config.ifct), bugs.ifct, named("ifct").c_str()));
  if (config.edge) {
    if (small && rtl("efct")) m.efct.emplace(make.efct(bugs.efct, named("efct").c_str()));
    if (rtl("ep_ack_type"))
      m.ep.emplace(make_ep_ack_type_shown(options(to_rtl(config.ep), bugs.ep, "ep_ack_type")));
    return;
  }
  if (small && rtl("ofct"))
    m.ofct.emplace(make.ofct(to_rtl(config.ofct), bugs.ofct, named("ofct").c_str()));
  if (small && rtl("redirect_gen"))
    m.calls.redirect_gen =
        make_redirect_gen_shown(options(to_rtl(config.redirect), bugs.redirect, "redirect_gen"));
  if (small && rtl("flow_walker"))
    m.calls.flow_walker = make.walker(bugs.walker, named("flow_walker").c_str());
  const AggregatorConfig& frames = config.aggregator;
  if (frames.max > kMostAcks || frames.depth != kDepth) return;
  if (rtl("ack_aggregator"))
    m.calls.ack_aggregator =
        make_ack_aggregator_shown(options(to_rtl(frames), bugs.aggregator, "ack_aggregator"));
  if (config.wire_frames && rtl("ack_frame_unpacker"))
    m.calls.ack_unpacker = make_ack_frame_unpacker_shown(
        options(AckUnpackerOptions{}, bugs.unpacker, "ack_frame_unpacker"));
}

TracedFlowPort::~TracedFlowPort() = default;

std::vector<TracedModel*> TracedFlowPort::models() const {
  std::vector<TracedModel*> all;
  const auto add = [&all](auto& model) {
    if (model) all.push_back(&*model);
  };
  add(models_->efct);
  add(models_->ifct);
  add(models_->ofct);
  add(models_->ep);
  if (models_->calls.any()) all.push_back(&models_->calls);
  return all;
}

std::unique_ptr<flow::Blocks> TracedFlowPort::beside(std::unique_ptr<flow::Blocks> own, Cycle now) {
  const auto restart = [now](auto& model) {
    if (model) model->restart(now);
  };
  restart(models_->efct);
  restart(models_->ifct);
  restart(models_->ofct);
  restart(models_->ep);
  models_->calls.restart(now);
  return std::make_unique<Beside>(std::move(own), *models_);
}

}  // namespace selvage::cosim
