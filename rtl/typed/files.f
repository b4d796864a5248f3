rtl/typed/ack_aggregator_typed.sv
rtl/typed/ack_frame_unpacker_typed.sv
rtl/typed/fattree_control_typed.sv
rtl/typed/fattree_switch_typed.sv
rtl/typed/ifct_typed.sv
rtl/typed/ofct_typed.sv
rtl/typed/planar_route_typed.sv
