// SPDX-License-Identifier: Apache-2.0
/// A switch whose fault messages nobody but another one like it can read: ours, with its messages
/// scrambled on the wire. It has none of the pins that only our control plane has a use for.
module own_scrambled (
  input  logic         clk_i,
  input  logic         rst_ni,
  input  logic [13:0]  bug_i,
  input  logic [1:0]   level_i,
  input  logic [3:0]   coord_i,
  input  logic [8:0]   xon_most_i,
  input  logic [3:0]   rx_ok_i,
  input  logic [7:0]   rx_sym_i,
  input  logic [3:0]   rx_head_i,
  input  logic [3:0]   rx_tail_i,
  input  logic [3:0]   rx_bad_i,
  input  logic [255:0] rx_data_i,
  output logic [3:0]   rx_xon_o,
  output logic [3:0]   rx_stop_o,
  input  logic [3:0]   tx_ok_i,
  output logic [7:0]   tx_sym_o,
  output logic [3:0]   tx_head_o,
  output logic [3:0]   tx_tail_o,
  output logic [3:0]   tx_bad_o,
  output logic [255:0] tx_data_o,
  input  logic [3:0]   tx_xon_i,
  input  logic [3:0]   tx_stop_i,
  input  logic [3:0]   link_down_i,
  input  logic [3:0]   link_up_i,
  input  logic [3:0]   link_init_i,
  output logic [3:0]   clear_o,
  output logic [3:0]   drained_o
);
  localparam logic [63:0] Key = 64'hc3a5_5a3c_96e1_1e69;

  function automatic logic [255:0] scrambled(input logic [7:0] symbols, input logic [255:0] data);
    scrambled = data;
    for (int p = 0; p < 4; p = p + 1)
      if (symbols[2*p+:2] == 2'd2) scrambled[64*p+:64] = {<<{data[64*p+:64] ^ Key}};
  endfunction
  function automatic logic [255:0] clear(input logic [7:0] symbols, input logic [255:0] data);
    clear = data;
    for (int p = 0; p < 4; p = p + 1)
      if (symbols[2*p+:2] == 2'd2) clear[64*p+:64] = {<<{data[64*p+:64]}} ^ Key;
  endfunction

  logic [255:0] data;
  logic [3:0]   dec_in, dec_want, resend, malformed;
  logic [27:0]  number;
  logic [31:0]  cnt;
  logic [3:0]   msg_valid;
  logic [99:0]  msg_data;
  logic         overflow, done, idle, hdr_idle, ctl_idle;
  assign tx_data_o = scrambled(tx_sym_o, data);

  fattree_switch #(.M(4), .N(3)) i_switch (
    .clk_i, .hdr_clk_i(clk_i), .ctl_clk_i(clk_i), .cnt_clk_i(1'b0), .rst_ni, .bug_i(37'(bug_i)),
    .level_i, .levels_i(2'd3), .coord_i, .line_en_i('1), .port_en_i('1), .rule_paper_i(1'b0),
    .xoff_i(5'd12), .xon_most_i, .numbered_i(1'b0), .sideband_i(1'b0),
    .rx_ok_i, .rx_sym_i, .rx_head_i, .rx_tail_i, .rx_bad_i, .rx_data_i(clear(rx_sym_i, rx_data_i)),
    .rx_msg_valid_i('0), .rx_msg_bad_i('0), .rx_msg_data_i('0), .tx_msg_valid_o(msg_valid),
    .tx_msg_data_o(msg_data), .rx_xon_o, .rx_stop_o, .rx_resend_o(resend), .rx_number_o(number),
    .tx_ok_i, .tx_sym_o, .tx_head_o, .tx_tail_o, .tx_bad_o, .tx_data_o(data),
    .tx_xon_i, .tx_stop_i, .tx_resend_i('0), .tx_number_i('0),
    .link_down_i, .link_up_i, .link_init_i, .clear_o, .wipe_i(1'b0),
    .cnt_port_i('0), .cnt_sel_i('0), .cnt_o(cnt),
    .dec_in_o(dec_in), .dec_want_o(dec_want), .drained_o, .malformed_o(malformed),
    .overflow_o(overflow), .op_done_o(done), .idle_o(idle), .hdr_idle_o(hdr_idle),
    .ctl_idle_o(ctl_idle)
  );
  logic unused;
  assign unused = ^{cnt, msg_valid, msg_data, dec_in, dec_want, resend, number, malformed, overflow, done, idle, hdr_idle, ctl_idle};
endmodule
