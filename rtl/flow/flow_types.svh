// SPDX-License-Identifier: Apache-2.0
/// Types of a flow message (FLOW-A-3). The lower four, bit 2 = 0, move ack_flow.
/* verilator lint_off UNUSEDPARAM */
localparam [2:0] TypeNormal = 3'd0;
localparam [2:0] TypeEpNew = 3'd1;
localparam [2:0] TypeEpCont = 3'd2;
localparam [2:0] TypeEpSevere = 3'd3;
localparam [2:0] TypeRedirect = 3'd4;
localparam [2:0] TypeLoss = 3'd5;
localparam [2:0] TypeCredit = 3'd6;
localparam [2:0] TypeCreditOff = 3'd7;
/* verilator lint_on UNUSEDPARAM */
