# SPDX-License-Identifier: Apache-2.0
# The blocks of a mesh node; waves show them.

selvage_block(mcc_label mcc_label mesh/ MccLabel MeshBlockOptions "" TRACE)
selvage_block(label_epoch label_epoch mesh/ LabelEpoch MeshBlockOptions "" TRACE EW=32)
selvage_block(planar_route planar_route mesh/ PlanarRoute MeshBlockOptions "" TRACE CW=4)

# A whole router, for each way of allocation.
selvage_block_builds(mesh_router mesh/router_ Router router_builds "SEPARABLE DEPTH" FALSE TRACE
  "0 64" "1 64")

list(APPEND cosim_sources
  mesh/audit.cpp
  mesh/bugs.cpp
  mesh/compare.cpp
  mesh/drops.cpp
  mesh/foreign.cpp
  mesh/node.cpp
  mesh/router_block.cpp
  mesh/rtl.cpp
  mesh/system.cpp
  mesh/traced.cpp
  mesh/watch.cpp)
