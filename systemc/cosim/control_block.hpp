// SPDX-License-Identifier: Apache-2.0
/// \file
/// The RTL control plane of one switch (`fattree_control`) as a block that is clocked edge by edge,
/// in the numbers of the tree it serves. No verilated header.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "golden/fattree/fault_message.hpp"
#include "golden/fattree/route.hpp"
#include "golden/fattree/tree.hpp"

namespace selvage::cosim {

class ControlBlock;

struct ControlBlockOptions {
  const golden::FatTree* tree = nullptr;  ///< may be smaller than the build
  SwitchIdx self = 0;
  unsigned lft_entries = 32;  ///< lines that may be used, at most W
  bool rule_paper = false;
  std::uint32_t bugs = 0;     ///< strap bug_i
};

/// One verilated parameter set.
struct ControlBuild {
  unsigned m = 0;
  unsigned n = 0;
  unsigned w = 0;
  unsigned latency = 0;
  std::unique_ptr<ControlBlock> (*make)(const ControlBlockOptions&) = nullptr;
};

/// All builds, smallest first. The list stands in systemc/cosim/CMakeLists.txt.
[[nodiscard]] const std::vector<ControlBuild>& control_builds();

/// What the clock edge that ends cycle t samples.
struct ControlEdge {
  const std::vector<golden::PortMessage>* arrivals = nullptr;  ///< of cycle t; null: none
  PortMask link_down = 0;                                      ///< of cycle t
  PortMask link_up = 0;
  PortMask stop = 0;  ///< the stop flags of cycle t+1, as seen at the end of cycle t
  const golden::FatTreeRequest* request = nullptr;  ///< looked up in cycle t+1; null: none
};

/// The public state, in the numbers of the tree.
struct ControlVisible {
  struct Line {
    golden::Digits c;
    std::uint32_t direct = 0;
    std::uint32_t derived = 0;
    std::uint32_t known = 0;
    bool told = false;
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
  std::int8_t dlfm_told = -1;
  PortMask link_down = 0;  ///< events that wait
  PortMask link_up = 0;
};

class ControlBlock {
 public:
  virtual ~ControlBlock() = default;
  virtual void edge(const ControlEdge& in) = 0;
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
};

}  // namespace selvage::cosim
