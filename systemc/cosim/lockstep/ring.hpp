// SPDX-License-Identifier: Apache-2.0
/// \file
/// A queue whose first element is taken in one go.
#pragma once

#include <utility>

#include "kernel/queue.hpp"

namespace selvage::cosim {

/// First in, first out.
template <class T>
class Ring {
 public:
  [[nodiscard]] bool empty() const { return queue_.empty(); }
  [[nodiscard]] std::size_t size() const { return queue_.size(); }
  [[nodiscard]] const T& front() const { return queue_.front(); }
  [[nodiscard]] T& back() { return queue_.back(); }
  [[nodiscard]] const T& operator[](std::size_t i) const { return queue_[i]; }
  void prefetch() const { queue_.prefetch(); }
  void push(T value) { queue_.emplace_back(std::move(value)); }
  T pop() {
    T value = std::move(queue_.front());
    queue_.pop_front();
    return value;
  }

 private:
  kernel::Queue<T> queue_;
};

}  // namespace selvage::cosim
