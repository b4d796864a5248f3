// SPDX-License-Identifier: Apache-2.0
#include "system.hpp"

#include <charconv>
#include <deque>

#include "certify/relation.hpp"
#include "torus.hpp"

namespace torus {

namespace {

using namespace selvage;

constexpr unsigned kVcs = 2;

/// The next hop of a header: x first, then y, the short way round. The link that leads round, and
/// all after it in the same dimension, are taken on channel 1, so that no ring of waiting packets
/// closes.
struct Rule {
  const Torus* torus;
  bool dateline;

  PortIdx port(SwitchIdx at, SwitchIdx dest) const {
    const unsigned k = torus->k();
    const unsigned right = (torus->x(dest) + k - torus->x(at)) % k;
    const unsigned up = (torus->y(dest) + k - torus->y(at)) % k;
    if (right != 0) return 2 * right <= k ? kXPlus : kXMinus;
    if (up != 0) return 2 * up <= k ? kYPlus : kYMinus;
    return kHostPort;
  }
  std::uint8_t vc(SwitchIdx at, PortIdx in, unsigned in_vc, PortIdx out) const {
    if (!dateline || out == kHostPort) return 0;
    const bool same_dimension = in != kHostPort && in / 2 == out / 2;
    const bool round = torus->wraps(at, out) || (same_dimension && in_vc == 1);
    return round ? 1 : 0;
  }
};

/// One switch: it knows which of its own links are dead, and drops what would need one.
class Control final : public SwitchControl {
 public:
  Control(const Rule& rule, SwitchIdx self) : rule_(rule), self_(self) {}

  void step(Cycle, const StepInput& in, StepOutput& out) override {
    out = {};
    for (const LinkEvent& link : in.links) {
      const PortMask bit = PortMask{1} << link.port;
      dead_ = link.up ? dead_ & ~bit : dead_ | bit;
      out.changed = true;
      out.cause = {link.event, 0};
    }
  }
  void request(Cycle, const RouteRequest& r) override { answers_.push_back(preview(r)); }
  RouteDecision collect(Cycle) override {
    const RouteDecision d = answers_.front();
    answers_.pop_front();
    return d;
  }
  void finish(Cycle) override { answers_.clear(); }
  RouteDecision preview(const RouteRequest& r) const override {
    RouteDecision d;
    const PortIdx port = rule_.port(self_, r.destination);
    if ((dead_ >> port & 1U) != 0) return d;
    d.port = port;
    d.vc = rule_.vc(self_, r.in_port, r.in_vc, port);
    d.candidates = PortMask{1} << port;
    const bool free = port == kHostPort || (r.free_channels >> (port * kVcs + d.vc) & 1U) != 0;
    d.outcome = free ? RouteDecision::Outcome::kForward : RouteDecision::Outcome::kWait;
    return d;
  }
  std::uint64_t overflows() const override { return 0; }

 private:
  Rule rule_;
  SwitchIdx self_;
  PortMask dead_ = 0;
  std::deque<RouteDecision> answers_;
};

/// The same rule for `certify`, channel (switch * 4 + port) * 2 + vc.
class Relation final : public certify::Relation {
 public:
  explicit Relation(const Rule& rule) : rule_(rule) {}
  certify::Channel channel_count() const override { return rule_.torus->switch_count() * 4 * kVcs; }
  std::uint32_t aux_count() const override { return 1; }
  std::uint32_t destination_count() const override { return rule_.torus->switch_count(); }
  void starts(std::uint32_t dest, std::vector<certify::State>& out) const override {
    for (SwitchIdx s = 0; s < rule_.torus->switch_count(); ++s) append(s, kHostPort, 0, dest, out);
  }
  void next(std::uint32_t dest, certify::State state,
            std::vector<certify::State>& out) const override {
    const PortIdx port = state.channel / kVcs % 4;
    const SwitchIdx at = rule_.torus->neighbour(state.channel / (4 * kVcs), port);
    append(at, port ^ 1U, state.channel % kVcs, dest, out);
  }
  std::string channel_name(certify::Channel c) const override {
    return rule_.torus->port_name(c / (4 * kVcs), c / kVcs % 4) + "c" + std::to_string(c % kVcs);
  }
  std::string destination_name(std::uint32_t dest) const override {
    return rule_.torus->host_name(dest);
  }

 private:
  void append(SwitchIdx at, PortIdx in, unsigned in_vc, SwitchIdx dest,
              std::vector<certify::State>& out) const {
    const PortIdx port = rule_.port(at, dest);
    if (port == kHostPort) return;
    out.push_back({(at * 4 + port) * kVcs + rule_.vc(at, in, in_vc, port), 0});
  }
  Rule rule_;
};

class TorusSystem final : public System {
 public:
  TorusSystem(unsigned k, bool dateline) : torus_(k), rule_{&torus_, dateline} {}
  const Topology& topology() const override { return torus_; }
  std::unique_ptr<SwitchControl> make_control(SwitchIdx sw, Scoreboard&) override {
    return std::make_unique<Control>(rule_, sw);
  }
  /// Every switch names the port of the rule, or none where that link is dead.
  AuditReport audit(const std::vector<SwitchPort>& dead, const ControlOf& of) const override {
    std::vector<PortMask> down(torus_.switch_count(), 0);
    for (const SwitchPort& end : dead) {
      const PortEnd far = torus_.peer(end.sw, end.port);
      down[end.sw] |= PortMask{1} << end.port;
      down[far.index] |= PortMask{1} << far.port;
    }
    AuditReport report;
    report.requirement = "TORUS-AUD";
    for (SwitchIdx at = 0; at < torus_.switch_count(); ++at) {
      for (SwitchIdx dest = 0; dest < torus_.switch_count(); ++dest) {
        RouteRequest request;
        request.destination = dest;
        request.in_port = kHostPort;
        const PortMask wanted = PortMask{1} << rule_.port(at, dest) & ~down[at];
        const PortMask named = of(at).preview(request).candidates;
        ++report.checked;
        if (named == wanted) continue;
        ++(named != 0 ? report.dead_ends : report.excluded);
        if (report.first.empty())
          report.first = "from " + torus_.switch_name(at) + " to " + torus_.host_name(dest);
      }
    }
    return report;
  }
  bool tolerable(const std::vector<SwitchPort>& dead) const override { return dead.empty(); }
  bool audit_must_hold() const override { return true; }
  std::unique_ptr<certify::Relation> relation(const std::vector<SwitchPort>&) const override {
    return std::make_unique<Relation>(rule_);
  }
  std::string rtl_build() const override { return {}; }

 private:
  Torus torus_;
  Rule rule_;
};

/// "4", or "4,open" without the dateline.
nlohmann::json parse_short(std::string_view text, std::string& why) {
  unsigned k = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), k);
  const std::string_view rest = text.substr(end - text.data());
  if (error == std::errc{} && (rest.empty() || rest == ",open")) {
    return {{"kind", "torus"}, {"k", k}, {"dateline", rest.empty()}};
  }
  why = "is not K, or K,open (without the dateline)";
  return nullptr;
}

}  // namespace

SystemPlug plug() {
  SystemPlug torus;
  torus.kind = "torus";
  torus.summary = "2-D torus, dimension order with a dateline";
  torus.schema = R"({
    "type": "object", "additionalProperties": false, "required": ["kind", "k"],
    "properties": {
      "kind": {"const": "torus"},
      "k": {"type": "integer", "minimum": 3, "maximum": 16, "description": "switches in each dimension"},
      "dateline": {"type": "boolean", "default": true,
                   "description": "links that lead round change the channel"}}})";
  torus.switch_kinds = {"wormhole"};
  torus.parse_short = parse_short;
  torus.make = [](const nlohmann::json& topology, const SystemSetup& setup) {
    if (setup.engine.preset() != Engine::kGolden) {
      throw std::invalid_argument("kind: a torus has no RTL: use engine golden");
    }
    return std::make_unique<TorusSystem>(topology.at("k").get<unsigned>(),
                                         topology.value("dateline", true));
  };
  return torus;
}

}  // namespace torus
