// SPDX-License-Identifier: Apache-2.0
/// \file
/// When does a row's next timer run out? One entry a row in a heap; an entry may be early, never
/// late, so that an event that only postpones a timer costs nothing.
#pragma once

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "golden/flow/flow_types.hpp"

namespace selvage::golden {

class RowTimers {
 public:
  explicit RowTimers(unsigned rows) : bound_(rows, kNever) {}

  /// The row's timers run out at `deadline` at the earliest (kNever: none is running).
  void note(FlowId row, Cycle deadline) {
    if (deadline >= bound_[row]) return;
    bound_[row] = deadline;
    push(row);
  }

  /// No row runs out before this; one look, so that waiting costs nothing.
  [[nodiscard]] Cycle wake() const { return heap_.empty() ? kNever : heap_.front().first; }

  /// The first row to run out and its time; kNever when there is none. `deadline` tells a row's
  /// exact time now.
  template <class Deadline>
  std::pair<Cycle, FlowId> first(Deadline&& deadline) {
    while (!heap_.empty()) {
      const Entry top = heap_.front();
      const bool current = top.first == bound_[top.second];
      const Cycle exact = current ? deadline(top.second) : kNever;
      if (current && exact == top.first) return top;
      std::pop_heap(heap_.begin(), heap_.end(), std::greater<>{});
      heap_.pop_back();
      if (!current) continue;
      bound_[top.second] = exact;
      if (exact != kNever) push(top.second);
    }
    return {kNever, FlowId{0}};
  }

  /// The first cycle, from `from` on, in which a walk that looks at row t mod rows in cycle t finds
  /// one that has run out, and which; kNever when no timer is running.
  template <class Deadline>
  std::pair<Cycle, FlowId> walked(Cycle from, Deadline&& deadline) {
    const Cycle rows = bound_.size();
    const Cycle due = std::max(first(deadline).first, from);
    std::pair<Cycle, FlowId> found{kNever, FlowId{0}};
    if (heap_.empty()) return found;
    for (const auto& [bound, row] : heap_) {
      if (bound != bound_[row] || bound >= due + rows) continue;  // the first one is met before
      const Cycle exact = deadline(row);
      if (exact == kNever) continue;
      const Cycle at = std::max(exact, from);
      found = std::min(found, {at + (row + rows - at % rows) % rows, row});
    }
    return found;
  }

 private:
  using Entry = std::pair<Cycle, FlowId>;
  void push(FlowId row) {
    heap_.emplace_back(bound_[row], row);
    std::push_heap(heap_.begin(), heap_.end(), std::greater<>{});
  }
  std::vector<Cycle> bound_;
  std::vector<Entry> heap_;
};

}  // namespace selvage::golden
