// SPDX-License-Identifier: Apache-2.0
/// Messages and ACKs: their kinds, and those layouts that no parameter changes. Those that
/// follow a module's parameters are macros of typedef.svh.
/// Referenced as fabric_pkg::X, without import, as every tool of the flow reads it.
package fabric_pkg;
  /* verilator lint_off UNUSEDPARAM */
  /// Kinds of a link-fault message (FT-CYC-5).
  localparam logic [2:0] KindSyncreq = 3'd0;
  localparam logic [2:0] KindUlfm = 3'd1;
  localparam logic [2:0] KindUlrm = 3'd2;
  localparam logic [2:0] KindDerf = 3'd3;
  localparam logic [2:0] KindDerr = 3'd4;
  localparam logic [2:0] KindDlfm = 3'd5;
  localparam logic [2:0] KindDlrm = 3'd6;
  localparam logic [2:0] KindResync = 3'd7;

  /// Operations of a switch: the kinds, and behind them those that no message starts.
  localparam logic [3:0] OpSyncreq = 4'd0;
  localparam logic [3:0] OpUlfm = 4'd1;
  localparam logic [3:0] OpUlrm = 4'd2;
  localparam logic [3:0] OpDerf = 4'd3;
  localparam logic [3:0] OpDerr = 4'd4;
  localparam logic [3:0] OpDlfm = 4'd5;
  localparam logic [3:0] OpDlrm = 4'd6;
  localparam logic [3:0] OpResync = 4'd7;
  localparam logic [3:0] OpLinkDown = 4'd8;
  localparam logic [3:0] OpLinkUp = 4'd9;
  localparam logic [3:0] OpAnnounce = 4'd10;

  /// Types of a flow message (FLOW-A-3). The lower four, bit 2 = 0, move ack_flow.
  localparam logic [2:0] TypeNormal = 3'd0;
  localparam logic [2:0] TypeEpNew = 3'd1;
  localparam logic [2:0] TypeEpCont = 3'd2;
  localparam logic [2:0] TypeEpSevere = 3'd3;
  localparam logic [2:0] TypeRedirect = 3'd4;
  localparam logic [2:0] TypeLoss = 3'd5;
  localparam logic [2:0] TypeCredit = 3'd6;
  localparam logic [2:0] TypeCreditOff = 3'd7;

  /// Frame of aggregated ACKs: what packer and unpacker have to agree on (flow-blocks.md,
  /// ack_aggregator).
  localparam logic [7:0] FrameStart = 8'hFB;
  localparam logic [7:0] FrameType = 8'hAC;
  localparam logic [7:0] FrameEnd = 8'hFD;
  /// register of the FCS in front of byte 0; behind it all ones, as the FCS begins with byte 1
  localparam logic [31:0] FcsBegin = 32'hF0958F22;
  /// bits of an ACK on the wire, without parity
  localparam int AckBits = 25;
  /// bits of a word of a frame
  localparam int FrameBits = 256;
  /// most ACKs that begin in one word
  localparam int FrameAcks = 11;
  /* verilator lint_on UNUSEDPARAM */

  /// An ACK on the wire (FLOW-A-2): narrower ids and positions are extended by zeros.
  typedef struct packed {
    logic [2:0]  kind;      // one of Type...; `type` is a word of the language
    logic [10:0] position;
    logic [10:0] id;
  } ack_t;

  /// An ACK on the crossbar.
  typedef struct packed {
    logic        parity;    // XOR of the bits below
    logic [2:0]  kind;
    logic [10:0] position;
    logic [10:0] id;
  } parity_ack_t;

  /// Beats of a packet of so many bytes on a wire of 25 bytes, with its header of 9:
  /// ceil((b + 9) / 25), as a multiplication that is exact for 14 bits.
  function automatic [9:0] packet_beats(input [13:0] bytes);
    logic [27:0] product;
    product = 28'd5243 * (28'(bytes) + 28'd33);
    packet_beats = 10'(product >> 17);
  endfunction

  /// Its units of 256 bytes, one at least.
  function automatic [5:0] packet_units(input [13:0] bytes);
    packet_units = (bytes == '0) ? 6'd1 : 6'((15'(bytes) + 15'd255) >> 8);
  endfunction

  /// ceil(25 n / 8), as 3 n + ceil(n / 8)
  function automatic [7:0] payload_bytes(input [5:0] n);
    payload_bytes = {1'b0, n, 1'b0} + {2'b00, n} + {5'b00000, n[5:3]} + {7'b0000000, |n[2:0]};
  endfunction
endpackage
