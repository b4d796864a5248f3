// SPDX-License-Identifier: Apache-2.0
/// Properties at the pins of flow_cam_alloc.
`include "sva.svh"
module flow_cam_alloc_sva #(
  parameter int ROWS = 64,
  localparam ID_W = (ROWS > 1) ? $clog2(ROWS) : 1,
  localparam CW = $clog2(ROWS + 1)
) (
  input logic            clk_i,
  input logic            rst_ni,
  input logic            valid_i,
  input logic            free_valid_i,
  input logic [ID_W-1:0] free_id_i,
  input logic            valid_o,
  input logic            hit_o,
  input logic            alloc_o,
  input logic            stall_o,
  input logic [ID_W-1:0] id_o,
  input logic            freed_o,
  input logic            kept_o,
  input logic            full_o,
  input logic            pause_o,
  input logic [CW-1:0]   count_o,
  input logic [31:0]     stalls_o
);
  `SELVAGE_PIN(a_latency, valid_o == `SELVAGE_AGO2(valid_i))
  `SELVAGE_PIN(a_no_row_without, hit_o || alloc_o || id_o == '0)
  `SELVAGE_PIN(a_row_exists, 32'(id_o) < ROWS)
  `SELVAGE_PIN(a_free_answers, !(freed_o || kept_o) || `SELVAGE_AGO2(free_valid_i))
  `SELVAGE_PIN(a_kept_by_hit, !kept_o || (hit_o && id_o == $past(free_id_i, 2)))
  `SELVAGE_PIN(a_full, full_o == (count_o == CW'(ROWS)))
  `SELVAGE_PIN_NEXT(a_count, 1'b1, count_o == $past(count_o) + CW'(alloc_o) - CW'(freed_o))
  `SELVAGE_PIN_NEXT(a_alloc_while_room, full_o, !alloc_o)
  `SELVAGE_PIN_NEXT(a_stall_when_full, !full_o, !stall_o)
  `SELVAGE_PIN_NEXT(a_pause, 1'b1, pause_o == (full_o && ($past(pause_o) || stall_o)))
  `SELVAGE_PIN_NEXT(a_stalls, 1'b1, stalls_o == $past(stalls_o) + 32'(stall_o))
endmodule
bind flow_cam_alloc flow_cam_alloc_sva #(.ROWS(ROWS)) i_sva (.*);
