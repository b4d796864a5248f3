# SPDX-License-Identifier: Apache-2.0
# The control plane of a fat tree's switch.

# The verilated parameter sets "M N W QI" of fattree_control, smallest first. A tree runs on the
# first that covers it, so the last one serves everything that is legal.
set(SELVAGE_CONTROL_BUILDS "4 3 32 16" "4 5 32 16" "8 3 32 16" "16 3 32 16")
if(SELVAGE_BUILDS STREQUAL "all")
  list(APPEND SELVAGE_CONTROL_BUILDS "64 3 32 16" "64 6 64 256")
endif()

set(CONTROL_DECLARATIONS)
set(CONTROL_ROWS)
foreach(parameters ${SELVAGE_CONTROL_BUILDS})
  string(REPLACE " " ";" parameters ${parameters})
  list(GET parameters 0 M)
  list(GET parameters 1 N)
  list(GET parameters 2 W)
  list(GET parameters 3 QI)
  set(BUILD fattree_control_m${M}n${N}w${W}q${QI})
  selvage_verilate(${BUILD} fattree_control TRACE M=${M} N=${N} W=${W} QI=${QI})
  set(BLOCK fattree/control/control_)
  set(CLASS Control)
  set(OPTIONS ControlBlockOptions)
  configure_file(${control_template}.cpp.in ${BUILD}.cpp @ONLY)
  selvage_together(wrap_${BLOCK} ${CMAKE_CURRENT_BINARY_DIR}/${BUILD}.cpp)
  list(APPEND cosim_sources ${CMAKE_CURRENT_BINARY_DIR}/${BUILD}.cpp)
  string(APPEND CONTROL_DECLARATIONS
    "std::unique_ptr<ControlBlock> make_${BUILD}(const ControlBlockOptions&);\n")
  string(APPEND CONTROL_ROWS "      {${M}, ${N}, ${W}, ${QI}, &make_${BUILD}},\n")
endforeach()
configure_file(fattree/control/control_builds.cpp.in control_builds.cpp @ONLY)
list(APPEND cosim_sources ${CMAKE_CURRENT_BINARY_DIR}/control_builds.cpp)

# A whole switch: "M N W DEPTH QI R", by the size of the tree, which has to be that of the build, and the cycles from a
# question to its answer.
selvage_block_builds(fattree_switch fattree/whole/switch_ Switch switch_builds "M N W DEPTH QI R" TRUE TRACE
  "4 3 32 256 16 2" "8 3 32 256 16 2" "16 3 32 256 16 2" "4 3 32 256 16 3")

list(APPEND cosim_sources
  fattree/audit.cpp
  fattree/bugs.cpp
  fattree/compare.cpp
  fattree/control/control_block.cpp
  fattree/control/traced_control.cpp
  fattree/foreign/route.cpp
  fattree/foreign/table.cpp
  fattree/foreign/unit.cpp
  fattree/golden.cpp
  fattree/held.cpp
  fattree/history.cpp
  fattree/whole/plugin_switch.cpp
  fattree/rtl.cpp
  fattree/whole/switch_block.cpp
  fattree/system.cpp
  fattree/text.cpp
  fattree/watch.cpp)
