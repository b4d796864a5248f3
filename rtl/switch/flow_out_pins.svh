// SPDX-License-Identifier: Apache-2.0
// Pins of the output table and of what a host's output has in its place, in the port lists of
// flow_switch_port and what is in it. The module has PW, ID_W, POS_W and EW.
  /// a MAP for its table, and the answer
  input  logic                 map_valid_i,
  input  logic [PW-1:0]        map_in_i,
  input  logic [ID_W-1:0]      map_id_i,
  input  logic [POS_W+6:0]     map_data_i,
  output logic                 map_stall_o,
  output logic                 map_over_o,
  output logic [ID_W-1:0]      map_oid_o,
  output logic [POS_W-1:0]     map_start_o,
  output logic                 full_o,
  /// ACKs that it makes: for which input; a look that has led to nothing; the level of a row
  output logic                 rev_valid_o,
  output logic [PW-1:0]        rev_in_o,
  output logic [EW-1:0]        rev_o,
  output logic                 chk_valid_o,
  output logic [PW-1:0]        chk_in_o,
  output logic [EW-1:0]        chk_o,
  output logic                 turn_valid_o,
  output logic [PW-1:0]        turn_in_o,
  output logic [EW-1:0]        turn_o,
  output logic                 check_valid_o,
  output logic [PW-1:0]        check_in_o,
  output logic [ID_W-1:0]      check_id_o,
  output logic [PW-1:0]        level_in_o,
  output logic [ID_W-1:0]      level_id_o,
  input  logic [2:0]           level_i,
