// SPDX-License-Identifier: Apache-2.0
#include "dut/instance.hpp"

#include <algorithm>
#include <any>

#include "dut/answers.hpp"

namespace selvage::dut {

namespace {

constexpr std::size_t kLast = 32;      ///< questions kept for a wave
constexpr std::size_t kFirst = 1024;   ///< of those that change a state
constexpr std::size_t kInRow = 16384;  ///< of a block that may leave no clock out: the first ones
/// Clocks in a row in which nothing is asked that are clocked beyond the latency; the others change
/// nothing in a block of the contract.
constexpr Cycle kIdleClocks = 8;

}  // namespace

class BlockInstance final : public cosim::ForeignBlock {
 public:
  /// A block of a port is judged, and one whose answers are awaited in step.
  BlockInstance(Instances& instances, InstancePlace place)
      : instances_(instances),
        place_(std::move(place)),
        kept_(instances.asked_[place_]),
        question_(instances.input_widths_),
        idle_(instances.input_widths_),
        transactions_(instances.inputs_, instances.outputs_, instances.offered_),
        pipe_(instances.manifest_, instances.manifest_.contract->valid) {
    seen_.values = Values(instances.output_widths_);
    sampled_ = seen_;
    const Manifest& m = instances.manifest_;
    if (place_.second || m.contract->in_step) golden_ = m.contract->golden(m.at);
    settled();
  }

  void put(unsigned pin, unsigned low, unsigned count, std::uint64_t value) override {
    puts_.push_back({pin, low, count, value});
  }

  void prepare() override {
    take_puts();
    if (!model_) start();
    remember(true);
    model_->apply(question_, true, seen_);
    model_->edge();
    question_ = idle_;
  }

  using ForeignBlock::drive;
  void drive(Cycle now, Cycle dated) override {
    open(now);
    transactions_.put(now, dated, question_, false);
    changes_ = true;
  }

  void ask(Cycle now, Cycle dated, std::any question) override {
    open(now);
    transactions_.put(now, dated, question_, true);
    pipe_.ask(now, std::move(question), {});
    requesting_ = true;
  }

  const std::any* due(Cycle now) const override { return pipe_.due(now); }

  cosim::ForeignReply take(Cycle now) override {
    const Cycle by = std::max(now, pipe_.oldest_due());
    run_to(by);
    // A registered answer of this very clock is on the pins before its edge.
    if (!pipe_.oldest_answered() && next_ == by) look(by);
    // The answer of a clock that has not ended.
    if (golden_ && requesting_ && !asked_golden_ && pipe_.size() == 1) ask_golden();
    Questions::Taken taken = pipe_.take();
    auto difference = difference_of(taken);
    if (taken.answered()) sampled_ = std::move(taken.actual);
    transactions_.answered(taken.answered() ? std::optional(sampled_.values) : std::nullopt);
    return {std::move(taken.question), std::move(difference)};
  }

  void sample(Cycle now) override {
    run_to(now);
    model_->apply(question_, requesting_, seen_);
    sampled_ = seen_;
  }

  void settled() override { kept_ = {}; }

  std::optional<cosim::Difference> finish() override {
    if (auto stopped = stopped_difference()) return stopped;
    return pipe_.unasked();
  }

  std::vector<std::string> recent() const override { return transactions_.lines(); }

  std::optional<std::uint64_t> get(unsigned pin) const override {
    if (!instances_.offered_[pin]) return std::nullopt;
    return sampled_.values.get(pin);
  }
  std::uint64_t get(unsigned pin, unsigned low, unsigned count) const override {
    return sampled_.values.slice(pin, low, count);
  }

 private:
  using Questions = Answers<std::any>;
  struct Put {
    unsigned pin;
    unsigned low;
    unsigned count;
    std::uint64_t value;
  };

  void start() {
    model_ = std::make_unique<Model>(instances_.object_, instances_.manifest_,
                                     instances_.built_.wiring, instance_seed(place_), place_);
    initial_message_ = model_->reset(question_, idle_);
  }

  /// The message of a module that has stopped by itself ($error, $finish), once.
  std::optional<cosim::Difference> stopped_difference() {
    std::string text;
    std::swap(text, initial_message_);
    if (text.empty() && model_) text = model_->failure();
    if (text.empty()) return std::nullopt;
    return cosim::assertion_failed(std::move(text));
  }

  std::optional<cosim::Difference> difference_of(const Questions::Taken& taken) {
    if (auto stopped = stopped_difference()) return stopped;
    if (!taken.in_time()) return pipe_.mistimed(taken);
    const Wiring& wiring = instances_.built_.wiring;
    const Wire* wrong = not_one_hot(wiring, taken.actual);
    if (wrong != nullptr) {
      return cosim::Difference{instances_.outputs_[wrong->pin].rule, wrong->name, "one-hot",
                               "not one-hot"};
    }
    if (golden_) wrong = wrong_output(wiring, taken.expected, taken.actual);
    if (wrong == nullptr) return std::nullopt;
    return cosim::Difference{instances_.outputs_[wrong->pin].rule, wrong->name,
                             taken.expected.values.text(wrong->pin),
                             taken.actual.values.text(wrong->pin)};
  }

  /// What is on the pins in the clock under way goes to golden.
  void ask_golden() {
    Answer answer{Values(instances_.output_widths_),
                  std::vector<bool>(instances_.outputs_.size(), true)};
    golden_->ask(question_, answer);
    asked_golden_ = true;
    if (requesting_) pipe_.expect(std::move(answer));
  }

  /// What was put is of cycle `now`.
  void open(Cycle now) {
    if (now < next_) begin_anew(now);
    if (model_) run_to(now);
    take_puts();
    if (!model_) {
      start();
      next_ = now;
    }
    open_ = true;
    idle_run_ = 0;
  }

  /// Time has begun anew: what is awaited of the time before never comes.
  void begin_anew(Cycle now) {
    if (open_) clock();
    pipe_.clear();
    asked_golden_ = false;
    transactions_.begin_anew();
    next_ = now;
    looked_ = 0;
  }

  void take_puts() {
    for (const Put& put : puts_) {
      question_.set_slice(put.pin, put.low, put.count, put.value);
      const Pin& pin = instances_.inputs_[put.pin];
      if (pin.is_static || pin.is_held) idle_.set_slice(put.pin, put.low, put.count, put.value);
    }
    puts_.clear();
  }

  /// For a wave of what led here.
  void remember(bool changes) {
    if (instances_.manifest_.contract->consecutive) {
      if (kept_.first.size() < kInRow) kept_.first.push_back({question_, true});
      return;
    }
    kept_.last.push_back({{question_, true}, changes});
    if (kept_.last.size() <= kLast) return;
    if (kept_.last.front().changes && kept_.first.size() < kFirst) {
      kept_.first.push_back(std::move(kept_.last.front().step));
    }
    kept_.last.pop_front();
  }

  /// Clocks what lies before cycle `now`.
  void run_to(Cycle now) {
    while (next_ < now) {
      const bool idle = !open_ && pipe_.answered();
      if (idle && ++idle_run_ > instances_.latency() + kIdleClocks) {
        next_ = now;
        return;
      }
      clock();
    }
  }

  void look(Cycle cycle) {
    model_->apply(question_, requesting_, seen_);
    if (looked_ != cycle + 1 && pipe_.sample(cycle, seen_)) looked_ = cycle + 1;
  }

  void clock() {
    if (open_) remember(changes_ || golden_ != nullptr);
    if (open_ && golden_ && !asked_golden_) ask_golden();
    look(next_);
    model_->edge();
    question_ = idle_;
    open_ = requesting_ = changes_ = asked_golden_ = false;
    ++next_;
  }

  Instances& instances_;
  InstancePlace place_;
  Instances::Asked& kept_;
  std::vector<Put> puts_;
  Values question_;  ///< of cycle next_
  Values idle_;      ///< nothing is asked
  Transactions transactions_;
  std::unique_ptr<Model> model_;
  Observed seen_;
  Observed sampled_;
  Questions pipe_;
  std::unique_ptr<Golden> golden_;  ///< of a block that is judged
  std::string initial_message_;     ///< before its first clock
  Cycle next_ = 0;                  ///< the first cycle that was not clocked
  Cycle looked_ = 0;                ///< the cycle after the last one whose answer was taken
  Cycle idle_run_ = 0;
  bool open_ = false;          ///< something was put in cycle next_
  bool requesting_ = false;    ///< and is a question
  bool changes_ = false;       ///< and changes a state
  bool asked_golden_ = false;  ///< golden has seen what was put
};

Instances::Instances(Manifest manifest, Built built, std::set<SwitchIdx> switches)
    : manifest_(std::move(manifest)),
      built_(std::move(built)),
      switches_(std::move(switches)),
      object_(std::make_shared<Library>(built_.object)) {
  for (const Pin& pin : manifest_.contract->pins(manifest_.at)) {
    (pin.input ? inputs_ : outputs_).push_back(pin);
    (pin.input ? input_widths_ : output_widths_).push_back(pin.width);
  }
  offered_.resize(outputs_.size());
  for (const Wire& w : built_.wiring.outputs) offered_[w.pin] = true;
}

cosim::ForeignDesign Instances::design() {
  const auto make = [this](InstancePlace place) -> std::unique_ptr<cosim::ForeignBlock> {
    if (!switches_.empty() && switches_.count(place.first) == 0) return nullptr;
    return std::make_unique<BlockInstance>(*this, std::move(place));
  };
  return {manifest_.contract->block, manifest_.top,
          [make](SwitchIdx sw) {
            return make({sw, std::nullopt});
          },
          [make](SwitchPort at) {
            return make({at.sw, at.port});
          }};
}

std::uint64_t instance_seed(const InstancePlace& place) {
  const unsigned port = place.second ? *place.second + 1U : 0U;
  return place.first + 1 + (std::uint64_t{port} << 32U);
}

std::vector<Step> Instances::recent(const InstancePlace& place) const {
  const auto found = asked_.find(place);
  if (found == asked_.end()) return {};
  std::vector<Step> steps = found->second.first;
  for (const Asked::Last& last : found->second.last) steps.push_back(last.step);
  return steps;
}

}  // namespace selvage::dut
