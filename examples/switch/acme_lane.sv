// SPDX-License-Identifier: Apache-2.0
/// A lane: whole packets in order, a FIFO of beats {head, tail, bad, data}, and what becomes of its first one.
/// A head asks for a way, is answered, waits for its output, and is read until its tail.
module acme_lane #(
  parameter int PORTS = 8,
  parameter int DEPTH = 256,
  parameter int DATA = 64,
  parameter int AGE = 12,
  parameter int TAG_AT = 32
) (
  input  logic             clk,
  input  logic             rst_n,
  input  logic [4:0]       bug,
  // beats that come in
  input  logic             push,
  input  logic             push_head,
  input  logic             push_tail,
  input  logic             push_bad,
  input  logic [DATA-1:0]  push_data,
  // its question, and the answer
  output logic             ask,
  input  logic             asked,
  input  logic             answer,
  input  logic             answer_drop,
  input  logic [PORTS-1:0] answer_port,
  input  logic [PORTS-1:0] dead,
  // the output it waits for; how long it has waited
  output logic [PORTS-1:0] want,
  output logic [AGE-1:0]   age,
  input  logic             granted,
  // beats that go out
  input  logic             pop,
  output logic             some,
  output logic             head,
  output logic             tail,
  output logic             bad,
  output logic [DATA-1:0]  data,
  // a packet without a way goes nowhere, beat by beat, while the other lane drops none
  input  logic             hold,
  output logic             dropping,
  output logic             drained,
  output logic [31:0]      tag,
  output logic             empty
);
  localparam AW = $clog2(DEPTH);
  localparam MOST_TRIES = 31;
  typedef enum logic [2:0] {IDLE, ASKED, WAITS, READ, DROP} state_t;
  state_t           state;
  logic [DATA+2:0]  mem [DEPTH];
  logic [AW:0]      wr, rd;
  logic [PORTS-1:0] to;
  logic [4:0]       tries;
  logic [AGE-1:0]   waited;
  logic [6:0]       slept;
  logic             stuck;

  assign empty = wr == rd && state == IDLE;
  assign some  = wr != rd;
  assign {head, tail, bad, data} = mem[rd[AW-1:0]];
  // planted: 11 a lane sleeps for good behind its 200th packet, 13 one that is alone waits
  assign ask      = state == IDLE && some && !(bug == 5'd11 && stuck)
                    && !(bug == 5'd13 && slept != 7'd127);
  assign want     = state == WAITS ? to : '0;
  assign age      = waited;
  assign dropping = state == DROP && !hold;
  assign drained  = dropping && some && tail;

  logic [7:0] count;
  assign stuck = count >= 8'd200;

  always_ff @(posedge clk) begin
    if (push) mem[wr[AW-1:0]] <= {push_head, push_tail, push_bad, push_data};
    if (!rst_n) begin
      state  <= IDLE;
      wr     <= '0;
      rd     <= '0;
      to     <= '0;
      tries  <= '0;
      waited <= '0;
      slept  <= '0;
      count  <= '0;
    end else begin
      if (push) wr <= wr + 1'b1;
      if (pop || (dropping && some)) rd <= rd + 1'b1;
      slept <= state == IDLE && some ? slept + 7'(slept != 7'd127) : '0;
      case (state)
        IDLE:  if (asked) begin
          state <= ASKED;
          tag   <= data[TAG_AT+:32];
        end
        ASKED: if (answer) begin
          to <= answer_port;
          if (answer_drop) state <= DROP;
          else if ((answer_port & dead) == '0) begin
            state <= WAITS;
            tries <= '0;
          end else begin  // it may be known by now: ask again, for a while
            tries <= tries + 1'b1;
            state <= tries == MOST_TRIES[4:0] ? DROP : IDLE;
          end
        end
        WAITS: begin
          waited <= waited + AGE'(waited != '1);
          if (granted) begin
            state  <= READ;
            waited <= '0;
            count  <= count + 8'(count != 8'hff);
          end else if ((to & dead) != '0) begin
            state <= IDLE;
          end
        end
        READ: if (pop && tail) state <= IDLE;
        default: if (drained) begin
          state <= IDLE;
          tries <= '0;
        end
      endcase
    end
  end
endmodule
