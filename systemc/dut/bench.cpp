// SPDX-License-Identifier: Apache-2.0
#include "dut/bench.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "dut/shrink.hpp"

namespace selvage::dut {

namespace {

/// Questions from one reset to the next: few at first, so that what fails early fails in few.
constexpr std::uint64_t kFirstSession = 16;
constexpr std::uint64_t kLastSession = 4096;
constexpr std::uint64_t kSessionsEach = 16;
constexpr double kAsked = 0.7;      ///< of the clocks, where a pin says that there is a question
constexpr std::size_t kBehind = 4;  ///< clocks that a wave goes on behind what is wrong

bool is_bad(const Observed& seen, const Wire& wire) { return (seen.bad >> wire.pin & 1U) != 0; }

}  // namespace

const Wire* wrong_output(const Wiring& wiring, const Answer& expected, const Observed& seen) {
  for (const Wire& w : wiring.outputs) {
    if (!expected.due[w.pin]) continue;
    if (is_bad(seen, w) || !expected.values.same(w.pin, seen.values)) return &w;
  }
  return nullptr;
}

const Wire* not_one_hot(const Wiring& wiring, const Observed& seen) {
  const auto found = std::find_if(wiring.outputs.begin(), wiring.outputs.end(),
                                  [&seen](const Wire& w) { return is_bad(seen, w); });
  return found == wiring.outputs.end() ? nullptr : &*found;
}

Bench::Bench(const Manifest& manifest, const Built& built)
    : manifest_(manifest),
      wiring_(built.wiring),
      library_(std::make_shared<Library>(built.object)) {
  for (const Pin& pin : manifest.contract->pins(manifest.at)) {
    (pin.input ? inputs_ : outputs_).push_back(pin);
    (pin.input ? input_widths_ : output_widths_).push_back(pin.width);
  }
  for (std::size_t pin = 0; pin < inputs_.size(); ++pin) {
    if (!inputs_[pin].group.empty() &&
        std::none_of(wiring_.inputs.begin(), wiring_.inputs.end(),
                     [pin](const Wire& w) { return w.pin == pin; })) {
      absent_.push_back(pin);
    }
  }
}

std::vector<Step> Bench::stimulus(std::uint64_t seed, std::uint64_t session,
                                  std::uint64_t count) const {
  kernel::Stream stream(seed, "dut", session);
  const auto questions = manifest_.contract->stimulus(manifest_.at);
  Values question(input_widths_);
  std::vector<Step> steps;
  for (std::uint64_t i = 0; i < count; ++i) {
    questions->next(stream, question);
    steps.push_back({question, manifest_.latency.ask.empty() || stream.chance(kAsked)});
    for (const std::size_t pin : absent_) steps.back().question.clear(pin);
  }
  return steps;
}

std::optional<Difference> Bench::compare(const Questions::Taken& taken, std::size_t clock) const {
  const Wire* const w = wrong_output(wiring_, taken.expected, taken.actual);
  if (w == nullptr) return std::nullopt;
  Difference d;
  d.kind = is_bad(taken.actual, *w) ? Difference::Kind::kNotOneHot : Difference::Kind::kValue;
  d.step = taken.question;
  d.clock = clock;
  d.pin = w->name;
  d.rule = outputs_[w->pin].rule;
  d.expected = taken.expected.values.text(w->pin);
  d.actual = taken.actual.values.text(w->pin);
  return d;
}

Values Bench::idle_before(const Values& question) const {
  Values idle(input_widths_);
  for (std::size_t pin = 0; pin < inputs_.size(); ++pin) {
    if (!inputs_[pin].is_static && !inputs_[pin].is_time) continue;
    for (unsigned low = 0; low < inputs_[pin].width; low += 64) {
      idle.set_slice(pin, low, 64, question.slice(pin, low, 64));
    }
  }
  return idle;
}

Session Bench::play(const std::vector<Step>& steps, std::uint64_t seed, const std::string& wave) {
  Session session;
  if (steps.empty()) return session;
  playing_ = &steps;
  playing_seed_ = seed;
  Model model(library_, manifest_, wiring_, seed);
  if (!wave.empty()) model.open_wave(wave);
  const auto golden = manifest_.contract->golden(manifest_.at);
  const Answer blank{Values(output_widths_), std::vector<bool>(outputs_.size(), true)};
  model.show(blank.values, false);
  const Values& first = steps.front().question;
  if (std::string message = model.reset(first, idle_before(first)); !message.empty()) {
    session.difference =
        Difference{Difference::Kind::kStopped, 0, 0, "", "", "", "", std::move(message)};
    return session;
  }
  const Latency& latency = manifest_.latency;
  Questions pipe(manifest_);
  Observed seen;
  seen.values = Values(output_widths_);
  const auto differ = [&session](Difference d) {
    if (!session.difference) session.difference = std::move(d);
  };
  const auto mistimed = [&](Difference::Kind kind, std::size_t step, std::size_t clock,
                            const cosim::Difference& d) {
    differ({kind, step, clock, d.what, std::string(d.requirement), d.expected, d.actual, ""});
  };
  // A wave goes on for some clocks.
  const std::size_t least = steps.size() + (wave.empty() ? 0 : latency.clocks + kBehind);
  for (std::size_t clock = 0; clock < least || !pipe.empty(); ++clock) {
    const bool more = clock < steps.size();
    const Step& step = more ? steps[clock] : steps.back();
    model.apply(step.question, more && step.asked, seen);
    if (more && step.asked) {
      Answer expected = blank;
      golden->ask(step.question, expected);
      pipe.ask(clock, clock, std::move(expected));
    }
    pipe.sample(clock, seen);
    if (pipe.due(clock) != nullptr) {
      const Questions::Taken taken = pipe.take();
      auto difference = taken.in_time() ? compare(taken, clock) : std::nullopt;
      session.compared += taken.in_time() ? 1 : 0;
      if (!wave.empty() && taken.in_time()) {
        model.show(taken.expected.values, difference.has_value());
      }
      if (!taken.in_time()) {
        mistimed(Difference::Kind::kLate, taken.question, clock, pipe.mistimed(taken));
      }
      if (difference) differ(std::move(*difference));
    } else if (const auto unasked = pipe.empty() ? pipe.unasked() : std::nullopt) {
      mistimed(Difference::Kind::kUnasked, std::min(clock, steps.size() - 1), clock, *unasked);
    }
    model.edge();
    if (std::string message = model.failure(); !message.empty()) {
      differ({Difference::Kind::kStopped, std::min(clock, steps.size() - 1), clock, "", "", "", "",
              message});
    }
    if (session.difference && (wave.empty() || clock > session.difference->clock + kBehind)) break;
  }
  return session;
}

bool Bench::unsettled(const std::vector<Step>& steps, std::uint64_t seed, const Difference& first) {
  for (std::uint64_t other = seed + 1; other < seed + 9; ++other) {
    const auto again = play(steps, other).difference;
    if (!again || again->clock != first.clock || again->actual != first.actual) return true;
  }
  return false;
}

Outcome Bench::run(std::uint64_t questions, std::uint64_t seed,
                   const std::function<bool(std::uint64_t)>& progress) {
  Outcome outcome;
  for (std::uint64_t index = 0; outcome.questions < questions; ++index) {
    const std::uint64_t doublings = std::min<std::uint64_t>(index / kSessionsEach, 8);
    const std::uint64_t length = std::min(kFirstSession << doublings, kLastSession);
    outcome.steps = stimulus(seed, index, std::min(length, questions - outcome.questions));
    outcome.seed = seed * 1000 + index + 1;
    const bool differs = session(outcome);
    const bool on = progress(outcome.questions);
    if (differs) return outcome;
    if (!on) break;
  }
  outcome.steps.clear();
  return outcome;
}

Outcome Bench::repeat(const std::vector<Step>& steps, std::uint64_t seeds) {
  Outcome outcome;
  for (outcome.seed = 1; outcome.seed <= seeds; ++outcome.seed) {
    outcome.steps = steps;
    if (session(outcome)) break;
  }
  return outcome;
}

Outcome Bench::stuck(const Position& position) const {
  Outcome outcome;
  outcome.questions = questions_;
  outcome.compared = compared_;
  outcome.seed = playing_seed_;
  outcome.steps = *playing_;
  outcome.steps.resize(position.reset ? 0 : std::min(outcome.steps.size(), position.clock + 1));
  const std::size_t step = outcome.steps.empty() ? 0 : outcome.steps.size() - 1;
  outcome.difference =
      Difference{Difference::Kind::kStuck,       step, position.clock, "", "", "", "",
                 stuck_text(manifest_, position)};
  return outcome;
}

bool Bench::session(Outcome& outcome) {
  const Session played = play(outcome.steps, outcome.seed);
  outcome.questions += outcome.steps.size();
  outcome.compared += played.compared;
  questions_ = outcome.questions;
  compared_ = outcome.compared;
  if (!played.difference) return false;
  outcome.difference = played.difference;
  shrink(outcome);
  if (outcome.difference->kind == Difference::Kind::kValue &&
      unsettled(outcome.steps, outcome.seed, *outcome.difference)) {
    outcome.difference->kind = Difference::Kind::kUnsettled;
  }
  return true;
}

void Bench::shrink(Outcome& outcome) {
  const Difference first = *outcome.difference;  // a shorter stimulus shows the same
  const auto fails = [&](const std::vector<Step>& steps) {
    auto difference = play(steps, outcome.seed).difference;
    if (!difference || difference->kind != first.kind || difference->pin != first.pin) return false;
    outcome.difference = std::move(difference);
    return true;
  };
  const auto legal = [&](const Values& question) {
    return manifest_.contract->legal == nullptr ||
           manifest_.contract->legal(manifest_.at, question);
  };
  // The answer of a later question may have been taken for this one's: where answers are announced
  // by a pin, or where the module is quicker than its manifest says.
  std::vector<Step> until_seen = outcome.steps;
  until_seen.resize(std::min(until_seen.size(), first.clock + 1));
  outcome.steps.resize(std::min(outcome.steps.size(), first.step + 1));
  if (!manifest_.latency.valid.empty() || !fails(outcome.steps)) {
    outcome.steps = std::move(until_seen);
    if (!fails(outcome.steps)) {
      throw std::runtime_error("a failure of a block does not repeat itself");
    }
  }
  dut::shrink(outcome.steps, inputs_, fails, legal, manifest_.contract->consecutive);
  (void)fails(outcome.steps);
}

std::string headline(const Difference& d) {
  const std::string rule = d.rule.empty() ? "" : ", " + d.rule;
  switch (d.kind) {
    case Difference::Kind::kValue:
      return fmt::format("mismatch {}{}: expected {} (golden), actual {}", d.pin, rule, d.expected,
                         d.actual);
    case Difference::Kind::kNotOneHot:
      return fmt::format("{} is not one-hot{}: expected {} (golden)", d.pin, rule, d.expected);
    case Difference::Kind::kLate:
    case Difference::Kind::kUnasked:
      return fmt::format("mismatch {}{}: expected {}, actual {}", d.pin, rule, d.expected,
                         d.actual);
    case Difference::Kind::kStopped: return "the module stops by itself: " + d.text;
    case Difference::Kind::kStuck: return d.text;
    case Difference::Kind::kUnsettled:
      return fmt::format(
          "{} depends on what registers held before reset, is x, or driven by nothing: expected {} "
          "(golden), actual {} or other",
          d.pin, d.expected, d.actual);
  }
  return {};
}

}  // namespace selvage::dut
