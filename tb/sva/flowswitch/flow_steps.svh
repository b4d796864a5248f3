// SPDX-License-Identifier: Apache-2.0
// Wave: sampled
// Wave: 124
// Parameters: DEPTH=8 ID_W=4 DATA_W=16
// Parameters: DEPTH=6 ID_W=2 DATA_W=8 PICK_W=3
// Pins: put_valid_i put_id_i grant_valid_i grant_id_i grant_host_i take_i free_i pick_valid_i pick_drop_i pick_id_i pick_data_i soon_i ack_valid_i ack_id_i ack_pull_o chk_valid_i chk_id_i chk_pull_o deq_valid_o deq_kind_o deq_id_o deq_data_o deq_drop_o drops_o enq_valid_o enq_id_o
// Four rows, so that what comes is often for the one that is granted or dropped. A grant for a host
// ends two clocks later, one for a switch is taken after four and ends after six, or it comes to
// nothing. A row whose turn waits, or that is dropped, has no other, nor a grant.
`ifdef SVA_ITEMS
  localparam int IW = $bits(put_id_i), PW = $bits(pick_data_i);
  logic       granted, host, drops;
  logic [1:0] row;  // that is granted, or of which a packet is dropped
  logic [3:0] turns;
  int         age, here;
  always @(posedge clk_i) begin
    here = here + 32'(put_valid_i) - 32'(enq_valid_o);
    if (pick_valid_i) turns[pick_id_i[1:0]] = 1'b1;
    if (deq_valid_o && deq_kind_o == 2'd0) turns[deq_id_o[1:0]] = 1'b0;
    drops = rst_ni && deq_drop_o;
    if (drops) row = deq_id_o[1:0];
  end
`else
if (!rst_ni) {granted, host, drops, row, turns, age, here} = '0;
{put_id_i, ack_id_i, chk_id_i} = {IW'($urandom % 4), IW'($urandom % 4), IW'($urandom % 4)};
{pick_id_i, grant_id_i} = {IW'($urandom % 4), IW'($urandom % 4)};
put_valid_i = here < 5 && $urandom % 3 == 0;
age = age + 1;
free_i = granted && (age == (host ? 2 : 6) || (!host && age == 2 && $urandom % 4 == 0));
take_i = granted && !host && age == 4;
grant_valid_i = (!granted || free_i) && rst_ni && !drops_o && !turns[grant_id_i[1:0]] && $urandom % 4 == 0;
granted = grant_valid_i || (granted && !free_i);
if (grant_valid_i) {host, age, row} = {grant_host_i, 0, grant_id_i[1:0]};
pick_valid_i = rst_ni && !turns[pick_id_i[1:0]] && !((granted || drops) && pick_id_i[1:0] == row)
               && $urandom % 3 == 0;
soon_i = $urandom % 4 != 0;
if (!put_valid_i) {put_id_i, put_data_i} = '0;
if (!ack_valid_i) ack_id_i = '0;
if (!chk_valid_i) chk_id_i = '0;
if (!pick_valid_i) {pick_id_i, pick_drop_i, pick_data_i} = '0;
if (!grant_valid_i) {grant_id_i, grant_host_i} = '0;
`endif
