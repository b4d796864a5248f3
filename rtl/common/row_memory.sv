// SPDX-License-Identifier: Apache-2.0
/// Memory of OPS write ports and OPS read ports, no two writes to one word in a clock. MACRO = 0:
/// registers, data_o in the clock of its address. MACRO = 1: of ram_1r1w, data_o in the next clock;
/// 2: the same, and no more than two words are read in a clock, and written.
/// A word that is written at the edge that reads it gives what it held before, or anything.
module row_memory #(
  parameter int WIDTH = 32,
  parameter int DEPTH = 64,
  parameter int OPS = 2,
  parameter int MACRO = 0,
  localparam AW = (DEPTH > 1) ? $clog2(DEPTH) : 1
) (
  input  logic                 clk_i,
  input  logic [OPS-1:0]       write_i,
  input  logic [OPS*AW-1:0]    write_addr_i,
  input  logic [OPS*WIDTH-1:0] data_i,
  /* verilator lint_off UNUSEDSIGNAL */  // registers are read always
  input  logic [OPS-1:0]       read_i,
  /* verilator lint_on UNUSEDSIGNAL */
  input  logic [OPS*AW-1:0]    read_addr_i,
  output logic [OPS*WIDTH-1:0] data_o
);
  localparam PORTS = (MACRO == 2) ? 2 : OPS;
  localparam LW = (PORTS > 1) ? $clog2(PORTS) : 1;

  genvar r, w;
  generate
    if (MACRO == 0) begin : gen_registers
      logic [WIDTH-1:0] mem_q[DEPTH] /* verilator public_flat_rw */;
      always_ff @(posedge clk_i) begin
        for (int k = 0; k < OPS; k = k + 1) begin
          if (write_i[k]) mem_q[write_addr_i[k*AW+:AW]] <= data_i[k*WIDTH+:WIDTH];
        end
      end
      for (r = 0; r < OPS; r = r + 1) begin : gen_read
        assign data_o[r*WIDTH+:WIDTH] = mem_q[read_addr_i[r*AW+:AW]];
      end
    end else begin : gen_macros
      // Ports of the memories, and which of them an operation has.
      logic [PORTS-1:0]       write, read;
      logic [PORTS*AW-1:0]    write_addr, read_addr;
      logic [PORTS*WIDTH-1:0] data, out;
      logic [PORTS*LW-1:0]    from;  // who has written the word last: there it is
      logic [LW-1:0]          last_q[DEPTH];
      if (MACRO == 2) begin : gen_two
        logic [OPS-1:0] second, second_q, writes_second;  // the operation has the second of two
        words_of #(.AW(AW), .OPS(OPS)) i_write (
          .valid_i (write_i),
          .addr_i  (write_addr_i),
          .valid_o (write),
          .addr_o  (write_addr),
          .second_o(writes_second)
        );
        words_of #(.AW(AW), .OPS(OPS)) i_read (
          .valid_i (read_i),
          .addr_i  (read_addr_i),
          .valid_o (read),
          .addr_o  (read_addr),
          .second_o(second)
        );
        always_comb begin
          data = '0;
          for (int k = 0; k < OPS; k = k + 1) begin
            for (int p = 0; p < 2; p = p + 1) begin
              data[p*WIDTH+:WIDTH] = data[p*WIDTH+:WIDTH]
                  | (data_i[k*WIDTH+:WIDTH] & {WIDTH{write_i[k] & (writes_second[k] == (p == 1))}});
            end
          end
        end
        always_ff @(posedge clk_i) begin
          for (int k = 0; k < OPS; k = k + 1) begin
            if (read_i[k]) second_q[k] <= second[k];
          end
        end
        for (r = 0; r < OPS; r = r + 1) begin : gen_op
          assign data_o[r*WIDTH+:WIDTH] = second_q[r] ? out[WIDTH+:WIDTH] : out[0+:WIDTH];
        end
        // Looked for beside the choice, since read_i comes late.
        always_comb begin
          from = '0;
          for (int k = 0; k < OPS; k = k + 1) begin
            from[0] = from[0] | (read_i[k] & ~second[k] & last_q[read_addr_i[k*AW+:AW]]);
            from[1] = from[1] | (second[k] & last_q[read_addr_i[k*AW+:AW]]);
          end
        end
      end else begin : gen_each
        assign {write, write_addr, data} = {write_i, write_addr_i, data_i};
        assign {read, read_addr, data_o} = {read_i, read_addr_i, out};
        for (r = 0; r < OPS; r = r + 1) begin : gen_op
          assign from[r*LW+:LW] = last_q[read_addr_i[r*AW+:AW]];
        end
      end

      always_ff @(posedge clk_i) begin
        for (int k = 0; k < PORTS; k = k + 1) begin
          if (write[k]) last_q[write_addr[k*AW+:AW]] <= LW'(k);
        end
      end
      for (r = 0; r < PORTS; r = r + 1) begin : gen_read
        logic [LW-1:0]          from_q;
        logic [PORTS*WIDTH-1:0] copies;
        always_ff @(posedge clk_i) begin
          if (read[r]) from_q <= from[r*LW+:LW];
        end
        for (w = 0; w < PORTS; w = w + 1) begin : gen_copy
          ram_1r1w #(
            .WIDTH(WIDTH),
            .DEPTH(DEPTH)
          ) i_ram (
            .clk_i       (clk_i),
            .write_i     (write[w]),
            .write_addr_i(write_addr[w*AW+:AW]),
            .data_i      (data[w*WIDTH+:WIDTH]),
            .read_i      (read[r]),
            .read_addr_i (read_addr[r*AW+:AW]),
            .data_o      (copies[w*WIDTH+:WIDTH])
          );
        end
        assign out[r*WIDTH+:WIDTH] = copies[from_q*WIDTH+:WIDTH];
      end
    end
  endgenerate

`include "assert.svh"
  `SELVAGE_RANGE(ops, OPS >= 1, "row_memory: OPS must be at least 1")
  `SELVAGE_RANGE(macro, MACRO >= 0 && MACRO <= 2, "row_memory: MACRO must be 0..2")
endmodule
