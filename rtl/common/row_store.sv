// SPDX-License-Identifier: Apache-2.0
/// Rows of a table that several operations read and change in one step, whole words with check bits
/// (FLOW-ECC-1..4). MACRO = 1: the words are in memories ram_1r1w.
///
/// An operation names its row in the clock before the step; the first LATE name it in the step. In
/// the step row_o is the row as all steps before left it, and the operation says what it changes
/// (mask_i, new_i). What is left of a row goes into a buffer, and with its check bits into the
/// memory a clock later; who reads it meanwhile gets it from the step or the buffer. A row is 0
/// until its first write after reset. A row that was corrected is written back. A lost row is shown
/// as it is and is not to be changed.
/// Ties: of two operations that change one bit of a row the later one wins.
/// MACRO = 1: a copy for each pair of who reads and who writes, and who wrote a row last in
/// registers; a word is corrected in the step then, behind the memory, not in front of row_o.
`include "bug.svh"
`include "secded.svh"
module row_store #(
  /// bits of a row, rows
  parameter int WIDTH = 32,
  parameter int DEPTH = 64,
  /// operations, and how many of them, the first, are late
  parameter int OPS = 2,
  parameter int LATE = 0,
  /// 0: no check bits, 1: a parity, 2: SECDED
  parameter int ECC = 2,
  parameter int MACRO = 0,
  localparam AW = (DEPTH > 1) ? $clog2(DEPTH) : 1
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  /// deliberate faults; 0: an error is not seen, 1: what was corrected is not written back; static
  `SELVAGE_BUG_PORT(bug_i, 2)
  /// which operations name a row, and which
  input  logic [OPS-1:0]       read_i,
  input  logic [OPS*AW-1:0]    id_i,
  /// in the step: the row; one bit was corrected; it cannot be corrected
  output logic [OPS*WIDTH-1:0] row_o,
  output logic [OPS-1:0]       fixed_o,
  output logic [OPS-1:0]       lost_o,
  /// in the step: what is written of it, and with what
  input  logic [OPS*WIDTH-1:0] mask_i,
  input  logic [OPS*WIDTH-1:0] new_i
);
  localparam CW = (ECC == 2) ? `SELVAGE_SECDED_W(WIDTH) : ECC;
  localparam WW = WIDTH + CW;

  logic [OPS-1:0]       used, dirty;
  logic [OPS*AW-1:0]    at;           // row of an operation in the step
  logic [OPS-1:0]       held_q     /* verilator public_flat_rd */;  // the buffer
  logic [OPS*AW-1:0]    held_at_q  /* verilator public_flat_rd */;
  logic [OPS*WIDTH-1:0] held_row_q /* verilator public_flat_rd */;
  logic [OPS*WW-1:0]    coded, word;  // held_row_q with check bits; what was read
  logic [DEPTH-1:0]     seen_q     /* verilator public_flat_rd */;  // rows written since reset

  row_memory #(
    .WIDTH(WW),
    .DEPTH(DEPTH),
    .OPS  (OPS),
    .MACRO(MACRO)
  ) i_memory (
    .clk_i       (clk_i),
    .write_i     (held_q),
    .write_addr_i(held_at_q),
    .data_i      (coded),
    .read_i      (read_i),
    .read_addr_i (id_i),
    .data_o      (word)
  );

  `SELVAGE_BUG_REG(bug_q, 2, bug_i)

  genvar k;
  generate
    for (k = 0; k < OPS; k = k + 1) begin : gen_op
      logic [AW-1:0]    id;
      logic [WW-1:0]    own;              // word
      logic [WIDTH-1:0] clean, near_row;  // the word corrected; the row in the buffer
      logic             near, checked;    // it is there; the memory has it
      logic             word_fixed, word_lost;
      assign id  = id_i[k*AW+:AW];
      assign own = word[k*WW+:WW];

      // ----------------------------------------------------------------- check bits
      if (ECC == 2) begin : gen_secded
        secded_enc #(.WIDTH(WIDTH)) i_enc (
          .data_i (held_row_q[k*WIDTH+:WIDTH]),
          .check_o(coded[k*WW+WIDTH+:CW])
        );
        secded_dec #(.WIDTH(WIDTH)) i_dec (
          .data_i (own[WIDTH-1:0]),
          .check_i(own[WW-1-:CW]),
          .data_o (clean),
          .fixed_o(word_fixed),
          .lost_o (word_lost)
        );
      end else begin : gen_parity
        if (ECC == 1) begin : gen_bit
          assign coded[k*WW+WIDTH] = ^held_row_q[k*WIDTH+:WIDTH];
        end
        assign clean      = own[WIDTH-1:0];
        assign word_fixed = 1'b0;
        assign word_lost  = (ECC == 1) & ^own;
      end
      assign coded[k*WW+:WIDTH] = held_row_q[k*WIDTH+:WIDTH];

      // ----------------------------------------------------------------- buffer
      always_comb begin
        near     = 1'b0;
        near_row = '0;
        for (int j = 0; j < OPS; j = j + 1) begin
          if (held_q[j] && held_at_q[j*AW+:AW] == id) begin
            near     = 1'b1;
            near_row = near_row | held_row_q[j*WIDTH+:WIDTH];
          end
        end
      end
      assign checked = read_i[k] & seen_q[id] & ~near;

      // ----------------------------------------------------------------- read
      logic [WIDTH-1:0] row;
      logic             fixed, lost;
      if (k < LATE) begin : gen_late
        assign used[k] = read_i[k];
        assign at[k*AW+:AW] = id;
        assign row   = near ? near_row : {WIDTH{seen_q[id]}} & clean;
        assign fixed = checked & word_fixed;
        assign lost  = checked & word_lost;
      end else begin : gen_early
        logic             used_q;
        logic [AW-1:0]    at_q;
        logic [WIDTH-1:0] step_row, step_mask, base;
        assign base = (MACRO != 0) ? near_row
                      : near ? near_row : {WIDTH{seen_q[id]}} & clean;
        row_merge #(
          .WIDTH(WIDTH),
          .AW   (AW),
          .OPS  (OPS)
        ) i_step (
          .id_i  (id),
          .row_i (base),
          .at_i  (at),
          .mask_i(mask_i),
          .new_i (new_i),
          .row_o (step_row),
          .mask_o(step_mask)
        );
        always_ff @(posedge clk_i) begin
          used_q <= read_i[k] & rst_ni;
          if (read_i[k]) at_q <= id;
        end
        assign used[k] = used_q;
        assign at[k*AW+:AW] = at_q;

        if (MACRO == 0) begin : gen_row
          logic [WIDTH-1:0] row_q;
          logic             fixed_q, lost_q;
          always_ff @(posedge clk_i) begin
            if (read_i[k]) row_q <= step_row;
            fixed_q <= checked & word_fixed & rst_ni;
            lost_q  <= checked & word_lost & rst_ni;
          end
          assign row   = row_q;
          assign fixed = fixed_q;
          assign lost  = lost_q;
          logic unused;
          assign unused = &step_mask;
        end else begin : gen_row
          // What does not come from the memory, and where.
          logic [WIDTH-1:0] row_q, mask_q;
          logic             checked_q;
          always_ff @(posedge clk_i) begin
            if (read_i[k]) begin
              row_q  <= step_row;
              mask_q <= step_mask | {WIDTH{near | ~seen_q[id]}};
            end
            checked_q <= checked & rst_ni;
          end
          assign row   = (row_q & mask_q) | (clean & ~mask_q);
          assign fixed = checked_q & word_fixed;
          assign lost  = checked_q & word_lost;
        end
      end
      assign row_o[k*WIDTH+:WIDTH] = row;
      assign fixed_o[k] = `SELVAGE_BUG(bug_q[0], fixed, 1'b0);
      assign lost_o[k]  = `SELVAGE_BUG(bug_q[0], lost, 1'b0);

      // ----------------------------------------------------------------- write
      // Of those that write one row the last does it for all.
      logic [WIDTH-1:0] left;
      logic             later;
      /* verilator lint_off PINCONNECTEMPTY */
      row_merge #(
        .WIDTH(WIDTH),
        .AW   (AW),
        .OPS  (OPS)
      ) i_left (
        .id_i  (at[k*AW+:AW]),
        .row_i (row),
        .at_i  (at),
        .mask_i(mask_i),
        .new_i (new_i),
        .row_o (left),
        .mask_o()
      );
      /* verilator lint_on PINCONNECTEMPTY */
      assign dirty[k] = (mask_i[k*WIDTH+:WIDTH] != '0)
                        | `SELVAGE_BUG(bug_q[1], used[k] & fixed, 1'b0);
      always_comb begin
        later = 1'b0;
        for (int j = k + 1; j < OPS; j = j + 1) begin
          later = later | (dirty[j] & (at[j*AW+:AW] == at[k*AW+:AW]));
        end
      end
      always_ff @(posedge clk_i) begin
        held_q[k] <= dirty[k] & ~later & rst_ni;
        if (dirty[k]) begin
          held_at_q[k*AW+:AW] <= at[k*AW+:AW];
          held_row_q[k*WIDTH+:WIDTH] <= left;
        end
      end
    end
  endgenerate

  always_ff @(posedge clk_i) begin
    if (!rst_ni) seen_q <= '0;
    else begin
      for (int j = 0; j < OPS; j = j + 1) begin
        if (dirty[j]) seen_q[at[j*AW+:AW]] <= 1'b1;
      end
    end
  end

  // ------------------------------------------------------------------------- assertions
`include "assert.svh"
  `SELVAGE_RANGE(macro, MACRO >= 0 && MACRO <= 2, "row_store: MACRO must be 0..2")
  `SELVAGE_RANGE(late, LATE == 0 || MACRO == 0, "row_store: a memory is read before the step")
  `SELVAGE_RANGE(ecc, ECC >= 0 && ECC <= 2, "row_store: ECC must be 0..2")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      for (int j = 0; j < OPS; j = j + 1) begin
        `SELVAGE_ASSERT(row_store_changes_what_is_named,
                        used[j] || mask_i[j*WIDTH+:WIDTH] == '0)
        `SELVAGE_ASSERT(row_store_lost_stays, !lost_o[j] || mask_i[j*WIDTH+:WIDTH] == '0)
      end
    end
  end
endmodule
