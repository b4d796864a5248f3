# SPDX-License-Identifier: Apache-2.0
# The two-level route lookup; waves show it.

selvage_block_builds(twolevel_route twolevel/ TwoLevel twolevel_builds "K" TRUE TRACE "4" "8" "16" "48")

list(APPEND cosim_sources
  twolevel/audit.cpp
  twolevel/control.cpp
  twolevel/foreign.cpp
  twolevel/system.cpp
  twolevel/traced.cpp
  twolevel/unit.cpp)
