// SPDX-License-Identifier: Apache-2.0
/// \file
/// Seam 2 for the fat tree: the block `fattree_route` (link fault table, port states, route
/// selection) as a set of transactions. What stands behind it is a verilated model.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "cosim/fattree_embedding.hpp"
#include "golden/fattree/route.hpp"
#include "golden/fattree/state.hpp"
#include "golden/types.hpp"

namespace selvage::cosim {

/// Everything the block remembers, in the terms of the build: keys packed by its digit width, up
/// port j of the build in bit j.
struct FatTreeVisibleState {
  std::uint64_t valid = 0;  ///< bit w: line w holds an entry
  std::array<std::uint64_t, 64> key{};
  std::array<std::uint32_t, 64> bits{};
  std::uint32_t failed = 0;
  std::uint32_t own = 0;
  std::array<std::uint8_t, 32> level{};
  std::uint64_t down = 0;
};

/// Deliberate RTL defects, by bit of `bug_i`.
enum RtlBug : unsigned {
  kSkipLft = 1,
  kPreferredFromSource = 2,
  kNextLowest = 4,
  kAnswerLate = 8,
  kAnswerLost = 16
};

/// A decision and the clock edge that registered it, by its cycle: a request's own plus one.
struct FatTreeAnswer {
  golden::FatTreeGrant grant;
  Cycle edge = 0;
};

/// How one block is strapped.
struct FatTreeBlockOptions {
  unsigned level = 0;
  unsigned bugs = 0;   ///< RtlBug bits
  bool gated = true;   ///< false: clocked in every cycle, the reference for the gating
  std::string name;    ///< of the model, for waves and messages
};

/// One block of one switch. Ports are the tree's (up port j = 0..m/2-1, down port k); addresses and
/// keys are packed by the embedding.
///
/// Cycles: a transaction of cycle t is sampled by the clock edge t; tables are written and the
/// decision is taken by the edge t+1 (FT-RS-6). `now` never decreases; at most one transaction of a
/// kind in a cycle, kinds combine freely. Edges are executed when a later cycle is spoken of, and
/// only those that can change something: the edge of a cycle with inputs and the one after it.
/// That is legitimate because idle inputs leave the state unchanged (asserted in the RTL).
class FatTreeBlock {
 public:
  virtual ~FatTreeBlock() = default;
  FatTreeBlock() = default;
  FatTreeBlock(const FatTreeBlock&) = delete;
  FatTreeBlock& operator=(const FatTreeBlock&) = delete;

  virtual void request(Cycle now, RtlAddress source, RtlAddress destination, bool from_up) = 0;
  virtual void lft_insert(Cycle now, RtlKey c, unsigned j) = 0;
  virtual void up_dead(Cycle now, unsigned j) = 0;
  virtual void dlfm(Cycle now, unsigned j, unsigned level) = 0;
  virtual void down_dead(Cycle now, unsigned k) = 0;
  /// Forgets all faults, before the updates of the same cycle. Unpopulated up ports of an embedded
  /// tree have to be declared dead again.
  virtual void clear(Cycle now) = 0;

  /// Executes due edges of cycles before `now` up to and including the first that applies an update
  /// to the visible state; true if there was one (call again for the rest).
  virtual bool advance(Cycle now) = 0;
  /// As advance, without a limit: until nothing is under way.
  virtual bool drain() = 0;
  /// The oldest decision not collected yet, if the block has given one (advance first).
  [[nodiscard]] virtual std::optional<FatTreeAnswer> collect() = 0;

  [[nodiscard]] virtual FatTreeVisibleState state() const = 0;
  /// Inserts the table refused because it was full.
  [[nodiscard]] virtual std::uint64_t overflows() const = 0;
  /// Clock edges executed so far.
  [[nodiscard]] virtual std::uint64_t edges() const = 0;
  /// Flips bits of a table line, or of the own-link flags, behind the RTL's back: to show that the
  /// comparison and the RTL's assertions see it.
  virtual void corrupt_line(unsigned line, std::uint32_t flip) = 0;
  virtual void corrupt_own(std::uint32_t flip) = 0;
};

/// A block for a switch of `embedding`'s tree. Out of reset, unpopulated ports declared dead.
[[nodiscard]] std::unique_ptr<FatTreeBlock> make_fattree_block(const FatTreeEmbedding& embedding,
                                                               const FatTreeBlockOptions& options);

}  // namespace selvage::cosim
