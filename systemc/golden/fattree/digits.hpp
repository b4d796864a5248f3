// SPDX-License-Identifier: Apache-2.0
/// \file
/// Digit strings of the m-port n-tree: node addresses p_{n-1}..p_0 and switch coordinates
/// c_{n-2}..c_0 (Hu et al. 2010, Definition 1).
#pragma once

#include <cstdint>

namespace selvage::golden {

/// Up to six digits of 0..63, packed six bits each, digit 0 lowest. A value type: comparing two
/// strings from digit i upward is one shift and one comparison.
struct Digits {
  static constexpr unsigned kBits = 6;
  std::uint64_t packed = 0;

  [[nodiscard]] constexpr unsigned operator[](unsigned i) const {
    return static_cast<unsigned>(packed >> (kBits * i)) & 63U;
  }
  constexpr void set(unsigned i, unsigned value) {
    packed = (packed & ~(std::uint64_t{63} << (kBits * i))) | (std::uint64_t{value} << (kBits * i));
  }
  /// This string with digit i replaced.
  [[nodiscard]] constexpr Digits with(unsigned i, unsigned value) const {
    Digits d = *this;
    d.set(i, value);
    return d;
  }
  /// Digits i and above, moved down to start at digit 0.
  [[nodiscard]] constexpr std::uint64_t from(unsigned i) const { return packed >> (kBits * i); }
  /// Digits below i only.
  [[nodiscard]] constexpr std::uint64_t below(unsigned i) const {
    return packed & ((std::uint64_t{1} << (kBits * i)) - 1U);
  }
  friend constexpr bool operator==(Digits a, Digits b) { return a.packed == b.packed; }
  friend constexpr bool operator!=(Digits a, Digits b) { return a.packed != b.packed; }
  friend constexpr bool operator<(Digits a, Digits b) { return a.packed < b.packed; }
};

}  // namespace selvage::golden
