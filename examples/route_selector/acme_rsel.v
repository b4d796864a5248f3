// SPDX-License-Identifier: Apache-2.0
// A route selector as another house would write it: Verilog-2001, names of its own, three clocks of
// latency, the port one-hot.
module acme_rsel #(
  parameter PORTS = 8,
  parameter LEVELS = 3,
  parameter PORT_BITS = 3,
  parameter LEVEL_BITS = 2
) (
  input  wire                          ck,
  input  wire                          rst,
  input  wire [LEVEL_BITS-1:0]         lvl,
  input  wire [2*LEVELS*PORT_BITS-1:0] addr,       // {destination, source}
  input  wire                          downward,
  input  wire [PORTS/2-1:0]            dead,
  input  wire [PORTS/2*LEVEL_BITS-1:0] dead_lvl,
  input  wire [PORTS/2-1:0]            avoid,
  output reg                           goes_up,
  output reg                           lost,
  output reg  [PORTS-1:0]              out_oh
);
  localparam UP = PORTS / 2;
  localparam AW = LEVELS * PORT_BITS;

  wire [AW-1:0] src = addr[AW-1:0];
  wire [AW-1:0] dst = addr[2*AW-1:AW];

  // First clock: the level of the nearest common ancestor, and the digit of this level.
  reg [LEVEL_BITS-1:0] ancestor;
  reg [PORT_BITS-1:0]  digit;
  integer i;
  always @* begin
    ancestor = 0;
    digit = 0;
    for (i = 0; i < LEVELS; i = i + 1) begin
      if (src[i*PORT_BITS +: PORT_BITS] != dst[i*PORT_BITS +: PORT_BITS]) ancestor = i;
      if (lvl == i) digit = dst[i*PORT_BITS +: PORT_BITS];
    end
  end

  reg [LEVEL_BITS-1:0]    ancestor_q;
  reg [PORT_BITS-1:0]     digit_q, digit_q2;
  reg                     up_q, up_q2;
  reg [UP-1:0]            dead_q, avoid_q, free_q;
  reg [UP*LEVEL_BITS-1:0] dead_lvl_q;
  reg [UP-1:0]            free;

  // Second clock: the ports that lead there.
  integer k;
  always @* begin
    for (k = 0; k < UP; k = k + 1) begin
      free[k] = ~avoid_q[k] & ~(dead_q[k] & (dead_lvl_q[k*LEVEL_BITS +: LEVEL_BITS] < ancestor_q));
    end
  end

  // Third clock: the preferred port, or the next one in a ring.
  reg [PORT_BITS-1:0] pick;
  reg                 found;
  integer j;
  always @* begin
    pick = 0;
    found = 1'b0;
    for (j = UP - 1; j >= 0; j = j - 1) begin
`ifdef PLANTED
      if (free_q[j]) begin  // forgets the preference
`else
      if (free_q[(digit_q2 + j) % UP]) begin
`endif
        found = 1'b1;
`ifdef PLANTED
        pick = j;
`else
        pick = (digit_q2 + j) % UP;
`endif
      end
    end
  end

  always @(posedge ck) begin
    ancestor_q <= ancestor;
    digit_q <= digit;
    up_q <= ~downward & (lvl < ancestor);
    dead_q <= dead;
    dead_lvl_q <= dead_lvl;
    avoid_q <= avoid;

    free_q <= free;
    digit_q2 <= digit_q;
    up_q2 <= up_q;
  end

  always @(posedge ck) begin
    if (rst) begin
      goes_up <= 1'b0;
      lost <= 1'b0;
      out_oh <= 0;
    end else begin
      goes_up <= up_q2;
      lost <= up_q2 & ~found;
      out_oh <= (up_q2 & ~found) ? 0 : up_q2 ? ({{(PORTS-1){1'b0}}, 1'b1} << (UP + pick))
                                             : ({{(PORTS-1){1'b0}}, 1'b1} << digit_q2);
    end
  end
endmodule
