// SPDX-License-Identifier: Apache-2.0
#include "dut/seat.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace selvage::dut {

namespace {

constexpr std::size_t kRecent = 32;
constexpr std::size_t kFirst = 128;
constexpr std::size_t kFirstInRow = 1024;  ///< of a block whose wave may begin anew
/// Clocks in a row in which nothing is asked that are clocked beyond the latency; the others change
/// nothing in a block of the contract.
constexpr Cycle kIdleClocks = 8;

}  // namespace

class Seat final : public cosim::ForeignBlock {
 public:
  /// A block of a port is judged.
  Seat(Seats& seats, SeatPlace place)
      : seats_(seats),
        place_(std::move(place)),
        question_(seats.input_widths_),
        idle_(seats.input_widths_) {
    seen_.values = Values(seats.output_widths_);
    shown_ = seen_;
    const Manifest& m = seats.manifest_;
    if (place_.second) golden_ = m.contract->golden(m.at);
    settled();
  }

  void put(unsigned pin, unsigned low, unsigned count, std::uint64_t value) override {
    question_.set_slice(pin, low, count, value);
    if (seats_.inputs_[pin].is_static) idle_.set_slice(pin, low, count, value);
  }

  void prepare() override {
    if (!model_) start();
    remember();
    model_->apply(question_, true, seen_);
    model_->edge();
    question_ = idle_;
  }

  void ask(Cycle now) override {
    if (!model_) start();
    run_to(now);
    remember();
    if (golden_) {
      expected_.push_back(
          {Values(seats_.output_widths_), std::vector<bool>(seats_.outputs_.size(), true)});
      golden_->ask(question_, expected_.back());
    }
    asked_.push_back(now);
    clock(now, true);
    question_ = idle_;
  }

  bool answer(Cycle now, std::string& why) override {
    run_to(now);
    // A registered answer of this very clock is on the pins before its edge.
    if (answers_.empty() && next_ <= now) look(now, false);
    std::string said = failure();
    if (!answers_.empty() && answers_.front().bad != 0 && said.empty()) {
      const auto pin = static_cast<unsigned>(__builtin_ctzll(answers_.front().bad));
      for (const Wire& w : seats_.built_.wiring.outputs) {
        if (w.pin == pin) why = w.name + " is not one-hot";
      }
      answers_.pop_front();
      return false;
    }
    if (!said.empty() || answers_.empty()) {
      why = !said.empty() ? "the module stops by itself: " + said
                          : fmt::format("none in {} clocks", seats_.latency());
      if (!asked_.empty()) asked_.pop_front();
      return false;
    }
    shown_ = answers_.front();
    answers_.pop_front();
    return true;
  }

  std::optional<cosim::Difference> judge(Cycle now) override {
    const Answer expected = std::move(expected_.front());
    expected_.pop_front();
    std::string why;
    if (!answer(now, why)) {
      return cosim::Difference{seats_.outputs_.front().rule, "answer", "one in time", why};
    }
    const Wire* const wrong = wrong_output(seats_.built_.wiring, expected, shown_);
    if (wrong == nullptr) return std::nullopt;
    return cosim::Difference{seats_.outputs_[wrong->pin].rule, wrong->name,
                             expected.values.text(wrong->pin), shown_.values.text(wrong->pin)};
  }

  void settled() override { seats_.recent_[place_].clear(); }

  std::string failure() override {
    std::string said;
    std::swap(said, said_);
    return said.empty() && model_ ? model_->failure() : said;
  }

  std::optional<std::uint64_t> get(unsigned pin) const override {
    const auto& outputs = seats_.built_.wiring.outputs;
    const bool offered =
        std::any_of(outputs.begin(), outputs.end(), [pin](const Wire& w) { return w.pin == pin; });
    if (!offered) return std::nullopt;
    return shown_.values.get(pin);
  }

 private:
  void start() {
    model_ = std::make_unique<Model>(seats_.object_, seats_.manifest_, seats_.built_.wiring,
                                     seat_seed(place_));
    said_ = model_->reset(question_, idle_);
  }

  void remember() {
    auto& recent = seats_.recent_[place_];
    recent.push_back({question_, true});
    // What a block with a state was first told, and what it was told last.
    const Contract& contract = *seats_.manifest_.contract;
    const std::size_t first = contract.consecutive ? kFirstInRow : contract.stateful ? kFirst : 0;
    if (recent.size() > first + kRecent)
      recent.erase(recent.begin() + static_cast<std::ptrdiff_t>(first));
  }

  /// Clocks what lies before cycle `now`; a question that is being put waits.
  void run_to(Cycle now) {
    Values put = idle_;
    std::swap(put, question_);
    const Cycle most = seats_.latency() + kIdleClocks;
    if (now > next_ + most) next_ = std::max(next_, asked_.empty() ? now - most : next_);
    while (next_ < now) clock(next_, false);
    std::swap(put, question_);
  }

  void look(Cycle cycle, bool asked) {
    model_->apply(question_, asked, seen_);
    if (asked_.empty() || looked_ == cycle + 1) return;
    const bool due = seats_.manifest_.latency.valid.empty()
                         ? asked_.front() + seats_.latency() == cycle
                         : seen_.told;
    if (!due) return;
    looked_ = cycle + 1;
    answers_.push_back(seen_);
    asked_.pop_front();
  }

  void clock(Cycle cycle, bool asked) {
    look(cycle, asked);
    model_->edge();
    next_ = cycle + 1;
  }

  Seats& seats_;
  SeatPlace place_;
  Values question_;
  Values idle_;  ///< nothing is asked: all pins 0, but those that are constant
  std::unique_ptr<Model> model_;
  Observed seen_;
  Observed shown_;
  std::deque<Cycle> asked_;
  std::deque<Observed> answers_;
  std::unique_ptr<Golden> golden_;  ///< of a block that is judged
  std::deque<Answer> expected_;
  std::string said_;  ///< before its first clock
  Cycle next_ = 0;    ///< the first cycle that was not clocked
  Cycle looked_ = 0;  ///< the cycle after the last one whose answer was taken
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
  const auto found = recent_.find(place);
  if (found == recent_.end()) return {};
  return {found->second.begin(), found->second.end()};
}

}  // namespace selvage::dut
