// SPDX-License-Identifier: Apache-2.0
#include "cosim/fattree/compare.hpp"
#include "cosim/fattree/foreign/controls.hpp"
#include "cosim/fattree/history.hpp"
#include "cosim/foreign/control.hpp"
#include "cosim/foreign/pins.hpp"

namespace selvage::cosim {

namespace {

using golden::FatTreeGrant;
using golden::FatTreeRequest;
using namespace pins::route_select;

class ForeignRouteControl final : public ForeignControl<FatTreeGrant> {
 public:
  explicit ForeignRouteControl(ForeignFatTree seat)
      : ForeignControl(std::move(seat.own), std::move(seat.block), seat.check),
        self_(seat.self),
        golden_(seat.golden) {}

  void step(Cycle now, const StepInput& in, StepOutput& out) override {
    ForeignControl::step(now, in, out);
    history_.update(now, golden_->input());
  }

 protected:
  FatTreeGrant put(Cycle now, const RouteRequest& request, ForeignBlock& block) override {
    history_.request(now, request);
    const golden::FatTree& tree = golden_->tree();
    const FatTreeRequest asked = question(golden_->rules(), request);
    const unsigned digit = pins::bits_for(tree.m());
    const unsigned level_bits = pins::bits_for(tree.n());
    const golden::SwitchState& faults = golden_->state().faults;
    block.put(kLevel, 0, 64, golden_->level());
    for (unsigned i = 0; i < tree.n(); ++i) {
      block.put(kSrc, i * digit, digit, asked.source[i]);
      block.put(kDst, i * digit, digit, asked.destination[i]);
    }
    block.put(kFromUp, 0, 1, asked.from_up ? 1 : 0);
    for (unsigned j = 0; j < faults.up.size(); ++j) {
      block.put(kFailed, j, 1, faults.up[j].failed ? 1 : 0);
      block.put(kPsLevel, j * level_bits, level_bits, faults.up[j].level);
    }
    block.put(kLftBits, 0, 64, faults.lft.lookup(golden_->level(), asked.destination));
    return golden_->decide(request);
  }

  RouteDecision take(Cycle now, const RouteRequest& request, const FatTreeGrant& expected,
                     const ForeignBlock& block) override {
    FatTreeGrant actual;
    actual.up = block.get(kUp).value_or(0) != 0;
    actual.drop = block.get(kDrop).value_or(0) != 0;
    actual.port = static_cast<std::uint8_t>(block.get(kPort).value_or(0));
    actual.v = static_cast<std::uint32_t>(block.get(kMask).value_or(expected.v));
    history_.decision(now, request.packet, actual);
    if (!(actual == expected)) {
      const golden::FatTree& tree = golden_->tree();
      const DecisionContext context{&golden_->state().faults, golden_->level(),
                                    tree.address_of(request.source),
                                    tree.address_of(request.destination)};
      const Difference difference = explain_grant(tree, context, expected, actual);
      Mismatch where = place(now, request.packet);
      if (difference.port) where.port = tree.port_name(self_, *difference.port);
      check().fail(std::move(where), difference);
    }
    return to_decision(golden_->tree(), actual);
  }

  Mismatch place(Cycle now, std::optional<PacketId> packet) const override {
    Mismatch m;
    m.cycle = now;
    m.switch_name = golden_->tree().switch_name(self_);
    m.packet = packet;
    m.recent = history_.tell(golden_->tree(), self_);
    return m;
  }
  std::string_view late_requirement() const override { return "FT-RS-6"; }

 private:
  SwitchIdx self_;
  const FatTreeGolden* golden_;
  FatTreeHistory history_;
};

}  // namespace

std::unique_ptr<SwitchControl> with_foreign_route(ForeignFatTree seat) {
  return std::make_unique<ForeignRouteControl>(std::move(seat));
}

}  // namespace selvage::cosim
