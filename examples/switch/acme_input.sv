// SPDX-License-Identifier: Apache-2.0
/// An input: knows where packets begin and end, ends those that a dead link has cut, and puts each into one of two
/// lanes, by its destination, so that a packet that waits holds up half of the others only.
module acme_input #(
  parameter int DEPTH = 256,
  parameter int ROOM = 128,
  parameter int DATA = 64,
  parameter int LEN_AT = 18,
  localparam HW = $clog2(DEPTH + 1)
) (
  input  logic            clk,
  input  logic            rst_n,
  input  logic [3:0]      bug,
  input  logic            alive,
  input  logic            beat,
  input  logic            in_head,
  input  logic            in_bad,
  input  logic [DATA-1:0] in_data,
  output logic [1:0]      push,
  output logic            head,
  output logic            tail,
  output logic            bad,
  output logic [DATA-1:0] data,
  // beats that the lanes lose
  input  logic [1:0]      lost,
  output logic            xon,
  output logic            coming,
  output logic            holds
);
  logic [13:0]   left;      // beats of the packet that comes in
  logic          lane, cut;
  logic [HW:0]   held;
  logic [13:0]   len;
  logic          begins, takes, fills;
  logic          turn;

  assign len    = in_data[LEN_AT+:14];
  assign begins = beat && in_head && left == '0;
  assign takes  = beat && left != '0 && !cut;
  assign fills  = left != '0 && (!alive || cut);
  assign coming = left != '0;
  assign holds  = held != '0;
  // planted: 9 lanes by turns, so that a packet may overtake another of its flow
  logic to_lane;
  assign to_lane = bug == 4'd9 ? turn : ^in_data[LEN_AT/2-1:0];

  always_ff @(posedge clk) begin
    if (!rst_n) begin
      left <= '0;
      cut  <= 1'b0;
      lane <= 1'b0;
      held <= '0;
      push <= '0;
      xon  <= 1'b1;
      turn <= 1'b0;
    end else begin
      push <= '0;
      if (begins && len != '0) begin
        left <= len - 14'd1;
        cut  <= 1'b0;
        lane <= to_lane;
        turn <= !turn;
        push[to_lane] <= 1'b1;
      end else if (takes || fills) begin
        left       <= left - 14'd1;
        cut        <= fills;
        push[lane] <= 1'b1;
      end
      held <= held + (begins ? (HW+1)'(len) : '0) - (HW+1)'(lost[0]) - (HW+1)'(lost[1]);
      // planted: 5 it never says XOFF
      xon  <= held + (begins ? (HW+1)'(len) : '0) <= (HW+1)'(DEPTH - ROOM) || bug == 4'd5;
    end
    head <= begins;
    tail <= begins ? len == 14'd1 : left == 14'd1;
    // planted: 6 a cut packet is not marked
    bad  <= fills && !takes ? left == 14'd1 && bug != 4'd6 : in_bad;
    // planted: 1 a bit of the payload
    data <= fills && !takes ? '0 : in_data ^ DATA'((bug == 4'd1 && !in_head && in_data[2:0] == 3'd5) ? 64'h100 : 0);
  end
endmodule
