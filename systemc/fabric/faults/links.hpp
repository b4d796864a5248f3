// SPDX-License-Identifier: Apache-2.0
/// \file
/// The life of the links by the plan: they die and come back, and the probers of their ends find
/// out.
#pragma once

#include <array>
#include <functional>
#include <memory>
#include <vector>

#include "cosim/probe/probe_control.hpp"
#include "fabric/context.hpp"
#include "fabric/faults/faults.hpp"

namespace selvage::fabric {

class Switch;

/// FT-DET-1, FT-DET-3: each end of a link probes it on its own. A probe and its answer each take
/// the link's latency and are lost if the link is dead at any moment of the flight; the prober
/// takes an answer in the cycle after it has come. Nothing else of a healthy link's probing leaves
/// a trace. So a prober exists only around the failures of its link: from the first probe that a
/// planned failure may leave unanswered until its end knows the last state that the plan has for
/// the link, or that of a failure followed by a long healthy time.
///
/// FT-REP-7: a dead link stays dead until both ends have declared it so, and until what it has cut
/// is gone at both (Switch::link_clear). A repair asked for earlier takes effect in the cycle
/// after the second declaration, or later; a failure that is planned before that repair has taken
/// effect comes in the cycle after it.
class Links {
 public:
  using SwitchAt = std::function<Switch&(SwitchIdx)>;
  /// `back` is called for both ends of a link that is alive again.
  using Back = std::function<void(SwitchIdx)>;
  Links(Context& context, const FaultPlan& plan, SwitchAt at, Back back);

  // Events.
  void dies(std::uint32_t fault);
  void repair_due(std::uint32_t fault);
  void probe_answered(std::uint32_t prober, Cycle sent);
  void probe_due(std::uint32_t prober);
  /// After the events of a cycle: steps the probers they concern. What they declare reaches the
  /// control of their switch in this cycle.
  void probe();

 private:
  struct Prober {
    std::unique_ptr<cosim::ProbeControl> control;
    bool answered = false;
    bool listed = false;
  };
  /// A link of the plan.
  struct Planned {
    std::size_t link = 0;               ///< place in Context::links
    std::vector<std::uint32_t> faults;  ///< in order of time
    std::size_t next = 0;               ///< the next of `faults` to come
    bool repair_waits = false;          ///< for the ends to declare the link dead
    std::array<Prober, 2> probers;
  };

  void note(std::uint32_t prober);
  void step(std::uint32_t prober);
  void declare(Planned& planned, unsigned end, bool up);
  [[nodiscard]] bool needed(const Planned& planned, unsigned end) const;
  [[nodiscard]] Cycle first_probe(const LinkState& link, unsigned end, Cycle failed) const;
  [[nodiscard]] LinkState& state(const Planned& planned) {
    return context_.book.links[planned.link];
  }
  [[nodiscard]] const LinkState& state(const Planned& planned) const {
    return context_.book.links[planned.link];
  }
  void schedule_repair(Cycle at, std::uint32_t fault);
  void count_mistaken(const LinkState& link, unsigned before);

  Context& context_;
  SwitchAt at_;
  Back back_;
  golden::ProbeTiming timing_;
  std::vector<Planned> planned_;
  std::vector<std::uint32_t> of_fault_;   ///< place in planned_
  std::vector<std::uint32_t> scheduled_;  ///< probers with something to do in this cycle
};

}  // namespace selvage::fabric
