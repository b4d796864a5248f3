// SPDX-License-Identifier: Apache-2.0
/// \file
/// One switch of the k-ary fat tree: a preferred port, and what is known of faults.
#pragma once

#include <memory>

#include "cosim/foreign/block.hpp"
#include "cosim/twolevel/unit.hpp"
#include "golden/switch_control.hpp"
#include "golden/twolevel/al_fares.hpp"
#include "golden/twolevel/cover/twolevel_cover.hpp"
#include "golden/twolevel/flow_plane.hpp"

namespace selvage::cosim {

/// Where the preferred port comes from.
enum class PreferredBy : std::uint8_t {
  kTwoLevel,  ///< prefixes and suffixes (F-TAB-1)
  kDigit,     ///< the destination's digit of this level (FT-RS-4)
  kHash       ///< prefixes, then a hash of source and destination (F-CMP-1)
};

/// What all switches of one system share.
struct TwoLevelConfig {
  const golden::AlFares* net = nullptr;
  const TwoLevelBuild* build = nullptr;  ///< null: no lookup in RTL
  Engine engine = Engine::kLockstep;
  PreferredBy preferred = PreferredBy::kTwoLevel;
  bool fault_tables = false;           ///< link faults spread; else each end knows its own
  golden::FlowPlane* flows = nullptr;  ///< null: switches do not know flows
  std::uint32_t rtl_bugs = 0;          ///< of the lookup, or of whole switches
  bool whole_switch = false;           ///< engine `switch`
  bool no_prefixes = false;  ///< deliberate bug: tables of pod switches without their prefixes
  std::shared_ptr<const golden::TwoLevelCover> cover;  ///< what the switches sample; null: nothing
  ForeignDesign foreign;                               ///< in place of `twolevel_route`
};

/// The tables of one switch and the rule that joins them with the fault tables; never changes.
class TwoLevelRule {
 public:
  TwoLevelRule(const TwoLevelConfig& config, SwitchIdx self);

  [[nodiscard]] golden::Ipv4 address(const RouteRequest& request) const {
    return config_->net->host_address(request.destination);
  }
  /// Where the tables send it, faults aside. Not for kDigit.
  [[nodiscard]] golden::NextHop preferred(const RouteRequest& request) const;
  [[nodiscard]] bool goes_up(const golden::NextHop& hop) const {
    return !hop.drop && level_ < 2 && hop.port >= config_->net->tree().h();
  }
  /// F-FLT-1: an up port must be among `alive`, the fat tree's decision: it, or the next candidate
  /// above it, wrapping around. Without `alive` (F-FLT-2) it stands as it is.
  [[nodiscard]] RouteDecision join(const golden::NextHop& preferred,
                                   const RouteDecision* alive) const;
  [[nodiscard]] const golden::TwoLevelTable& table() const { return table_; }

 private:
  const TwoLevelConfig* config_;
  SwitchIdx self_;
  unsigned level_;
  golden::TwoLevelTable table_;
};

/// `fat_tree` is the control of the same switch in the k-port 3-tree: it knows V. Null: not needed.
[[nodiscard]] std::unique_ptr<SwitchControl> make_twolevel_control(
    const TwoLevelConfig& config, SwitchIdx self, std::unique_ptr<SwitchControl> fat_tree,
    Scoreboard& scoreboard);

}  // namespace selvage::cosim
