// SPDX-License-Identifier: Apache-2.0
#include "golden/fattree/cover/route_cover.hpp"

namespace selvage::golden {

namespace {

using cover::Situation;

constexpr TieredRow kTurn{"turn",
                          "FT-RS-1",
                          "a packet that came from below is at l_anc or above and goes down.",
                          {2, 3, 2}};
constexpr TieredRow kDescend{
    "descend", "FT-RS-1", "a packet that came by an up port goes on down.", {2, 3, 0}};

constexpr std::array<TieredRow, kRouteReasons> kReasons{{
    {"own_dead", "FT-RS-2 FT-PS-1", "an up port whose own link is dead leaves V.", {2, 3, 0}},
    {"dlfm_below_ancestor",
     "FT-RS-2 FT-PS-2",
     "an up port with DLFM<L>, L < l_anc, leaves V.",
     {3, 4, 0}},
    {"dlfm_at_ancestor",
     "FT-RS-2 FT-PS-2",
     "an up port with DLFM<L>, L = l_anc, stays in V: PS.l < l_anc does not hold, <= would.",
     {3, 4, 0}},
    {"dlfm_above_ancestor",
     "FT-RS-2 FT-PS-2",
     "an up port with DLFM<L>, L > l_anc, stays in V.",
     {4, 5, 0}},
    {"direct_bit",
     "FT-RS-3 FT-LFT-3",
     "an up port leaves V by a direct bit of the fault table.",
     {2, 3, 0}},
    {"derived_bit",
     "FT-RS-3 FT-LFT-3",
     "an up port leaves V by a derived bit of the fault table.",
     {3, 4, 0}},
    {"other_line",
     "FT-LFT-3",
     "the fault table has a line with bits that the destination does not match.",
     {2, 3, 0}},
}};

constexpr std::array<TieredRow, kRouteChoices> kChoices{{
    {"all_candidates", "FT-RS-4", "every up port is in V, the preferred one is taken.", {2, 3, 0}},
    {"preferred", "FT-RS-4", "V lacks ports, the preferred one is in it.", {2, 3, 0}},
    {"next", "FT-RS-4", "the preferred port is not in V, one above it is taken.", {2, 3, 0}},
    {"wrap",
     "FT-RS-4",
     "V has ports below the preferred one only: the lowest is taken.",
     {2, 3, 0}},
    {"no_candidate", "FT-RS-5", "V is empty, the packet is dropped.", {2, 3, 0}},
}};

constexpr TieredRow kOneLeft{"one_left", "FT-RS-4", "V has a single port.", {2, 3, 0}};
constexpr TieredRow kBoth{"state_and_table",
                          "FT-RS-2 FT-RS-3",
                          "port states and the fault table each take a port out of one V.",
                          {2, 3, 0}};
constexpr CoverRow kSameCycle{
    "write_of_same_cycle", "FT-RS-6 FT-CYC-6",
    "A packet asks in the cycle at whose end the fault state changes, and does not see it."};
constexpr CoverRow kCycleBefore{
    "write_of_cycle_before", "FT-RS-6 FT-CYC-6",
    "A packet asks in the cycle after a change of the fault state, and sees it."};

}  // namespace

RouteCover::RouteCover(unsigned levels) : levels_(levels) {
  auto model = std::make_shared<cover::Model>("fattree.route");
  turn = add_tiers(*model, "route", kTurn, levels);
  descend = add_tiers(*model, "route", kDescend, levels);
  for (unsigned r = 0; r < kRouteReasons; ++r) {
    reason[r] = add_tiers(*model, "route", kReasons[r], levels);
  }
  for (unsigned c = 0; c < kRouteChoices; ++c) {
    choice[c] = add_tiers(*model, "route", kChoices[c], levels);
  }
  one_left = add_tiers(*model, "route", kOneLeft, levels);
  both = add_tiers(*model, "route", kBoth, levels);
  for (unsigned c = 0; c < kRouteChoices; ++c) {
    for (unsigned p = 0; p < cover::kPhases; ++p) {
      const std::string when = cover::to_string(static_cast<cover::Phase>(p));
      phase[c][p] = model->add(cover::goal(
          std::string("route_while.") + when + "." + kChoices[c].name, kChoices[c].requirements,
          "While the news of links is in phase \"" + when + "\": " + kChoices[c].text));
    }
  }
  same_cycle = add_row(*model, "route", kSameCycle, levels);
  cycle_before = add_row(*model, "route", kCycleBefore, levels);
  dead_in_v = model->add({"route.dead_port_in_v",
                          "FT-RS-2 FT-PS-1",
                          "An up port whose own link is dead is a candidate.",
                          Situation::Kind::kIllegal,
                          {}});
  model_ = std::move(model);
}

RouteSampler::RouteSampler(const RouteCover& cover, cover::Counts& counts, SwitchIdx self,
                           unsigned level)
    : cover_(&cover),
      counts_(&counts),
      self_(self),
      level_(level),
      tier_(static_cast<unsigned>(tier_of(level, cover.levels()))) {}

void RouteSampler::decided(Cycle now, const SwitchState& state, const FatTreeRequest& request,
                           const FatTreeGrant& grant) {
  asked_ = now;
  if (changed_ != kNever && changed_ + 1 == now) counts_->meet(cover_->cycle_before, self_);
  if (grant.up) {
    went_up(state, request, grant);
  } else {
    meet_at_tier(request.from_up ? cover_->descend : cover_->turn);
  }
}

void RouteSampler::changed(Cycle now) {
  changed_ = now;
  if (asked_ == now) counts_->meet(cover_->same_cycle, self_);
}

namespace {

/// A set of reasons.
constexpr unsigned bit(RouteReason reason) { return 1U << static_cast<unsigned>(reason); }

/// What the port states say of a packet for ancestors at `l_anc`.
unsigned reasons_of_ports(const std::vector<UpPortState>& up, unsigned l_anc) {
  unsigned seen = 0;
  for (const UpPortState& ps : up) {
    if (!ps.failed) continue;
    if (ps.own) seen |= bit(RouteReason::kOwnDead);
    else if (ps.level < l_anc) seen |= bit(RouteReason::kDlfmBelow);
    else seen |= bit(ps.level == l_anc ? RouteReason::kDlfmAt : RouteReason::kDlfmAbove);
  }
  return seen;
}

/// What the fault table says of destination `p` at `level`.
unsigned reasons_of_table(const LinkFaultTable& table, unsigned level, Digits p) {
  unsigned seen = 0;
  const auto& lines = table.entries();
  for (std::size_t w = 0; w < lines.size(); ++w) {
    if (lines[w].bits == 0) continue;
    if (lines[w].c.from(level) != p.from(level + 1)) {
      seen |= bit(RouteReason::kOtherLine);
      continue;
    }
    if (table.causes()[w].direct != 0) seen |= bit(RouteReason::kDirect);
    if (table.causes()[w].derived != 0) seen |= bit(RouteReason::kDerived);
  }
  return seen;
}

}  // namespace

void RouteSampler::went_up(const SwitchState& state, const FatTreeRequest& request,
                           const FatTreeGrant& grant) {
  const auto h = static_cast<unsigned>(state.up.size());
  const unsigned l_anc = ancestor_level(request.source, request.destination);
  const unsigned of_ports = reasons_of_ports(state.up, l_anc);
  const unsigned of_table = reasons_of_table(state.lft, level_, request.destination);
  for (unsigned left = of_ports | of_table; left != 0; left &= left - 1) {
    meet_at_tier(cover_->reason[static_cast<unsigned>(__builtin_ctz(left))]);
  }
  constexpr unsigned excluding = bit(RouteReason::kOwnDead) | bit(RouteReason::kDlfmBelow);
  constexpr unsigned bits = bit(RouteReason::kDirect) | bit(RouteReason::kDerived);
  if ((of_ports & excluding) != 0 && (of_table & bits) != 0) meet_at_tier(cover_->both);
  if ((of_ports & bit(RouteReason::kOwnDead)) != 0) {
    for (unsigned j = 0; j < h; ++j) {
      const bool in_v = (grant.v >> j & 1U) != 0;
      if (in_v && state.up[j].own) counts_->meet(cover_->dead_in_v, self_);
    }
  }
  const auto all = static_cast<std::uint32_t>((std::uint64_t{1} << h) - 1U);
  const unsigned preferred = h + request.destination[level_];
  RouteChoice choice = RouteChoice::kNext;
  if (grant.drop) choice = RouteChoice::kNone;
  else if (grant.v == all) choice = RouteChoice::kFull;
  else if (grant.port == preferred) choice = RouteChoice::kPreferred;
  else if (grant.port < preferred) choice = RouteChoice::kWrap;
  const auto c = static_cast<unsigned>(choice);
  meet_at_tier(cover_->choice[c]);
  counts_->meet(cover_->phase[c][static_cast<unsigned>(counts_->phase())], self_);
  if (grant.v != 0 && (grant.v & (grant.v - 1)) == 0) meet_at_tier(cover_->one_left);
}

}  // namespace selvage::golden
