// SPDX-License-Identifier: Apache-2.0
// FT-AUD-1: the audit of settled candidates against ways that are looked for link by link.
#include "cosim/fattree/audit.hpp"

#include <algorithm>
#include <array>
#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <memory>
#include <stdexcept>

#include "support.hpp"

using namespace selvage;

namespace {

/// The ways of a tree some of whose links are dead, by following every link.
class Ways {
 public:
  Ways(const golden::FatTree& tree, const std::vector<SwitchPort>& dead) : tree_(tree) {
    for (const SwitchPort& end : dead) {
      const PortEnd far = tree.peer(end.sw, end.port);
      dead_.push_back(end);
      dead_.push_back({far.index, far.port});
    }
  }
  /// Whether `host` is below, whatever is dead.
  [[nodiscard]] bool above(SwitchIdx sw, HostIdx host) const { return down(sw, host, 2); }
  /// The up ports from which a shortest way leads to a host that is not below, up and down again to
  /// the level of the switch: what is below that is for switches further down to know.
  [[nodiscard]] PortMask good(SwitchIdx sw, HostIdx host) const {
    return good(sw, host, tree_.level(sw));
  }
  /// Whether a packet that goes up can come here.
  [[nodiscard]] bool visited(SwitchIdx sw) const {
    if (tree_.level(sw) == 0) return true;
    for (PortIdx p = 0; p < 2; ++p) {
      if (!is_dead({sw, p}) && visited(tree_.peer(sw, p).index)) return true;
    }
    return false;
  }

 private:
  [[nodiscard]] bool is_dead(const SwitchPort& end) const {
    return std::any_of(dead_.begin(), dead_.end(),
                       [&](const SwitchPort& d) { return d.sw == end.sw && d.port == end.port; });
  }
  [[nodiscard]] PortMask good(SwitchIdx sw, HostIdx host, unsigned level) const {
    PortMask ports = 0;
    if (tree_.level(sw) == 2) return ports;
    for (PortIdx p = 2; p < 4; ++p) {
      if (is_dead({sw, p})) continue;
      const SwitchIdx next = tree_.peer(sw, p).index;
      if (above(next, host) ? down(next, host, level) : good(next, host, level) != 0)
        ports |= PortMask{1} << p;
    }
    return ports;
  }
  /// Whether a way leads down; links that end below `level` count as alive.
  [[nodiscard]] bool down(SwitchIdx sw, HostIdx host, unsigned level) const {
    const unsigned ports = tree_.level(sw) == 2 ? 4 : 2;
    for (PortIdx p = 0; p < ports; ++p) {
      const PortEnd far = tree_.peer(sw, p);
      if (far.kind == PortEnd::Kind::kHost) {
        if (far.index == host) return true;
      } else if ((tree_.level(far.index) < level || !is_dead({sw, p})) &&
                 down(far.index, host, level)) {
        return true;
      }
    }
    return false;
  }

  const golden::FatTree& tree_;
  std::vector<SwitchPort> dead_;
};

/// Answers with the candidates of the ways, but for one that may be wrong.
class Answers final : public SwitchControl {
 public:
  std::function<PortMask(const RouteRequest&)> candidates;
  std::uint64_t lost = 0;
  void request(Cycle /*now*/, const RouteRequest& /*r*/) override {}
  RouteDecision collect(Cycle /*now*/) override { return {}; }
  void finish(Cycle /*now*/) override {}
  RouteDecision preview(const RouteRequest& r) const override {
    RouteDecision d;
    d.candidates = candidates(r);
    return d;
  }
  std::uint64_t overflows() const override { return lost; }
};

/// A 4P3T of controls that know all.
struct Tree {
  explicit Tree(std::vector<SwitchPort> links) : dead(std::move(links)), ways(tree, dead) {
    for (SwitchIdx sw = 0; sw < tree.switch_count(); ++sw) {
      for (HostIdx host = 0; host < 16; ++host) good[sw][host] = ways.good(sw, host);
      controls[sw].candidates = [this, sw](const RouteRequest& r) {
        if (!ways.above(sw, r.source)) throw std::logic_error("not from below");
        return good.at(sw)[r.destination] ^
               (sw == wrong_at && r.destination == wrong_for ? wrong : 0);
      };
    }
  }
  AuditReport audit() const {
    return cosim::audit_fattree(
        tree, tree, dead, [this](SwitchIdx sw) -> const SwitchControl& { return controls.at(sw); });
  }

  golden::FatTree tree{4, 3};
  std::vector<SwitchPort> dead;
  Ways ways;
  std::map<SwitchIdx, std::array<PortMask, 16>> good;
  std::map<SwitchIdx, Answers> controls;
  SwitchIdx wrong_at = 0;
  HostIdx wrong_for = 0;
  PortMask wrong = 0;
};

}  // namespace

TEST_CASE("FT-AUD-1: every decision on a way up is looked at, and each wrong candidate is counted",
          "[audit]") {
  const golden::FatTree plain(4, 3);
  std::vector<SwitchPort> dead;
  const unsigned which = GENERATE(range(0U, 6U));
  if (which == 1) dead = {{0, 2}, {9, 3}};
  if (which == 2) dead = {{0, 2}, {0, 3}, {5, 2}};          // a leaf that is cut off
  if (which == 3) dead = {{0, 2}, {1, 2}, {8, 2}, {3, 3}};  // nobody comes to a switch from below
  if (which == 5) dead = {{0, 3}, {1, 3}};
  if (which == 4) {
    for (std::uint32_t i = 0; i < plain.fallible_link_count(); i += 2)
      dead.push_back(plain.fallible_link(i));
  }
  Tree t(dead);
  std::uint64_t checked = 0, pairs = 0;
  for (SwitchIdx sw = 0; t.tree.level(sw) < 2; ++sw) {
    if (!t.ways.visited(sw)) continue;
    for (HostIdx host = 0; host < 16; ++host) {
      if (t.ways.above(sw, host)) continue;
      ++checked;
      if (t.tree.level(sw) == 0 && t.ways.good(sw, host) == 0) pairs += 2;  // two hosts a leaf
    }
  }
  const AuditReport right = t.audit();
  CHECK(right.applicable);
  CHECK(right.requirement == "FT-AUD-1");
  CHECK(right.checked == checked);
  CHECK(right.unreachable_pairs == pairs);
  INFO(right.first);
  CHECK(right.dead_ends == 0);
  CHECK(right.excluded == 0);
  CHECK(right.first.empty());
  if (which == 2) CHECK(pairs == 2 * 2 * 2 * 7);
  // One wrong answer after the other, wherever a packet can stand.
  for (SwitchIdx sw = 0; sw < t.tree.switch_count(); ++sw) {
    for (HostIdx host = 0; host < 16; ++host) {
      t.wrong_at = sw;
      t.wrong_for = host;
      t.wrong = 0b1100;
      const PortMask good = t.good.at(sw)[host];
      const bool counts = t.tree.level(sw) < 2 && t.ways.visited(sw) && !t.ways.above(sw, host);
      const AuditReport report = t.audit();
      const auto healthy = static_cast<unsigned>(__builtin_popcountll(good));
      CAPTURE(which, sw, host);
      CHECK(report.checked == checked);
      CHECK(report.dead_ends == (counts ? 2 - healthy : 0));
      CHECK(report.excluded == (counts ? healthy : 0));
      CHECK(report.first.empty() == !counts);
    }
  }
}

TEST_CASE("FT-AUD-1: the first wrong decision is told with both sets of ports", "[audit]") {
  Tree t({{0, 2}, {9, 3}});
  t.wrong_at = 0;
  t.wrong_for = 15;
  t.wrong = 0b0101;
  const auto words = [&] {
    return "switch <0,00>, destination " + t.tree.host_name(15) + ": candidates are ports ";
  };
  CHECK(t.audit().first == words() + "0,2" + (t.ways.good(0, 15) == 0b1000 ? ",3" : "") +
                               ", a healthy path exists by ports 3");
  t.wrong = 0b1000;
  CHECK(t.audit().first == words() + "none, a healthy path exists by ports 3");
  CHECK(t.audit().dead_ends == 0);
  CHECK(t.audit().excluded == 1);
  Tree cut({{0, 2}, {0, 3}});
  cut.wrong_for = 15;
  cut.wrong = 0b1100;
  CHECK(cut.audit().first == words() + "2,3, a healthy path exists by ports none");
  CHECK(cut.audit().dead_ends == 2);
}

TEST_CASE("FT-LFT-2, FT-AUD-1: what full tables have lost is no error, and is told", "[audit]") {
  Tree t({{0, 2}});
  t.controls.at(0).lost = 1;
  AuditReport report = t.audit();
  CHECK(!report.applicable);
  CHECK(report.checked == 0);
  CHECK(report.why_not ==
        "1 fault records found a full table (first at switch <0,00>): what was "
        "lost cannot be routed around");
  t.controls.at(0).lost = 0;
  t.controls.at(19).lost = 1;
  t.controls.at(12).lost = 2;
  report = t.audit();
  CHECK(!report.applicable);
  CHECK(report.why_not.substr(0, 63) ==
        "3 fault records found a full table (first at switch " + t.tree.switch_name(12) + "): wh");
}
