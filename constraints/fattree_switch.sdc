# SPDX-License-Identifier: Apache-2.0
# A whole switch: its input buffers are memories outside, whose pins are pins here.
# Cell names are those of the OSU libraries; units ns and pF. A tight clock: the flow reports the
# shortest period that works, not the slack.
create_clock -name clk -period 1.0 [get_ports {clk_i hdr_clk_i ctl_clk_i cnt_clk_i}]
set_clock_uncertainty 0.05 [get_clocks clk]
set_input_delay 0.2 -clock clk [all_inputs]
set_output_delay 0.2 -clock clk [all_outputs]
set_driving_cell -lib_cell BUFX2 [all_inputs]
set_load 0.02 [all_outputs]
