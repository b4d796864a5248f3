# SPDX-License-Identifier: Apache-2.0
# OpenSTA half of scripts/synth: environment SYN_LIB, SYN_NET, SYN_SDC; SYN_TO, an output, if only paths to its register count.
# Prints the worst register-to-register arrival and setup, from which the caller makes FO4.
read_liberty $::env(SYN_LIB)
read_verilog $::env(SYN_NET)
link_design top_syn
source $::env(SYN_SDC)
set ends [all_registers -data_pins]
if {[info exists ::env(SYN_TO)] && $::env(SYN_TO) ne ""} {
  set ends {}
  foreach cell [get_fanin -to [get_ports "$::env(SYN_TO)*"] -startpoints_only -only_cells -flat] {
    lappend ends [get_pins [get_full_name $cell]/D]
  }
}
report_checks -path_delay max -from [all_registers -clock_pins] -to $ends \
  -digits 4
report_worst_slack
report_tns
exit
