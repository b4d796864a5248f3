// SPDX-License-Identifier: Apache-2.0
/// The decision of fattree_control alone: lookup, V, pick, between registers that hold the table
/// and the states of the up ports, and those of the answer (route_stage). For synthesis and timing
/// only; what writes those registers is a plain load.
`include "bug.svh"
module route_decide_reg #(
  /// ports of the switch
  parameter int M = 8,
  /// levels of the tree
  parameter int N = 3,
  /// lines of the table
  parameter int W = 32,
  localparam DW = $clog2(M),
  localparam H = M / 2,
  localparam LW = $clog2(N),
  localparam KW = (N - 1) * DW,
  localparam IW = (W > 1) ? $clog2(W) : 1
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  `SELVAGE_BUG_PORT(bug_i, 5)
  input  logic [LW-1:0]   level_i,
  /// load a line, and the states of the up ports
  input  logic            load_i,
  input  logic [IW-1:0]   line_i,
  input  logic            valid_i,
  input  logic [KW-1:0]   key_i,
  input  logic [H-1:0]    direct_i,
  input  logic [H-1:0]    derived_i,
  input  logic [H-1:0]    own_i,
  input  logic [H-1:0]    dlfm_i,
  input  logic [H*LW-1:0] dl_i,
  input  logic [H-1:0]    up_en_i,
  /// see route_stage
  input  logic            req_valid_i,
  input  logic            req_from_up_i,
  input  logic [N*DW-1:0] req_src_i,
  input  logic [N*DW-1:0] req_dst_i,
  output logic            gnt_valid_o,
  output logic            gnt_up_o,
  output logic            gnt_drop_o,
  output logic [DW-1:0]   gnt_port_o,
  output logic [H-1:0]    gnt_mask_o
);
  logic [LW-1:0]   level_q;
  logic [W-1:0]    valid_q;
  logic [KW-1:0]   key_q[W];
  logic [H-1:0]    direct_q[W];
  logic [H-1:0]    derived_q[W];
  logic [KW-1:0]   care_q;
  logic [H-1:0]    own_q, dlfm_q, up_en_q;
  logic [H*LW-1:0] dl_q;

  always_ff @(posedge clk_i) begin
    level_q <= level_i;
    for (int i = 0; i < N - 1; i = i + 1) care_q[i*DW+:DW] <= {DW{LW'(i) >= level_q}};
    if (load_i) begin
      valid_q[line_i]   <= valid_i;
      key_q[line_i]     <= key_i;
      direct_q[line_i]  <= direct_i;
      derived_q[line_i] <= derived_i;
      own_q             <= own_i;
      dlfm_q            <= dlfm_i;
      dl_q              <= dl_i;
      up_en_q           <= up_en_i;
    end
  end

  logic             lookup_valid_i;
  logic [N*DW-1:DW] lookup_dst_i;
  logic [H-1:0]     lookup_bits_o;
`include "fault_lookup.svh"

  logic [H-1:0]    ps_failed;
  logic [H*LW-1:0] ps_level;

  /* verilator lint_off PINCONNECTEMPTY */
  up_summary #(
    .M(M),
    .N(N)
  ) i_summary (
    .clk_i       (clk_i),
    `SELVAGE_BUG_PIN(bug_i, 3'd0)
    .level_i     (level_q),
    .up_en_i     (up_en_q),
    .own_i       (own_q),
    .dlfm_i      (dlfm_q),
    .dl_i        (dl_q),
    .route_i     (lookup_valid_i),
    .update_i    (1'b0),
    .rule_paper_i(1'b0),
    .ps_failed_o (ps_failed),
    .ps_level_o  (ps_level),
    .want_o      (),
    .want_level_o(),
    .below_o     ()
  );

  route_stage #(
    .M(M),
    .N(N)
  ) i_route (
    .clk_i        (clk_i),
    .rst_ni       (rst_ni),
    `SELVAGE_BUG_PIN(bug_i, bug_i)
    .level_i      (level_q),
    .req_valid_i  (req_valid_i),
    .req_from_up_i(req_from_up_i),
    .req_src_i    (req_src_i),
    .req_dst_i    (req_dst_i),
    .lookup_valid_o(lookup_valid_i),
    .lookup_dst_o (lookup_dst_i),
    .failed_i     (ps_failed),
    .ps_level_i   (ps_level),
    .lft_bits_i   (lookup_bits_o),
    .gnt_valid_o  (gnt_valid_o),
    .gnt_up_o     (gnt_up_o),
    .gnt_drop_o   (gnt_drop_o),
    .gnt_port_o   (gnt_port_o),
    .gnt_mask_o   (gnt_mask_o),
    .idle_o       ()
  );
  /* verilator lint_on PINCONNECTEMPTY */
endmodule
