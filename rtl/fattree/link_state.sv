// SPDX-License-Identifier: Apache-2.0
/// State of the ports of one switch with repair (FT-PS-1..3; control-plane.md, State).
///
/// Up port j: own_q[j] (own link dead), dlfm_q[j] with level dl_q[j]; a DLFM or DLRM has no effect
/// while own_q[j]. Down port k: dead_q, ever_q, seq_q (of the last change) and announce_q (an
/// announcement waits). A link up of a down port announces every down port that ever was dead.
/// One event a clock (from the operation sequencer), written at the next edge. Events that change
/// nothing are no errors. port_i and index_i address the same port: index_i is used for up ports.
/// Ties: an announcement is taken (announced_i) and asked for by two different operations, never
/// in one clock.
module link_state #(
  /// ports of the switch
  parameter int M = 8,
  /// levels of the tree
  parameter int N = 3,
  /// bits of a sequence number
  parameter int SEQ_W = 8,
  localparam DW = $clog2(M),
  localparam H = M / 2,
  localparam HW = (H > 1) ? $clog2(H) : 1,
  localparam LW = $clog2(N)
) (
  input  logic             clk_i,
  input  logic             rst_ni,
  /// the link of the port is down, is up again
  input  logic             link_down_i,
  input  logic             link_up_i,
  /// port_i is an up port
  input  logic             is_up_i,
  input  logic [DW-1:0]    port_i,
  /// up port index_i = port_i - H received DLFM<dlfm_level_i>, DLRM
  input  logic [HW-1:0]    index_i,
  input  logic             dlfm_i,
  input  logic             dlrm_i,
  input  logic [LW-1:0]    dlfm_level_i,
  /// announce every down port that ever was dead (a new RESYNC)
  input  logic             resync_i,
  /// the announcements of these ports are taken
  input  logic [M-1:0]     announced_i,
  /// read port, of port_i and index_i: own, dead, and the sequence number
  output logic             own_o,
  output logic             dead_o,
  output logic [SEQ_W-1:0] seq_o,
  /// announcements that wait
  output logic [M-1:0]     announce_o,
  /// up ports, level of port j at [j*LW +: LW]; levels only with read_i
  input  logic             read_i,
  output logic [H-1:0]     own_all_o,
  output logic [H-1:0]     dlfm_all_o,
  output logic [H*LW-1:0]  dl_all_o
);
  logic [H-1:0]     own_q     /* verilator public_flat_rd */;
  logic [H-1:0]     dlfm_q    /* verilator public_flat_rd */;
  logic [LW-1:0]    dl_q[H]   /* verilator public_flat_rd */;
  logic [M-1:0]     dead_q    /* verilator public_flat_rd */;
  logic [M-1:0]     ever_q    /* verilator public_flat_rd */;
  logic [SEQ_W-1:0] seq_q[M]  /* verilator public_flat_rd */;
  logic [M-1:0]     announce_q/* verilator public_flat_rd */;

  logic change_up, change_down;  // the event changes the state of the port

  assign own_o       = own_q[index_i];
  assign dead_o      = dead_q[port_i];
  assign seq_o       = seq_q[port_i];
  assign change_up   = is_up_i & ((link_down_i & ~own_o) | (link_up_i & own_o));
  assign change_down = ~is_up_i & ((link_down_i & ~dead_o) | (link_up_i & dead_o));

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      own_q      <= '0;
      dlfm_q     <= '0;
      dead_q     <= '0;
      ever_q     <= '0;
      announce_q <= '0;
      for (int k = 0; k < M; k = k + 1) seq_q[k] <= '0;
    end else begin
      if (change_up) begin
        own_q[index_i] <= link_down_i;
        if (link_up_i) dlfm_q[index_i] <= 1'b0;
      end
      if ((dlfm_i || dlrm_i) && !own_o) dlfm_q[index_i] <= dlfm_i;
      if (change_down) begin
        dead_q[port_i]     <= link_down_i;
        ever_q[port_i]     <= 1'b1;
        seq_q[port_i]      <= seq_o + SEQ_W'(1);
        announce_q[port_i] <= 1'b1;
      end
      if (resync_i || (change_down && link_up_i)) begin
        announce_q <= announce_q | ever_q;
      end
      if (announced_i != '0) announce_q <= announce_q & ~announced_i;
    end
  end

  always_ff @(posedge clk_i) begin
    if (dlfm_i && !own_o) dl_q[index_i] <= dlfm_level_i;
  end

  assign announce_o = announce_q;
  assign own_all_o  = own_q;
  assign dlfm_all_o = dlfm_q;
  always_comb begin
    dl_all_o = '0;
    if (read_i) begin
      for (int j = 0; j < H; j = j + 1) dl_all_o[j*LW+:LW] = dl_q[j];
    end
  end

`include "assert.svh"
  `SELVAGE_RANGE(seq_w, SEQ_W >= 2, "link_state: SEQ_W must be at least 2")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      `SELVAGE_ASSERT(links_one_event, !(link_down_i && link_up_i) && !(dlfm_i && dlrm_i))
      `SELVAGE_ASSERT(links_one_announce,
                      announced_i == '0 || !(resync_i || link_down_i || link_up_i))
      `SELVAGE_ASSERT(links_dead_was_ever, (dead_q & ~ever_q) == '0)
      `SELVAGE_ASSERT(links_announce_ever, (announce_q & ~ever_q) == '0)
      `SELVAGE_COVER(links_dlfm_while_own, dlfm_i && own_o)
    end
  end
`ifdef FORMAL
`include "link_state_props.svh"
`endif
endmodule
