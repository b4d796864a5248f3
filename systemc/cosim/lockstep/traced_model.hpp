// SPDX-License-Identifier: Apache-2.0
/// \file
/// The queue between a block that decides and its copy that runs for waves alone.
#pragma once

#include <algorithm>
#include <deque>

#include "cosim/lockstep/runtime.hpp"
#include "cosim/lockstep/watched.hpp"

namespace selvage::cosim {

/// A traced model whose edge of cycle t samples `Inputs` of cycle t. It is given them as the
/// deciding block is, and clocked when waves need it; `stages` edges after the last inputs it is at
/// rest.
template <class Inputs>
class TracedPipeline : public TracedModel {
 public:
  explicit TracedPipeline(Cycle stages) : stages_(stages) {}

  /// Nothing more will come; time may start anew.
  void finish() {
    // What came for edges that the end of the waves has executed already is not shown any more.
    while (!waiting_.empty() && waiting_.front().edge < next_) waiting_.pop_front();
    if (!waiting_.empty()) skip_to(waiting_.back().edge + 1);
    for (Cycle i = 0; i < stages_ && !idle(); ++i) skip_to(next_ + 1);
    next_ = busy_until_ = 0;
  }

  // TracedModel
  void skip_to(Cycle now) final {
    while (next_ < now) {
      if (idle()) {
        const Cycle given = waiting_.empty() ? now : std::max(next_, waiting_.front().edge);
        next_ = std::min(now, given);
        if (next_ == now) return;
      }
      rise();
      fall();
    }
  }
  /// Assertions of a traced model are dropped: the model that decides fails with it.
  void rise() final {
    const bool given = !waiting_.empty() && waiting_.front().edge == next_;
    if (given) busy_until_ = next_ + stages_;
    const bool pending = rtl_failure_pending();
    rise_on(given ? &waiting_.front().inputs : nullptr);
    if (!pending && rtl_failure_pending()) static_cast<void>(take_rtl_failure());
  }
  void fall() final {
    clock_falls();
    if (!waiting_.empty() && waiting_.front().edge == next_) waiting_.pop_front();
    ++next_;
  }

 protected:
  /// In cycle `now`: what `edge`, this one or the next, is to sample.
  Inputs& inputs_at(Cycle now, Cycle edge) {
    skip_to(now);
    if (waiting_.empty() || waiting_.back().edge != edge) waiting_.push_back({edge, {}});
    return waiting_.back().inputs;
  }
  /// The next edge.
  [[nodiscard]] Cycle next() const { return next_; }
  /// The clock rises on these inputs; null: it was given nothing.
  virtual void rise_on(const Inputs* in) = 0;
  virtual void clock_falls() = 0;
  /// Whether an edge without inputs changes nothing.
  [[nodiscard]] virtual bool idle() const { return next_ >= busy_until_; }

 private:
  struct Waiting {
    Cycle edge = 0;
    Inputs inputs;
  };
  std::deque<Waiting> waiting_;  ///< by edge, ascending
  Cycle next_ = 0;               ///< next edge
  Cycle busy_until_ = 0;         ///< edges from here on change nothing, unless given something
  Cycle stages_;
};

}  // namespace selvage::cosim
