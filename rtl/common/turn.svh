// SPDX-License-Identifier: Apache-2.0
/// Round robin without numbers; include it before the module.
///   `SELVAGE_TURN(N)  a function turn(asks, after) of vectors of N bits: all ones from the one
///                     whose turn it is up. That is the first of `asks` that is in `after`, if
///                     there is one, else the first of all; nobody asks: 0.
/// up & ~(up << 1) is that one alone; up << 1 is `after` for the next turn.
`ifndef SELVAGE_TURN_SVH
`define SELVAGE_TURN_SVH
`include "pick.svh"

`define SELVAGE_TURN(N) \
  function automatic [(N)-1:0] from_first(input [(N)-1:0] vec); \
    from_first = vec; \
    for (int s = 1; s < (N); s = s * 2) from_first = from_first | (from_first << s); \
  endfunction \
  function automatic [(N)-1:0] turn(input [(N)-1:0] asks, input [(N)-1:0] after); \
    turn = `SELVAGE_PICK(N, (asks & after) != '0, from_first(asks & after), from_first(asks)); \
  endfunction

`endif
