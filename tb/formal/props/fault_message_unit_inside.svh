// SPDX-License-Identifier: Apache-2.0
/// What makes the contract of fault_message_unit inductive: which registers of the unit hold what of the page's
/// state. Included by fault_message_unit_props.svh.
(* hierconn *) wire [QI*MSGW-1:0] \i_queues.gen_port[0].i_in.f_held ;
(* hierconn *) wire [CI-1:0] \i_queues.gen_port[0].i_in.count_q ;
(* hierconn *) wire \i_queues.gen_port[0].i_in.any_q ;
(* hierconn *) wire \i_queues.gen_port[0].i_in.gen_head.popped_q ;
(* hierconn *) wire [MSGW-1:0] \i_queues.gen_port[0].i_in.gen_head.head_q ;
(* hierconn *) wire [QO*MSGW-1:0] \i_queues.gen_port[0].i_out.f_held ;
(* hierconn *) wire [NO-1:0] \i_queues.gen_port[0].i_out.count_q ;
(* hierconn *) wire [QI*MSGW-1:0] \i_queues.gen_port[1].i_in.f_held ;
(* hierconn *) wire [CI-1:0] \i_queues.gen_port[1].i_in.count_q ;
(* hierconn *) wire \i_queues.gen_port[1].i_in.any_q ;
(* hierconn *) wire \i_queues.gen_port[1].i_in.gen_head.popped_q ;
(* hierconn *) wire [MSGW-1:0] \i_queues.gen_port[1].i_in.gen_head.head_q ;
(* hierconn *) wire [QO*MSGW-1:0] \i_queues.gen_port[1].i_out.f_held ;
(* hierconn *) wire [NO-1:0] \i_queues.gen_port[1].i_out.count_q ;
(* hierconn *) wire [QI*MSGW-1:0] \i_queues.gen_port[2].i_in.f_held ;
(* hierconn *) wire [CI-1:0] \i_queues.gen_port[2].i_in.count_q ;
(* hierconn *) wire \i_queues.gen_port[2].i_in.any_q ;
(* hierconn *) wire \i_queues.gen_port[2].i_in.gen_head.popped_q ;
(* hierconn *) wire [MSGW-1:0] \i_queues.gen_port[2].i_in.gen_head.head_q ;
(* hierconn *) wire [QO*MSGW-1:0] \i_queues.gen_port[2].i_out.f_held ;
(* hierconn *) wire [NO-1:0] \i_queues.gen_port[2].i_out.count_q ;
(* hierconn *) wire [QI*MSGW-1:0] \i_queues.gen_port[3].i_in.f_held ;
(* hierconn *) wire [CI-1:0] \i_queues.gen_port[3].i_in.count_q ;
(* hierconn *) wire \i_queues.gen_port[3].i_in.any_q ;
(* hierconn *) wire \i_queues.gen_port[3].i_in.gen_head.popped_q ;
(* hierconn *) wire [MSGW-1:0] \i_queues.gen_port[3].i_in.gen_head.head_q ;
(* hierconn *) wire [QO*MSGW-1:0] \i_queues.gen_port[3].i_out.f_held ;
(* hierconn *) wire [NO-1:0] \i_queues.gen_port[3].i_out.count_q ;
(* hierconn *) wire \i_queues.gen_port[0].i_in.f_sound ;
(* hierconn *) wire \i_queues.gen_port[0].i_out.f_sound ;
(* hierconn *) wire \i_queues.gen_port[1].i_in.f_sound ;
(* hierconn *) wire \i_queues.gen_port[1].i_out.f_sound ;
(* hierconn *) wire \i_queues.gen_port[2].i_in.f_sound ;
(* hierconn *) wire \i_queues.gen_port[2].i_out.f_sound ;
(* hierconn *) wire \i_queues.gen_port[3].i_in.f_sound ;
(* hierconn *) wire \i_queues.gen_port[3].i_out.f_sound ;
(* hierconn *) wire \i_queues.room_all_o ;
(* hierconn *) wire \i_queues.room_down_o ;
(* hierconn *) wire [M-1:0] \i_queues.stop_q ;
(* hierconn *) wire [H-1:0] \i_pick.above_q ;
(* hierconn *) wire [M-1:0] \i_pick.below_q ;
(* hierconn *) wire [M-1:0] \i_pick.sync_q ;
(* hierconn *) wire [H-1:0] \i_pick.above_after_q ;
(* hierconn *) wire [M-1:0] \i_pick.below_after_q ;
(* hierconn *) wire \i_seq.idle_q ;
(* hierconn *) wire \i_seq.exec_q ;
(* hierconn *) wire \i_seq.forward_q ;
(* hierconn *) wire \i_seq.second_q ;
(* hierconn *) wire \i_seq.third_q ;
(* hierconn *) wire \i_seq.check_q ;
(* hierconn *) wire \i_seq.decide_q ;
(* hierconn *) wire \i_seq.send_q ;
(* hierconn *) wire \i_seq.done_q ;
(* hierconn *) wire \i_seq.sync_q ;
(* hierconn *) wire \i_seq.line_q ;
(* hierconn *) wire \i_seq.level_q ;
(* hierconn *) wire \i_seq.level_holds_q ;
(* hierconn *) wire \i_seq.dlfm_advertised_valid_q ;
(* hierconn *) wire [LW-1:0] \i_seq.level_value_q ;
(* hierconn *) wire [LW-1:0] \i_seq.dlfm_advertised_q ;
(* hierconn *) wire [HW-1:0] \i_seq.kk_q ;
(* hierconn *) wire [3:0] \i_seq.op_q ;
(* hierconn *) wire [DW-1:0] \i_seq.port_q ;
(* hierconn *) wire [HW-1:0] \i_seq.index_q ;
(* hierconn *) wire [M-1:0] \i_seq.set_q ;
(* hierconn *) wire [MSGW-1:0] \i_seq.msg_q ;
(* hierconn *) wire \i_seq.is_up_q ;
(* hierconn *) wire [M-1:0] \i_seq.forward_set_q ;
(* hierconn *) wire [MSGW-1:0] \i_seq.forward_msg_q ;
(* hierconn *) wire [3:0] \i_seen.valid_q ;
(* hierconn *) wire [1:0] \i_seen.oldest_q ;
(* hierconn *) wire [MSGW-4:0] \i_seen.id_q[0] ;
(* hierconn *) wire [MSGW-4:0] \i_seen.id_q[1] ;
(* hierconn *) wire [MSGW-4:0] \i_seen.id_q[2] ;
(* hierconn *) wire [MSGW-4:0] \i_seen.id_q[3] ;

logic [M*QI*MSGW-1:0] f_rtl_in;
logic [M*QO*MSGW-1:0] f_rtl_out;
logic [M*CI-1:0]      f_rtl_in_n;
logic [M*NO-1:0]      f_rtl_out_n;
logic [M*MSGW-1:0]    f_rtl_head;
logic [M-1:0]         f_rtl_popped;
logic [2*M-1:0]       f_rtl_sound;
logic [4*(MSGW-3)-1:0] f_rtl_ids;
logic [M-1:0]         f_needs;  // output FIFOs that the operation needs room in, until its own broadcast is in
always_comb begin
  f_rtl_in     = {\i_queues.gen_port[3].i_in.f_held , \i_queues.gen_port[2].i_in.f_held ,
                  \i_queues.gen_port[1].i_in.f_held , \i_queues.gen_port[0].i_in.f_held };
  f_rtl_out    = {\i_queues.gen_port[3].i_out.f_held , \i_queues.gen_port[2].i_out.f_held ,
                  \i_queues.gen_port[1].i_out.f_held , \i_queues.gen_port[0].i_out.f_held };
  f_rtl_in_n   = {\i_queues.gen_port[3].i_in.count_q , \i_queues.gen_port[2].i_in.count_q ,
                  \i_queues.gen_port[1].i_in.count_q , \i_queues.gen_port[0].i_in.count_q };
  f_rtl_out_n  = {\i_queues.gen_port[3].i_out.count_q , \i_queues.gen_port[2].i_out.count_q ,
                  \i_queues.gen_port[1].i_out.count_q , \i_queues.gen_port[0].i_out.count_q };
  f_rtl_head   = {\i_queues.gen_port[3].i_in.gen_head.head_q , \i_queues.gen_port[2].i_in.gen_head.head_q ,
                  \i_queues.gen_port[1].i_in.gen_head.head_q , \i_queues.gen_port[0].i_in.gen_head.head_q };
  f_rtl_popped = {\i_queues.gen_port[3].i_in.gen_head.popped_q , \i_queues.gen_port[2].i_in.gen_head.popped_q ,
                  \i_queues.gen_port[1].i_in.gen_head.popped_q , \i_queues.gen_port[0].i_in.gen_head.popped_q };
  f_rtl_sound  = {\i_queues.gen_port[3].i_in.f_sound , \i_queues.gen_port[2].i_in.f_sound ,
                  \i_queues.gen_port[1].i_in.f_sound , \i_queues.gen_port[0].i_in.f_sound ,
                  \i_queues.gen_port[3].i_out.f_sound , \i_queues.gen_port[2].i_out.f_sound ,
                  \i_queues.gen_port[1].i_out.f_sound , \i_queues.gen_port[0].i_out.f_sound };
  f_rtl_ids    = {\i_seen.id_q[3] , \i_seen.id_q[2] , \i_seen.id_q[1] , \i_seen.id_q[0] };
  case (f_op)
    F_DOWN, F_SYNCREQ: f_needs = '0;
    F_UP: f_needs = f_from_up ? M'(1) << f_port : f_ports;
    F_ANNOUNCE: f_needs = f_ports;
    default: f_needs = f_from_up ? down_i : f_ports;
  endcase
  if (rst_ni) begin
    // queues
    assert (f_rtl_in == f_in && f_rtl_in_n == f_in_n);
    assert (f_rtl_out == f_out && f_rtl_out_n == f_out_n);
    assert (f_rtl_popped == f_popped);
    assert (f_rtl_sound == '1);
    assert (\i_queues.stop_q == f_stop && (f_stop & ~f_ports) == '0);
    assert (\i_queues.room_all_o == f_room_all && \i_queues.room_down_o == f_room_down);
    for (int p = 0; p < M; p = p + 1) begin
      assert (!f_any[p] || f_popped[p] || f_rtl_head[p*MSGW+:MSGW] == f_in[p*QI*MSGW+:MSGW]);
      assert (f_ports[p] || (!f_any[p] && f_out_n[p*NO+:NO] == '0));
      for (int k = 0; k < QI; k = k + 1) begin
        assert (k >= 32'(f_in_n[p*CI+:CI]) || f_legal(up_i[p], f_in[(p*QI+k)*MSGW+:MSGW]));
      end
      // as long as the sender has not heard, each cycle brings one at most
      for (int k = 0; k < F_HEARS; k = k + 1) begin
        assert (f_told[p*F_HEARS+k] || 32'(f_in_n[p*CI+:CI]) <= 32'(xoff_i) + k + 1);
      end
    end
    // events and turns
    assert (down_q == f_down && up_q == f_up && ((f_down | f_up) & ~f_ports) == '0);
    for (int p = 0; p < M; p = p + 1) begin
      assert (\i_pick.below_after_q [p] == (p > 32'(f_below_last)));
    end
    for (int j = 0; j < H; j = j + 1) begin
      assert (\i_pick.above_after_q [j] == (H + j > 32'(f_above_last)));
    end
    assert (up_i[f_above_last] || 32'(f_above_last) == M - 1);
    assert (down_i[f_below_last] || 32'(f_below_last) == M - 1);
    // heads are chosen a clock ahead, but behind one that was taken
    if (f_age != 3'd1) begin
      assert (\i_pick.above_q == f_above[M-1:H] && \i_pick.below_q == f_below);
      assert (\i_pick.sync_q == f_below_sync && f_popped == '0);
    end
    assert (f_popped == '0 || f_port == (f_from_up ? f_above_last : f_below_last));
    assert (f_popped == ((f_age == 3'd1 && f_op <= F_RESYNC) ? M'(1) << f_port : '0));
    // the operation
    assert (f_age != 3'd7);
    assert (\i_seq.idle_q == (f_age == '0) && \i_seq.exec_q == f_exec);
    assert (\i_seq.forward_q == (f_age == 3'd2 && !f_eval && !f_sync && !f_write));
    assert (\i_seq.second_q == (f_age == 3'd2 && (f_eval || f_write)));
    assert (\i_seq.third_q == (f_age == 3'd3 && !f_sync) && \i_seq.check_q == (f_age == 3'd4));
    assert (\i_seq.decide_q == f_decides && \i_seq.send_q == f_sends && \i_seq.done_q == f_was);
    assert (f_was == (f_age > 3'd1) || f_age <= 3'd1);
    if (f_age != '0) begin
      assert (\i_seq.op_q == f_op && \i_seq.port_q == f_port && \i_seq.is_up_q == f_from_up);
      assert (f_op > F_RESYNC || \i_seq.msg_q == f_msg);
      assert (\i_seq.index_q == ((f_op >= F_ULFM && f_op <= F_DERR) ? HW'(f_msg[MSGW-SEQ_W-1-:HW])
                                 : HW'(f_port - DW'(H))));
      assert (f_op <= F_ANNOUNCE && f_ports[f_port] && f_from_up == up_i[f_port]);
      assert (f_op > F_RESYNC || (f_op == f_msg[2:0] && f_legal(f_from_up, f_msg)));
      assert (f_op != F_ANNOUNCE || !f_from_up);
    end
    assert (f_age > 3'd2 || f_age == '0 || (f_needs & ~f_room) == '0);
    assert (\i_seq.forward_set_q == ((f_age == 3'd2) ? f_set : '0));
    if (f_age == 3'd2) begin
      assert (f_set == '0 || \i_seq.forward_msg_q == f_bmsg);
      assert ((f_set & ~f_needs) == '0);
      assert (f_set != '0 || f_eval || f_sync || f_write);
    end
    if (f_age > 3'd1) begin
      assert (\i_seq.sync_q == f_sync && f_sync == (f_op == F_SYNCREQ) && !(f_sync && f_eval));
      assert (f_age == 3'd2 || f_sync || f_eval || f_write);
      assert (f_age <= 3'd3 || f_eval);
      assert (!f_eval || level_i != '0);
      assert (!f_write || f_eval || level_i == '0);
      assert (!f_write || (f_op >= F_ULFM && f_op <= F_DERR));
    end
    // what is sent of the tables
    assert (\i_seq.level_q == f_level_due && \i_seq.line_q == f_line && \i_seq.kk_q == f_kk);
    assert (!f_level_due || (\i_seq.level_holds_q == f_holds && \i_seq.level_value_q == f_value));
    assert (\i_seq.dlfm_advertised_valid_q == f_adv_v);
    assert (!f_adv_v || \i_seq.dlfm_advertised_q == f_adv);
    assert (!f_sends || \i_seq.set_q == (f_sync ? M'(1) << f_port : down_i));
    assert (f_sends || !f_line);
    assert (f_line || f_kk == '0);
    assert (f_sends || f_decides || !f_level_due);
    assert (!f_sends || f_line || f_level_due);
    assert (!f_line || up_i != '0);
    assert (32'(f_kk) < 32'(f_h));
    // RESYNC ids
    for (int k = 0; k < 4; k = k + 1) begin
      assert (f_seen_v[k] == \i_seen.valid_q [2'(32'(\i_seen.oldest_q ) + 3 - k)]);
      assert (!f_seen_v[k] || f_seen[k*(MSGW-3)+:MSGW-3]
              == f_rtl_ids[((32'(\i_seen.oldest_q ) + 3 - k) % 4)*(MSGW-3)+:MSGW-3]);
    end
    assert ((f_seen_v & (f_seen_v + 4'd1)) == '0);
    assert (f_seen_v[3] || \i_seen.valid_q [\i_seen.oldest_q ] == 1'b0);
  end
end
