// SPDX-License-Identifier: Apache-2.0
/// \file
/// One link between two switches, dead or alive, and what is lost on it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "golden/topology.hpp"
#include "golden/types.hpp"
#include "kernel/ahead.hpp"

namespace selvage::fabric {

inline constexpr std::uint32_t kNoFault = ~std::uint32_t{0};

/// From here on the deaths of switches are numbered, where a packet is charged to a fault.
inline constexpr std::uint32_t kDeaths = std::uint32_t{1} << 31;
[[nodiscard]] constexpr bool is_death(std::uint32_t fault) {
  return fault >= kDeaths && fault != kNoFault;
}

/// From here up to the deaths the outages are numbered that no prober detects.
inline constexpr std::uint32_t kFlaps = std::uint32_t{1} << 30;
[[nodiscard]] constexpr bool is_flap(std::uint32_t fault) {
  return fault >= kFlaps && fault < kDeaths;
}

/// What goes back to a failure, or to the repair of its link, names it by Cause::event.
[[nodiscard]] constexpr std::uint32_t event_of(std::uint32_t fault, bool repair) {
  return 2 * fault + (repair ? 1 : 0);
}
[[nodiscard]] constexpr std::uint32_t fault_of(std::uint32_t event) { return event / 2; }
[[nodiscard]] constexpr bool is_repair(std::uint32_t event) { return event % 2 != 0; }

/// State shared by both ends of a link, in one line of the cache. It is dead in the cycles
/// [died, healed).
struct alignas(kernel::kCacheLine) LinkState {
  std::array<SwitchPort, 2> ends;    ///< canonical (lower) end first
  std::uint32_t fault = kNoFault;    ///< its last failure
  std::uint32_t charged = kNoFault;  ///< its last failure or flap: who pays for what it loses
  Cycle died = kNever;               ///< of the last failure or flap
  Cycle healed = 0;                  ///< first cycle after the last repair or flap
  Cycle repaired = 0;                ///< first cycle after the last repair
  bool dead = false;
  std::array<bool, 2> known_dead{};  ///< declared so by each end
  bool unused = false;               ///< since the last repair no packet has come over it

  void die(Cycle now, std::uint32_t by) {
    died = now;
    dead = true;
    unused = false;
    fault = by;
    charged = by;
  }
  void heal(Cycle now) {
    healed = now;
    repaired = now;
    dead = false;
    unused = true;
  }
  void flap(Cycle now, std::uint32_t by) {
    died = now;
    dead = true;
    charged = by;
  }
  void flap_ends(Cycle now) {
    healed = now;
    dead = false;
  }
  /// Whether what left in cycle `sent` and would come in cycle `arrives`, at most now, is lost: the
  /// link was dead at some moment of the flight.
  [[nodiscard]] bool lost(Cycle sent, Cycle arrives) const {
    return (dead && died <= arrives) || healed > sent;
  }
  /// Ends that do not know the truth.
  [[nodiscard]] unsigned mistaken() const {
    return (known_dead[0] != dead ? 1U : 0U) + (known_dead[1] != dead ? 1U : 0U);
  }
};

/// FAB-LINK: an independent record of when each link was dead, for the receivers' check.
class LinkMonitor {
 public:
  explicit LinkMonitor(std::size_t links = 0) : ever_(links) {}
  void died(std::size_t link, Cycle now) {
    ever_[link] = true;
    dead_[link].push_back({now, kNever});
  }
  void healed(std::size_t link, Cycle now) { dead_.at(link).back().second = now; }
  /// Whether a flight of the cycles [sent, arrived] met a dead link.
  [[nodiscard]] bool forbids(std::size_t link, Cycle sent, Cycle arrived) const {
    return ever_[link] && met_death(link, sent, arrived);
  }

 private:
  [[nodiscard]] bool met_death(std::size_t link, Cycle sent, Cycle arrived) const {
    for (const auto& [from, until] : dead_.at(link)) {
      if (from <= arrived && sent < until) return true;
    }
    return false;
  }

  std::vector<bool> ever_;                                            ///< by link: it has died
  std::map<std::size_t, std::vector<std::pair<Cycle, Cycle>>> dead_;  ///< [first, first alive)
};

}  // namespace selvage::fabric
