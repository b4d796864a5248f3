// SPDX-License-Identifier: Apache-2.0
/// \file
/// A handle that closes itself, and what a refusal looks like.
#pragma once

#include <catch2/catch.hpp>

#include <random>
#include <string>

#include "dpi/selvage_dpi.h"

namespace selvage::dpi::test {

class Handle {
 public:
  explicit Handle(int handle) : handle_(handle) {
    INFO(selvage_error());
    REQUIRE(handle >= 1);
  }
  ~Handle() { selvage_close(handle_); }
  Handle(const Handle&) = delete;
  Handle& operator=(const Handle&) = delete;
  operator int() const { return handle_; }  // NOLINT: stands for the number everywhere

 private:
  int handle_;
};

/// Refused, with a text that contains `words`.
inline bool refused(long long result, const std::string& words) {
  UNSCOPED_INFO("result " << result << ", error: " << selvage_error());
  return result < 0 && std::string(selvage_error()).find(words) != std::string::npos;
}

/// 0 .. limit-1.
[[nodiscard]] inline int below(std::mt19937& random, int limit) {
  return static_cast<int>(random() % static_cast<unsigned>(limit));
}

}  // namespace selvage::dpi::test
