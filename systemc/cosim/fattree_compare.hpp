// SPDX-License-Identifier: Apache-2.0
/// \file
/// Golden model against RTL, output by output. Pure functions; each names the requirement that the
/// first difference violates.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "cosim/fattree_block.hpp"
#include "cosim/fattree_embedding.hpp"
#include "golden/fattree/route.hpp"
#include "golden/fattree/state.hpp"

namespace selvage::cosim {

struct Difference {
  std::string_view requirement;
  std::string what;
  std::string expected;
  std::string actual;
  std::optional<PortIdx> port;  ///< switch port concerned, where there is one
};

/// What a decision was taken from, to tell which rule a wrong V breaks.
struct DecisionContext {
  const golden::SwitchState* state = nullptr;
  unsigned level = 0;
  golden::Digits source;
  golden::Digits destination;
};

/// Direction, V, drop, port (in this order: the first that differs explains the others). Call it
/// only for grants that differ.
[[nodiscard]] Difference explain_grant(const golden::FatTree& tree, const DecisionContext& context,
                                       const golden::FatTreeGrant& expected,
                                       const golden::FatTreeGrant& actual);

/// Every line of the table and the overflows counted (FT-LFT-1, FT-LFT-2).
[[nodiscard]] std::optional<Difference> compare_lft(const FatTreeEmbedding& embedding,
                                                    const golden::LinkFaultTable& expected,
                                                    const FatTreeVisibleState& actual,
                                                    std::uint64_t actual_overflows);

/// PS of every up port, spare ones included, and the down-port flags (FT-PS-1..3).
[[nodiscard]] std::optional<Difference> compare_ports(const FatTreeEmbedding& embedding,
                                                      unsigned level,
                                                      const golden::SwitchState& expected,
                                                      const FatTreeVisibleState& actual);

/// "up port 6, V=0110", "down port 2", "drop".
[[nodiscard]] std::string describe(const golden::FatTree& tree, const golden::FatTreeGrant& grant);

}  // namespace selvage::cosim
