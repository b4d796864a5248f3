// SPDX-License-Identifier: Apache-2.0
/// \file
/// What the certifier needs of a routing relation.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace selvage::certify {

using Channel = std::uint32_t;

/// A message whose header sits at the end of `channel`. `aux` is its other state.
struct State {
  Channel channel = 0;
  std::uint32_t aux = 0;
};

/// Any routing relation, destination by destination. What a message may do next depends on the
/// channel it holds, its destination and aux alone.
class Relation {
 public:
  virtual ~Relation() = default;
  [[nodiscard]] virtual Channel channel_count() const = 0;
  [[nodiscard]] virtual std::uint32_t aux_count() const = 0;  ///< aux < aux_count()
  [[nodiscard]] virtual std::uint32_t destination_count() const = 0;
  /// Appends what a message for `dest` may hold first, from any source. Repetitions are allowed.
  virtual void starts(std::uint32_t dest, std::vector<State>& out) const = 0;
  /// Appends what it may hold next; nothing if it has arrived or is given up: then it does not
  /// wait.
  virtual void next(std::uint32_t dest, State state, std::vector<State>& out) const = 0;
  [[nodiscard]] virtual std::string channel_name(Channel channel) const = 0;
  [[nodiscard]] virtual std::string destination_name(std::uint32_t dest) const = 0;
};

}  // namespace selvage::certify
