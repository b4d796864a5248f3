// SPDX-License-Identifier: Apache-2.0
/// What the fault message unit does next (docs/control-plane.md, Pick).
///
/// Latency: combinational; the round robin pointers move at the next clock edge.
/// Policy, first that is ready: link down, link up (lowest port first); heads from up ports, round
/// robin; heads from down ports, round robin; the lowest announcement. Ready means that the output
/// FIFOs of the operation have room: none for a link down and a SYNCREQ, the port's own for a link
/// up of an up port, all down ports' for a message from above, all for the rest.
module message_pick #(
  /// ports of the switch
  parameter int M = 8,
  localparam DW = $clog2(M),
  localparam H = M / 2,
  localparam HW = (H > 1) ? $clog2(H) : 1
) (
  input  logic          clk_i,
  input  logic          rst_ni,
  /// up and down ports that lead to switches; static
  input  logic [M-1:0]  up_i,
  input  logic [M-1:0]  down_i,
  /// the unit is idle
  input  logic          idle_i,
  /// waiting link events
  input  logic [M-1:0]  link_down_i,
  input  logic [M-1:0]  link_up_i,
  /// input FIFO has a head; it is a SYNCREQ
  input  logic [M-1:0]  head_i,
  input  logic [M-1:0]  head_sync_i,
  /// waiting announcements
  input  logic [M-1:0]  announce_i,
  /// output FIFO has room for one
  input  logic [M-1:0]  room_i,
  /// an operation starts; one of the four take_* is 1 for one port
  output logic          pick_o,
  output logic [DW-1:0] port_o,
  output logic [M-1:0]  take_down_o,
  output logic [M-1:0]  take_up_o,
  output logic [M-1:0]  take_head_o,
  output logic [M-1:0]  take_announce_o
);
  logic          room_down, room_all;
  logic [M-1:0]  ready_up;      // link up events
  logic [H-1:0]  ready_above;
  logic [M-1:0]  ready_below;
  logic [M-1:0]  ready_announce;

  always_comb begin
    room_down      = (down_i & ~room_i) == '0;
    room_all       = ((down_i | up_i) & ~room_i) == '0;
    ready_up       = link_up_i & ((up_i & room_i) | (down_i & {M{room_all}}));
    ready_above    = head_i[M-1:H] & up_i[M-1:H] & {H{room_down}};
    ready_below    = head_i & down_i & (head_sync_i | {M{room_all}});
    ready_announce = announce_i & {M{room_all}};
  end

  // ------------------------------------------------------------------------------- selectors
  // Link events and announcements are all served lowest port first: one tree for the first kind
  // that has a candidate.
  logic [M-1:0]  fixed, fixed_onehot;
  logic          down_any, up_any, fixed_any, above_any, below_any;
  logic [DW-1:0] fixed_idx, below_idx;
  logic [HW-1:0] above_idx;
  logic [HW-1:0] above_next_q;  // round robin: where to begin
  logic [DW-1:0] below_next_q;

  assign down_any = link_down_i != '0;
  assign up_any   = ready_up != '0;

  always_comb begin
    fixed = ready_announce;
    if (down_any) fixed = link_down_i;
    else if (up_any) fixed = ready_up;
  end

  first_one #(
    .N(M)
  ) i_fixed (
    .vec_i   (fixed),
    .any_o   (fixed_any),
    .index_o (fixed_idx),
    .onehot_o(fixed_onehot)
  );
  wrap_pick #(
    .N(H)
  ) i_above (
    .vec_i  (ready_above),
    .pref_i (above_next_q),
    .any_o  (above_any),
    .index_o(above_idx)
  );
  wrap_pick #(
    .N(M)
  ) i_below (
    .vec_i  (ready_below),
    .pref_i (below_next_q),
    .any_o  (below_any),
    .index_o(below_idx)
  );

  // ------------------------------------------------------------------------------- priority
  logic serve_above, serve_below;

  always_comb begin
    pick_o          = idle_i & (fixed_any | above_any | below_any);
    serve_above     = 1'b0;
    serve_below     = 1'b0;
    port_o          = fixed_idx;
    take_down_o     = '0;
    take_up_o       = '0;
    take_head_o     = '0;
    take_announce_o = '0;
    if (pick_o) begin
      if (down_any) begin
        take_down_o = fixed_onehot;
      end else if (up_any) begin
        take_up_o = fixed_onehot;
      end else if (above_any) begin
        serve_above = 1'b1;
        port_o      = DW'(H) + DW'(above_idx);
        take_head_o = M'(1) << port_o;
      end else if (below_any) begin
        serve_below = 1'b1;
        port_o      = below_idx;
        take_head_o = M'(1) << port_o;
      end else begin
        take_announce_o = fixed_onehot;
      end
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      above_next_q <= '0;
      below_next_q <= '0;
    end else begin
      if (serve_above) above_next_q <= (above_idx == HW'(H - 1)) ? '0 : above_idx + HW'(1);
      if (serve_below) below_next_q <= (below_idx == DW'(M - 1)) ? '0 : below_idx + DW'(1);
    end
  end

`include "assert.svh"
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(pick_only_idle, idle_i || !pick_o)
      `SELVAGE_ASSERT(pick_takes_a_head, (take_head_o & ~head_i) == '0)
      `SELVAGE_COVER(pick_sync_without_room, serve_below && !room_all)
      `SELVAGE_COVER(pick_waits_for_room, idle_i && head_i != '0 && !pick_o)
    end
  end
endmodule
