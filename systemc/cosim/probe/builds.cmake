# SPDX-License-Identifier: Apache-2.0
# The prober of a port: one build for every timing.
verilate(selvage_verilated
  SOURCES ${rtl_sources}
  TOP_MODULE link_probe
  PREFIX Vlink_probe
  VERILATOR_ARGS ${rtl_args} -GTW=48 -GRW=8 +define+SELVAGE_BUGS --assert
                 --x-assign fast --x-initial fast
  OPT_FAST -O3)
# A whole switch with probers, for trees of RTL wired port to port (systemc/cosim/probe/probed_block.hpp).
# A time of few bits wraps often.
verilate(selvage_verilated
  SOURCES ${PROJECT_SOURCE_DIR}/rtl/waves.vlt ${rtl_sources}
  TOP_MODULE fattree_control_probed
  PREFIX Vfattree_control_probed
  VERILATOR_ARGS ${rtl_args} -GM=4 -GN=3 -GW=32 -GPERIOD=64 -GTIMEOUT=10 -GRETRIES=2 -GTW=12
                 +define+SELVAGE_BUGS --assert --x-assign fast --x-initial fast
  OPT_FAST -O3
  TRACE_FST)

if(NOT SELVAGE_FUZZ)
  list(APPEND cosim_sources probe/probe_block.cpp probe/probed_block.cpp probe/probe_control.cpp)
endif()
