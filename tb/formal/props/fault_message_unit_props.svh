// SPDX-License-Identifier: Apache-2.0
/// Contract of fault_message_unit: the unit of docs/reference/control-plane.md (Operations; Cycle by cycle)
/// beside it, its pins compared in every cycle: FT-CYC-1 to 5 and FT-CYC-7, who is sent what by FT-MSG-1 to 4,
/// FT-MSG-8, FT-REP-2, FT-REP-5 and FT-REP-6, and that no FIFO overflows. The tables' answers are any but two; what is assumed
/// of the pins stands in fault_message_unit_assumed.svh. Included in the module under FORMAL, for M = 4 ports.
localparam F_D = 1;  // cycles of a link
// One cycle more than such a link takes is harmless (port_queues). F_LATE is 1 where the proof has to fail.
localparam F_HEARS = 2 * F_D + 1 + `F_LATE;
localparam NO = $clog2(QO + 1);
localparam [3:0] F_DOWN = 8, F_UP = 9, F_ANNOUNCE = 10;  // operations; those below are kinds of messages
localparam [2:0] F_SYNCREQ = 0, F_ULFM = 1, F_ULRM = 2, F_DERF = 3, F_DERR = 4, F_DLFM = 5, F_DLRM = 6,
                 F_RESYNC = 7;

// ----------------------------------------------------------------------------- state of the page
logic                 f_run = 1'b0;
logic [M*QI*MSGW-1:0] f_in;       // input FIFOs, the head first, 0 behind the last
logic [M*CI-1:0]      f_in_n;
logic [M*QO*MSGW-1:0] f_out;
logic [M*NO-1:0]      f_out_n;
logic [M-1:0]         f_stop, f_down, f_up;
logic [DW-1:0]        f_above_last, f_below_last;  // served last
logic [2:0]           f_age;      // cycles since the pick, 6 while broadcasts are sent; 0: idle
logic [3:0]           f_op;
logic [DW-1:0]        f_port;
logic                 f_from_up;
logic [MSGW-1:0]      f_msg;
logic [M-1:0]         f_set;      // own broadcast of the operation, in t+2
logic [MSGW-1:0]      f_bmsg;
logic                 f_write, f_eval, f_sync;  // a statement; re-evaluation follows; a SYNCREQ
logic                 f_level_due, f_holds, f_line;
logic [LW-1:0]        f_value, f_adv;
logic                 f_adv_v;
logic [HW-1:0]        f_kk;
logic [4*(MSGW-3)-1:0] f_seen;    // RESYNC ids, the youngest first
logic [3:0]           f_seen_v;
logic                 f_was;      // not idle in the cycle before
logic [M-1:0]         f_popped;   // its head was picked in the cycle before
logic [M*F_HEARS-1:0]  f_told;   // stops shown in the cycles before, the last one first

`include "fault_message_unit_assumed.svh"

// --------------------------------------------------------------------------------------- pick
logic [M-1:0]    f_any, f_room, f_sync_head;
logic            f_room_down, f_room_all;
logic            f_decides, f_idle, f_picks, f_head_picked;
logic [3:0]      f_p_op;
logic [DW-1:0]   f_p_port;
logic [M-1:0]    f_above, f_below, f_below_sync;  // whose turn it is, room or not

function automatic [M-1:0] f_turn(input [M-1:0] asks, input [DW-1:0] last);
  f_turn = '0;
  for (int k = M; k > 0; k = k - 1) begin
    if (asks[(32'(last)+k)%M]) f_turn = M'(1) << ((32'(last) + k) % M);
  end
endfunction
always_comb begin
  for (int p = 0; p < M; p = p + 1) begin
    f_any[p]       = f_in_n[p*CI+:CI] != '0;
    f_room[p]      = 32'(f_out_n[p*NO+:NO]) < QO;
    f_sync_head[p] = f_any[p] && f_in[p*QI*MSGW+:3] == F_SYNCREQ;
  end
  f_room_down  = (down_i & ~f_room) == '0;
  f_room_all   = (f_ports & ~f_room) == '0;
  f_above      = f_turn(f_any & up_i, f_above_last);
  f_below      = f_turn(f_any & down_i, f_below_last);
  f_below_sync = f_turn(f_sync_head & down_i, f_below_last);
  f_decides    = (f_age == 3'd5) || (f_age == 3'd2 && f_sync);
  f_idle       = f_age == '0 || (f_decides && !scan_more_i && !f_level_due);
  f_picks       = 1'b0;
  f_head_picked = 1'b0;
  f_p_op        = F_ANNOUNCE;
  f_p_port      = '0;
  // the last one found counts: from the end of the page's list to its beginning
  for (int p = M - 1; p >= 0; p = p - 1) begin
    if (announce_i[p] && f_room_all) begin
      f_picks  = 1'b1;
      f_p_port = DW'(p);
    end
  end
  for (int p = 0; p < M; p = p + 1) begin
    if (f_room_all ? f_below[p] : f_below_sync[p]) begin
      f_picks       = 1'b1;
      f_head_picked = 1'b1;
      f_p_port      = DW'(p);
    end
  end
  for (int p = 0; p < M; p = p + 1) begin
    if (f_above[p] && f_room_down) begin
      f_picks       = 1'b1;
      f_head_picked = 1'b1;
      f_p_port      = DW'(p);
    end
  end
  for (int p = M - 1; p >= 0; p = p - 1) begin
    if (f_up[p] && (up_i[p] ? f_room[p] : f_room_all)) begin
      f_picks       = 1'b1;
      f_head_picked = 1'b0;
      f_p_port      = DW'(p);
      f_p_op        = F_UP;
    end
  end
  for (int p = M - 1; p >= 0; p = p - 1) begin
    if (f_down[p]) begin
      f_picks       = 1'b1;
      f_head_picked = 1'b0;
      f_p_port      = DW'(p);
      f_p_op        = F_DOWN;
    end
  end
  if (f_head_picked) f_p_op = {1'b0, f_in[32'(f_p_port)*QI*MSGW+:3]};
  f_picks       = f_picks && f_idle;
  f_head_picked = f_head_picked && f_idle;
end

// ---------------------------------------------------------------------------------- operation
logic            f_exec, f_own_level, f_stated, f_resync_new, f_seen_before, f_follows;
logic [M-1:0]    f_set_d;
logic [MSGW-1:0] f_bmsg_d;

// <l-1, name[l-1 := k], h + name_{l-1}>
function automatic [MSGW-1:0] f_child(input [2:0] kind, input [KW-1:0] name, input [DW-1:0] k,
                                      input [SEQ_W-1:0] seq);
  logic [KW-1:0] key;
  logic [HW-1:0] index;
  key   = name;
  index = '0;
  for (int i = 0; i < N - 1; i = i + 1) begin
    if (i + 1 == 32'(level_i)) begin
      index         = name[i*DW+:HW];
      key[i*DW+:DW] = k;
    end
  end
  f_child = {seq, index, key, level_i - LW'(1), kind};
endfunction
always_comb begin
  f_exec      = f_age == 3'd1;
  f_own_level = f_msg[3+:LW] == level_i;
  f_stated    = f_exec && (((f_op == F_ULFM || f_op == F_ULRM) && f_own_level) || f_op == F_DERF
                           || f_op == F_DERR);
  f_follows   = f_exec && level_i != '0
                && (f_stated || f_op == F_DLFM || f_op == F_DLRM
                    || (f_from_up && (f_op == F_DOWN || f_op == F_UP)));
  f_seen_before = 1'b0;
  for (int k = 0; k < 4; k = k + 1) begin
    if (f_seen_v[k] && f_seen[k*(MSGW-3)+:MSGW-3] == f_msg[MSGW-1:3]) f_seen_before = 1'b1;
  end
  f_resync_new = f_exec && f_op == F_RESYNC && !f_seen_before;
  f_set_d  = '0;
  f_bmsg_d = f_msg;
  if (f_exec) begin
    case (f_op)
      F_UP: begin
        if (f_from_up && own_i) begin
          f_set_d  = M'(1) << f_port;
          f_bmsg_d = '0;
        end else if (!f_from_up && dead_i) begin
          f_set_d  = f_ports;
          f_bmsg_d = f_child(F_RESYNC, coord_i, f_port, seq_i + SEQ_W'(1));
        end
      end
      F_ANNOUNCE: begin
        f_set_d  = f_ports & ~(M'(1) << f_port);
        f_bmsg_d = f_child(dead_i ? F_ULFM : F_ULRM, coord_i, f_port, seq_i);
      end
      F_ULFM, F_ULRM, F_RESYNC: begin
        if (f_op == F_RESYNC || !f_own_level) begin
          f_set_d = f_from_up ? down_i : f_ports & ~(M'(1) << f_port);
        end
      end
      default: f_set_d = '0;
    endcase
  end
end

// ------------------------------------------------- broadcasts of a re-evaluation or to a SYNCREQ
logic            f_sends, f_level_turn, f_fires, f_last, f_next_line, f_over;
logic [M-1:0]    f_to, f_push;
logic [MSGW-1:0] f_tmsg, f_push_msg;

always_comb begin
  f_sends      = f_age == 3'd6 || (f_age == 3'd3 && f_sync);
  f_level_turn = f_level_due && !(f_sync && f_line);
  f_to         = f_sync ? M'(1) << f_port : down_i;
  f_fires      = f_sends && (f_to & ~f_room) == '0;
  f_last       = 32'(f_kk) + 1 == 32'(f_h);
  f_next_line  = f_decides || (f_fires && !f_level_turn && f_last);
  f_over       = f_fires && (f_level_turn ? !f_line : f_last && !scan_more_i && !f_level_due);
  f_tmsg       = '0;
  f_tmsg[2:0]  = f_holds ? F_DLFM : F_DLRM;
  f_tmsg[3+:LW] = f_value;  // a DLRM's has no meaning
  if (!f_level_turn) begin
    f_tmsg = f_child((f_sync || scan_cond_i) ? F_DERF : F_DERR, scan_key_i, DW'(f_kk), '0);
  end
  f_push     = (f_age == 3'd2) ? f_set : f_fires ? f_to : '0;
  f_push_msg = (f_age == 3'd2) ? f_bmsg : f_tmsg;
end

// ---------------------------------------------------------------------------------- next state
logic [M-1:0]     f_take, f_sent, f_clear, f_arrives;
logic [M*QI*MSGW-1:0] f_in_d;
logic [M*QO*MSGW-1:0] f_out_d;
logic [M*CI-1:0]  f_in_nd;
logic [M*NO-1:0]  f_out_nd;

always_comb begin
  f_take    = f_head_picked ? M'(1) << f_p_port : '0;
  f_clear   = link_down_i & f_ports;  // FT-CYC-7
  f_arrives = msg_valid_i & f_ports;
  f_in_d    = f_in;
  f_in_nd   = f_in_n;
  f_out_d   = f_out;
  f_out_nd  = f_out_n;
  for (int p = 0; p < M; p = p + 1) begin
    f_sent[p] = f_out_n[p*NO+:NO] != '0 && !f_stop[p];
    if (f_take[p]) begin
      f_in_d[p*QI*MSGW+:QI*MSGW] = f_in[p*QI*MSGW+:QI*MSGW] >> MSGW;
      f_in_nd[p*CI+:CI]          = f_in_n[p*CI+:CI] - CI'(1);
    end
    if (f_sent[p]) begin
      f_out_d[p*QO*MSGW+:QO*MSGW] = f_out[p*QO*MSGW+:QO*MSGW] >> MSGW;
      f_out_nd[p*NO+:NO]          = f_out_n[p*NO+:NO] - NO'(1);
    end
    for (int k = 0; k < QI; k = k + 1) begin
      if (f_arrives[p] && 32'(f_in_nd[p*CI+:CI]) == k) begin
        f_in_d[(p*QI+k)*MSGW+:MSGW] = msg_data_i[p*MSGW+:MSGW];
      end
    end
    for (int k = 0; k < QO; k = k + 1) begin
      if (f_push[p] && 32'(f_out_nd[p*NO+:NO]) == k) f_out_d[(p*QO+k)*MSGW+:MSGW] = f_push_msg;
    end
    f_in_nd[p*CI+:CI]  = f_in_nd[p*CI+:CI] + CI'(f_arrives[p]);
    f_out_nd[p*NO+:NO] = f_out_nd[p*NO+:NO] + NO'(f_push[p]);
    if (f_clear[p]) begin
      f_in_d[p*QI*MSGW+:QI*MSGW]  = '0;
      f_out_d[p*QO*MSGW+:QO*MSGW] = '0;
      f_in_nd[p*CI+:CI]           = '0;
      f_out_nd[p*NO+:NO]          = '0;
    end
  end
end
always_ff @(posedge clk_i) begin
  f_in    <= f_in_d;
  f_in_n  <= f_in_nd;
  f_out   <= f_out_d;
  f_out_n <= f_out_nd;
  f_stop  <= msg_stop_i & f_ports & ~f_clear;
  f_down  <= (f_down & ~((f_picks && f_p_op == F_DOWN) ? M'(1) << f_p_port : '0)) | f_clear;
  f_up    <= ((f_up & ~((f_picks && f_p_op == F_UP) ? M'(1) << f_p_port : '0)) & ~f_clear)
             | (link_up_i & f_ports);
  f_popped <= f_take;
  f_was    <= !f_idle;
  for (int p = 0; p < M; p = p + 1) begin
    f_told[p*F_HEARS+:F_HEARS] <= {f_told[p*F_HEARS+:F_HEARS-1], msg_stop_o[p]};
  end
  if (f_head_picked && up_i[f_p_port]) f_above_last <= f_p_port;
  if (f_head_picked && !up_i[f_p_port]) f_below_last <= f_p_port;
  if (f_picks) begin
    f_op      <= f_p_op;
    f_port    <= f_p_port;
    f_from_up <= up_i[f_p_port];
    f_msg     <= f_in[32'(f_p_port)*QI*MSGW+:MSGW];
  end
  case (f_age)
    3'd0: f_age <= 3'd0;
    3'd1: f_age <= (f_follows || f_stated || f_op == F_SYNCREQ || f_set_d != '0) ? 3'd2 : 3'd0;
    3'd2: f_age <= (f_sync ? !f_idle : f_eval || f_write) ? 3'd3 : 3'd0;
    3'd3: f_age <= f_sync ? (f_over ? 3'd0 : 3'd3) : f_eval ? 3'd4 : 3'd0;
    3'd4: f_age <= 3'd5;
    3'd5: f_age <= f_idle ? 3'd0 : 3'd6;
    default: f_age <= f_over ? 3'd0 : 3'd6;
  endcase
  if (f_picks) f_age <= 3'd1;
  if (f_exec) begin
    f_set       <= f_set_d;
    f_bmsg      <= f_bmsg_d;
    f_write     <= f_stated;
    f_eval      <= f_follows;
    f_sync      <= f_op == F_SYNCREQ;
    f_level_due <= f_op == F_SYNCREQ && f_adv_v;
    f_holds     <= 1'b1;
    f_value     <= f_adv;
  end
  if (f_age == 3'd4) begin
    f_level_due <= want_i ? !f_adv_v || want_level_i != f_adv : f_adv_v;
    f_holds     <= want_i;
    f_value     <= want_level_i;
  end
  if (f_next_line) begin
    f_line <= scan_more_i;
    f_kk   <= '0;
  end else if (f_fires && !f_level_turn) begin
    f_kk <= f_kk + HW'(1);
  end
  if (f_fires && f_level_turn) begin
    f_level_due <= 1'b0;
    if (!f_sync) begin
      f_adv_v <= f_holds;
      f_adv   <= f_value;
    end
  end
  if (f_resync_new) begin
    f_seen   <= {f_seen[3*(MSGW-3)-1:0], f_msg[MSGW-1:3]};
    f_seen_v <= {f_seen_v[2:0], 1'b1};
  end
  if (!rst_ni) begin
    f_in         <= '0;
    f_in_n       <= '0;
    f_out        <= '0;
    f_out_n      <= '0;
    f_stop       <= '0;
    f_down       <= '0;
    f_up         <= '0;
    f_popped     <= '0;
    f_was        <= 1'b0;
    f_told       <= '0;
    f_above_last <= DW'(M - 1);
    f_below_last <= DW'(M - 1);
    f_age        <= '0;
    f_set        <= '0;
    f_level_due  <= 1'b0;
    f_line       <= 1'b0;
    f_kk         <= '0;
    f_adv_v      <= 1'b0;
    f_seen_v     <= '0;
  end
end

// ---------------------------------------------------------------------------------------- pins
logic f_work;
always_comb begin
  f_work = !f_idle || (f_down | f_up | announce_i | f_any) != '0;
  for (int p = 0; p < M; p = p + 1) f_work = f_work || f_out_n[p*NO+:NO] != '0;
  if (rst_ni) begin
    for (int p = 0; p < M; p = p + 1) begin
      assert (msg_stop_o[p] == (f_in_n[p*CI+:CI] > xoff_i));                        // FT-CYC-2
      assert (msg_valid_o[p] == f_sent[p]);                                         // FT-CYC-3
      assert (!f_sent[p] || msg_data_o[p*MSGW+:MSGW] == f_out[p*QO*MSGW+:MSGW]);    // FT-MSG-1..4, 8
      assert (announced_o[p] == (f_picks && f_p_op == F_ANNOUNCE && 32'(f_p_port) == p));
      assert (32'(f_in_n[p*CI+:CI]) <= QI && 32'(f_out_n[p*NO+:NO]) <= QO);         // no overflow
    end
    // FT-CYC-4, FT-CYC-5: what is asked of the tables, when
    assert (link_down_o == (f_exec && f_op == F_DOWN));
    assert (link_up_o == (f_exec && f_op == F_UP));
    assert (dlfm_o == (f_exec && f_op == F_DLFM));
    assert (dlrm_o == (f_exec && f_op == F_DLRM));
    assert (statement_o == (f_stated && f_op < F_DERF));                            // FT-MSG-4
    assert (derf_o == (f_exec && f_op == F_DERF));
    assert (derr_o == (f_exec && f_op == F_DERR));
    assert (forget_o == (f_exec && f_op == F_UP && f_from_up && own_i));            // FT-REP-5
    assert (resync_o == f_resync_new);                                              // FT-REP-6
    assert (check_o == (f_age == 3'd4));                                            // FT-REP-2
    assert (visit_o == (f_exec && f_op == F_SYNCREQ));
    assert (next_o == f_next_line);
    assert (advertised_o == (f_fires && !f_level_turn && f_last && !f_sync));
    // of which port, of which message
    if (f_exec) begin
      assert (op_port_o == f_port && op_is_up_o == f_from_up);
      if (f_stated) begin
        assert ({op_seq_o, op_index_o, op_key_o, op_level_o} == f_msg[MSGW-1:3]);
        assert (op_dead_o == (f_op == F_ULFM));
      end else if (f_op == F_DLFM || f_op == F_DLRM || (f_op > F_RESYNC && f_from_up)) begin
        assert (32'(op_index_o) == 32'(f_port) - H);
        assert (f_op != F_DLFM || op_level_o == f_msg[3+:LW]);
      end
    end
    // FT-CYC-1
    assert (op_done_o == (f_was && f_idle));
    assert (work_o == f_work);
    assert (idle_o == (!f_work && !f_was));
  end
end
`include "fault_message_unit_inside.svh"
