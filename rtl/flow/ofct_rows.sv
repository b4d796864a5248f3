// SPDX-License-Identifier: Apache-2.0
/// Rows of the ofct: those of REV and CHK are read in the clock of their inputs, as the step under
/// way leaves them; that of MAP, which has to be found first, in the step. Written at its end.
///
/// ECC = 0: an array for each field. Else one word a row with check bits (row_store), with MACRO
/// = 1 in memories (late_rows): the row of MAP is then known, and read, in the clock before. A
/// position is 0 until its row is first used, so the arrays need no reset.
/// Ties: of several writes to a field of a row the last operation wins, in the order MAP, REV, CHK.
`include "bug.svh"
module ofct_rows #(
  parameter int FLOW_ID_W = 6,
  parameter int PORT_W = 3,
  parameter int POS_W = 8,
  parameter int TS_W = 17,
  parameter int ECC = 0,
  parameter int MACRO = 0,
  parameter int LOOK = 0,
  localparam ROWS = 1 << FLOW_ID_W,
  localparam ROW_W = PORT_W + FLOW_ID_W + 3 * POS_W + 2 * TS_W + 2
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  /* verilator lint_off UNUSEDSIGNAL */  // each kind of rows needs what it needs
  `SELVAGE_BUG_PORT(bug_i, 2)
  /// MAP: it has one, which it is (in the clock before: those that it may be, which it is without
  /// clr_i and with it), what is read, of the free row the position; allocated, added to at all, or
  /// as it was found; with what
  input  logic                 map_read_i,
  input  logic                 map_named_i,
  input  logic [4*FLOW_ID_W-1:0] cand_i,
  input  logic [3:0]           pick_i,
  input  logic [3:0]           pick_clr_i,
  input  logic                 clr_i,
  input  logic [FLOW_ID_W-1:0] map_id_i,
  input  logic [FLOW_ID_W-1:0] hit_id_i,
  input  logic [FLOW_ID_W-1:0] free_id_i,
  output logic [ROW_W-1:0]     map_row_o,
  output logic [POS_W-1:0]     free_data_o,
  input  logic                 map_alloc_i,
  input  logic                 map_accept_i,
  input  logic                 map_hit_i,
  input  logic [ROW_W-1:0]     map_new_i,
  /// REV: the row to read, not registered, what was read; the row that was read before; it has
  /// moved, a limit was set, set or dropped or kept (dm); with what
  input  logic                 rev_read_i,
  input  logic [FLOW_ID_W-1:0] rev_id_i,
  output logic [ROW_W-1:0]     rev_row_o,
  input  logic [FLOW_ID_W-1:0] rev_at_i,
  input  logic                 rev_moved_i,
  input  logic                 rev_set_i,
  input  logic                 rev_dm_i,
  input  logic [ROW_W-1:0]     rev_new_i,
  /// CHK: likewise; it was closed, told of, a limit forgotten
  input  logic                 chk_read_i,
  input  logic [FLOW_ID_W-1:0] chk_id_i,
  output logic [ROW_W-1:0]     chk_row_o,
  input  logic [FLOW_ID_W-1:0] chk_at_i,
  input  logic                 chk_clear_i,
  input  logic                 chk_stale_i,
  input  logic                 chk_forget_i,
  input  logic [ROW_W-1:0]     chk_new_i,
  /// with LOOK, else 0: a row as registers show it
  input  logic [FLOW_ID_W-1:0] look_id_i,
  output logic [ROW_W-1:0]     look_row_o,
  /* verilator lint_on UNUSEDSIGNAL */
  /// of the rows of MAP, REV, CHK, in the step: one bit was corrected; it cannot be corrected
  output logic [2:0]           fixed_o,
  output logic [2:0]           lost_o,
  /// for assertions: the row of MAP is new, or has no units
  output logic                 even_o
);
`include "ofct_row.svh"
  /* verilator lint_off UNUSEDSIGNAL */
  out_row_t map_new, rev_new, chk_new, map_row, map_mask, rev_mask, chk_mask;
  /* verilator lint_on UNUSEDSIGNAL */
  assign map_new = map_new_i;
  assign rev_new = rev_new_i;
  assign chk_new = chk_new_i;
  assign map_row_o = map_row;

  // What of a word each operation writes.
  always_comb begin
    map_mask = {  // in the order of out_row_t
      {(PORT_W + FLOW_ID_W){map_alloc_i}}, {POS_W{map_accept_i}}, {(POS_W + 1){map_alloc_i}},
      {(POS_W + 1){map_accept_i}}, {TS_W{1'b0}}, {TS_W{map_accept_i}}
    };
    {rev_mask, chk_mask} = '0;
    rev_mask.ack   = {POS_W{rev_moved_i}};
    rev_mask.dm    = rev_dm_i;
    rev_mask.slack = {(POS_W + 1){rev_set_i}};
    rev_mask.dmt   = {TS_W{rev_set_i}};
    rev_mask.last  = {TS_W{rev_moved_i}};
    chk_mask.ack   = {POS_W{chk_clear_i}};
    chk_mask.dm    = chk_forget_i;
    chk_mask.last  = {TS_W{chk_stale_i}};
  end

  genvar k;
  generate
    if (ECC == 0 && MACRO == 0) begin : gen_fields
      logic [PORT_W-1:0]    port_q[ROWS] /* verilator public_flat_rd */;
      logic [FLOW_ID_W-1:0] id_q[ROWS]   /* verilator public_flat_rd */;
      logic [POS_W-1:0]     data_q[ROWS] /* verilator public_flat_rd */;
      logic [POS_W-1:0]     ack_q[ROWS]  /* verilator public_flat_rd */;
      logic [ROWS-1:0]      dm_q         /* verilator public_flat_rd */;
      logic [POS_W:0]       slack_q[ROWS]/* verilator public_flat_rd */;
      logic [TS_W-1:0]      dmt_q[ROWS]  /* verilator public_flat_rd */;
      logic [TS_W-1:0]      last_q[ROWS] /* verilator public_flat_rd */;
      logic [ROWS-1:0]      seen_q       /* verilator public_flat_rd */;

      // ----------------------------------------------------------------- read
      always_comb begin
        map_row = '0;
        if (map_read_i) begin
          map_row.data  = data_q[hit_id_i];
          map_row.ack   = ack_q[hit_id_i];
          map_row.dm    = dm_q[hit_id_i];
          map_row.slack = slack_q[hit_id_i];
        end
      end
      assign free_data_o = seen_q[free_id_i] ? data_q[free_id_i] : '0;
      assign even_o = !map_alloc_i || !seen_q[free_id_i] || data_q[free_id_i] == ack_q[free_id_i];

      // Rows of REV [0] and CHK [1].
      for (k = 0; k < 2; k = k + 1) begin : gen_row
        logic [ROW_W-1:0]     row;
        logic                 asked;
        logic [FLOW_ID_W-1:0] id;
        assign asked = (k == 0) ? rev_read_i : chk_read_i;
        assign id    = (k == 0) ? rev_id_i : chk_id_i;
        always_ff @(posedge clk_i) begin
          if (asked) begin
            row <= {  // in the order of out_row_t
              (map_alloc_i && free_id_i == id) ? map_new.port : port_q[id],
              (map_alloc_i && free_id_i == id) ? map_new.id : id_q[id],
              (map_accept_i && map_id_i == id) ? map_new.data : data_q[id],
              (chk_clear_i && chk_at_i == id) ? chk_new.ack
                : (rev_moved_i && rev_at_i == id) ? rev_new.ack
                : (map_alloc_i && free_id_i == id) ? map_new.ack : ack_q[id],
              (chk_forget_i && chk_at_i == id) ? 1'b0
                : (rev_dm_i && rev_at_i == id) ? rev_new.dm
                : dm_q[id] & ~(map_alloc_i && free_id_i == id),
              (rev_set_i && rev_at_i == id) ? rev_new.slack
                : (map_hit_i && hit_id_i == id) ? map_new.slack : slack_q[id],
              (rev_set_i && rev_at_i == id) ? rev_new.dmt : dmt_q[id],
              ((map_accept_i && map_id_i == id) || (rev_moved_i && rev_at_i == id)
               || (chk_stale_i && chk_at_i == id)) ? map_new.last : last_q[id]
            };
          end
        end
      end
      if (LOOK != 0) begin : gen_look
        assign look_row_o = {
          port_q[look_id_i], id_q[look_id_i], data_q[look_id_i], ack_q[look_id_i],
          dm_q[look_id_i], slack_q[look_id_i], dmt_q[look_id_i], last_q[look_id_i]
        };
      end else begin : gen_alone
        assign look_row_o = '0;
      end
      assign rev_row_o = gen_row[0].row;
      assign chk_row_o = gen_row[1].row;
      assign {fixed_o, lost_o} = '0;

      // ----------------------------------------------------------------- write
      always_ff @(posedge clk_i) begin
        if (map_alloc_i) begin
          ack_q[free_id_i]  <= map_new.ack;
          port_q[free_id_i] <= map_new.port;
          id_q[free_id_i]   <= map_new.id;
        end
        if (map_accept_i) begin
          data_q[map_id_i]  <= map_new.data;
          slack_q[map_id_i] <= map_new.slack;
          last_q[map_id_i]  <= map_new.last;
        end
        if (rev_moved_i) begin
          ack_q[rev_at_i]  <= rev_new.ack;
          last_q[rev_at_i] <= rev_new.last;
        end
        if (rev_set_i) begin
          slack_q[rev_at_i] <= rev_new.slack;
          dmt_q[rev_at_i]   <= rev_new.dmt;
        end
        if (chk_clear_i) ack_q[chk_at_i] <= chk_new.ack;
        if (chk_stale_i) last_q[chk_at_i] <= chk_new.last;
      end

      always_ff @(posedge clk_i) begin
        if (!rst_ni) begin
          seen_q <= '0;
          dm_q   <= '0;
        end else begin
          if (map_alloc_i) begin
            seen_q[free_id_i] <= 1'b1;
            dm_q[free_id_i]   <= 1'b0;
          end
          if (rev_dm_i) dm_q[rev_at_i] <= rev_new.dm;
          if (chk_forget_i) dm_q[chk_at_i] <= 1'b0;
        end
      end
    end else if (MACRO == 0) begin : gen_words
      row_store #(
        .WIDTH(ROW_W),
        .DEPTH(ROWS),
        .OPS  (3),
        .LATE (1),
        .ECC  (ECC)
      ) i_store (
        .clk_i  (clk_i),
        .rst_ni (rst_ni),
        `SELVAGE_BUG_PIN(bug_i, bug_i)
        .read_i ({chk_read_i, rev_read_i, map_read_i & map_named_i}),
        .id_i   ({chk_id_i, rev_id_i, map_id_i}),
        .row_o  ({chk_row_o, rev_row_o, map_row}),
        .fixed_o(fixed_o),
        .lost_o (lost_o),
        .mask_i ({chk_mask, rev_mask, map_mask}),
        .new_i  ({chk_new, rev_new, map_new})
      );
      assign free_data_o = map_row.data;
      assign even_o      = map_row.data == map_row.ack;
      assign look_row_o  = '0;
    end else begin : gen_memories
      late_rows #(
        .WIDTH(ROW_W),
        .DEPTH(ROWS),
        .OPS  (3),
        .CANDS(4),
        .ECC  (ECC)
      ) i_store (
        .clk_i  (clk_i),
        .rst_ni (rst_ni),
        `SELVAGE_BUG_PIN(bug_i, bug_i)
        .cand_i (cand_i),
        .pick_i (pick_i),
        .pick_late_i(pick_clr_i),
        .late_i (clr_i),
        .read_i ({chk_read_i, rev_read_i}),
        .id_i   ({chk_id_i, rev_id_i}),
        .row_o  ({chk_row_o, rev_row_o, map_row}),
        .fixed_o(fixed_o),
        .lost_o (lost_o),
        .mask_i ({chk_mask, rev_mask, map_mask}),
        .new_i  ({chk_new, rev_new, map_new})
      );
      assign free_data_o = map_row.data;
      assign even_o      = map_row.data == map_row.ack;
      assign look_row_o  = '0;
    end
  endgenerate
endmodule
