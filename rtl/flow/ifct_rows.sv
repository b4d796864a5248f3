// SPDX-License-Identifier: Apache-2.0
/// Rows of the ifct: four of them read, and written at the next clock edge, in one step.
///
/// A row is 0 until an ENQ has opened it (seen_q), so the arrays need no reset; so is what an
/// operation reads that is not there: nothing moves in its logic. Each operation
/// writes only what it can change. Ties: of several writes to one row the last operation wins, in
/// the order deq, enq, ack, chk; the user hands each operation the row the ones before it left.
module ifct_rows #(
  parameter int FLOW_ID_W = 6,
  parameter int PORT_W = 3,
  parameter int POS_W = 8,
  parameter int VC_W = 2,
  parameter int TS_W = 17,
  parameter int EDGE = 0,
  localparam ROWS = 1 << FLOW_ID_W,
  localparam PACE_W = (EDGE != 0) ? 21 : TS_W,
  localparam ROW_W = 13 + VC_W + PORT_W + 5 * POS_W + 3 * TS_W + PACE_W
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  input  logic                 deq_read_i,
  input  logic [FLOW_ID_W-1:0] deq_id_i,
  output logic [ROW_W-1:0]     deq_row_o,
  input  logic                 deq_write_i,
  input  logic [ROW_W-1:0]     deq_row_i,
  input  logic                 enq_read_i,
  input  logic [FLOW_ID_W-1:0] enq_id_i,
  output logic [ROW_W-1:0]     enq_row_o,
  input  logic                 enq_write_i,
  /// with enq_write_i: the row was FREE
  input  logic                 enq_open_i,
  input  logic [ROW_W-1:0]     enq_row_i,
  input  logic                 ack_read_i,
  input  logic [FLOW_ID_W-1:0] ack_id_i,
  output logic [ROW_W-1:0]     ack_row_o,
  input  logic                 ack_write_i,
  input  logic [ROW_W-1:0]     ack_row_i,
  input  logic                 chk_read_i,
  input  logic [FLOW_ID_W-1:0] chk_id_i,
  output logic [ROW_W-1:0]     chk_row_o,
  input  logic                 chk_write_i,
  input  logic [ROW_W-1:0]     chk_row_i
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
  logic [POS_W-1:0]  next_q[ROWS]   /* verilator public_flat_rd */;
  logic [POS_W-1:0]  data_q[ROWS]   /* verilator public_flat_rd */;
  logic [POS_W-1:0]  ack_q[ROWS]    /* verilator public_flat_rd */;
  logic [POS_W-1:0]  umlim_q[ROWS]  /* verilator public_flat_rd */;
  logic [POS_W-1:0]  dmlim_q[ROWS]  /* verilator public_flat_rd */;
  logic [TS_W-1:0]   mark_q[ROWS]   /* verilator public_flat_rd */;
  logic [TS_W-1:0]   hold_q[ROWS]   /* verilator public_flat_rd */;
  logic [TS_W-1:0]   dmt_q[ROWS]    /* verilator public_flat_rd */;
  logic [PACE_W-1:0] pace_q[ROWS]   /* verilator public_flat_rd */;
  logic [ROWS-1:0]   seen_q         /* verilator public_flat_rd */;

  // ------------------------------------------------------------------- read
  genvar k;
  generate
    for (k = 0; k < 4; k = k + 1) begin : gen_read
      logic                 read;
      logic [FLOW_ID_W-1:0] id;
      row_t                 row;
      assign read = (k == 0) ? deq_read_i : (k == 1) ? enq_read_i : (k == 2) ? ack_read_i
                                                                            : chk_read_i;
      assign id = (k == 0) ? deq_id_i : (k == 1) ? enq_id_i : (k == 2) ? ack_id_i : chk_id_i;
      always_comb begin
        row = '0;
        if (read && seen_q[id]) begin  // in the order of row_t
          row = {state_q[id], ordered_q[id], forced_q[id], level_q[id], rec_q[id], um_q[id],
                 dm_q[id], fvc_q[id], fport_q[id], next_q[id], data_q[id], ack_q[id],
                 umlim_q[id], dmlim_q[id], mark_q[id], hold_q[id], dmt_q[id], pace_q[id]};
        end
      end
    end
  endgenerate

  assign deq_row_o = gen_read[0].row;
  assign enq_row_o = gen_read[1].row;
  assign ack_row_o = gen_read[2].row;
  assign chk_row_o = gen_read[3].row;

  // ------------------------------------------------------------------- write
  /* verilator lint_off UNUSEDSIGNAL */  // each operation writes only some fields
  row_t d, e, a, c;
  /* verilator lint_on UNUSEDSIGNAL */
  assign d = deq_row_i;
  assign e = enq_row_i;
  assign a = ack_row_i;
  assign c = chk_row_i;

  always_ff @(posedge clk_i) begin
    if (deq_write_i) begin
      state_q[deq_id_i] <= d.state;
      um_q[deq_id_i]    <= d.um;
      fvc_q[deq_id_i]   <= d.fvc;
      fport_q[deq_id_i] <= d.fport;
      data_q[deq_id_i]  <= d.data;
      umlim_q[deq_id_i] <= d.umlim;
      pace_q[deq_id_i]  <= d.pace;
    end
    if (enq_write_i) begin
      next_q[enq_id_i]    <= e.next;
      ordered_q[enq_id_i] <= e.ordered;
      um_q[enq_id_i]      <= e.um;
      umlim_q[enq_id_i]   <= e.umlim;
      pace_q[enq_id_i]    <= e.pace;
    end
    if (enq_write_i && enq_open_i) begin
      state_q[enq_id_i]  <= e.state;
      mark_q[enq_id_i]   <= e.mark;
      hold_q[enq_id_i]   <= e.hold;
      // what it has been since the release, or 0 if it was never open
      forced_q[enq_id_i] <= e.forced;
      level_q[enq_id_i]  <= e.level;
      rec_q[enq_id_i]    <= e.rec;
      dm_q[enq_id_i]     <= e.dm;
      data_q[enq_id_i]   <= e.data;
      ack_q[enq_id_i]    <= e.ack;
    end
    if (ack_write_i) begin
      state_q[ack_id_i]  <= a.state;
      forced_q[ack_id_i] <= a.forced;
      level_q[ack_id_i]  <= a.level;
      rec_q[ack_id_i]    <= a.rec;
      um_q[ack_id_i]     <= a.um;
      dm_q[ack_id_i]     <= a.dm;
      fvc_q[ack_id_i]    <= a.fvc;
      fport_q[ack_id_i]  <= a.fport;
      ack_q[ack_id_i]    <= a.ack;
      dmlim_q[ack_id_i]  <= a.dmlim;
      mark_q[ack_id_i]   <= a.mark;
      hold_q[ack_id_i]   <= a.hold;
      dmt_q[ack_id_i]    <= a.dmt;
    end
    if (chk_write_i) begin
      dm_q[chk_id_i]    <= c.dm;
      umlim_q[chk_id_i] <= c.umlim;
      mark_q[chk_id_i]  <= c.mark;
      hold_q[chk_id_i]  <= c.hold;
      pace_q[chk_id_i]  <= c.pace;
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) seen_q <= '0;
    else if (enq_write_i) seen_q[enq_id_i] <= 1'b1;
  end

  // ------------------------------------------------------------------------- assertions
`include "assert.svh"
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(ifct_deq_row, !deq_write_i || (d.state != StFree && d.next != d.ack))
      `SELVAGE_ASSERT(ifct_enq_row, !enq_write_i || (e.state == StFree) == (e.next == e.ack))
      `SELVAGE_ASSERT(ifct_ack_row, !ack_write_i || (a.state == StFree) == (a.next == a.ack))
      `SELVAGE_ASSERT(ifct_chk_row, !chk_write_i || (c.state == StFree) == (c.next == c.ack))
      `SELVAGE_ASSERT(ifct_free_is_clear, !ack_write_i || a.state != StFree
                      || {a.forced, a.level, a.rec, a.um, a.dm} == '0)
    end
  end
endmodule
