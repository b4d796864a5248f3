// SPDX-License-Identifier: Apache-2.0
/// \file
/// ofct: the output flow channel table: {input port, id there} -> id on the outgoing link, and back
/// (FLOW-A-9, 17..19, 21, 26, 27, 29, FLOW-D-4).
#pragma once

#include <vector>

#include "golden/flow/tables/row_map.hpp"
#include "golden/flow/tables/row_timers.hpp"
#include "golden/flow/tables/stamps.hpp"

namespace selvage::golden {

struct OfctConfig {
  FlowSizes sizes;
  Cycle stale_t = 30'000;  ///< without news for so long: a marker is sent (FLOW-A-31)
  Cycle expire_t = 30'000;
  unsigned tick = 0;  ///< both are kept in ticks of 2^tick cycles, kMostTicks at most
};

struct OfctRow {
  Position data = 0;  ///< positions outlive the channel (FLOW-A-9)
  Position ack = 0;
  Position dmlim = 0;
  bool dm = false;
  Tick dmt = 0;
  Tick last = 0;
};

/// The cycle from which on a CHK of a valid row, of kind kTimers, does something.
[[nodiscard]] Cycle next_deadline(const OfctConfig& config, const OfctRow& row);

struct MapRequest {
  std::uint8_t port = 0;  ///< input port
  FlowId id = 0;          ///< id on the link that enters it
  unsigned len = 0;
  Position hole = 0;
  bool ordered = false;
};
struct MapAnswer {
  bool hit = false;
  bool alloc = false;
  bool stall = false;
  bool over = false;   ///< with stall: the branch is out of credit
  FlowId oid = 0;      ///< id on the outgoing link
  Position start = 0;  ///< for the header
  Position delta = 0;  ///< of `start`, for a REDIRECT
};
/// An ACK on its way to the input table of `port`.
struct BackMessage {
  bool valid = false;
  std::uint8_t port = 0;
  FlowId id = 0;
  AckType type = AckType::kNormal;
  Position delta = 0;
  bool rel = false;
  FlowId rel_id = 0;  ///< outgoing id released
};

/// A marker for the link: a header of no units (FLOW-A-31).
struct Marker {
  bool valid = false;
  FlowId id = 0;  ///< on that link
  Position start = 0;
};
/// What becomes of a CHK.
struct OfctChecked {
  BackMessage back;
  Marker marker;
};

/// What the walker requests of a row.
enum class OfctCheck : std::uint8_t { kTimers, kLinkDied, kClose };

struct OfctInput {
  Cycle now = 0;
  bool map_valid = false;
  MapRequest map;
  bool rev_valid = false;
  Ack rev;
  bool chk_valid = false;
  FlowId chk_id = 0;
  OfctCheck chk_kind = OfctCheck::kTimers;
};
struct OfctOutput {
  MapAnswer map;
  BackMessage rev;
  OfctChecked chk;
};

class Ofct {
 public:
  explicit Ofct(const OfctConfig& config);
  /// Other times from the next step on; another tick only while no row is valid.
  void configure(const OfctConfig& config);
  /// One step: MAP, REV, CHK (FLOW-A-16).
  OfctOutput step(const OfctInput& in);
  MapAnswer map(const MapRequest& in, Cycle now) { return map(in, now, nullptr); }
  BackMessage reverse(const Ack& in, Cycle now);
  OfctChecked check(FlowId id, OfctCheck kind, Cycle now);
  /// The row of a key, if it has one.
  [[nodiscard]] std::optional<FlowId> find(std::uint8_t port, FlowId id) const {
    return map_.find(key(port, id));
  }
  /// No CHK of kind kTimers does anything before this; O(1). Ask next_walk() then.
  [[nodiscard]] Cycle wake() const { return timers_.wake(); }
  /// The first row whose CHK of kind kTimers does something when a walk that has row t mod rows in
  /// cycle t comes by, from cycle `from` on, and that cycle; kNever if none.
  [[nodiscard]] std::pair<Cycle, FlowId> next_walk(Cycle from) {
    return timers_.walked(from, [this](FlowId id) { return deadline(id); });
  }

  [[nodiscard]] const RowMap& rows() const { return map_; }
  [[nodiscard]] const OfctRow& row(FlowId id) const { return rows_[id]; }
  [[nodiscard]] std::uint8_t in_port(FlowId id) const {
    return static_cast<std::uint8_t>(map_.key(id).low >> 16);
  }
  [[nodiscard]] FlowId in_id(FlowId id) const { return static_cast<FlowId>(map_.key(id).low); }
  [[nodiscard]] Position extent(FlowId id) const { return wrap(rows_[id].data - rows_[id].ack); }
  [[nodiscard]] std::uint32_t stray() const { return stray_; }
  [[nodiscard]] std::uint32_t stalls() const { return stalls_; }

 private:
  static MatchKey key(std::uint8_t port, FlowId id) { return {std::uint64_t{port} << 16 | id, 0}; }
  [[nodiscard]] Position wrap(Position p) const { return config_.sizes.wrap(p); }
  [[nodiscard]] Cycle deadline(FlowId id) const;
  [[nodiscard]] Tick tick(Cycle now) const { return now >> config_.tick; }
  [[nodiscard]] bool over(Tick since, Cycle time, Cycle now) const {
    return is_over(tick(now), since, ticks_of(time, config_.tick));
  }
  /// `same_step`: the ACK that follows in this step, if any.
  MapAnswer map(const MapRequest& in, Cycle now, const Ack* same_step);
  [[nodiscard]] BackMessage back(FlowId id, AckType type, Position delta) const;
  void release(FlowId id, BackMessage& out);

  OfctConfig config_;
  RowMap map_;
  std::vector<OfctRow> rows_;
  RowTimers timers_;
  std::uint32_t stray_ = 0;
  std::uint32_t stalls_ = 0;
};

}  // namespace selvage::golden
