// SPDX-License-Identifier: Apache-2.0
/// An output: gives itself to the lane that has waited longest, and has a register between crossbar and link.
module acme_output #(
  parameter int LANES = 16,
  parameter int DATA = 64,
  parameter int AGE = 12
) (
  input  logic                  clk,
  input  logic                  rst_n,
  input  logic [4:0]            bug,
  input  logic                  xon,
  input  logic                  host,
  input  logic [LANES-1:0]      want,
  input  logic [AGE*LANES-1:0]  age,
  output logic [LANES-1:0]      grant,
  // beats of the lanes
  input  logic [LANES-1:0]      some,
  input  logic [LANES-1:0]      head,
  input  logic [LANES-1:0]      tail,
  input  logic [LANES-1:0]      bad,
  input  logic [LANES*DATA-1:0] data,
  output logic [LANES-1:0]      pop,
  // a fault message takes the next beat
  input  logic                  msg,
  input  logic [DATA-1:0]       msg_data,
  output logic [1:0]            sym,
  output logic                  out_head,
  output logic                  out_tail,
  output logic                  out_bad,
  output logic [DATA-1:0]       out_data,
  output logic [LANES-1:0]      stuck,  // the lane whose head waits in the register
  output logic                  busy
);
  logic [LANES-1:0] holder, oldest, x_lane;
  logic             held, x_valid, x_head, x_tail, x_bad, xon_q;
  logic [DATA-1:0]  x_data;

  // the lane that has waited longest; of equals the highest
  always_comb begin
    logic [AGE-1:0] best;
    best   = '0;
    oldest = '0;
    for (int i = 0; i < LANES; i = i + 1) begin
      if (want[i] && (oldest == '0 || age[AGE*i+:AGE] >= best)) begin
        best      = age[AGE*i+:AGE];
        oldest    = '0;
        oldest[i] = 1'b1;
      end
    end
  end

  // A message may take the beat of a head that waits in the register, so XON is looked at again
  // where it leaves; until then the next packet of its lane may leave by no other output.
  // planted: 3 XOFF is not looked at, 17 that of hosts is not
  logic open, leaves, moves;
  assign open   = xon_q || bug == 5'd3 || (bug == 5'd17 && host);
  assign grant  = !held && open ? oldest : '0;
  assign leaves = !msg && x_valid && (!x_head || open);
  assign moves  = leaves || !x_valid;
  assign pop    = held && moves ? holder & some : '0;
  assign stuck  = x_valid && x_head && !leaves ? x_lane : '0;
  assign busy   = held || x_valid;

  logic             any, s_head, s_tail, s_bad;
  logic [DATA-1:0]  s_data;
  always_comb begin
    any    = pop != '0;
    s_head = 1'b0;
    s_tail = 1'b0;
    s_bad  = 1'b0;
    s_data = '0;
    for (int i = 0; i < LANES; i = i + 1) begin
      s_head = s_head | (pop[i] & head[i]);
      s_tail = s_tail | (pop[i] & tail[i]);
      s_bad  = s_bad | (pop[i] & bad[i]);
      s_data = s_data | (data[i*DATA+:DATA] & {DATA{pop[i]}});
    end
  end

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      held    <= 1'b0;
      holder  <= '0;
      x_valid <= 1'b0;
      sym     <= 2'd0;
      xon_q   <= 1'b1;
    end else begin
      xon_q <= xon;
      if (grant != '0) begin
        held   <= 1'b1;
        holder <= grant;
      end else if (any && s_tail) begin
        held <= 1'b0;
      end
      if (moves) x_valid <= any;
      sym <= msg ? 2'd2 : leaves ? 2'd1 : 2'd0;
    end
    if (moves) begin
      x_lane <= holder;
      x_head <= s_head;
      x_tail <= s_tail;
      x_bad  <= s_bad;
      x_data <= s_data;
    end
    // planted: 2 a tail is lost, 12 a head within a packet
    out_head <= leaves && (x_head || (bug == 5'd12 && x_data[3:0] == 4'd4));
    out_tail <= leaves && x_tail && !(bug == 5'd2 && x_data[5:4] == 2'd0);
    out_bad  <= leaves && x_bad;
    out_data <= msg ? msg_data : x_data;
  end
endmodule
