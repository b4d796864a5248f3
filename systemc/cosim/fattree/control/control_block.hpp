// SPDX-License-Identifier: Apache-2.0
/// \file
/// Seam 2 for the fat tree: the RTL control plane of one switch (`fattree_control`) as a block that
/// is clocked edge by edge, in the numbers of the tree it serves. No verilated header.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "golden/fattree/fault_message.hpp"
#include "golden/fattree/route.hpp"
#include "golden/fattree/tree.hpp"

class VerilatedFstC;

namespace selvage::cosim {

class ControlBlock;

/// Deliberate RTL defects: bits of the strap bug_i.
enum RtlBug : std::uint64_t {
  kSkipLft = 1ULL << 0,
  kPreferredFromSource = 1ULL << 1,
  kNextLowest = 1ULL << 2,
  kUlfmNotUp = 1ULL << 3,
  kCase1ChildrenOnly = 1ULL << 4,
  kDlfmMin = 1ULL << 5,
  kPsWithoutLevel = 1ULL << 6,
  kLevelNotStrict = 1ULL << 7,
  kDlfmOnce = 1ULL << 8,
  kRepairClearsBoth = 1ULL << 9,
  kNoSyncReq = 1ULL << 10,
  kNoResync = 1ULL << 11,
  kAnswerLate = 1ULL << 12,
  kAnswerLost = 1ULL << 13,
  // of the data path of a whole switch
  kAskStuck = 1ULL << 14,
  kStaleAnswer = 1ULL << 15,
  kOutputStuck = 1ULL << 16,
  kMessageFree = 1ULL << 17,
  kIgnoresXoff = 1ULL << 18,
  kXonLate = 1ULL << 19,
  kNoFill = 1ULL << 20,
  kCutUnmarked = 1ULL << 21,
  kAskLate = 1ULL << 22,
  kHeadersAsleep = 1ULL << 23,
  kDeathKept = 1ULL << 24,
  kNoResend = 1ULL << 25,
  kOvertaken = 1ULL << 26,
  kSidebandBeat = 1ULL << 27,
  kCountLost = 1ULL << 28,
  kBeatMore = 1ULL << 29,
  kBubble = 1ULL << 30,
  kGapLonger = 1ULL << 31,
  kDrainSlow = 1ULL << 32,
  kDownUnheard = 1ULL << 33,
  kClearLate = 1ULL << 34,
  kOutageLate = 1ULL << 35,
  kResetFull = 1ULL << 36
};

/// Those of fattree_control.
inline constexpr std::uint32_t kControlBugs = std::uint32_t{kAskStuck} - 1;

struct ControlBlockOptions {
  const golden::FatTree* tree = nullptr;  ///< may be smaller than the build
  SwitchIdx self = 0;
  unsigned lft_entries = 32;    ///< lines that may be used, at most W
  std::uint64_t lft_lines = 0;  ///< which; 0: the lowest
  bool rule_paper = false;
  unsigned xoff = 12;      ///< messages an input FIFO may hold without asking for a stop
  std::uint32_t bugs = 0;  ///< RtlBug bits
  std::string name;        ///< of the model, for waves and messages
};

/// One verilated parameter set.
struct ControlBuild {
  unsigned m = 0;
  unsigned n = 0;
  unsigned w = 0;
  unsigned qi = 0;  ///< depth of an input FIFO
  std::unique_ptr<ControlBlock> (*make)(const ControlBlockOptions&) = nullptr;
  /// "fattree_control M=8 N=3 W=32 QI=16"
  [[nodiscard]] std::string label() const;
};

/// All builds, smallest first. The list stands in systemc/cosim/CMakeLists.txt.
[[nodiscard]] const std::vector<ControlBuild>& control_builds();
/// The smallest build that covers the tree, the table and the input FIFOs. The
/// tree uses the lower down ports and the lower up ports of its build, pads digits with zeros and
/// leaves lines and places in FIFOs unused. Throws std::invalid_argument if none covers them.
[[nodiscard]] const ControlBuild& find_control_build(const golden::FatTree& tree,
                                                     unsigned lft_entries, unsigned input_depth);

/// What the clock edge that ends cycle t samples.
struct ControlEdge {
  const std::vector<golden::PortMessage>* arrivals = nullptr;  ///< of cycle t; null: none
  PortMask link_down = 0;                                      ///< of cycle t
  PortMask link_up = 0;
  PortMask stop = 0;  ///< the stop flags of cycle t+1, as seen at the end of cycle t
  const golden::FatTreeRequest* request = nullptr;  ///< looked up in cycle t+1; null: none
  bool decisions_only = false;  ///< nothing but the registers of requests is clocked
};

/// The public state, in the numbers of the tree.
struct ControlVisible {
  struct Line {
    golden::Digits c;
    std::uint32_t direct = 0;
    std::uint32_t derived = 0;
    std::uint32_t known = 0;
    bool advertised = false;
    std::array<std::uint8_t, 32> seq{};
  };
  std::uint64_t valid = 0;
  std::array<Line, 64> lines;  ///< of valid lines
  std::uint32_t own = 0;
  std::uint32_t dlfm = 0;
  std::array<std::uint8_t, 32> dl{};
  PortMask dead = 0;
  PortMask ever = 0;
  PortMask announce = 0;
  std::array<std::uint8_t, 64> seq{};
  std::int8_t dlfm_advertised = -1;
  PortMask link_down = 0;  ///< events that wait
  PortMask link_up = 0;
};

class ControlBlock {
 public:
  virtual ~ControlBlock() = default;
  ControlBlock() = default;
  ControlBlock(const ControlBlock&) = delete;
  ControlBlock& operator=(const ControlBlock&) = delete;

  /// What is idle inside is not clocked.
  virtual void edge(const ControlEdge& in) = 0;
  /// Its parts, all of it clocked: inputs, rising clock, falling clock.
  virtual void set(const ControlEdge& in) = 0;
  virtual void rise() = 0;
  virtual void fall() = 0;
  /// Declares all that the model traces. Before the file is opened.
  virtual void declare(VerilatedFstC& file) = 0;

  /// What is on the links in the present cycle, ports ascending.
  virtual void sent(std::vector<golden::PortMessage>& out) const = 0;
  /// What the input FIFOs ask for since the last edge.
  [[nodiscard]] virtual PortMask stop() const = 0;
  /// The answer to the request sampled at the edge before the last one.
  [[nodiscard]] virtual std::optional<golden::FatTreeGrant> grant() const = 0;
  /// Nothing inside; need not be clocked while nothing comes in.
  [[nodiscard]] virtual bool idle() const = 0;
  virtual void state(ControlVisible& s) const = 0;
  [[nodiscard]] virtual std::uint64_t overflows() const = 0;
  /// Flips direct bits of a table line, or flags of dead down ports, behind the RTL's back: to show
  /// that the comparison and the RTL's assertions see it.
  virtual void corrupt_line(unsigned line, std::uint32_t flip) = 0;
  virtual void corrupt_dead(PortMask flip) = 0;
  /// Begins to bring what a decision touches into the cache; changes nothing but time.
  virtual void prefetch() const {}
};

}  // namespace selvage::cosim
