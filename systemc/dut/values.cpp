// SPDX-License-Identifier: Apache-2.0
#include "dut/values.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace selvage::dut {

Values::Values(const std::vector<unsigned>& widths)
    : width_(std::make_shared<std::vector<unsigned>>(widths)) {
  std::vector<unsigned> offset{0};
  for (const unsigned width : widths) offset.push_back(offset.back() + (width + 31) / 32);
  words_.resize(offset.back());
  offset_ = std::make_shared<std::vector<unsigned>>(std::move(offset));
}

std::uint64_t Values::get(std::size_t pin) const { return slice(pin, 0, 64); }

void Values::set(std::size_t pin, std::uint64_t value) { set_slice(pin, 0, 64, value); }

std::uint64_t Values::slice(std::size_t pin, unsigned low, unsigned count) const {
  const unsigned end = std::min(width(pin), low + count);
  std::uint64_t value = 0;
  for (unsigned bit = low; bit < end;) {
    const unsigned inside = bit % 32;
    const unsigned some = std::min(32 - inside, end - bit);
    const std::uint64_t word = words_[(*offset_)[pin] + bit / 32] >> inside;
    value |= (word & ((std::uint64_t{1} << some) - 1)) << (bit - low);
    bit += some;
  }
  return value;
}

void Values::set_slice(std::size_t pin, unsigned low, unsigned count, std::uint64_t value) {
  const unsigned end = std::min(width(pin), low + count);
  for (unsigned bit = low; bit < end;) {
    const unsigned inside = bit % 32;
    const unsigned some = std::min(32 - inside, end - bit);
    const std::uint64_t mask = ((std::uint64_t{1} << some) - 1) << inside;
    std::uint32_t& word = words_[(*offset_)[pin] + bit / 32];
    word = static_cast<std::uint32_t>((word & ~mask) | (((value >> (bit - low)) << inside) & mask));
    bit += some;
  }
}

void Values::clear(std::size_t pin) {
  std::fill(words_.begin() + (*offset_)[pin], words_.begin() + (*offset_)[pin + 1], 0U);
}

bool Values::is_zero(std::size_t pin) const {
  return std::all_of(words_.begin() + (*offset_)[pin], words_.begin() + (*offset_)[pin + 1],
                     [](std::uint32_t word) { return word == 0; });
}

bool Values::same(std::size_t pin, const Values& other) const {
  return std::equal(words_.begin() + (*offset_)[pin], words_.begin() + (*offset_)[pin + 1],
                    other.words_.begin() + (*other.offset_)[pin],
                    other.words_.begin() + (*other.offset_)[pin + 1]);
}

std::string Values::text(std::size_t pin) const {
  std::string digits;
  for (unsigned low = 0; low < width(pin); low += 4) {
    digits.insert(digits.begin(), "0123456789abcdef"[slice(pin, low, 4)]);
  }
  return fmt::format("{}'h{}", width(pin), digits);
}

}  // namespace selvage::dut
