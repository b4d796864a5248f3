# SPDX-License-Identifier: Apache-2.0
# The two-level route lookup, and a whole switch by its ports; waves show both.

selvage_block_builds(twolevel_route twolevel/ TwoLevel twolevel_builds "K" TRUE TRACE "4" "8" "16" "48")
selvage_block_builds(twolevel_switch twolevel/switch_ TwoLevelSwitch twolevel_switch_builds "K DEPTH" TRUE TRACE
  "4 256" "8 256")

list(APPEND cosim_sources
  twolevel/audit.cpp
  twolevel/control.cpp
  twolevel/foreign.cpp
  twolevel/switch_block.cpp
  twolevel/system.cpp
  twolevel/traced.cpp
  twolevel/unit.cpp)
