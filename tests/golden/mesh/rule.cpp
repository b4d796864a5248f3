// SPDX-License-Identifier: Apache-2.0
/// The ordered rule of iPAR a second time, word by word from docs/reference/mesh-blocks.md ("The
/// rule"), against planar_route on random headers (MESH-ORD-1 to MESH-ORD-6, 8, 9).
#include <catch2/catch.hpp>

#include <algorithm>
#include <map>
#include <optional>
#include <set>

#include "golden/mesh/planar_route.hpp"
#include "kernel/stream.hpp"

using namespace selvage;
using namespace selvage::golden;

namespace {

using Directions = std::set<unsigned>;
/// Sub-network and direction.
using Channels = std::set<std::pair<unsigned, unsigned>>;

constexpr unsigned kHost = 6;
constexpr int kX = 0, kY = 1, kZ = 2;

/// The table of the page: sub-network -> direction -> channel.
const std::array<std::map<unsigned, unsigned>, 4> kChannel{{{{0, 0}, {1, 2}, {2, 4}},
                                                            {{0, 1}, {1, 3}, {3, 6}},
                                                            {{2, 5}, {4, 8}, {5, 10}},
                                                            {{3, 7}, {4, 9}, {5, 11}}}};

struct Found {
  Channels channels;
  unsigned tier = 0;      ///< of six
  bool kept = false;      ///< the reserve took some out
  bool wanted = false;    ///< it would have, but nothing else was there
  bool searched = false;  ///< for a safe neighbour, the node being unsafe where it enters
};

class Page {
 public:
  explicit Page(const PlanarRequest& q) : q_(q) {
    proxy_ = q.proxy;
    if (proxy_ != kNoProxy && q.here == q.dst.beside(proxy_)) proxy_ = kNoProxy;
    const MeshPoint target = proxy_ == kNoProxy ? q.dst : q.dst.beside(proxy_);
    e_ = target - q.here;
  }
  [[nodiscard]] bool x_proxy() const { return proxy_ == 0 || proxy_ == 1; }
  [[nodiscard]] bool host() const { return q_.in_port == kHost; }
  [[nodiscard]] std::uint8_t proxy() const { return proxy_; }

  [[nodiscard]] unsigned plane() const {
    if (q_.sub >= 2) return 1;
    if (e_[kX] != 0 || x_proxy()) return 0;
    if (e_[kZ] == 0 && (host() || (q_.sub == 0 && e_[kY] > 0) || (q_.sub == 1 && e_[kY] < 0)))
      return 0;
    return 1;
  }
  [[nodiscard]] bool second_plane(unsigned first, const Found& found) const {
    return first == 0 && e_[kX] == 0 && !x_proxy() && found.channels.empty();
  }

  [[nodiscard]] Found look(unsigned plane) const {
    const std::set<unsigned> own = own_of(plane);
    std::set<unsigned> other;
    for (const unsigned t : {2 * plane, 2 * plane + 1})
      if (t >= q_.sub && own.count(t) == 0 && !(t == 3 && e_[kY] > 0)) other.insert(t);
    for (unsigned tier = 1; tier <= (q_.fallback ? 6 : 3); ++tier) {
      Found found;
      found.tier = tier;
      const bool safe = tier <= 3;
      for (unsigned t = 0; t < 4; ++t) {
        const auto add = [&](const Directions& wanted, bool any_port) {
          for (const unsigned d : wanted)
            if (healthy(d) && (!safe || is_safe(t, d)) && (any_port || d != q_.in_port))
              found.channels.insert({t, d});
        };
        switch ((tier - 1) % 3) {
          case 0:
            if (own.count(t) != 0) add(regular(t), false);
            break;
          case 1: {
            if (own.count(t) != 0) add(detours(t), false);
            if ((own.count(t) == 0 && other.count(t) == 0) || !unsafe_entry(t, plane)) break;
            const Directions searched = search(t, own.count(t) != 0);
            add(searched, false);
            for (const auto& c : found.channels)
              if (c.first == t && searched.count(c.second) != 0) found.searched = true;
            break;
          }
          default:
            if (other.count(t) != 0) {
              add(regular(t), true);
              add(detours(t), true);
            }
        }
      }
      if ((tier - 1) % 3 == 0 && q_.reserve) reserve(plane, found);
      if (!found.channels.empty()) return found;
    }
    return {};
  }

 private:
  [[nodiscard]] static int two_way(unsigned t) { return t < 2 ? kX : kZ; }
  [[nodiscard]] static int sign(unsigned t) { return t % 2 == 0 ? 1 : -1; }
  [[nodiscard]] static unsigned direction(int dim, int sign) {
    return 2 * static_cast<unsigned>(dim) + (sign > 0 ? 0 : 1);
  }
  [[nodiscard]] unsigned forward(unsigned t) const { return direction(kY, sign(t)); }

  [[nodiscard]] std::set<unsigned> own_of(unsigned plane) const {
    const std::set<unsigned> by_sign = e_[kY] > 0   ? std::set{2 * plane}
                                       : e_[kY] < 0 ? std::set{2 * plane + 1}
                                                    : std::set{2 * plane, 2 * plane + 1};
    if (host()) return by_sign;
    if (plane == 0) return {q_.sub};
    if (q_.sub <= 1) return by_sign;
    if (q_.sub == 2 && e_[kY] < 0) return {2, 3};
    return {q_.sub};
  }
  [[nodiscard]] std::optional<unsigned> toward_y(unsigned t) const {
    return e_[kY] * sign(t) > 0 ? std::optional(forward(t)) : std::nullopt;
  }
  [[nodiscard]] std::optional<unsigned> toward_b(unsigned t) const {
    const int e = e_[static_cast<unsigned>(two_way(t))];
    return e != 0 ? std::optional(direction(two_way(t), e)) : std::nullopt;
  }
  [[nodiscard]] Directions regular(unsigned t) const {
    Directions all;
    if (toward_y(t)) all.insert(*toward_y(t));
    if (toward_b(t)) all.insert(*toward_b(t));
    return all;
  }
  [[nodiscard]] Directions detours(unsigned t) const {
    if (!toward_y(t)) return toward_b(t) && t < 3 ? Directions{forward(t)} : Directions{};
    Directions all{direction(two_way(t), 1), direction(two_way(t), -1)};
    if (toward_b(t)) all.erase(*toward_b(t));
    return all;
  }
  [[nodiscard]] Directions search(unsigned t, bool own) const {
    if (!own) return {forward(t)};
    if (e_[kY] == 0 && t < 3) return {direction(two_way(t), 1), direction(two_way(t), -1)};
    return {};
  }
  [[nodiscard]] bool healthy(unsigned d) const { return (q_.nb_down >> d & 1U) == 0; }
  [[nodiscard]] bool by_status(unsigned t, std::uint8_t statuses) const {
    const bool same = (statuses >> (t < 2 ? 0 : 2) & 1U) != 0;
    const bool mixed = (statuses >> (t < 2 ? 1 : 3) & 1U) != 0;
    const int y = e_[kY] != 0 ? e_[kY] : sign(t);
    const int b = e_[static_cast<unsigned>(two_way(t))];
    if (b == 0) return same && mixed;
    return (b > 0) == (y > 0) ? same : mixed;
  }
  [[nodiscard]] bool is_safe(unsigned t, unsigned d) const {
    return MeshPoint{}.beside(d) == e_ || !by_status(t, q_.nb_unsafe[d]);
  }
  [[nodiscard]] bool unsafe_entry(unsigned t, unsigned plane) const {
    const bool enters = host() || (plane == 1 && q_.sub <= 1);
    return enters && (plane == 1 || e_[kZ] == 0) && by_status(t, q_.unsafe);
  }

  void reserve(unsigned plane, Found& found) const {
    const int b = e_[plane == 0 ? kX : kZ], y = e_[kY];
    const unsigned to_b = direction(plane == 0 ? kX : kZ, b), to_y = direction(kY, y);
    const auto bad = [](std::uint8_t lines, unsigned d) { return (lines >> d & 1U) != 0; };
    const auto keep = [&](const auto& is_kept) {
      Channels kept;
      for (const auto& c : found.channels)
        if (is_kept(c)) kept.insert(c);
      found.wanted = kept.empty() && !found.channels.empty();
      found.kept = !kept.empty() && kept != found.channels;
      if (!kept.empty()) found.channels = kept;
    };
    const auto is_y = [](const auto& c) { return c.second == 2 || c.second == 3; };
    if (y == 0) {
      if (b != 0 && bad(q_.line, to_b)) keep([](const auto& c) { return c.first % 2 == 0; });
    } else if (b == 0) {
    } else if ((b == 1 || b == -1) && (plane == 1 || e_[kZ] == 0)) {
      if (bad(q_.nb_line[to_b], to_y)) keep(is_y);
    } else if (y == -1) {
      if (bad(q_.nb_line[to_y], to_b)) keep([&](const auto& c) { return !is_y(c); });
    }
  }

  const PlanarRequest& q_;
  std::uint8_t proxy_ = kNoProxy;
  MeshPoint e_;
};

std::uint8_t bits(kernel::Stream& random, unsigned count, double density) {
  unsigned all = 0;
  for (unsigned b = 0; b < count; ++b) all |= random.chance(density) ? 1U << b : 0;
  return static_cast<std::uint8_t>(all);
}

/// A header that can be where it is: by a channel of its sub-network, in yz without x.
PlanarRequest draw(kernel::Stream& random) {
  const auto number = [&](unsigned limit) { return static_cast<unsigned>(random.below(limit)); };
  PlanarRequest q;
  q.here = {{4, 5, 6}};
  const auto offset = [&] { return random.chance(0.3) ? 0 : static_cast<int>(number(7)) - 3; };
  MeshPoint e{{offset(), offset(), offset()}};
  if (random.chance(0.3)) e.at[2] = 0;
  if (!random.chance(0.3)) {
    q.sub = static_cast<std::uint8_t>(number(4));
    auto came = kChannel[q.sub].begin();
    std::advance(came, number(3));
    q.in_port = static_cast<std::uint8_t>(came->first ^ 1U);
  }
  if (q.sub >= 2) e.at[0] = 0;
  q.dst = {{4 + e[0], 5 + e[1], 6 + e[2]}};
  if (random.chance(0.3))
    q.proxy = static_cast<std::uint8_t>(number(q.sub < 2 ? 6 : 4) + (q.sub < 2 ? 0 : 2));
  q.reserve = random.chance(0.7);
  q.fallback = random.chance(0.7);
  q.tie = random.chance(0.5);
  const double density = 0.2 * (1 + number(4));
  q.nb_down = bits(random, 6, density * random.chance(0.7));
  for (auto& n : q.nb_unsafe) n = bits(random, 4, density);
  q.unsafe = bits(random, 4, density);
  q.line = bits(random, 6, density);
  for (auto& n : q.nb_line) n = bits(random, 6, density);
  q.free = random.chance(0.5) ? 0xfffU : number(0x1000);
  return q;
}

}  // namespace

TEST_CASE("MESH-ORD-1..6, 8, 9: random headers take the ways of the page, written a second time",
          "[mesh]") {
  kernel::Stream random(3, "rule");
  std::map<unsigned, unsigned> tiers;
  unsigned kept = 0, wanted = 0, second = 0, searched = 0;
  for (unsigned i = 0; i < 40'000; ++i) {
    const PlanarRequest q = draw(random);
    PlanarReason reason;
    const PlanarAnswer answer = planar_route(kIpar, q, &reason);
    CAPTURE(i);
    if (q.here == q.dst) {
      PlanarAnswer eject;
      eject.eject = true;
      REQUIRE(answer == eject);
      continue;
    }
    const Page page(q);
    unsigned plane = page.plane();
    Found found = page.look(plane);
    const bool again = page.second_plane(plane, found);
    if (again) found = page.look(plane = 1);
    PlanarAnswer expected;
    for (const auto& [t, d] : found.channels) expected.legal |= 1U << kChannel[t].at(d);
    expected.drop = found.channels.empty();
    for (const unsigned c : q.tie
                                ? std::array<unsigned, 12>{0, 2, 4, 1, 3, 6, 5, 8, 10, 7, 9, 11}
                                : std::array<unsigned, 12>{0, 2, 4, 1, 3, 6, 8, 10, 5, 9, 11, 7}) {
      if ((expected.legal & q.free & 1U << c) == 0) continue;
      expected.grant = true;
      expected.dir = static_cast<std::uint8_t>(c / 2);
      expected.vc = static_cast<std::uint8_t>(c % 2);
      for (unsigned t = 0; t < 4; ++t)
        for (const auto& [d, channel] : kChannel[t])
          if (channel == c) expected.sub = static_cast<std::uint8_t>(t);
      expected.proxy = page.proxy();
      break;
    }
    REQUIRE(answer.legal == expected.legal);
    REQUIRE(answer == expected);
    // How it came about, for coverage.
    REQUIRE(reason.plane == plane);
    REQUIRE(reason.second_plane == again);
    REQUIRE(reason.tier == (found.tier == 0 ? 0 : (found.tier - 1) % 3 + 1));
    REQUIRE(reason.safe == (found.tier <= 3));
    REQUIRE(reason.reserve_kept == found.kept);
    REQUIRE(reason.reserve_taken == found.wanted);
    REQUIRE(reason.search == found.searched);
    ++tiers[found.tier];
    kept += found.kept;
    wanted += found.wanted;
    second += again && !expected.drop;
    searched += found.searched;
  }
  for (unsigned tier = 0; tier <= 6; ++tier) CHECK(tiers[tier] > 100);
  CHECK(kept > 100);
  CHECK(wanted > 100);
  CHECK(second > 100);
  CHECK(searched > 100);
}
