// SPDX-License-Identifier: Apache-2.0
/// Frame of aggregated ACKs: what packer and unpacker have to agree on (docs/flow-blocks.md,
/// ack_aggregator). Included inside a module.
localparam logic [7:0] FrameStart = 8'hFB;
localparam logic [7:0] FrameType = 8'hAC;
localparam logic [7:0] FrameEnd = 8'hFD;
/// bits of an ACK on the wire, without parity
localparam ACKW = 25;

/// ceil(25 n / 8), as 3 n + ceil(n / 8)
function automatic [7:0] payload_bytes(input [5:0] n);
  payload_bytes = {1'b0, n, 1'b0} + {2'b00, n} + {5'b00000, n[5:3]} + {7'b0000000, |n[2:0]};
endfunction

/// bytes of a word after the first that the FCS covers, when 0xFD is byte `fd` from its begin on
function automatic [3:0] covered_bytes(input [7:0] fd);
  covered_bytes = 4'd8;
  if (fd <= 8'd4) covered_bytes = 4'd0;
  else if (fd < 8'd12) covered_bytes = fd[3:0] - 4'd4;
endfunction
