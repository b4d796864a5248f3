// SPDX-License-Identifier: Apache-2.0
/// Fault messages over links that damage or lose some: go back n (FS-AGAIN). It stands between the
/// control plane and the wires; port p of M at [p*W +: W].
///
/// Time is that of a control's messages: edge t+1 takes what comes in cycle t, of which what is
/// in turn is at rx_taken_o without a clock. Its mark and number are at the pins an edge before.
/// init_i, tx_resend_i and stop_i of cycle t are at the pins at edge t. A copy that leaves once
/// more in t is at msg_*_o after edge t.
/// LATE = 1: a control that decides at edge t what it shows behind it; stop_o of cycle t is there
/// at edge t, RESEND behind edge t+1; pins of ok_i feed a register, and are there at edge t-1.
/// LATE = 0: one that decides in cycle t, behind edge t; stop_o is there then, and so is RESEND for
/// what comes in t; ok_i is at the pins at edge t.
/// Numbers count modulo 2 COPIES, and are compared at every edge; the rest of what a port without a
/// message does stands under conditions, so that a simulator skips it. clk_i may be left out while
/// idle_o and nothing comes and ok_i is as it was.
`include "bug.svh"
`include "pick.svh"
module message_link #(
  parameter int M = 8,
  /// bits of a message
  parameter int MSG_W = 22,
  /// messages of each port, the last ones, that may have to leave once more; a power of two
  parameter int COPIES = 64,
  /// when the control decides, above
  parameter int LATE = 1,
  /// bits of a port's pins, and where the number stands in them
  parameter int PIN_W = 64,
  parameter int NUMBER_AT = MSG_W,
  localparam AW = $clog2(COPIES),
  localparam NB = AW + 1
) (
  input  logic               clk_i,
  input  logic               rst_ni,
  /// deliberate faults: 0 what is damaged is not asked for, 1 the control goes before copies
  `SELVAGE_BUG_PORT(bug_i, 2)
  /// strap: links number messages; else all pass as they are
  input  logic               numbered_i,
  /// links: alive; begin a new life; are declared dead, up
  input  logic [M-1:0]       ok_i,
  input  logic [M-1:0]       init_i,
  input  logic [M-1:0]       down_i,
  input  logic [M-1:0]       up_i,
  /// at the pins, if it is a message: it is damaged; what stands there
  input  logic [M-1:0]       pin_bad_i,
  input  logic [M*PIN_W-1:0] pin_data_i,
  /// behind that edge: messages that have come; those for the control
  input  logic [M-1:0]       rx_valid_i,
  output logic [M-1:0]       rx_taken_o,
  /// RESEND to the far ends, from this number on
  output logic [M-1:0]       rx_resend_o,
  output logic [M*NB-1:0]    rx_number_o,
  /// RESEND of the far ends
  input  logic [M-1:0]       tx_resend_i,
  input  logic [M*NB-1:0]    tx_number_i,
  /// stop as the far ends say it; as the control sees it
  input  logic [M-1:0]       stop_i,
  output logic [M-1:0]       stop_o,
  /// what the control shows; what leaves
  input  logic [M-1:0]       msg_valid_i,
  input  logic [M*MSG_W-1:0] msg_data_i,
  output logic [M-1:0]       msg_valid_o,
  output logic [M*MSG_W-1:0] msg_data_o,
  output logic [M*NB-1:0]    msg_number_o,
  output logic               idle_o
);
  logic         numbered_q;
  // An outage is over that nobody has declared, as a link of the mesh has none; declared dead, kept
  // on this clock, so that nothing of a control is worked out at each beat.
  logic [M-1:0] ok, ok_q, back, back_q, clear, dead_q;

  generate
    if (LATE != 0) begin : gen_pins
      always_ff @(posedge clk_i) ok <= ok_i;
    end else begin : gen_no_pins
      assign ok = ok_i;
    end
  endgenerate
  always_ff @(posedge clk_i) begin
    if (!rst_ni) numbered_q <= numbered_i;
    ok_q   <= ok;
    back_q <= rst_ni ? back : '0;
    dead_q <= rst_ni ? (dead_q | down_i) & ~up_i : '0;
  end
  assign back  = (LATE != 0) ? ok & ~ok_q & ~init_i & {M{numbered_q}} : '0;
  // What was lost is lost: declared dead now, or before and not alive.
  assign clear = down_i | dead_q & ~up_i & ~ok | init_i;

  /// A number comes behind another one, or is it.
  function automatic logic behind(input [NB-1:0] one, input [NB-1:0] other);
    behind = ((one - other) & NB'(COPIES)) == '0;
  endfunction

  // ------------------------------------------------------------------------------- what comes
  logic [M*NB-1:0] expected_q, expected;  // with what is taken at this edge
  // of what has come: whole and the next in turn; damaged; a later one
  logic [M-1:0]    in_turn_q, bad_q, ahead_q;
  logic [M-1:0]    asked_q, missed;  // asked for, and not taken since; found missing now
  logic [M-1:0]    waits, said;      // the control has to wait; behind this edge something is shown

  assign rx_taken_o = rx_valid_i & (in_turn_q | {M{~numbered_q}});
  assign missed     = rx_valid_i & (bad_q | ahead_q & ~asked_q) & {M{numbered_q}};

  /// Of a number that has come: it is the next in turn, or a later one. What is taken at this edge
  /// comes late: it is known for both.
  function automatic [1:0] judged(input [NB-1:0] number, input [NB-1:0] next_one, input taken);
    logic [NB-1:0] more, past;
    more   = number - next_one;
    past   = number + ~next_one;  // one less
    judged = `SELVAGE_PICK(2, taken, {past == '0, past != '0 && behind(past, '0)},
                           {more == '0, more != '0 && behind(more, '0)});
  endfunction

  always_comb begin
    expected = expected_q;
    if (numbered_q && (rx_taken_o | init_i) != '0) begin
      for (int p = 0; p < M; p = p + 1) begin
        if (init_i[p]) expected[p*NB+:NB] = '0;
        else if (rx_taken_o[p]) expected[p*NB+:NB] = expected_q[p*NB+:NB] + NB'(1);
      end
    end
  end
  always_ff @(posedge clk_i) begin
    expected_q <= rst_ni ? expected : '0;
    asked_q    <= rst_ni ? (asked_q | missed) & ~rx_taken_o & ~clear : '0;
    if (numbered_q) begin
      for (int p = 0; p < M; p = p + 1) begin
        bad_q[p]     <= pin_bad_i[p];
        {in_turn_q[p], ahead_q[p]} <= judged(pin_data_i[p*PIN_W+NUMBER_AT+:NB],
                                             init_i[p] ? '0 : expected_q[p*NB+:NB],
                                             rx_taken_o[p] & ~init_i[p]) & {~pin_bad_i[p], 1'b1};
      end
    end
  end

  logic [M-1:0] asks;
  assign asks = `SELVAGE_BUG(bug_i[0], missed, '0) | back_q;
  generate
    if (LATE != 0) begin : gen_late
      always_ff @(posedge clk_i) begin
        rx_resend_o <= rst_ni ? asks : '0;
        if (asks != '0) rx_number_o <= expected_q;
      end
      assign stop_o = stop_i | waits;
      assign said   = rx_resend_o;
    end else begin : gen_early
      logic [M-1:0] waits_q;
      always_ff @(posedge clk_i) waits_q <= rst_ni ? waits : '0;
      assign {rx_resend_o, rx_number_o} = {asks, expected_q};
      assign stop_o = stop_i | waits_q;
      assign said   = waits_q;
    end
  endgenerate

  // ------------------------------------------------------------------------------- what leaves
  logic [M*NB-1:0] number_q, copy_q;    // of the next new message; of the next copy
  logic [M*NB-1:0] number, next;        // with what leaves and what has come at this edge
  logic [M-1:0]    resend, held_q, behind_q, again_q, held, late, again;
  logic [M-1:0]       fresh_q;    // the copy is written at the edge that reads it
  logic [M*MSG_W-1:0] written_q;  // and is this

  assign resend = tx_resend_i & {M{numbered_q}};

  always_comb begin
    number = number_q;
    next   = copy_q;
    late   = behind_q & ~clear;
    if (numbered_q && (msg_valid_i | resend) != '0) begin
      for (int p = 0; p < M; p = p + 1) begin
        number[p*NB+:NB] = number_q[p*NB+:NB] + NB'(msg_valid_i[p]);
        if (resend[p]) begin
          next[p*NB+:NB] = tx_number_i[p*NB+:NB];
          late[p]        = ~clear[p] & (tx_number_i[p*NB+:NB] != number[p*NB+:NB]);
        end
      end
    end
  end
  assign held   = (held_q & ~resend | back) & ~clear;
  assign again  = late & ~held & ~stop_i;
  assign waits  = `SELVAGE_BUG(bug_i[1], late | held, '0);

  always_ff @(posedge clk_i) begin
    if (!rst_ni) begin
      held_q   <= '0;
      behind_q <= '0;
      again_q  <= '0;
      number_q <= '0;
    end else begin
      held_q   <= held;
      again_q  <= again;
      behind_q <= late;
      if (numbered_q && (msg_valid_i | init_i) != '0) begin
        for (int p = 0; p < M; p = p + 1) begin
          number_q[p*NB+:NB] <= init_i[p] ? '0 : number[p*NB+:NB];
        end
      end
      if ((behind_q | resend) != '0) begin  // else none leaves again
        for (int p = 0; p < M; p = p + 1) begin
          copy_q[p*NB+:NB] <= `SELVAGE_PICK(NB, again[p], next[p*NB+:NB] + NB'(1), next[p*NB+:NB]);
          fresh_q[p]       <= msg_valid_i[p] & (next[p*NB+:NB] == number_q[p*NB+:NB]);
          if (again[p]) behind_q[p] <= next[p*NB+:NB] + NB'(1) != number[p*NB+:NB];
        end
        written_q <= msg_data_i;
      end
    end
  end

  logic [MSG_W-1:0] copy[M];
  generate
    for (genvar p = 0; p < M; p = p + 1) begin : gen_copies
      ram_1r1w #(
        .WIDTH(MSG_W),
        .DEPTH(COPIES)
      ) i_copies (
        .clk_i       (clk_i),
        .write_i     (msg_valid_i[p] & numbered_q),
        .write_addr_i(number_q[p*NB+:AW]),
        .data_i      (msg_data_i[p*MSG_W+:MSG_W]),
        .read_i      (again[p]),
        .read_addr_i (next[p*NB+:AW]),
        .data_o      (copy[p])
      );
    end
  endgenerate

  assign msg_valid_o = msg_valid_i | again_q;
  always_comb begin
    msg_data_o   = msg_data_i;
    msg_number_o = number_q;
    if (again_q != '0) begin
      for (int p = 0; p < M; p = p + 1) begin
        if (again_q[p]) begin
          msg_data_o[p*MSG_W+:MSG_W] = fresh_q[p] ? written_q[p*MSG_W+:MSG_W] : copy[p];
          msg_number_o[p*NB+:NB]     = copy_q[p*NB+:NB] - NB'(1);
        end
      end
    end
  end
  assign idle_o = ((ok ^ ok_q) | back_q | behind_q | again_q | said) == '0;

`include "assert.svh"
  `SELVAGE_RANGE(copies, COPIES >= 2 && (COPIES & (COPIES - 1)) == 0,
                 "message_link: COPIES must be a power of two")
  logic [M*NB-1:0] fell_q;  // number as the link died
  always_ff @(posedge clk_i) begin
    if (rst_ni && numbered_q) begin
      for (int p = 0; p < M; p = p + 1) begin
        if (resend[p]) begin
          `SELVAGE_ASSERT(link_has_copies,
                          clear[p] || behind(number[p*NB+:NB], tx_number_i[p*NB+:NB])
                          || number[p*NB+:NB] - tx_number_i[p*NB+:NB] == NB'(COPIES))
        end
      end
      for (int p = 0; p < M; p = p + 1) begin
        if (ok[p] || dead_q[p] || init_i[p]) fell_q[p*NB+:NB] <= number[p*NB+:NB];
        else if (msg_valid_i[p]) begin
          `SELVAGE_ASSERT(link_keeps_outage,
                          number[p*NB+:NB] - fell_q[p*NB+:NB] <= NB'(COPIES))
        end
      end
      `SELVAGE_ASSERT(link_in_order, (msg_valid_i & (again_q | behind_q)) == '0)
      `SELVAGE_COVER(link_damaged, (bad_q & missed) != '0)
      `SELVAGE_COVER(link_gap, (~bad_q & missed) != '0)
      `SELVAGE_COVER(link_old, (rx_valid_i & ~rx_taken_o & ~missed) != '0)
      `SELVAGE_COVER(link_stopped, (late & ~held & stop_i) != '0)
      `SELVAGE_COVER(link_copy_beside_memory, (again_q & fresh_q) != '0)
      `SELVAGE_COVER(link_given_up, (behind_q & clear & ~init_i) != '0)
    end
  end
endmodule
