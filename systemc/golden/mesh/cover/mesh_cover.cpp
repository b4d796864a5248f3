// SPDX-License-Identifier: Apache-2.0
#include "golden/mesh/cover/mesh_cover.hpp"

namespace selvage::golden {

namespace {

using cover::goal;
using cover::Row;
using cover::Situation;

constexpr std::array<const char*, 2> kPlanes{"xy", "yz"};
constexpr std::array<const char*, kMeshTiers> kTierNames{"profitable", "detour", "other_sub"};
constexpr std::array<const char*, kMeshTiers> kTierTexts{"a profitable channel", "a detour",
                                                         "another sub-network of higher index"};
constexpr std::array<const char*, 2> kSafety{"healthy", "safe"};
constexpr std::array<const char*, kMeshPatterns> kPatternNames{"clean", "line", "unsafe_neighbour",
                                                               "down", "unsafe_here"};
constexpr std::array<const char*, kMeshPatterns> kPatternTexts{
    "sees no fault", "sees a fault on a straight line only", "has an unsafe neighbour",
    "has a dead link or a faulty neighbour", "is unsafe itself"};
constexpr std::array<const char*, kSubNetworks> kSubNames{"XY+", "XY-", "YZ+", "YZ-"};
constexpr std::array<const char*, 4> kWayNames{"from_host", "kept", "risen", "fallen"};
constexpr std::array<const char*, kMeshOutcomes> kOutcomeNames{"granted", "waits", "dropped",
                                                               "arrived"};
constexpr std::array<const char*, kMeshOutcomes> kOutcomeTexts{
    "gets a channel", "waits: no legal channel is free", "has no legal channel",
    "is at its destination"};

constexpr std::array<Row, kMeshCases> kRows{{
    {"plane.second", "MESH-ORD-4", "Only y is left, plane xy has nothing: plane yz is tried."},
    {"reserve.kept", "MESH-ORD-5", "Channels are kept for going round a fault later."},
    {"reserve.taken", "MESH-ORD-5", "The reserve is used: there is nothing else."},
    {"search.unsafe_source", "MESH-ORD-8", "An unsafe node at the entry looks for a safe one."},
    {"tie.two_way_first", "MESH-ORD-6",
     "In plane yz both dimensions are legal, the two-way one goes."},
    {"tie.one_way_first", "MESH-ORD-6",
     "In plane yz both dimensions are legal, the one-way one goes."},
    {"proxy.none", "MESH-ORD-9", "A header goes for its destination."},
    {"proxy.carried", "MESH-ORD-9", "A header goes for a neighbour of its destination."},
    {"proxy.given_up", "MESH-ORD-9", "A header has reached its proxy and goes on from there."},
    {"link.down", "MESH-LAB-1", "A link of the node is declared dead."},
    {"link.up", "MESH-EPO-1", "A link of the node is declared up."},
    {"label.xy", "MESH-LAB-2", "The node becomes unsafe in plane xy."},
    {"label.yz", "MESH-LAB-2", "The node becomes unsafe in plane yz."},
    {"label.zx", "MESH-LAB-2", "The node becomes unsafe in plane zx."},
    {"label.line", "MESH-LAB-6", "A line bit of the node rises."},
    {"epoch.by_link", "MESH-EPO-1", "A link that is up begins an epoch."},
    {"epoch.by_message", "MESH-EPO-1 MESH-EPO-2", "A message of a higher epoch is followed."},
    {"epoch.older_ignored", "MESH-EPO-3", "Statuses of a lower epoch are ignored."},
    {"epoch.same", "MESH-EPO-3", "Statuses of the own epoch are taken."},
    {"message.several", "MESH-CTL-1", "Messages of several neighbours come in one cycle."},
    {"message.waits", "MESH-CTL-1", "A neighbour has asked for a stop: it is told later."},
}};

}  // namespace

MeshCover::MeshCover(const Shape& shape) {
  auto model = std::make_shared<cover::Model>("mesh.node");
  add_decisions(*model);
  add_ways(*model);
  for (unsigned c = 0; c < kMeshCases; ++c) {
    single[c] = model->add(kRows[c]);
  }
  leave_out(*model, shape);
  model_ = std::move(model);
}

void MeshCover::add_decisions(cover::Model& model) {
  for (unsigned p = 0; p < 2; ++p) {
    for (unsigned t = 0; t < kMeshTiers; ++t) {
      for (unsigned s = 0; s < 2; ++s) {
        tier[p][t][s] = model.add(
            goal(std::string("tier.") + kPlanes[p] + "." + kTierNames[t] + "." + kSafety[s],
                 "MESH-ORD-1 MESH-ORD-4",
                 std::string("In plane ") + kPlanes[p] + " " + kTierTexts[t] + " towards a " +
                     kSafety[s] + " neighbour is legal, and nothing before it."));
      }
    }
  }
  for (unsigned p = 0; p < kMeshPatterns; ++p) {
    for (unsigned t = 0; t < kMeshTiers; ++t) {
      pattern[p][t] = model.add(goal(
          std::string("sees.") + kPatternNames[p] + "." + kTierNames[t], "MESH-ORD-3 MESH-ORD-4",
          std::string("A node that ") + kPatternTexts[p] + " decides for " + kTierTexts[t] + "."));
    }
  }
  for (unsigned s = 0; s < kSubNetworks; ++s) {
    for (unsigned w = 0; w < kWayNames.size(); ++w) {
      Situation one = goal(std::string("sub.") + kSubNames[s] + "." + kWayNames[w],
                           w < 2 ? "MESH-ORD-2" : "MESH-ORD-7",
                           std::string("A header goes on in ") + kSubNames[s] + ", " +
                               (w == 0   ? "coming from its host."
                                : w == 1 ? "as it came."
                                : w == 2 ? "from a lower sub-network."
                                         : "from a higher sub-network."));
      if (w == 3) one.kind = Situation::Kind::kIllegal;
      sub[s][w] = model.add(std::move(one));
    }
  }
  for (unsigned o = 0; o < kMeshOutcomes; ++o) {
    for (unsigned p = 0; p < cover::kPhases; ++p) {
      const std::string when = cover::to_string(static_cast<cover::Phase>(p));
      outcome[o][p] =
          model.add(goal("header_while." + when + "." + kOutcomeNames[o], "MESH-ORD-4 MESH-CTL-2",
                         "While the news of links is in phase \"" + when + "\": a header " +
                             kOutcomeTexts[o] + "."));
    }
  }
}

void MeshCover::add_ways(cover::Model& model) {
  for (unsigned s = 0; s < kSubNetworks; ++s) {
    for (unsigned t = 0; t < kMeshTiers; ++t) {
      for (unsigned p = 0; p < kMeshPatterns; ++p) {
        goes[s][t][p] = model.add(
            goal(std::string("goes.") + kSubNames[s] + "." + kTierNames[t] + "." + kPatternNames[p],
                 "MESH-ORD-2 MESH-ORD-3 MESH-ORD-4",
                 std::string("A header goes on in ") + kSubNames[s] + ", for " + kTierTexts[t] +
                     ", from a node that " + kPatternTexts[p] + "."));
      }
    }
  }
}

void MeshCover::leave_out(cover::Model& model, const Shape& shape) {
  const auto of = [this](MeshCase which) { return single[static_cast<unsigned>(which)]; };
  model.leave_out(sub[0][2], "no sub-network has a lower index than XY+");
  for (const unsigned plus : {0U, 2U}) {  // "another one" only for a header that enters its plane
    for (const MeshPattern sees : {MeshPattern::kClean, MeshPattern::kLine}) {
      model.leave_out(
          goes[plus][2][static_cast<unsigned>(sees)],
          "with no fault in sight a header that enters a plane has a channel of its own");
    }
  }
  if (!shape.reserve) {
    for (const MeshCase which : {MeshCase::kReserveKept, MeshCase::kReserveTaken}) {
      model.leave_out(of(which), "topology.reserve is off");
    }
  }
  if (!shape.proxy) {
    for (const MeshCase which : {MeshCase::kProxyCarried, MeshCase::kProxyGivenUp}) {
      model.leave_out(of(which), "topology.proxy is off");
    }
  }
  if (!shape.flat) return;
  model.leave_out(of(MeshCase::kTieTwoWay), "a mesh of one layer has no z");
  model.leave_out(of(MeshCase::kTieOneWay), "a mesh of one layer has no z");
}

void MeshSampler::meet_outcome(unsigned outcome) {
  counts_->meet(cover_->outcome[outcome][static_cast<unsigned>(counts_->phase())], self_);
}

void MeshSampler::decided(const PlanarScheme& scheme, const PlanarRequest& q,
                          const PlanarAnswer& answer, const PlanarReason& reason) {
  const bool reached = proxy_beyond(q) == kNoProxy;
  meet(q.proxy == kNoProxy ? MeshCase::kProxyNone
       : reached           ? MeshCase::kProxyGivenUp
                           : MeshCase::kProxyCarried);
  if (answer.eject) return meet_outcome(3);
  if (answer.drop) return meet_outcome(2);
  meet_outcome(answer.grant ? 0 : 1);
  counts_->meet(cover_->tier[reason.plane][reason.tier - 1U][reason.safe ? 1 : 0], self_);
  bool unsafe_neighbour = false;
  for (const std::uint8_t statuses : q.nb_unsafe) unsafe_neighbour |= statuses != 0;
  const MeshPattern pattern = q.unsafe != 0                 ? MeshPattern::kUnsafeHere
                              : (q.nb_down & present_) != 0 ? MeshPattern::kDown
                              : unsafe_neighbour            ? MeshPattern::kUnsafeNeighbour
                              : q.line != 0                 ? MeshPattern::kLine
                                                            : MeshPattern::kClean;
  const auto sees = static_cast<unsigned>(pattern);
  counts_->meet(cover_->pattern[sees][reason.tier - 1U], self_);
  if (reason.second_plane) meet(MeshCase::kSecondPlane);
  if (reason.reserve_kept) meet(MeshCase::kReserveKept);
  if (reason.reserve_taken) meet(MeshCase::kReserveTaken);
  if (reason.search) meet(MeshCase::kSearch);
  if (!answer.grant) return;
  const bool from_host = q.in_port == kMeshHostPort;
  const unsigned way = from_host ? 0 : answer.sub == q.sub ? 1 : answer.sub > q.sub ? 2 : 3;
  counts_->meet(cover_->sub[answer.sub][way], self_);
  counts_->meet(cover_->goes[answer.sub][reason.tier - 1U][sees], self_);
  const SubNetwork& sub = scheme.subs[answer.sub];
  if (sub.plane != 1) return;
  std::uint32_t one_way = 0;
  std::uint32_t two_way = 0;
  const unsigned plus = direction_of(sub.two_way, 1);
  one_way |= answer.legal & (1U << scheme.channel(answer.sub, scheme.forward(answer.sub)));
  two_way |= answer.legal & (1U << scheme.channel(answer.sub, plus) |
                             1U << scheme.channel(answer.sub, opposite(plus)));
  if (one_way == 0 || two_way == 0 || (answer.legal & ~q.free) != 0) return;
  meet(answer.dir == scheme.forward(answer.sub) ? MeshCase::kTieOneWay : MeshCase::kTieTwoWay);
}

void MeshSampler::received(std::uint8_t down, std::uint8_t up, const EpochState& before,
                           const EpochInput& input, const EpochState& after) {
  if (down != 0) meet(MeshCase::kLinkDown);
  if (up != 0) meet(MeshCase::kLinkUp);
  if (after.epoch != before.epoch) {
    meet(input.up && after.epoch == before.epoch + 1 ? MeshCase::kEpochByUp
                                                     : MeshCase::kEpochByMessage);
  }
  if ((input.received & (input.received - 1)) != 0) meet(MeshCase::kSeveralReceived);
  for (unsigned d = 0; d < kDirections; ++d) {
    if (((input.received >> d) & 1U) == 0) continue;
    meet(input.epoch[d] < after.epoch ? MeshCase::kOlderIgnored : MeshCase::kSameEpoch);
  }
}

void MeshSampler::clocked(const LabelState& before, const LabelState& after) {
  const unsigned rises = after.unsafe & ~before.unsafe;
  for (unsigned plane = 0; plane < 3; ++plane) {
    if (((rises >> (2 * plane)) & 3U) == 0) continue;
    meet(static_cast<MeshCase>(static_cast<unsigned>(MeshCase::kStatusXy) + plane));
  }
  if ((after.line & ~before.line) != 0) meet(MeshCase::kLineRises);
}

}  // namespace selvage::golden
