// SPDX-License-Identifier: Apache-2.0
/// What is proved of ack_frame_packer (FLOW-B-1, FLOW-B-2, FLOW-B-9): any one bit of any frame, the
/// value of the FCS aside, is in its word and place: of the header, of its ACK, which was taken in
/// its turn, 0 behind the last ACK, of 0xFD or of 0x07. So no ACK is lost, doubled or out of order.
/// Included in the module under FORMAL.
///   f_at             the bit of the frame; f_j, f_b the ACK that it is of, and which of its bits
///   f_k, f_len ...   word and frame that the payload is put into; [s]: that of a stage behind it
localparam F_S = 4;  // stages: the word without FCS, FCS under way, FCS there, outputs
logic f_run = 1'b0;  // 0 in the first cycle: reset
(* anyconst *) logic [11:0] f_at;
(* anyconst *) logic [6:0]  f_j;  // from len on: behind the last ACK
(* anyconst *) logic [4:0]  f_b;

// ACKs that begin in front of word k, and those of them that there are
function automatic [6:0] f_begun(input [3:0] k);
  f_begun = (k == '0) ? 7'd0 : 7'((256 * 32'(k) - 32 + 24) / 25);
endfunction
function automatic [6:0] f_taken(input [3:0] k, input [5:0] len);
  f_taken = (f_begun(k) < 7'(len)) ? f_begun(k) : 7'(len);
endfunction
// bytes in front of the FCS, and in front of 0xFD
function automatic [8:0] f_fcs(input [5:0] len);
  f_fcs = 9'd4 + 9'((25 * 32'(len) + 7) / 8);
endfunction
function automatic [8:0] f_end(input [5:0] len);
  f_end = f_fcs(len) + 9'd4;
endfunction
function automatic f_last(input [3:0] k, input [5:0] len);
  f_last = 32 * (32'(k) + 1) > 32'(f_end(len));
endfunction
// the bit: in front of the FCS, without what is behind it, and with it
function automatic f_head(input [5:0] len, input [9:0] seq, input ack);
  logic [31:0] header;
  header = {seq, len, 8'hAC, 8'hFB};
  f_head = (f_at < 12'd32) ? header[f_at[4:0]] : ack && f_j < 7'(len);
endfunction
function automatic f_whole(input [5:0] len, input [9:0] seq, input ack);
  logic [7:0] last;
  last    = (f_at[11:3] == f_end(len)) ? 8'hFD : 8'h07;
  f_whole = (f_at[11:3] < f_end(len)) ? f_head(len, seq, ack) : last[f_at[2:0]];
endfunction

// ---------------------------------------------------------------------------------- the page
logic       f_busy, f_bit_q, f_bit, f_now;
logic [3:0] f_k;
logic [5:0] f_len;
logic [9:0] f_seq;
logic [3:0] f_there;
logic [3:0] f_ks[F_S];
logic [5:0] f_lens[F_S];
logic [9:0] f_seqs[F_S];
logic       f_bits[F_S];
assign f_now = f_busy && f_at >= 12'd32 && f_j < 7'(f_len) && f_j >= f_taken(f_k, f_len)
               && f_j < f_taken(f_k + 4'd1, f_len);
assign f_bit = f_now ? acks_i[25*(32'(f_j)-32'(f_taken(f_k, f_len)))+32'(f_b)] : f_bit_q;
always_comb begin
  assume (rst_ni == f_run);
  assume (!start_i || !f_busy || f_last(f_k, f_len));
  assume (!start_i || (len_i != '0 && 32'(len_i) <= MAX));
  assume (32'(f_at) < 256 * WORDS && f_b < 5'd25);
  assume (f_at < 12'd32 || 32 + 25 * 32'(f_j) + 32'(f_b) == 32'(f_at));
end
always_ff @(posedge clk_i) begin
  f_run  <= 1'b1;
  f_busy <= rst_ni && (start_i || (f_busy && !f_last(f_k, f_len)));
  f_k    <= start_i ? '0 : f_k + 4'(f_busy);
  if (start_i) {f_len, f_seq} <= {6'(len_i), seq_i};
  f_bit_q    <= f_bit;
  f_there    <= rst_ni ? {f_there[2:0], f_busy} : '0;
  for (int s = 0; s < F_S; s = s + 1) begin
    f_ks[s]   <= (s == 0) ? f_k : f_ks[(s == 0) ? 0 : s-1];
    f_lens[s] <= (s == 0) ? f_len : f_lens[(s == 0) ? 0 : s-1];
    f_seqs[s] <= (s == 0) ? f_seq : f_seqs[(s == 0) ? 0 : s-1];
    f_bits[s] <= (s == 0) ? f_bit : f_bits[(s == 0) ? 0 : s-1];
  end
end

// ---------------------------------------------------------------------------------- assertions
logic [F_S-1:0] f_here;   // the bit is in the word of that stage,
logic [F_S-1:0] f_behind; // in its FCS, or behind that
always_comb begin
  for (int s = 0; s < F_S; s = s + 1) begin
    f_here[s]   = f_there[s] && f_at[11:8] == f_ks[s];
    f_behind[s] = f_at[11:3] >= f_fcs(f_lens[s]);
  end
  if (rst_ni) begin
    assert (busy_q == f_busy && take_valid_o == f_busy);
    assert (busy_o == (f_busy || f_there[2:0] != '0));
    assert (7'(take_o) == (f_busy ? f_taken(f_k + 4'd1, f_len) - f_taken(f_k, f_len) : 7'd0));
    if (f_busy) begin
      assert (!f_last(f_k, f_len) || f_taken(f_k + 4'd1, f_len) == 7'(f_len));
      // what makes it inductive
      assert (f_len != '0 && 32'(f_len) <= MAX && 32 * 32'(f_k) <= 32'(f_end(f_len)));
      assert (len_q == f_len && seq_q == f_seq && at_q == WORDS'(1) << f_k);
      assert (7'(rem_q) == 7'(f_len) - f_taken(f_k + 4'd1, f_len));
      assert (end_q == 8'(f_end(f_len) - 9'(32 * 32'(f_k))));
      for (int i = 0; i < LANES; i = i + 1) assert (keep_q[i] == (i < 32'(take_o)));
      if (f_k != '0 && f_at[11:8] == f_k && f_at[7:0] < 8'd24)
        assert (rest_q[f_at[4:0]] == (f_j < f_taken(f_k, f_len) && f_bit_q));
    end
    // stage by stage
    assert ({ready_q, back_q, word_q} == f_there[2:0]);
    for (int s = 0; s < F_S; s = s + 1) begin
      assert (!f_there[s] || (f_lens[s] != '0 && 32'(f_lens[s]) <= MAX
                              && 32 * 32'(f_ks[s]) <= 32'(f_end(f_lens[s]))));
    end
    if (f_there[0]) begin
      assert (sof_q == (f_ks[0] == '0) && eof_q == f_last(f_ks[0], f_lens[0]));
      assert (fd_q == 8'(f_end(f_lens[0]) - 9'(32 * 32'(f_ks[0]))));
      assert (!f_here[0] || (data_q[f_at[7:0]] ^ (f_at < 12'd32 && begins[f_at[4:0]]))
              == (!f_behind[0] && f_head(f_lens[0], f_seqs[0], f_bits[0])));
    end
    if (f_there[1]) begin
      assert (back_sof_q == (f_ks[1] == '0) && back_eof_q == f_last(f_ks[1], f_lens[1]));
      assert (back_fd_q == 8'(f_end(f_lens[1]) - 9'(32 * 32'(f_ks[1]))));
      assert (!f_here[1] || body_q[f_at[7:0]] == (!f_behind[1] && f_head(f_lens[1], f_seqs[1], f_bits[1])));
    end
    if (f_there[2]) begin
      assert (first_word_q == (f_ks[2] == '0) && last_word_q == f_last(f_ks[2], f_lens[2]));
      assert (!f_here[2] || holds_q[f_at[7:3]] == (f_behind[2] && f_at[11:3] < f_end(f_lens[2])));
      assert (!f_here[2] || whole_q[f_at[7:0]] == (!holds_q[f_at[7:3]]
              && f_whole(f_lens[2], f_seqs[2], f_bits[2])));
    end
    assert (word_valid_o == f_there[3]);
    if (f_there[3]) begin
      assert (word_sof_o == (f_ks[3] == '0) && word_eof_o == f_last(f_ks[3], f_lens[3]));
      assert (!f_here[3] || (f_behind[3] && f_at[11:3] < f_end(f_lens[3]))
              || word_data_o[f_at[7:0]] == f_whole(f_lens[3], f_seqs[3], f_bits[3]));
    end
  end
end
