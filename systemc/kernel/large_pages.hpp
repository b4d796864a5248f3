// SPDX-License-Identifier: Apache-2.0
/// \file
/// Large pages for the heap. A big fabric touches tens of thousands of places all over its memory;
/// with small pages much of the time between two of them goes into translating addresses.
#pragma once

#include <malloc.h>
#include <sys/mman.h>

#include <cstdint>
#include <cstdlib>
#include <fstream>
#include <string>

#include "golden/number.hpp"

namespace selvage::kernel {

/// Asks for large pages for the heap as it is, and for its first GiB to come: address space, not
/// memory. What grows beyond has small pages. Call it before much is allocated. Changes nothing but
/// time; systems that have none to give say nothing.
inline void use_large_pages() {
#if defined(MADV_HUGEPAGE) && defined(__GLIBC__)
  constexpr int kLargest = 32 << 20;
  mallopt(M_MMAP_THRESHOLD, kLargest);  // large vectors, too
  mallopt(M_TOP_PAD, 1 << 30);
  void* volatile more_than_is_left = std::malloc(kLargest / 2);  // so the heap grows
  std::free(more_than_is_left);
  std::uintptr_t first = 0;
  std::uintptr_t last = 0;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);) {  // after a fork in several pieces
    const std::size_t dash = line.find('-');
    if (line.find("[heap]") == std::string::npos || dash == std::string::npos) continue;
    const auto from = parse_number<std::uintptr_t>(line.substr(0, dash), 16);
    const auto until =
        parse_number<std::uintptr_t>(line.substr(dash + 1, line.find(' ', dash) - dash - 1), 16);
    if (!from || !until) continue;
    if (first == 0) first = *from;
    last = *until;
  }
  constexpr std::uintptr_t kSmall = 4096;
  first = (first + kSmall - 1) & ~(kSmall - 1);
  if (first < last)
    static_cast<void>(madvise(reinterpret_cast<void*>(first), last - first, MADV_HUGEPAGE));
#endif
}

}  // namespace selvage::kernel
