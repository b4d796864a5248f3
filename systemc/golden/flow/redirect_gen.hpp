// SPDX-License-Identifier: Apache-2.0
/// \file
/// redirect_gen: at a fabric output port, requests a flow to move, at random and in proportion to
/// its use of the port (FLOW-C-6).
#pragma once

#include <vector>

#include "golden/flow/flow_types.hpp"

namespace selvage::golden {

struct RedirectConfig {
  unsigned d0 = 32;    ///< depth floor, units
  unsigned kd = 1;     ///< depth gain
  unsigned kg = 4;     ///< growth gain
  unsigned step = 42;  ///< cycles between two samples of the depth
  unsigned hist = 8;   ///< samples
  unsigned rw = 12;    ///< bits of the random number: 8, 10 or 12
  std::uint32_t seed = 1;
};

/// Inputs of one cycle.
struct RedirectStep {
  bool sample = false;
  unsigned slot = 0;   ///< place of the next sample, that of the oldest one
  unsigned depth = 0;  ///< matters with sample and with load
  bool load = false;
  bool exempt = false;
};

class RedirectGen {
 public:
  /// From a load to its answer: measured, drawn, answered (docs/reference/flow-blocks.md,
  /// redirect_gen).
  static constexpr Cycle kLatency = 3;

  explicit RedirectGen(const RedirectConfig& config);
  /// One cycle; true: send REDIRECT to the flow of the header loaded in it, kLatency cycles later.
  /// Cycles without load and sample may be left out, and samples of the depth that is in their
  /// place.
  bool step(const RedirectStep& in);

  /// Other floor and gains from the next step on.
  void configure(const RedirectConfig& config) {
    config_.d0 = config.d0;
    config_.kd = config.kd;
    config_.kg = config.kg;
  }

  /// What a load would be measured by.
  [[nodiscard]] unsigned congestion(unsigned depth, unsigned slot) const;
  [[nodiscard]] std::uint32_t random() const { return lfsr_; }
  [[nodiscard]] unsigned sample(unsigned slot) const { return samples_[slot]; }
  [[nodiscard]] std::uint32_t loads() const { return loads_; }
  [[nodiscard]] std::uint32_t redirects() const { return redirects_; }

 private:
  RedirectConfig config_;
  std::vector<unsigned> samples_;
  std::uint32_t lfsr_;
  std::uint32_t loads_ = 0;
  std::uint32_t redirects_ = 0;
};

/// The sampling tick that all ports of a switch share (FLOW-C-6): in the last of every `step`
/// cycles, into one of `hist` places after the other.
class SampleTick {
 public:
  explicit SampleTick(const RedirectConfig& config)
      : step_(config.step), hist_(config.hist), next_(config.step - 1) {}
  /// Place of the next sample.
  [[nodiscard]] unsigned slot() const { return slot_; }
  /// Whether it is taken in cycle `now`, the ticks before `now` being passed.
  [[nodiscard]] bool due(Cycle now) const { return now == next_; }
  /// Passes the ticks before `now`; `take` is given the place and the cycle of each, of a long time
  /// only the last `hist`: they overwrite what is before.
  template <class Take>
  void pass(Cycle now, Take&& take) {
    if (now <= next_) return;
    const Cycle ticks = (now - 1 - next_) / step_ + 1;
    const Cycle over = ticks > hist_ ? ticks - hist_ : 0;
    slot_ = static_cast<unsigned>((slot_ + over) % hist_);
    for (Cycle i = over; i < ticks; ++i) {
      take(slot_, next_ + i * step_);
      slot_ = (slot_ + 1) % hist_;
    }
    next_ += ticks * step_;
  }

 private:
  Cycle step_;
  unsigned hist_;
  unsigned slot_ = 0;
  Cycle next_;
};

}  // namespace selvage::golden
