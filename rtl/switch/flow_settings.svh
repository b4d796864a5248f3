// SPDX-License-Identifier: Apache-2.0
// Settings of a flow-channel switch, static, in the port lists of flow_switch and flow_switch_port,
// which have POS_W, TS_W, MAX and UNITS_W. Times of tables are in ticks of 2^tick_i cycles.
  /// cycles, for all blocks
  input  logic [39:0]          now_i,
  /// ack_aggregator's own
  input  logic [9:0]           agg_t1_i,
  input  logic [9:0]           agg_t2_i,
  input  logic [9:0]           agg_t3_i,
  input  logic [MAX-1:0]       agg_good_i,
  input  logic [$clog2(MAX+1)-1:0] agg_max_i,
  /// tables: credits, ticks, times, levels, limits; redirects are carried out behind switches too
  input  logic [POS_W-1:0]     credit_on_i,
  input  logic [POS_W-1:0]     credit_off_i,
  input  logic [POS_W-1:0]     credit_headroom_i,
  input  logic [3:0]           tick_i,
  input  logic [TS_W-1:0]      cooldown_i,
  input  logic [TS_W-1:0]      hold_up_i,
  input  logic [TS_W-1:0]      refresh_i,
  input  logic [TS_W-1:0]      expire_i,
  input  logic [TS_W-1:0]      stale_i,
  input  logic [4:0]           recovery_acks_i,
  input  logic                 recovery_weighted_i,
  input  logic [9:0]           unit_cycles_i,
  input  logic [15:0]          injection_limit_i,
  input  logic [8*POS_W-1:0]   flow_limit_i,
  input  logic [8*POS_W-1:0]   queue_limit_i,
  input  logic                 redirect_inside_i,
  /// redirects: outputs ask for them at all; depth without effect, gains
  input  logic                 redirects_i,
  input  logic [UNITS_W-1:0]   redirect_floor_i,
  input  logic [7:0]           depth_gain_i,
  input  logic [7:0]           growth_gain_i,
  /// outputs to hosts: congested from this depth on, bits that are drawn
  input  logic                 aware_i,
  input  logic [UNITS_W-1:0]   ep_congested_i,
  input  logic [10:0]          ep_mask_i,
  input  logic                 ep_draws_i,
  /// most units of a class in an input with which its sender may go on
  input  logic [UNITS_W-1:0]   pool_mark_i,
