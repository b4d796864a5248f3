// SPDX-License-Identifier: Apache-2.0
/// Planar adaptive routing with the header as a struct.
///   header_t   `SELVAGE_TYPEDEF_PLANAR_HEADER(header_t, CW)
/// The module planar_route, pin by pin: that file describes what it does and what the
/// other pins mean. For tools that read types as parameters.
`include "assert.svh"
`include "bug.svh"
module planar_route_typed #(
  parameter int CW = 4,
  parameter type header_t = logic
) (
  input  logic            clk_i,
  input  logic            rst_ni,
  `SELVAGE_BUG_PORT(bug_i, 10)
  input  logic            valid_i,
  input  logic [3*CW-1:0] here_i,
  input  header_t         header_i,
  input  logic [2:0]      in_port_i,
  input  logic            reserve_i,
  input  logic            fallback_i,
  input  logic [5:0]      nb_down_i,
  input  logic [23:0]     nb_unsafe_i,
  input  logic [3:0]      unsafe_i,
  input  logic [5:0]      line_i,
  input  logic [35:0]     nb_line_i,
  input  logic [11:0]     free_i,
  output logic            valid_o,
  output logic            eject_o,
  output logic            drop_o,
  output logic            grant_o,
  output logic [2:0]      dir_o,
  output logic            vc_o,
  output logic [1:0]      sub_o,
  output logic [2:0]      proxy_o,
  output logic [11:0]     legal_o
);
  `SELVAGE_RANGE(header_t, $bits(header_t) == 3 * CW + 6
                 && $bits(header_i.dst) == 3 * CW
                 && $bits(header_i.proxy) == 3
                 && $bits(header_i.sub) == 2,
                 "header_t: fields of other widths")

  planar_route #(
    .CW(CW)
  ) i_flat (
    .dst_i  (header_i.dst),
    .proxy_i(header_i.proxy),
    .sub_i  (header_i.sub),
    .tie_i  (header_i.tie),
    .*
  );
endmodule
