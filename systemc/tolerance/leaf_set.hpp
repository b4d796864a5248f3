// SPDX-License-Identifier: Apache-2.0
/// \file
/// Sets of leaf switches as bits: the unit of work of the tolerance engine.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "golden/number.hpp"

namespace selvage::tolerance {

/// Bit x is leaf switch x. W words of 64 leaves; plain loops that compilers turn into vectors.
template <unsigned W>
struct LeafSet {
  std::array<std::uint64_t, W> w{};

  LeafSet& operator|=(const LeafSet& o) {
    for (unsigned i = 0; i < W; ++i) w[i] |= o.w[i];
    return *this;
  }
  LeafSet& operator&=(const LeafSet& o) {
    for (unsigned i = 0; i < W; ++i) w[i] &= o.w[i];
    return *this;
  }
  /// Takes the members of `o` out.
  LeafSet& operator-=(const LeafSet& o) {
    for (unsigned i = 0; i < W; ++i) w[i] &= ~o.w[i];
    return *this;
  }
  friend LeafSet operator|(LeafSet a, const LeafSet& b) { return a |= b; }
  friend LeafSet operator&(LeafSet a, const LeafSet& b) { return a &= b; }
  friend LeafSet operator-(LeafSet a, const LeafSet& b) { return a -= b; }
  friend bool operator==(const LeafSet& a, const LeafSet& b) { return a.w == b.w; }
  friend bool operator!=(const LeafSet& a, const LeafSet& b) { return !(a == b); }

  [[nodiscard]] bool empty() const {
    std::uint64_t any = 0;
    for (const std::uint64_t x : w) any |= x;
    return any == 0;
  }
  [[nodiscard]] std::uint64_t count() const {
    std::uint64_t n = 0;
    for (const std::uint64_t x : w) n += static_cast<std::uint64_t>(__builtin_popcountll(x));
    return n;
  }
  [[nodiscard]] bool has(std::uint32_t x) const { return ((w[x / 64] >> (x % 64)) & 1U) != 0; }
  /// Adds first .. first+count-1.
  void add_range(std::uint32_t first, std::uint32_t count) {
    for (std::uint32_t x = first; x < first + count;) {
      const std::uint32_t in_word = std::uint32_t{64} - x % 64;
      const std::uint32_t n = in_word < first + count - x ? in_word : first + count - x;
      const std::uint64_t ones = low_bits(n);
      w[x / 64] |= ones << (x % 64);
      x += n;
    }
  }
  void clear() { w.fill(0); }
};

}  // namespace selvage::tolerance
