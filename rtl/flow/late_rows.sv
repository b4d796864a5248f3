// SPDX-License-Identifier: Apache-2.0
/// Rows of a table in memories ram_1r1w, as row_store with MACRO = 1 has them, for a first
/// operation whose row is known late in the clock before the step (FLOW-ECC-1..4).
///
/// That row is one of few, which are known early, and so is which of them it is without late_i and
/// with it. What is to be known of a row is found out for each of them, and late_i chooses last:
/// where the memory has it, whether the buffer has it, whether the step under way leaves it. In the
/// step row_o is what that step has left in the buffer, or what the buffer held before, or the word
/// of the memory, corrected. All else is as in row_store: the buffer, rows that were never written,
/// which read as 0, lost rows, a copy for each pair of who reads and who writes.
/// Ties: of two operations that change one bit of a row the later one wins.
`include "bug.svh"
`include "pick.svh"
`include "secded.svh"
module late_rows #(
  /// bits of a row, rows
  parameter int WIDTH = 32,
  parameter int DEPTH = 64,
  /// operations; rows of which the first has one
  parameter int OPS = 2,
  parameter int CANDS = 4,
  /// check bits of a row; 0: none, 1: a parity, 2: SECDED
  parameter int ECC = 0,
  localparam AW = (DEPTH > 1) ? $clog2(DEPTH) : 1
) (
  input  logic                 clk_i,
  input  logic                 rst_ni,
  /// deliberate faults; 0: an error is not seen, 1: what was corrected is not written back; static
  `SELVAGE_BUG_PORT(bug_i, 2)
  /// rows of the first operation; the one that it names, without late_i and with it; none: no row
  input  logic [CANDS*AW-1:0]    cand_i,
  input  logic [CANDS-1:0]       pick_i,
  input  logic [CANDS-1:0]       pick_late_i,
  input  logic                   late_i,
  /// which of the other operations name a row, and which
  input  logic [OPS-2:0]         read_i,
  input  logic [(OPS-1)*AW-1:0]  id_i,
  /// in the step: the row; one bit was corrected; it cannot be corrected
  output logic [OPS*WIDTH-1:0]   row_o,
  output logic [OPS-1:0]         fixed_o,
  output logic [OPS-1:0]         lost_o,
  /// in the step: what is written of it, and with what
  input  logic [OPS*WIDTH-1:0]   mask_i,
  input  logic [OPS*WIDTH-1:0]   new_i
);
  localparam CW = (ECC == 2) ? `SELVAGE_SECDED_W(WIDTH) : ECC;
  localparam WW = WIDTH + CW;
  localparam LW = $clog2(OPS);

  // What is to be known of a row in the clock before the step, from bit 0 on: whose row it is in
  // the step under way, of which operation's place in the buffer has it, who has written it last
  // (there the memory has it), whether it was written since reset, its number.
  localparam NEAR = OPS;
  localparam FROM = 2 * OPS;
  localparam SEEN = 3 * OPS;
  localparam ID = 3 * OPS + 1;
  localparam PW = 3 * OPS + 1 + AW;

  logic [OPS-1:0]       used, dirty, leaves;  // leaves: puts the row into the buffer, for all
  logic [OPS*AW-1:0]    at;                   // row of an operation in the step
  logic [OPS-1:0]       held_q     /* verilator public_flat_rd */;  // the buffer
  logic [OPS*AW-1:0]    held_at_q  /* verilator public_flat_rd */;
  logic [OPS*WIDTH-1:0] held_row_q /* verilator public_flat_rd */;
  logic [OPS*WW-1:0]    coded;                // held_row_q with check bits
  logic [DEPTH-1:0]     seen_q     /* verilator public_flat_rd */;  // rows written since reset
  logic [LW-1:0]        last_q[DEPTH];        // who has written a row last

  `SELVAGE_BUG_REG(bug_q, 2, bug_i)

  function automatic logic [WIDTH-1:0] one_of(input logic [OPS-1:0] which,
                                              input logic [OPS*WIDTH-1:0] rows);
    one_of = '0;
    for (int j = 0; j < OPS; j = j + 1) begin
      one_of = one_of | (rows[j*WIDTH+:WIDTH] & {WIDTH{which[j]}});
    end
  endfunction

  // ------------------------------------------------------------------- rows that may be named
  localparam NP = CANDS + OPS - 1;
  logic [NP*PW-1:0] places;

  genvar k, w;
  generate
    for (k = 0; k < NP; k = k + 1) begin : gen_place
      logic [AW-1:0]  id;
      logic [OPS-1:0] from, held, same;
      if (k < CANDS) begin : gen_cand
        assign id = cand_i[k*AW+:AW];
      end else begin : gen_own
        assign id = id_i[(k-CANDS)*AW+:AW];
      end
      for (w = 0; w < OPS; w = w + 1) begin : gen_of
        assign from[w] = last_q[id] == LW'(w);
        assign held[w] = held_q[w] & (held_at_q[w*AW+:AW] == id);
        assign same[w] = at[w*AW+:AW] == id;
      end
      assign places[k*PW+:PW] = {id, seen_q[id], from, held, same};
    end

    for (k = 0; k < OPS; k = k + 1) begin : gen_op
      logic [PW-1:0]    place;
      logic             read, near_by, memory;  // has a row; the buffer has it, the memory alone
      logic [OPS-1:0]   step;                   // who leaves it in the step under way
      logic [WIDTH-1:0] near_row;

      // ----------------------------------------------------------------- clock before the step
      if (k == 0) begin : gen_late
        logic [PW-1:0] early, late;
        always_comb begin
          {early, late} = '0;
          for (int c = 0; c < CANDS; c = c + 1) begin
            early = early | (places[c*PW+:PW] & {PW{pick_i[c]}});
            late  = late | (places[c*PW+:PW] & {PW{pick_late_i[c]}});
          end
        end
        assign place    = `SELVAGE_PICK(PW, late_i, late, early);
        assign read     = `SELVAGE_PICK(1, late_i, |pick_late_i, |pick_i);
        assign near_row = `SELVAGE_PICK(WIDTH, late_i, one_of(late[NEAR+:OPS], held_row_q),
                                        one_of(early[NEAR+:OPS], held_row_q));
      end else begin : gen_known
        assign read     = read_i[k-1];
        assign place    = places[(CANDS+k-1)*PW+:PW] & {PW{read}};
        assign near_row = one_of(place[NEAR+:OPS], held_row_q);
      end
      assign near_by = |place[NEAR+:OPS];
      assign step    = place[OPS-1:0] & leaves;
      assign memory  = place[SEEN] & ~near_by & (step == '0);

      logic             used_q, checked_q, memory_q, near_q;
      logic [AW-1:0]    at_q;
      logic [OPS-1:0]   step_q, from_q;
      logic [WIDTH-1:0] near_row_q;
      always_ff @(posedge clk_i) begin
        used_q     <= read & rst_ni;
        at_q       <= place[ID+:AW];
        step_q     <= step;
        near_q     <= near_by & (step == '0);
        near_row_q <= near_row;
        memory_q   <= memory;
        from_q     <= place[FROM+:OPS] & {OPS{(ECC != 0) | memory}};
        checked_q  <= place[SEEN] & ~near_by & rst_ni;
      end
      assign used[k] = used_q;
      assign at[k*AW+:AW] = at_q;

      // ----------------------------------------------------------------- memory
      logic [WW-1:0] copies[OPS];
      logic [WW-1:0] word;
      for (w = 0; w < OPS; w = w + 1) begin : gen_copy
        ram_1r1w #(
          .WIDTH(WW),
          .DEPTH(DEPTH)
        ) i_ram (
          .clk_i       (clk_i),
          .write_i     (held_q[w]),
          .write_addr_i(held_at_q[w*AW+:AW]),
          .data_i      (coded[w*WW+:WW]),
          .read_i      (read),
          .read_addr_i (place[ID+:AW]),
          .data_o      (copies[w])
        );
      end
      always_comb begin
        word = '0;
        for (int j = 0; j < OPS; j = j + 1) word = word | (copies[j] & {WW{from_q[j]}});
      end

      // ----------------------------------------------------------------- step
      logic [WIDTH-1:0] clean, row;  // the word corrected
      logic             word_fixed, word_lost, fixed;
      if (ECC == 2) begin : gen_secded
        secded_enc #(.WIDTH(WIDTH)) i_enc (
          .data_i (held_row_q[k*WIDTH+:WIDTH]),
          .check_o(coded[k*WW+WIDTH+:CW])
        );
        secded_dec #(.WIDTH(WIDTH)) i_dec (
          .data_i (word[WIDTH-1:0]),
          .check_i(word[WW-1-:CW]),
          .data_o (clean),
          .fixed_o(word_fixed),
          .lost_o (word_lost)
        );
      end else begin : gen_parity
        if (ECC == 1) begin : gen_bit
          assign coded[k*WW+WIDTH] = ^held_row_q[k*WIDTH+:WIDTH];
        end
        assign clean      = word[WIDTH-1:0];
        assign word_fixed = 1'b0;
        assign word_lost  = (ECC == 1) & ^word;
      end
      assign coded[k*WW+:WIDTH] = held_row_q[k*WIDTH+:WIDTH];
      assign row = one_of(step_q, held_row_q) | (near_row_q & {WIDTH{near_q}})
                   | (clean & {WIDTH{(ECC == 0) | memory_q}});
      assign fixed = checked_q & word_fixed;
      assign row_o[k*WIDTH+:WIDTH] = row;
      assign fixed_o[k] = `SELVAGE_BUG(bug_q[0], fixed, 1'b0);
      assign lost_o[k]  = `SELVAGE_BUG(bug_q[0], checked_q & word_lost, 1'b0);

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
        .id_i  (at_q),
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
          later = later | (dirty[j] & (at[j*AW+:AW] == at_q));
        end
      end
      assign leaves[k] = dirty[k] & ~later;
      always_ff @(posedge clk_i) begin
        held_q[k] <= leaves[k] & rst_ni;
        if (dirty[k]) begin
          held_at_q[k*AW+:AW] <= at_q;
          held_row_q[k*WIDTH+:WIDTH] <= left;
        end
      end
    end
  endgenerate

  always_ff @(posedge clk_i) begin
    for (int j = 0; j < OPS; j = j + 1) begin
      if (held_q[j]) last_q[held_at_q[j*AW+:AW]] <= LW'(j);
    end
  end
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
  `SELVAGE_RANGE(ops, OPS >= 2, "late_rows: OPS must be at least 2")
  `SELVAGE_RANGE(ecc, ECC >= 0 && ECC <= 2, "late_rows: ECC must be 0..2")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      for (int j = 0; j < OPS; j = j + 1) begin
        `SELVAGE_ASSERT(late_rows_changes_what_is_named,
                        used[j] || mask_i[j*WIDTH+:WIDTH] == '0)
        `SELVAGE_ASSERT(late_rows_lost_stays, !lost_o[j] || mask_i[j*WIDTH+:WIDTH] == '0)
      end
    end
  end
endmodule
