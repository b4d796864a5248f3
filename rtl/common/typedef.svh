// SPDX-License-Identifier: Apache-2.0
/// Structs whose fields follow a module's parameters, as macros: `SELVAGE_TYPEDEF_...(name, ...)
/// defines the type, in a module body (every tool of the flow), or in a package or before a module,
/// as the types of a typed top's ports. Kinds and types are constants of fabric_pkg.
///   DW bits of a digit, LW of a level, HW of an up-port index, KW = (N - 1) * DW of a name
`ifndef SELVAGE_TYPEDEF_SVH
`define SELVAGE_TYPEDEF_SVH

/// A link-fault message (FT-CYC-5). port is the up-port index j of switch port h+j; digit i of the
/// key at [i*DW +: DW]. Fields that a kind does not use are 0; an answer of a re-evaluation
/// has none but kind and level.
`define SELVAGE_TYPEDEF_FAULT_MESSAGE(name, LW, KW, HW, SEQ_W) \
  typedef struct packed { \
    logic [SEQ_W-1:0] seq; \
    logic [HW-1:0]    port; \
    logic [KW-1:0]    key; \
    logic [LW-1:0]    level; \
    logic [2:0]       kind; \
  } name;

/// What a fat tree's route decision reads of a header (FT-RS-1): digit i of a node's name at
/// [i*DW +: DW].
`define SELVAGE_TYPEDEF_FATTREE_HEADER(name, N, DW) \
  typedef struct packed { \
    logic [N*DW-1:0] src; \
    logic [N*DW-1:0] dst; \
  } name;

/// What a link of a cut-through switch brings or takes in a cycle (switch-rtl.md): sym is 0
/// nothing, 1 a beat, 2 a fault message in the low bits of data.
`define SELVAGE_TYPEDEF_SWITCH_BEAT(name, DATA_W) \
  typedef struct packed { \
    logic [DATA_W-1:0] data; \
    logic              bad; \
    logic              tail; \
    logic              head; \
    logic [1:0]        sym; \
  } name;

/// The data of a beat that begins a packet in a fat tree; rest is the sender's, and passes as it
/// is.
`define SELVAGE_TYPEDEF_SWITCH_HEAD(name, N, DW, LEN_W, DATA_W) \
  typedef struct packed { \
    logic [DATA_W-LEN_W-2*N*DW-1:0] rest; \
    logic [LEN_W-1:0]               length; \
    logic [N*DW-1:0]                src; \
    logic [N*DW-1:0]                dst; \
  } name;

/// What a mesh's route decision reads of a header (MESH-CTL-2), coordinates {z, y, x} of CW bits.
`define SELVAGE_TYPEDEF_PLANAR_HEADER(name, CW) \
  typedef struct packed { \
    logic [3*CW-1:0] dst; \
    logic [2:0]      proxy; \
    logic [1:0]      sub; \
    logic            tie; \
  } name;

/// What the input table reads of a flow packet's header (FLOW-A-15).
`define SELVAGE_TYPEDEF_FLOW_HEADER(name, FLOW_ID_W, POS_W) \
  typedef struct packed { \
    logic                 ordered; \
    logic                 gap; \
    logic [5:0]           len; \
    logic [POS_W-1:0]     start; \
    logic [FLOW_ID_W-1:0] id; \
  } name;

/// A flow message between the tables of neighbours (FLOW-A-3).
`define SELVAGE_TYPEDEF_FLOW_MESSAGE(name, FLOW_ID_W, POS_W) \
  typedef struct packed { \
    logic [2:0]           kind; \
    logic [POS_W-1:0]     position; \
    logic [FLOW_ID_W-1:0] id; \
  } name;

`endif
