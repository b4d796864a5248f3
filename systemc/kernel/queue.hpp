// SPDX-License-Identifier: Apache-2.0
/// \file
/// First in, first out, with the names of std::deque. Its elements lie together and stay where they
/// are, so that many short queues, most of them empty, take few lines of a cache; it allocates
/// nothing once it has reached its working size.
#pragma once

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "kernel/ahead.hpp"

namespace selvage::kernel {

/// The capacity is a power of two and doubles when it is exhausted.
template <class T>
class Queue {
 public:
  Queue() = default;
  Queue(Queue&& other) noexcept { swap(other); }
  Queue& operator=(Queue&& other) noexcept {
    Queue(std::move(other)).swap(*this);
    return *this;
  }

  [[nodiscard]] bool empty() const { return head_ == tail_; }
  [[nodiscard]] std::size_t size() const { return tail_ - head_; }

  void push_back(const T& value) { emplace_back(value); }
  template <class... Args>
  void emplace_back(Args&&... args) {
    T value{std::forward<Args>(args)...};  // may be one of ours
    if (size() == capacity_) grow();
    slots_[tail_++ & (capacity_ - 1)] = std::move(value);
  }
  void pop_front() { drop(1); }
  /// Without the first `count`.
  void drop(std::size_t count) {
    assert(count <= size());
    head_ += static_cast<std::uint32_t>(count);
  }
  void clear() { head_ = tail_; }

  /// Begins to bring the first element, or its place, into the cache.
  void prefetch() const { prefetch_line(slots_.get() + (head_ & (capacity_ - 1))); }

  [[nodiscard]] T& front() { return (*this)[0]; }
  [[nodiscard]] const T& front() const { return (*this)[0]; }
  [[nodiscard]] T& back() { return (*this)[size() - 1]; }
  [[nodiscard]] const T& back() const { return (*this)[size() - 1]; }
  [[nodiscard]] T& operator[](std::size_t i) {
    assert(i < size());
    return slots_[(head_ + i) & (capacity_ - 1)];
  }
  [[nodiscard]] const T& operator[](std::size_t i) const {
    assert(i < size());
    return slots_[(head_ + i) & (capacity_ - 1)];
  }

  class Iterator {
   public:
    Iterator(const Queue& queue, std::size_t at) : queue_(&queue), at_(at) {}
    const T& operator*() const { return (*queue_)[at_]; }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    bool operator!=(const Iterator& other) const { return at_ != other.at_; }

   private:
    const Queue* queue_;
    std::size_t at_;
  };
  [[nodiscard]] Iterator begin() const { return {*this, 0}; }
  [[nodiscard]] Iterator end() const { return {*this, size()}; }

  void swap(Queue& other) noexcept {
    slots_.swap(other.slots_);
    std::swap(capacity_, other.capacity_);
    std::swap(head_, other.head_);
    std::swap(tail_, other.tail_);
  }

 private:
  void grow() {
    const std::uint32_t larger = capacity_ == 0 ? 4 : 2 * capacity_;
    auto slots = std::make_unique<T[]>(larger);
    const auto count = static_cast<std::uint32_t>(size());
    for (std::uint32_t i = 0; i < count; ++i) slots[i] = std::move((*this)[i]);
    slots_ = std::move(slots);
    capacity_ = larger;
    head_ = 0;
    tail_ = count;
  }

  std::unique_ptr<T[]> slots_;
  std::uint32_t capacity_ = 0;
  std::uint32_t head_ = 0;  ///< counts on and on; its place is head_ mod capacity_
  std::uint32_t tail_ = 0;
};

}  // namespace selvage::kernel
