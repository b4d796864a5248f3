// SPDX-License-Identifier: Apache-2.0
/// \file
/// A fabric at its settled fault state, without time: switches are made when somebody needs them.
#pragma once

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cosim/system.hpp"

namespace selvage::cli {

/// One switch on a packet's way.
struct Hop {
  SwitchIdx sw = 0;
  PortIdx in = 0;
  std::optional<PortIdx> out;  ///< empty where the packet ended
  std::uint8_t vc = 0;         ///< of `out`
  /// Every output channel (port, VC) that the packet might take.
  std::vector<std::pair<PortIdx, std::uint8_t>> legal;
};

/// One packet's way.
struct Walk {
  bool delivered = false;
  std::vector<Hop> hops;
  std::string reason;          ///< why it was not delivered, at the last hop's switch
  std::uint64_t compared = 0;  ///< hops whose decision was compared with the golden model
};

class SettledFabric {
 public:
  /// Kills `dead`, and lets every switch learn of it. `system` and `scoreboard` outlive this.
  SettledFabric(System& system, Engine engine, Scoreboard& scoreboard,
                const std::vector<SwitchPort>& dead);

  /// Empty, or why the faults could not be settled: the messages would reach too many switches.
  [[nodiscard]] const std::string& trouble() const { return trouble_; }
  /// Whether another order of messages could have ended otherwise: under a rule that is known to be
  /// wrong, and where a table has overflowed.
  [[nodiscard]] bool order_matters() const { return order_matters_; }
  [[nodiscard]] Walk walk(HostIdx source, HostIdx destination);

 private:
  SwitchControl& control(SwitchIdx sw);
  /// The output channels that `request` may take, asked for one by one.
  std::vector<std::pair<PortIdx, std::uint8_t>> legal(SwitchIdx sw, RouteRequest request,
                                                      PortMask candidates);
  /// One decision of one switch, and whether it was compared.
  RouteDecision decide(SwitchIdx sw, const RouteRequest& request, bool& compared);

  System& system_;
  Scoreboard& scoreboard_;
  std::size_t most_switches_;
  std::unordered_map<SwitchIdx, std::unique_ptr<SwitchControl>> controls_;
  std::set<std::pair<SwitchIdx, PortIdx>> dead_ends_;
  std::string trouble_;
  bool order_matters_ = false;
};

}  // namespace selvage::cli
