// SPDX-License-Identifier: Apache-2.0
/// A row of the input flow channel table (FLOW-A-15), included in the body of every module of the
/// ifct, after the types of a message. The module has PORT_W, VC_W, POS_W and TS_W, and ROW_W:
///
///   ROW_W = 13 + VC_W + PORT_W + 5 * POS_W + 5 * TS_W
typedef struct packed {
  logic [1:0]        state;    // 0 FREE, 1 RUNNING, 2 BLOCK
  logic              ordered;
  logic              forced;   // ordered as long as it is congested
  logic [2:0]        level;    // congestion
  logic [3:0]        rec;      // NORMAL ACKs in a row
  logic              um;       // upstream is being metered, up to umlim
  logic              dm;       // downstream meters this flow, up to dmlim
  logic [VC_W-1:0]   fvc;      // the way of the last packet
  logic [PORT_W-1:0] fport;
  logic [POS_W-1:0]  next;     // expected from upstream
  logic [POS_W-1:0]  data;     // next to leave
  logic [POS_W-1:0]  ack;      // acknowledged
  logic [POS_W-1:0]  umlim;
  logic [POS_W-1:0]  dmlim;
  logic [TS_W-1:0]   mark;     // BLOCK since, or cool-down until
  logic [TS_W-1:0]   ready;    // next packet at this level's bandwidth
  logic [TS_W-1:0]   hold;     // last level step up
  logic [TS_W-1:0]   umt;      // last CREDIT sent
  logic [TS_W-1:0]   dmt;      // last CREDIT received
} row_t;

/* verilator lint_off UNUSEDPARAM */
localparam [1:0] StFree = 2'd0;
localparam [1:0] StRunning = 2'd1;
localparam [1:0] StBlock = 2'd2;
/* verilator lint_on UNUSEDPARAM */
