// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bit fields of ports and registers of verilated models, whatever their C++ type.
#pragma once

#include <cstdint>
#include <type_traits>

#include <verilated.h>

#include "golden/number.hpp"

namespace selvage::cosim {

/// Bits [at, at + width) of a port of any type, width <= 57.
template <class Port>
std::uint64_t get_bits(const Port& port, unsigned at, unsigned width) {
  const std::uint64_t mask = low_bits(width);
  if constexpr (std::is_integral_v<Port>) {
    return static_cast<std::uint64_t>(port) >> at & mask;
  } else {
    std::uint64_t value = 0;
    for (unsigned done = 0; done < width; done += 32 - (at + done) % 32) {
      value |= (std::uint64_t{port[(at + done) / 32]} >> ((at + done) % 32)) << done;
    }
    return value & mask;
  }
}
template <class Port>
void set_bits(Port& port, unsigned at, unsigned width, std::uint64_t value) {
  const std::uint64_t mask = low_bits(width);
  if constexpr (std::is_integral_v<Port>) {
    port = static_cast<Port>((static_cast<std::uint64_t>(port) & ~(mask << at)) | value << at);
  } else {
    for (unsigned done = 0; done < width; done += 32 - (at + done) % 32) {
      const unsigned shift = (at + done) % 32;
      auto& word = port[(at + done) / 32];
      word = static_cast<EData>((word & ~((mask >> done) << shift)) | (value >> done) << shift);
    }
  }
}

}  // namespace selvage::cosim
