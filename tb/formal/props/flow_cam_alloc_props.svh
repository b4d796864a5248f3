// SPDX-License-Identifier: Apache-2.0
/// Contract of flow_cam_alloc as its ports show it, for one arbitrary row f_row (FLOW-A-11, A-12),
/// pause and stalls (FLOW-A-10, A-13).
///   f_given   row f_row has been handed out by an answer and not been given back since
logic            f_started = 1'b0;
logic [ID_W-1:0] f_row;
logic            f_given, f_given_d;
logic            f_free;      // free_valid_i of the step that the outputs answer
logic [ID_W-1:0] f_free_id;
logic            f_ran;         // no reset in the clock before; the next two are of that clock
logic            f_paused;
logic [31:0]     f_stalls;

always_comb begin
  f_given_d = f_given;
  if (alloc_o && id_o == f_row) f_given_d = 1'b1;
  if (freed_o && f_free_id == f_row) f_given_d = 1'b0;
end

always_ff @(posedge clk_i) begin
  f_started <= 1'b1;
  if (!f_started) f_row <= free_id_i;
  f_free    <= free_q && rst_ni;
  f_free_id <= free_id_q;
  f_given   <= rst_ni && f_given_d;
  f_ran     <= rst_ni && f_started;
  f_paused  <= pause_o;
  f_stalls  <= stalls_o;
end

always_ff @(posedge clk_i) begin
  if (!f_started) begin
    assume (!rst_ni);
  end else begin
    assume (f_row < ROWS);
    assert (valid[f_row] == f_given_d);                                  // no row is lost
    assert (!(alloc_o && id_o == f_row) || !f_given);                    // no id is given twice
    assert (!(hit_o && freed_o) || id_o != f_free_id);                 // and none is stolen
    assert (!kept_o || (hit_o && id_o == f_free_id && f_free));          // FLOW-A-12
    assert (!(f_free && f_free_id == f_row && f_given) || kept_o || freed_o);
    assert (!freed_o || f_free);
    assert (!f_ran || pause_o == (full_o && (f_paused || stall_o)));
    assert (!f_ran || stalls_o == f_stalls + 32'(stall_o));
  end
end
