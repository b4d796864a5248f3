// SPDX-License-Identifier: Apache-2.0
/// \file
/// Numbers of switches in a fat tree, level by level: a switch <l,c> below the roots is number
/// v = sum c_i h^i of its level. Its digits below l are the up choices made, the others address it:
/// the leaves below it are h^l consecutive ones.
#pragma once

#include <array>
#include <cstdint>

#include "golden/fattree/tree.hpp"

namespace selvage::tolerance {

struct Geometry {
  explicit Geometry(const golden::FatTree& tree) : n(tree.n()), h(tree.h()) {
    pow[0] = 1;
    for (unsigned i = 1; i < pow.size(); ++i) pow[i] = pow[i - 1] * h;
    leaves = static_cast<std::uint32_t>(2 * pow[n - 1]);
  }
  /// Switches of a level.
  [[nodiscard]] std::uint32_t width(unsigned l) const { return l + 1 == n ? leaves / 2 : leaves; }
  /// First leaf below switch v of level l, and how many there are.
  [[nodiscard]] std::uint32_t first_leaf(unsigned l, std::uint32_t v) const {
    return l + 1 == n ? 0 : v - low(l, v);
  }
  [[nodiscard]] std::uint32_t leaves_below(unsigned l) const {
    return l + 1 == n ? leaves : static_cast<std::uint32_t>(pow[l]);
  }
  /// The up choices made.
  [[nodiscard]] std::uint32_t low(unsigned l, std::uint32_t v) const {
    return v % static_cast<std::uint32_t>(pow[l]);
  }
  /// Number of the switch above by up port h+j: digit l becomes j.
  [[nodiscard]] std::uint32_t parent(unsigned l, std::uint32_t v, unsigned j) const {
    const auto step = static_cast<std::uint32_t>(pow[l]);
    const std::uint32_t above = l + 2 == n ? 0 : v / (step * h) * (step * h);
    return above + j * step + v % step;
  }
  /// Number of the switch below by down port k: digit l-1 becomes k. It is entered by up port
  /// h + digit(l, v, l-1).
  [[nodiscard]] std::uint32_t child(unsigned l, std::uint32_t v, unsigned k) const {
    const auto step = static_cast<std::uint32_t>(pow[l - 1]);
    return v / (step * h) * (step * h) + k * step + v % step;
  }
  [[nodiscard]] unsigned digit(std::uint32_t v, unsigned i) const {
    return static_cast<unsigned>(v / pow[i] % h);
  }

  unsigned n;
  unsigned h;
  std::uint32_t leaves = 0;  ///< 2 h^(n-1); also the switches of every level below the roots
  std::array<std::uint64_t, 7> pow{};
};

}  // namespace selvage::tolerance
