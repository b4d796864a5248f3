// SPDX-License-Identifier: Apache-2.0
/// \file
/// The whole fabric: modules, links, and the one process that turns the timing wheel.
#pragma once

#include <memory>
#include <systemc>
#include <vector>

#include "fabric/context.hpp"
#include "fabric/data_path.hpp"
#include "fabric/faults/faults.hpp"
#include "fabric/faults/flaps.hpp"
#include "fabric/faults/links.hpp"
#include "fabric/faults/nodes.hpp"
#include "fabric/link/checker.hpp"
#include "fabric/ranks/windows.hpp"

namespace selvage::fabric {

class WholeSwitches;

/// Who owns the simulation.
enum class Role : std::uint8_t {
  kWhole,  ///< the fabric is all there is: it stops the simulation when it has come to its end
  kPart,   ///< a part of a platform, which stops it: the fabric sleeps while it has nothing to do
};

/// Builds switches and hosts of any topology and joins them. One SC_METHOD sleeps until the next
/// cycle that has an event, or until a packet of the platform comes; inside a cycle the phases are:
/// events in order of kind, entity, port; probers; hosts; the data path's route requests; controls;
/// departures. In each, ascending number.
class Fabric final : public sc_core::sc_module {
 public:
  Fabric(sc_core::sc_module_name name, Context& context, System& system, const FaultPlan& plan,
         const RunOptions& options, const EarlyEnd& early, Role role, JourneyLog* journeys);
  ~Fabric() override;

  /// Why the simulation stopped.
  enum class Stop : std::uint8_t {
    kIdle,
    kDrainOver,
    kStuck,
    kMismatch,
    kCheck,
    kInterrupt,
    kWall
  };
  [[nodiscard]] Stop stop() const { return stop_; }
  /// Notified when the fabric goes no further because of `stop()`.
  [[nodiscard]] const sc_core::sc_event& stopped() const { return stopped_; }

  /// Throws std::out_of_range if there is none.
  [[nodiscard]] Host& host(HostIdx host) { return *hosts_.at(host); }
  /// A packet of the platform: see Simulation::send.
  [[nodiscard]] bool send(HostIdx from, const Offer& offer, std::unique_ptr<LinkExtension>& load);

  /// Of several ranks, else null.
  [[nodiscard]] Windows* windows() const { return windows_.get(); }
  [[nodiscard]] Switch& at(SwitchIdx sw) { return *switches_[sw]; }
  [[nodiscard]] const Switch& at(SwitchIdx sw) const { return *switches_[sw]; }
  /// Writes what is left of the waves and closes them. Before `finish`.
  WaveRecord close_waves();
  /// Lets every pipeline run dry and compares the rest.
  void finish();
  /// Channels of a cycle in which each waits for the next; empty if there is none.
  [[nodiscard]] std::vector<std::string> wait_cycle() const { return path_->wait_cycle(); }
  [[nodiscard]] std::string broken_path() const { return path_->broken(); }
  [[nodiscard]] PathReport report_path(double sim_seconds) const {
    return path_->report(sim_seconds);
  }
  [[nodiscard]] const std::vector<NamedFlow>& named_flows() const { return traffic_.flows(); }
  /// At the end of the run: comparisons of the switches in RTL beside the path.
  void finish_twin();
  /// Behind them, checks and comparisons of the data path.
  void finish_path();
  /// See DataPath::sums.
  [[nodiscard]] std::vector<std::uint64_t*> path_sums() { return path_->sums(); }
  [[nodiscard]] std::uint64_t overflows() const;

 private:
  /// Joins every port to its far end.
  void bind_links();
  /// Puts a checker on the link that `port` of `from` sends on.
  void check_link(const std::string& name, LinkInitiatorSocket& from, PortIdx port,
                  LinkTargetSocket& to, PortIdx far, const LinkState* link);
  void turn();
  /// One cycle that has events.
  void handle(Cycle cycle);
  /// Sleeps until `next`, or until a packet of the platform comes.
  void sleep_until(Cycle next);
  /// Goes no further.
  void end();
  void dispatch(const kernel::Event& event);
  /// See kernel::with_look_ahead.
  void prefetch(const kernel::Event& event, unsigned step) const;
  void prefetch_host(HostIdx host, unsigned step) const;
  /// Looks whether the run has to end early, and keeps why.
  bool ends_early();
  void look_at_clock();
  void preset(const std::vector<SwitchPort>& dead);
  /// The next cycle of this rank.
  [[nodiscard]] Cycle next_cycle() { return windows_ ? windows_->next() : context_.wheel.next(); }
  [[nodiscard]] bool should_stop();
  [[nodiscard]] std::uint64_t in_fabric() const;

  Context& context_;
  const RunOptions& options_;
  Traffic traffic_;
  std::unique_ptr<DataPath> path_;
  Switches switches_;
  Hosts hosts_;
  std::vector<std::unique_ptr<LinkChecker>> checkers_;  ///< none, unless link.checker
  std::unique_ptr<WholeSwitches> twin_;
  std::unique_ptr<WaveRows> waves_;
  std::unique_ptr<Windows> windows_;
  std::unique_ptr<Links> links_;
  std::unique_ptr<Nodes> nodes_;
  std::unique_ptr<Flaps> flaps_;
  Role role_;
  Cycle last_cycle_;  ///< end of the drain phase; kNever in a platform
  sc_core::sc_event new_packet_;
  sc_core::sc_event stopped_;
  bool ended_ = false;
  const EarlyEnd& early_;
  std::uint64_t turns_ = 0;
  std::uint64_t look_mask_ = 0;  ///< turns between two looks at the clock, less one
  EarlyEnd::Clock::time_point last_look_ = EarlyEnd::Clock::now();
  EarlyEnd::Clock::time_point last_report_;
  Stop stop_ = Stop::kIdle;
};

}  // namespace selvage::fabric
