// SPDX-License-Identifier: Apache-2.0
/// \file
/// Counts comparisons of RTL with the golden model and keeps the first mismatch, and the situations
/// that were met meanwhile.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "golden/cover/coverage.hpp"
#include "golden/types.hpp"

namespace selvage {

/// One line of a state, for people.
struct StateRow {
  std::string name;
  std::string value;
};

/// What one side holds of a switch or block where they differ, for the picture of it.
struct Held {
  std::optional<PortIdx> out;  ///< by which it sends the packet
  PortMask ways = 0;           ///< ports that it takes for usable
  PortMask dead = 0;           ///< ports that it takes for dead
  std::vector<StateRow> rows;
};

/// One disagreement, reported so that a person finds the place.
struct Mismatch {
  Cycle cycle = 0;
  std::string switch_name;
  std::string port;                 ///< port by name, empty where none is concerned
  std::optional<PacketId> packet;   ///< empty for a table update
  std::string block;                ///< block kind, e.g. "route_select"
  std::string requirement;          ///< id of docs/reference/requirements.md
  std::string what;                 ///< which output, e.g. "V"
  std::string expected;             ///< golden
  std::string actual;               ///< RTL
  std::vector<std::string> recent;  ///< last events at that switch, oldest first
  /// Beats in each input buffer of that switch, golden and RTL; empty where there are none.
  std::vector<std::string> buffers = {};
  std::optional<unsigned> row = {};  ///< of the input table at `port`, where it differs in one
  Held model = {};                   ///< the golden model's side
  Held rtl = {};
};

/// Comparisons of one block kind.
struct BlockCount {
  std::string kind;
  std::uint64_t compared = 0;
  std::uint64_t mismatches = 0;
};

/// One per run, shared by all switches.
class Scoreboard {
 public:
  /// The counter of a block kind; the reference stays valid for the scoreboard's life.
  BlockCount& block(const std::string& kind) {
    for (BlockCount& b : blocks_) {
      if (b.kind == kind) return b;
    }
    return blocks_.emplace_back(BlockCount{kind, 0, 0});
  }
  /// Keeps the first mismatch; later ones only count.
  void fail(BlockCount& block, Mismatch mismatch) {
    ++block.mismatches;
    if (!first_) first_ = std::move(mismatch);
  }
  [[nodiscard]] bool failed() const { return first_.has_value(); }
  [[nodiscard]] const std::optional<Mismatch>& first() const { return first_; }
  [[nodiscard]] const std::deque<BlockCount>& blocks() const { return blocks_; }
  [[nodiscard]] std::uint64_t compared() const {
    std::uint64_t sum = 0;
    for (const BlockCount& b : blocks_) sum += b.compared;
    return sum;
  }
  [[nodiscard]] cover::Coverage& coverage() { return coverage_; }
  [[nodiscard]] const cover::Coverage& coverage() const { return coverage_; }

 private:
  cover::Coverage coverage_;
  std::deque<BlockCount> blocks_;
  std::optional<Mismatch> first_;
};

}  // namespace selvage
