// SPDX-License-Identifier: Apache-2.0
/// \file
/// The first field in which an RTL block of the flow channels differs from what its golden model
/// says, with the requirement that names the field.
#pragma once

#include <vector>

#include "cosim/flow/ack_block.hpp"
#include "cosim/flow/choice/block.hpp"
#include "cosim/flow/ep_block.hpp"
#include "cosim/flow/redirect_block.hpp"
#include "cosim/flow/step_words.hpp"
#include "cosim/flow/tables/block.hpp"

namespace selvage::cosim {

struct FlowDifference {
  const char* what = nullptr;  ///< the port or register, without _o and _q
  const char* requirement = "";
  std::uint64_t expected = 0;  ///< golden
  std::uint64_t actual = 0;    ///< RTL
  ValueWords words = nullptr;  ///< of both values; null: the numbers
  explicit operator bool() const { return what != nullptr; }
};
/// Fields that were compared, whether they differ or not.
using FlowFields = std::vector<FlowDifference>;

[[nodiscard]] FlowDifference difference(const CamAllocOut& golden, const CamAllocOut& rtl,
                                        FlowFields* all = nullptr);
[[nodiscard]] FlowDifference difference(const EfctOut& golden, const EfctOut& rtl,
                                        FlowFields* all = nullptr);
[[nodiscard]] FlowDifference difference(const IfctOut& golden, const IfctOut& rtl,
                                        FlowFields* all = nullptr);
[[nodiscard]] FlowDifference difference(const OfctOut& golden, const OfctOut& rtl,
                                        FlowFields* all = nullptr);
[[nodiscard]] FlowDifference difference(const WalkerOut& golden, const WalkerOut& rtl,
                                        FlowFields* all = nullptr);
[[nodiscard]] FlowDifference difference(const AckAggregatorOut& golden, const AckAggregatorOut& rtl,
                                        FlowFields* all = nullptr);
[[nodiscard]] FlowDifference difference(const AckUnpackerOut& golden, const AckUnpackerOut& rtl,
                                        FlowFields* all = nullptr);
[[nodiscard]] FlowDifference difference(const RedirectOut& golden, const RedirectOut& rtl,
                                        FlowFields* all = nullptr);
[[nodiscard]] FlowDifference difference(const EpAckTypeOut& golden, const EpAckTypeOut& rtl,
                                        FlowFields* all = nullptr);
[[nodiscard]] FlowDifference difference(const LeastLoadedOut& golden, const LeastLoadedOut& rtl,
                                        FlowFields* all = nullptr);

// A row that is not valid is compared in its positions only, a limit and its time while it holds.
[[nodiscard]] FlowDifference difference(const CamAllocRow& golden, const CamAllocRow& rtl,
                                        FlowFields* all = nullptr);
[[nodiscard]] FlowDifference difference(const EfctRow& golden, const EfctRow& rtl,
                                        FlowFields* all = nullptr);
[[nodiscard]] FlowDifference difference(const IfctRow& golden, const IfctRow& rtl,
                                        FlowFields* all = nullptr);
[[nodiscard]] FlowDifference difference(const OfctRow& golden, const OfctRow& rtl,
                                        FlowFields* all = nullptr);
[[nodiscard]] FlowDifference difference(const IfctCounters& golden, const IfctCounters& rtl,
                                        FlowFields* all = nullptr);
[[nodiscard]] FlowDifference difference(const WalkerState& golden, const WalkerState& rtl,
                                        FlowFields* all = nullptr);
[[nodiscard]] FlowDifference difference(const AckAggregatorState& golden,
                                        const AckAggregatorState& rtl, FlowFields* all = nullptr);
[[nodiscard]] FlowDifference difference(const AckUnpackerState& golden, const AckUnpackerState& rtl,
                                        FlowFields* all = nullptr);
[[nodiscard]] FlowDifference difference(const RedirectState& golden, const RedirectState& rtl,
                                        FlowFields* all = nullptr);

}  // namespace selvage::cosim
