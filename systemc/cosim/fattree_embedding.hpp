// SPDX-License-Identifier: Apache-2.0
/// \file
/// Which verilated build serves a fat tree, and how the tree's numbers translate into it. A build
/// serves every smaller tree: missing up ports are declared dead, digits padded with zeros, table
/// lines disabled.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "golden/fattree/tree.hpp"

namespace selvage::cosim {

class FatTreeBlock;
class FatTreeEmbedding;
struct FatTreeBlockOptions;

/// A node address packed by a build's digit width.
struct RtlAddress {
  std::uint64_t bits = 0;
};
/// A switch coordinate c packed by a build's digit width.
struct RtlKey {
  std::uint64_t bits = 0;
};

/// One verilated parameter set.
struct FatTreeBuild {
  unsigned m = 0;
  unsigned n = 0;
  unsigned w = 0;
  std::unique_ptr<FatTreeBlock> (*make)(const FatTreeEmbedding&, const FatTreeBlockOptions&) =
      nullptr;
  /// "fattree_route M=8 N=3 W=32"
  [[nodiscard]] std::string label() const;
};

/// All builds, smallest first. The list stands in systemc/cosim/CMakeLists.txt.
[[nodiscard]] const std::vector<FatTreeBuild>& fattree_builds();

class FatTreeEmbedding {
 public:
  /// On the smallest build that covers the tree and the table. Throws std::invalid_argument if none
  /// does.
  FatTreeEmbedding(const golden::FatTree& tree, unsigned lft_entries);
  FatTreeEmbedding(const golden::FatTree& tree, unsigned lft_entries, const FatTreeBuild& build);

  [[nodiscard]] const golden::FatTree& tree() const { return *tree_; }
  [[nodiscard]] const FatTreeBuild& build() const { return *build_; }
  [[nodiscard]] unsigned lft_entries() const { return lft_entries_; }
  /// Up ports of the build beyond those of the tree.
  [[nodiscard]] unsigned spare_up_ports() const { return build_->m / 2 - tree_->h(); }
  /// Lines the tree may use, one bit each.
  [[nodiscard]] std::uint64_t line_enable() const;

  [[nodiscard]] RtlAddress address(HostIdx host) const {
    return host < addresses_.size() ? RtlAddress{addresses_[host]}
                                    : RtlAddress{pack(tree_->address_of(host))};
  }
  [[nodiscard]] RtlKey key(golden::Digits c) const { return {pack(c)}; }
  [[nodiscard]] golden::Digits digits(RtlKey key) const;

 private:
  [[nodiscard]] std::uint64_t pack(golden::Digits d) const;

  const golden::FatTree* tree_;
  const FatTreeBuild* build_;
  unsigned lft_entries_;
  unsigned digit_bits_;
  std::vector<std::uint64_t> addresses_;  ///< of all hosts, for trees of up to 2^20 of them
};

}  // namespace selvage::cosim
