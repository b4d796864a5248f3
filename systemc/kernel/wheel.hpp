// SPDX-License-Identifier: Apache-2.0
/// \file
/// The timing wheel that carries all simulated time: 4,096 slots of one cycle and a heap for what
/// lies further ahead. Scheduling and taking an event cost O(1); an idle cycle costs nothing.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <queue>
#include <stdexcept>
#include <utility>
#include <vector>

#include "golden/types.hpp"
#include "kernel/ahead.hpp"

namespace selvage::kernel {

/// An event: `key` orders events inside their cycle (ascending), `arg` belongs to the handler.
struct Event {
  std::uint64_t key = 0;
  std::uint64_t arg = 0;
};

class Wheel {
 public:
  static constexpr unsigned kSlots = 4096;

  Wheel() : slots_(kSlots) {}

  /// The cycle being handled (or last handled).
  [[nodiscard]] Cycle now() const { return now_; }
  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }

  /// `at` must lie after now(), or be 0 before the first cycle is taken.
  void schedule(Cycle at, Event event) {
    if (started_ && at <= now_) throw std::logic_error("an event is scheduled into the past");
    ++size_;
    if (at - now_ < kSlots) {
      put(at, event);
    } else {
      later_.push({at, sequence_++, event});
    }
  }

  /// The first cycle after now() (or from 0 on at the start) that has an event; kNever if none.
  [[nodiscard]] Cycle next() const {
    if (size_ == 0) return kNever;
    const Cycle from = started_ ? now_ + 1 : now_;
    const Cycle near = first_slot_from(from);
    if (near != kNever) return near;
    return later_.empty() ? kNever : later_.top().at;
  }

  /// Moves to `cycle` (= next()) and hands its events to `handle` in ascending order of key. Events
  /// scheduled meanwhile are all later. `large` and `ahead(event, step)`: see
  /// with_look_ahead.
  template <class Ahead, class Handler>
  void take(Cycle cycle, bool large, Ahead&& ahead, Handler&& handle) {
    now_ = cycle;
    started_ = true;
    while (!later_.empty() && later_.top().at - now_ < kSlots) {
      put(later_.top().at, later_.top().event);
      later_.pop();
    }
    const unsigned slot = static_cast<unsigned>(cycle % kSlots);
    std::vector<Event> events;
    events.swap(slots_[slot]);
    clear_bit(slot);
    size_ -= events.size();
    sort(events);
    with_look_ahead(large, events, ahead, handle);
    events.clear();
    spare_.push_back(std::move(events));
  }
  template <class Handler>
  void take(Cycle cycle, Handler&& handle) {
    take(
        cycle, false, [](const Event&, unsigned) {}, handle);
  }

 private:
  struct Later {
    Cycle at;
    std::uint64_t sequence;
    Event event;
    bool operator>(const Later& o) const { return at != o.at ? at > o.at : sequence > o.sequence; }
  };

  void put(Cycle at, Event event) {
    const unsigned slot = static_cast<unsigned>(at % kSlots);
    // A slot comes around once in kSlots cycles: its own memory would have left the caches by then.
    if (slots_[slot].capacity() == 0 && !spare_.empty()) {
      slots_[slot].swap(spare_.back());
      spare_.pop_back();
    }
    slots_[slot].push_back(event);
    bits_[slot / 64] |= std::uint64_t{1} << (slot % 64);
    summary_ |= std::uint64_t{1} << (slot / 64);
  }
  void clear_bit(unsigned slot) {
    bits_[slot / 64] &= ~(std::uint64_t{1} << (slot % 64));
    if (bits_[slot / 64] == 0) summary_ &= ~(std::uint64_t{1} << (slot / 64));
  }
  /// First occupied cycle in [from, from + kSlots).
  [[nodiscard]] Cycle first_slot_from(Cycle from) const {
    if (summary_ == 0) return kNever;
    const unsigned start = static_cast<unsigned>(from % kSlots);
    const unsigned word = start / 64;
    const std::uint64_t here = bits_[word] >> (start % 64);
    if (here != 0) return from + static_cast<unsigned>(__builtin_ctzll(here));
    const std::uint64_t above = word == 63 ? 0 : summary_ & (~std::uint64_t{0} << (word + 1));
    // Nothing above: wrap, ending with the low part of the starting word.
    const unsigned w = static_cast<unsigned>(__builtin_ctzll(above != 0 ? above : summary_));
    const unsigned slot = w * 64 + static_cast<unsigned>(__builtin_ctzll(bits_[w]));
    return from + (slot + kSlots - start) % kSlots;
  }
  static bool less(const Event& a, const Event& b) {
    return a.key != b.key ? a.key < b.key : a.arg < b.arg;
  }
  /// Many: by the highest byte of the key first. Most events were scheduled in the order in which
  /// they come, but for those of other sorts between them.
  void sort_many(std::vector<Event>& events) {
    std::array<std::size_t, 257> first{};  // by highest byte, of what is there and above
    const auto top = [](const Event& e) { return static_cast<std::size_t>(e.key >> 56); };
    for (const Event& e : events) ++first[top(e) + 1];
    for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
    sorted_.resize(events.size());
    std::array<std::size_t, 257> next = first;
    for (const Event& e : events) sorted_[next[top(e)]++] = e;
    for (std::size_t i = 0; i + 1 < first.size(); ++i) {
      const auto from = sorted_.begin() + static_cast<std::ptrdiff_t>(first[i]);
      const auto until = sorted_.begin() + static_cast<std::ptrdiff_t>(first[i + 1]);
      if (!std::is_sorted(from, until, less)) std::sort(from, until, less);
    }
    events.swap(sorted_);
  }
  void sort(std::vector<Event>& events) {
    constexpr std::size_t kMany = 256;
    if (events.size() > kMany) return sort_many(events);
    if (events.size() > 24) {
      std::sort(events.begin(), events.end(), less);
      return;
    }
    for (std::size_t i = 1; i < events.size(); ++i) {
      const Event e = events[i];
      std::size_t j = i;
      for (; j > 0 && less(e, events[j - 1]); --j) events[j] = events[j - 1];
      events[j] = e;
    }
  }

  std::vector<std::vector<Event>> slots_;
  std::array<std::uint64_t, kSlots / 64> bits_{};
  std::uint64_t summary_ = 0;
  std::priority_queue<Later, std::vector<Later>, std::greater<>> later_;
  std::vector<std::vector<Event>> spare_;  ///< memory of slots that are empty, used last on top
  std::vector<Event> sorted_;              ///< scratch of sort_many
  Cycle now_ = 0;
  bool started_ = false;
  std::uint64_t size_ = 0;
  std::uint64_t sequence_ = 0;
};

}  // namespace selvage::kernel
