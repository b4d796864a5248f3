// SPDX-License-Identifier: Apache-2.0
/// \file
/// Values of the pins of one direction of a block under test.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace selvage::dut {

/// One value for each of some pins, given by their widths in bits; every pin starts in a word of
/// its own, as the compiled model reads and writes them.
class Values {
 public:
  Values() = default;
  explicit Values(const std::vector<unsigned>& widths);

  [[nodiscard]] std::size_t size() const { return offset_ ? offset_->size() - 1 : 0; }
  [[nodiscard]] unsigned width(std::size_t pin) const { return (*width_)[pin]; }
  /// The lowest 64 bits of a pin.
  [[nodiscard]] std::uint64_t get(std::size_t pin) const;
  void set(std::size_t pin, std::uint64_t value);
  /// `count` bits of a pin from `low` on, at most 64; bits beyond its width are 0, and not written.
  [[nodiscard]] std::uint64_t slice(std::size_t pin, unsigned low, unsigned count) const;
  void set_slice(std::size_t pin, unsigned low, unsigned count, std::uint64_t value);

  /// All bits of a pin 0.
  void clear(std::size_t pin);
  [[nodiscard]] bool is_zero(std::size_t pin) const;
  [[nodiscard]] bool same(std::size_t pin, const Values& other) const;
  /// "5'h1a"
  [[nodiscard]] std::string text(std::size_t pin) const;

  [[nodiscard]] std::uint32_t* words() { return words_.data(); }
  [[nodiscard]] const std::uint32_t* words() const { return words_.data(); }
  [[nodiscard]] std::size_t word_count() const { return words_.size(); }
  friend bool operator==(const Values& a, const Values& b) { return a.words_ == b.words_; }

 private:
  std::shared_ptr<const std::vector<unsigned>> width_;
  std::shared_ptr<const std::vector<unsigned>> offset_;  ///< and the end
  std::vector<std::uint32_t> words_;
};

}  // namespace selvage::dut
