// SPDX-License-Identifier: Apache-2.0
/// Rows of the ifct: four are read in the clock of a step's inputs, as the step under way leaves
/// them, and written at the end of the next clock.
///
/// A row is 0 until an ENQ has written it (seen_q), so the arrays need no reset. Each operation
/// writes what it says. Ties: of several writes to a field of a row the last operation wins, in the
/// order deq, enq, ack, chk; for mark and hold ack wins.
`include "ifct_widths.svh"
module ifct_rows #(
  parameter int FLOW_ID_W = 6,
  parameter int PORT_W = 3,
  parameter int POS_W = 8,
  parameter int VC_W = 2,
  parameter int TS_W = 17,
  parameter int EDGE = 0,
  parameter int LOOK = 0,
  localparam int ROWS = 1 << FLOW_ID_W,
  `SELVAGE_IFCT_WIDTHS
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  /// of each operation: the row to read, not registered, and what was read; the row that was read
  /// before, what of it is written and with what
  input  logic                 deq_read_i,
  input  logic [FLOW_ID_W-1:0] deq_id_i,
  output logic [ROW_W-1:0]     deq_row_o,
  input  logic [FLOW_ID_W-1:0] deq_at_i,
  input  logic [SET_W-1:0]     deq_set_i,
  input  logic [ROW_W-1:0]     deq_new_i,
  input  logic                 enq_read_i,
  input  logic [FLOW_ID_W-1:0] enq_id_i,
  output logic [ROW_W-1:0]     enq_row_o,
  input  logic [FLOW_ID_W-1:0] enq_at_i,
  input  logic [SET_W-1:0]     enq_set_i,
  input  logic [ROW_W-1:0]     enq_new_i,
  input  logic                 ack_read_i,
  input  logic [FLOW_ID_W-1:0] ack_id_i,
  output logic [ROW_W-1:0]     ack_row_o,
  input  logic [FLOW_ID_W-1:0] ack_at_i,
  input  logic [SET_W-1:0]     ack_set_i,
  input  logic [ROW_W-1:0]     ack_new_i,
  input  logic                 chk_read_i,
  input  logic [FLOW_ID_W-1:0] chk_id_i,
  output logic [ROW_W-1:0]     chk_row_o,
  input  logic [FLOW_ID_W-1:0] chk_at_i,
  input  logic [SET_W-1:0]     chk_set_i,
  input  logic [ROW_W-1:0]     chk_new_i,
  /// with enq_set_i
  input  logic                 enq_write_i,
  /// show all of the row at chk_at_i, after the next edge
  input  logic                 peek_i,
  output logic [ROW_W-1:0]     peek_row_o,
  /// with LOOK, else 0, as registers show them: a row, the levels of all, one is not FREE
  /* verilator lint_off UNUSEDSIGNAL */
  input  logic [FLOW_ID_W-1:0] look_id_i,
  /* verilator lint_on UNUSEDSIGNAL */
  output logic [ROW_W-1:0]     look_row_o,
  output logic [3*ROWS-1:0]    levels_o,
  output logic                 live_o
);
`include "ifct_row.svh"

  logic [1:0]        state_q[ROWS]  /* verilator public_flat_rd */;
  logic              ordered_q[ROWS]/* verilator public_flat_rd */;
  logic              forced_q[ROWS] /* verilator public_flat_rd */;
  logic [2:0]        level_q[ROWS]  /* verilator public_flat_rd */;
  logic [3:0]        rec_q[ROWS]    /* verilator public_flat_rd */;
  logic              um_q[ROWS]     /* verilator public_flat_rd */;
  logic              dm_q[ROWS]     /* verilator public_flat_rd */;
  logic [VC_W-1:0]   fvc_q[ROWS]    /* verilator public_flat_rd */;
  logic [PORT_W-1:0] fport_q[ROWS]  /* verilator public_flat_rd */;
  logic [POS_W-1:0]  data_q[ROWS]   /* verilator public_flat_rd */;
  logic [POS_W-1:0]  queue_q[ROWS]  /* verilator public_flat_rd */;
  logic [POS_W-1:0]  flow_q[ROWS]   /* verilator public_flat_rd */;
  logic [POS_W-1:0]  umlim_q[ROWS]  /* verilator public_flat_rd */;
  logic [POS_W:0]    slack_q[ROWS]  /* verilator public_flat_rd */;
  logic [TS_W-1:0]   mark_q[ROWS]   /* verilator public_flat_rd */;
  logic [TS_W-1:0]   hold_q[ROWS]   /* verilator public_flat_rd */;
  logic [TS_W-1:0]   dmt_q[ROWS]    /* verilator public_flat_rd */;
  logic [PACE_W-1:0] pace_q[ROWS]   /* verilator public_flat_rd */;
  logic [ROWS-1:0]   seen_q         /* verilator public_flat_rd */;

  /* verilator lint_off UNUSEDSIGNAL */  // each operation writes only some fields
  row_t d, e, a, c;
  set_t d_set, e_set, a_set, c_set;
  /* verilator lint_on UNUSEDSIGNAL */
  assign d = deq_new_i;
  assign e = enq_new_i;
  assign a = ack_new_i;
  assign c = chk_new_i;
  assign d_set = deq_set_i;
  assign e_set = enq_set_i;
  assign a_set = ack_set_i;
  assign c_set = chk_set_i;

  // ------------------------------------------------------------------- read
  // Field f, in the array q, as the step under way leaves it: chain over those that can write it;
  // for the operations that read it, of deq, enq, ack, chk.
`define SELVAGE_IFCT_ROW(f, q) (seen ? q[id] : '0)
`define SELVAGE_IFCT_FOR(ops, value) ((((ops) >> (3 - k)) & 4'd1) != 4'd0 ? (value) : '0)
`define SELVAGE_IFCT_BY(op, f, old) ((by_``op && op``_set.f) ? op.f : (old))
`define SELVAGE_IFCT_WAY(op, f, old) ((by_``op && op``_set.way) ? op.f : (old))
  genvar k;
  generate
    for (k = 0; k < 4; k = k + 1) begin : gen_read
      logic                 read;
      logic [FLOW_ID_W-1:0] id;
      row_t                 row;
      assign read = (k == 0) ? deq_read_i : (k == 1) ? enq_read_i : (k == 2) ? ack_read_i
                                                                            : chk_read_i;
      assign id = (k == 0) ? deq_id_i : (k == 1) ? enq_id_i : (k == 2) ? ack_id_i : chk_id_i;
      /* verilator lint_off BLKSEQ */  // nothing but registers hangs on an input
      always_ff @(posedge clk_i) begin : look
        logic seen, by_d, by_e, by_a, by_c;
        seen = seen_q[id];
        by_d = deq_at_i == id;
        by_e = enq_at_i == id;
        by_a = ack_at_i == id;
        by_c = chk_at_i == id;
        if (read) begin  // in the order of row_t
          row <= {
            `SELVAGE_IFCT_BY(a, state, `SELVAGE_IFCT_BY(e, state,
                `SELVAGE_IFCT_BY(d, state, `SELVAGE_IFCT_ROW(state, state_q)))),
            `SELVAGE_IFCT_FOR(4'b1010, `SELVAGE_IFCT_BY(e, ordered,
                `SELVAGE_IFCT_ROW(ordered, ordered_q))),
            `SELVAGE_IFCT_FOR(4'b1000, `SELVAGE_IFCT_BY(a, forced,
                `SELVAGE_IFCT_BY(e, forced, `SELVAGE_IFCT_ROW(forced, forced_q)))),
            `SELVAGE_IFCT_FOR(4'b1110, `SELVAGE_IFCT_BY(a, level,
                `SELVAGE_IFCT_BY(e, level, `SELVAGE_IFCT_ROW(level, level_q)))),
            `SELVAGE_IFCT_FOR(4'b0010, `SELVAGE_IFCT_BY(a, rec, `SELVAGE_IFCT_BY(e, rec,
                `SELVAGE_IFCT_ROW(rec, rec_q)))),
            `SELVAGE_IFCT_FOR(4'b1101, `SELVAGE_IFCT_BY(a, um, `SELVAGE_IFCT_BY(e, um,
                `SELVAGE_IFCT_BY(d, um, `SELVAGE_IFCT_ROW(um, um_q))))),
            `SELVAGE_IFCT_FOR(4'b1000, `SELVAGE_IFCT_BY(c, dm, `SELVAGE_IFCT_BY(a, dm,
                `SELVAGE_IFCT_BY(e, dm, `SELVAGE_IFCT_ROW(dm, dm_q))))),
            `SELVAGE_IFCT_FOR(4'b1000, `SELVAGE_IFCT_WAY(a, fvc, `SELVAGE_IFCT_WAY(d, fvc,
                `SELVAGE_IFCT_ROW(fvc, fvc_q)))),
            `SELVAGE_IFCT_FOR(4'b1000, `SELVAGE_IFCT_WAY(a, fport,
                `SELVAGE_IFCT_WAY(d, fport, `SELVAGE_IFCT_ROW(fport, fport_q)))),
            `SELVAGE_IFCT_BY(e, data, `SELVAGE_IFCT_BY(d, data, `SELVAGE_IFCT_ROW(data, data_q))),
            `SELVAGE_IFCT_FOR(4'b1110, `SELVAGE_IFCT_BY(e, waits,
                `SELVAGE_IFCT_BY(d, waits, `SELVAGE_IFCT_ROW(waits, queue_q)))),
            `SELVAGE_IFCT_FOR(4'b1010, `SELVAGE_IFCT_BY(a, flow, `SELVAGE_IFCT_BY(e, flow,
                `SELVAGE_IFCT_BY(d, flow, `SELVAGE_IFCT_ROW(flow, flow_q))))),
            `SELVAGE_IFCT_FOR(4'b1000, `SELVAGE_IFCT_BY(c, umlim,
                `SELVAGE_IFCT_BY(e, umlim, `SELVAGE_IFCT_BY(d, umlim,
                `SELVAGE_IFCT_ROW(umlim, umlim_q))))),
            `SELVAGE_IFCT_FOR(4'b1010, `SELVAGE_IFCT_BY(a, slack,
                `SELVAGE_IFCT_BY(d, slack, `SELVAGE_IFCT_ROW(slack, slack_q)))),
            `SELVAGE_IFCT_FOR(4'b0011, `SELVAGE_IFCT_BY(a, mark, `SELVAGE_IFCT_BY(c, mark,
                `SELVAGE_IFCT_BY(e, mark, `SELVAGE_IFCT_ROW(mark, mark_q))))),
            `SELVAGE_IFCT_FOR(4'b0011, `SELVAGE_IFCT_BY(a, hold, `SELVAGE_IFCT_BY(c, hold,
                `SELVAGE_IFCT_BY(e, hold, `SELVAGE_IFCT_ROW(hold, hold_q))))),
            `SELVAGE_IFCT_FOR(4'b0001, `SELVAGE_IFCT_BY(a, dmt, `SELVAGE_IFCT_ROW(dmt, dmt_q))),
            `SELVAGE_IFCT_FOR(4'b1001, `SELVAGE_IFCT_BY(c, pace, `SELVAGE_IFCT_BY(e, pace,
                `SELVAGE_IFCT_BY(d, pace, `SELVAGE_IFCT_ROW(pace, pace_q)))))
          };
        end
      end
      /* verilator lint_on BLKSEQ */
    end
  endgenerate
`undef SELVAGE_IFCT_ROW
`undef SELVAGE_IFCT_FOR
`undef SELVAGE_IFCT_BY
`undef SELVAGE_IFCT_WAY

  assign deq_row_o = gen_read[0].row;
  assign enq_row_o = gen_read[1].row;
  assign ack_row_o = gen_read[2].row;
  assign chk_row_o = gen_read[3].row;

  // What is written at the edge is not seen yet: it is of the step under way.
  row_t all;
  always_comb begin
    all = '0;
    if (peek_i && seen_q[chk_at_i]) begin  // in the order of row_t
      all = {state_q[chk_at_i], ordered_q[chk_at_i], forced_q[chk_at_i], level_q[chk_at_i],
             rec_q[chk_at_i], um_q[chk_at_i], dm_q[chk_at_i], fvc_q[chk_at_i], fport_q[chk_at_i],
             data_q[chk_at_i], queue_q[chk_at_i], flow_q[chk_at_i], umlim_q[chk_at_i],
             slack_q[chk_at_i], mark_q[chk_at_i], hold_q[chk_at_i], dmt_q[chk_at_i],
             pace_q[chk_at_i]};
    end
  end
  always_ff @(posedge clk_i) begin
    if (peek_i) peek_row_o <= all;
  end

  generate
    if (LOOK != 0) begin : gen_look
      row_t look;
      always_comb begin
        look = '0;
        if (seen_q[look_id_i]) begin  // in the order of row_t
          look = {state_q[look_id_i], ordered_q[look_id_i], forced_q[look_id_i],
                  level_q[look_id_i], rec_q[look_id_i], um_q[look_id_i], dm_q[look_id_i],
                  fvc_q[look_id_i], fport_q[look_id_i], data_q[look_id_i], queue_q[look_id_i],
                  flow_q[look_id_i], umlim_q[look_id_i], slack_q[look_id_i], mark_q[look_id_i],
                  hold_q[look_id_i], dmt_q[look_id_i], pace_q[look_id_i]};
        end
      end
      assign look_row_o = look;
      always_comb begin
        live_o = 1'b0;
        for (int r = 0; r < ROWS; r = r + 1) begin
          levels_o[3*r+:3] = level_q[r] & {3{seen_q[r]}};
          live_o = live_o | (seen_q[r] & (state_q[r] != StFree));
        end
      end
    end else begin : gen_alone
      assign {look_row_o, levels_o, live_o} = '0;
    end
  endgenerate

  // ------------------------------------------------------------------- write
  always_ff @(posedge clk_i) begin
    if (d_set.state) state_q[deq_at_i] <= d.state;
    if (d_set.um) um_q[deq_at_i] <= d.um;
    if (d_set.way) begin
      fvc_q[deq_at_i]   <= d.fvc;
      fport_q[deq_at_i] <= d.fport;
    end
    if (d_set.data) begin  // all or none
      data_q[deq_at_i]  <= d.data;
      queue_q[deq_at_i] <= d.waits;
      flow_q[deq_at_i]  <= d.flow;
      slack_q[deq_at_i] <= d.slack;
    end
    if (d_set.umlim) umlim_q[deq_at_i] <= d.umlim;
    if (d_set.pace) pace_q[deq_at_i] <= d.pace;

    if (e_set.ordered) ordered_q[enq_at_i] <= e.ordered;
    if (e_set.waits) queue_q[enq_at_i] <= e.waits;
    if (e_set.state) begin  // it was FREE
      state_q[enq_at_i]  <= e.state;
      forced_q[enq_at_i] <= e.forced;
      level_q[enq_at_i]  <= e.level;
      rec_q[enq_at_i]    <= e.rec;
      dm_q[enq_at_i]     <= e.dm;
    end
    if (e_set.data) begin
      data_q[enq_at_i] <= e.data;
      flow_q[enq_at_i] <= e.flow;
    end
    if (e_set.um) um_q[enq_at_i] <= e.um;
    if (e_set.umlim) umlim_q[enq_at_i] <= e.umlim;
    if (e_set.mark) begin
      mark_q[enq_at_i] <= e.mark;
      hold_q[enq_at_i] <= e.hold;
    end
    if (e_set.pace) pace_q[enq_at_i] <= e.pace;

    if (a_set.state) state_q[ack_at_i] <= a.state;
    if (a_set.forced) forced_q[ack_at_i] <= a.forced;
    if (a_set.level) begin
      level_q[ack_at_i] <= a.level;
      rec_q[ack_at_i]   <= a.rec;
    end
    if (a_set.um) um_q[ack_at_i] <= a.um;
    if (a_set.dm) dm_q[ack_at_i] <= a.dm;
    if (a_set.way) begin
      fvc_q[ack_at_i]   <= a.fvc;
      fport_q[ack_at_i] <= a.fport;
    end
    if (a_set.flow) flow_q[ack_at_i] <= a.flow;
    if (a_set.slack) begin
      slack_q[ack_at_i] <= a.slack;
      dmt_q[ack_at_i]   <= a.dmt;
    end
    if (c_set.mark) mark_q[chk_at_i] <= c.mark;
    if (c_set.hold) hold_q[chk_at_i] <= c.hold;
    if (a_set.mark) mark_q[ack_at_i] <= a.mark;
    if (a_set.hold) hold_q[ack_at_i] <= a.hold;

    if (c_set.dm) dm_q[chk_at_i] <= c.dm;
    if (c_set.umlim) umlim_q[chk_at_i] <= c.umlim;
    if (c_set.pace) pace_q[chk_at_i] <= c.pace;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) seen_q <= '0;
    else if (enq_write_i) seen_q[enq_at_i] <= 1'b1;
  end

  // ------------------------------------------------------------------------- assertions
`ifdef VERILATOR
  // State and units of the rows of ENQ and ACK behind these.
  logic             de, da, ea;
  logic [1:0]       e_state, a_state;
  logic [POS_W-1:0] e_waits, e_flow, a_waits, a_flow;
  always_comb begin
    de = deq_at_i == enq_at_i;
    da = deq_at_i == ack_at_i;
    ea = enq_at_i == ack_at_i;
    e_state = e_set.state ? e.state : (d_set.state && de) ? d.state : state_q[enq_at_i];
    e_waits = e_set.waits ? e.waits : (d_set.data && de) ? d.waits : queue_q[enq_at_i];
    e_flow  = e_set.data ? e.flow : (d_set.data && de) ? d.flow : flow_q[enq_at_i];
    a_state = a_set.state ? a.state : (e_set.state && ea) ? e.state
              : (d_set.state && da) ? d.state : state_q[ack_at_i];
    a_waits = (e_set.waits && ea) ? e.waits : (d_set.data && da) ? d.waits : queue_q[ack_at_i];
    a_flow  = a_set.flow ? a.flow : (e_set.data && ea) ? e.flow
              : (d_set.data && da) ? d.flow : flow_q[ack_at_i];
  end
`include "assert.svh"
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(ifct_deq_row, !d_set.data || (state_q[deq_at_i] != StFree
                      && {d.waits, d.flow} != '0))
      `SELVAGE_ASSERT(ifct_enq_row, !enq_write_i
                      || (e_state == StFree) == ({e_waits, e_flow} == '0))
      `SELVAGE_ASSERT(ifct_ack_row, !a_set.flow
                      || (a_state == StFree) == ({a_waits, a_flow} == '0))
      `SELVAGE_ASSERT(ifct_free_is_clear, !a_set.state || a.state != StFree
                      || {a.forced, a.level, a.rec, a.um, a.dm} == '0)
    end
  end
`endif
`ifdef FORMAL
`include "ifct_rows_props.svh"
`endif
endmodule
