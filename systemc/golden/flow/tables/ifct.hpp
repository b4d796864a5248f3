// SPDX-License-Identifier: Apache-2.0
/// \file
/// ifct: the input flow channel table, one row a flow id of the link it serves (FLOW-A-4..9, 15,
/// 16, 19..21, 26..28, FLOW-C-1, 3, 5, 6, 8, FLOW-D-4).
#pragma once

#include <array>
#include <vector>

#include "golden/flow/flow_types.hpp"
#include "golden/flow/tables/row_timers.hpp"
#include "golden/flow/tables/stamps.hpp"

namespace selvage::golden {

using LevelLimits = std::array<Position, 8>;
/// max_flow_extent and max_queue_extent by congestion level, cut to the range of a position.
[[nodiscard]] LevelLimits standard_flow_limits(unsigned pos_w);
[[nodiscard]] LevelLimits standard_queue_limits(unsigned pos_w);

struct IfctConfig {
  FlowSizes sizes;
  bool edge = false;       ///< ingress edge: limits instead of credits
  bool rd_enable = false;  ///< obeys REDIRECT instead of passing it upstream
  Position fc_hi = 64;
  Position fc_lo = 16;
  Position headroom = 40;
  unsigned ep_rec = 16;    ///< NORMALs at full bandwidth for one level of recovery
  bool ep_weigh = true;    ///< a NORMAL of level L counts as 2^(L-1); false: as 1 (experiments)
  unsigned unit_cyc = 10;  ///< cycles of one unit on the line, at most kMostUnitCycles
  std::uint32_t inj_limit = 512;
  LevelLimits mfe{};
  LevelLimits mqe{};
  unsigned tick = 0;  ///< the times below are kept in ticks of 2^tick cycles, kMostTicks at most
  Cycle cool_t = 4'500;
  Cycle hold_t = 2'000;
  Cycle refresh_t = 10'000;
  Cycle expire_t = 30'000;
};

enum class FlowState : std::uint8_t { kFree, kRunning, kBlock };
inline constexpr std::array<const char*, 3> kFlowStateNames{"FREE", "RUNNING", "BLOCK"};

struct IfctRow {
  Position next = 0;  ///< positions outlive the channel (FLOW-A-9)
  Position data = 0;
  Position ack = 0;
  Position umlim = 0;
  Position dmlim = 0;
  FlowState state = FlowState::kFree;
  std::uint8_t fport = 0;
  std::uint8_t fvc = 0;
  std::uint8_t level = 0;
  std::uint8_t rec = 0;
  bool ordered = false;
  bool forced = false;
  bool um = false;
  bool dm = false;
  Tick mark = 0;   ///< end of the last BLOCK, where the cool-down begins
  Tick ready = 0;  ///< edge, in pairs of cycles: bandwidth limit, may leave from then on
  Tick hold = 0;   ///< last step up of the level
  Tick umt = 0;    ///< not edge: last CREDIT sent
  Tick dmt = 0;    ///< last CREDIT received
};

/// The cycle from which on a CHK of the row does something; kNever if none will.
[[nodiscard]] Cycle next_deadline(const IfctConfig& config, const IfctRow& row);

/// Why a head packet may not leave; 0: it may.
enum class DeqWhy : std::uint8_t {
  kGo,
  kState,
  kExtent,
  kInjection,
  kBandwidth,
  kCredit,
  kNoPort,
  kReroute
};

struct DeqRequest {
  FlowId id = 0;
  unsigned len = 0;
  Position hole = 0;
  bool any = false;  ///< port and vc are the least loaded candidate
  std::uint8_t port = 0;
  std::uint8_t vc = 0;
  PortMask mask = 0;  ///< legal, live ports
  bool peek = false;
};
struct DeqAnswer {
  DeqWhy why = DeqWhy::kState;
  std::uint8_t port = 0;
  std::uint8_t vc = 0;
  UpMessage up;  ///< CREDIT or CREDIT_OFF
  [[nodiscard]] bool go() const { return why == DeqWhy::kGo; }
};
struct EnqRequest {
  FlowId id = 0;
  Position start = 0;
  unsigned len = 0;  ///< 0: a marker (FLOW-A-31)
  bool gap = false;
  bool ordered = false;
};
struct EnqAnswer {
  bool open = false;
  Position hole = 0;
  bool gap = false;
  bool over = false;  ///< above max_queue_extent
  UpMessage loss;
  UpMessage up;  ///< CREDIT; NORMAL for a marker
};
struct AckRequest {
  FlowId id = 0;
  AckType type = AckType::kNormal;
  Position delta = 0;
  std::uint8_t port = 0;
  std::uint8_t vc = 0;
};
struct AckAnswer {
  UpMessage up;
  bool rel = false;
  bool block = false;  ///< a REDIRECT was carried out
};

struct IfctInput {
  Cycle now = 0;
  bool deq_valid = false;
  DeqRequest deq;
  bool enq_valid = false;
  EnqRequest enq;
  bool ack_valid = false;
  AckRequest ack;
  bool chk_valid = false;
  FlowId chk = 0;
};
struct IfctOutput {
  DeqAnswer deq;
  EnqAnswer enq;
  AckAnswer ack;
  UpMessage chk;  ///< CREDIT
};

class Ifct {
 public:
  struct Totals {
    std::uint32_t holes = 0;
    std::uint32_t losses = 0;
    std::uint32_t stray = 0;
    std::uint32_t moves = 0;
  };

  explicit Ifct(const IfctConfig& config);
  /// One step: DEQ, ENQ, ACK, CHK (FLOW-A-16).
  IfctOutput step(const IfctInput& in);
  /// Other settings from the next step on; another `tick` only while no row is in use.
  void configure(const IfctConfig& config);
  DeqAnswer dequeue(const DeqRequest& in, Cycle now);
  EnqAnswer enqueue(const EnqRequest& in, Cycle now);
  AckAnswer acknowledge(const AckRequest& in, Cycle now);
  UpMessage check(FlowId id, Cycle now);

  /// No CHK does anything before this; O(1). Ask next_activity() or next_walk() then.
  [[nodiscard]] Cycle wake() const { return timers_.wake(); }
  /// The first row whose CHK does something and the cycle from which it does; kNever if none.
  [[nodiscard]] std::pair<Cycle, FlowId> next_activity();
  /// The first row whose CHK does something when a walk that has row t mod rows in cycle t comes
  /// by, from cycle `from` on, and the cycle; kNever if none.
  [[nodiscard]] std::pair<Cycle, FlowId> next_walk(Cycle from);

  [[nodiscard]] const IfctRow& row(FlowId id) const { return rows_[id]; }
  [[nodiscard]] Position queue_extent(FlowId id) const { return queue(rows_[id]); }
  [[nodiscard]] Position flow_extent(FlowId id) const { return flow(rows_[id]); }
  [[nodiscard]] Position total_extent(FlowId id) const { return total(rows_[id]); }
  [[nodiscard]] std::uint32_t injected() const { return injected_; }  ///< sum of flow extents, edge
  [[nodiscard]] unsigned live() const { return live_; }               ///< rows not FREE
  [[nodiscard]] const Totals& totals() const { return totals_; }
  [[nodiscard]] const IfctConfig& config() const { return config_; }

 private:
  [[nodiscard]] Position wrap(Position p) const { return config_.sizes.wrap(p); }
  [[nodiscard]] Position queue(const IfctRow& r) const { return wrap(r.next - r.data); }
  [[nodiscard]] Position flow(const IfctRow& r) const { return wrap(r.data - r.ack); }
  [[nodiscard]] Position total(const IfctRow& r) const { return wrap(r.next - r.ack); }
  [[nodiscard]] DeqAnswer judge(const IfctRow& r, const DeqRequest& in, Cycle now) const;
  EnqAnswer marker(IfctRow& r, const EnqRequest& in);
  UpMessage credit(IfctRow& r, FlowId id, Cycle now);
  void change_level(IfctRow& r, const AckRequest& in, Cycle now);
  void advance(IfctRow& r, const AckRequest& in, Cycle now, AckAnswer& out);
  bool release_if_empty(IfctRow& r);
  void block(IfctRow& r);
  [[nodiscard]] Tick tick(Cycle now) const { return now >> config_.tick; }
  [[nodiscard]] bool over(Tick since, Cycle time, Cycle now) const {
    return is_over(tick(now), since, ticks_of(time, config_.tick));
  }
  void age(IfctRow& r, Cycle now) const;
  void note(FlowId id) { timers_.note(id, next_deadline(config_, rows_[id])); }

  IfctConfig config_;
  std::vector<IfctRow> rows_;
  RowTimers timers_;
  Totals totals_;
  std::uint32_t injected_ = 0;
  unsigned live_ = 0;
};

}  // namespace selvage::golden
