// SPDX-License-Identifier: Apache-2.0
#include "cosim/fattree/compare.hpp"
#include "cosim/fattree/foreign/controls.hpp"
#include "cosim/foreign/pins.hpp"

namespace selvage::cosim {

namespace {

using golden::FatTreeGrant;
using golden::FatTreeRequest;
using namespace pins::route_select;

class ForeignRouteControl final : public ForeignFatTreeControl<FatTreeGrant> {
 public:
  using ForeignFatTreeControl::ForeignFatTreeControl;

 protected:
  FatTreeGrant put(Cycle now, const RouteRequest& request, ForeignBlock& block) override {
    history().request(now, request);
    const auto& t = tree();
    const FatTreeRequest asked = question(golden().rules(), request);
    const unsigned digit = pins::bits_for(t.m());
    const unsigned level_bits = pins::bits_for(t.n());
    const golden::SwitchState& faults = golden().state().faults;
    block.put(kLevel, 0, 64, golden().level());
    for (unsigned i = 0; i < t.n(); ++i) {
      block.put(kSrc, i * digit, digit, asked.source[i]);
      block.put(kDst, i * digit, digit, asked.destination[i]);
    }
    block.put(kFromUp, 0, 1, asked.from_up ? 1 : 0);
    for (unsigned j = 0; j < faults.up.size(); ++j) {
      block.put(kFailed, j, 1, faults.up[j].failed ? 1 : 0);
      block.put(kPsLevel, j * level_bits, level_bits, faults.up[j].level);
    }
    block.put(kLftBits, 0, 64, faults.lft.lookup(golden().level(), asked.destination));
    return golden().decide(request);
  }

  RouteDecision take(Cycle now, const RouteRequest& request, const FatTreeGrant& expected,
                     const ForeignBlock& block) override {
    FatTreeGrant actual;
    actual.up = block.get(kUp).value_or(0) != 0;
    actual.drop = block.get(kDrop).value_or(0) != 0;
    actual.port = static_cast<std::uint8_t>(block.get(kPort).value_or(0));
    actual.v = static_cast<std::uint32_t>(block.get(kMask).value_or(expected.v));
    history().decision(now, request.packet, actual);
    if (!(actual == expected)) {
      const auto& t = tree();
      const DecisionContext context{&golden().state().faults, golden().level(),
                                    t.address_of(request.source),
                                    t.address_of(request.destination)};
      const Difference difference = explain_grant(t, context, expected, actual);
      Mismatch where = place(now, request.packet);
      if (difference.port) where.port = t.port_name(self(), *difference.port);
      agent().fail(std::move(where), difference);
    }
    return to_decision(tree(), actual);
  }
};

}  // namespace

std::unique_ptr<SwitchControl> with_foreign_route(ForeignFatTree foreign) {
  return std::make_unique<ForeignRouteControl>(std::move(foreign));
}

}  // namespace selvage::cosim
