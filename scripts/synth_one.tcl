# SPDX-License-Identifier: Apache-2.0
# OpenSTA half of scripts/synth: environment SYN_LIB, SYN_NET, SYN_SDC.
# Prints the worst register-to-register arrival and setup, from which the caller makes FO4.
read_liberty $::env(SYN_LIB)
read_verilog $::env(SYN_NET)
link_design top_syn
source $::env(SYN_SDC)
report_checks -path_delay max -from [all_registers -clock_pins] -to [all_registers -data_pins] \
  -digits 4
report_worst_slack
report_tns
exit
