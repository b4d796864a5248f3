// SPDX-License-Identifier: Apache-2.0
/// \file
/// Registers of a port of a flow-channel switch (docs/reference/registers.md). Made by
/// scripts/registers.
#pragma once

#include <cstdint>

namespace selvage::flow_port_regs {

/// Bits of the word at byte `offset`, in the widest build.
struct Field {
  std::uint32_t offset, lsb, width;
  [[nodiscard]] constexpr std::uint32_t mask() const {
    return (width == 32 ? ~std::uint32_t{0} : (std::uint32_t{1} << width) - 1) << lsb;
  }
  [[nodiscard]] constexpr std::uint32_t get(std::uint32_t word) const {
    return (word & mask()) >> lsb;
  }
  /// `word` with `value` in the field.
  [[nodiscard]] constexpr std::uint32_t put(std::uint32_t word, std::uint32_t value) const {
    return (word & ~mask()) | (value << lsb & mask());
  }
};

/// Bits of commit, revert and status.pending.
inline constexpr std::uint32_t kAggregatorGroup = 1;
inline constexpr std::uint32_t kCreditGroup = 2;
inline constexpr std::uint32_t kTimesGroup = 4;
inline constexpr std::uint32_t kEndpointGroup = 8;
inline constexpr std::uint32_t kWalkerGroup = 16;

// Byte offsets; k...Count words from there on.
inline constexpr std::uint32_t kBuildAt = 0x000;
inline constexpr std::uint32_t kPortAt = 0x004;
inline constexpr std::uint32_t kStatusAt = 0x008;
inline constexpr std::uint32_t kEventsAt = 0x00c;
inline constexpr std::uint32_t kCommitAt = 0x010;
inline constexpr std::uint32_t kRevertAt = 0x014;
inline constexpr std::uint32_t kSnapshotAt = 0x018;
inline constexpr std::uint32_t kAggT1At = 0x020;
inline constexpr std::uint32_t kAggT2At = 0x024;
inline constexpr std::uint32_t kAggT3At = 0x028;
inline constexpr std::uint32_t kAggMaxAt = 0x02c;
inline constexpr std::uint32_t kAggGood0At = 0x030;
inline constexpr std::uint32_t kAggGood1At = 0x034;
inline constexpr std::uint32_t kCreditOnAt = 0x040;
inline constexpr std::uint32_t kCreditOffAt = 0x044;
inline constexpr std::uint32_t kCreditHeadroomAt = 0x048;
inline constexpr std::uint32_t kTickAt = 0x050;
inline constexpr std::uint32_t kCooldownAt = 0x054;
inline constexpr std::uint32_t kHoldUpAt = 0x058;
inline constexpr std::uint32_t kRefreshAt = 0x05c;
inline constexpr std::uint32_t kExpireAt = 0x060;
inline constexpr std::uint32_t kRecoveryAt = 0x070;
inline constexpr std::uint32_t kUnitCyclesAt = 0x074;
inline constexpr std::uint32_t kInjectionLimitAt = 0x078;
inline constexpr std::uint32_t kRedirectHereAt = 0x07c;
inline constexpr std::uint32_t kRedirectFloorAt = 0x080;
inline constexpr std::uint32_t kRedirectGainAt = 0x084;
inline constexpr std::uint32_t kEpCongestedAt = 0x090;
inline constexpr std::uint32_t kEpDrawAt = 0x094;
inline constexpr std::uint32_t kDrain0At = 0x0a0;
inline constexpr std::uint32_t kDrain1At = 0x0a4;
inline constexpr std::uint32_t kFlowLimitAt = 0x100;
inline constexpr std::uint32_t kFlowLimitCount = 8;
inline constexpr std::uint32_t kQueueLimitAt = 0x120;
inline constexpr std::uint32_t kQueueLimitCount = 8;
inline constexpr std::uint32_t kCounterAt = 0x180;
inline constexpr std::uint32_t kCounterCount = 12;
inline constexpr std::uint32_t kRowIdAt = 0x1c0;
inline constexpr std::uint32_t kRowAt = 0x1c4;
inline constexpr std::uint32_t kRowCount = 5;

// Counters: word of the array that begins at kCounterAt.
enum class Counter : std::uint8_t {
  kAcksTaken,
  kAcksBad,
  kFrames,
  kLoads,
  kRedirects,
  kInjected,
  kHoles,
  kLosses,
  kStray,
  kMoves,
  kRowsFixed,
  kRowsLost,
};

// Fields.
inline constexpr Field kBuildFlowId{0x000, 0, 4};
inline constexpr Field kBuildPos{0x000, 4, 4};
inline constexpr Field kBuildMax{0x000, 8, 6};
inline constexpr Field kEnable{0x004, 0, 1};
inline constexpr Field kPending{0x008, 0, 5};
inline constexpr Field kEnabled{0x008, 8, 1};
inline constexpr Field kJoining{0x008, 9, 1};
inline constexpr Field kRowBusy{0x008, 10, 1};
inline constexpr Field kRefused{0x00c, 0, 1};
inline constexpr Field kApplied{0x00c, 1, 1};
inline constexpr Field kJoined{0x00c, 2, 1};
inline constexpr Field kCommitGroups{0x010, 0, 5};
inline constexpr Field kRevertGroups{0x014, 0, 5};
inline constexpr Field kTake{0x018, 0, 1};
inline constexpr Field kAggT1{0x020, 0, 10};
inline constexpr Field kAggT2{0x024, 0, 10};
inline constexpr Field kAggT3{0x028, 0, 10};
inline constexpr Field kAggMax{0x02c, 0, 6};
inline constexpr Field kAggGood0{0x030, 0, 32};
inline constexpr Field kAggGood1{0x034, 0, 16};
inline constexpr Field kCreditOn{0x040, 0, 11};
inline constexpr Field kCreditOff{0x044, 0, 11};
inline constexpr Field kCreditHeadroom{0x048, 0, 11};
inline constexpr Field kTick{0x050, 0, 4};
inline constexpr Field kCooldown{0x054, 0, 16};
inline constexpr Field kHoldUp{0x058, 0, 16};
inline constexpr Field kRefresh{0x05c, 0, 16};
inline constexpr Field kExpire{0x060, 0, 16};
inline constexpr Field kRecoveryAcks{0x070, 0, 5};
inline constexpr Field kRecoveryWeighted{0x070, 8, 1};
inline constexpr Field kUnitCycles{0x074, 0, 10};
inline constexpr Field kInjectionLimit{0x078, 0, 16};
inline constexpr Field kRedirectHere{0x07c, 0, 1};
inline constexpr Field kRedirectFloor{0x080, 0, 14};
inline constexpr Field kDepthGain{0x084, 0, 8};
inline constexpr Field kGrowthGain{0x084, 8, 8};
inline constexpr Field kEpCongested{0x090, 0, 14};
inline constexpr Field kEpMask{0x094, 0, 11};
inline constexpr Field kEpDraws{0x094, 16, 1};
inline constexpr Field kDrain0{0x0a0, 0, 32};
inline constexpr Field kDrain1{0x0a4, 0, 8};
inline constexpr Field kFlowLimit{0x100, 0, 11};
inline constexpr Field kQueueLimit{0x120, 0, 11};
inline constexpr Field kCounter{0x180, 0, 32};
inline constexpr Field kRowId{0x1c0, 0, 11};
inline constexpr Field kRow{0x1c4, 0, 32};

/// Offset and word after reset, in the widest build; a smaller one has all ones in a field that
/// is too small.
inline constexpr std::uint32_t kResetWords[][2] = {
    {0x020, 0x1e},   {0x024, 0x3c},    {0x028, 0x5a},   {0x02c, 0x30},   {0x030, 0xa5294940},
    {0x034, 0x94a4}, {0x040, 0x40},    {0x044, 0x10},   {0x048, 0x28},   {0x050, 0x0},
    {0x054, 0x1194}, {0x058, 0x7d0},   {0x05c, 0x2710}, {0x060, 0x7530}, {0x070, 0x110},
    {0x074, 0xa},    {0x078, 0x200},   {0x07c, 0x0},    {0x080, 0x20},   {0x084, 0x401},
    {0x090, 0x40},   {0x094, 0x1007f}, {0x0a0, 0x0},    {0x0a4, 0x0},    {0x100, 0x100},
    {0x104, 0x80},   {0x108, 0x40},    {0x10c, 0x24},   {0x110, 0x24},   {0x114, 0x24},
    {0x118, 0x24},   {0x11c, 0x24},    {0x120, 0x80},   {0x124, 0x40},   {0x128, 0x24},
    {0x12c, 0x24},   {0x130, 0x24},    {0x134, 0x24},   {0x138, 0x24},   {0x13c, 0x24},
    {0x004, 0x1},
};

}  // namespace selvage::flow_port_regs
