// SPDX-License-Identifier: Apache-2.0
/// An input: knows where packets begin and end, ends those that a dead link has cut or that are not what their head says,
/// and puts each into one of two lanes, by its destination, so that a packet that waits holds up half of the others only.
module acme_input #(
  parameter int DEPTH = 256,
  parameter int ROOM = 128,
  parameter int DATA = 64,
  parameter int LEN_AT = 18,
  localparam HW = $clog2(DEPTH + 1)
) (
  input  logic            clk,
  input  logic            rst_n,
  input  logic [4:0]      bug,
  input  logic            alive,
  input  logic            beat,
  input  logic            in_head,
  input  logic            in_tail,
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
  logic          starts, begins, takes, fills, ends_early, no_tail;
  logic          turn;

  assign len    = in_data[LEN_AT+:14];
  // a length that no buffer holds, and beats without a head, are as if nothing had come
  assign starts = beat && in_head && left == '0;
  assign begins = starts && len != '0 && len <= 14'(DEPTH);
  assign takes  = beat && left != '0 && !cut && !in_head;
  assign fills  = left != '0 && (!alive || cut || (beat && in_head));
  assign ends_early = in_tail && (begins ? len != 14'd1 : takes && left != 14'd1);
  assign no_tail    = !in_tail && (begins ? len == 14'd1 : takes && left == 14'd1);
  assign coming = left != '0;
  assign holds  = held != '0;
  // planted: 9 lanes by turns, so that a packet may overtake another of its flow
  logic to_lane;
  assign to_lane = bug == 5'd9 ? turn : ^in_data[LEN_AT/2-1:0];

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
      if (begins) begin
        left <= len - 14'd1;
        cut  <= ends_early;
        lane <= to_lane;
        turn <= !turn;
        push[to_lane] <= 1'b1;
      end else if (takes || fills) begin
        left       <= left - 14'd1;
        cut        <= fills || ends_early;
        push[lane] <= 1'b1;
      end
      // planted: 18 a length that no buffer holds takes room for ever
      held <= held + (begins || (bug == 5'd18 && starts) ? (HW+1)'(len) : '0) - (HW+1)'(lost[0]) - (HW+1)'(lost[1]);
      // planted: 5 it never says XOFF
      xon  <= held + (begins ? (HW+1)'(len) : '0) <= (HW+1)'(DEPTH - ROOM) || bug == 5'd5;
    end
    head <= begins;
    tail <= begins ? len == 14'd1 : left == 14'd1;
    // planted: 6 a cut packet is not marked, 16 one without a tail is not
    bad  <= fills ? left == 14'd1 && bug != 5'd6 : in_bad || (no_tail && bug != 5'd16);
    // planted: 1 a bit of the payload
    data <= fills ? '0 : in_data ^ DATA'((bug == 5'd1 && !in_head && in_data[2:0] == 3'd5) ? 64'h100 : 0);
  end
endmodule
