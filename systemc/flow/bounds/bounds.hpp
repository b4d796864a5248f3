// SPDX-License-Identifier: Apache-2.0
/// \file
/// Times that follow from the fabric (docs/reference/flow-fabric.md, "Times that follow from the
/// fabric").
#pragma once

#include "flow/parts.hpp"

namespace selvage::flow {

/// Cycles by which all that a link has carried is delivered, or waits at a dead link, when at most
/// `ahead` links are behind it (FLOW-A-30).
[[nodiscard]] Cycle passage_bound(const Params& params, const Wiring& wiring, unsigned ahead);

/// The same with dead links among those: what is queued there waits for the drain there first. A
/// drain time that is shorter may let packets be overtaken (FLOW-A-30).
[[nodiscard]] Cycle drain_bound(const Params& params, const Wiring& wiring, unsigned ahead);

/// The drain time of a link: as given, else its bound (FLOW-A-29, FLOW-A-30).
[[nodiscard]] Cycle drain_time(const Params& params, const Wiring& wiring, unsigned ahead);

/// After so long without news of a branch a marker is sent (FLOW-A-31): the markers of a full table
/// take a hundredth of the link, and news has had time to come.
[[nodiscard]] Cycle marker_interval(const Params& params, const Wiring& wiring);

/// By when every channel of the longest way has news after a loss, if nothing more is lost: a
/// marker for each link between switches, from the last one back.
[[nodiscard]] Cycle news_bound(const Params& params, const Wiring& wiring);

/// The drain time of the link that has most ahead.
[[nodiscard]] Cycle longest_drain(const Params& params, const Wiring& wiring);

/// Of all classes with `used`, the share of a link that one is sure of when the others request all
/// of it.
[[nodiscard]] double least_share(const std::array<ClassRate, kClasses>& rates, unsigned used);

}  // namespace selvage::flow
