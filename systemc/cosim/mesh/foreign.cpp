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
                       const MeshNode& node, std::unique_ptr<ForeignBlock> block,
                       ForeignCheck check)
      : ForeignControl(std::move(own), std::move(block), check), mesh_(config.mesh), node_(&node) {}

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
    const std::pair<unsigned, std::uint64_t> numbers[] = {{kProxy, to_header(q.proxy)},
                                                          {kInPort, q.in_port},
                                                          {kSub, q.sub},
                                                          {kReserve, q.reserve},
                                                          {kFallback, q.fallback},
                                                          {kTie, q.tie},
                                                          {kNbDown, q.nb_down},
                                                          {kUnsafe, q.unsafe},
                                                          {kLine, q.line},
                                                          {kFree, q.free}};
    for (const auto& [pin, value] : numbers) block.put(pin, 0, 64, value);
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
    if (block.get(kValidOut) != std::uint64_t{1}) {
      check().fail(place(now, request.packet), {"MESH-CTL-2", "valid_o", "1", "0"}, block);
    } else if (!(actual == expected)) {
      check().fail(place(now, request.packet), explain(expected, actual), block);
    }
    // Past the ports of a node no packet can be sent.
    const bool sound = actual.dir < golden::kDirections;
    return node_->decision_of(sound ? actual : expected);
  }

  Mismatch place(Cycle now, std::optional<PacketId> packet) const override {
    Mismatch m;
    m.cycle = now;
    m.switch_name = mesh_->switch_name(node_->self());
    m.packet = packet;
    return m;
  }
  std::string_view late_requirement() const override { return "MESH-CTL-2"; }

 private:
  const golden::Mesh* mesh_;
  const MeshNode* node_;
};

}  // namespace

MeshNode::Labels ForeignLabel::edge(Cycle now, const golden::LabelInput& in) {
  namespace label = pins::mcc_label;
  block_->put(label::kRestart, 0, 1, in.restart ? 1 : 0);
  block_->put(label::kFaulty, 0, 1, in.faulty ? 1 : 0);
  block_->put(label::kPresent, 0, 6, in.present);
  block_->put(label::kLinkDead, 0, 6, in.link_dead);
  for (unsigned d = 0; d < golden::kDirections; ++d) {
    block_->put(label::kNbBad, 6 * d, 6, in.nb_bad[d]);
    block_->put(label::kNbLine, d, 1, in.nb_line[d] >> d & 1U);
  }
  block_->ask(now);
  check_.compared();
  if (const auto difference = block_->judge(now + 1)) {
    Mismatch place;
    place.cycle = now;
    place.switch_name = switch_name_;
    check_.fail(std::move(place), *difference, *block_);
  }
  const auto number = [this](unsigned pin) {
    return static_cast<std::uint8_t>(block_->get(pin).value_or(0));
  };
  return {number(label::kBad), number(label::kUnsafe), number(label::kLine),
          number(label::kChanged) != 0};
}

std::unique_ptr<SwitchControl> with_foreign_route(const MeshConfig& config, Scoreboard& scoreboard,
                                                  std::unique_ptr<SwitchControl> own,
                                                  const MeshNode& node,
                                                  std::unique_ptr<ForeignBlock> block) {
  return std::make_unique<ForeignPlanarControl>(config, std::move(own), node, std::move(block),
                                                ForeignCheck(scoreboard, "planar_route"));
}

}  // namespace selvage::cosim
