// SPDX-License-Identifier: Apache-2.0
/// The heads of a switch that are granted, on their way out of the queues: a flow_lead an input,
/// and their MAPs at the tables of the outputs (FL-LEAD; docs/reference/flow-switch.md). Input i,
/// output o at [i], [o].
///
/// Latency: as flow_lead.
/// Ties: an output is given to one head at an edge (flow_grants), so it has one MAP in a cycle.
`include "bug.svh"
module flow_leads #(
  /// ports
  parameter int N = 8,
  /// bits of a row's number, of a position, of what goes with a MAP
  parameter int ID_W = 6,
  parameter int POS_W = 10,
  parameter int DATA_W = 32,
  localparam PW = $clog2(N)
) (
  input  logic                clk_i,
  input  logic                rst_ni,
  /// deliberate faults; 0..3: flow_lead; static
  `SELVAGE_BUG_PORT(bug_i, 4)
  /// by output, static: a host is there
  input  logic [N-1:0]        host_i,
  /// by input: granted, as flow_grants shows it
  input  logic [N-1:0]        grant_valid_i,
  input  logic [N*PW-1:0]     grant_out_i,
  input  logic [N*ID_W-1:0]   grant_id_i,
  /// by input: its table's answer to the DEQ of two cycles ago
  input  logic [N-1:0]        ans_go_i,
  input  logic [N*PW-1:0]     ans_port_i,
  /// by input: what goes with the MAP of the row that it leads: units, hole, order
  input  logic [N*DATA_W-1:0] data_i,
  /// by output: a MAP for its table; its answer to the one of two cycles ago
  output logic [N-1:0]        map_valid_o,
  output logic [N*PW-1:0]     map_in_o,
  output logic [N*ID_W-1:0]   map_id_o,
  output logic [N*DATA_W-1:0] map_data_o,
  input  logic [N-1:0]        map_stall_i,
  input  logic [N-1:0]        map_over_i,
  input  logic [N*ID_W-1:0]   map_oid_i,
  input  logic [N*POS_W-1:0]  map_start_i,
  /// by input: the row that it leads, its output; flow_lead
  output logic [N*ID_W-1:0]   id_o,
  output logic [N*PW-1:0]     out_o,
  output logic [N-1:0]        take_o,
  output logic [N-1:0]        ask_o,
  output logic [N*ID_W-1:0]   ask_id_o,
  output logic [N-1:0]        leave_o,
  output logic [N-1:0]        abort_o,
  output logic [N-1:0]        again_o,
  output logic [N-1:0]        exclude_o,
  output logic [N*ID_W-1:0]   oid_o,
  output logic [N*POS_W-1:0]  start_o
);
  logic [N-1:0]       maps;
  logic [N-1:0]       stall, over;  // by input, of the output of its MAP
  logic [N*ID_W-1:0]  oid;
  logic [N*POS_W-1:0] start;

  always_comb begin
    for (int i = 0; i < N; i = i + 1) begin
      stall[i]                = map_stall_i[out_o[i*PW+:PW]];
      over[i]                 = map_over_i[out_o[i*PW+:PW]];
      oid[i*ID_W+:ID_W]       = map_oid_i[out_o[i*PW+:PW]*ID_W+:ID_W];
      start[i*POS_W+:POS_W]   = map_start_i[out_o[i*PW+:PW]*POS_W+:POS_W];
    end
  end

  genvar g;
  generate
    for (g = 0; g < N; g = g + 1) begin : gen_input
      flow_lead #(
        .N    (N),
        .ID_W (ID_W),
        .POS_W(POS_W)
      ) i_lead (
        .clk_i        (clk_i),
        .rst_ni       (rst_ni),
        `SELVAGE_BUG_PIN(bug_i, bug_i)
        .grant_valid_i(grant_valid_i[g]),
        .grant_host_i (host_i[grant_out_i[g*PW+:PW]]),
        .grant_out_i  (grant_out_i[g*PW+:PW]),
        .grant_id_i   (grant_id_i[g*ID_W+:ID_W]),
        .ans_go_i     (ans_go_i[g]),
        .ans_port_i   (ans_port_i[g*PW+:PW]),
        .map_stall_i  (stall[g]),
        .map_over_i   (over[g]),
        .map_oid_i    (oid[g*ID_W+:ID_W]),
        .map_start_i  (start[g*POS_W+:POS_W]),
        .id_o         (id_o[g*ID_W+:ID_W]),
        .out_o        (out_o[g*PW+:PW]),
        .map_o        (maps[g]),
        .take_o       (take_o[g]),
        .ask_o        (ask_o[g]),
        .ask_id_o     (ask_id_o[g*ID_W+:ID_W]),
        .leave_o      (leave_o[g]),
        .abort_o      (abort_o[g]),
        .again_o      (again_o[g]),
        .exclude_o    (exclude_o[g]),
        .oid_o        (oid_o[g*ID_W+:ID_W]),
        .start_o      (start_o[g*POS_W+:POS_W])
      );
    end
  endgenerate

  always_comb begin
    map_valid_o = '0;
    map_in_o    = '0;
    map_id_o    = '0;
    map_data_o  = '0;
    for (int o = 0; o < N; o = o + 1) begin
      for (int i = 0; i < N; i = i + 1) begin
        if (maps[i] && out_o[i*PW+:PW] == PW'(o)) begin
          map_valid_o[o] = 1'b1;
          map_in_o[o*PW+:PW]         = map_in_o[o*PW+:PW] | PW'(i);
          map_id_o[o*ID_W+:ID_W]     = map_id_o[o*ID_W+:ID_W] | id_o[i*ID_W+:ID_W];
          map_data_o[o*DATA_W+:DATA_W] = map_data_o[o*DATA_W+:DATA_W]
                                         | data_i[i*DATA_W+:DATA_W];
        end
      end
    end
  end

`include "assert.svh"
  `SELVAGE_RANGE(id_w, ID_W >= 1, "flow_leads: ID_W must be at least 1")
  `SELVAGE_RANGE(pos_w, POS_W >= 1, "flow_leads: POS_W must be at least 1")
  `SELVAGE_RANGE(data_w, DATA_W >= 1, "flow_leads: DATA_W must be at least 1")
  `SELVAGE_RANGE(n, N >= 2 && (N & (N - 1)) == 0, "flow_leads: N must be a power of two")
  always_ff @(posedge clk_i) begin
    if (rst_ni) begin
      for (int i = 0; i < N; i = i + 1) begin
        for (int j = 0; j < N; j = j + 1) begin
          `SELVAGE_ASSERT(leads_one_map_an_output, i == j || !maps[i] || !maps[j]
                          || out_o[i*PW+:PW] != out_o[j*PW+:PW])
        end
      end
      `SELVAGE_COVER(leads_two_maps, (maps & (maps - N'(1))) != '0)
    end
  end
endmodule
