// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of flow_acks (FL-BACK).
`include "sva.svh"
module flow_acks_sva #(
  /// 1: legality of the inputs is assumed, not claimed
  parameter bit Assume = 1'b0,
  parameter int N = 8,
  parameter int DEPTH = 16,
  parameter int ID_W = 6,
  parameter int POS_W = 10,
  localparam PW = $clog2(N),
  localparam EW = ID_W + 3 + POS_W,
  localparam B = 3 * N + 1,          // sources: REV, CHK, redirects of outputs; the drop
  localparam M = 6 * N + 1,          // places in the order of a cycle
  localparam QW = $clog2(B * DEPTH),
  localparam IW = $clog2(M)
) (
  input logic            clk_i,
  input logic            rst_ni,
  input logic [N-1:0]    host_i,
  input logic [N-1:0]    rev_valid_i,
  input logic [N*EW-1:0] rev_i,
  input logic [N-1:0]    chk_valid_i,
  input logic [N*EW-1:0] chk_i,
  input logic [N-1:0]    turn_valid_i,
  input logic [N*EW-1:0] turn_i,
  input logic            drop_valid_i,
  input logic [EW-1:0]   drop_i,
  input logic [N-1:0]    free_i,
  input logic [N-1:0]    comes_i,
  input logic            ack_valid_o,
  input logic [PW-1:0]   ack_out_o,
  input logic [EW-1:0]   ack_o,
  input logic            ack_pull_i
);
  // What comes in this cycle, in the order in which it is to go on: source, output, ACK.
  localparam int SW = $clog2(B);
  typedef struct packed {
    logic [SW-1:0] source;
    logic [PW-1:0] out;
    logic [EW-1:0] ack;
  } item_t;
  item_t         items[M];
  logic [IW-1:0] come;
  logic [2:0]    class_of;
  logic [B-1:0]  comes;
  // 0: REV and CHK of switches, 1: redirects, 2: the drop, 3 to 5: hosts
  always_comb begin
    come     = '0;
    class_of = '0;
    for (int k = 0; k < M; k = k + 1) items[k] = '0;
    for (int c = 0; c < 6; c = c + 1) begin
      for (int o = 0; o < N; o = o + 1) begin
        class_of = !host_i[o] ? 3'd0 : free_i[o] ? 3'd3 : comes_i[o] ? 3'd4 : 3'd5;
        if (rev_valid_i[o] && class_of == 3'(c)) begin
          items[come] = {SW'(o), PW'(o), rev_i[o*EW+:EW]};
          come        = come + IW'(1);
        end
        if (chk_valid_i[o] && c == 0) begin
          items[come] = {SW'(N + o), PW'(o), chk_i[o*EW+:EW]};
          come        = come + IW'(1);
        end
        if (turn_valid_i[o] && c == 1) begin
          items[come] = {SW'(2 * N + o), PW'(o), turn_i[o*EW+:EW]};
          come        = come + IW'(1);
        end
      end
      if (drop_valid_i && c == 2) begin
        items[come] = {SW'(3 * N), PW'(0), drop_i};
        come        = come + IW'(1);
      end
    end
  end
  assign comes = {drop_valid_i, turn_valid_i, chk_valid_i, rev_valid_i};

  // All that waits, what came a cycle ago; by source how many.
  item_t         queue_q[1<<QW], first;
  logic [QW-1:0] in_q, out_q;
  logic [QW:0]   here_q, new_q;
  logic [QW-1:0] by_q[B];
  logic [B-1:0]  full, goes;
  logic          pulled;
  assign first  = queue_q[out_q];
  assign pulled = ack_pull_i && ack_valid_o;
  assign goes   = B'(pulled) << first.source;
  always_comb begin
    for (int s = 0; s < B; s = s + 1) full[s] = by_q[s] == QW'(DEPTH);
  end
  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      {in_q, out_q, here_q, new_q} <= '0;
      for (int s = 0; s < B; s = s + 1) by_q[s] <= '0;
    end else begin
      in_q   <= in_q + QW'(come);
      out_q  <= out_q + QW'(pulled);
      new_q  <= (QW+1)'(come);
      here_q <= here_q + new_q - (QW+1)'(pulled);
      for (int s = 0; s < B; s = s + 1) by_q[s] <= by_q[s] + QW'(comes[s]) - QW'(goes[s]);
    end
    for (int k = 0; k < M; k = k + 1) if (IW'(k) < come) queue_q[in_q + QW'(k)] <= items[k];
  end

  `SELVAGE_PIN_LEGAL(m_sources_fit, (comes & full & ~goes) == '0)
  `SELVAGE_PIN(a_two_clocks, ack_valid_o == (here_q != '0))
  `SELVAGE_PIN(a_in_order, !ack_valid_o || ack_o == first.ack)
  `SELVAGE_PIN(a_of_its_output, !ack_valid_o || ack_out_o == first.out)
  `SELVAGE_PIN_NEXT(a_stays_until_pulled, ack_valid_o && !ack_pull_i,
                    ack_valid_o && $stable({ack_out_o, ack_o}))
endmodule
bind flow_acks flow_acks_sva #(.N(N), .DEPTH(DEPTH), .ID_W(ID_W), .POS_W(POS_W)) i_sva (.*);
