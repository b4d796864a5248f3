// SPDX-License-Identifier: Apache-2.0
/// \file
/// The last events at a switch, kept as they are and put into words only for the report of a
/// mismatch.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "golden/types.hpp"

namespace selvage::cosim {

/// The last `kKept` events of each of `kSorts` sorts: many of one sort push out none of another.
template <class Event, std::size_t kKept, std::size_t kSorts = 1>
class History {
 public:
  /// The place of one more event of this sort, which holds an older one until it is overwritten.
  Event& add(Cycle now, std::size_t sort = 0) {
    Recent& recent = recent_[sort];
    Entry& entry = recent.entries[recent.count++ % kKept];
    entry.order = order_++;
    entry.cycle = now;
    return entry.event;
  }
  /// Time begins anew at cycle 0: what was added so far came before it.
  void restart() { begun_ = order_; }
  /// A line for each, oldest first; `words` puts an event into words.
  template <class Words>
  [[nodiscard]] std::vector<std::string> lines(const Words& words) const {
    std::vector<const Entry*> kept;
    for (const Recent& recent : recent_) {
      for (std::size_t i = 0; i < std::min(recent.count, kKept); ++i) {
        kept.push_back(&recent.entries[i]);
      }
    }
    std::sort(kept.begin(), kept.end(),
              [](const Entry* a, const Entry* b) { return a->order < b->order; });
    std::vector<std::string> lines;
    for (const Entry* entry : kept) {
      const bool before = entry->order < begun_;
      lines.push_back((before ? "before cycle 0" : "cycle " + std::to_string(entry->cycle)) + ": " +
                      words(entry->event));
    }
    return lines;
  }

 private:
  struct Entry {
    std::uint64_t order = 0;
    Cycle cycle = 0;
    Event event;
  };
  struct Recent {
    std::array<Entry, kKept> entries{};
    std::size_t count = 0;
  };

  std::array<Recent, kSorts> recent_{};
  std::uint64_t order_ = 0;
  std::uint64_t begun_ = 0;  ///< order of the first event since time began anew
};

}  // namespace selvage::cosim
