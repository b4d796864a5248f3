// SPDX-License-Identifier: Apache-2.0
#include "cosim/mesh/foreign.hpp"

#include "cosim/foreign/control.hpp"
#include "cosim/foreign/pins.hpp"
#include "cosim/mesh/rtl.hpp"

namespace selvage::cosim {

namespace {

using golden::PlanarAnswer;
using namespace pins::planar_route;

class ForeignPlanarControl final : public ForeignControl<PlanarAnswer>, public AuditedNode {
 public:
  ForeignPlanarControl(const MeshConfig& config, std::unique_ptr<SwitchControl> own,
                       const MeshNode& node, ForeignAgent agent)
      : ForeignControl(std::move(own), std::move(agent)), mesh_(config.mesh), node_(&node) {}

  [[nodiscard]] const MeshNode& node() const override { return *node_; }

 protected:
  PlanarAnswer put(Cycle, const RouteRequest& request, ForeignBlock& block) override {
    const golden::PlanarRequest q = node_->question(request);
    const unsigned bits = pins::bits_for(mesh_->k());
    block.put(kValid, 0, 1, 1);
    for (unsigned i = 0; i < 3; ++i) {
      block.put(kHere, i * bits, bits, static_cast<std::uint64_t>(q.here[i]));
      block.put(kDst, i * bits, bits, static_cast<std::uint64_t>(q.dst[i]));
    }
    agent().put({{kProxy, to_header(q.proxy)},
                 {kInPort, q.in_port},
                 {kSub, q.sub},
                 {kReserve, q.reserve},
                 {kFallback, q.fallback},
                 {kTie, q.tie},
                 {kNbDown, q.nb_down},
                 {kUnsafe, q.unsafe},
                 {kLine, q.line},
                 {kFree, q.free}});
    for (unsigned d = 0; d < golden::kDirections; ++d) {
      block.put(kNbUnsafe, 4 * d, 4, q.nb_unsafe[d]);
      block.put(kNbLine, 6 * d, 6, q.nb_line[d]);
    }
    return golden::planar_route(golden::kIpar, q);
  }

  RouteDecision take(Cycle now, const RouteRequest& request, const PlanarAnswer& expected,
                     const ForeignBlock& block) override {
    const auto number = [&block](unsigned pin) {
      return static_cast<std::uint8_t>(block.get(pin).value_or(0));
    };
    PlanarAnswer actual;
    actual.eject = number(kEject) != 0;
    actual.drop = number(kDropOut) != 0;
    actual.grant = number(kGrant) != 0;
    actual.dir = number(kDir);
    actual.vc = number(kVc);
    actual.sub = number(kSubOut);
    actual.proxy = to_proxy(number(kProxyOut));
    actual.legal = static_cast<std::uint32_t>(block.get(kLegal).value_or(expected.legal));
    if (!(actual == expected)) {
      agent().fail(place(now, request.packet), explain(expected, actual));
    }
    // Past the ports of a node no packet can be sent.
    const bool sound = actual.dir < golden::kDirections;
    return node_->decision_of(sound ? actual : expected);
  }

 private:
  const golden::Mesh* mesh_;
  const MeshNode* node_;
};

}  // namespace

MeshNode::Labels ForeignLabel::edge(Cycle now, const golden::LabelInput& in) {
  namespace label = pins::mcc_label;
  agent_.put({{label::kRestart, in.restart},
              {label::kFaulty, in.faulty},
              {label::kPresent, in.present},
              {label::kLinkDead, in.link_dead}});
  ForeignBlock& block = agent_.block();
  for (unsigned d = 0; d < golden::kDirections; ++d) {
    block.put(label::kNbBad, 6 * d, 6, in.nb_bad[d]);
    block.put(label::kNbLine, d, 1, in.nb_line[d] >> d & 1U);
  }
  block.ask(now, now, {});
  agent_.judge(now + 1, now);
  const auto number = [this](unsigned pin) { return static_cast<std::uint8_t>(agent_.get(pin)); };
  return {number(label::kBad), number(label::kUnsafe), number(label::kLine),
          number(label::kChanged) != 0};
}

std::unique_ptr<SwitchControl> with_foreign_route(const MeshConfig& config,
                                                  std::unique_ptr<SwitchControl> own,
                                                  const MeshNode& node, ForeignAgent agent) {
  return std::make_unique<ForeignPlanarControl>(config, std::move(own), node, std::move(agent));
}

}  // namespace selvage::cosim
