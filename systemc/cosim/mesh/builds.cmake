# SPDX-License-Identifier: Apache-2.0
# The blocks of a mesh node; waves show them.

selvage_block(mcc_label mcc_label mesh/ MccLabel MeshBlockOptions "" TRACE)
selvage_block(label_epoch label_epoch mesh/ LabelEpoch MeshBlockOptions "" TRACE EW=32)
selvage_block(planar_route planar_route mesh/ PlanarRoute MeshBlockOptions "" TRACE CW=4)

list(APPEND cosim_sources
  mesh/audit.cpp
  mesh/compare.cpp
  mesh/drops.cpp
  mesh/foreign.cpp
  mesh/node.cpp
  mesh/rtl.cpp
  mesh/system.cpp
  mesh/traced.cpp
  mesh/watch.cpp)
