// SPDX-License-Identifier: Apache-2.0
/// \file
/// A step of a flow block, and the values of its fields, in the words of
/// docs/reference/flow-blocks.md.
#pragma once

#include <cstdint>
#include <string>

#include "cosim/flow/redirect_block.hpp"
#include "golden/flow/ack_aggregator.hpp"
#include "golden/flow/tables/efct.hpp"
#include "golden/flow/tables/ifct.hpp"
#include "golden/flow/tables/ofct.hpp"

namespace selvage::cosim {

/// How a field's values are written.
using ValueWords = std::string (*)(std::uint64_t);
[[nodiscard]] std::string ack_type_words(std::uint64_t value);
[[nodiscard]] std::string ifct_state_words(std::uint64_t value);
[[nodiscard]] std::string deq_why_words(std::uint64_t value);
[[nodiscard]] std::string walker_state_words(std::uint64_t value);
[[nodiscard]] std::string check_kind_words(std::uint64_t value);
[[nodiscard]] std::string ack_words(std::uint64_t value);
[[nodiscard]] std::string hex_words(std::uint64_t value);

/// A packet that ep_ack_type is asked about, and its answer.
struct EpStep {
  unsigned depth = 0;
  unsigned level = 0;
  unsigned type = 0;
};
/// A row that flow_walker has checked, or what becomes of the link.
struct WalkerStep {
  enum class Kind : std::uint8_t { kCheck, kDown, kUp };
  Kind kind = Kind::kCheck;
  golden::FlowId id = 0;
  golden::OfctCheck check = golden::OfctCheck::kTimers;
};

/// The operations of a step, in the order in which they act.
[[nodiscard]] std::string describe(const golden::EfctInput& in);
[[nodiscard]] std::string describe(const golden::IfctInput& in);
[[nodiscard]] std::string describe(const golden::OfctInput& in);
[[nodiscard]] std::string describe(const RedirectIn& in);
[[nodiscard]] std::string describe(const golden::AggregatorInput& in);
[[nodiscard]] std::string describe(const golden::FrameWord& word);
[[nodiscard]] std::string describe(const EpStep& step);
[[nodiscard]] std::string describe(const WalkerStep& step);

}  // namespace selvage::cosim
