// SPDX-License-Identifier: Apache-2.0
/// \file
/// Values side by side in bytes, for ranks of one executable on machines of one kind.
#pragma once

#include <cstdint>
#include <cstring>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "mpi/join.hpp"

namespace selvage::fabric {

template <class T>
void put(mpi::Bytes& bytes, const T& value) {
  static_assert(std::is_trivially_copyable_v<T>);
  const std::size_t at = bytes.size();
  bytes.resize(at + sizeof(T));
  std::memcpy(&bytes[at], &value, sizeof(T));
}
template <class T>
void put_all(mpi::Bytes& bytes, const std::vector<T>& values) {
  put(bytes, std::uint64_t{values.size()});
  for (const T& value : values) put(bytes, value);
}
inline void put_text(mpi::Bytes& bytes, const std::string& text) {
  put(bytes, std::uint64_t{text.size()});
  bytes.insert(bytes.end(), text.begin(), text.end());
}

/// Reads what was put, in the same order. Throws std::logic_error behind the end.
class ByteReader {
 public:
  explicit ByteReader(const mpi::Bytes& bytes) : bytes_(bytes) {}
  [[nodiscard]] bool done() const { return at_ == bytes_.size(); }
  template <class T>
  [[nodiscard]] T get() {
    static_assert(std::is_trivially_copyable_v<T>);
    T value;
    std::memcpy(&value, &bytes_[step(sizeof(T))], sizeof(T));
    return value;
  }
  template <class T>
  [[nodiscard]] std::vector<T> all() {
    std::vector<T> values;
    for (auto left = get<std::uint64_t>(); left > 0; --left) values.push_back(get<T>());
    return values;
  }
  [[nodiscard]] std::string text() {
    const auto length = static_cast<std::size_t>(get<std::uint64_t>());
    const std::size_t from = step(length);
    return {bytes_.begin() + static_cast<std::ptrdiff_t>(from),
            bytes_.begin() + static_cast<std::ptrdiff_t>(from + length)};
  }

 private:
  std::size_t step(std::size_t length) {
    if (length > bytes_.size() - at_) throw std::logic_error("a rank's message is too short");
    const std::size_t from = at_;
    at_ += length;
    return from;
  }

  const mpi::Bytes& bytes_;
  std::size_t at_ = 0;
};

}  // namespace selvage::fabric
