# SPDX-License-Identifier: Apache-2.0
# The prober of a port: one build for every timing.
selvage_verilate(link_probe link_probe TW=48 RW=8)
# A whole switch with probers, for trees of RTL wired port to port (systemc/cosim/probe/probed_block.hpp).
# A time of few bits wraps often.
selvage_verilate(fattree_control_probed fattree_control_probed TRACE
  M=4 N=3 W=32 PERIOD=64 TIMEOUT=10 RETRIES=2 TW=12)

list(APPEND cosim_sources probe/foreign.cpp)
if(NOT SELVAGE_FUZZ)
  list(APPEND cosim_sources
    probe/probe_block.cpp probe/probed_block.cpp probe/probe_control.cpp)
endif()
