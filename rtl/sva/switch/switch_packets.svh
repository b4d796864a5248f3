// SPDX-License-Identifier: Apache-2.0
/// What cut-through switches of M ports promise about packets (FS-*), inside of a module of
/// properties that has their pins, M, DATA_W, LEN_W and the first bit of a length, LEN_AT.
  // By output: a packet has begun and not ended, beats that it still has. In the switch: packets
  // whose heads have come and have not left.
  logic [M-1:0]     beats, message, heads, come, open_q;
  logic [LEN_W-1:0] left_q[M], left[M];
  logic [M-1:0]     last;
  logic [15:0]      inside_q;
  always_comb begin
    for (int p = 0; p < M; p = p + 1) begin
      beats[p]   = tx_sym_o[2*p+:2] == 2'd1;
      message[p] = tx_sym_o[2*p+:2] == 2'd2;
      come[p]    = rx_ok_i[p] && rx_sym_i[2*p+:2] == 2'd1 && rx_head_i[p];
      left[p]    = tx_head_o[p] ? tx_data_o[p*DATA_W+LEN_AT+:LEN_W] : left_q[p];
      last[p]    = left[p] == LEN_W'(1);
    end
  end
  assign heads = beats & tx_head_o;
  function automatic [15:0] ones(input [M-1:0] bits);
    ones = '0;
    for (int p = 0; p < M; p = p + 1) ones = ones + 16'(bits[p]);
  endfunction
  // Ports that are declared dead; those whose XON may be other than the pin's, since the link is
  // dead or begins anew, so many clocks ago; the switch has died a clock ago.
  logic [M-1:0] dead_q, other1_q, other2_q, other3_q, xon1_q, xon2_q;
  logic         wiped_q;
  always_ff @(posedge clk_i) begin
    wiped_q <= wipe_i && rst_ni;
    dead_q  <= rst_ni ? (dead_q | link_down_i) & ~link_up_i : '0;
    {other3_q, other2_q, other1_q} <= {other2_q, other1_q,
                                       dead_q | link_down_i | link_init_i | ~tx_ok_i};
    {xon2_q, xon1_q} <= {xon1_q, tx_xon_i};
    if (!rst_ni) {open_q, inside_q} <= '0;
    else begin
      open_q   <= wiped_q ? '0 : (open_q | heads) & ~(beats & tx_tail_o);
      inside_q <= (wiped_q ? '0 : inside_q - ones(heads) - ones(drained_o))
                  + (wipe_i ? '0 : ones(come));
    end
    for (int p = 0; p < M; p = p + 1) left_q[p] <= left[p] - LEN_W'(beats[p]);
  end
  logic [M-1:0] told;  // XON as the deciding edge knew it
  assign told = xon2_q | other1_q | other2_q | other3_q;

  `SELVAGE_PIN_LEGAL(m_one_declaration, (link_down_i & link_up_i) == '0)
  `SELVAGE_PIN(a_marks_of_beats, ((tx_head_o | tx_tail_o | tx_bad_o) & ~beats) == '0)
  `SELVAGE_PIN(a_begins_with_a_head, heads == (beats & ~open_q))
  `SELVAGE_PIN(a_as_long_as_its_head_says, (beats & tx_tail_o) == (beats & last))
  `SELVAGE_PIN(a_cut_says_its_tail, (tx_bad_o & ~tx_tail_o) == '0)
  `SELVAGE_PIN(a_begins_with_xon, (heads & ~told) == '0)
  `SELVAGE_PIN(a_packets_that_came, inside_q >= ones(heads) + ones(drained_o))
  `SELVAGE_PIN(a_one_decision, $onehot0(dec_in_o) && (dec_in_o == '0 || $onehot0(dec_want_o)))
  `SELVAGE_PIN(a_never_back, (dec_in_o & dec_want_o) == '0)
  `SELVAGE_PIN(a_nothing_while_idle, !idle_o || (beats == '0 && open_q == '0))
