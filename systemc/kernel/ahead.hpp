// SPDX-License-Identifier: Apache-2.0
/// \file
/// Work off a long list while the cache lines of what comes next are on their way. In a fabric
/// larger than the caches nearly all time goes into waiting for lines; the lines of different
/// events of one cycle are independent, so the waits overlap.
#pragma once

#include <cstddef>

namespace selvage::kernel {

inline constexpr std::size_t kCacheLine = 64;

/// Begins to bring the line of `at` into the cache, to be written. Changes nothing but time.
inline void prefetch_line(const void* at) {
  __builtin_prefetch(at, 1);
  // Without this GCC takes a function that only prefetches for one without effect, and drops it.
  asm volatile("");
}

/// The same for all lines of `object`.
template <class T>
void prefetch(const T& object) {
  const auto* at = reinterpret_cast<const char*>(&object);
  for (std::size_t i = 0; i < sizeof(T); i += kCacheLine) prefetch_line(at + i);
}

/// Steps of looking ahead: a module, what it points to, what that points to, and so on.
inline constexpr unsigned kAheadSteps = 5;

/// Calls `use(x)` for each of `list` in order, and before it `ahead(y, step)` for those that follow
/// further behind: step 0 first, the others when they are nearer. Not in short lists, and not
/// unless `large`: what lies in the caches is not worth it.
template <class List, class Ahead, class Use>
void with_look_ahead(bool large, const List& list, Ahead&& ahead, Use&& use) {
  constexpr std::size_t kApart = 8;
  constexpr std::size_t kShort = 64;
  const std::size_t count = list.size();
  if (!large || count < kShort) {
    for (std::size_t i = 0; i < count; ++i) use(list[i]);
    return;
  }
  for (std::size_t i = 0; i < count; ++i) {
    for (unsigned step = 0; step < kAheadSteps; ++step) {
      const std::size_t later = i + (kAheadSteps - step) * kApart;
      if (later < count) ahead(list[later], step);
    }
    use(list[i]);
  }
}

}  // namespace selvage::kernel
