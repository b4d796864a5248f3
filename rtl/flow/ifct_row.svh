// SPDX-License-Identifier: Apache-2.0
/// A row of the input flow channel table (FLOW-A-15), included in the body of every module of the
/// ifct. The module has PORT_W, VC_W, POS_W, TS_W and `SELVAGE_IFCT_WIDTHS.
///
/// Extents stand for positions: next = data + waits, ack = data - flow, dmlim = data + slack. So an
/// operation compares what it reads, and each of the four changes few of them.
/// A stamp is the low bits of a count of ticks, ready of pairs of cycles (FLOW-A-32). Behind it by
/// w or more, as far as W bits can tell: the top bit of now - w - stamp is 0.
typedef struct packed {
  logic [1:0]        state;    // 0 FREE, 1 RUNNING, 2 BLOCK
  logic              ordered;
  logic              forced;   // ordered as long as it is congested
  logic [2:0]        level;    // congestion
  logic [3:0]        rec;      // NORMAL ACKs in a row
  logic              um;       // upstream is being metered, up to umlim
  logic              dm;       // downstream meters this flow: slack units more, signed
  logic [VC_W-1:0]   fvc;      // the way of the last packet
  logic [PORT_W-1:0] fport;
  logic [POS_W-1:0]  data;     // next to leave
  logic [POS_W-1:0]  waits;    // units not yet sent
  logic [POS_W-1:0]  flow;     // units sent and not acknowledged
  logic [POS_W-1:0]  umlim;
  logic [POS_W:0]    slack;
  logic [TS_W-1:0]   mark;     // end of the last BLOCK
  logic [TS_W-1:0]   hold;     // last level step up
  logic [TS_W-1:0]   dmt;      // last CREDIT received
  logic [PACE_W-1:0] pace;     // EDGE: next packet at this level's bandwidth; else last CREDIT sent
} row_t;

/// What of a row an operation writes; way: fvc, fport.
typedef struct packed {
  logic state, ordered, forced, level, rec, um, dm, way, data, waits, flow, umlim, slack;
  logic mark, hold, dmt, pace;
} set_t;

/* verilator lint_off UNUSEDPARAM */
localparam [1:0] StFree = 2'd0;
localparam [1:0] StRunning = 2'd1;
localparam [1:0] StBlock = 2'd2;
/* verilator lint_on UNUSEDPARAM */
