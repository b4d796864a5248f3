// SPDX-License-Identifier: Apache-2.0
#include "config/switch/cut_through/cover.hpp"

#include <array>

namespace selvage {

namespace {

using cover::Row;
constexpr std::array<Row, static_cast<std::size_t>(DataCase::kCount)> kRows{{
    {"buffer.empty", "FAB-ORDER", "A header comes to an empty input buffer."},
    {"buffer.behind_others", "FAB-ORDER", "A header comes behind other packets."},
    {"buffer.full", "FAB-BUF", "A packet fills its input buffer to the last beat."},
    {"buffer.after_xoff", "FAB-BUF FAB-LEN-2", "A packet comes that started before its XOFF."},
    {"buffer.caught_on_link", "FAB-LINK FS-RX-2", "A packet on a link is lost as the link dies."},
    {"buffer.sent_into_dead", "FAB-LINK", "A packet is sent into a link not yet known to be dead."},
    {"buffer.at_dead_switch", "FAB-DIE FS-DIE", "A packet comes to a switch that is dead."},
    {"flow.xoff", "FAB-BUF FS-XON", "An input buffer says XOFF."},
    {"flow.xon_behind_tail", "FAB-BUF FS-XON",
     "An input buffer says XON behind a packet's last beat."},
    {"flow.xon_while_leaving", "FAB-BUF FS-XON",
     "An input buffer says XON in the middle of a packet that leaves."},
    {"route.several_ask", "FAB-RC-1 FS-REQ", "Inputs have to wait for their turn to ask."},
    {"route.no_way", "FAB-DRAIN", "A header is answered that it has no way."},
    {"route.asked_again", "FAB-DECL FS-DEC", "An answer names a dead port and is asked for again."},
    {"route.dead_port", "FAB-DRAIN FS-DEC", "An answer names a dead port and is final."},
    {"route.control_waits", "F-FLOW-3", "The control answers that the packet has to wait."},
    {"route.answer_lost", "FAB-DIE FS-DIE",
     "An answer comes for a packet that was wiped meanwhile."},
    {"output.busy", "FAB-RC-1", "A packet waits for an output that sends another one."},
    {"output.message_has_beat", "FAB-BEAT FS-MSG",
     "A packet would begin in a beat that a message has."},
    {"output.front_has_xoff", "FAB-BUF FS-ARB", "The first packet of an input waits for XON."},
    {"output.several_inputs", "FAB-PROG FS-ARB", "Several inputs wait for one free output."},
    {"output.turn_wraps", "FAB-PROG FS-ARB", "Round robin of an output wraps to a lower input."},
    {"output.next_asks", "FAB-RC-1 FS-NEXT",
     "The next packet asks while the one before it leaves."},
    {"output.drains", "FAB-DRAIN FS-DROP", "A refused packet drains."},
    {"beat.message_takes", "FAB-BEAT FS-MSG", "A message takes a beat of a packet under way."},
    {"beat.late", "FAB-STALL FS-GAP", "A beat has not come in time: a gap behind it."},
    {"beat.stall_absorbed", "FAB-STALL FS-RD", "A beat comes late and nobody notices."},
    {"cut.in_buffer", "FAB-REP FS-RX-2", "A link dies within a packet that waits in the buffer."},
    {"cut.leaving", "FAB-REP FS-RX-2", "A link dies within a packet that has begun to leave."},
    {"dead.waiting_asks_again", "FAB-DECL FS-DOWN",
     "Packets that wait for a port that is declared dead ask again."},
    {"dead.wiped", "FAB-DIE FS-DIE", "A switch dies with packets in it."},
    {"dead.flow_control_again", "FAB-REP FS-INIT", "XOFF is said again over a link that is back."},
    {"dead.xon_lost", "FAB-LINK", "An XON or XOFF is lost on a dead link."},
}};

}  // namespace

const cover::ModelPtr& cut_through_cover() {
  static const cover::ModelPtr model = [] {
    auto made = std::make_shared<cover::Model>("switch.cut_through");
    for (const Row& row : kRows) {
      made->add(cover::goal("data." + std::string(row.name), row.requirements, row.text));
    }
    return made;
  }();
  return model;
}

}  // namespace selvage
