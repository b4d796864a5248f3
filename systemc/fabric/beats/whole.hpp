// SPDX-License-Identifier: Apache-2.0
/// \file
/// Engine `switch`: all switches in RTL beside the model, as the fabric runs them. How they are fed
/// and compared depends on what moves over the links.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "cosim/lockstep/traced_model.hpp"
#include "fabric/link/sockets.hpp"
#include "golden/switch_control.hpp"
#include "golden/topology.hpp"

namespace selvage::fabric {

class ByteReader;
class Carrier;

class WholeSwitches {
 public:
  virtual ~WholeSwitches() = default;
  WholeSwitches() = default;
  WholeSwitches(const WholeSwitches&) = delete;
  WholeSwitches& operator=(const WholeSwitches&) = delete;

  /// May sit on a link, from a switch or a host.
  virtual void sit_on_switch_link(SwitchPort /*from*/, LinkInitiatorSocket& /*out*/,
                                  LinkTargetSocket& /*in*/, PortIdx /*far*/) {}
  virtual void sit_on_host_link(SwitchPort /*to*/, LinkInitiatorSocket& /*out*/,
                                LinkTargetSocket& /*in*/) {}

  /// These links are dead from the start. While the controls of the model settle, those of the RTL
  /// step along: `control` is to be stepped by what this returns.
  virtual void starts_dead(const std::vector<SwitchPort>& links) = 0;
  [[nodiscard]] SwitchControl& stepping_along(SwitchIdx sw, SwitchControl& control);
  virtual void settled();

  /// A copy of a switch in RTL that runs for waves, made before the first edge; `scope` is its
  /// place in the hierarchy, levels separated by blanks. Lives as long as this. Null: there is
  /// none.
  [[nodiscard]] virtual cosim::TracedModel* trace(SwitchIdx /*sw*/, const std::string& /*scope*/) {
    return nullptr;
  }
  /// Cycles by which their cycle stands later in waves than the model's, if that is many.
  [[nodiscard]] virtual Cycle shown_later() const { return 0; }
  /// Waves are about to be drawn up to `cycle`, which is the next one with an event.
  virtual void before(Cycle /*cycle*/) {}
  /// All that happens in `cycle` has happened; nothing did since the cycle of the last call.
  virtual void after(Cycle cycle) = 0;
  /// At the end of the last cycle: it is compared, what is under way then is not.
  virtual void finish(Cycle cycle) = 0;

  // Over several ranks the switches of a rank are there in RTL, and no others. Each rank calls
  // `after` for the last cycle of every window.
  /// Before the links are bound; `carrier` outlives this.
  virtual void share(Carrier& /*carrier*/) {}
  /// What switches of another rank have sent; reads one item. False: it comes too late.
  [[nodiscard]] virtual bool carried(ByteReader& /*reader*/) { return false; }
  /// Cycles by which the RTL runs behind the model: what it shows `after` cycle t is at a far end a
  /// link's latency behind t - behind().
  [[nodiscard]] virtual Cycle behind() const { return 0; }
  /// A cycle has been compared `after` the cycle so many later.
  [[nodiscard]] virtual Cycle compares_within() const { return 0; }
  /// Nothing is inside, on wires or to come, but for what the model does in later cycles.
  [[nodiscard]] virtual bool at_rest() const { return true; }

 protected:
  /// The control of a switch in RTL takes the step that the model's has taken.
  virtual void step_along(SwitchIdx sw, Cycle now, const StepInput& in) = 0;
  /// A switch that has stepped along does so no more.
  virtual void has_settled(SwitchIdx sw) = 0;

 private:
  class SteppedAlong;
  std::map<SwitchIdx, std::unique_ptr<SwitchControl>> along_;  ///< while controls settle
};

}  // namespace selvage::fabric
