# SPDX-License-Identifier: Apache-2.0

# What makes the tables of SIZE, with the allocator of size CAM.
macro(selvage_flow_tables)
  if(NOT SELVAGE_FUZZ)
    selvage_shown(SHOWN efct_${SIZE} ifct_${SIZE} ofct_${SIZE} flow_walker_${SIZE})
    selvage_shown(EDGE_SHOWN ifct_edge_${SIZE})
    configure_file(flow/tables/tables.cpp.in flow_tables_${SIZE}.cpp @ONLY)
    configure_file(flow/tables/ifct_edge.cpp.in flow_ifct_edge_${SIZE}.cpp @ONLY)
    list(APPEND cosim_sources ${CMAKE_CURRENT_BINARY_DIR}/flow_tables_${SIZE}.cpp
      ${CMAKE_CURRENT_BINARY_DIR}/flow_ifct_edge_${SIZE}.cpp)
  endif()
endmacro()

# The tables of the flow channels, "SIZE enumerator FLOW_ID_W POS_W N_PORTS" (docs/reference/flow-blocks.md).
set(SELVAGE_FLOW_BUILDS "small kSmall 6 8 8" "large kLarge 11 11 64")
foreach(parameters ${SELVAGE_FLOW_BUILDS})
  string(REPLACE " " ";" parameters ${parameters})
  list(GET parameters 0 SIZE)
  list(GET parameters 1 SIZE_ENUM)
  list(GET parameters 2 ID_W)
  list(GET parameters 3 POS_W)
  list(GET parameters 4 PORTS)
  math(EXPR ROWS "1 << ${ID_W}")
  set(CAM ${SIZE})
  selvage_verilate(flow_cam_alloc_${SIZE} flow_cam_alloc ROWS=${ROWS})
  selvage_verilate(efct_${SIZE} efct FLOW_ID_W=${ID_W} POS_W=${POS_W})
  selvage_verilate(ifct_${SIZE} ifct N_PORTS=${PORTS} FLOW_ID_W=${ID_W} POS_W=${POS_W} EDGE=0)
  selvage_verilate(ifct_edge_${SIZE} ifct
    N_PORTS=${PORTS} FLOW_ID_W=${ID_W} POS_W=${POS_W} EDGE=1)
  selvage_verilate(ofct_${SIZE} ofct N_PORTS=${PORTS} FLOW_ID_W=${ID_W} POS_W=${POS_W})
  selvage_verilate(flow_walker_${SIZE} flow_walker FLOW_ID_W=${ID_W})
  selvage_flow_tables()
endforeach()

# Small tables whose rows are words: with a parity, with SECDED, and those in memories, of the ifct with four rows a step and two.
set(small N_PORTS=8 FLOW_ID_W=6 POS_W=8)
foreach(kind "parity ECC=1" "secded ECC=2")
  separate_arguments(kind)
  list(POP_FRONT kind name)
  selvage_verilate(efct_${name} efct FLOW_ID_W=6 POS_W=8 ${kind})
  selvage_verilate(ifct_${name} ifct ${small} ${kind})
  selvage_verilate(ofct_${name} ofct ${small} ${kind})
endforeach()
selvage_verilate(ifct_edge_secded ifct ${small} EDGE=1 ECC=2)
selvage_verilate(efct_macro efct FLOW_ID_W=6 POS_W=8 ECC=2 MACRO=1)
selvage_verilate(ifct_macro ifct ${small} ECC=2 MACRO=1)
selvage_verilate(ofct_macro ofct ${small} ECC=2 MACRO=1)
selvage_verilate(ifct_two_rows ifct ${small} ECC=2 MACRO=2)
if(NOT SELVAGE_FUZZ)
  list(APPEND cosim_sources flow/tables/words.cpp)
endif()
# Words of each table, small and large, and of no table: the longest of their check bits.
selvage_block_builds(secded_dec flow/secded_ SecdedDec secded_dec_builds "WIDTH" TRUE
  "1" "4" "11" "16" "22" "57" "69" "86" "120" "127" "131" "145" "149" "247")

# The small aggregators are for exhaustive search.
selvage_block_builds(ack_aggregator flow/ack_ AckAggregator ack_aggregator_builds "MAX DEPTH" TRUE
  "4 6" "4 12" "5 10" "6 18" "48 512")
selvage_block_builds(ack_frame_unpacker flow/ack_ AckUnpacker ack_unpacker_builds "MAX BUFS" TRUE
  "6 1" "6 2" "6 9" "48 2" "48 19")
selvage_block_builds(redirect_gen flow/redirect_ Redirect redirect_builds "N_PORTS FLOW_ID_W POS_W" FALSE
  "8 6 8" "64 11 11")
# Those of few ports are for exhaustive search.
selvage_block_builds(least_loaded flow/choice/ LeastLoaded least_loaded_builds "N LOAD_W" TRUE
  "2 1" "3 2" "4 2" "8 14" "64 14")
selvage_block(ep_ack_type ep_ack_type flow/ep_ EpAckType EpAckTypeOptions "")

# The registers of a port, alone and with the blocks that they drive.
selvage_block(flow_port_regs flow_port_regs flow/port/ PortRegs PortRegsOptions "" POS_W=8 FLOW_ID_W=6 MAX=48)
selvage_block_builds(flow_port flow/port/ FlowPort flow_port_builds "EDGE ECC MACRO" TRUE
  "0 0 0" "1 0 0" "0 2 0" "0 2 1" "1 2 1")

# Parts of a switch (docs/reference/flow-switch.md): memory for eight classes of 340 units and what is being read.
selvage_block(flow_tx flow_tx flow/parts/parts_ FlowTx FlowTxOptions "")
selvage_block(flow_grants flow_grants flow/parts/parts_ FlowGrants FlowGrantsOptions "")
selvage_block(flow_queues flow_queues flow/parts/parts_ FlowQueues FlowQueuesOptions ", 256" PAGES=2783)
selvage_block(flow_queues flow_queues_small flow/parts/parts_ FlowQueues FlowQueuesOptions ", 16"
  PAGES=72 WORD_W=16 ID_W=3)
selvage_block(flow_lookup flow_lookup flow/parts/parts_ FlowLookup FlowLookupOptions "" POS_W=10)
selvage_block(flow_steps flow_steps flow/parts/parts_ FlowSteps FlowStepsOptions "")
selvage_block(flow_turns flow_turns flow/parts/turns_ FlowTurns FlowTurnsOptions "")
selvage_block(flow_choice flow_choice flow/parts/turns_ FlowChoice FlowChoiceOptions "")
selvage_block(flow_gear flow_gear flow/parts/beats_ FlowGear FlowGearOptions "")
selvage_block(flow_cross flow_cross flow/parts/beats_ FlowCross FlowCrossOptions "" DEPTH=1024 PACKETS=128)
selvage_block(flow_rx flow_rx flow/parts/beats_ FlowRx FlowRxOptions "")
selvage_block(flow_rx flow_rx_edge flow/parts/beats_ FlowRx FlowRxOptions "" DELAY=4)
selvage_block(flow_leads flow_leads flow/parts/heads_ FlowLeads FlowLeadsOptions "")
selvage_block(flow_acks flow_acks flow/parts/heads_ FlowAcks FlowAcksOptions "")
selvage_block(flow_fronts flow_fronts flow/parts/heads_ FlowFronts FlowFrontsOptions "")
selvage_block(flow_fronts flow_fronts_edge flow/parts/heads_ FlowFronts FlowFrontsOptions "" EDGE=1)

# Whole switches of 64 rows a table, alone and around the control of a fat tree: with hosts at the first four ports, and without. They are so large that
# a compiler's time counts for more than a model's, and small builds have none.
set(deciding_optimise ${optimise})
set(flow_switches)
set(fattree_flow_switches)
if(SELVAGE_BUILDS STREQUAL "all")
  if(optimise MATCHES "^-O[23]$")
    set(optimise -O1)
  endif()
  selvage_models(flow_switch)
  set(flow_switches "15" "0")
  set(fattree_flow_switches "15 3 32 32 64" "0 3 32 32 64")
endif()
selvage_block_builds(flow_switch flow/switch/switch_ FlowSwitch flow_switch_builds "HOSTS" FALSE TRACE LEVELS=3 PARTS=8
  ${flow_switches})
selvage_block_builds(fattree_flow_switch fattree/flow/switch_ FatTreeFlowSwitch fattree_flow_switch_builds
  "HOSTS N W QI MOST_R" TRUE TRACE LEVELS=4 PARTS=8 ${fattree_flow_switches})

# Small ones once more, for waves: in a library of their own, as runs without waves pay nothing for them and
# those with do not care for speed; rows are in arrays.
selvage_models(flow_shown)
set(optimise ${deciding_optimise})
set(traced_arrays --trace-max-array 64)
selvage_verilate(efct_small_shown efct TRACE FLOW_ID_W=6 POS_W=8)
selvage_verilate(ifct_small_shown ifct TRACE ${small} EDGE=0)
selvage_verilate(ifct_edge_small_shown ifct TRACE ${small} EDGE=1)
selvage_verilate(ofct_small_shown ofct TRACE ${small})
selvage_verilate(flow_walker_small_shown flow_walker TRACE FLOW_ID_W=6)
set(SIZE small_shown)
set(CAM small)
set(SIZE_ENUM kSmall)
set(ROWS 64)
set(POS_W 8)
set(PORTS 8)
selvage_flow_tables()
selvage_block(redirect_gen redirect_gen_shown flow/redirect_ Redirect RedirectOptions "" TRACE ${small})
selvage_block(ack_aggregator ack_aggregator_shown flow/ack_ AckAggregator AckAggregatorOptions ", 48, 512"
  TRACE MAX=48 DEPTH=512)
selvage_block(ack_frame_unpacker ack_frame_unpacker_shown flow/ack_ AckUnpacker AckUnpackerOptions ", 48, 2"
  TRACE MAX=48 BUFS=2)
selvage_block(ep_ack_type ep_ack_type_shown flow/ep_ EpAckType EpAckTypeOptions "" TRACE)
set(traced_arrays)

list(APPEND cosim_sources
  flow/blocks.cpp
  flow/bugs.cpp
  flow/convert.cpp
  flow/difference.cpp
  flow/foreign/aggregator.cpp
  flow/foreign/foreign.cpp
  flow/port/beside.cpp
  flow/port/lagging.cpp
  flow/port/port_pair.cpp
  flow/port/settings.cpp
  flow/choice/rtl.cpp
  flow/rtl_link.cpp
  flow/rtl_port.cpp
  flow/step_words.cpp
  flow/waves/traced_port.cpp
  flow/tables/block.cpp)
