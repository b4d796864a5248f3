// SPDX-License-Identifier: Apache-2.0
/// What the fault message unit does next (docs/reference/control-plane.md, Pick).
///
/// Latency: combinational, idle_i late. Heads are chosen a clock ahead, as if none were taken at
/// the edge between: after one that is, nothing may start for a clock, in which they are chosen
/// anew. Turns move at the next clock edge.
/// Policy, first that is ready: link down, link up (lowest port first); heads from up ports, round
/// robin; heads from down ports, round robin; the lowest announcement. Ready means that the output
/// FIFOs of the operation have room: none for a link down and a SYNCREQ, the port's own for a link
/// up of an up port, all down ports' for a message from above, all for the rest.
`include "turn.svh"
module message_pick #(
  /// ports of the switch
  parameter int M = 8,
  localparam DW = $clog2(M),
  localparam H = M / 2
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
  /// input FIFO has a head after the edge, if none is taken at it; it is a SYNCREQ, but for the one
  /// that was under the head taken last; that one is
  input  logic [M-1:0]  next_i,
  input  logic [M-1:0]  next_sync_i,
  input  logic [M-1:0]  under_sync_i,
  /// waiting announcements
  input  logic [M-1:0]  announce_i,
  /// output FIFO has room for one; all of down ports, all have, which implies the others
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
  // -------------------------------------------------------------- heads, a clock ahead
  `SELVAGE_TURN(M)
  logic [H-1:0] above_q, above_after_q;  // whose turn it is; ports behind the last served
  logic [M-1:0] below_q, below_after_q;
  logic [M-1:0] sync_q;                  // whose turn it is of those that need no room
  logic [H-1:0] above_next, above_up;
  logic [M-1:0] below_up, sync_up, under;

  assign above_next = next_i[M-1:H] & up_i[M-1:H];
  // The port that was served last comes last.
  always_comb begin
    above_up = '0;
    below_up = '0;
    sync_up  = '0;
    under    = '0;
    if (next_i != '0) begin
      above_up = H'(turn(M'(above_next), M'(above_after_q)));
      below_up = turn(next_i & down_i, below_after_q);
      sync_up  = turn(next_i & down_i & next_sync_i, below_after_q);
      under    = next_i & down_i & under_sync_i & {M{sync_up == '0}};
    end
  end

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      above_q <= '0;
      below_q <= '0;
      sync_q  <= '0;
    end else begin
      above_q <= above_up & ~(above_up << 1);
      below_q <= below_up & ~(below_up << 1);
      sync_q  <= (sync_up & ~(sync_up << 1)) | under;
    end
  end

  // ------------------------------------------------------------------------------- selectors
  // Room comes late: what would be first with room everywhere, and what without, is known before.
  logic [M-1:0]  ready_up;      // link up events of up ports that have room
  logic [M-1:0]  down_onehot, up_onehot, all_onehot, own_onehot, announce_onehot;
  logic          down_any, all_any, own_any, above_any, below_any, sync_any, announce_any;
  logic [DW-1:0] down_idx, all_idx, own_idx, up_idx, head_idx, announce_idx;
  logic          above_ready;
  logic [M-1:0]  above, below;  // the head from there, without room for it 0

  assign ready_up    = link_up_i & up_i & room_i;
  assign above_any   = above_q != '0;
  assign below_any   = below_q != '0;
  assign sync_any    = sync_q != '0;
  assign above_ready = above_any & room_down_i;
  assign above       = {above_q & {H{room_down_i}}, {H{1'b0}}};
  assign below       = `SELVAGE_PICK(M, room_all_i, below_q & {M{~above_any}},
                                     sync_q & {M{~above_ready}});
  assign head_o      = above | below;

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
    .vec_i   (link_up_i),
    .any_o   (all_any),
    .index_o (all_idx),
    .onehot_o(all_onehot)
  );
  first_one #(
    .N(M)
  ) i_up_own (
    .vec_i   (ready_up),
    .any_o   (own_any),
    .index_o (own_idx),
    .onehot_o(own_onehot)
  );
  first_one #(
    .N(M)
  ) i_announce (
    .vec_i   (announce_i),
    .any_o   (announce_any),
    .index_o (announce_idx),
    .onehot_o(announce_onehot)
  );
  onehot_index #(
    .N(M)
  ) i_head (
    .onehot_i(head_o),
    .index_o (head_idx)
  );

  // ------------------------------------------------------------------------------- priority
  // Room everywhere is room for all: an announcement is served if nothing else waits at all.
  logic serve_up, serve_head, serve_above, serve_below, serve_announce;  // while the unit is idle

  assign up_onehot      = `SELVAGE_PICK(M, room_all_i, all_onehot, own_onehot);
  assign up_idx         = `SELVAGE_PICK(DW, room_all_i, all_idx, own_idx);
  assign serve_up       = ~down_any & `SELVAGE_PICK(1, room_all_i, all_any, own_any);
  assign serve_head     = ~down_any & `SELVAGE_PICK(1, room_all_i, ~all_any, ~own_any);
  assign serve_above    = serve_head & above_ready;
  assign serve_below    = serve_head & `SELVAGE_PICK(1, room_all_i, below_any & ~above_any,
                                                     sync_any & ~above_ready);
  assign serve_announce = room_all_i & announce_any
                          & ~(down_any | all_any | above_any | below_any);

  always_comb begin
    event_o = down_any ? fabric_pkg::OpLinkDown : serve_up ? fabric_pkg::OpLinkUp
                       : fabric_pkg::OpAnnounce;
    is_up_o = (down_any & ((down_onehot & up_i) != '0)) | (serve_up & ((up_onehot & up_i) != '0))
              | serve_above;
    port_o  = ({DW{down_any}} & down_idx) | ({DW{serve_up}} & up_idx)
              | ({DW{serve_head}} & head_idx) | ({DW{serve_announce}} & announce_idx);
  end

  assign from_head_o     = serve_above | serve_below;
  assign pick_o          = idle_i & (down_any | own_any | above_ready | sync_any
                                     | (room_all_i & (all_any | below_any | announce_any)));
  assign take_down_o     = down_onehot & {M{idle_i}};
  assign take_up_o       = up_onehot & {M{idle_i & serve_up}};
  assign take_head_o     = head_o & {M{idle_i & serve_head}};
  assign take_announce_o = announce_onehot & {M{idle_i & serve_announce}};

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      above_after_q <= '0;
      below_after_q <= '0;
    end else begin
      if (idle_i && serve_above) above_after_q <= H'(from_first(M'(above_q)) << 1);
      if (idle_i && serve_below) begin
        below_after_q <= `SELVAGE_PICK(M, room_all_i, from_first(below_q), from_first(sync_q)) << 1;
      end
    end
  end

`include "assert.svh"
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(pick_only_idle, idle_i || !pick_o)
      `SELVAGE_ASSERT(pick_room_everywhere,
                      !room_all_i || (room_down_i && (link_up_i & up_i & ~room_i) == '0))
      `SELVAGE_ASSERT(pick_link_up_of_switch, (link_up_i & ~(up_i | down_i)) == '0)
      `SELVAGE_ASSERT(pick_served_comes_last, (under_sync_i & down_i) == '0
                      || below_after_q == (from_first(under_sync_i & down_i) << 1))
      `SELVAGE_COVER(pick_sync_without_room, idle_i && serve_below && !room_all_i)
      `SELVAGE_COVER(pick_waits_for_room, idle_i && {above_q, below_q} != '0 && !pick_o)
    end
  end
endmodule
