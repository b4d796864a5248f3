// SPDX-License-Identifier: Apache-2.0
/// Contract of flow_cam, included in the module under FORMAL, for one arbitrary key f_key and one
/// arbitrary row f_row: what is proved for them holds for every key and every row.
///   f_live, f_id   the key has been given row f_id and it has not been cleared since
///   f_own          row f_row has been given out and not been cleared since
/// One-step inductive; of the environment it is assumed what the users of the module assert.
logic             f_started = 1'b0;
logic [KEY_W-1:0] f_key;    // an arbitrary constant: an input of the first clock
logic [ID_W-1:0]  f_row;    // likewise
logic             f_live;
logic [ID_W-1:0]  f_id;
logic             f_own;

logic [ROWS-1:0] f_rows;    // rows that hold the key
logic            f_room;    // a row is free
logic            f_lower;   // a row below the one that is next is free
logic            f_more;    // a row but for that one is free
logic            f_between; // one between these two is free
logic [ID_W-1:0] f_step_id; // row of the step

assign f_step_id = hit_o ? hit_id_o : free_id_q;
always_comb begin
  f_room  = 1'b0;
  f_lower = 1'b0;
  f_more    = 1'b0;
  f_between = 1'b0;
  for (int w = 0; w < ROWS; w = w + 1) begin
    f_rows[w] = valid_q[w] && key_q[w] == f_key;
    if (!valid_q[w]) f_room = 1'b1;
    if (ID_W'(w) < free_id_q && !valid_q[w]) f_lower = 1'b1;
    if (ID_W'(w) > free_id_q && !valid_q[w]) begin
      f_more = 1'b1;
      if (ID_W'(w) < more_id_q) f_between = 1'b1;
    end
  end
end

always_ff @(posedge clk_i) begin
  f_started <= 1'b1;
  if (!f_started) begin
    f_key <= key_i;
    f_row <= clr_a_id_i;
  end
  if (!rst_ni) begin
    f_live <= 1'b0;
    f_own  <= 1'b0;
  end else begin
    if (alloc_o && req_key_q == f_key) begin
      f_live <= 1'b1;
      f_id   <= free_id_q;
    end
    if (f_live && ((clr_a_valid_i && clr_a_id_i == f_id) || (clr_b_valid_i && clr_b_id_i == f_id))) begin
      f_live <= 1'b0;
    end
    if (alloc_o && free_id_q == f_row) f_own <= 1'b1;
    if ((clr_a_valid_i && clr_a_id_i == f_row) || (clr_b_valid_i && clr_b_id_i == f_row)) f_own <= 1'b0;
  end
end

always_ff @(posedge clk_i) begin
  if (!f_started) begin
    assume (!rst_ni);
  end else begin
    assume (f_row < ROWS);
    assert (f_rows == (f_live ? ROWS'(1) << f_id : '0));       // FLOW-A-13
    assert (!f_live || f_id < ROWS);
    assert (f_own == valid_q[f_row]);                          // no row is lost
    assert (!(req_q && req_key_q == f_key) || hit_o == f_live);  // FLOW-A-10
    assert (!(req_q && req_key_q == f_key && hit_o) || f_step_id == f_id);
    assert (!(alloc_o && f_step_id == f_row) || !f_own);       // no id is given twice
    assert (!alloc_o || (!f_lower && f_room));
    assert (!(req_q && !hit_o && f_room) || alloc_o);
    assert (req_q || near_q == '0);
    assert (full_q == !f_room);
    assert (full_q || (free_id_q < ROWS && !valid_q[free_id_q] && !f_lower));  // FLOW-A-11
    assert (more_q == (!full_q && f_more));
    assert (!more_q || (more_id_q < ROWS && !valid_q[more_id_q] && free_id_q < more_id_q && !f_between));
  end
end

`ifdef F_COUNT  // a sum is hard on a solver: few rows only
logic [CW-1:0] f_count;  // valid rows
always_comb begin
  f_count = '0;
  for (int w = 0; w < ROWS; w = w + 1) f_count = f_count + CW'(valid_q[w]);
end
always_ff @(posedge clk_i) begin
  if (f_started) begin
    assert (f_count == count_q);
    assert (full_q == (count_q == CW'(ROWS)));
  end
end
`endif
