// SPDX-License-Identifier: Apache-2.0
/// A row of the output flow channel table (FLOW-A-17), included in the body of its modules, which
/// have PORT_W, FLOW_ID_W, POS_W and TS_W.
typedef struct packed {
  logic [PORT_W-1:0]    port;   // repeats the key, for the way back
  logic [FLOW_ID_W-1:0] id;
  logic [POS_W-1:0]     data;
  logic [POS_W-1:0]     ack;
  logic                 dm;     // metered: slack units more may leave, signed
  logic [POS_W:0]       slack;  // dmlim - data, from -ext on
  logic [TS_W-1:0]      dmt;    // last CREDIT
  logic [TS_W-1:0]      last;   // last news
} out_row_t;
