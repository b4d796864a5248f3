// SPDX-License-Identifier: Apache-2.0
/// Kinds and layout of a link-fault message, included in the body of every module that looks into
/// one. The module has LW (bits of a level), KW (of a key), HW (of an up-port index) and SEQ_W.
///
///   {seq[SEQ_W], port[HW], key[KW], level[LW], kind[3]}, kind in the lowest bits
///
/// port is the up-port index j of switch port h+j; digit i of the key at [i*DW +: DW]. Fields that
/// a kind does not use are 0. Operations are the message kinds and, above them, those that no
/// message starts.
/* verilator lint_off UNUSEDPARAM */
localparam KindSyncreq = 3'd0;
localparam KindUlfm = 3'd1;
localparam KindUlrm = 3'd2;
localparam KindDerf = 3'd3;
localparam KindDerr = 3'd4;
localparam KindDlfm = 3'd5;
localparam KindDlrm = 3'd6;
localparam KindResync = 3'd7;

localparam OpLinkDown = 4'd8;
localparam OpLinkUp = 4'd9;
localparam OpAnnounce = 4'd10;

localparam LevelAt = 3;
localparam KeyAt = LevelAt + LW;
localparam PortAt = KeyAt + KW;
localparam SeqAt = PortAt + HW;
/* verilator lint_on UNUSEDPARAM */
