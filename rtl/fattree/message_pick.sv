// SPDX-License-Identifier: Apache-2.0
/// What the fault message unit does next (docs/reference/control-plane.md, Pick).
///
/// Latency: combinational, idle_i late; the round robin pointers move at the next clock edge.
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
  /// output FIFO has room for one; all of down ports, all have
  input  logic [M-1:0]  room_i,
  input  logic          room_down_i,
  input  logic          room_all_i,
  /// an operation starts; one of the four take_* is 1 for one port
  output logic          pick_o,
  /// what would start now, if anything: its port, which is an up port; a head starts it, the one of
  /// head_o (one-hot, 0: none), else the operation event_o
  output logic [DW-1:0] port_o,
  output logic          is_up_o,
  output logic [M-1:0]  head_o,
  output logic          from_head_o,
  output logic [3:0]    event_o,
  output logic [M-1:0]  take_down_o,
  output logic [M-1:0]  take_up_o,
  output logic [M-1:0]  take_head_o,
  output logic [M-1:0]  take_announce_o
);
  logic [M-1:0]  ready_up;      // link up events
  logic [H-1:0]  ready_above;
  logic [M-1:0]  ready_below;
  logic [M-1:0]  ready_announce;

  always_comb begin
    ready_up       = link_up_i & ((up_i & room_i) | (down_i & {M{room_all_i}}));
    ready_above    = head_i[M-1:H] & up_i[M-1:H] & {H{room_down_i}};
    ready_below    = head_i & down_i & (head_sync_i | {M{room_all_i}});
    ready_announce = announce_i & {M{room_all_i}};
  end

  // ------------------------------------------------------------------------------- selectors
  logic [M-1:0]  down_onehot, up_onehot, below_onehot, announce_onehot;
  logic [H-1:0]  above_onehot;
  logic          down_any, up_any, above_any, below_any, announce_any;
  logic [DW-1:0] down_idx, up_idx, below_idx, announce_idx;
  logic [HW-1:0] above_idx;
  logic [HW-1:0] above_next_q;  // round robin: where to begin
  logic [DW-1:0] below_next_q;

  first_one #(
    .N(M)
  ) i_down (
    .vec_i   (link_down_i),
    .any_o   (down_any),
    .index_o (down_idx),
    .onehot_o(down_onehot)
  );
  first_one #(
    .N(M)
  ) i_up (
    .vec_i   (ready_up),
    .any_o   (up_any),
    .index_o (up_idx),
    .onehot_o(up_onehot)
  );
  wrap_pick #(
    .N(H)
  ) i_above (
    .vec_i   (ready_above),
    .pref_i  (above_next_q),
    .any_o   (above_any),
    .index_o (above_idx),
    .onehot_o(above_onehot)
  );
  wrap_pick #(
    .N(M)
  ) i_below (
    .vec_i   (ready_below),
    .pref_i  (below_next_q),
    .any_o   (below_any),
    .index_o (below_idx),
    .onehot_o(below_onehot)
  );
  first_one #(
    .N(M)
  ) i_announce (
    .vec_i   (ready_announce),
    .any_o   (announce_any),
    .index_o (announce_idx),
    .onehot_o(announce_onehot)
  );

  // ------------------------------------------------------------------------------- priority
  logic serve_up, serve_above, serve_below, serve_announce;  // while the unit is idle

  assign serve_up       = ~down_any & up_any;
  assign serve_above    = ~down_any & ~up_any & above_any;
  assign serve_below    = ~down_any & ~up_any & ~above_any & below_any;
  assign serve_announce = ~down_any & ~up_any & ~above_any & ~below_any & announce_any;

  always_comb begin
    event_o = fabric_pkg::OpAnnounce;
    is_up_o = 1'b0;
    port_o  = announce_idx;
    if (down_any) begin
      event_o = fabric_pkg::OpLinkDown;
      is_up_o = (down_onehot & up_i) != '0;
      port_o  = down_idx;
    end else if (up_any) begin
      event_o = fabric_pkg::OpLinkUp;
      is_up_o = (up_onehot & up_i) != '0;
      port_o  = up_idx;
    end else if (above_any) begin
      is_up_o = 1'b1;
      port_o  = DW'(H) + DW'(above_idx);
    end else if (below_any) begin
      port_o = below_idx;
    end
  end

  assign from_head_o     = serve_above | serve_below;
  assign head_o          = ({above_onehot, {H{1'b0}}} & {M{above_any}})
                           | (below_onehot & {M{~above_any}});
  assign pick_o          = idle_i & (down_any | up_any | above_any | below_any | announce_any);
  assign take_down_o     = down_onehot & {M{idle_i}};
  assign take_up_o       = up_onehot & {M{idle_i & serve_up}};
  assign take_head_o     = head_o & {M{idle_i & ~down_any & ~up_any}};
  assign take_announce_o = announce_onehot & {M{idle_i & serve_announce}};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      above_next_q <= '0;
      below_next_q <= '0;
    end else begin
      if (idle_i && serve_above)
        above_next_q <= (above_idx == HW'(H - 1)) ? '0 : above_idx + HW'(1);
      if (idle_i && serve_below)
        below_next_q <= (below_idx == DW'(M - 1)) ? '0 : below_idx + DW'(1);
    end
  end

`include "assert.svh"
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(pick_only_idle, idle_i || !pick_o)
      `SELVAGE_ASSERT(pick_takes_a_head, (take_head_o & ~head_i) == '0)
      `SELVAGE_COVER(pick_sync_without_room, idle_i && serve_below && !room_all_i)
      `SELVAGE_COVER(pick_waits_for_room, idle_i && head_i != '0 && !pick_o)
    end
  end
endmodule
