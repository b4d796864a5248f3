// SPDX-License-Identifier: Apache-2.0
// F-PATH-1: the audit follows the decisions of every edge switch for every host.
#include "cosim/twolevel/audit.hpp"

#include <catch2/catch.hpp>
#include <map>

using namespace selvage;

namespace {

/// Sends by the ports it is told of, by destination.
class Told final : public SwitchControl {
 public:
  std::map<HostIdx, RouteDecision> ways;
  void request(Cycle /*now*/, const RouteRequest& /*r*/) override {}
  RouteDecision collect(Cycle /*now*/) override { return {}; }
  void finish(Cycle /*now*/) override {}
  RouteDecision preview(const RouteRequest& r) const override {
    CHECK(r.packet == 0);
    CHECK(r.in_vc == 0);
    return ways.at(r.destination);
  }
  std::uint64_t overflows() const override { return 0; }
};

RouteDecision by(PortIdx port) {
  RouteDecision d;
  d.outcome = RouteDecision::Outcome::kForward;
  d.port = port;
  return d;
}

/// A 4-ary fat tree: down where the host is below, else up by the first port.
struct Net {
  Net() {
    for (SwitchIdx sw = 0; sw < topology.switch_count(); ++sw) {
      for (HostIdx host = 0; host < topology.host_count(); ++host) {
        const auto down = to(sw, host);
        controls[sw].ways[host] = by(down ? *down : PortIdx{2});
      }
    }
  }
  AuditReport audit(const std::vector<SwitchPort>& dead = {}) {
    return cosim::audit_ways(
        topology, dead, [this](SwitchIdx sw) -> const SwitchControl& { return controls.at(sw); });
  }
  /// The port below which a host is.
  std::optional<PortIdx> to(SwitchIdx sw, HostIdx host) const {
    const unsigned ports = topology.level(sw) == 2 ? 4 : 2;
    for (PortIdx p = 0; p < ports; ++p) {
      const PortEnd far = topology.peer(sw, p);
      if (far.kind == PortEnd::Kind::kHost ? far.index == host : to(far.index, host).has_value())
        return p;
    }
    return std::nullopt;
  }

  golden::AlFaresTopology topology{4};
  std::map<SwitchIdx, Told> controls;
};

}  // namespace

TEST_CASE("F-PATH-1: all ways end at their hosts after 1, 3 or 5 switches", "[audit]") {
  Net net;
  const AuditReport report = net.audit();
  CHECK(report.requirement == "F-PATH-1");
  CHECK(report.applicable);
  CHECK(report.checked == 8 * 16);  // edge switches, hosts
  CHECK(report.dead_ends == 0);
  CHECK(report.first.empty());
  const AuditReport dead = net.audit({{0, 2}});
  CHECK(!dead.applicable);
  CHECK(dead.checked == 0);
  CHECK(dead.why_not == "faults: none: switches know only of dead links at their own ports");
}

TEST_CASE("F-PATH-1: a way that does not end at its host is counted, the first is told",
          "[audit]") {
  const std::string end = " does not end there after 1, 3 or 5 switches";
  Net net;
  const auto way = [&](HostIdx from, HostIdx to) {
    return "the way from " + net.topology.host_name(from) + " to " + net.topology.host_name(to) +
           end;
  };
  SECTION("it is dropped, or waits") {
    net.controls.at(0).ways.at(15) = {};
    net.controls.at(0).ways.at(15).port = 2;
    net.controls.at(0).ways.at(9).outcome = RouteDecision::Outcome::kWait;
    const AuditReport report = net.audit();
    CHECK(report.checked == 8 * 16);
    CHECK(report.dead_ends == 2);
    CHECK(report.first == way(0, 9));
  }
  SECTION("it comes to another host") {
    net.controls.at(0).ways.at(0) = by(1);
    const AuditReport report = net.audit();
    CHECK(report.dead_ends == 8);  // from every edge switch
    CHECK(report.first == way(0, 0));
  }
  SECTION("from the last switch to the last host") {
    net.controls.at(7).ways.at(15) = by(0);
    const AuditReport report = net.audit();
    CHECK(report.dead_ends == 8);
    CHECK(report.first == way(0, 15));
    net.controls.at(7).ways.at(15) = by(1);
    net.controls.at(7).ways.at(0) = {};
    CHECK(net.audit().dead_ends == 1);
    CHECK(net.audit().first == way(14, 0));
  }
  SECTION("it goes round, or by a longer way") {
    // Up and down once more in the pod of the source: 7 switches.
    const SwitchPort above = {net.topology.peer(0, 2).index, 0};
    net.controls.at(above.sw).ways.at(15) = by(1);
    CHECK(net.audit().dead_ends == 2);  // from both edge switches below it
    CHECK(net.audit().first == way(0, 15));
  }
}
