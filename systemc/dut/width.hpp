// SPDX-License-Identifier: Apache-2.0
/// \file
/// Bits of a pin, as a number and as an expression of the block's parameters.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace selvage::dut {

/// A width that knows what it is made of: "N*DW", or "8".
class Width {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor)
  Width(unsigned bits) : bits_(bits), text_(std::to_string(bits)), number_(true) {}
  /// That of a parameter.
  Width(const std::map<std::string, std::int64_t>& parameters, const std::string& name)
      : Width(static_cast<unsigned>(parameters.at(name)), name) {}

  // NOLINTNEXTLINE(google-explicit-constructor)
  operator unsigned() const { return bits_; }
  friend Width operator*(const Width& a, const Width& b) {
    return {a.bits_ * b.bits_, a.text_ + "*" + b.text_};
  }
  friend Width operator*(int a, const Width& b) { return Width(static_cast<unsigned>(a)) * b; }

  /// As a packed dimension with a space behind it; none of a single bit.
  [[nodiscard]] std::string range() const {
    if (!number_) return "[" + text_ + "-1:0] ";
    return bits_ == 1 ? "" : "[" + std::to_string(bits_ - 1) + ":0] ";
  }

 private:
  Width(unsigned bits, std::string text) : bits_(bits), text_(std::move(text)) {}
  unsigned bits_;
  std::string text_;
  bool number_ = false;
};

}  // namespace selvage::dut
