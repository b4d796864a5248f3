// SPDX-License-Identifier: Apache-2.0
#include "flow/blocks/cover.hpp"

namespace selvage::flow {

namespace {

using cover::goal;
using cover::Row;
using cover::Situation;

constexpr std::array<const char*, kDeqWhys> kWhyNames{"goes",      "state",  "extent",  "injection",
                                                      "bandwidth", "credit", "no_port", "reroute"};
constexpr std::array<const char*, kDeqWhys> kWhyTexts{
    "leaves",
    "waits: its row is blocked",
    "waits: its flow has as much under way as its level allows",
    "waits: the hosts of the port have as much under way as they may",
    "waits: its flow is held to a bandwidth",
    "waits: it has no credit",
    "waits: no legal port is there",
    "waits: the port it follows is not legal any more"};
constexpr const auto& kTypes = golden::kAckTypeNames;
constexpr std::array<const char*, 2> kSides{"switch", "edge"};
constexpr std::array<const char*, kStates> kStateNames{"free", "running", "blocked"};
constexpr std::array<const char*, 4> kInputOps{"DEQ", "ENQ", "ACK", "CHK"};
constexpr std::array<const char*, 3> kOutputOps{"MAP", "REV", "CHK"};

constexpr std::array<Row, kFlowCases> kRows{{
    {"efct.hit", "FLOW-A-10", "A packet finds the row of its pattern."},
    {"efct.new_row", "FLOW-A-10", "A packet takes a free row."},
    {"efct.full", "FLOW-A-14", "A packet finds no row free: it stalls."},
    {"efct.no_window", "FLOW-A-5", "A packet stalls for lack of window."},
    {"efct.released", "FLOW-A-19", "The last ACK of a row releases it."},
    {"efct.kept", "FLOW-A-12", "A hit and the last ACK of a row in one clock: it is kept."},
    {"efct.both", "FLOW-A-11", "A look-up and an ACK in one clock."},
    {"ifct.enq.opens", "FLOW-A-20", "A packet opens a row."},
    {"ifct.enq.hole", "FLOW-A-26", "A packet comes behind a hole."},
    {"ifct.enq.gap", "FLOW-A-26", "A packet announces that something was lost before."},
    {"ifct.enq.over", "FLOW-D-5", "A queue is above its limit."},
    {"ifct.enq.marker", "FLOW-A-31", "A marker comes."},
    {"ifct.enq.loss", "FLOW-A-26", "A hole is reported upstream."},
    {"ifct.enq.credit", "FLOW-D-4", "An arriving packet sets off a CREDIT."},
    {"ifct.ack.released", "FLOW-A-19", "An ACK releases a row."},
    {"ifct.ack.redirected", "FLOW-C-3", "A REDIRECT is carried out: the row blocks."},
    {"ifct.chk.credit", "FLOW-D-4", "A timer sends a CREDIT."},
    {"ifct.chk.other", "FLOW-C-8", "A timer changes a row and sends nothing."},
    {"ofct.map.hit", "FLOW-A-17", "A packet finds its outgoing id."},
    {"ofct.map.new_id", "FLOW-A-17", "A packet takes an outgoing id."},
    {"ofct.map.full", "FLOW-A-18", "No outgoing id is free."},
    {"ofct.map.no_credit", "FLOW-D-4", "A branch is out of credit."},
    {"ofct.rev.back", "FLOW-A-17", "An ACK is sent on to an input table."},
    {"ofct.rev.stray", "FLOW-A-21", "An ACK finds no row."},
    {"ofct.rev.released", "FLOW-A-19", "An ACK releases an outgoing id."},
    {"ofct.timer.marker", "FLOW-A-31 FLOW-A-27", "Long without news: a marker is sent."},
    {"ofct.timer.back", "FLOW-D-4", "A timer sends something upstream."},
    {"ofct.timer.other", "FLOW-D-4", "A timer changes a row and sends nothing."},
    {"ofct.died.loss", "FLOW-A-29", "A row of a dead link is reported as lost."},
    {"ofct.died.close", "FLOW-A-29", "A row of a dead link is closed."},
    {"redirect.given", "FLOW-C-6", "A packet of a deep queue is asked to go another way."},
    {"redirect.not_given", "FLOW-C-6", "A packet is looked at and not redirected."},
    {"redirect.exempt", "FLOW-C-9",
     "A packet that is not to be moved, by its level or its kind, is looked at."},
    {"aggregator.taken", "FLOW-B-8", "An ACK enters the aggregator."},
    {"aggregator.not_ready", "FLOW-B-8", "An ACK comes while the aggregator is not ready."},
    {"aggregator.granted", "FLOW-B-6", "A frame of ACKs is granted."},
    {"aggregator.on_busy_link", "FLOW-B-5", "A frame is asked for on a busy link."},
    {"aggregator.on_idle_link", "FLOW-B-5", "A frame is asked for on an idle link."},
    {"unpacker.good", "FLOW-B-1", "A frame comes whole."},
    {"unpacker.bad", "FLOW-B-1", "A damaged frame comes."},
    {"walker.down", "FLOW-A-29", "The link dies: its rows are walked through."},
    {"walker.up", "FLOW-A-29", "The link is back and all rows are closed."},
    {"path.xoff", "FL-POOL", "An input asks its sender to hold a class."},
    {"path.paused", "FLOW-D-5", "A host is asked to hold a flow."},
    {"path.joined", "FLOW-A-9", "A link that came back is initialised."},
    {"path.moved", "FLOW-C-3", "An ordered flow leaves its edge by another port than before."},
    {"path.late_unordered", "FLOW-C-4", "A packet of an unordered flow comes behind a later one."},
    {"path.sent_away", "FLOW-C-11", "Heads stand at an output when it is declared dead."},
    {"path.message.in_packet", "FLOW-MSG", "A fault message takes a beat while packets leave."},
    {"path.message.alone", "FLOW-MSG", "A fault message takes a beat of an output that has none."},
    {"path.class_changes", "FLOW-D-2", "Behind a packet of one class one of another class leaves."},
    {"path.header_ahead", "FLOW-D-3", "A packet leaves its queue before its last beat has come."},
    {"path.drop.no_route", "FAB-DROP", "A packet has no way."},
    {"path.drop.dead_port", "FAB-DROP", "A packet has dead ports only."},
    {"path.drop.lost", "FAB-DROP", "A link loses a packet by itself."},
    {"path.drop.caught", "FAB-DROP", "A packet is on a link that dies."},
    {"path.drop.into_dead", "FAB-DROP", "A packet is sent into a dead link."},
}};

/// "DEQ+ENQ".
template <std::size_t N>
std::string joined(const std::array<const char*, N>& names, unsigned set) {
  std::string text;
  for (std::size_t i = 0; i < N; ++i) {
    if ((set >> i & 1U) != 0) text += (text.empty() ? "" : "+") + std::string(names[i]);
  }
  return text;
}

bool is_several(unsigned set) { return (set & (set - 1)) != 0; }

}  // namespace

FlowCover::FlowCover(const FlowShape& shape) {
  auto model = std::make_shared<cover::Model>("flow.blocks");
  add_input_table(*model);
  for (unsigned t = 0; t < kAckTypes; ++t) {
    rev[t] = model->add(goal(std::string("ofct.rev.") + kTypes[t], "FLOW-A-3",
                             std::string("A ") + kTypes[t] + " comes to the output table."));
  }
  for (unsigned t = 0; t < chosen.size(); ++t) {
    chosen[t] = model->add(goal(std::string("ep_ack.") + kTypes[t], "FLOW-A-3",
                                std::string("The egress edge answers ") + kTypes[t] + "."));
  }
  add_clocks(*model);
  for (unsigned c = 0; c < kFlowCases; ++c) {
    single[c] = model->add(kRows[c]);
  }
  leave_out(*model, shape);
  model_ = std::move(model);
}

void FlowCover::add_input_table(cover::Model& model) {
  for (unsigned edge = 0; edge < 2; ++edge) {
    const std::string side = kSides[edge];
    for (unsigned w = 0; w < kDeqWhys; ++w) {
      deq[edge][w] = model.add(goal("deq." + side + "." + kWhyNames[w],
                                    edge != 0 ? "FLOW-C-1 FLOW-C-5" : "FLOW-C-1 FLOW-D-4",
                                    "At the " + side + " a head packet " + kWhyTexts[w] + "."));
    }
    for (unsigned t = 0; t < kAckTypes; ++t) {
      ack[edge][t] =
          model.add(goal("ack." + side + "." + kTypes[t], "FLOW-A-3",
                         "At the " + side + " a " + kTypes[t] + " comes to the input table."));
    }
  }
  for (unsigned s = 0; s < kStates; ++s) {
    for (unsigned t = 0; t < kAckTypes; ++t) {
      Situation one =
          goal(std::string("row.") + kStateNames[s] + "." + kTypes[t], "FLOW-A-15 FLOW-A-21",
               std::string("A ") + kTypes[t] + " comes for a row that is " + kStateNames[s] + ".");
      const bool moves = t <= static_cast<unsigned>(golden::AckType::kEpSevere);
      if (s == 0 && !moves) one.kind = Situation::Kind::kIllegal;
      on[s][t] = model.add(std::move(one));
    }
  }
}

void FlowCover::leave_out(cover::Model& model, const FlowShape& shape) const {
  using Why = golden::DeqWhy;
  using golden::AckType;
  for (const Why why : {Why::kExtent, Why::kInjection, Why::kBandwidth}) {
    model.leave_out(deq[0][static_cast<unsigned>(why)], "a limit of the ingress edge alone");
  }
  for (unsigned t = 0; t < chosen.size(); ++t) {
    model.leave_out(on[0][t],
                    "an output table has a row only for units that its input table's row counts as "
                    "under way, FLOW-A-7");
  }
  for (unsigned set = 0; set < ifct_row[0].size(); ++set) {
    if ((set & 1U) != 0) {
      model.leave_out(ifct_row[0][set], "a row of which a packet is asked for has one");
    } else if ((set & 4U) != 0) {
      model.leave_out(ifct_row[0][set], "an ACK of a row that is free is impossible or forbidden");
    }
  }
  model.leave_out(of(FlowCase::kTimerBack), "a timer of an output table sends a marker or nothing");
  model.leave_out(of(FlowCase::kAckRefused), "a port keeps an ACK until its aggregator is ready");
  for (const AckType type : {AckType::kEpNew, AckType::kEpCont, AckType::kEpSevere}) {
    if (!shape.congestion) leave_out(model, type, "switch.flow.congestion_aware is off");
  }
  if (!shape.severe) {
    leave_out(model, AckType::kEpSevere, "switch.flow.egress_units is less than severe_units");
  }
  if (!shape.frames) {
    model.leave_out(of(FlowCase::kFrameGood), "switch.flow.wire_frames is off");
    model.leave_out(of(FlowCase::kFrameBad), "switch.flow.wire_frames is off");
  }
  if (!shape.full_edge) {
    model.leave_out(of(FlowCase::kEfctFull),
                    "an ingress edge has a row for each host, class and kind of order");
  }
  if (!shape.classes) model.leave_out(of(FlowCase::kClassChanges), "all packets are of one class");
  if (!shape.unordered) model.leave_out(of(FlowCase::kLateUnordered), "all flows are ordered");
  if (!shape.loss) model.leave_out(of(FlowCase::kDropLost), "switch.flow.loss is 0");
  for (const FlowCase which : {FlowCase::kMessageInPacket, FlowCase::kMessageAlone}) {
    if (!shape.messages) model.leave_out(of(which), "link.messages is sideband");
  }
}

void FlowCover::leave_out(cover::Model& model, golden::AckType type, const char* why) const {
  const auto t = static_cast<unsigned>(type);
  for (const auto& side : ack) model.leave_out(side[t], why);
  for (const auto& state : on) model.leave_out(state[t], why);
  model.leave_out(rev[t], why);
  model.leave_out(chosen[t], why);
}

void FlowCover::add_clocks(cover::Model& model) {
  for (unsigned set = 1; set < ifct_clock.size(); ++set) {
    const std::string ops = joined(kInputOps, set);
    for (unsigned s = 0; s < kStates; ++s) {
      ifct_row[s][set] = model.add(
          goal(std::string("ifct.row.") + kStateNames[s] + "." + ops, "FLOW-A-15 FLOW-A-16",
               "The input table has " + ops + " of one row that is " + kStateNames[s] +
                   ", and no operation of another, in one clock."));
    }
    if (!is_several(set)) continue;
    ifct_clock[set] = model.add(
        goal("ifct.clock." + ops, "FLOW-A-16", "The input table has " + ops + " in one clock."));
  }
  for (unsigned set = 1; set < ofct_clock.size(); ++set) {
    if (!is_several(set)) continue;
    const std::string ops = joined(kOutputOps, set);
    ofct_clock[set] = model.add(
        goal("ofct.clock." + ops, "FLOW-A-16", "The output table has " + ops + " in one clock."));
  }
}

const FlowCover& flow_cover() {
  static const FlowCover cover;
  return cover;
}

}  // namespace selvage::flow
