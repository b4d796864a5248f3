// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cassert>
#include <optional>

#include "flow/blocks/blocks.hpp"
#include "flow/blocks/walk_clock.hpp"
#include "golden/flow/ack_unpacker.hpp"
#include "kernel/queue.hpp"

namespace selvage::flow {
namespace {

using namespace golden;

/// Steps given and answers not yet taken: at most one a cycle, so a few of each.
template <class In, class Out>
class Pipeline {
 public:
  void give(Cycle now, const In& in) {
    assert(last_ - first_ < kSize && (last_ == first_ || slot(last_ - 1).at < now));
    slot(last_++) = {now, in};
  }
  /// Executes the steps whose results are visible in cycle `now`.
  template <class Block>
  void run(Cycle now, Block&& block) {
    for (; next_ != last_ && slot(next_).at + Blocks::kLatency <= now; ++next_)
      outs_[next_ % kSize] = block(slot(next_).in);
  }
  const Out& take() {
    assert(first_ != next_);
    return outs_[first_++ % kSize];
  }

 private:
  static constexpr unsigned kSize = 4;
  struct Step {
    Cycle at = 0;
    In in;
  };
  Step& slot(unsigned i) { return steps_[i % kSize]; }
  std::array<Step, kSize> steps_{};
  std::array<Out, kSize> outs_{};
  unsigned first_ = 0;  ///< answer to be taken
  unsigned next_ = 0;   ///< step to be executed
  unsigned last_ = 0;
};

/// The aggregator; without `frames` not its packer: the network then carries the ACKs themselves.
class Batching {
 public:
  Batching(const AggregatorConfig& config, bool frames) : config_(config), frames_(frames) {
    assert(config.legal());
  }
  [[nodiscard]] AggregatorView view(Cycle now) {
    advance(now);
    return {state_.cnt < config_.depth, state_.req, state_.cur};
  }
  void step(Cycle now, const AggregatorInput& in) {
    advance(now);
    idle_ = in.idle;
    const bool push = in.push && state_.cnt < config_.depth;
    const AggregatorMove move = aggregate(config_, state_, now, push, in.idle, in.grant);
    if (frames_ && move.fire) sent_.push_back(move.len);
    if (frames_ && push) acks_.push_back(in.ack);
    state_ = move.next;
    cycle_ = now + 1;
  }
  void frame(std::vector<FrameWord>& words) {
    std::array<std::uint32_t, kAckMax> acks;
    const unsigned len = sent_.front();
    for (unsigned i = 0; i < len; ++i) acks[i] = acks_[i];
    sent_.pop_front();
    acks_.drop(len);
    pack_ack_frame(acks.data(), len, sequence_++, words);
  }
  [[nodiscard]] Cycle next(Cycle now) const {
    if (state_.req) return cycle_ > now ? cycle_ : kNever;  // the step of `now` may have raised it
    const Cycle request = request_from(config_, state_, idle_);
    return request == kNever ? kNever : std::max({now, cycle_, request}) + 1;
  }

 private:
  /// The cycles before `now`, without push and grant.
  void advance(Cycle now) {
    if (std::max(cycle_, request_from(config_, state_, idle_)) < now) state_.req = true;
    cycle_ = std::max(cycle_, now);
  }

  AggregatorConfig config_;
  AggregatorState state_;
  bool idle_ = true;
  bool frames_;
  Cycle cycle_ = 0;                    ///< state_ is that at its start
  kernel::Queue<std::uint32_t> acks_;  ///< of frames under way, and those that wait
  kernel::Queue<unsigned> sent_;       ///< frames under way, how many each has
  unsigned sequence_ = 0;
};

/// A walker behind a clock.
struct ClockedWalker {
  FlowWalker walker;
  FlowWalker::Output clock(Cycle now, bool down, bool up, Cycle drain) {
    return walker.step(now, down, up, drain);
  }
  [[nodiscard]] FlowWalker::State state() const { return walker.state(); }
  [[nodiscard]] Cycle wait() const { return walker.wait(); }
};

class GoldenBlocks final : public Blocks {
 public:
  explicit GoldenBlocks(const BlocksConfig& c)
      : ifct_(c.ifct), aggregator_(c.aggregator, c.wire_frames) {
    if (c.edge) {
      efct_.emplace(c.ifct.sizes);
      ep_.emplace(c.ep);
    } else {
      ofct_.emplace(c.ofct);
      redirect_.emplace(c.redirect);
      tick_.emplace(c.redirect);
      walker_.emplace(ClockedWalker{FlowWalker(c.ofct.sizes.rows())});
      if (c.wire_frames) unpacker_.emplace();
    }
  }

  void efct(Cycle now, const EfctInput& in) override { efct_steps_.give(now, in); }
  EfctOutput efct_answer(Cycle now) override {
    run_efct(now);
    return efct_steps_.take();
  }
  void ifct(const IfctInput& in) override { ifct_steps_.give(in.now, in); }
  IfctOutput ifct_answer(Cycle now) override {
    run_ifct(now);
    return ifct_steps_.take();
  }
  void ofct(const OfctInput& in) override { ofct_steps_.give(in.now, in); }
  OfctOutput ofct_answer(Cycle now) override {
    run_ofct(now);
    return ofct_steps_.take();
  }

  void redirect(Cycle now, const RedirectInput& in) override {
    tick_->pass(now, [this](unsigned slot, Cycle) {
      redirect_->step({true, slot, depth_, false, false});
    });
    depth_ = in.depth;
    if (!in.load) return;
    const bool drawn = redirect_->step({false, tick_->slot(), in.depth, true, in.exempt});
    drawn_[last_drawn_++ % drawn_.size()] =
        drawn ? RedirectOutput{true, in.port, in.id, in.delta} : RedirectOutput{};
  }
  RedirectOutput redirect_answer(Cycle) override {
    assert(first_drawn_ != last_drawn_);
    return drawn_[first_drawn_++ % drawn_.size()];
  }

  AckType ack_type(Cycle, unsigned depth, unsigned level) override {
    return ep_->packet(depth, level);
  }

  AggregatorView aggregator(Cycle now) override { return aggregator_.view(now); }
  void aggregator_step(Cycle now, const AggregatorInput& in) override { aggregator_.step(now, in); }
  Cycle aggregator_next(Cycle now) override { return aggregator_.next(now); }
  void frame(Cycle, std::vector<FrameWord>& words) override { aggregator_.frame(words); }
  bool unpack(Cycle, const std::vector<FrameWord>& words,
              std::vector<std::uint32_t>& acks) override {
    bool ok = false;
    const auto clock = [&](const FrameWord& word) {
      const UnpackerOutput out = unpacker_->step(word);
      ok = ok || out.frame_ok;
      if (out.ack_valid) acks.push_back(out.ack);
    };
    for (const FrameWord& word : words) clock(word);
    while (!unpacker_->quiet()) clock({});
    return ok;
  }

  void walker_down(Cycle now, Cycle drain) override { walker_->down(now, drain); }
  WalkerRow walker(Cycle now) override { return walker_->walk(now); }
  void walker_up(Cycle now) override { walker_->up(now); }

  std::pair<Cycle, FlowId> ifct_walk(Cycle now, Cycle from) override {
    run_ifct(now);
    return ifct_.next_walk(from);
  }
  std::pair<Cycle, FlowId> ofct_walk(Cycle now, Cycle from) override {
    run_ofct(now);
    return ofct_->next_walk(from);
  }
  bool ofct_full(Cycle now) override {
    run_ofct(now);
    return ofct_->rows().full();
  }
  EfctView efct_row(Cycle now, FlowId id) override {
    run_efct(now);
    return {efct_->rows().valid(id), efct_->rows().key(id), efct_->data(id), efct_->ack(id)};
  }
  const IfctRow& ifct_row(Cycle now, FlowId id) override {
    run_ifct(now);
    return ifct_.row(id);
  }
  OfctView ofct_row(Cycle now, FlowId id) override {
    run_ofct(now);
    return {ofct_->rows().valid(id), ofct_->in_port(id), ofct_->in_id(id), ofct_->row(id)};
  }

 private:
  void run_efct(Cycle now) {
    efct_steps_.run(now, [this](const EfctInput& in) { return efct_->step(in); });
  }
  void run_ifct(Cycle now) {
    ifct_steps_.run(now, [this](const IfctInput& in) { return ifct_.step(in); });
  }
  void run_ofct(Cycle now) {
    ofct_steps_.run(now, [this](const OfctInput& in) { return ofct_->step(in); });
  }

  Ifct ifct_;
  std::optional<Efct> efct_;
  std::optional<EpAckType> ep_;
  std::optional<Ofct> ofct_;
  std::optional<RedirectGen> redirect_;
  std::optional<SampleTick> tick_;
  Batching aggregator_;
  std::optional<AckUnpacker> unpacker_;
  std::optional<WalkClock<ClockedWalker>> walker_;
  Pipeline<EfctInput, EfctOutput> efct_steps_;
  Pipeline<IfctInput, IfctOutput> ifct_steps_;
  Pipeline<OfctInput, OfctOutput> ofct_steps_;
  std::array<RedirectOutput, 4> drawn_{};
  unsigned first_drawn_ = 0;
  unsigned last_drawn_ = 0;
  unsigned depth_ = 0;
};

}  // namespace

std::unique_ptr<Blocks> golden_blocks(const BlocksConfig& config) {
  return std::make_unique<GoldenBlocks>(config);
}

}  // namespace selvage::flow
