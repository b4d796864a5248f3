// SPDX-License-Identifier: Apache-2.0
/// \file
/// `least_loaded` in RTL beside the golden rule, cycle by cycle.
#pragma once

#include <deque>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "control/random.hpp"
#include "cosim/flow/choice/block.hpp"
#include "golden/flow/least_loaded.hpp"
#include "pair.hpp"

namespace selvage::test {

class ChoicePair {
 public:
  using Input = cosim::LeastLoadedIn;
  ChoicePair(const golden::LeastLoadedConfig& config, const cosim::LeastLoadedBuild& build,
             unsigned bugs)
      : golden_(config),
        rtl_(build.make({config.floor, config.shift, bugs})),
        shown_(build.latency() - 1) {
    verdict_.add(cycle_, cosim::difference({}, rtl_->outputs()));  // what reset leaves
  }

  /// The port of the question, golden::LeastLoaded::kNone without one.
  int step(const Input& in) {
    cosim::LeastLoadedOut out;
    int port = golden::LeastLoaded::kNone;
    if (in.valid) {
      port = golden_.choose(
          in.candidates, in.left, [&](unsigned p) { return (in.open >> p & 1) != 0; },
          [&](unsigned p) { return in.load[p]; });
      out.rsp = true;
      out.any = port != golden::LeastLoaded::kNone;
      out.port = out.any ? static_cast<unsigned>(port) : 0;
    }
    out.pointer = golden_.pointer();
    shown_.push_back(out);
    rtl_->edge(in);
    verdict_.add_assertion(cycle_);
    for (const cosim::LeastLoadedOut& coming : shown_) shown_.front().busy |= coming.rsp;
    verdict_.add(cycle_, cosim::difference(shown_.front(), rtl_->outputs()));
    shown_.pop_front();
    ++cycle_;
    return port;
  }
  [[nodiscard]] const golden::LeastLoaded& golden() const { return golden_; }
  [[nodiscard]] const std::string& difference() const { return verdict_.text(); }

 private:
  golden::LeastLoaded golden_;
  std::unique_ptr<cosim::LeastLoadedBlock> rtl_;
  std::deque<cosim::LeastLoadedOut> shown_;  ///< what the coming cycles have to show
  std::uint64_t cycle_ = 0;
  Verdict verdict_;
};

[[nodiscard]] inline ChoicePair choice_pair(unsigned ports, unsigned floor = 32, unsigned shift = 2,
                                            unsigned bugs = 0) {
  for (const cosim::LeastLoadedBuild& build : cosim::least_loaded_builds())
    if (build.ports == ports) return {{ports, floor, shift}, build, bugs};
  throw std::out_of_range("no such build of least_loaded");
}

/// Loads that are often alike, and now and then anything.
class ChoiceStimulus {
 public:
  ChoiceStimulus(std::uint64_t seed, unsigned ports) : random_(seed), ports_(ports) {}
  cosim::LeastLoadedIn next(const golden::LeastLoaded& golden) {
    seen.pointers |= std::uint64_t{1} << golden.pointer();
    cosim::LeastLoadedIn in;
    in.valid = random_.percent(70);
    const unsigned dense = random_.below(101);
    const unsigned units = 1U << random_.below(15);
    const unsigned most = random_.percent(30) ? (1U << 14) - 1 : 0;  // loads near the largest
    for (unsigned p = 0; p < ports_; ++p) {
      in.candidates |= std::uint64_t{random_.percent(dense)} << p;
      in.open |= std::uint64_t{random_.percent(80)} << p;
      in.left |= std::uint64_t{random_.percent(20)} << p;
      in.load[p] = random_.below(units) ^ most;
    }
    if (random_.percent(10)) in.candidates &= ~in.candidates + 1;  // one
    return in;
  }
  void note(const cosim::LeastLoadedIn& in, int port) {
    if (!in.valid) return;
    if (port == golden::LeastLoaded::kNone) ++seen.none;
    else ++seen.taken[port];
  }
  struct {
    std::uint64_t pointers = 0, none = 0, taken[cosim::kMostChoicePorts] = {};
  } seen;

 private:
  tb::Random random_;
  unsigned ports_;
};

}  // namespace selvage::test
