// SPDX-License-Identifier: Apache-2.0
#include "cosim/fattree/bugs.hpp"

#include "cosim/fattree/control/control_block.hpp"

namespace selvage::cosim {

namespace {

constexpr std::string_view kMainJob = "scenarios/fattree_8p3t_link_faults.yaml";
constexpr std::string_view kResend = "scenarios/dlfm_resend.yaml";
constexpr std::string_view kRepair = "scenarios/repair_four_levels.yaml";
constexpr std::string_view kFourFaults = "scenarios/e1_corrected_rule.yaml";
constexpr std::string_view kSwitchRtl = "scenarios/switch_rtl.yaml";
constexpr std::string_view kSwitchFlaps = "scenarios/switch_rtl_flaps.yaml";
constexpr std::string_view kSwitchLossy = "scenarios/switch_rtl_lossy.yaml";
constexpr std::string_view kSwitchSideband = "scenarios/switch_rtl_sideband.yaml";
constexpr std::string_view kSwitchDies = "scenarios/switch_rtl_dies.yaml";

FatTreeBug in_rtl(RtlBug bit, std::string_view name, std::string_view summary,
                  std::string_view shown_by) {
  return {{name, summary, true, shown_by}, bit, nullptr};
}

FatTreeBug in_switch(RtlBug bit, std::string_view name, std::string_view summary,
                     std::string_view shown_by = kSwitchRtl) {
  return {{name, summary, true, shown_by, true}, bit, nullptr};
}

FatTreeBug in_golden(bool golden::MessageBugs::*field, std::string_view name,
                     std::string_view summary, std::string_view shown_by) {
  return {{name, summary, false, shown_by}, 0, field};
}

}  // namespace

const std::vector<FatTreeBug>& fattree_bugs() {
  using Bugs = golden::MessageBugs;
  static const std::vector<FatTreeBug> all{
      in_rtl(kSkipLft, "skip_lft", "route selection ignores the link fault table", kMainJob),
      in_rtl(kPreferredFromSource, "preferred_from_source",
             "the preferred up port comes from the source's digit", kMainJob),
      in_rtl(kNextLowest, "next_lowest",
             "the next port is the lowest of V, not the next above the preferred", kMainJob),
      in_rtl(kAnswerLate, "answer_late", "a route decision comes a clock late", kMainJob),
      in_rtl(kAnswerLost, "answer_lost", "of two requests in a row the second gets no answer",
             kMainJob),
      in_rtl(kUlfmNotUp, "ulfm_not_up", "a ULFM from below is not passed on upwards", kRepair),
      in_rtl(kCase1ChildrenOnly, "case1_children_only",
             "a dead down port is advertised through the down ports only", kMainJob),
      in_rtl(kDlfmMin, "dlfm_min", "a DLFM carries the lowest level, not the highest", kResend),
      in_rtl(kPsWithoutLevel, "ps_without_level", "a DLFM counts as an own dead link", kResend),
      in_rtl(kLevelNotStrict, "level_not_strict", "case 3 takes PS.l <= A for PS.l < A", kResend),
      in_rtl(kDlfmOnce, "dlfm_once", "a DLFM is never sent again when its level changes", kResend),
      in_rtl(kRepairClearsBoth, "repair_clears_both",
             "one bit for direct and derived: a ULRM clears both", kRepair),
      in_rtl(kNoSyncReq, "no_syncreq", "an up port that is back asks for nothing", kRepair),
      in_rtl(kNoResync, "no_resync", "a down port that is back is not advertised by RESYNC",
             kRepair),
      in_switch(kAskStuck, "switch_ask_stuck",
                "the inputs of a switch do not ask in turn: always the lowest first"),
      in_switch(kStaleAnswer, "switch_stale_answer",
                "an answer that names a dead port is never asked for again"),
      in_switch(kOutputStuck, "switch_output_stuck",
                "an output does not serve its inputs in turn: always the lowest first"),
      in_switch(kMessageFree, "switch_message_free", "a fault message does not take a beat"),
      in_switch(kIgnoresXoff, "switch_ignores_xoff", "an output sends although it has XOFF"),
      in_switch(kXonLate, "switch_xon_late", "an input says XON and XOFF a cycle late"),
      in_switch(kNoFill, "switch_no_fill", "what a dead link has cut is not made up"),
      in_switch(kCutUnmarked, "switch_cut_unmarked", "the tail of a cut packet is not marked"),
      in_switch(kAskLate, "switch_ask_late",
                "a header asks only when the packet before it has left"),
      in_switch(kHeadersAsleep, "switch_headers_asleep",
                "the clock of headers is left out although a packet begins to leave"),
      in_switch(kDeathKept, "switch_death_kept",
                "the inputs of a switch that dies keep what they hold", kSwitchDies),
      in_switch(kNoResend, "switch_no_resend", "a damaged fault message is not asked for again",
                kSwitchLossy),
      in_switch(kOvertaken, "switch_overtaken",
                "new fault messages go before those that have to leave once more", kSwitchLossy),
      in_switch(kSidebandBeat, "switch_sideband_takes_beat",
                "a fault message that has wires of its own takes a beat, too", kSwitchSideband),
      in_switch(kCountLost, "switch_count_lost",
                "of packets that begin to leave together one is counted"),
      in_switch(kBeatMore, "switch_beat_more", "a packet is a beat longer than its head says"),
      in_switch(kBubble, "switch_bubble",
                "behind a tail no packet of its input begins for a cycle"),
      in_switch(kGapLonger, "switch_gap_longer", "a beat that comes behind a gap waits a cycle"),
      in_switch(kDrainSlow, "switch_drain_slow",
                "a packet that drains loses a beat every other cycle"),
      in_switch(kDownUnheard, "switch_down_unheard",
                "headers that wait do not hear that their port is declared dead"),
      in_switch(kClearLate, "switch_clear_late",
                "a port does not say that it is clear before it is declared up"),
      in_switch(kOutageLate, "switch_outage_late",
                "behind an outage an output goes by the level of before until XON comes",
                kSwitchFlaps),
      in_switch(kResetFull, "switch_reset_full",
                "a reset leaves a beat in the count of each buffer"),
      in_golden(&Bugs::case3_as_printed, "case3_as_printed",
                "golden: case 3 by the printed rule although the corrected one is asked for",
                kFourFaults),
      in_golden(&Bugs::dlfm_once, "golden_dlfm_once",
                "golden: a DLFM is never sent again when its level changes", kResend),
      in_golden(&Bugs::ulfm_not_up, "golden_ulfm_not_up",
                "golden: a ULFM from below is not passed on upwards", kRepair),
      in_golden(&Bugs::case1_children_only, "golden_case1_children_only",
                "golden: a dead down port is advertised through the down ports only", kMainJob),
      in_golden(&Bugs::dlfm_min, "golden_dlfm_min",
                "golden: a DLFM carries the lowest level, not the highest", kResend),
      in_golden(&Bugs::ps_without_level, "golden_ps_without_level",
                "golden: a DLFM counts as an own dead link", kResend),
      in_golden(&Bugs::level_not_strict, "golden_level_not_strict",
                "golden: case 3 takes PS.l <= A for PS.l < A", kResend),
      in_golden(&Bugs::n1, "golden_repair_keeps_derived",
                "golden: a repair clears direct bits and the own PS only", kRepair),
      in_golden(&Bugs::n2, "golden_repair_one_bit",
                "golden: one bit for direct and derived, no SYNCREQ, no RESYNC", kRepair),
      in_golden(&Bugs::n3, "golden_no_sync", "golden: no SYNCREQ, no RESYNC", kRepair)};
  return all;
}

const FatTreeBug* find_fattree_bug(std::string_view name) {
  for (const FatTreeBug& bug : fattree_bugs()) {
    if (bug.info.name == name) return &bug;
  }
  return nullptr;
}

}  // namespace selvage::cosim
