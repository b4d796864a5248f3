// SPDX-License-Identifier: Apache-2.0
/// \file
/// The RTL of ACK frames, clocked edge by edge: `ack_aggregator` and `ack_frame_unpacker`. Ports
/// and registers are those of docs/reference/flow-blocks.md. No verilated header.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "cosim/lockstep/shown_block.hpp"

namespace selvage::cosim {

/// One cycle's word of a frame, 256 bits; byte 8q + k is bits 8k to 8k + 7 of part q.
struct AckWord {
  std::array<std::uint64_t, 4> word{};
  bool valid = false;
  bool sof = false;
  bool eof = false;
};

// ------------------------------------------------------------------------------ aggregator

struct AckAggregatorOptions {
  unsigned t1 = 15;
  unsigned t2 = 20;
  unsigned t3 = 30;
  std::uint64_t good = 0x94A4A5294940;  ///< bit n-1: n ACKs; bits from MAX on are ignored
  unsigned max = 0;                     ///< ACKs in a frame, at most MAX; 0: MAX
  std::uint32_t bugs = 0;               ///< strap bug_i
  std::string scope = {};               ///< its place in waves, levels separated by blanks
};

/// Inputs of one cycle.
struct AckAggregatorIn {
  bool push = false;
  std::uint32_t ack = 0;  ///< 26 bits, with parity
  bool idle = false;
  bool grant = false;
  std::uint64_t now = 0;
};

/// Outputs in the present cycle; none depends on its inputs.
struct AckAggregatorOut {
  bool ready = false;
  bool req = false;
  unsigned len = 0;
  bool fire = false;
  unsigned fire_len = 0;
  AckWord word;
  bool busy = false;
};

/// Public registers.
struct AckAggregatorState {
  bool req = false;
  unsigned cnt = 0;
  unsigned cur = 0;
  std::uint64_t cs = 0;
  std::uint64_t ns = 0;
  std::uint32_t bad = 0;
  unsigned seq = 0;
};

class AckAggregatorBlock : public ShownBlock {
 public:
  /// Back to cycle 0, also after any history.
  virtual void reset() = 0;
  /// The clock edge that ends cycle `in.now`.
  virtual void edge(const AckAggregatorIn& in) = 0;
  [[nodiscard]] virtual AckAggregatorOut outputs() const = 0;
  [[nodiscard]] virtual AckAggregatorState state() const = 0;
};

/// One verilated parameter set.
struct AckAggregatorBuild {
  unsigned max = 0;
  unsigned depth = 0;
  std::unique_ptr<AckAggregatorBlock> (*make)(const AckAggregatorOptions&) = nullptr;
};

/// All builds, smallest first. The list stands in systemc/cosim/CMakeLists.txt.
[[nodiscard]] const std::vector<AckAggregatorBuild>& ack_aggregator_builds();

// -------------------------------------------------------------------------------- unpacker

struct AckUnpackerOptions {
  std::uint32_t bugs = 0;  ///< strap bug_i
  std::string scope = {};  ///< its place in waves, levels separated by blanks
};

struct AckUnpackerOut {
  bool ack_valid = false;
  std::uint32_t ack = 0;  ///< 26 bits, with parity
  bool frame_ok = false;
  bool frame_bad = false;
};

struct AckUnpackerState {
  unsigned used = 0;
  std::uint32_t good = 0;
  std::uint32_t bad = 0;
  std::uint32_t over = 0;
};

class AckUnpackerBlock : public ShownBlock {
 public:
  virtual void reset() = 0;
  virtual void edge(const AckWord& in) = 0;
  [[nodiscard]] virtual AckUnpackerOut outputs() const = 0;
  [[nodiscard]] virtual AckUnpackerState state() const = 0;
};

struct AckUnpackerBuild {
  unsigned max = 0;
  unsigned bufs = 0;
  std::unique_ptr<AckUnpackerBlock> (*make)(const AckUnpackerOptions&) = nullptr;
};

[[nodiscard]] const std::vector<AckUnpackerBuild>& ack_unpacker_builds();

}  // namespace selvage::cosim
