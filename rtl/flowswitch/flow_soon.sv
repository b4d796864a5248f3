// SPDX-License-Identifier: Apache-2.0
/// When the next packet of an input can be read: the last one that left is read at 32 bytes a
/// cycle, not faster than its tail comes (FL-READ, FL-ARB; docs/reference/flow-switch.md).
///
/// Both outputs are of the cycle of the inputs.
module flow_soon #(
  /// bits of a page's number
  parameter int SLOT_W = 12,
  localparam BYTES_W = 14,
  localparam TIME_W = 10
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  /// a header: its page, bytes of its packet
  input  logic               head_valid_i,
  input  logic [SLOT_W-1:0]  head_slot_i,
  input  logic [BYTES_W-1:0] head_bytes_i,
  /// a packet leaves its queue
  input  logic               leave_i,
  input  logic [SLOT_W-1:0]  leave_slot_i,
  input  logic [BYTES_W-1:0] leave_bytes_i,
  /// it can be read in two cycles, in six
  output logic               soon_host_o,
  output logic               soon_o
);
  logic [TIME_W-1:0] tail_q, tail;  // cycles to the last beat of what has come
  logic [TIME_W-1:0] read_q, read, words;
  logic [SLOT_W-1:0] last_q;

  assign tail  = head_valid_i ? fabric_pkg::packet_beats(head_bytes_i) - TIME_W'(1) : tail_q;
  assign words = TIME_W'(({1'b0, leave_bytes_i} + 15'd31) >> 5);
  always_comb begin
    read = read_q;
    if (leave_i) read = (leave_slot_i == last_q && tail_q > words) ? tail_q : words;
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      tail_q <= '0;
      read_q <= '0;
    end else begin
      tail_q <= (tail == '0) ? '0 : tail - TIME_W'(1);
      read_q <= (read == '0) ? '0 : read - TIME_W'(1);
    end
    if (head_valid_i) last_q <= head_slot_i;
  end

  assign soon_host_o = read <= TIME_W'(2);
  assign soon_o      = read <= TIME_W'(6);

`include "assert.svh"
  `SELVAGE_RANGE(slot_w, SLOT_W >= 1, "flow_soon: SLOT_W must be at least 1")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(soon_one_behind_the_other, !head_valid_i || tail_q == '0)
      `SELVAGE_COVER(soon_tail_is_later, leave_i && leave_slot_i == last_q && tail_q > words)
    end
  end
endmodule
