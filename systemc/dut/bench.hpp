// SPDX-License-Identifier: Apache-2.0
/// \file
/// A block under test against golden: no fabric, questions at random, the first difference made
/// small.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "dut/answers.hpp"

namespace selvage::dut {

/// A question of one clock; without `asked` the block is shown it, and nothing is expected.
struct Step {
  Values question;
  bool asked = true;
};

/// The first thing that is wrong from one reset on.
struct Difference {
  enum class Kind { kValue, kNotOneHot, kLate, kUnasked, kStopped, kStuck, kUnsettled };
  Kind kind = Kind::kValue;
  std::size_t step = 0;   ///< whose question it is
  std::size_t clock = 0;  ///< clocks since reset
  std::string pin;
  std::string rule;
  std::string expected;
  std::string actual;
  std::string text;  ///< the message of a module that stopped, or what did not end
};

/// What one run from reset on came to.
struct Session {
  std::uint64_t compared = 0;  ///< answers
  std::optional<Difference> difference;
};

struct Outcome {
  std::uint64_t questions = 0;
  std::uint64_t compared = 0;
  std::optional<Difference> difference;
  std::vector<Step> steps;  ///< the shortest stimulus that shows it
  std::uint64_t seed = 0;   ///< of the registers before reset
};

/// The first output that is not golden's, or not one-hot; null if there is none.
[[nodiscard]] const Wire* wrong_output(const Wiring& wiring, const Answer& expected,
                                       const Observed& seen);

/// The first output that is not one-hot though it should be; null if there is none.
[[nodiscard]] const Wire* not_one_hot(const Wiring& wiring, const Observed& seen);

class Bench {
 public:
  Bench(const Manifest& manifest, const Built& built);

  /// So many questions, from reset to reset a few thousand; stops at the first difference and makes
  /// its stimulus small. `progress` is given how many are done, and says whether to go on.
  [[nodiscard]] Outcome run(std::uint64_t questions, std::uint64_t seed,
                            const std::function<bool(std::uint64_t)>& progress);
  /// The outcome of one stimulus, with `seeds` values of the registers before reset one after the
  /// other until something differs, which is made small.
  [[nodiscard]] Outcome repeat(const std::vector<Step>& steps, std::uint64_t seeds);
  /// One stimulus, with a wave if `wave` is not empty.
  [[nodiscard]] Session play(const std::vector<Step>& steps, std::uint64_t seed,
                             const std::string& wave = "");
  /// What a watchdog finds while another thread is in `play`: the stimulus up to the clock that
  /// does not end.
  [[nodiscard]] Outcome stuck(const Position& position) const;

  [[nodiscard]] const std::vector<Pin>& inputs() const { return inputs_; }
  [[nodiscard]] const std::vector<Pin>& outputs() const { return outputs_; }

 private:
  using Questions = Answers<std::size_t>;  ///< by their step
  [[nodiscard]] std::vector<Step> stimulus(std::uint64_t seed, std::uint64_t session,
                                           std::uint64_t count) const;
  /// Nothing is asked; what is constant is as in `question`.
  [[nodiscard]] Values idle_before(const Values& question) const;
  [[nodiscard]] std::optional<Difference> compare(const Questions::Taken& taken,
                                                  std::size_t clock) const;
  [[nodiscard]] bool unsettled(const std::vector<Step>& steps, std::uint64_t seed,
                               const Difference& first);
  /// One session of a run; true if something differed, and was made small.
  [[nodiscard]] bool session(Outcome& outcome);
  void shrink(Outcome& outcome);

  const Manifest& manifest_;
  Wiring wiring_;
  std::shared_ptr<Library> library_;
  std::vector<Pin> inputs_;
  std::vector<Pin> outputs_;
  std::vector<std::size_t> absent_;  ///< inputs of groups that the block leaves out
  std::vector<unsigned> input_widths_;
  std::vector<unsigned> output_widths_;
  const std::vector<Step>* playing_ = nullptr;
  std::uint64_t playing_seed_ = 0;
  std::uint64_t questions_ = 0;  ///< of the sessions that are over
  std::uint64_t compared_ = 0;
};

/// One sentence: what is wrong.
[[nodiscard]] std::string headline(const Difference& difference);

}  // namespace selvage::dut
