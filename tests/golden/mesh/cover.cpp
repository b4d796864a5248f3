// SPDX-License-Identifier: Apache-2.0
// Functional coverage of mesh nodes (COV-1, COV-3): random decisions, messages and labels against
// what the sentences of the situations say.
#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "golden/mesh/cover/mesh_cover.hpp"
#include "met.hpp"

using namespace selvage;
using namespace selvage::golden;
using cover::Coverage;
using cover::Phase;
using cover::Situation;

namespace {

using tb::Met;
using Random = std::mt19937;

template <class T = std::uint8_t>
T below(Random& random, std::uint32_t limit) {
  return static_cast<T>(random() % limit);
}

/// A header anywhere, at a node that sees anything of faults.
PlanarRequest any_request(const PlanarScheme& scheme, Random& random) {
  PlanarRequest q;
  for (unsigned dim = 0; dim < 3; ++dim) {
    q.here.at[dim] = below<int>(random, 3);
    q.dst.at[dim] = below<int>(random, 3);
  }
  if (below(random, 2) == 0) q.proxy = below(random, kDirections);
  if (below(random, 3) != 0) q.in_port = below(random, kDirections);
  if (q.in_port != kMeshHostPort) q.sub = below(random, kSubNetworks);
  q.reserve = below(random, 2) == 0;
  q.tie = below(random, 2) == 0;
  const unsigned faults = below(random, 5);  // 0: none
  const auto some = [&](unsigned at_least, std::uint32_t values) {
    return faults >= at_least && below(random, 2) == 0 ? below(random, values) : std::uint8_t{0};
  };
  q.line = some(1, 64);
  for (std::uint8_t& line : q.nb_line) line = some(1, 64);
  for (std::uint8_t& statuses : q.nb_unsafe) statuses = some(2, 16);
  q.nb_down = some(3, 64);
  q.unsafe = some(4, 16);
  const std::uint32_t all = (1U << (kDirections * scheme.vcs)) - 1;
  q.free = below(random, 2) == 0 ? all : below<std::uint32_t>(random, all + 1);
  return q;
}

std::string sees(const PlanarRequest& q, std::uint8_t present) {
  if (q.unsafe != 0) return "unsafe_here";
  for (unsigned d = 0; d < kDirections; ++d) {
    if ((present >> d & 1U) == 1 && (q.nb_down >> d & 1U) == 1) return "down";
  }
  for (const std::uint8_t statuses : q.nb_unsafe) {
    if (statuses != 0) return "unsafe_neighbour";
  }
  return q.line == 0 ? "clean" : "line";
}

/// Both dimensions of plane yz are legal, all of it is free, one has gone.
void tie(const PlanarScheme& scheme, const PlanarRequest& q, const PlanarAnswer& a, Met& met) {
  if (a.sub < 2) return;
  bool dims[2] = {false, false};
  for (unsigned channel = 0; channel < kDirections * scheme.vcs; ++channel) {
    if ((a.legal >> channel & 1U) == 0) continue;
    if ((q.free >> channel & 1U) == 0) return;
    const unsigned direction = channel / scheme.vcs;
    if (scheme.sub_of(direction, channel % scheme.vcs) != a.sub) continue;
    dims[dimension_of(direction) == scheme.subs[a.sub].one_way ? 1 : 0] = true;
  }
  if (!dims[0] || !dims[1]) return;
  const bool one_way = dimension_of(a.dir) == scheme.subs[a.sub].one_way;
  ++met[one_way ? "tie.one_way_first" : "tie.two_way_first"];
}

void decide(const PlanarScheme& scheme, const PlanarRequest& q, std::uint8_t present,
            const PlanarAnswer& a, const PlanarReason& why, Phase phase, Met& met) {
  if (q.proxy == kNoProxy) ++met["proxy.none"];
  else if (q.here == q.dst || q.here == q.dst.beside(q.proxy)) ++met["proxy.given_up"];
  else ++met["proxy.carried"];
  ++met[std::string("header_while.") + cover::to_string(phase) + "." +
        (a.eject   ? "arrived"
         : a.drop  ? "dropped"
         : a.grant ? "granted"
                   : "waits")];
  if (a.eject || a.drop) return;
  static const char* const kTiers[] = {"", "profitable", "detour", "other_sub"};
  ++met[std::string("tier.") + (why.plane == 0 ? "xy." : "yz.") + kTiers[why.tier] +
        (why.safe ? ".safe" : ".healthy")];
  ++met["sees." + sees(q, present) + "." + kTiers[why.tier]];
  if (why.second_plane) ++met["plane.second"];
  if (why.reserve_kept) ++met["reserve.kept"];
  if (why.reserve_taken) ++met["reserve.taken"];
  if (why.search) ++met["search.unsafe_source"];
  if (!a.grant) return;
  static const char* const kSubs[] = {"XY+", "XY-", "YZ+", "YZ-"};
  const std::string way = q.in_port == kMeshHostPort ? ".from_host"
                          : a.sub < q.sub            ? ".fallen"
                          : a.sub > q.sub            ? ".risen"
                                                     : ".kept";
  ++met[std::string("sub.") + kSubs[a.sub] + way];
  ++met[std::string("goes.") + kSubs[a.sub] + "." + kTiers[why.tier] + "." + sees(q, present)];
  tie(scheme, q, a, met);
}

/// What was met and what should have been, situation by situation; what was never met.
std::vector<std::string> compare(const cover::Counts& counts, const Met& met) {
  CHECK(tb::difference(tb::met_in(counts), met) == "");
  std::vector<std::string> never;
  const auto& all = counts.model()->situations();
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (counts.count(i) == 0) never.push_back(all[i].name);
  }
  return never;
}

}  // namespace

TEST_CASE("COV-1: decisions of a mesh node meet what the sentences say", "[cover]") {
  const bool ipar = GENERATE(true, false);
  const PlanarScheme& scheme = ipar ? kIpar : kPar;
  const MeshCover cover({false, true, true});
  Coverage coverage;
  cover::Counts& counts = coverage.of(cover.model());
  Random random(ipar ? 1 : 2);
  Met met;
  for (unsigned i = 0; i < 60000; ++i) {
    PlanarRequest q = any_request(scheme, random);
    const auto present = static_cast<std::uint8_t>(below(random, 2) == 0 ? 63 : below(random, 64));
    q.nb_down = static_cast<std::uint8_t>(q.nb_down | (~present & 63U));
    PlanarReason why;
    const PlanarAnswer answer = planar_route(scheme, q, &why);
    // Also what no rule does: a header that falls.
    if (q.in_port != kMeshHostPort && below(random, 20) == 0) q.sub = below(random, kSubNetworks);
    coverage.enter(static_cast<Phase>(below(random, cover::kPhases)));
    MeshSampler(cover, counts, 4, present).decided(scheme, q, answer, why);
    decide(scheme, q, present, answer, why, coverage.phase(), met);
  }
  REQUIRE(coverage.forbidden());
  CHECK(coverage.forbidden()->sw == 4);
  std::string never;
  for (const std::string& name : compare(counts, met)) {
    const std::string group = name.substr(0, name.find('.'));
    const bool label =
        group == "link" || group == "label" || group == "epoch" || group == "message";
    if (ipar && !label) never += name + " ";
  }
  if (ipar) CHECK(never == "sub.XY+.risen sub.YZ-.fallen ");  // nothing is below XY+ or above YZ-
}

TEST_CASE("COV-1: messages, epochs and labels of a mesh node meet what the sentences say",
          "[cover]") {
  const MeshCover cover({});
  Coverage coverage;
  cover::Counts& counts = coverage.of(cover.model());
  MeshSampler sampler(cover, counts, 4, 63);
  Random random(3);
  Met met;
  for (unsigned i = 0; i < 4000; ++i) {
    EpochState before;
    before.epoch = 5;
    EpochInput input;
    input.up = below(random, 2) == 0;
    for (unsigned d = 0; d < kDirections; ++d) {
      input.epoch[d] = 3 + below<std::uint32_t>(random, 6);
      if (below(random, 4) != 0) continue;
      input.received = static_cast<std::uint8_t>(input.received | 1U << d);
    }
    const std::uint8_t down = below(random, 3) == 0 ? below(random, 64) : std::uint8_t{0};
    const std::uint8_t up = below(random, 3) == 0 ? below(random, 64) : std::uint8_t{0};
    const EpochState after = epoch_step(before, input);
    sampler.received(down, up, before, input, after);
    std::uint32_t highest = 0;
    unsigned messages = 0;
    for (unsigned d = 0; d < kDirections; ++d) {
      if ((input.received >> d & 1U) == 0) continue;
      ++messages;
      highest = std::max(highest, input.epoch[d]);
      ++met[input.epoch[d] < after.epoch ? "epoch.older_ignored" : "epoch.same"];
    }
    if (messages > 1) ++met["message.several"];
    if (down != 0) ++met["link.down"];
    if (up != 0) ++met["link.up"];
    const std::uint32_t own = input.up ? 6 : 5;
    if (highest > own) ++met["epoch.by_message"];
    else if (own == 6) ++met["epoch.by_link"];

    LabelState was;
    LabelState is;
    was.unsafe = below(random, 64);
    is.unsafe = static_cast<std::uint8_t>(was.unsafe ^ (1U << below(random, 8) & 63U));
    was.line = below(random, 64);
    is.line = below(random, 2) == 0 ? was.line : below(random, 64);
    sampler.clocked(was, is);
    static const char* const kPlanes[] = {"label.xy", "label.yz", "label.zx"};
    bool rises = false;
    for (unsigned bit = 0; bit < 6; ++bit) {
      if ((is.unsafe >> bit & 1U) > (was.unsafe >> bit & 1U)) ++met[kPlanes[bit / 2]];
      rises |= (is.line >> bit & 1U) > (was.line >> bit & 1U);
    }
    if (rises) ++met["label.line"];
    if (below(random, 2) == 0) continue;
    sampler.held_back();
    ++met["message.waits"];
  }
  compare(counts, met);
}

TEST_CASE("COV-1: both statuses of a plane in one clock are one rise", "[cover]") {
  const MeshCover cover({});
  Coverage coverage;
  LabelState both;
  both.unsafe = 0b001100;
  MeshSampler(cover, coverage.of(cover.model()), 4, 63).clocked({}, both);
  CHECK(compare(coverage.of(cover.model()), {{"label.yz", 1}}).size() ==
        cover.model()->situations().size() - 1);
}

TEST_CASE("COV-3: what mesh nodes cannot meet, what is forbidden, and the sentences", "[cover]") {
  for (const bool flat : {false, true}) {
    for (const bool reserve : {false, true}) {
      for (const bool proxy : {false, true}) {
        CAPTURE(flat, reserve, proxy);
        const MeshCover cover({flat, reserve, proxy});
        CHECK(cover.model()->name() == "mesh.node");
        std::map<std::string, Situation> all;
        for (const Situation& s : cover.model()->situations()) {
          INFO(s.name);
          CHECK(all.emplace(s.name, s).second);
          std::string why;
          for (const std::string sub : {"XY+", "YZ+"}) {
            for (const std::string sight : {"clean", "line"}) {
              if (s.name != "goes." + sub + ".other_sub." + sight) continue;
              why = "with no fault in sight a header that enters a plane has a channel of its own";
            }
          }
          if (s.name == "sub.XY+.risen") why = "no sub-network has a lower index than XY+";
          if (s.name.rfind("reserve.", 0) == 0 && !reserve) why = "topology.reserve is off";
          const bool by_proxy = s.name == "proxy.carried" || s.name == "proxy.given_up";
          if (by_proxy && !proxy) why = "topology.proxy is off";
          if (s.name.rfind("tie.", 0) == 0 && flat) why = "a mesh of one layer has no z";
          CHECK(s.reason == why);
          const bool falls = s.name.find(".fallen") != std::string::npos;
          CHECK(s.kind == (falls          ? Situation::Kind::kIllegal
                           : !why.empty() ? Situation::Kind::kUnreachable
                                          : Situation::Kind::kGoal));
        }
        CHECK(all.size() == 2 * 3 * 2 + 5 * 3 + 4 * 4 + 4 * 4 + 4 * 3 * 5 + 21);
        CHECK(all.at("sub.YZ+.from_host").requirements == "MESH-ORD-2");
        CHECK(all.at("sub.YZ+.kept").requirements == "MESH-ORD-2");
        CHECK(all.at("sub.YZ+.risen").requirements == "MESH-ORD-7");
        CHECK(all.at("sub.YZ-.fallen").requirements == "MESH-ORD-7");
        CHECK(all.at("sub.XY-.from_host").text == "A header goes on in XY-, coming from its host.");
        CHECK(all.at("sub.XY-.kept").text == "A header goes on in XY-, as it came.");
        CHECK(all.at("sub.XY-.risen").text == "A header goes on in XY-, from a lower sub-network.");
        CHECK(all.at("sub.XY-.fallen").text ==
              "A header goes on in XY-, from a higher sub-network.");
      }
    }
  }
}
