// SPDX-License-Identifier: Apache-2.0
#include "fabric/beats/whole.hpp"

#include <stdexcept>

namespace selvage::fabric {

namespace {

[[noreturn]] void nobody() { throw std::logic_error("nothing is asked while controls settle"); }

}  // namespace

/// A control of the model whose steps the RTL takes too, while links that are dead from the start
/// become known.
class WholeSwitches::SteppedAlong final : public SwitchControl {
 public:
  SteppedAlong(WholeSwitches& twin, SwitchIdx sw, SwitchControl& control)
      : twin_(twin), sw_(sw), control_(control) {}

  void step(Cycle now, const StepInput& in, StepOutput& out) override {
    control_.step(now, in, out);
    twin_.step_along(sw_, now, in);
  }
  void request(Cycle /*now*/, const RouteRequest& /*request*/) override { nobody(); }
  [[nodiscard]] RouteDecision collect(Cycle /*now*/) override { nobody(); }
  void finish(Cycle now) override { control_.finish(now); }
  [[nodiscard]] RouteDecision preview(const RouteRequest& r) const override {
    return control_.preview(r);
  }
  [[nodiscard]] std::uint64_t overflows() const override { return control_.overflows(); }

 private:
  WholeSwitches& twin_;
  SwitchIdx sw_;
  SwitchControl& control_;
};

SwitchControl& WholeSwitches::stepping_along(SwitchIdx sw, SwitchControl& control) {
  std::unique_ptr<SwitchControl>& along = along_[sw];
  if (!along) along = std::make_unique<SteppedAlong>(*this, sw, control);
  return *along;
}

void WholeSwitches::settled() {
  for (const auto& [sw, along] : along_) has_settled(sw);
  along_.clear();
}

}  // namespace selvage::fabric
