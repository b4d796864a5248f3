// SPDX-License-Identifier: Apache-2.0
/// \file
/// Golden model against RTL, output by output. Pure functions; each names the requirement that the
/// first difference violates.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cosim/fattree/control/control_block.hpp"
#include "cosim/lockstep/difference.hpp"
#include "golden/fattree/control_plane.hpp"
#include "golden/fattree/route.hpp"
#include "golden/switch_control.hpp"

namespace selvage::cosim {

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

/// Messages sent in one cycle, ports ascending (FT-CYC-3, FT-CYC-5 and the rule of the message).
[[nodiscard]] std::optional<Difference> compare_sent(
    const golden::FatTree& tree, const std::vector<golden::PortMessage>& expected,
    const std::vector<golden::PortMessage>& actual);

/// Whether both have sent the same.
[[nodiscard]] bool same_messages(const std::vector<golden::PortMessage>& a,
                                 const std::vector<golden::PortMessage>& b);

/// `sent` goes out in place of golden's messages, each with the cause of golden's at its port.
void replace_sent(const std::vector<golden::PortMessage>& sent, StepOutput& out);

/// Every line of the table with its causes, and the overflows counted (FT-LFT-1, FT-LFT-2,
/// FT-REP-1 to 4).
[[nodiscard]] std::optional<Difference> compare_table(const golden::FatTree& tree,
                                                      const golden::ControlState& expected,
                                                      const ControlVisible& actual,
                                                      std::uint64_t actual_overflows);

/// PS of the up ports, flags and numbers of the down ports, what waits (FT-PS-1 to 3, FT-REP-3 to
/// 6, FT-CYC-7).
[[nodiscard]] std::optional<Difference> compare_links(const golden::FatTree& tree,
                                                      const golden::ControlState& expected,
                                                      const ControlVisible& actual);

/// "up port 6, V=0110", "down port 2", "drop".
[[nodiscard]] std::string describe(const golden::FatTree& tree, const golden::FatTreeGrant& grant);

}  // namespace selvage::cosim
