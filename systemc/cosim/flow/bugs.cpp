// SPDX-License-Identifier: Apache-2.0
#include "cosim/flow/bugs.hpp"

#include <algorithm>

namespace selvage::cosim {

namespace {

constexpr std::string_view kMainJob = "scenarios/flow_lockstep.yaml";
constexpr std::string_view kSmall = "scenarios/flow_small_packets.yaml";
constexpr std::string_view kCredits = "scenarios/flow_credits.yaml";
constexpr std::string_view kLosses = "scenarios/flow_loss.yaml";
constexpr std::string_view kPort = "scenarios/flow_port.yaml";
constexpr std::string_view kErrors = "scenarios/flow_ack_errors.yaml";

FlowBug bug(unsigned FlowBugs::*block, unsigned bit, std::string_view name,
            std::string_view summary, std::string_view shown_by = kMainJob) {
  return {{name, summary, true, shown_by}, block, bit};
}

}  // namespace

const std::vector<FlowBug>& flow_bugs() {
  using B = FlowBugs;
  static const std::vector<FlowBug> all{
      bug(&B::efct, 0, "efct_frees_hit_row", "a hit does not keep the row of its step's ACK"),
      bug(&B::efct, 2, "efct_no_window", "no limit to what a flow has outstanding", kSmall),
      bug(&B::efct, 3, "efct_start_behind", "the start is the position behind the packet"),
      bug(&B::efct, 4, "efct_window_pauses", "a window stall pauses like a full table", kSmall),
      bug(&B::efct, 5, "efct_keeps_line", "the row is released but not its CAM line"),
      bug(&B::ifct, 0, "ifct_no_block", "a REDIRECT does not block its flow"),
      bug(&B::ifct, 1, "ifct_loss_moves", "a LOSS advances the acknowledged position", kSmall),
      bug(&B::ifct, 2, "ifct_no_delta", "an ACK's difference is not applied"),
      bug(&B::ifct, 3, "ifct_no_release", "a row is never released"),
      bug(&B::ifct, 4, "ifct_leaves_blocked", "packets leave a blocked flow"),
      bug(&B::ifct, 5, "ifct_ack_sees_old", "an ACK does not see what else its step did"),
      bug(&B::ifct, 6, "ifct_marker_answers", "a marker is answered before what it is behind",
          kErrors),
      bug(&B::ofct, 0, "ofct_positions_zeroed", "positions start anew with the channel"),
      bug(&B::ofct, 1, "ofct_stray_uncounted", "a stray ACK is not counted", kErrors),
      bug(&B::ofct, 2, "ofct_no_release", "an id is never released by an ACK"),
      bug(&B::ofct, 3, "ofct_hole_forgotten", "a header does not carry its hole", kLosses),
      bug(&B::ofct, 4, "ofct_no_limit", "a branch out of credit goes on", kCredits),
      bug(&B::ofct, 5, "ofct_rev_sees_old", "an ACK does not see the packet mapped in its step"),
      bug(&B::redirect, 0, "redirect_exempt", "flows that are exempt are asked to move"),
      bug(&B::redirect, 1, "redirect_draws_less", "exempt packets draw no random number"),
      bug(&B::redirect, 2, "redirect_short_window", "growth is measured since the youngest sample"),
      bug(&B::redirect, 4, "redirect_late", "samples are taken a cycle late"),
      bug(&B::ep, 1, "ep_draws_less",
          "only packets whose flow is notified of congestion draw a number"),
      bug(&B::ep, 3, "ep_steps_once", "a draw is one step of the random number, not 11"),
      bug(&B::aggregator, 0, "ack_age_restarts", "each ACK restarts the age of its batch"),
      bug(&B::aggregator, 1, "ack_joins_granted", "a frame takes the ACK of its grant's cycle"),
      bug(&B::aggregator, 4, "ack_any_size", "any number of ACKs counts as good"),
      bug(&B::unpacker, 0, "unpack_no_fcs", "a frame is taken apart whatever its FCS says",
          kErrors),
      bug(&B::unpacker, 2, "unpack_no_parity", "ACKs leave the unpacker without their parity"),
      bug(&B::unpacker, 3, "unpack_no_end", "the end of a frame is not looked at", kErrors),
      bug(&B::walker, 0, "walk_no_drain", "closing ACKs follow the LOSS at once", kLosses),
      bug(&B::walker, 1, "walk_leaves_last", "the last row of a dead link is not closed", kLosses),
      bug(&B::walker, 3, "walk_drains_long", "closing ACKs come a cycle late", kLosses),
      bug(&B::choice, 0, "choice_stays", "the pointer of the choices stays where it is"),
      bug(&B::choice, 2, "choice_exact", "loads are compared as they are", kErrors),
      bug(&B::choice, 4, "choice_closed", "a port that is not open is chosen", kCredits),
      bug(&B::port, 5, "port_table_stands", "the clock of a table stands in that of its step",
          kPort),
      bug(&B::port, 6, "port_acks_stand", "the clock of the aggregator stands while ACKs wait",
          kPort),
      bug(&B::port, 7, "port_words_stand", "the clock of the unpacker stands after a word", kPort),
      bug(&B::port, 8, "port_draws_stand", "the clock of redirect_gen stands while an answer shows",
          kPort),
      bug(&B::aggregator, 5, "ack_fcs_start", "the frame check sequence starts from 0"),
      bug(&B::aggregator, 6, "ack_fcs_zeros", "zeros behind the payload count in the FCS"),
      bug(&B::unpacker, 5, "unpack_one_word",
          "what is behind the FCS counts in it if the frame is one word"),
  };
  return all;
}

FlowBugs flow_bugs_of(const std::vector<std::string>& names) {
  FlowBugs straps;
  for (const FlowBug& b : flow_bugs()) {
    if (std::find(names.begin(), names.end(), b.info.name) != names.end()) {
      straps.*b.block |= 1U << b.bit;
    }
  }
  return straps;
}

}  // namespace selvage::cosim
