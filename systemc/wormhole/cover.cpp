// SPDX-License-Identifier: Apache-2.0
#include "wormhole/cover.hpp"

namespace selvage::wormhole {

namespace {

using cover::goal;
using cover::Row;
using cover::Situation;

constexpr std::array<const char*, kAnswers> kAnswerNames{"takes", "waits", "again", "dropped"};
constexpr std::array<const char*, kAnswers> kAnswerTexts{"takes a channel", "waits for channels",
                                                         "has to ask again", "is dropped"};
constexpr std::array<const char*, kAnswers> kAnswerIds{"WH-RC-4 WR-ANS", "WH-RC-3 WR-ANS",
                                                       "WH-RC-2 WR-ANS", "WH-DROP WR-ANS"};
constexpr std::array<const char*, 2> kEnds{"host", "link"};
constexpr std::array<const char*, 2> kVcNames{"same_vc", "other_vc"};

constexpr std::array<Row, kFlitCases> kRows{{
    {"buffer.full", "WH-BUF-1 WH-BUF-2", "A flit takes the last place of its buffer."},
    {"buffer.behind_others", "WH-BUF-1 WH-VC WR-RX",
     "A header comes behind another packet's flits."},
    {"credit.last", "WH-CRED-1 WR-CRED", "A flit to another switch takes the last credit."},
    {"credit.last_of_host", "WH-RECV-1 WH-RECV-2", "A flit to a slow host takes the last credit."},
    {"credit.awaited", "WH-CRED-1 WR-CRED", "A credit comes for which a flit has waited."},
    {"channel.freed_by_credit", "WH-VC WR-VC",
     "The last credit comes home: its channel is free again."},
    {"channel.freed_by_tail", "WH-VC WR-VC", "A channel is free again as a tail leaves by it."},
    {"channel.wakes", "WH-RC-3 WR-VC", "A channel that is free again lets a waiting header ask."},
    {"ask.several", "WH-RC-1 WR-ASK", "Several headers would ask in one cycle."},
    {"ask.turn_wraps", "WH-RC-1 WR-ASK", "The turn of those who ask wraps to a lower channel."},
    {"answer.host_channel", "WH-RC-4", "A host is reached by another channel than was named."},
    {"answer.overtaken", "WH-RC-2 WR-ANS",
     "The channel has been taken between question and answer."},
    {"answer.choice_not_free", "WH-RC-3", "A control names a channel that was not free."},
    {"answer.stale", "WH-CUT WR-NEWS",
     "The routing state has changed between question and answer."},
    {"answer.outdated", "WH-CUT WR-ANS",
     "An answer names what the control knows to be dead by now."},
    {"answer.freed_meanwhile", "WH-RC-3", "A channel has become free between question and answer."},
    {"answer.names_nothing", "WH-DROP", "An answer names nothing that is there."},
    {"answer.lost", "WH-NODE WR-DIE", "An answer comes for a header that died with its node."},
    {"crossbar.several_inputs", "WH-SA-1 WH-SA-2 WR-SA",
     "Several inputs have a flit for one output."},
    {"crossbar.turn_wraps", "WH-SA-1 WH-SA-2 WR-SA",
     "Of several inputs round robin of an output wraps to a lower one."},
    {"crossbar.input_read", "WH-SA-1 WR-SA",
     "An input is left out: its port has been read already."},
    {"crossbar.message_has_flit", "WH-MSG WR-MSG", "A fault message takes the flit of a worm."},
    {"separable.several_channels", "WH-SA-3 WR-SA", "Several channels of one input port may send."},
    {"separable.choice_lost", "WH-SA-3 WR-SA", "Several input ports have chosen one output port."},
    {"drain.flit", "WH-DROP WR-DROP", "A flit of a dropped packet is taken out."},
    {"drain.flit_not_there", "WH-DROP", "A dropped packet's next flit has still to come."},
    {"drain.port_read", "WH-DROP WR-DROP",
     "A dropped packet waits: its input port is read otherwise."},
    {"cut.header_on_wire", "WH-CUT", "A link dies with a header on it."},
    {"cut.front_waits", "WH-CUT", "A link dies; the front of the worm still waits behind it."},
    {"cut.front_moves", "WH-CUT", "A link dies; the worm's header has gone on beyond it."},
    {"cut.behind_others", "WH-CUT", "A link dies; the worm's front stands behind another packet."},
    {"cut.again", "WH-CUT", "A piece of a worm is cut once more."},
    {"cut.flits_lost", "WH-CUT WH-CONS FAB-LINK", "A link dies with flits on it."},
    {"cut.sent_into_dead", "WH-CUT", "A header is sent into a link that has died."},
    {"cut.frees_channel", "WH-CUT WH-VC", "A death frees a channel whose credits were away."},
    {"abort.comes", "WH-CUT WH-CONS WR-CUT", "An abort flit takes its place behind a cut worm."},
    {"abort.waits", "WH-CUT WR-CUT", "An abort flit waits: the buffer is full."},
    {"abort.at_once", "WH-CUT WH-REP-3", "A link dies anew before its end knew it to be back."},
    {"abort.beyond", "WH-CUT", "A worm that has its abort flit ends earlier in the next switch."},
    {"known.dead_wakes", "WH-CUT WR-NEWS", "A death becomes known: headers that wait ask again."},
    {"repair.held_by_worm", "WH-REP-1 WR-INIT",
     "A repair waits: a worm goes into the dead output."},
    {"repair.held_by_front", "WH-REP-1 WR-INIT",
     "A repair waits: a cut worm's front is in the buffer."},
    {"repair.comes_back", "WH-REP-1 WR-INIT", "An end of a link comes back."},
    {"repair.credits_restored", "WH-REP-2 WR-INIT",
     "Credits that were lost with a link are home again."},
    {"repair.used_before_known", "WH-REP-3", "A header comes over a link not yet known to be up."},
    {"repair.up_wakes", "WH-REP-3 WR-NEWS",
     "A link becomes known to be up: headers that wait ask again."},
    {"node.dies_with_packets", "WH-NODE WR-DIE", "A switch dies with packets in it."},
    {"node.dies_empty", "WH-NODE", "A switch dies without a packet in it."},
    {"buffer.overfull", "WH-BUF-2", "A buffer holds more flits than it has places."},
    {"credit.too_many", "WH-CRED-1", "A channel has more credits than the far end has places."},
    {"channel.two_packets", "WH-VC", "A header comes into a buffer that is another packet's."},
    {"repair.over_worm", "WH-REP-1", "A link comes back while a worm goes into its dead output."},
    {"repair.over_front", "WH-REP-1", "A link comes back while an end holds a cut worm."},
    {"repair.credits_missing", "WH-REP-2", "A link comes back without all of its credits."},
}};

}  // namespace

FlitCover::FlitCover(const FlitShape& shape) {
  auto model = std::make_shared<cover::Model>("switch.wormhole");
  for (unsigned c = 0; c < kFlitCases; ++c) {
    const Row& row = kRows[c];
    Situation one = goal(std::string("flit.") + row.name, row.requirements, row.text);
    if (c >= static_cast<unsigned>(FlitCase::kOverfull)) one.kind = Situation::Kind::kIllegal;
    model->add(std::move(one));
  }
  add_answers(*model);
  add_ways(*model);
  leave_out(*model, shape);
  model_ = std::move(model);
}

void FlitCover::add_answers(cover::Model& model) {
  for (unsigned a = 0; a < kAnswers; ++a) {
    for (unsigned link = 0; link < 2; ++link) {
      answer[a][link] = model.add(goal(
          std::string("flit_answer.") + kAnswerNames[a] + ".from_" + kEnds[link], kAnswerIds[a],
          std::string("A header that has come from a ") + kEnds[link] + " " + kAnswerTexts[a] +
              "."));
    }
    for (unsigned p = 0; p < cover::kPhases; ++p) {
      const std::string when = cover::to_string(static_cast<cover::Phase>(p));
      during[a][p] = model.add(goal("flit_while." + when + "." + kAnswerNames[a], kAnswerIds[a],
                                    "While the news of links is in phase \"" + when +
                                        "\": a header " + kAnswerTexts[a] + "."));
    }
  }
}

void FlitCover::add_ways(cover::Model& model) {
  for (unsigned from = 0; from < 2; ++from) {
    for (unsigned to = 0; to < 2; ++to) {
      for (unsigned vc = 0; vc < 2; ++vc) {
        way[from][to][vc] = model.add(goal(
            std::string("flit_way.") + kEnds[from] + "_to_" + kEnds[to] + "." + kVcNames[vc],
            "WH-RC-4 WH-VC WR-TX",
            std::string("A header from a ") + kEnds[from] + " goes on to a " + kEnds[to] + " by " +
                (vc == 0 ? "the virtual channel that it came by." : "another virtual channel.")));
      }
    }
  }
}

void FlitCover::leave_out(cover::Model& model, const FlitShape& shape) const {
  using Case = FlitCase;
  const auto without = [&](bool there, std::initializer_list<Case> cases, const char* why) {
    for (const Case one : cases) {
      if (!there) model.leave_out(static_cast<std::size_t>(one), why);
    }
  };
  without(shape.serial, {Case::kSeveralInputs, Case::kTurnWraps, Case::kInputRead},
          "with switch.allocator separable no output looks at all inputs");
  without(shape.separable, {Case::kSeveralChannels, Case::kChoiceLost},
          "switch.allocator is not separable");
  without(shape.slow_hosts, {Case::kLastCreditOfHost}, "traffic.receivers makes no host slow");
  const char* one_vc = "a link has one data virtual channel";
  without(shape.several_vcs, {Case::kHostChannel, Case::kSeveralChannels}, one_vc);
  for (const auto& from : way) {
    for (const auto& to : from) {
      if (!shape.several_vcs) model.leave_out(to[1], one_vc);
    }
  }
  for (const std::size_t home : way[0][0]) {
    if (!shape.several_hosts) {
      model.leave_out(home, "a switch has one host, and a host does not send to itself");
    }
  }
}

const FlitCover& flit_cover() {
  static const FlitCover cover;
  return cover;
}

}  // namespace selvage::wormhole
