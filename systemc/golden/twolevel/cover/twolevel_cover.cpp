// SPDX-License-Identifier: Apache-2.0
#include "golden/twolevel/cover/twolevel_cover.hpp"

namespace selvage::golden {

namespace {

using cover::goal;
using cover::Situation;

constexpr std::array<const char*, kTableLevels> kLevels{"edge", "aggregation", "core"};
constexpr std::array<const char*, kTableAnswers> kAnswers{"prefix", "suffix", "no_row"};
constexpr std::array<const char*, kTableAnswers> kAnswerTexts{
    "a prefix takes the address, it goes down", "a suffix takes the address, it goes up",
    "nothing takes the address of a host"};
constexpr std::array<const char*, kUpOutcomes> kOutcomes{"preferred", "next", "wrap",
                                                         "no_candidate", "not_asked"};
constexpr std::array<const char*, kUpOutcomes> kOutcomeTexts{
    "is a candidate", "is none, the next above it goes", "is none, the search wraps around",
    "is none, nor is any other", "stands: nobody asks the fault tables"};
constexpr std::array<const char*, kFlowOutcomes> kFlows{"tables_port", "other_port", "held",
                                                        "diverted"};
constexpr std::array<const char*, kFlowOutcomes> kFlowTexts{
    "goes by the port of the tables", "goes by another port than that of the tables",
    "waits for its packets on the old way", "is sent another way by faults"};
constexpr std::array<const char*, kFlowOutcomes> kFlowIds{"F-FLOW-1", "F-FLOW-1 F-FLOW-2",
                                                          "F-FLOW-3", "F-FLOW-1 F-FLT-1"};
constexpr unsigned kNotAsked = kUpOutcomes - 1;

}  // namespace

TwoLevelCover::TwoLevelCover(const Shape& shape) : hash_(shape.hash) {
  auto model = std::make_shared<cover::Model>("twolevel.switch");
  add_lookups(*model);
  add_ways(*model);
  leave_out(*model, shape);
  model_ = std::move(model);
}

void TwoLevelCover::add_lookups(cover::Model& model) {
  for (unsigned l = 0; l < kTableLevels; ++l) {
    for (unsigned a = 0; a < kTableAnswers; ++a) {
      const bool core = l == kTableLevels - 1;
      if (core && a == 1) continue;  // it has no suffixes
      Situation one =
          goal(std::string("lookup.") + kLevels[l] + "." + kAnswers[a],
               a == 2 ? "F-TAB-3 F-PATH-1"
               : core ? "F-TAB-2"
                      : "F-TAB-1 F-TAB-3",
               std::string("In a switch of level ") + kLevels[l] + " " + kAnswerTexts[a] + ".");
      if (a == 2) one.kind = Situation::Kind::kIllegal;
      lookup[l][a] = model.add(std::move(one));
    }
  }
  for (unsigned l = 0; l < 2; ++l) {
    const std::string level = kLevels[l];
    suffix[l][0] = model.add(goal("suffix." + level + ".straight", "F-TAB-1",
                                  "A suffix's port is its number plus that of the switch."));
    suffix[l][1] = model.add(goal("suffix." + level + ".wraps", "F-TAB-1",
                                  "A suffix's port is taken modulo the up ports."));
    hashed[l][0] = model.add(goal("hash." + level + ".same", "F-CMP-1",
                                  "The hash prefers the port that the suffix has."));
    hashed[l][1] =
        model.add(goal("hash." + level + ".other", "F-CMP-1", "The hash prefers another port."));
  }
  const auto forbidden = [&](unsigned which, const char* name, const char* text) {
    Situation one = goal(std::string("path.") + name, "F-PATH-1", text);
    one.kind = Situation::Kind::kIllegal;
    illegal[which] = model.add(std::move(one));
  };
  forbidden(0, "up_after_down", "A packet that has come down goes up again.");
  forbidden(1, "back", "A packet goes back by the port that it came by.");
}

void TwoLevelCover::add_ways(cover::Model& model) {
  for (unsigned o = 0; o < kUpOutcomes; ++o) {
    const char* const id = o == kNotAsked ? "F-FLT-2" : "F-FLT-1";
    const std::string text = std::string("the preferred up port ") + kOutcomeTexts[o] + ".";
    for (unsigned l = 0; l < 2; ++l) {
      up[l][o] = model.add(goal(std::string("up.") + kLevels[l] + "." + kOutcomes[o], id,
                                std::string("In a switch of level ") + kLevels[l] + " " + text));
    }
    for (unsigned p = 0; p < cover::kPhases; ++p) {
      const std::string when = cover::to_string(static_cast<cover::Phase>(p));
      during[p][o] =
          model.add(goal("up_while." + when + "." + kOutcomes[o], id,
                         "While the news of links is in phase \"" + when + "\": " + text));
    }
  }
  for (unsigned l = 0; l < 2; ++l) {
    for (unsigned f = 0; f < kFlowOutcomes; ++f) {
      flow[l][f] = model.add(goal(
          std::string("flow.") + kLevels[l] + "." + kFlows[f], kFlowIds[f],
          std::string("In a switch of level ") + kLevels[l] + " a flow " + kFlowTexts[f] + "."));
    }
  }
}

void TwoLevelCover::leave_out(cover::Model& model, const Shape& shape) {
  for (unsigned o = 0; o < kUpOutcomes; ++o) {
    if ((o == kNotAsked) != shape.fault_tables) continue;
    const char* const why = shape.fault_tables
                                ? "topology.faults is lft: the fault tables are asked"
                                : "topology.faults is none: nobody knows of faults";
    for (unsigned l = 0; l < 2; ++l) model.leave_out(up[l][o], why);
    for (unsigned p = 0; p < cover::kPhases; ++p) model.leave_out(during[p][o], why);
  }
  for (unsigned l = 0; l < 2; ++l) {
    for (const std::size_t situation : hashed[l]) {
      if (!shape.hash) model.leave_out(situation, "topology.routing is not hash");
    }
    for (const std::size_t situation : flow[l]) {
      if (!shape.flows) model.leave_out(situation, "topology.flows.mode is none");
    }
    if (!shape.held) model.leave_out(flow[l][2], "flows do not wait in the control of a switch");
    if (!shape.fault_tables) model.leave_out(flow[l][3], "topology.faults is none");
  }
}

void TwoLevelSampler::looked_up(Ipv4 address, PortIdx in, const NextHop& hop) {
  if (hop.drop) return meet(cover_->lookup[level_][2]);
  const bool core = level_ + 1 == kTableLevels;
  const bool up = !core && hop.port >= h_;
  meet(cover_->lookup[level_][up ? 1 : 0]);
  if (up && in >= h_) meet(cover_->illegal[0]);
  if (hop.port == in) meet(cover_->illegal[1]);
  if (!up) return;
  // Suffixes stand in the table by their numbers, from 2 on; 2 has port z + k/2 in switch z.
  const std::size_t row = address.octet(3) - 2;
  if (row >= table_->suffixes.size()) return;
  if (cover_->hash()) {
    return meet(cover_->hashed[level_][table_->suffixes[row].port == hop.port ? 0 : 1]);
  }
  const unsigned z = table_->suffixes.front().port - h_;
  meet(cover_->suffix[level_][row + z < h_ ? 0 : 1]);
}

void TwoLevelSampler::joined(PortIdx preferred, bool known, const RouteDecision& decision) {
  const bool forward = decision.outcome == RouteDecision::Outcome::kForward;
  const unsigned outcome = !known                       ? kNotAsked
                           : !forward                   ? 3U
                           : decision.port == preferred ? 0U
                           : decision.port > preferred  ? 1U
                                                        : 2U;
  meet(cover_->up[level_][outcome]);
  meet(cover_->during[static_cast<unsigned>(counts_->phase())][outcome]);
}

void TwoLevelSampler::flow_went(PortIdx preferred, PortIdx port, bool held, PortIdx taken) {
  meet(cover_->flow[level_][taken != port ? 3 : held ? 2 : port == preferred ? 0 : 1]);
}

}  // namespace selvage::golden
