// SPDX-License-Identifier: Apache-2.0
/// \file
/// Check bits of a word (FLOW-ECC-1): a Hamming code and a parity.
#pragma once

#include <vector>

namespace selvage::golden {

class Secded {
 public:
  explicit Secded(unsigned width) {
    for (unsigned place = 1; places_.size() < width; ++place) {
      if ((place & (place - 1)) == 0) {
        ++hamming_bits_;
      } else {
        places_.push_back(place);
      }
    }
  }
  [[nodiscard]] unsigned check_bits() const { return hamming_bits_ + 1; }
  /// The last one makes the ones of word and check bits even in number.
  [[nodiscard]] std::vector<bool> check(const std::vector<bool>& word) const {
    unsigned sum = 0;
    bool odd = false;
    for (std::size_t i = 0; i < places_.size(); ++i) {
      if (!word[i]) continue;
      sum ^= places_[i];
      odd = !odd;
    }
    std::vector<bool> check(check_bits());
    for (unsigned c = 0; c < hamming_bits_; ++c) {
      check[c] = (sum >> c & 1U) != 0;
      if (check[c]) odd = !odd;
    }
    check[hamming_bits_] = odd;
    return check;
  }

 private:
  std::vector<unsigned> places_;
  unsigned hamming_bits_ = 0;
};

}  // namespace selvage::golden
