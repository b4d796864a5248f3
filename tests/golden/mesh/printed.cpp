// SPDX-License-Identifier: Apache-2.0
/// The printed figures a second time, step by step from docs/evidence/errata.md ("L0 to L6"), in
/// every state of messages among random faults (MESH-LIT-1..3).
#include <catch2/catch.hpp>

#include <cstdlib>
#include <optional>

#include "kernel/stream.hpp"
#include "support.hpp"

using namespace selvage;
using namespace selvage::golden;
using namespace selvage::test;

namespace {

/// What the page says of a variant.
struct Variant {
  const char* name;
  LiteralRelation::Options options;
  bool kept, turns, detours_in_y, repair;
};
const std::vector<Variant> kVariants{{"L0", LiteralRelation::kL0, false, true, true, true},
                                     {"L1", LiteralRelation::kL1, false, false, true, true},
                                     {"L2", LiteralRelation::kL2, true, false, true, true},
                                     {"L3", LiteralRelation::kL3, true, false, true, false},
                                     {"L4", LiteralRelation::kL4, true, false, false, true},
                                     {"L5", LiteralRelation::kL5, true, false, false, false},
                                     {"L6", LiteralRelation::kL6, true, true, false, false}};

struct Leaves {
  unsigned dir, vc;
  std::uint8_t proxy;
};
bool operator==(const Leaves& a, const MeshHop& b) {
  return a.dir == b.dir && a.vc == b.next.vc && a.proxy == b.next.proxy &&
         b.next.in_port == (a.dir % 2 == 0 ? a.dir + 1 : a.dir - 1);
}

/// iPAR: sub-network t has z or x on one channel, y of one sign.
class Page {
 public:
  Page(const Variant& v, const MeshFaults& faults, const std::vector<std::uint8_t>& statuses,
       SwitchIdx here, const MeshHeader& header, SwitchIdx dest)
      : v_(v),
        faults_(faults),
        mesh_(faults.mesh()),
        statuses_(statuses),
        here_(here),
        header_(header),
        dest_(dest),
        proxy_(header.proxy),
        e_(mesh_.point_of(dest) - mesh_.point_of(here)) {
    if (header.in_port < 6) {
      const bool plane_yz = header.in_port / 2 == 1 ? header.vc == 1 : header.in_port / 2 == 2;
      // A message that came by port y- travelled y+.
      const bool plus = header.in_port / 2 == 1 ? header.in_port == 3 : header.vc == 0;
      s_ = (plane_yz ? 2 : 0) + (plus ? 0 : 1);
    }
    if (proxy_ != kNoProxy && mesh_.neighbour(dest, proxy_) == here) proxy_ = kNoProxy;
    yz_ = e_[0] == 0 && e_[2] != 0;
    if (v.kept && s_ >= 2) yz_ = true;
  }

  [[nodiscard]] const std::vector<Leaves>& look() {
    if (v_.repair && repaired()) return out_;
    if (proxy_ != kNoProxy) {
      target_ = mesh_.neighbour(dest_, proxy_);
      e_ = mesh_.point_of(*target_) - mesh_.point_of(here_);
    }
    for (int t = yz_ ? 2 : 0; t <= (yz_ ? 3 : 1); ++t) {
      const bool by_sign = e_[1] != 0 && (e_[1] > 0) == plus(t);
      const bool either = e_[1] == 0 && (!v_.kept || !of_plane(s_) || t == s_);
      if (by_sign || either) route_in(t);
    }
    return out_;
  }

 private:
  [[nodiscard]] static bool plus(int t) { return t % 2 == 0; }
  [[nodiscard]] bool of_plane(int t) const { return t >= 0 && (t >= 2) == yz_; }
  [[nodiscard]] unsigned b_dimension() const { return yz_ ? 2 : 0; }
  [[nodiscard]] static unsigned y_of(int t) { return plus(t) ? 2 : 3; }
  [[nodiscard]] bool turn(unsigned d) const { return !v_.turns && d == header_.in_port; }
  [[nodiscard]] bool healthy(SwitchIdx n, unsigned d) const {
    if (!mesh_.has(n, d) || (faults_.dead_links(n) >> d & 1) != 0) return false;
    return !faults_.faulty(mesh_.neighbour(n, d));
  }
  [[nodiscard]] bool unsafe(SwitchIdx n, const MeshPoint& e, bool plus_if_none) const {
    const unsigned at = yz_ ? 2 : 0;
    const bool same = (statuses_[n] >> at & 1) != 0;
    const bool mixed = (statuses_[n] >> (at + 1) & 1) != 0;
    const int b = e[b_dimension()];
    if (b == 0) return same && mixed;
    const bool rises = e[1] != 0 ? e[1] > 0 : plus_if_none;
    return (b > 0) == rises ? same : mixed;
  }
  [[nodiscard]] bool safe(int t, unsigned d) const {
    if (!healthy(here_, d)) return false;
    const SwitchIdx n = mesh_.neighbour(here_, d);
    return n == dest_ || (target_ && n == *target_) || !unsafe(n, e_, plus(t));
  }
  /// The ways out of a node, ascending.
  [[nodiscard]] std::vector<unsigned> ways_out(SwitchIdx n) const {
    std::vector<unsigned> all;
    for (const unsigned d :
         yz_ ? std::vector<unsigned>{2, 3, 4, 5} : std::vector<unsigned>{0, 1, 2, 3})
      if (healthy(n, d) && !unsafe(mesh_.neighbour(n, d), e_, true)) all.push_back(d);
    return all;
  }
  void leave(int t, unsigned d) {
    const bool y = d / 2 == 1;
    const unsigned vc = y ? (t >= 2 ? 1 : 0) : (plus(t) ? 0 : 1);
    out_.push_back({d, vc, proxy_});
  }

  bool repaired() {
    const bool entry = !v_.kept || s_ < 0 || !of_plane(s_);
    if (!entry || e_[yz_ ? 0 : 2] != 0) return false;
    if (unsafe(dest_, e_, true)) {
      std::optional<std::pair<int, unsigned>> best;
      for (const unsigned d : ways_out(dest_)) {
        const MeshPoint way = mesh_.point_of(mesh_.neighbour(dest_, d)) - mesh_.point_of(here_);
        int hops = 0;
        for (unsigned i = 0; i < 3; ++i) hops += std::abs(way[i]);
        if (!best || hops < best->first) best = {hops, d};
      }
      const bool is_here = best && best->first == 0;
      proxy_ = best && !is_here ? static_cast<std::uint8_t>(best->second) : kNoProxy;
    }
    if (!unsafe(here_, e_, true)) return false;
    for (int t = yz_ ? 2 : 0; t <= (yz_ ? 3 : 1); ++t) {
      for (const unsigned d : ways_out(here_)) {
        const bool mine = d / 2 == 1 ? d == y_of(t) : e_[1] == 0 || (e_[1] > 0) == plus(t);
        if (mine && !turn(d)) leave(t, d);
      }
    }
    return !out_.empty();
  }

  void route_in(int t) {
    const int left = e_[b_dimension()];
    const unsigned b = 2 * b_dimension() + (left < 0 ? 1 : 0);
    const unsigned f = y_of(t);
    if (left != 0 && e_[1] != 0) return both_left(t, b, f);
    const unsigned wanted = left != 0 ? b : f;
    if (safe(t, wanted) && !turn(wanted)) return leave(t, wanted);
    if (left == 0) {
      for (const unsigned d : {2 * b_dimension(), 2 * b_dimension() + 1})
        if (safe(t, d) && !turn(d)) leave(t, d);
    } else if (v_.detours_in_y) {
      for (const int side : {t, plus(t) ? t + 1 : t - 1})
        if (safe(side, y_of(side)) && !turn(y_of(side))) return leave(side, y_of(side));
    }
  }
  void both_left(int t, unsigned b, unsigned f) {
    const std::size_t before = out_.size();
    for (const unsigned d : {b, f})
      if (safe(t, d) && !turn(d)) leave(t, d);
    if (out_.size() != before) return;
    if (!yz_ && healthy(here_, f) && !turn(f)) return leave(t, f);
    if (header_.in_port == 6) return;
    const unsigned on = header_.in_port % 2 == 0 ? header_.in_port + 1U : header_.in_port - 1U;
    if (header_.in_port == b && safe(t, on)) leave(t, on);
    if (header_.in_port == f && v_.detours_in_y && of_plane(s_) && safe(s_, on)) leave(s_, on);
  }

  const Variant& v_;
  const MeshFaults& faults_;
  const Mesh& mesh_;
  const std::vector<std::uint8_t>& statuses_;
  SwitchIdx here_;
  const MeshHeader& header_;
  SwitchIdx dest_;
  std::optional<SwitchIdx> target_;
  std::uint8_t proxy_;
  MeshPoint e_;
  int s_ = -1;
  bool yz_ = false;
  std::vector<Leaves> out_;
};

/// How many states agree, all of them or none; the first that does not is named.
std::size_t agree(const MeshFaults& faults) {
  const Mesh& mesh = faults.mesh();
  const std::vector<std::uint8_t> statuses = route_statuses_mcc(faults);
  std::size_t states = 0;
  for (const Variant& v : kVariants) {
    const LiteralRelation golden(kIpar, faults, statuses, v.options);
    for (SwitchIdx dest = 0; dest < mesh.switch_count(); ++dest) {
      if (faults.faulty(dest)) continue;
      bool same = true;
      for_each_state(golden, dest,
                     [&](SwitchIdx node, const MeshHeader& h, MeshOutcome outcome,
                         const std::vector<MeshHop>& hops) {
                       if (node == dest) {
                         same = same && outcome == MeshOutcome::kArrived && hops.empty();
                         return;
                       }
                       Page page(v, faults, statuses, node, h, dest);
                       const auto& want = page.look();
                       const bool equal =
                           want.size() == hops.size() &&
                           std::equal(want.begin(), want.end(), hops.begin()) &&
                           outcome == (hops.empty() ? MeshOutcome::kLost : MeshOutcome::kRoutes);
                       if (!equal && same)
                         UNSCOPED_INFO(v.name << " from " << mesh.switch_name(node) << " by "
                                              << int{h.in_port} << " vc " << int{h.vc} << " proxy "
                                              << int{h.proxy} << " to " << mesh.switch_name(dest));
                       same = same && equal;
                       ++states;
                     });
      REQUIRE(same);
    }
  }
  return states;
}

}  // namespace

TEST_CASE(
    "MESH-LIT-1..3: the printed figures by the steps of the page, in every state among faults",
    "[mesh]") {
  SECTION("nodes") {
    const Mesh mesh(4, 4);
    for (std::uint64_t seed = 0; seed < 6; ++seed)
      CHECK(agree(random_faults(mesh, 6 + 2 * static_cast<unsigned>(seed), seed)) > 25'000);
  }
  SECTION("a plane") {
    const Mesh mesh(7, 1);
    for (std::uint64_t seed = 0; seed < 8; ++seed)
      CHECK(agree(random_faults(mesh, 12, seed)) > 5'000);
  }
  SECTION("links") {
    const Mesh mesh(4, 4);
    for (std::uint64_t seed = 0; seed < 3; ++seed) {
      MeshFaults faults = random_faults(mesh, 4, seed);
      kernel::Stream random(seed, "links");
      for (int i = 0; i < 12; ++i) {
        const std::uint64_t link = random.below(mesh.fallible_link_count());
        faults.fail_link(mesh.fallible_link(static_cast<std::uint32_t>(link)));
      }
      CHECK(agree(faults) > 25'000);
    }
  }
}
