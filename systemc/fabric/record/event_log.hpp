// SPDX-License-Identifier: Apache-2.0
/// \file
/// Records, while the fabric runs, the story of each link failure and its repair.
#pragma once

#include <memory>
#include <vector>

#include "fabric/record/fault_story.hpp"
#include "fabric/record/record.hpp"
#include "golden/switch_control.hpp"
#include "golden/topology.hpp"

namespace selvage::fabric {

/// Bounded: at most `kMessages`, ... records per failure and `kTotal` messages in a run. Costs
/// nothing per packet but a look at a flag, except at a switch whose state has changed and that has
/// not yet routed a packet differently (for at most `kWatched` decisions).
class EventLog final : public Sink {
 public:
  using Sink::on;
  static constexpr std::size_t kMessages = 2000;
  static constexpr std::size_t kTotal = 100000;
  static constexpr std::size_t kLosses = 256;
  static constexpr std::size_t kChanges = 1000;
  static constexpr std::size_t kStates = 20000;  ///< routing states in a run
  static constexpr unsigned kWatched = 2000;
  static constexpr Cycle kHandling = 2;  ///< from the arrival of a message to what it changes

  EventLog(const Topology& topology, std::size_t faults);

  void on(const LinkDeclared& e) override;
  /// Of unknown cause: not recorded.
  void on(const MessageSent& e) override;
  void on(const MessageArrived& e) override;
  void on(const MessageLost& e) override;
  /// It is put down to the youngest message of its cause that arrived there at least kHandling
  /// cycles before and has changed nothing yet.
  void on(const StateChanged& e) override;
  /// Without a way: charged to the last failure that changed the switch, if there was one.
  void on(const PacketLost& e) override;
  void on(const Decided& e) override;
  [[nodiscard]] bool needs_views() const override { return true; }
  /// Whether the switch's decisions are of interest now.
  [[nodiscard]] bool watches(SwitchIdx sw) const { return !watches_[sw].empty(); }

  [[nodiscard]] std::vector<FaultStory>& stories() { return stories_; }
  [[nodiscard]] OtherLosses& others() { return others_; }

 private:
  /// A change whose first effect on a packet has not been seen.
  struct Watch {
    std::uint32_t fault;
    Cycle changed;
    unsigned left;
    bool repair;
    std::shared_ptr<const RouteView> before;
    std::shared_ptr<const RouteView> after;
  };
  struct Place {
    std::uint32_t fault;
    std::uint32_t index;
  };

  const Topology& topology_;
  std::vector<FaultStory> stories_;
  OtherLosses others_;
  std::vector<Place> under_way_;               ///< by message slot
  std::vector<std::vector<Watch>> watches_;    ///< by switch
  std::vector<std::uint32_t> last_change_by_;  ///< by switch: failure that last changed it
  std::size_t messages_ = 0;
  std::size_t states_ = 0;
};

}  // namespace selvage::fabric
