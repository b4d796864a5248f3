// SPDX-License-Identifier: Apache-2.0
/// \file
/// A queue that allocates nothing once it has reached its working size.
#pragma once

#include <cassert>
#include <cstddef>
#include <vector>

namespace selvage::cosim {

/// First in, first out; the capacity is a power of two and doubles when it is exhausted.
template <class T>
class Ring {
 public:
  [[nodiscard]] bool empty() const { return head_ == tail_; }
  [[nodiscard]] std::size_t size() const { return tail_ - head_; }

  void push(const T& value) {
    if (size() == slots_.size()) grow();
    slots_[tail_++ & (slots_.size() - 1)] = value;
  }
  [[nodiscard]] const T& front() const {
    assert(!empty());
    return slots_[head_ & (slots_.size() - 1)];
  }
  T pop() {
    assert(!empty());
    return slots_[head_++ & (slots_.size() - 1)];
  }

 private:
  void grow() {
    std::vector<T> larger(slots_.empty() ? 4 : 2 * slots_.size());
    const std::size_t count = size();
    for (std::size_t i = 0; i < count; ++i) larger[i] = slots_[(head_ + i) & (slots_.size() - 1)];
    slots_.swap(larger);
    head_ = 0;
    tail_ = count;
  }

  std::vector<T> slots_;
  std::size_t head_ = 0;
  std::size_t tail_ = 0;
};

}  // namespace selvage::cosim
