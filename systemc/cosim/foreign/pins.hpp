// SPDX-License-Identifier: Apache-2.0
/// \file
/// The pins of the contracts whose blocks can stand in a switch, each by its place among those of
/// its direction.
#pragma once

#include <cstdint>

namespace selvage::cosim::pins {

namespace route_select {
enum Input : unsigned { kLevel, kSrc, kDst, kFromUp, kFailed, kPsLevel, kLftBits };
enum Output : unsigned { kUp, kMask, kDrop, kPort };
}  // namespace route_select

namespace fault_table {
enum Input : unsigned {
  kLevel,
  kStatement,
  kDead,
  kDerf,
  kDerr,
  kForget,
  kKey,
  kBit,
  kSeq,
  kLookup,
  kLookupDst,
  kCoord,
  kRulePaper,
  kCheck,
  kBelow,
  kVisit,
  kNext,
  kAdvertised
};
enum Output : unsigned { kLookupBits, kOverflow, kScanMore, kScanKey, kScanCond };
}  // namespace fault_table

namespace fault_message_unit {
enum Input : unsigned {
  kLevel,
  kCoord,
  kUp,
  kDown,
  kXoff,
  kLinkDown,
  kLinkUp,
  kValid,
  kData,
  kStop,
  kOwn,
  kDead,
  kSeq,
  kAnnounce,
  kWant,
  kWantLevel,
  kScanMore,
  kScanKey,
  kScanCond
};
enum Output : unsigned {
  kStopOut,
  kValidOut,
  kDataOut,
  kPort,
  kIndex,
  kIsUp,
  kMsgLevel,
  kMsgKey,
  kMsgSeq,
  kMsgDead,
  kLinkDownOut,
  kLinkUpOut,
  kDlfm,
  kDlrm,
  kResync,
  kAnnounced,
  kStatement,
  kDerf,
  kDerr,
  kForget,
  kCheck,
  kVisit,
  kNext,
  kAdvertised,
  kDone,
  kIdle
};
}  // namespace fault_message_unit

namespace link_probe {
enum Input : unsigned { kEnable, kPhase, kPeriod, kTimeout, kRetries, kNow, kAnswer };
enum Output : unsigned { kSend, kDown, kUp, kDead };
}  // namespace link_probe

namespace mcc_label {
enum Input : unsigned { kRestart, kFaulty, kPresent, kLinkDead, kNbBad, kNbLine };
enum Output : unsigned { kBad, kUnsafe, kLine, kChanged };
}  // namespace mcc_label

namespace planar_route {
enum Input : unsigned {
  kValid,
  kHere,
  kDst,
  kProxy,
  kInPort,
  kSub,
  kReserve,
  kFallback,
  kTie,
  kNbDown,
  kNbUnsafe,
  kUnsafe,
  kLine,
  kNbLine,
  kFree
};
enum Output : unsigned {
  kValidOut,
  kEject,
  kDropOut,
  kGrant,
  kDir,
  kVc,
  kSubOut,
  kProxyOut,
  kLegal
};
}  // namespace planar_route

namespace twolevel_route {
enum Input : unsigned {
  kLoadValid,
  kLoadRow,
  kLoadUsed,
  kLoadKey,
  kLoadMask,
  kLoadDrop,
  kLoadPort,
  kLoadNext,
  kValid,
  kDst
};
enum Output : unsigned { kValidOut, kHit, kDropOut, kRow, kPort, kNext };
}  // namespace twolevel_route

namespace flow_cam_alloc {
enum Input : unsigned { kReq, kKey, kFree, kFreeId };
enum Output : unsigned {
  kRsp,
  kHit,
  kAlloc,
  kStall,
  kId,
  kFreed,
  kKept,
  kFull,
  kPause,
  kCount,
  kStalls
};
}  // namespace flow_cam_alloc

namespace ack_aggregator {
enum Input : unsigned { kT1, kT2, kT3, kGood, kMax, kNow, kPush, kAck, kIdle, kGrant };
enum Output : unsigned {
  kReady,
  kReq,
  kLen,
  kFire,
  kFireLen,
  kWord,
  kWordValid,
  kWordSof,
  kWordEof
};
}  // namespace ack_aggregator

namespace redirect_gen {
enum Input : unsigned {
  kD0,
  kKd,
  kKg,
  kSeed,
  kSample,
  kSlot,
  kDepth,
  kLoad,
  kExempt,
  kPort,
  kId,
  kDelta
};
enum Output : unsigned { kRedirect, kPortOut, kIdOut, kDeltaOut };
}  // namespace redirect_gen

namespace ep_ack_type {
enum Input : unsigned { kSeed, kThreshold, kMask, kDraw, kRequest, kDepth, kLevel };
enum Output : unsigned { kResponse, kType };
}  // namespace ep_ack_type

/// $clog2 of SystemVerilog: bits that hold so many values.
[[nodiscard]] constexpr unsigned bits_for(std::uint64_t values) {
  unsigned bits = 0;
  while ((std::uint64_t{1} << bits) < values) ++bits;
  return bits;
}

}  // namespace selvage::cosim::pins
