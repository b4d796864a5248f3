// SPDX-License-Identifier: Apache-2.0
// Wave: sampled
// Parameters: DEPTH=8 ID_W=4 DATA_W=16
// Parameters: DEPTH=8 ID_W=4 DATA_W=16 EDGE=1
// Four rows, so that what comes is often for the one that is granted. A grant for a host ends two
// clocks later, one for a switch is taken after four and ends after six, or it comes to nothing.
`ifdef SVA_ITEMS
  logic granted, host;
  int   age, here;
  always @(posedge clk_i) here = here + 32'(put_valid_i) - 32'(enq_valid_o);
`else
if (!rst_ni) {granted, host, age, here} = '0;
{put_id_i, ack_id_i, chk_id_i} = {2'd0, 2'($urandom), 2'd0, 2'($urandom), 2'd0, 2'($urandom)};
{deq_id_i, grant_id_i} = {2'd0, 2'($urandom), 2'd0, 2'($urandom)};
put_valid_i = here < 7 && $urandom % 3 == 0;
age = age + 1;
free_i = granted && (age == (host ? 2 : 6) || (!host && age == 2 && $urandom % 4 == 0));
take_i = granted && !host && age == 4;
grant_valid_i = (!granted || free_i) && rst_ni && $urandom % 4 == 0;
granted = grant_valid_i || (granted && !free_i);
if (!put_valid_i) {put_id_i, put_data_i} = '0;
if (!ack_valid_i) ack_id_i = '0;
if (!chk_valid_i) chk_id_i = '0;
if (!deq_valid_i) {deq_id_i, deq_drop_i} = '0;
if (!grant_valid_i) {grant_id_i, grant_host_i} = '0;
if (grant_valid_i) {host, age} = {grant_host_i, 0};
`endif
