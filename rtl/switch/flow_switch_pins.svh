// SPDX-License-Identifier: Apache-2.0
// Pins of a whole flow-channel switch towards its links and hosts, in the port lists of flow_switch
// and of fattree_flow_switch, which have PORTS, UNITS_W and BEAT_W.
  /// by port, static: there is a link; units that its FIFO takes; first values of the LFSRs of
  /// redirects and of notifications, not 0; cycles from LOSS to closing, less one
  input  logic [PORTS-1:0]          wired_i,
  input  logic [PORTS*UNITS_W-1:0]  limit_i,
  input  logic [PORTS*12-1:0]       redirect_seed_i,
  input  logic [PORTS*12-1:0]       ep_seed_i,
  input  logic [PORTS*40-1:0]       drain_i,
  /// flow_rates; loads are compared in 2^shift units, sampled in the last of so many cycles; static
  input  logic [127:0]              min_i,
  input  logic [127:0]              max_i,
  input  logic [7:0]                full_i,
  input  logic [23:0]               weight_i,
  input  logic [3:0]                shift_i,
  input  logic [15:0]               sample_step_i,
  /// by port: what its wire brings, classes that the far end lets go on; a host takes nothing
  input  logic [3*PORTS-1:0]        wire_sym_i,
  input  logic [PORTS-1:0]          wire_head_i,
  input  logic [PORTS-1:0]          wire_tail_i,
  input  logic [PORTS*BEAT_W-1:0]   wire_data_i,
  input  logic [PORTS*8-1:0]        xon_i,
  input  logic [PORTS-1:0]          hold_i,
  /// what goes out, and classes that may go on coming
  output logic [3*PORTS-1:0]        wire_sym_o,
  output logic [PORTS-1:0]          wire_head_o,
  output logic [PORTS-1:0]          wire_tail_o,
  output logic [PORTS*BEAT_W-1:0]   wire_data_o,
  output logic [PORTS*8-1:0]        xon_o,
  /// by port: a flow of its host is above its limit: {ordered, class, where to}
  output logic [PORTS-1:0]          pause_o,
  output logic [PORTS*24-1:0]       pause_key_o,
