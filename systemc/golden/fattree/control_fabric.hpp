// SPDX-License-Identifier: Apache-2.0
/// \file
/// The control planes of a whole tree, wired cycle by cycle: for tests and as reference of
/// co-simulation. Golden only, no SystemC.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

#include "golden/fattree/control_plane.hpp"

namespace selvage::golden {

struct ControlFabricConfig {
  unsigned lft_capacity = 32;
  Rule rule = Rule::kCorrected;
  MessageBugs bugs;
  ControlTiming timing;
};

/// Sees every step of every plane; for comparisons with another implementation.
class ControlObserver {
 public:
  virtual ~ControlObserver() = default;
  /// Switch `sw` is about to be stepped in cycle `now` with input `in`.
  virtual void before(SwitchIdx sw, Cycle now, const ControlState& s, const ControlInput& in) = 0;
  /// It was.
  virtual void after(SwitchIdx sw, const ControlState& s, const ControlOutput& out) = 0;
};

/// Time is a cycle number; run(), step() and settle() advance it. Links die and are repaired at
/// given cycles, each end notices after a delay of its own. What is under way on a dying link or
/// sent into a dead one is lost, and a dead link shows no stop flag (FT-CYC-7). A link stays dead
/// until both ends have noticed (FT-REP-7; programming error otherwise), and a link that dies again
/// before both ends have noticed its repair is not noticed as repaired by the other.
class ControlFabric {
 public:
  ControlFabric(const FatTree& tree, const ControlFabricConfig& config);

  /// The link (named by either end) dies at the beginning of cycle `at`, not before now(); its
  /// lower end notices in cycle at + lower, its upper end in at + upper. No effect if it is dead
  /// then.
  void kill(Cycle at, SwitchPort link, Cycle lower, Cycle upper);
  /// As kill(), for the repair of a dead link.
  void repair(Cycle at, SwitchPort link, Cycle lower, Cycle upper);

  /// A false alarm: this end alone declares a healthy link dead in cycle `down` and up again in
  /// cycle `up`. The link carries on.
  void mistake(SwitchPort end, Cycle down, Cycle up);

  /// Shows every step from now on to `observer`, which must outlive the stepping; null: to nobody.
  void observe(ControlObserver* observer) { observer_ = observer; }

  /// One cycle.
  void step();
  /// Until cycle `until`; cycles in which nothing happens cost nothing.
  void run(Cycle until);
  /// Until nothing is under way or scheduled, at most to cycle `limit`. False if the limit came
  /// first.
  bool settle(Cycle limit);
  /// Now and until the next scheduled action nothing happens.
  [[nodiscard]] bool quiet() const { return active_.empty() && under_way_ == 0; }

  [[nodiscard]] Cycle now() const { return now_; }  ///< the next cycle to step
  [[nodiscard]] const FatTree& tree() const { return *tree_; }
  [[nodiscard]] const ControlPlane& plane(SwitchIdx sw) const { return planes_[sw]; }
  /// What a route request in cycle now() sees is state(sw).faults.
  [[nodiscard]] const ControlState& state(SwitchIdx sw) const { return states_[sw]; }
  /// For tests: the state of a switch to tamper with; it is stepped from now on.
  [[nodiscard]] ControlState& touch(SwitchIdx sw);
  /// What switch `sw` was given and what it drove in cycle now()-1, if it was stepped in it.
  [[nodiscard]] const ControlInput& last_input(SwitchIdx sw) const { return inputs_[sw]; }
  [[nodiscard]] const ControlOutput& last_output(SwitchIdx sw) const { return outputs_[sw]; }
  [[nodiscard]] const std::vector<SwitchPort>& dead() const { return dead_; }
  /// Last cycle in which table writes changed fault state anywhere; kNever if none did.
  [[nodiscard]] Cycle last_change() const { return last_change_; }
  [[nodiscard]] std::uint64_t under_way() const { return under_way_; }        ///< messages on links
  [[nodiscard]] std::uint64_t lost() const { return lost_; }                  ///< on dead links
  [[nodiscard]] std::uint64_t plane_cycles() const { return plane_cycles_; }  ///< steps of planes

 private:
  struct Action {
    enum class Kind : std::uint8_t { kKill, kRepair, kNotice, kFalseDown, kFalseUp };
    Kind kind = Kind::kKill;
    SwitchPort end;   ///< kKill, kRepair: the lower end; else this end
    Cycle lower = 0;  ///< kKill, kRepair: delays until each end notices
    Cycle upper = 0;
    std::uint32_t epoch = 0;  ///< kNotice: of the link, to be distinguished from an earlier state
  };
  struct Link {
    bool dead = false;
    std::uint32_t epoch = 0;
    std::uint8_t unnoticed = 0;  ///< ends that have not noticed the present state
  };
  struct Flight {
    SwitchPort to;
    FaultMessage message;
  };
  /// The stop flag seen at a port changes.
  struct Flip {
    SwitchPort at;
    bool stop = false;
  };
  struct Slot {
    std::vector<Flight> flights;
    std::vector<Flip> flips;
  };

  void act(const Action& action);
  void set_dead(const Action& action, bool dead);
  void wake(SwitchIdx sw);
  void deliver(Slot& slot);
  void carry(SwitchIdx sw);
  [[nodiscard]] bool is_dead(SwitchPort end) const {
    return ((dead_ports_[end.sw] >> end.port) & 1U) != 0;
  }
  [[nodiscard]] SwitchPort far_end(SwitchPort end) const;
  [[nodiscard]] SwitchPort lower_end(SwitchPort link) const;
  [[nodiscard]] Link& link_of(SwitchPort lower);
  [[nodiscard]] Slot& slot(Cycle cycle) { return slots_[cycle % slots_.size()]; }

  const FatTree* tree_;
  ControlObserver* observer_ = nullptr;
  Cycle now_ = 0;
  std::vector<ControlPlane> planes_;
  std::vector<ControlState> states_;
  std::vector<ControlInput> inputs_;
  std::vector<ControlOutput> outputs_;
  std::vector<PortMask> dead_ports_;
  std::vector<PortMask> stop_seen_;    ///< at each switch's ports
  std::vector<PortMask> stop_driven_;  ///< by each switch, at the end of the last cycle
  std::vector<Link> links_;            ///< by lower end and port
  std::vector<SwitchPort> dead_;
  std::vector<Slot> slots_;  ///< [cycle mod (latency + 2)]: what arrives then
  std::multimap<Cycle, Action> schedule_;
  std::vector<SwitchIdx> active_;  ///< switches to step
  unsigned latency_;
  std::vector<bool> is_active_;
  Cycle last_change_ = kNever;
  std::uint64_t under_way_ = 0;
  std::uint64_t lost_ = 0;
  std::uint64_t plane_cycles_ = 0;
};

}  // namespace selvage::golden
