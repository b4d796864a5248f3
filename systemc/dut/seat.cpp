// SPDX-License-Identifier: Apache-2.0
#include "dut/seat.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace selvage::dut {

namespace {

constexpr std::size_t kLast = 32;      ///< questions kept for a wave
constexpr std::size_t kFirst = 1024;   ///< of those that change a state
constexpr std::size_t kInRow = 16384;  ///< of a block that may leave no clock out: the first ones
/// Clocks in a row in which nothing is asked that are clocked beyond the latency; the others change
/// nothing in a block of the contract.
constexpr Cycle kIdleClocks = 8;

}  // namespace

class Seat final : public cosim::ForeignBlock {
 public:
  /// A block of a port is judged, and one whose answers are awaited in step.
  Seat(Seats& seats, SeatPlace place)
      : seats_(seats),
        place_(std::move(place)),
        kept_(seats.asked_[place_]),
        question_(seats.input_widths_),
        idle_(seats.input_widths_),
        transactions_(seats.inputs_, seats.outputs_, seats.offered_) {
    seen_.values = Values(seats.output_widths_);
    sampled_ = seen_;
    const Manifest& m = seats.manifest_;
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

  using ForeignBlock::ask;
  using ForeignBlock::drive;
  void drive(Cycle now, Cycle dated) override {
    open(now);
    transactions_.put(now, dated, question_, false);
    changes_ = true;
  }

  void ask(Cycle now, Cycle dated) override {
    open(now);
    transactions_.put(now, dated, question_, true);
    asked_.push_back(now);
    asks_ = true;
  }

  bool due(Cycle now) const override {
    return !answers_.empty() || (!asked_.empty() && asked_.front() + seats_.latency() <= now);
  }

  bool answer(Cycle now, std::string& why) override {
    run_to(now);
    // A registered answer of this very clock is on the pins before its edge.
    if (answers_.empty() && next_ == now && model_) look(now);
    std::string said = failure();
    if (!answers_.empty() && answers_.front().bad != 0 && said.empty()) {
      const auto pin = static_cast<unsigned>(__builtin_ctzll(answers_.front().bad));
      for (const Wire& w : seats_.built_.wiring.outputs) {
        if (w.pin == pin) why = w.name + " is not one-hot";
      }
      transactions_.answered(answers_.front().values);
      answers_.pop_front();
      return false;
    }
    if (!said.empty() || answers_.empty()) {
      why = !said.empty() ? "the module stops by itself: " + said
                          : fmt::format("none in {} clocks", seats_.latency());
      if (!answers_.empty()) answers_.pop_front();
      else if (!asked_.empty()) asked_.pop_front();
      transactions_.answered(std::nullopt);
      return false;
    }
    sampled_ = answers_.front();
    transactions_.answered(sampled_.values);
    answers_.pop_front();
    return true;
  }

  std::optional<cosim::Difference> judge(Cycle now) override {
    std::string why;
    const bool answered = answer(now, why);
    if (expected_.empty()) ask_golden();  // the answer of a clock that has not ended
    const Answer expected = std::move(expected_.front());
    expected_.pop_front();
    if (!answered) {
      return cosim::Difference{seats_.outputs_.front().rule, "answer", "one in time", why};
    }
    const Wire* const wrong = wrong_output(seats_.built_.wiring, expected, sampled_);
    if (wrong == nullptr) return std::nullopt;
    return cosim::Difference{seats_.outputs_[wrong->pin].rule, wrong->name,
                             expected.values.text(wrong->pin), sampled_.values.text(wrong->pin)};
  }

  void sample(Cycle now) override {
    run_to(now);
    model_->apply(question_, asks_, seen_);
    sampled_ = seen_;
  }

  void settled() override { kept_ = {}; }

  std::string failure() override {
    std::string said;
    std::swap(said, said_);
    return said.empty() && model_ ? model_->failure() : said;
  }

  std::vector<std::string> recent() const override { return transactions_.lines(); }

  std::optional<std::uint64_t> get(unsigned pin) const override {
    if (!seats_.offered_[pin]) return std::nullopt;
    return sampled_.values.get(pin);
  }
  std::uint64_t get(unsigned pin, unsigned low, unsigned count) const override {
    return sampled_.values.slice(pin, low, count);
  }

 private:
  struct Put {
    unsigned pin;
    unsigned low;
    unsigned count;
    std::uint64_t value;
  };

  void start() {
    model_ = std::make_unique<Model>(seats_.object_, seats_.manifest_, seats_.built_.wiring,
                                     seat_seed(place_), place_);
    said_ = model_->reset(question_, idle_);
  }

  /// What is on the pins in the clock under way goes to golden.
  void ask_golden() {
    Answer answer{Values(seats_.output_widths_), std::vector<bool>(seats_.outputs_.size(), true)};
    golden_->ask(question_, answer);
    asked_golden_ = true;
    if (asks_) expected_.push_back(std::move(answer));
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
    asked_.clear();
    answers_.clear();
    expected_.clear();
    asked_golden_ = false;
    transactions_.begin_anew();
    next_ = now;
    looked_ = 0;
  }

  void take_puts() {
    for (const Put& put : puts_) {
      question_.set_slice(put.pin, put.low, put.count, put.value);
      const Pin& pin = seats_.inputs_[put.pin];
      if (pin.is_static || pin.is_held) idle_.set_slice(put.pin, put.low, put.count, put.value);
    }
    puts_.clear();
  }

  /// For a wave of what led here.
  void remember(bool changes) {
    if (seats_.manifest_.contract->consecutive) {
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
      const bool idle = !open_ && asked_.empty();
      if (idle && ++idle_run_ > seats_.latency() + kIdleClocks) {
        next_ = now;
        return;
      }
      clock();
    }
  }

  void look(Cycle cycle) {
    model_->apply(question_, asks_, seen_);
    if (asked_.empty() || looked_ == cycle + 1) return;
    const bool due = seats_.manifest_.latency.valid.empty()
                         ? asked_.front() + seats_.latency() == cycle
                         : seen_.answered;
    if (!due) return;
    looked_ = cycle + 1;
    answers_.push_back(seen_);
    asked_.pop_front();
  }

  void clock() {
    if (open_) remember(changes_ || golden_ != nullptr);
    if (open_ && golden_ && !asked_golden_) ask_golden();
    look(next_);
    model_->edge();
    question_ = idle_;
    open_ = asks_ = changes_ = asked_golden_ = false;
    ++next_;
  }

  Seats& seats_;
  SeatPlace place_;
  Seats::Asked& kept_;
  std::vector<Put> puts_;
  Values question_;  ///< of cycle next_
  Values idle_;      ///< nothing is asked
  Transactions transactions_;
  std::unique_ptr<Model> model_;
  Observed seen_;
  Observed sampled_;
  std::deque<Cycle> asked_;
  std::deque<Observed> answers_;
  std::unique_ptr<Golden> golden_;  ///< of a block that is judged
  std::deque<Answer> expected_;
  std::string said_;  ///< before its first clock
  Cycle next_ = 0;    ///< the first cycle that was not clocked
  Cycle looked_ = 0;  ///< the cycle after the last one whose answer was taken
  Cycle idle_run_ = 0;
  bool open_ = false;          ///< something was put in cycle next_
  bool asks_ = false;          ///< and is a question
  bool changes_ = false;       ///< and changes a state
  bool asked_golden_ = false;  ///< golden has seen what was put
};

Seats::Seats(Manifest manifest, Built built, std::set<SwitchIdx> switches)
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

cosim::ForeignDesign Seats::design() {
  const auto make = [this](SeatPlace place) -> std::unique_ptr<cosim::ForeignBlock> {
    if (!switches_.empty() && switches_.count(place.first) == 0) return nullptr;
    return std::make_unique<Seat>(*this, std::move(place));
  };
  return {manifest_.contract->block, manifest_.top,
          [make](SwitchIdx sw) {
            return make({sw, std::nullopt});
          },
          [make](SwitchPort at) {
            return make({at.sw, at.port});
          }};
}

std::uint64_t seat_seed(const SeatPlace& place) {
  const unsigned port = place.second ? *place.second + 1U : 0U;
  return place.first + 1 + (std::uint64_t{port} << 32U);
}

std::vector<Step> Seats::recent(const SeatPlace& place) const {
  const auto found = asked_.find(place);
  if (found == asked_.end()) return {};
  std::vector<Step> steps = found->second.first;
  for (const Asked::Last& last : found->second.last) steps.push_back(last.step);
  return steps;
}

}  // namespace selvage::dut
