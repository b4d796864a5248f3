// SPDX-License-Identifier: Apache-2.0
/// \file
/// One simulation of a fabric, which may be a part of a SystemC platform whose modules stand at its
/// hosts.
#pragma once

#include <chrono>
#include <memory>
#include <optional>

#include "fabric/application/run.hpp"
#include "fabric/early_end.hpp"
#include "fabric/fabric.hpp"
#include "fabric/record/event_log.hpp"
#include "fabric/record/journey.hpp"
#include "fabric/run.hpp"

namespace selvage::fabric {

/// Built before the simulation starts; one per process, since the library's clock is. `scenario`,
/// `system` and `scoreboard` outlive it. The scenario's own traffic runs at every host that is not
/// attached; phases and drain end it, not what the platform sends.
class Simulation {
 public:
  /// Throws what a scenario that fits no fabric throws (std::invalid_argument).
  Simulation(const Scenario& scenario, System& system, Scoreboard& scoreboard,
             const RunOptions& options = {}, Role role = Role::kPart);
  ~Simulation();
  Simulation(const Simulation&) = delete;
  Simulation& operator=(const Simulation&) = delete;

  /// False if it was interrupted, or its time spent, while it was built.
  [[nodiscard]] bool elaborated() const { return fabric_ != nullptr; }
  /// `user` stands at `host` instead of the scenario's traffic; before the simulation starts.
  /// Throws std::out_of_range if there is no such host, std::invalid_argument if its switch is
  /// faulty from the start, or the scenario's application has messages there.
  void attach(HostIdx host, HostUser& user);
  /// From any process of the platform: the packet is offered at the attached host `from` in the
  /// first cycle that begins after now, whatever the order of processes, and `load` travels along.
  /// False, and `load` stays the caller's, while the source queue has no room for it, or once the
  /// fabric has stopped. Throws std::out_of_range if there is no such host, std::invalid_argument
  /// if it is for itself, for a host of a switch that is faulty from the start, or of a class or
  /// order that the scenario's traffic does not have, std::logic_error if nobody is attached.
  /// `offer.flow` means nothing.
  [[nodiscard]] bool send(HostIdx from, const Offer& offer, std::unique_ptr<LinkExtension>& load);
  /// The same without a load.
  [[nodiscard]] bool send(HostIdx from, HostIdx to);
  /// Why the fabric does not go on (a mismatch, a failed check, a deadlock); kIdle: it does.
  [[nodiscard]] Fabric::Stop stop() const { return fabric().stop(); }
  /// The fabric has stopped by itself.
  [[nodiscard]] const sc_core::sc_event& stopped() const { return fabric().stopped(); }

  /// After the simulation: what it came to. At most once.
  [[nodiscard]] RunResult result();

 private:
  /// Throws std::logic_error if it was not elaborated.
  [[nodiscard]] Fabric& fabric() const;
  /// Throws std::invalid_argument if `host` hangs on a switch that is faulty from the start.
  void refuse_faulty(HostIdx host) const;
  void count(RunResult& r) const;
  void judge(RunResult& r) const;
  /// Whether the run is cut short while it is set up, by any rank.
  [[nodiscard]] bool cut_short();
  /// Of several ranks: rank 0 gets what all have counted. False if there is no result here.
  [[nodiscard]] bool gather(RunResult& r);

  System& system_;
  RunOptions options_;
  EarlyEnd early_;
  Context context_;
  std::optional<JourneyLog> journeys_;
  std::optional<EventLog> events_;
  FaultPlan plan_;
  RunResult cut_;  ///< outcome of one that was cut short before its first cycle
  /// Never destroyed: SystemC's registries make taking a large fabric apart slower than running it.
  Fabric* fabric_ = nullptr;
  std::optional<ApplicationRun> application_;  ///< the scenario's, if it has one
  std::chrono::steady_clock::time_point begun_;
};

}  // namespace selvage::fabric
