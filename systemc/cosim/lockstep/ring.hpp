// SPDX-License-Identifier: Apache-2.0
/// \file
/// A queue whose first element is taken in one go.
#pragma once

#include "kernel/queue.hpp"

namespace selvage::cosim {

/// First in, first out.
template <class T>
class Ring {
 public:
  [[nodiscard]] bool empty() const { return queue_.empty(); }
  [[nodiscard]] std::size_t size() const { return queue_.size(); }
  [[nodiscard]] const T& front() const { return queue_.front(); }
  void prefetch() const { queue_.prefetch(); }
  void push(const T& value) { queue_.push_back(value); }
  T pop() {
    const T value = queue_.front();
    queue_.pop_front();
    return value;
  }

 private:
  kernel::Queue<T> queue_;
};

}  // namespace selvage::cosim
