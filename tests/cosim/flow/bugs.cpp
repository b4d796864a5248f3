// SPDX-License-Identifier: Apache-2.0
/// Every deliberate fault of the RTL blocks of the flow channels is found, and what differs first
/// fits it.
#include <catch2/catch.hpp>

#include <functional>

#include "choice.hpp"
#include "settings.hpp"

using namespace selvage;
using namespace selvage::test;
using cosim::FlowSize;

namespace {

constexpr std::uint64_t kCycles = 50'000;

/// The first difference of a block with `bugs`.
using Hunt = std::function<std::string(unsigned bugs)>;

std::string hunt_cam(unsigned bugs) {
  CamPair pair = cam_pair(FlowSize::kSmall, bugs);
  CamStimulus stimulus(1, 64);
  return run(pair, stimulus, kCycles);
}
std::string hunt_efct(unsigned bugs) {
  EfctPair pair = efct_pair(FlowSize::kSmall, bugs);
  EfctStimulus stimulus(2, golden::kSmallFlowSizes);
  return run(pair, stimulus, kCycles);
}
std::string hunt_ifct(unsigned bugs) {
  IfctPair pair = ifct_pair(short_ifct(FlowSize::kSmall, false, true), bugs);
  IfctStimulus stimulus(11, 0);
  return run(pair, stimulus, kCycles);
}
std::string hunt_ofct(unsigned bugs) {
  OfctPair pair = ofct_pair(FlowSize::kSmall, bugs);
  OfctStimulus stimulus(3, 0, golden::kSmallFlowSizes);
  return run(pair, stimulus, kCycles);
}
std::string hunt_walker(unsigned bugs) {
  WalkerPair pair = walker_pair(FlowSize::kSmall, bugs);
  WalkerStimulus stimulus(4);
  return run(pair, stimulus, kCycles);
}
std::string hunt_redirect(unsigned bugs) {
  RedirectPair pair = redirect_pair(golden::kSmallFlowSizes, bugs);
  RedirectStimulus stimulus(5, golden::kSmallFlowSizes);
  return run(pair, stimulus, kCycles);
}
std::string hunt_ep(unsigned bugs) {
  EpPair pair = ep_pair(1234, true, bugs);
  EpStimulus stimulus(8);
  return run(pair, stimulus, kCycles);
}
std::string hunt_choice(unsigned bugs) {
  ChoicePair pair = choice_pair(8, 32, 2, bugs);
  ChoiceStimulus stimulus(9, 8);
  return run(pair, stimulus, kCycles);
}
std::string hunt_aggregator(unsigned bugs) {
  AggregatorPair pair = aggregator_pair(aggregator_config(48, 512), bugs);
  AggregatorStimulus stimulus(6);
  return run(pair, stimulus, kCycles);
}
std::string hunt_unpacker(unsigned bugs) {
  UnpackerPair pair = unpacker_pair(48, 2, bugs);
  UnpackerStimulus stimulus(7, 48);
  return run(pair, stimulus, kCycles);
}

struct Bug {
  const char* block;
  unsigned bit;
  const char* fault;
  const char* shows;  ///< first difference
};
const Bug kBugs[] = {
    {"flow_cam_alloc", 0, "a hit does not cancel the free of its row", "freed (FLOW-A-11)"},
    {"flow_cam_alloc", 1, "two steps running with one new key allocate twice", "hit (FLOW-A-10)"},
    {"flow_cam_alloc", 2, "pause holds until the table is empty", "pause (FLOW-A-14)"},
    {"flow_cam_alloc", 3, "a stall takes row 0", "alloc (FLOW-A-11)"},
    {"flow_cam_alloc", 4, "a freed row is lost", "count (FLOW-A-13)"},
    {"efct", 0, "a hit does not keep the row", "rel (FLOW-A-19)"},
    {"efct", 1, "two steps running with one new key allocate twice", "hit (FLOW-A-10)"},
    {"efct", 2, "no window", "window (FLOW-A-5)"},
    {"efct", 3, "start is the position after the packet", "start (FLOW-A-8)"},
    {"efct", 4, "a window stall pauses", "pause (FLOW-A-14)"},
    {"efct", 5, "the row is released but not its CAM line", "count (FLOW-A-13)"},
    {"ifct", 0, "a REDIRECT does not block", "state_q (FLOW-C-6)"},
    {"ifct", 1, "a LOSS advances ack_flow", "assertion ifct_ack_row"},
    {"ifct", 2, "the delta is not applied", "ack_up_pos (FLOW-A-9)"},
    {"ifct", 3, "no release", "assertion ifct_ack_row"},
    {"ifct", 4, "a packet leaves in BLOCK", "deq_why (FLOW-C-1)"},
    {"ifct", 5, "ACK does not see the DEQ and ENQ of its step", "stray_q (FLOW-A-21)"},
    {"ifct", 6, "a marker is answered while there is data", "assertion ifct_enq_row"},
    {"ofct", 0, "positions zeroed at allocation", "map_start (FLOW-A-26)"},
    {"ofct", 1, "a stray ACK is not counted", "stray_q (FLOW-A-21)"},
    {"ofct", 2, "REV does not release", "rev_rel (FLOW-A-19)"},
    {"ofct", 3, "map_start without the hole", "map_start (FLOW-A-26)"},
    {"ofct", 4, "a limit is not noticed", "map_over (FLOW-D-4)"},
    {"ofct", 5, "REV does not see the MAP of its step", "rev_rel (FLOW-A-19)"},
    {"flow_walker", 0, "no drain", "state_q (FLOW-A-29)"},
    {"flow_walker", 1, "the last row is not closed", "state_q (FLOW-A-29)"},
    {"flow_walker", 2, "down restarts anywhere", "state_q (FLOW-A-29)"},
    {"flow_walker", 3, "the drain is a cycle too long", "wait_q (FLOW-A-29)"},
    {"redirect_gen", 0, "exempt is ignored", "redirect (FLOW-C-6)"},
    {"redirect_gen", 1, "the LFSR stands still at exempt loads", "lfsr_q (FLOW-C-6)"},
    {"redirect_gen", 2, "growth since the youngest sample", "redirect (FLOW-C-6)"},
    {"redirect_gen", 3, "what carries out of C's ten bits is lost", "redirect (FLOW-C-6)"},
    {"redirect_gen", 4, "a sample is taken a cycle late", "hist_q (FLOW-C-6)"},
    {"ep_ack_type", 0, "the level is ignored", "type (FLOW-A-3)"},
    {"ep_ack_type", 1, "only packets that are notified draw", "lfsr_q (FLOW-A-3)"},
    {"ep_ack_type", 2, "severe one unit late", "type (FLOW-A-3)"},
    {"ep_ack_type", 3, "one step of the LFSR a packet", "lfsr_q (FLOW-A-3)"},
    {"least_loaded", 0, "the pointer stays", "pointer_q (FLOW-C-2)"},
    {"least_loaded", 1, "a choice among one moves the pointer", "pointer_q (FLOW-C-2)"},
    {"least_loaded", 2, "loads are compared as they are", "port (FLOW-C-2)"},
    {"least_loaded", 3, "a port that was left counts as any other", "port (FLOW-C-2)"},
    {"least_loaded", 4, "ports that are not open are taken", "(FLOW-C-2)"},
    {"ack_aggregator", 0, "each arrival restarts the age", "cs_q (FLOW-B-4)"},
    {"ack_aggregator", 1, "a frame takes the arrival of the grant's cycle", "cnt_q (FLOW-P-3)"},
    {"ack_aggregator", 2, "the next batch starts with age 0", "cs_q (FLOW-B-4)"},
    {"ack_aggregator", 3, "parity is not checked", "cnt_q (FLOW-P-3)"},
    {"ack_aggregator", 4, "any size is good", "req_q (FLOW-B-5)"},
    {"ack_aggregator", 5, "the FCS starts from 0", "word[0] (FLOW-P-2)"},
    {"ack_aggregator", 6, "zeros behind the payload count in the FCS", "word[0] (FLOW-P-2)"},
    {"ack_frame_unpacker", 0, "the FCS is not checked", "used_q (FLOW-B-1)"},
    {"ack_frame_unpacker", 1, "a sof inside a frame is an ordinary word", "(FLOW-B-1)"},
    {"ack_frame_unpacker", 2, "no parity", "ack (FLOW-A-2)"},
    {"ack_frame_unpacker", 3, "the end 0xFD is not checked", "used_q (FLOW-B-1)"},
    {"ack_frame_unpacker", 4, "a sof with all buffers full begins a frame", "over_q (FLOW-B-1)"},
    {"ack_frame_unpacker", 5, "what is behind the FCS counts in it in one word",
     "used_q (FLOW-B-1)"},
};

const std::vector<std::pair<std::string, Hunt>> kHunts{{"flow_cam_alloc", hunt_cam},
                                                       {"efct", hunt_efct},
                                                       {"ifct", hunt_ifct},
                                                       {"ofct", hunt_ofct},
                                                       {"flow_walker", hunt_walker},
                                                       {"redirect_gen", hunt_redirect},
                                                       {"ep_ack_type", hunt_ep},
                                                       {"least_loaded", hunt_choice},
                                                       {"ack_aggregator", hunt_aggregator},
                                                       {"ack_frame_unpacker", hunt_unpacker}};

}  // namespace

TEST_CASE("Every deliberate fault of the flow blocks is found by lockstep",
          "[flow][bug][FLOW-A-29][FLOW-C-2][FLOW-C-6]") {
  for (const auto& [block, hunt] : kHunts) {
    CAPTURE(block);
    CHECK(hunt(0) == "");
    for (const Bug& bug : kBugs) {
      if (bug.block != block) continue;
      CAPTURE(bug.bit, bug.fault);
      CHECK_THAT(hunt(1U << bug.bit), Catch::Matchers::Contains(bug.shows));
    }
  }
}
